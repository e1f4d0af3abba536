//! `iree-hal-dump-executable-benchmarks`: modules that do nothing but run one variant, as the program would.
//!
//! Runs after interfaces are there and before the conversion. Only dispatches with constant numbers and an affinity can be
//! run apart from their program; those of one export with the same workload are one benchmark.

use halforge_ir::enums::{
    BARRIER_FLAG, BUFFER_USAGE, COMMAND_BUFFER_MODE, COMMAND_CATEGORY, DISPATCH_FLAG, EXECUTE_FLAG, EXECUTION_STAGE,
    FENCE_FLAG, MEMORY_TYPE, WAIT_FLAG,
};
use halforge_ir::rewrite::constants::{constant, int};
use halforge_ir::{
    At, Attr, AttrKind, DialectAttrKind, HalType, Ident, Loc, Mapping, Module, Op, OpKind, PrintOptions, Severity, Value,
    op_to_string,
};
use rustc_hash::FxHashMap;

use crate::analysis::devices::device_globals;
use crate::analysis::dispatches::entry_points;
use crate::analysis::globals::callables;
use crate::build::Build;
use crate::cse;
use crate::hal::conversion::affinity;
use crate::hal::prune_executables::of_kind;
use crate::listing::destination;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-dump-executable-benchmarks",
    doc: "Writes a program for each variant that measures its dispatches, to a file `module_executable_variant_benchmark.mlir`.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[OptionDef {
        name: "path",
        doc: "The folder for the files; standard output when empty or `-`.",
        default: OptionKind::Text(""),
    }],
    run,
};

/// What the ranges of one buffer that stand for different resources are aligned to, in bytes, as upstream.
const ALIGNMENT: i64 = 256;

/// What is run: an export, by its path, with a workload.
type Key = (Vec<Ident>, Vec<i64>);

/// How it is run.
#[derive(Default)]
struct Benchmark {
    locs: Vec<Loc>,
    affinities: Vec<Attr>,
    /// Bytes of each resource.
    lengths: Vec<i64>,
    constants: Vec<Attr>,
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let say = |run: &mut Run<'_>, severity, message: &str| {
        let mut diagnostic = run.error_at(run.op, message);
        diagnostic.severity = severity;
        run.report(diagnostic);
        Ok(())
    };
    match device_globals(run.module, run.op).len() {
        1 => {}
        0 => return say(run, Severity::Remark, "no benchmarks are written: expected a device global, found none"),
        _ => return say(run, Severity::Warning, "no benchmarks are written: expected one device global, found several"),
    }
    let benchmarks = gather(run.module, run.op);
    if benchmarks.is_empty() {
        let message = "no benchmarks are written: expected a dispatch with constant numbers and an affinity, found none";
        return say(run, Severity::Remark, message);
    }
    let folder = run.options.text("path").to_owned();
    let module_name = run.module.symbol_name(run.op).unwrap_or("module").to_owned();
    for executable in of_kind(run.module, run.op, OpKind::HalExecutable) {
        for variant in of_kind(run.module, executable, OpKind::HalExecutableVariant) {
            let name = |op: Op| run.module.symbol_name(op).unwrap_or_default();
            let name = format!("{module_name}_{}_{}_benchmark.mlir", name(executable), name(variant));
            let Some(text) = program(run.module, run.op, executable, variant, &benchmarks) else { continue };
            if let Err(error) = run.session.write(destination(&folder, &name).as_deref(), text.as_bytes()) {
                return run.fail(executable, format!("{name} cannot be written: {error}"));
            }
        }
    }
    Ok(())
}

/// What the dispatches of a module ask for.
fn gather(module: &Module, root: Op) -> Vec<(Key, Benchmark)> {
    let mut found: Vec<(Key, Benchmark)> = Vec::new();
    let mut places: FxHashMap<Key, usize> = FxHashMap::default();
    let ops = callables(module, root).into_iter().flat_map(|callable| module.walk(callable));
    for op in ops.filter(|&op| module.kind(op) == OpKind::StreamCmdDispatch) {
        let is_device = |attr: &Attr| matches!(module.ctx.attr_kind(*attr), AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::HalDeviceAffinity);
        let Some(affinity) = affinity::stated(module, op).filter(is_device) else { continue };
        let ints = |group| -> Option<Vec<i64>> {
            module.group(op, group).iter().map(|&value| i64::try_from(int(module, value)?).ok()).collect()
        };
        let constants = module.group(op, "uniform_operands");
        let constants: Option<Vec<Attr>> = constants.iter().map(|&value| constant(module, value)).collect();
        let (Some(workload), Some(lengths), Some(constants)) = (ints("workload"), ints("resource_lengths"), constants) else {
            continue;
        };
        for &name in entry_points(module, op) {
            let path = module.ctx.symbol_path(name).unwrap_or_default();
            let key = (path, workload.clone());
            let place = *places.entry(key.clone()).or_insert(found.len());
            if place == found.len() {
                found.push((key, Benchmark::default()));
            }
            let (_, benchmark) = &mut found[place];
            benchmark.locs.push(module.op(op).loc);
            if !benchmark.affinities.contains(&affinity) {
                benchmark.affinities.push(affinity);
            }
            (benchmark.lengths, benchmark.constants) = (lengths.clone(), constants.clone());
        }
    }
    found
}

/// The text of a program that runs the exports of a variant; nothing when none of them is run.
fn program(module: &mut Module, root: Op, executable: Op, variant: Op, benchmarks: &[(Key, Benchmark)]) -> Option<String> {
    let path: Vec<Ident> = [executable, variant].iter().filter_map(|&op| symbol(module, op)).collect();
    let exports = of_kind(module, variant, OpKind::HalExecutableExport);
    let exports: Vec<Ident> = exports.into_iter().filter_map(|export| symbol(module, export)).collect();
    let of = |export: &Ident| {
        let path = [&path[..], &[*export]].concat();
        benchmarks.iter().filter(move |((other, _), _)| *other == path)
    };
    let run: Vec<&(Key, Benchmark)> = exports.iter().flat_map(of).collect();
    if run.is_empty() {
        return None;
    }
    let loc = module.op(executable).loc;
    let end = module.entry(module.region(root, 0))?;
    let program = Build::new(module, At::End(end), loc).op(OpKind::BuiltinModule, &[], &[], &[]);
    let body = module.add_block(module.region(program, 0));
    for global in device_globals(module, root) {
        module.clone_op_at(global, At::End(body), &mut Mapping::new());
    }
    copy_executable(module, executable, variant, At::End(body));
    for (key, benchmark) in run {
        for &affinity in &benchmark.affinities {
            let names = SymbolTable::new(module, program);
            append(module, At::End(body), names, key, benchmark, affinity);
        }
    }
    cse::eliminate(module, program);
    let text = op_to_string(module, program, &PrintOptions { local_scope: true, ..PrintOptions::default() });
    module.erase(program);
    Some(text + "\n")
}

/// An executable with only one of its variants.
fn copy_executable(module: &mut Module, executable: Op, variant: Op, at: At) {
    let loc = module.op(executable).loc;
    let named = |name: &'static str| module.get_attr(executable, name).map(|attr| (name, attr));
    let props: Vec<(&str, Attr)> = ["sym_name", "sym_visibility"].into_iter().filter_map(named).collect();
    let mut build = Build::new(module, at, loc);
    let copy = build.op(OpKind::HalExecutable, &[], &[], &props);
    let block = build.module.add_block(build.module.region(copy, 0));
    build.module.clone_op_at(variant, At::End(block), &mut Mapping::new());
    build.within(At::End(block), |build| build.op(OpKind::HalExecutableEnd, &[], &[], &[]));
}

/// A buffer and a function that runs an export on it as often as it is told.
fn append(module: &mut Module, at: At, mut names: SymbolTable, (path, workload): &Key, benchmark: &Benchmark, affinity: Attr) {
    let ctx = module.ctx.clone();
    let loc = ctx.fused_loc(benchmark.locs.iter().copied());
    let mut name: String = path.iter().map(|&name| ctx.str(name)).collect::<Vec<_>>().join("_");
    for (number, size) in workload.iter().enumerate() {
        name += &format!("{}{size}", if number == 0 { "_" } else { "x" });
    }
    let (mut offsets, mut total) = (Vec::new(), 0i64);
    for &length in &benchmark.lengths {
        offsets.push(total);
        total = total.saturating_add(length).saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    let function_name = names.fresh(&ctx, &name);
    let buffer = names.fresh(&ctx, &format!("{}_buffer", ctx.str(function_name)));
    let mut build = Build::new(module, at, loc);
    let ty = build.hal_type(HalType::Buffer);
    let global = build.global(buffer, ty);
    build.module.set_attr(global, "is_mutable", ctx.unit());
    build.initializer(|build| allocate(build, affinity, buffer, total));
    let i32 = ctx.int_type(32);
    let (function, entry) = build.function(function_name, &[i32], &[]);
    let reflection = vec![(ctx.ident("iree.benchmark"), ctx.str_attr("dispatch"))];
    let reflection = ctx.dict_attr(reflection);
    build.module.set_attr(function, "sym_visibility", ctx.str_attr("public"));
    build.module.set_attr(function, "iree.abi.stub", ctx.unit());
    build.module.set_attr(function, "iree.reflection", reflection);
    let ranges: Vec<(i64, i64)> = offsets.into_iter().zip(benchmark.lengths.iter().copied()).collect();
    let times = build.module.args(entry)[0];
    build.within(At::End(entry), |build| {
        repeat(build, times, Dispatch { affinity, buffer, path, workload, constants: &benchmark.constants, ranges: &ranges });
    });
}

/// The device and queues of an affinity.
fn resolve(build: &mut Build<'_>, affinity: Attr) -> (Value, Value) {
    let types = [build.hal_type(HalType::Device), build.module.ctx.int_type(64)];
    let op = build.op(OpKind::HalDeviceResolve, &[], &types, &[("affinity", affinity)]);
    (build.module.result(op, 0), build.module.result(op, 1))
}

/// Allocates the buffer of a benchmark.
fn allocate(build: &mut Build<'_>, affinity: Attr, buffer: Ident, bytes: i64) {
    let (device, queues) = resolve(build, affinity);
    let ty = build.hal_type(HalType::Allocator);
    let allocator = build.value(OpKind::HalDeviceAllocator, &[&[device]], ty, &[]);
    let i32 = build.module.ctx.int_type(32);
    let memory = build.bits(&MEMORY_TYPE, MEMORY_TYPE.parse("DeviceLocal").unwrap_or_default());
    let memory = build.value(OpKind::HalMemoryType, &[], i32, &[("type", memory)]);
    let usage = build.bits(&BUFFER_USAGE, BUFFER_USAGE.parse("Transfer|DispatchStorage").unwrap_or_default());
    let usage = build.value(OpKind::HalBufferUsage, &[], i32, &[("usage", usage)]);
    let bytes = build.index(bytes);
    let ty = build.hal_type(HalType::Buffer);
    let groups: [&[Value]; 5] = [&[allocator], &[queues], &[memory], &[usage], &[bytes]];
    let value = build.value(OpKind::HalAllocatorAllocate, &groups, ty, &[]);
    build.store(buffer, value);
}

/// A dispatch to be measured.
struct Dispatch<'b> {
    affinity: Attr,
    buffer: Ident,
    path: &'b [Ident],
    workload: &'b [i64],
    constants: &'b [Attr],
    /// Offset and length of each resource.
    ranges: &'b [(i64, i64)],
}

/// Runs a dispatch so many times, one after another, and waits.
fn repeat(build: &mut Build<'_>, times: Value, dispatch: Dispatch<'_>) {
    let ctx = build.module.ctx.clone();
    let (index, i32) = (ctx.index_type(), ctx.int_type(32));
    let times = build.value(OpKind::ArithIndexCast, &[&[times]], index, &[]);
    let (device, queues) = resolve(build, dispatch.affinity);
    let mode = build.bits(&COMMAND_BUFFER_MODE, COMMAND_BUFFER_MODE.parse("OneShot|AllowInlineExecution").unwrap_or_default());
    let categories = build.bits(&COMMAND_CATEGORY, COMMAND_CATEGORY.parse("Dispatch").unwrap_or_default());
    let props = [("modes", mode), ("command_categories", categories)];
    let ty = build.hal_type(HalType::CommandBuffer);
    let commands = build.value(OpKind::HalCommandBufferCreate, &[&[device], &[queues], &[]], ty, &props);
    record(build, times, device, commands, &dispatch);
    build.op(OpKind::HalCommandBufferFinalize, &[&[commands]], &[], &[]);
    let fence = build.hal_type(HalType::Fence);
    let wait = build.null(fence);
    let flags = build.bits(&FENCE_FLAG, 0);
    let signal = build.value(OpKind::HalFenceCreate, &[&[device]], fence, &[("flags", flags)]);
    let flags = build.bits(&EXECUTE_FLAG, 0);
    let groups: [&[Value]; 5] = [&[device], &[queues], &[wait], &[signal], &[commands]];
    build.op(OpKind::HalDeviceQueueExecute, &groups, &[], &[("flags", flags)]);
    let timeout = build.int(-1, 32);
    let flags = build.bits(&WAIT_FLAG, 0);
    let status = build.value(OpKind::HalFenceAwait, &[&[timeout], &[signal]], i32, &[("flags", flags)]);
    build.check_ok(status, "failed to wait on timepoint");
    build.op(OpKind::UtilReturn, &[&[]], &[], &[]);
}

/// Records a dispatch so many times, with barriers between.
fn record(build: &mut Build<'_>, times: Value, device: Value, commands: Value, dispatch: &Dispatch<'_>) {
    let ctx = build.module.ctx.clone();
    let index = ctx.index_type();
    let constants = dispatch.constants.iter();
    let constants: Vec<Value> =
        constants.filter_map(|&attr| ctx.attr_type(attr).and_then(|ty| build.constant(attr, ty))).collect();
    let ty = build.hal_type(HalType::Buffer);
    let buffer = build.load(dispatch.buffer, ty);
    let offsets: Vec<Value> = dispatch.ranges.iter().map(|&(offset, _)| build.index(offset)).collect();
    let lengths: Vec<Value> = dispatch.ranges.iter().map(|&(_, length)| build.index(length)).collect();
    let workload: Vec<Value> = dispatch.workload.iter().map(|&size| build.index(size)).collect();
    let Some((&root, nested)) = dispatch.path.split_first() else { return };
    let name = ctx.attr(AttrKind::Symbol { root, nested: nested.to_vec() });
    let entry_point = [("entry_point", name)];
    let grid = build.op(OpKind::HalExecutableCalculateWorkgroups, &[&[device], &workload], &[index; 3], &entry_point);
    let [x, y, z] = [0, 1, 2].map(|dimension| build.module.result(grid, dimension));
    let ty = build.hal_type(HalType::Executable);
    let executable = [("executable", ctx.symbol_attr(root))];
    let executable = build.value(OpKind::HalExecutableLookup, &[&[device]], ty, &executable);
    let i64 = ctx.int_type(64);
    let function = build.value(OpKind::HalExecutableLookupFunction, &[&[executable]], i64, &entry_point);
    let (zero, one) = (build.index(0), build.index(1));
    let round = build.op(OpKind::ScfFor, &[&[zero], &[times], &[one], &[]], &[], &[]);
    let region = build.module.region(round, 0);
    let loc = build.loc;
    build.block(region, |build| {
        if let At::End(block) = build.at {
            build.module.add_arg(block, index, loc);
        }
        let buffers = vec![buffer; offsets.len()];
        let groups: [&[Value]; 10] =
            [&[commands], &[executable], &[function], &[x], &[y], &[z], &constants, &buffers, &offsets, &lengths];
        let flags = build.bits(&DISPATCH_FLAG, 0);
        build.op(OpKind::HalCommandBufferDispatch, &groups, &[], &[("flags", flags)]);
        let stages = |names| EXECUTION_STAGE.parse(names).unwrap_or_default();
        let props = [
            ("source_stage_mask", build.bits(&EXECUTION_STAGE, stages("Dispatch|CommandRetire"))),
            ("target_stage_mask", build.bits(&EXECUTION_STAGE, stages("CommandIssue|Dispatch"))),
            ("flags", build.bits(&BARRIER_FLAG, 0)),
        ];
        build.op(OpKind::HalCommandBufferExecutionBarrier, &[&[commands]], &[], &props);
        build.op(OpKind::ScfYield, &[&[]], &[], &[]);
    });
}
