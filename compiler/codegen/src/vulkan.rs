//! `vulkan-spirv`: SPIR-V in VKE1 containers, for the descriptor ABI and the address ABI.
//!
//! A variant holds either a `spirv.module` for each entry point or external objects.

use std::num::NonZeroU32;

use halforge_executable::Module as Reflection;
use halforge_executable::vke1::Abi;
use halforge_ir::{AttrKind, Diagnostic, DialectAttr, Module, Op, OpKind, PrintOptions, op_to_string, storage};
use rustc_hash::FxHashMap;

use crate::backend::{Artifact, Backend, Binary, Options, Role};
use crate::container::{Code, Source, bytes, container};
use crate::export::{Export, error, exports};
use crate::kernel::{WorkgroupLimits, mismatches};
use crate::object::{Object, objects};
use crate::spirv::serialize_module;

/// The backend of `vulkan-spirv`.
pub(crate) struct VulkanSpirv;

impl Backend for VulkanSpirv {
    fn name(&self) -> &'static str {
        "vulkan-spirv"
    }

    fn check_translated(&self, module: &Module, variant: Op) -> Result<(), Box<Diagnostic>> {
        if is_external(module, variant) {
            return Ok(());
        }
        for op in inner_ops(module, variant) {
            if module.kind(op) == OpKind::SpirvModule {
                continue;
            }
            // What is wrong is the code in a function, not the function.
            let code = module.walk(op).into_iter().find(|&inner| !is_frame(module, inner)).unwrap_or(op);
            let message = format!(
                "the device code is not compiled: expected `spirv.module`, found `{}`, which needs a compiler for {}",
                module.op_name(code),
                self.name()
            );
            let help = "compile it to phase executable-targets with iree-compile, or give an external object";
            return Err(Box::new(error(module, code, message).note(None, help)));
        }
        Ok(())
    }

    fn serialize(&self, module: &Module, variant: Op, options: &Options<'_>) -> Result<Binary, Vec<Diagnostic>> {
        let one = |diagnostic: Box<Diagnostic>| vec![*diagnostic];
        let format = target_string(module, variant, "format");
        let Some(abi) = Abi::of_format(&format) else {
            let [descriptor, address] = Abi::ALL.map(Abi::format);
            let message = format!("expected the format {descriptor} or {address}, found `{format}`");
            return Err(one(error(module, variant, message)));
        };
        self.check_translated(module, variant).map_err(one)?;
        let exports = exports(module, variant).map_err(one)?;
        let (codes, artifacts) = if is_external(module, variant) {
            (external(module, variant, abi, &exports, options)?, Vec::new())
        } else {
            compiled(module, variant, &exports).map_err(one)?
        };
        let sources = sources(module, variant).map_err(one)?;
        // Objects say nothing about where they come from.
        let debug_level = if is_external(module, variant) { 0 } else { options.debug_level };
        let container = container(abi, &exports, &codes, debug_level, &sources);
        let data = bytes(&container).map_err(|why| one(error(module, variant, format!("the binary is not valid: {why}"))))?;
        Ok(Binary { format, data, mime_type: "application/x-flatbuffers", artifacts })
    }
}

fn target(module: &Module, variant: Op) -> Option<&DialectAttr> {
    match module.get_attr(variant, "target").map(|target| module.ctx.attr_kind(target)) {
        Some(AttrKind::Dialect(target)) => Some(target),
        _ => None,
    }
}

fn target_string(module: &Module, variant: Op, name: &str) -> String {
    let param = target(module, variant).and_then(|target| target.param(name));
    param.and_then(|param| module.ctx.str_value(param)).unwrap_or("").to_owned()
}

/// Whether a variant has no code of its own.
fn is_external(module: &Module, variant: Op) -> bool {
    module.get_attr(variant, "objects").is_some() && inner_ops(module, variant).is_empty()
}

/// What stands in the module of a variant.
fn inner_ops(module: &Module, variant: Op) -> Vec<Op> {
    let ops = |op: Op| -> Vec<Op> {
        let body = module.regions(op).first().and_then(|&region| module.entry(region));
        body.map(|block| module.ops(block).collect()).unwrap_or_default()
    };
    let inner = ops(variant).into_iter().filter(|&op| module.kind(op) == OpKind::BuiltinModule);
    inner.flat_map(ops).collect()
}

/// Whether an operation only holds others, and so says nothing about what is left to be compiled.
fn is_frame(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::FuncFunc | OpKind::BuiltinModule | OpKind::ArithConstant)
}

/// The code of each export from the `spirv.module` with its entry point.
fn compiled(module: &Module, variant: Op, exports: &[Export]) -> Result<(Vec<Code>, Vec<Artifact>), Box<Diagnostic>> {
    let mut entries: FxHashMap<String, (Op, Op)> = FxHashMap::default();
    for spirv in inner_ops(module, variant) {
        let body = module.entry(module.region(spirv, 0));
        for op in body.map(|block| module.ops(block).collect::<Vec<_>>()).unwrap_or_default() {
            if module.kind(op) == OpKind::SpirvEntryPoint
                && let Some(name) = module.symbol_path(op, "fn").and_then(|path| path.first().copied())
            {
                entries.insert(module.ctx.str(name).to_owned(), (spirv, op));
            }
        }
    }
    let mut words: FxHashMap<Op, Vec<u8>> = FxHashMap::default();
    let (mut codes, mut artifacts) = (Vec::new(), Vec::new());
    for export in exports {
        let Some(&(spirv, entry)) = entries.get(&export.name) else {
            let mut names: Vec<&str> = entries.keys().map(String::as_str).collect();
            names.sort_unstable();
            let message = format!("no `spirv.module` has the entry point `{}`; found {names:?}", export.name);
            return Err(error(module, export.op, message));
        };
        let spirv_bytes = match words.get(&spirv) {
            Some(bytes) => bytes.clone(),
            None => {
                let bytes: Vec<u8> = serialize_module(module, spirv)?.iter().flat_map(|word| word.to_le_bytes()).collect();
                words.insert(spirv, bytes.clone());
                let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
                artifacts.push(Artifact {
                    entry_point: export.name.clone(),
                    extension: ".spirv.mlir",
                    role: Role::Intermediate,
                    bytes: op_to_string(module, spirv, &options).into_bytes(),
                });
                bytes
            }
        };
        artifacts.push(Artifact {
            entry_point: export.name.clone(),
            extension: ".spv",
            role: Role::Binary,
            bytes: spirv_bytes.clone(),
        });
        codes.push(Code { spirv: spirv_bytes, subgroup_size: subgroup_size(module, spirv, entry) });
    }
    Ok((codes, artifacts))
}

/// The subgroup size that an entry point's function asks for.
fn subgroup_size(module: &Module, spirv: Op, entry: Op) -> Option<NonZeroU32> {
    let name = module.symbol_path(entry, "fn")?.first().copied()?;
    let body = module.entry(module.region(spirv, 0))?;
    let function = module
        .ops(body)
        .find(|&op| module.kind(op) == OpKind::SpirvFunc && module.symbol_name(op) == Some(module.ctx.str(name)))?;
    let AttrKind::Dialect(abi) = module.ctx.attr_kind(module.get_attr(function, "spirv.entry_point_abi")?) else { return None };
    let size = module.ctx.int_value(abi.param("subgroup_size")?)?;
    NonZeroU32::new(u32::try_from(size).ok()?)
}

/// The code of each export from the object with its entry point, checked against its layout.
fn external(
    module: &Module,
    variant: Op,
    abi: Abi,
    exports: &[Export],
    options: &Options<'_>,
) -> Result<Vec<Code>, Vec<Diagnostic>> {
    let objects = objects(module, variant, options.read).map_err(|why| vec![*why])?;
    let mut kernels: Vec<(Object, Reflection)> = Vec::new();
    for object in objects {
        let kernel = Reflection::reflect(&object.spirv)
            .map_err(|why| vec![*error(module, variant, format!("{} is no SPIR-V for Vulkan: {why}", object.name))])?;
        kernels.push((object, kernel));
    }
    let (mut codes, mut mistakes, mut used) = (Vec::new(), Vec::new(), Vec::new());
    for export in exports {
        let having: Vec<_> = kernels.iter().filter(|(_, kernel)| kernel.entry_point(&export.name).is_some()).collect();
        match having[..] {
            [(object, kernel)] => {
                codes.push(Code { spirv: object.spirv.clone(), subgroup_size: None });
                used.push((export, object, kernel));
            }
            [] => mistakes.push(*no_entry_point(module, export, &kernels)),
            [(first, _), (second, _), ..] => {
                let names = format!("{} and {}", first.name, second.name);
                let message = format!("the entry point `{}` is in several objects: {names}", export.name);
                mistakes.push(*error(module, export.op, message));
            }
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let limits = workgroup_limits(module, variant);
    let container = container(abi, exports, &codes, 0, &[]);
    for (ordinal, (export, object, kernel)) in used.into_iter().enumerate() {
        let Some(view) = container.pipeline(ordinal) else { continue };
        for what in mismatches(kernel, &view, limits) {
            let message = format!("{} does not fit `@{}`: {what}", object.name, export.name);
            mistakes.push(*error(module, export.op, message));
        }
    }
    if mistakes.is_empty() { Ok(codes) } else { Err(mistakes) }
}

fn no_entry_point(module: &Module, export: &Export, kernels: &[(Object, Reflection)]) -> Box<Diagnostic> {
    let found = kernels.iter().map(|(object, kernel)| {
        let names: Vec<&str> = kernel.entry_points.iter().map(|entry| &entry.name[..]).collect();
        format!("{} has {}", object.name, if names.is_empty() { "none".to_owned() } else { names.join(", ") })
    });
    let found: Vec<String> = found.collect();
    let message = format!("no object has the entry point `{}`: {}", export.name, found.join("; "));
    error(module, export.op, message)
}

/// The limits of the target that a variant is for, where its configuration says them.
fn workgroup_limits(module: &Module, variant: Op) -> WorkgroupLimits {
    let ctx = &module.ctx;
    let dialect = |attr| match ctx.attr_kind(attr) {
        AttrKind::Dialect(attr) => Some(attr),
        _ => None,
    };
    let config = target(module, variant).and_then(|target| target.param("configuration"));
    let info = config.and_then(|config| ctx.dict_get(config, "iree_codegen.target_info"));
    let Some(wgp) = info.and_then(dialect).and_then(|info| info.param("wgp")).and_then(dialect) else {
        return WorkgroupLimits::default();
    };
    let sizes: Vec<u32> = wgp
        .param("max_workgroup_sizes")
        .map(|sizes| ctx.int_values(sizes))
        .unwrap_or_default()
        .into_iter()
        .filter_map(|n| u32::try_from(n).ok())
        .collect();
    let invocations = wgp.param("max_thread_count_per_workgroup").and_then(|n| ctx.int_value(n));
    WorkgroupLimits { sizes: sizes.try_into().ok(), invocations: invocations.and_then(|n| u32::try_from(n).ok()) }
}

/// The sources that a variant embeds, in order.
fn sources(module: &Module, variant: Op) -> Result<Vec<Source>, Box<Diagnostic>> {
    let ctx = &module.ctx;
    let Some(AttrKind::Dict(list)) = module.get_attr(variant, "sources").map(|dict| ctx.attr_kind(dict)) else {
        return Ok(Vec::new());
    };
    let mut sources = Vec::new();
    for &(name, value) in list {
        if !matches!(ctx.attr_kind(value), AttrKind::DenseResource { .. }) {
            continue;
        }
        let mut bytes = Vec::new();
        storage::storage_size(module, value).map_err(|why| error(module, variant, why))?;
        let read: Result<(), std::convert::Infallible> = storage::write_storage(module, value, &mut |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        });
        let Ok(()) = read;
        sources.push((ctx.str(name).to_owned(), bytes));
    }
    Ok(sources)
}
