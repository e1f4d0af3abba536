//! Declarations that compilers forget, and drivers ask for.

use super::raw::{HEADER_WORDS, OP_EXTENSION, VERSION, extension, is_extension};

/// SPIR-V 1.4, which has the wrap decorations without an extension.
const VERSION_1_4: u32 = 0x0001_0400;
const OP_CAPABILITY: u32 = 17;
const OP_DECORATE: u32 = 71;
const OP_ENTRY_POINT: u32 = 15;
const OP_VARIABLE: u32 = 59;
const OP_FUNCTION: u32 = 54;
/// Storage classes of variables that every version lists.
const INPUT_OUTPUT: [u32; 2] = [1, 3];
/// `NoSignedWrap` and `NoUnsignedWrap`.
const WRAP_DECORATIONS: [u32; 2] = [4469, 4470];
const WRAP_EXTENSION: &[u8] = b"SPV_KHR_no_integer_wrap_decoration";
/// Buffer addresses under their older name, and the word that makes it the newer one.
const OLD_ADDRESS_EXTENSION: &[u8] = b"SPV_EXT_physical_storage_buffer";
const KHR: u32 = u32::from_le_bytes(*b"KHR_");

/// Makes a module say what it is, as those of IREE 3.13 for some targets do not; others stay as they are.
///
/// - An entry point before SPIR-V 1.4 that lists more than inputs and outputs follows the rules of 1.4: so does then the header.
/// - `NoSignedWrap` and `NoUnsignedWrap` get their extension, which Vulkan 1.2 and later always accept.
/// - `SPV_EXT_physical_storage_buffer`, which asks for an extension of Vulkan, becomes `SPV_KHR_…`, which means the same
///   and asks for the feature that Vulkan 1.2 has.
pub fn mend(words: &mut Vec<u32>) {
    let Some(found) = Found::new(words) else { return };
    if let Some(word) = found.old_addresses.and_then(|at| words.get_mut(at)) {
        *word = KHR;
    }
    if words.get(VERSION).is_none_or(|&version| version >= VERSION_1_4) {
        return;
    }
    if found.listed.iter().any(|id| found.variables.contains(id)) {
        words[VERSION] = VERSION_1_4;
    } else if found.wraps && !found.declared {
        words.splice(found.place..found.place, extension(WRAP_EXTENSION));
    }
}

/// What matters of a module.
struct Found {
    /// Variables of the interfaces of entry points.
    listed: Vec<u32>,
    /// Variables that are neither input nor output.
    variables: Vec<u32>,
    wraps: bool,
    declared: bool,
    /// The second word of the extension's name, of four letters each.
    old_addresses: Option<usize>,
    /// Where extensions go.
    place: usize,
}

impl Found {
    fn new(words: &[u32]) -> Option<Self> {
        let (listed, variables) = (Vec::new(), Vec::new());
        let mut found = Self { listed, variables, wraps: false, declared: false, old_addresses: None, place: HEADER_WORDS };
        let mut at = HEADER_WORDS;
        while let Some(&first) = words.get(at) {
            let (opcode, length) = (first & 0xFFFF, (first >> 16) as usize);
            let operands = words.get(at + 1..at + length).filter(|_| length > 0)?;
            at += length;
            match (opcode, operands) {
                (OP_CAPABILITY, _) => found.place = at,
                (OP_EXTENSION, text) => {
                    found.declared |= is_extension(text, WRAP_EXTENSION);
                    if is_extension(text, OLD_ADDRESS_EXTENSION) {
                        found.old_addresses = Some(at - length + 2);
                    }
                    found.place = at;
                }
                (OP_ENTRY_POINT, [_, _, rest @ ..]) => {
                    // The name ends with the word that has a zero byte.
                    let name = rest.iter().position(|w| w.to_le_bytes().contains(&0))?;
                    found.listed.extend(&rest[name + 1..]);
                }
                (OP_DECORATE, [_, decoration, ..]) => found.wraps |= WRAP_DECORATIONS.contains(decoration),
                (OP_VARIABLE, [_, id, class, ..]) if !INPUT_OUTPUT.contains(class) => found.variables.push(*id),
                (OP_FUNCTION, _) => break,
                _ => {}
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extension(name: &[u8]) -> Vec<u32> {
        let mut text = name.to_vec();
        text.resize((name.len() + 1).next_multiple_of(4), 0);
        let words = text.as_chunks::<4>().0.iter().map(|&b| u32::from_le_bytes(b));
        std::iter::once((text.len() as u32 / 4 + 1) << 16 | OP_EXTENSION).chain(words).collect()
    }

    fn module(version: u32, declared: bool) -> Vec<u32> {
        let mut words = vec![0x0723_0203, version, 0, 10, 0, 2 << 16 | OP_CAPABILITY, 1];
        if declared {
            words.extend(extension(WRAP_EXTENSION));
        }
        words.extend([3 << 16 | 14, 0, 1, 3 << 16 | OP_DECORATE, 5, 4469]);
        words
    }

    #[test]
    fn the_forgotten_extension_is_added_after_the_capabilities() {
        let mut words = module(0x0001_0300, false);
        mend(&mut words);
        assert_eq!(words, module(0x0001_0300, true));
    }

    #[test]
    fn a_module_that_lists_all_its_variables_is_of_version_1_4() {
        let entry = [5 << 16 | OP_ENTRY_POINT, 5, 1, u32::from_le_bytes(*b"abc\0"), 7];
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 10, 0];
        words.extend(entry);
        words.extend([4 << 16 | OP_VARIABLE, 6, 7, 12]);
        mend(&mut words);
        assert_eq!(words[VERSION], VERSION_1_4);
    }

    #[test]
    fn addresses_get_their_newer_name() {
        let with = |name: &[u8]| {
            let mut words = vec![0x0723_0203, 0x0001_0600, 0, 10, 0, 2 << 16 | OP_CAPABILITY, 1];
            words.extend(extension(WRAP_EXTENSION));
            words.extend(extension(name));
            words
        };
        let mut words = with(OLD_ADDRESS_EXTENSION);
        mend(&mut words);
        assert_eq!(words, with(b"SPV_KHR_physical_storage_buffer"));
    }

    #[test]
    fn other_modules_stay_as_they_are() {
        for mut fine in [module(0x0001_0300, true), module(0x0001_0400, false), vec![1, 2, 3]] {
            let before = fine.clone();
            mend(&mut fine);
            assert_eq!(fine, before);
        }
    }
}
