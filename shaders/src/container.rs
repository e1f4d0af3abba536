//! SPIR-V to VKE1: the layouts that the code asks for, around the code.

use halforge_executable::Module;
use halforge_executable::spirv::EntryPoint;
use halforge_executable::vke1::{Abi, DescriptorType, Entry, assemble, write};

use crate::address::with_addresses;
use crate::compile::{Language, Options, compile};
use crate::error::ShaderError;
use crate::kernels::Kernel;

/// The container of a kernel, one export for each entry point in the order of the text.
///
/// # Errors
///
/// When the text is wrong or the kernel does not keep to the form.
pub fn container(kernel: &Kernel, abi: Abi) -> Result<Vec<u8>, ShaderError> {
    let words = compile(Language::Wgsl, kernel.name, kernel.source, Options::BUILT_IN)?;
    // The descriptors say what the kernel takes, in either ABI.
    let described = Module::reflect(&bytes(&words))?;
    let code = match abi {
        Abi::Descriptor => bytes(&words),
        Abi::Address => bytes(&with_addresses(&words)?),
    };
    let coded = Module::reflect(&code)?;
    let counts = described.entry_points.iter().map(|entry| Ok((entry, constant_count(entry)?, binding_count(entry)?)));
    let counts = counts.collect::<Result<Vec<_>, ShaderError>>()?;
    let most_bindings = counts.iter().map(|&(_, _, bindings)| bindings).max().unwrap_or(0);
    let bindings = vec![DescriptorType::StorageBuffer; most_bindings];
    let mut entries = Vec::with_capacity(counts.len());
    for (entry, constants, binding_count) in counts {
        // Functions of a module share its push constants, whether they use all of them or not.
        let shared = match coded.entry_point(&entry.name) {
            Some(entry) => 4 * constant_count(entry)?,
            None => return Err(form(entry, "expected the entry point in the code".to_owned())),
        };
        entries.push(Entry {
            name: &entry.name,
            code: &code,
            constants,
            bindings: &bindings[..binding_count],
            push_constant_bytes: shared.max(abi.push_constant_bytes(0)),
            subgroup_size: None,
            debug_info: None,
        });
    }
    Ok(write(&assemble(abi, entries))?)
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn form(entry: &EntryPoint, message: String) -> ShaderError {
    ShaderError::Form { entry_point: entry.name.clone(), message }
}

/// 32-bit constants of a dispatch.
fn constant_count(entry: &EntryPoint) -> Result<u32, ShaderError> {
    let size = entry.push_constants.as_ref().map_or(0, |block| block.size_bytes);
    match u32::try_from(size / 4) {
        Ok(count) if size.is_multiple_of(4) => Ok(count),
        _ => Err(form(entry, format!("expected constants of 32 bits, found {size} bytes"))),
    }
}

/// Bindings of a dispatch.
fn binding_count(entry: &EntryPoint) -> Result<usize, ShaderError> {
    let mut count = 0;
    for binding in &entry.bindings {
        if (binding.set, binding.binding) != (0, count) {
            let found = format!("group {} binding {}", binding.set, binding.binding);
            return Err(form(entry, format!("expected binding {count} of group 0 to come next, found {found}")));
        }
        count += 1;
    }
    Ok(count as usize)
}
