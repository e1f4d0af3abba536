//! Executables that are merged, in their final form: one container, with a shader module for each kernel that differs.

use halforge_executable::vke1::Container;
use halforge_ir::{AttrKind, Context, DenseData, Module, OpKind, parse_module};
use halforge_passes::{Instruments, Manager, Pipeline, Session};

const PIPELINE: &str =
    "builtin.module(iree-hal-link-all-executables{merge},hal.executable(iree-hal-serialize-all-executables))";

/// An executable with one kernel of so many invocations, for one binding and so many constants.
fn executable(name: &str, kernel: &str, invocations: u32, constants: u32) -> String {
    format!(
        r#"hal.executable private @{name} {{
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {{
    hal.executable.export public @{kernel} ordinal(0) layout(#hal.pipeline.layout<constants = {constants}, bindings = [#hal.pipeline.binding<storage_buffer>]>)
    builtin.module {{
      spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {{
        spirv.func @{kernel}() "None" {{
          spirv.Return
        }}
        spirv.EntryPoint "GLCompute" @{kernel}
        spirv.ExecutionMode @{kernel} "LocalSize", {invocations}, 1, 1
      }}
    }}
  }}
}}
"#
    )
}

/// A function that looks up these exports.
fn user(exports: &[(&str, &str)]) -> String {
    let lookup = |(executable, kernel): &(&str, &str)| {
        format!(
            "  %{executable} = hal.executable.lookup device(%d : !hal.device) executable(@{executable}) : !hal.executable\n  \
             %{executable}_f = hal.executable.lookup.function target(%{executable} : !hal.executable) \
             function(@{executable}::@v::@{kernel}) : i64\n  util.optimization_barrier %{executable}_f : i64\n"
        )
    };
    let lookups: String = exports.iter().map(lookup).collect();
    format!("util.func public @f(%d: !hal.device) {{\n{lookups}  util.return\n}}\n")
}

/// The module after linking and serialization.
fn linked(text: &str) -> Result<Module, String> {
    let parsed = parse_module(&Context::new(), "linking.mlir", Box::new(text.as_bytes().to_vec()));
    let mut module = parsed.map_err(|error| error.to_string())?;
    let session = Session::default();
    let manager = Manager { session: &session, instruments: &Instruments::default(), verify: None };
    let report = manager.run(&mut module, &Pipeline::parse(PIPELINE)?);
    if report.failed.is_some() { Err(format!("{:?}", report.diagnostics)) } else { Ok(module) }
}

/// The bytes of all binaries.
fn binaries(module: &Module) -> Vec<Vec<u8>> {
    let ops = module.walk(module.root()).into_iter().filter(|&op| module.kind(op) == OpKind::HalExecutableBinary);
    ops.filter_map(|op| match module.ctx.attr_kind(module.get_attr(op, "data")?) {
        AttrKind::Dense { data: DenseData::Bytes(bytes), .. } => Some(bytes.to_vec()),
        _ => None,
    })
    .collect()
}

/// Three kernels, two of them the same: one container with two modules and two pipelines, whose layouts differ.
#[test]
fn several_modules_are_one_container() -> Result<(), String> {
    let text = [
        executable("a", "scale", 64, 0),
        executable("b", "scale_again", 64, 0),
        executable("c", "scale", 32, 2),
        user(&[("a", "scale"), ("b", "scale_again"), ("c", "scale")]),
    ];
    let module = linked(&text.concat())?;
    let found = binaries(&module);
    let [binary] = &found[..] else { return Err(format!("expected one binary, found {}", found.len())) };
    let container = Container::parse(binary).map_err(|error| error.to_string())?;
    let names: Vec<&str> = container.pipelines.iter().map(|pipeline| pipeline.entry_point).collect();
    assert_eq!(names, ["scale", "scale_0"]);
    assert_eq!(container.shader_modules.len(), 2);
    let constants: Vec<u32> = container
        .pipelines
        .iter()
        .map(|pipeline| {
            let layout = &container.pipeline_layouts[pipeline.pipeline_layout as usize];
            layout.push_constant_ranges.first().map_or(0, |range| range.size_bytes / 4)
        })
        .collect();
    assert_eq!(constants, [0, 2]);
    let paths: Vec<String> = module
        .walk(module.root())
        .into_iter()
        .filter(|&op| module.kind(op) == OpKind::HalExecutableLookupFunction)
        .filter_map(|op| module.symbol_path(op, "entry_point"))
        .map(|path| path.iter().map(|&name| module.ctx.str(name)).collect::<Vec<_>>().join("::"))
        .collect();
    let [first, other] = ["scale", "scale_0"].map(|name| format!("module_linked_vulkan_spirv::v::{name}"));
    assert_eq!(paths, [first.clone(), first, other]);
    Ok(())
}

/// A binary takes so many pipelines and no more: what is too much for one is two.
#[test]
fn what_is_too_much_for_one_is_two() -> Result<(), String> {
    let names: Vec<String> = (0..1025).map(|number| format!("e{number}")).collect();
    let executables = (1..).zip(&names).map(|(number, name)| executable(name, &format!("k_{name}"), number, 0));
    let kernels: Vec<String> = names.iter().map(|name| format!("k_{name}")).collect();
    let exports: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(kernels.iter().map(String::as_str)).collect();
    let text: String = executables.chain([user(&exports)]).collect();
    let counts: Result<Vec<usize>, String> = binaries(&linked(&text)?)
        .iter()
        .map(|binary| Ok(Container::parse(binary).map_err(|error| error.to_string())?.pipelines.len()))
        .collect();
    assert_eq!(counts?, [1024, 1]);
    Ok(())
}
