//! The laws, one function for each kind of input.

use std::sync::Arc;

use halforge_executable::{Container, Module as Spirv, check_interface, raw_bda_container, required_features, write};
use halforge_ir::{Context, Module, PrintOptions, module_to_string, parse_module};
use halforge_parameters::{Archive, Entry, Format};
use halforge_passes::{Instruments, Manager, Pipeline, Session};
use halforge_plan::field::ExecutableId;
use halforge_plan::{Encoder, VerifiedPlan, disassemble, verify};
use halforge_value::{InputFiles, encode_npy, format_value, parse_tensor_type, parse_value, read_npy};

const NAME: &str = "fuzz.mlir";

/// Parses, verifies, prints and reads back; lowers, and the plan must be one that is read.
pub fn mlir(data: &[u8]) {
    let ctx = Context::new();
    let Ok(module) = parse_module(&ctx, NAME, Box::new(data.to_vec())) else { return };
    // Custom form cannot say what is wrong with a module.
    if !halforge_ir::verify::verify(&module).is_empty() {
        return;
    }
    for generic in [false, true] {
        reads_back(&ctx, &module, &PrintOptions { generic, locations: true, ..PrintOptions::default() });
    }
    let Ok(lowered) = halforge_lower::lower(&module) else { return };
    let mut bytes = Vec::new();
    // A plan has limits that a text may be over.
    if lowered.file().and_then(|file| file.write(&mut bytes)).is_ok() {
        use_plan(&verify(Arc::new(bytes)).expect("a lowered module is a plan"));
    }
}

fn reads_back(ctx: &Arc<Context>, module: &Module, how: &PrintOptions) {
    let text = module_to_string(module, how);
    match parse_module(ctx, NAME, Box::new(text.clone().into_bytes())) {
        Ok(again) => assert_eq!(text, module_to_string(&again, how), "reads back as another module"),
        Err(error) => panic!("{text}\ndoes not read back: {error}"),
    }
}

/// Runs the cleaning passes on a module that is verified, as passes may expect; a program that lowers still does so, and reads
/// back.
pub fn passes(data: &[u8]) {
    let ctx = Context::new();
    let Ok(mut module) = parse_module(&ctx, NAME, Box::new(data.to_vec())) else { return };
    if !halforge_ir::verify::verify(&module).is_empty() {
        return;
    }
    let Ok(pipeline) = Pipeline::parse(PIPELINE) else { panic!("{PIPELINE} is no pipeline") };
    let session = Session::new(Box::new(|_, _| Ok(())));
    let manager = Manager { session: &session, instruments: &Instruments::default(), verify: None };
    let is_program = halforge_lower::lower(&module).is_ok();
    let failed = manager.run(&mut module, &pipeline).failed;
    if is_program {
        assert!(failed.is_none(), "the passes fail on a program");
        reads_back(&ctx, &module, &PrintOptions::default());
        assert!(
            halforge_lower::lower(&module).is_ok(),
            "{}is no program any more",
            module_to_string(&module, &PrintOptions::default())
        );
    }
}

const PIPELINE: &str = "builtin.module(canonicalize,cse)";

/// A plan is refused, or the bytes are the only way to write it.
pub fn plan(data: &[u8]) {
    let Ok(plan) = verify(Arc::new(data.to_vec())) else { return };
    use_plan(&plan);
}

fn use_plan(plan: &VerifiedPlan) {
    let mut text = String::new();
    disassemble(plan, &mut text).expect("a string takes any text");
    for index in 0..plan.plan().executables.len() {
        plan.executable_data(ExecutableId(index as u32));
    }
    let mut bytes = Vec::new();
    let encoder = Encoder::new(plan.plan()).expect("what was read can be written");
    let mut constant = |id, out: &mut dyn std::io::Write| out.write_all(plan.constant(id));
    encoder.write(&mut bytes, &mut constant).expect("a vector takes any bytes");
    assert!(bytes == plan.bytes().as_ref().as_ref(), "a plan is read from bytes that are not those it is written as");
}

/// An array that is read has the same shape and bytes when written and read again; numpy lacks some of its element types.
pub fn npy(data: &[u8]) {
    let Ok(tensor) = read_npy(&mut &data[..]) else { return };
    let bytes = encode_npy(&tensor).expect("what was read can be written");
    let again = read_npy(&mut &bytes[..]).expect("what was written is an array");
    assert_eq!((again.shape(), again.bytes()), (tensor.shape(), tensor.bytes()), "reads back as another array");
}

/// The text of a value, as on the command line; what is printed of it is a value again.
pub fn value_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // A value may name a file to read, which is no business of this target.
    if text.contains(['@', '+']) {
        return;
    }
    // A short text may ask for as many elements, or brackets of an extent of 0, as it likes; that they are many is no mistake.
    if let Some(Ok((shape, _))) = text.trim().split('=').next().map(|ty| parse_tensor_type(ty.trim()))
        && shape.iter().fold(1u64, |product, &extent| product.saturating_mul(extent.max(1))) > MOST_ELEMENTS
    {
        return;
    }
    let Ok(value) = parse_value(text, None, &mut InputFiles::new()) else { return };
    let printed = format_value(&value, u64::MAX);
    assert!(parse_value(&printed, None, &mut InputFiles::new()).is_ok(), "{printed} is no value");
}

const MOST_ELEMENTS: u64 = 1 << 12;

/// Every entry of an archive lies in it.
fn archive(data: &[u8], format: Format) {
    let Ok(archive) = Archive::parse(data, format) else { return };
    for (name, entry) in archive.iter() {
        assert_eq!(archive.get(name), Some(entry));
        if let Entry::Data { offset_bytes, length_bytes } = entry {
            let end = offset_bytes.checked_add(*length_bytes);
            assert!(end.is_some_and(|end| end <= data.len() as u64), "{name} is outside of the file");
        }
    }
}

/// An archive of IREE's own format.
pub fn irpa(data: &[u8]) {
    archive(data, Format::Irpa);
}

/// An archive of Hugging Face's format.
pub fn safetensors(data: &[u8]) {
    archive(data, Format::Safetensors);
}

/// An archive of llama.cpp's format.
pub fn gguf(data: &[u8]) {
    archive(data, Format::Gguf);
}

/// A container that is read is the same when written and read again, and its device code does no harm.
pub fn vke1(data: &[u8]) {
    let Ok(container) = Container::parse(data) else { return };
    let bytes = write(&container).expect("what was read can be written");
    assert_eq!(Container::parse(&bytes).ok().as_ref(), Some(&container), "reads back as another container");
    for pipeline in (0..container.pipelines.len()).filter_map(|ordinal| container.pipeline(ordinal)) {
        if let Ok(module) = Spirv::reflect(pipeline.spirv) {
            check_interface(&module, &pipeline).iter().for_each(|finding| drop(finding.to_string()));
        }
    }
}

/// Reflection, and what follows from it.
pub fn spirv(data: &[u8]) {
    let Ok(module) = Spirv::reflect(data) else { return };
    required_features(&module).for_each(drop);
    if let Ok(container) = raw_bda_container(&module, data) {
        for pipeline in (0..container.pipelines.len()).filter_map(|ordinal| container.pipeline(ordinal)) {
            check_interface(&module, &pipeline).iter().for_each(|finding| drop(finding.to_string()));
        }
    }
}
