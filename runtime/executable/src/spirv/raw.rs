//! The words of a module that was checked, instruction by instruction, for those who change them.

/// Words of a module's header.
pub(super) const HEADER_WORDS: usize = 5;
/// Position of the version in the header.
pub(super) const VERSION: usize = 1;
/// Position of the id bound in the header.
pub(super) const BOUND: usize = 3;

/// An instruction: opcode, and its operands as words.
pub(super) struct Instr<'w> {
    pub(super) opcode: u32,
    pub(super) operands: &'w [u32],
    pub(super) all: &'w [u32],
}

/// The instructions after the header; ends where words are no instruction.
pub(super) fn instructions(words: &[u32]) -> impl Iterator<Item = Instr<'_>> {
    let mut at = HEADER_WORDS;
    std::iter::from_fn(move || {
        let first = *words.get(at)?;
        let length = (first >> 16) as usize;
        let all = words.get(at..at + length).filter(|all| !all.is_empty())?;
        at += length;
        Some(Instr { opcode: first & 0xFFFF, operands: &all[1..], all })
    })
}

/// The words of an extension's declaration.
pub(super) fn extension(name: &[u8]) -> Vec<u32> {
    // The text ends with at least one zero byte.
    let mut text = name.to_vec();
    text.resize((text.len() + 1).next_multiple_of(4), 0);
    let mut words = vec![((text.len() / 4 + 1) as u32) << 16 | OP_EXTENSION];
    words.extend(text.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)));
    words
}

/// Whether the operands of a declaration of an extension name this one.
pub(super) fn is_extension(operands: &[u32], name: &[u8]) -> bool {
    operands.iter().flat_map(|word| word.to_le_bytes()).take(name.len()).eq(name.iter().copied())
}

/// `OpExtension`.
pub(super) const OP_EXTENSION: u32 = 10;
