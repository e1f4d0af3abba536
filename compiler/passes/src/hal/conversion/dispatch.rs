//! `stream.cmd.dispatch`: device code run by a command buffer.
//!
//! The device is known when the program runs, so a dispatch that several variants can serve asks it which; an export with a
//! condition may give way to its fallback. The grid follows from the workload by the region of the export, copied here.

use halforge_ir::enums::{DESCRIPTOR_FLAGS, DISPATCH_FLAG};
use halforge_ir::{AttrKind, DialectAttrKind, HalType, Ident, Mapping, Module, Op, OpKind, Value};
use smallvec::SmallVec;

use super::execute::commands;
use super::{Done, Hal, resolve};
use crate::build::Build;
use crate::hal::materialize_resource_caches::condition;

/// The number of the region of an export that gives the grid, and of the one that says whether it can be used.
const COUNT: usize = 0;
const CONDITION: usize = 1;

/// Most fallbacks after one another.
const MAX_FALLBACKS: usize = 64;

/// One entry point that may serve a dispatch: its exports in the order they are tried, and how it sees its resources.
struct EntryPoint {
    executable: Ident,
    variant: Op,
    exports: Vec<Export>,
    bindings: Vec<Value>,
}

struct Export {
    op: Op,
    /// From the executable in.
    path: Vec<Ident>,
}

/// What a dispatch gives to whatever serves it.
struct Operands {
    commands: Value,
    workload: SmallVec<[Value; 4]>,
    constants: SmallVec<[Value; 4]>,
    offsets: SmallVec<[Value; 4]>,
    lengths: SmallVec<[Value; 4]>,
}

pub(super) fn dispatch(conversion: &mut Hal<'_>, op: Op) -> Done {
    let operands = Operands {
        commands: commands(conversion, op)?.handle,
        workload: conversion.group(op, "workload")?,
        constants: conversion.group(op, "uniform_operands")?,
        offsets: conversion.group(op, "resource_offsets")?,
        lengths: conversion.group(op, "resource_lengths")?,
    };
    let ctx = conversion.module.ctx.clone();
    let names = conversion.module.get_attr(op, "entry_points").and_then(|list| ctx.array_value(list)).unwrap_or_default();
    let mut entry_points = Vec::with_capacity(names.len());
    for &name in names {
        let path = ctx.symbol_path(name).unwrap_or_default();
        entry_points.push(entry_point(conversion, op, path, operands.workload.len())?);
    }
    let build = &mut conversion.before(op);
    let ty = build.hal_type(HalType::Device);
    let device = build.value(OpKind::HalCommandBufferDevice, &[&[operands.commands]], ty, &[]);
    if let [entry_point] = entry_points.as_slice() {
        emit(build, entry_point, device, &operands);
    } else {
        let conditions: Vec<Value> = entry_points.iter().map(|entry| condition(build, entry.variant, device)).collect();
        // Where no variant fits, loading the executable has failed before.
        build.first_of(&conditions, &[], |build, case| {
            if let Some(entry_point) = case.and_then(|case| entry_points.get(case)) {
                emit(build, entry_point, device, &operands);
            }
            Vec::new()
        });
    }
    conversion.remove(op);
    Ok(())
}

fn entry_point(conversion: &mut Hal<'_>, op: Op, path: Vec<Ident>, workload: usize) -> Result<EntryPoint, String> {
    let exports = exports(conversion, op, path, workload)?;
    let Some(first) = exports.first() else { return Err("expected an export".to_owned()) };
    let module = &*conversion.module;
    let variant = module.parent_op(first.op).filter(|&up| module.kind(up) == OpKind::HalExecutableVariant);
    let (Some(variant), Some(&executable)) = (variant, first.path.first()) else {
        return Err("expected its export in a variant of an executable".to_owned());
    };
    let bindings = bindings(conversion, op, first.op)?;
    Ok(EntryPoint { executable, variant, exports, bindings })
}

/// The export that a path leads to and those it falls back to.
fn exports(conversion: &mut Hal<'_>, op: Op, path: Vec<Ident>, workload: usize) -> Result<Vec<Export>, String> {
    let mut exports: Vec<Export> = Vec::new();
    let mut next = Some(path);
    while let Some(path) = next {
        let export = resolve(conversion, op, &path).filter(|&op| conversion.module.kind(op) == OpKind::HalExecutableExport);
        let module = &*conversion.module;
        let Some(export) = export else {
            return Err(format!("expected an export called {}, found none", spelled(module, &path)));
        };
        if exports.len() == MAX_FALLBACKS || exports.iter().any(|other| other.op == export) {
            return Err(format!("the fallbacks of {} have no end", spelled(module, &path)));
        }
        check_workload(module, export, workload)?;
        let has_condition = has_region(module, export, CONDITION);
        next = match module.symbol_path(export, "condition_fallback").and_then(|path| path.last().copied()) {
            Some(fallback) if has_condition => Some([&path[..path.len() - 1], &[fallback]].concat()),
            None if has_condition => {
                return Err(format!("expected a fallback of {}, which has a condition", spelled(module, &path)));
            }
            _ => None,
        };
        exports.push(Export { op: export, path });
    }
    Ok(exports)
}

fn has_region(module: &Module, export: Op, number: usize) -> bool {
    module.regions(export).get(number).is_some_and(|&region| module.entry(region).is_some())
}

fn spelled(module: &Module, path: &[Ident]) -> String {
    path.iter().map(|&name| format!("@{}", module.ctx.str(name))).collect::<Vec<_>>().join("::")
}

/// Regions of an export take the device and the workload; they may leave out the last of it, but not ask for more. The grid
/// of another export is not theirs to ask for, as that could lead back to them.
fn check_workload(module: &Module, export: Op, workload: usize) -> Done {
    for (number, &region) in module.regions(export).iter().enumerate() {
        let Some(block) = module.entry(region) else { continue };
        let (name, results) = if number == COUNT { ("count", 3) } else { ("condition", 1) };
        let region_name = format!("the region `{name}` of @{}", module.symbol_name(export).unwrap_or_default());
        let args = module.args(block);
        if args.is_empty() {
            return Err(format!("expected {region_name} to take the device before the workload, found no arguments"));
        }
        if let Some(asked) = args.iter().skip(1 + workload).rposition(|&arg| !module.is_unused(arg)) {
            let expected = workload + asked + 1;
            return Err(format!(
                "expected a workload of at least {expected} values, which {region_name} uses, found {workload}; give the \
                 dispatch the rest, or let the region do without"
            ));
        }
        if module.walk_region(region).into_iter().any(|op| module.kind(op) == OpKind::HalExecutableCalculateWorkgroups) {
            return Err(format!(
                "expected {region_name} to get along with its arguments, found that it asks for the grid of an export, \
                 which may lead back to it"
            ));
        }
        let found = module.last(block).map_or(0, |end| module.num_operands(end));
        if found != results {
            return Err(format!("expected {results} results of {region_name}, found {found}"));
        }
    }
    Ok(())
}

/// How an export refers to the resources of a dispatch: by slot of the binding table where its layout allows that.
fn bindings(conversion: &Hal<'_>, op: Op, export: Op) -> Result<Vec<Value>, String> {
    let (resources, buffers) = (conversion.module.group(op, "resources"), conversion.group(op, "resources")?);
    let flags = binding_flags(conversion.module, export).ok_or("expected a #hal.pipeline.layout of its export")?;
    if flags.len() != buffers.len() {
        let (expected, found) = (flags.len(), buffers.len());
        return Err(format!("expected {expected} resources, one for each binding of its export's layout, found {found}"));
    }
    let indirect = DESCRIPTOR_FLAGS.case("Indirect").unwrap_or_default();
    let commands = commands(conversion, op)?;
    let pairs = resources.iter().zip(buffers).zip(flags);
    let binding = |((&resource, buffer), flags): ((&Value, Value), u64)| {
        if flags & indirect == 0 { buffer } else { commands.binding(resource, buffer) }
    };
    Ok(pairs.map(binding).collect())
}

/// The flags of each binding in an export's layout.
fn binding_flags(module: &Module, export: Op) -> Option<Vec<u64>> {
    let ctx = &module.ctx;
    let dialect = |attr, kind| match ctx.attr_kind(attr) {
        AttrKind::Dialect(attr) if attr.kind == kind => Some(attr),
        _ => None,
    };
    let layout = dialect(module.get_attr(export, "layout")?, DialectAttrKind::HalPipelineLayout)?;
    let bindings = ctx.array_value(layout.param("bindings")?)?.iter();
    let flags = bindings.map(|&binding| {
        let binding = dialect(binding, DialectAttrKind::HalPipelineBinding)?;
        Some(binding.param("flags").and_then(|flags| ctx.int_value(flags)).unwrap_or(0) as u64)
    });
    flags.collect()
}

/// A dispatch of one entry point.
fn emit(build: &mut Build<'_>, entry_point: &EntryPoint, device: Value, operands: &Operands) {
    let ctx = build.module.ctx.clone();
    let ty = build.hal_type(HalType::Executable);
    let props = [("executable", ctx.symbol_attr(entry_point.executable))];
    let executable = build.value(OpKind::HalExecutableLookup, &[&[device]], ty, &props);
    let chosen = select(build, &entry_point.exports, executable, device, &operands.workload);
    let Some(&[function, x, y, z]) = chosen.first_chunk() else { return };
    let flags = build.bits(&DISPATCH_FLAG, 0);
    let groups: [&[Value]; 10] = [
        &[operands.commands],
        &[executable],
        &[function],
        &[x],
        &[y],
        &[z],
        &operands.constants,
        &entry_point.bindings,
        &operands.offsets,
        &operands.lengths,
    ];
    build.op(OpKind::HalCommandBufferDispatch, &groups, &[], &[("flags", flags)]);
}

/// The function id of the first export that can be used, and its grid.
fn select(build: &mut Build<'_>, exports: &[Export], executable: Value, device: Value, workload: &[Value]) -> Vec<Value> {
    let Some((export, rest)) = exports.split_first() else { return Vec::new() };
    let lookup = |build: &mut Build<'_>| {
        let ctx = build.module.ctx.clone();
        let nested = export.path[1..].to_vec();
        let name = ctx.attr(AttrKind::Symbol { root: export.path[0], nested });
        let props = [("entry_point", name)];
        let function = build.value(OpKind::HalExecutableLookupFunction, &[&[executable]], ctx.int_type(64), &props);
        let mut values = vec![function];
        values.extend(workgroups(build, export.op, device, workload));
        values
    };
    if rest.is_empty() {
        return lookup(build);
    }
    let Some(&condition) = copy_region(build, export.op, CONDITION, device, workload).first() else { return Vec::new() };
    let (i64, index) = (build.module.ctx.int_type(64), build.module.ctx.index_type());
    let types = [i64, index, index, index];
    build.either(condition, &types, lookup, |build| select(build, rest, executable, device, workload))
}

/// The grid of an export: what its region says, or else one workgroup for each element of the workload.
fn workgroups(build: &mut Build<'_>, export: Op, device: Value, workload: &[Value]) -> Vec<Value> {
    if has_region(build.module, export, COUNT) {
        return copy_region(build, export, COUNT, device, workload);
    }
    if let Some(&[x, y, z]) = workload.first_chunk()
        && workload.len() == 3
    {
        return vec![x, y, z];
    }
    let index = build.module.ctx.index_type();
    let mut grid = match workload {
        [] | [_] | [_, _] => workload.to_vec(),
        [first, rest @ ..] => {
            let product = |a, b: &Value| build.value(OpKind::ArithMulI, &[&[a], &[*b]], index, &[]);
            vec![rest.iter().fold(*first, product)]
        }
    };
    while grid.len() < 3 {
        grid.push(build.index(1));
    }
    grid
}

/// Copies a region of an export here; what it returns.
fn copy_region(build: &mut Build<'_>, export: Op, number: usize, device: Value, workload: &[Value]) -> Vec<Value> {
    let region = build.module.regions(export).get(number);
    let Some(block) = region.and_then(|&region| build.module.entry(region)) else { return Vec::new() };
    let mut map = Mapping::new();
    for (&arg, &value) in build.module.args(block).iter().zip(std::iter::once(&device).chain(workload)) {
        map.map(arg, value);
    }
    let ops: Vec<Op> = build.module.ops(block).collect();
    let Some((&end, ops)) = ops.split_last() else { return Vec::new() };
    for &op in ops {
        let copy = build.module.clone_op(op, &mut map);
        build.place(copy);
    }
    build.module.operands(end).map(|value| map.get(value)).collect()
}

/// `hal.executable.calculate_workgroups`
pub(super) fn calculate_workgroups(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (device, workload) = (conversion.named(op, "device")?, conversion.group(op, "workload")?);
    let path = conversion.module.symbol_path(op, "entry_point").unwrap_or_default();
    let export = resolve(conversion, op, &path).filter(|&op| conversion.module.kind(op) == OpKind::HalExecutableExport);
    let Some(export) = export else {
        return Err(format!("expected an export called {}, found none", spelled(conversion.module, &path)));
    };
    check_workload(conversion.module, export, workload.len())?;
    let values = workgroups(&mut conversion.before(op), export, device, &workload);
    conversion.replace(op, &values)
}
