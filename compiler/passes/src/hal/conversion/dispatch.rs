//! Dispatches: which variant and export runs, over how many workgroups, on which bindings.

use halforge_ir::{AttrKind, DialectAttrKind, HalType, Mapping, Op, OpKind, Value, enums};

use super::commands::Recording;
use super::{Convert, Converted, Refused};
use crate::build::Build;
use crate::hal::materialize_resource_caches::condition;
use crate::symbols::{ops_in, symbol};

/// Most exports that stand in for each other.
const MAX_FALLBACKS: u32 = 64;

/// A function of an executable, and workgroups to run it over.
struct Chosen {
    function: Value,
    workgroups: [Value; 3],
}

/// An export with what it is called.
#[derive(Clone)]
struct Export {
    op: Op,
    path: Vec<halforge_ir::Ident>,
}

pub(super) fn dispatch(convert: &mut Convert<'_>, op: Op, recording: &Recording) -> Converted {
    let ctx = convert.module.ctx.clone();
    let entry_points = convert.module.get_attr(op, "entry_points").and_then(|list| ctx.array_value(list)).unwrap_or_default();
    let mut exports = Vec::new();
    for &entry_point in entry_points {
        let path = ctx.symbol_path(entry_point).unwrap_or_default();
        let found = convert.symbols.resolve(convert.module, &path);
        let found = found.filter(|&found| convert.module.kind(found) == OpKind::HalExecutableExport);
        let op = found.ok_or_else(|| format!("expected the export {}, found none", ctx.show_attr(entry_point)))?;
        exports.push(Export { op, path });
    }
    let mut build = convert.build(op);
    let ty = build.hal_type(HalType::Device);
    let device = build.value(OpKind::HalCommandBufferDevice, &[&[recording.command_buffer]], ty, &[]);
    match &exports[..] {
        [] => return Err("expected an entry point".to_owned()),
        [export] => emit(&mut build, op, export, device, recording)?,
        exports => {
            let conditions: Vec<Value> = exports
                .iter()
                .filter_map(|export| build.module.parent_op(export.op))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|variant| condition(&mut build, variant, device))
                .collect();
            let mut refused = None;
            build.first_of(&conditions, &[], |build, case| {
                let emitted = case.map(|case| emit(build, op, &exports[case], device, recording));
                refused = refused.take().or(emitted.and_then(Result::err));
                Vec::new()
            });
            if let Some(why) = refused {
                return Err(why);
            }
        }
    }
    convert.replace(op, &[]);
    Ok(())
}

fn emit(build: &mut Build<'_>, op: Op, export: &Export, device: Value, recording: &Recording) -> Converted {
    let ctx = build.module.ctx.clone();
    let executable = ctx.symbol_attr(*export.path.first().ok_or("expected an executable")?);
    let ty = build.hal_type(HalType::Executable);
    let executable = build.value(OpKind::HalExecutableLookup, &[&[device]], ty, &[("executable", executable)]);
    let workload = build.module.group(op, "workload");
    let chosen = choose(build, export, executable, device, &workload, MAX_FALLBACKS)?;
    let uniforms = build.module.group(op, "uniform_operands");
    let [resources, offsets, lengths] =
        ["resources", "resource_offsets", "resource_lengths"].map(|name| build.module.group(op, name));
    let through_table = indirect_bindings(build, export.op);
    let buffers: Vec<Value> = resources
        .iter()
        .enumerate()
        .map(|(i, &resource)| if through_table.get(i) == Some(&true) { recording.binding(resource) } else { resource })
        .collect();
    if through_table.len() != buffers.len() {
        let (expected, found) = (through_table.len(), buffers.len());
        return Err(format!("expected {expected} resources for the bindings of the export's layout, found {found}"));
    }
    let flags = build.bits(&enums::DISPATCH_FLAG, 0);
    let [x, y, z] = chosen.workgroups;
    let groups = [
        &[recording.command_buffer][..],
        &[executable],
        &[chosen.function],
        &[x],
        &[y],
        &[z],
        &uniforms,
        &buffers,
        &offsets,
        &lengths,
    ];
    build.op(OpKind::HalCommandBufferDispatch, &groups, &[], &[("flags", flags)]);
    Ok(())
}

/// For each binding of an export's layout whether it may go through a binding table.
fn indirect_bindings(build: &Build<'_>, export: Op) -> Vec<bool> {
    let ctx = &build.module.ctx;
    let layout = build.module.get_attr(export, "layout").map(|layout| ctx.attr_kind(layout));
    let Some(AttrKind::Dialect(layout)) = layout else { return Vec::new() };
    let bindings = layout.param("bindings").and_then(|bindings| ctx.array_value(bindings)).unwrap_or_default();
    let indirect = enums::DESCRIPTOR_FLAGS.case("Indirect").unwrap_or(0);
    let is_indirect = |binding: &halforge_ir::Attr| match ctx.attr_kind(*binding) {
        AttrKind::Dialect(binding) if binding.kind == DialectAttrKind::HalPipelineBinding => {
            let flags = binding.param("flags").and_then(|flags| ctx.int_value(flags)).unwrap_or(0);
            flags & i128::from(indirect) != 0
        }
        _ => false,
    };
    bindings.iter().map(is_indirect).collect()
}

/// The export itself, or where its condition does not hold the one that stands in for it.
fn choose(
    build: &mut Build<'_>,
    export: &Export,
    executable: Value,
    device: Value,
    workload: &[Value],
    depth: u32,
) -> Result<Chosen, Refused> {
    let condition = build.module.entry(build.module.region(export.op, 1));
    let Some(condition) = condition else { return taken(build, export, executable, device, workload) };
    let fallback = fallback(build, export).filter(|_| depth > 0).ok_or("expected an export to fall back to")?;
    let holds = inline(build, condition, device, workload)?;
    let &[holds] = &holds[..] else { return Err("expected a condition that gives one value".to_owned()) };
    let ctx = build.module.ctx.clone();
    let (id, index) = (ctx.int_type(64), ctx.index_type());
    let mut refused = None;
    let mut values = |chosen: Result<Chosen, Refused>| match chosen {
        Ok(Chosen { function, workgroups: [x, y, z] }) => vec![function, x, y, z],
        Err(why) => {
            refused = Some(why);
            Vec::new()
        }
    };
    let types = [id, index, index, index];
    let op = build.op(OpKind::ScfIf, &[&[holds]], &types, &[]);
    let regions = [0, 1].map(|i| build.module.region(op, i));
    for (i, region) in regions.into_iter().enumerate() {
        build.block(region, |build| {
            let chosen = match i {
                0 => taken(build, export, executable, device, workload),
                _ => choose(build, &fallback, executable, device, workload, depth - 1),
            };
            let values = values(chosen);
            build.op(OpKind::ScfYield, &[&values], &[], &[]);
        });
    }
    match (refused, build.module.results(op)) {
        (Some(why), _) => Err(why),
        (None, &[function, x, y, z]) => Ok(Chosen { function, workgroups: [x, y, z] }),
        (None, _) => Err("expected a function and three counts".to_owned()),
    }
}

fn fallback(build: &Build<'_>, export: &Export) -> Option<Export> {
    let name = *build.module.symbol_path(export.op, "condition_fallback")?.last()?;
    let variant = build.module.parent_op(export.op)?;
    let op = ops_in(build.module, variant).into_iter().find(|&op| symbol(build.module, op) == Some(name))?;
    let (_, around) = export.path.split_last()?;
    Some(Export { op, path: [around, &[name]].concat() })
}

/// An export that is taken: its function and workgroups.
fn taken(
    build: &mut Build<'_>,
    export: &Export,
    executable: Value,
    device: Value,
    workload: &[Value],
) -> Result<Chosen, Refused> {
    let ctx = build.module.ctx.clone();
    let (&root, nested) = export.path.split_first().ok_or("expected an executable")?;
    let path = ctx.attr(AttrKind::Symbol { root, nested: nested.to_vec() });
    let ty = ctx.int_type(64);
    let function = build.value(OpKind::HalExecutableLookupFunction, &[&[executable]], ty, &[("entry_point", path)]);
    Ok(Chosen { function, workgroups: workgroups(build, export.op, device, workload)? })
}

/// How many workgroups an export runs over: what its region says, or one for each of the workload.
fn workgroups(build: &mut Build<'_>, export: Op, device: Value, workload: &[Value]) -> Result<[Value; 3], Refused> {
    if let Some(count) = build.module.entry(build.module.region(export, 0)) {
        let counts = inline(build, count, device, workload)?;
        return counts.try_into().map_err(|_| "expected three counts of workgroups".to_owned());
    }
    let one = build.index(1);
    let index = build.module.ctx.index_type();
    if workload.len() <= 3 {
        let at = |i: usize| workload.get(i).copied().unwrap_or(one);
        return Ok([at(0), at(1), at(2)]);
    }
    // As many as there are altogether; nothing is left for the other dimensions.
    let all = workload.iter().fold(one, |all, &extent| build.value(OpKind::ArithMulI, &[&[all], &[extent]], index, &[]));
    let mut left = all;
    let mut counts = [one; 3];
    for count in &mut counts {
        *count = left;
        let covered = build.value(OpKind::ArithMulI, &[&[left], &[left]], index, &[]);
        left = build.value(OpKind::ArithSubI, &[&[left], &[covered]], index, &[]);
    }
    Ok(counts)
}

/// Copies the operations of a block that takes a device and a workload; gives what it returns.
fn inline(build: &mut Build<'_>, block: halforge_ir::Block, device: Value, workload: &[Value]) -> Result<Vec<Value>, Refused> {
    let mut map = Mapping::new();
    let args = build.module.args(block).to_vec();
    for (&arg, &value) in args.iter().zip(std::iter::once(&device).chain(workload)) {
        map.map(arg, value);
    }
    let ops: Vec<Op> = build.module.ops(block).collect();
    let (end, ops) = ops.split_last().ok_or("expected a region that returns something")?;
    for &op in ops {
        let copy = build.module.clone_op(op, &mut map);
        build.place(copy);
    }
    Ok(build.module.operands(*end).map(|value| map.get(value)).collect())
}

/// `hal.executable.calculate_workgroups`
pub(super) fn calculate_workgroups(convert: &mut Convert<'_>, op: Op) -> Converted {
    let path = convert.module.symbol_path(op, "entry_point").unwrap_or_default();
    let export = convert.symbols.resolve(convert.module, &path);
    let export = export.filter(|&export| convert.module.kind(export) == OpKind::HalExecutableExport);
    let export = export.ok_or("expected an export of the module")?;
    let device = convert.operand(op, "device")?;
    let workload = convert.module.group(op, "workload");
    let counts = workgroups(&mut convert.build(op), export, device, &workload)?;
    convert.replace(op, &counts);
    Ok(())
}
