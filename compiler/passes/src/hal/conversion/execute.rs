//! `stream.cmd.execute`: commands that a queue runs.
//!
//! A single fill or copy is a queue operation of its own. All else is recorded into a command buffer: once, under
//! `hal.device.memoize`, when the recording can serve again because what changes are only buffers; these then are slots of a
//! binding table that is given with each execution.

use halforge_ir::def::{CONSTANT_LIKE, TERMINATOR};
use halforge_ir::enums::{
    BARRIER_FLAG, COMMAND_BUFFER_MODE, COMMAND_CATEGORY, COPY_FLAG, EXECUTE_FLAG, EXECUTION_STAGE, EnumDef, FILL_FLAG,
};
use halforge_ir::{At, Attr, Block, HalType, Module, Op, OpKind, TypeKind, Value};
use rustc_hash::FxHashMap;

use super::affinity::{Queues, queues};
use super::fence::{Fences, fences};
use super::{Done, Hal};
use crate::build::Build;
use crate::session::Recording;

/// A command buffer being recorded.
pub(super) struct Commands {
    pub(super) handle: Value,
    /// The slot of the binding table for each resource, as commands call it, that is not known when recording.
    slots: FxHashMap<Value, Value>,
}

/// The command buffer that a command is recorded into.
pub(super) fn commands<'h>(conversion: &'h Hal<'_>, op: Op) -> Result<&'h Commands, String> {
    let state = &conversion.state;
    let commands = state.recorded_of.get(&op).and_then(|&index| state.recorded.get(index));
    commands.ok_or_else(|| "expected it inside stream.cmd.execute".to_owned())
}

impl Commands {
    /// How a command refers to a resource: by slot or as `buffer`.
    pub(super) fn binding(&self, resource: Value, buffer: Value) -> Value {
        self.slots.get(&resource).copied().unwrap_or(buffer)
    }
}

pub(super) fn execute(conversion: &mut Hal<'_>, op: Op) -> Done {
    let body = conversion.module.entry(conversion.module.region(op, 0)).ok_or("expected a body")?;
    let queues = queues(conversion, op)?;
    if let Some(transfer) = only_transfer(conversion.module, op) {
        return transfer_on_queue(conversion, op, body, transfer, queues);
    }
    let mut table = binding_table(conversion, op, body)?;
    let is_reused = !table.buffers.is_empty();
    let mode = match (is_reused, conversion.module.named(op, "await_timepoint")) {
        (true, _) => "None",
        (false, Some(_)) => "OneShot",
        (false, None) => "OneShot|AllowInlineExecution",
    };
    let capacity = is_reused.then_some(table.buffers.len());
    let recording = Recorded { mode, capacity, slots: std::mem::take(&mut table.slots) };
    let commands = if is_reused {
        let ty = conversion.module.ctx.hal_type(HalType::CommandBuffer);
        let build = &mut conversion.before(op);
        let memoize = build.op(OpKind::HalDeviceMemoize, &[&[queues.device], &[queues.affinity]], &[ty], &[]);
        let (region, memoized) = (build.module.region(memoize, 0), build.module.result(memoize, 0));
        let block = build.module.add_block(region);
        let handle = record(conversion, op, body, At::End(block), queues, recording)?;
        at(conversion, op, At::End(block)).op(OpKind::HalReturn, &[&[handle]], &[], &[]);
        memoized
    } else {
        record(conversion, op, body, At::Before(op), queues, recording)?
    };
    let Fences { wait, signal } = fences(conversion, op, queues)?;
    let build = &mut conversion.before(op);
    let props = [("flags", build.bits(&EXECUTE_FLAG, 0))];
    let Queues { device, affinity } = queues;
    let common: [&[Value]; 5] = [&[device], &[affinity], &[wait], &[signal], &[commands]];
    if is_reused {
        let bindings: [&[Value]; 3] = [&table.buffers, &table.offsets, &table.lengths];
        build.op(OpKind::HalDeviceQueueExecuteIndirect, &[&common[..], &bindings].concat(), &[], &props);
    } else {
        build.op(OpKind::HalDeviceQueueExecute, &common, &[], &props);
    }
    conversion.replace(op, &[signal])
}

/// New operations at a place, with the location of `op`.
fn at<'b>(conversion: &'b mut Hal<'_>, op: Op, at: At) -> Build<'b> {
    let loc = conversion.module.op(op).loc;
    Build::new(conversion.module, at, loc)
}

/// The fill or copy that is all an execution does.
fn only_transfer(module: &Module, op: Op) -> Option<Op> {
    let mut found = None;
    for &block in module.regions(op).iter().flat_map(|&region| module.blocks(region)) {
        for command in module.ops(block) {
            match module.kind(command) {
                OpKind::StreamCmdInvalidate | OpKind::StreamCmdFlush | OpKind::StreamCmdDiscard | OpKind::StreamYield => {}
                OpKind::StreamCmdFill | OpKind::StreamCmdCopy if found.is_none() => found = Some(command),
                _ => return None,
            }
        }
    }
    found
}

fn transfer_on_queue(conversion: &mut Hal<'_>, op: Op, body: Block, transfer: Op, queues: Queues) -> Done {
    stand_for_arguments(conversion, op, body)?;
    let Fences { wait, signal } = fences(conversion, op, queues)?;
    let Queues { device, affinity } = queues;
    let mut operands = vec![device, affinity, wait, signal];
    let (kind, flags, names): (_, _, &[&str]) = match conversion.module.kind(transfer) {
        OpKind::StreamCmdFill => {
            (OpKind::HalDeviceQueueFill, &FILL_FLAG, &["target", "target_offset", "target_length", "value"])
        }
        _ => (OpKind::HalDeviceQueueCopy, &COPY_FLAG, &["source", "source_offset", "target", "target_offset", "length"]),
    };
    for name in names {
        operands.push(conversion.named(transfer, name)?);
    }
    let build = &mut conversion.before(op);
    let flags = build.bits(flags, 0);
    build.op(kind, &[&operands], &[], &[("flags", flags)]);
    conversion.replace(op, &[signal])
}

/// The arguments of the body become what the execution is given for them.
fn stand_for_arguments(conversion: &mut Hal<'_>, op: Op, body: Block) -> Done {
    let buffers = conversion.group(op, "resource_operands")?;
    let args = conversion.module.args(body).to_vec();
    if args.len() != buffers.len() {
        return Err(format!("expected {} arguments of its region, found {}", buffers.len(), args.len()));
    }
    for (arg, buffer) in args.into_iter().zip(buffers) {
        conversion.stand_for(arg, buffer);
    }
    Ok(())
}

/// Resources that an execution is given and that need not be the same the next time.
#[derive(Default)]
struct BindingTable {
    buffers: Vec<Value>,
    offsets: Vec<Value>,
    lengths: Vec<Value>,
    slots: FxHashMap<Value, Value>,
}

/// The binding table of an execution; empty when it is recorded each time.
fn binding_table(conversion: &mut Hal<'_>, op: Op, body: Block) -> Result<BindingTable, String> {
    let mut table = BindingTable::default();
    let buffers = conversion.group(op, "resource_operands")?;
    let sizes = conversion.group(op, "resource_operand_sizes")?;
    let module = &*conversion.module;
    let is_reusable = match conversion.state.recording {
        _ if module.get_attr(op, "once").is_some() => false,
        Recording::EachTime => false,
        Recording::Reused => !depends_on_numbers(module, op),
        Recording::AlwaysReused => true,
    };
    if !is_reusable {
        return Ok(table);
    }
    let (resources, args) = (module.group(op, "resource_operands"), module.args(body).to_vec());
    let changing: Vec<usize> = (0..resources.len()).filter(|&i| !is_fixed(module, resources[i])).collect();
    let build = &mut conversion.before(op);
    for (slot, &i) in changing.iter().enumerate() {
        let (Some(&arg), Some(&size)) = (args.get(i), sizes.get(i)) else {
            return Err("expected a size and an argument of its region for each resource".to_owned());
        };
        table.slots.insert(arg, build.index(slot as i64));
        table.buffers.push(buffers[i]);
        table.lengths.push(size);
    }
    if !changing.is_empty() {
        table.offsets = vec![build.index(0); changing.len()];
    }
    Ok(table)
}

/// Whether a value is the same each time: a constant, or a global that never changes.
fn is_fixed(module: &Module, value: Value) -> bool {
    module.defining_op(value).is_some_and(|op| {
        module.def(op).has(CONSTANT_LIKE)
            || (module.kind(op) == OpKind::UtilGlobalLoad && module.get_attr(op, "is_immutable").is_some())
    })
}

/// Whether a recording depends on numbers that may differ the next time.
fn depends_on_numbers(module: &Module, op: Op) -> bool {
    let is_number = |value: Value| {
        matches!(module.ctx.type_kind(module.ty(value)), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
    };
    let is_outside = |value: Value| match module.defining_op(value) {
        Some(def) => !module.is_inside(def, op),
        None => {
            let around = module.value_block(value).and_then(|block| module.block_parent(block));
            around.is_none_or(|region| !module.is_inside(module.region_parent(region), op))
        }
    };
    let inner = module.regions(op).iter().flat_map(|&region| module.walk_region(region));
    let captured = inner.flat_map(|op| module.operands(op)).filter(|&value| is_outside(value));
    module.operands(op).chain(captured).any(|value| is_number(value) && !is_fixed(module, value))
}

/// How a command buffer is recorded.
struct Recorded {
    mode: &'static str,
    /// Slots of its binding table.
    capacity: Option<usize>,
    slots: FxHashMap<Value, Value>,
}

/// Makes a command buffer at a place and moves the commands of an execution there; they are converted later.
fn record(
    conversion: &mut Hal<'_>,
    op: Op,
    body: Block,
    place: At,
    queues: Queues,
    Recorded { mode, capacity, slots }: Recorded,
) -> Result<Value, String> {
    let categories = categories(conversion.module, op);
    let build = &mut at(conversion, op, place);
    let capacity: Vec<Value> = capacity.map(|capacity| build.index(capacity as i64)).into_iter().collect();
    let props = [
        ("modes", named_bits(build, &COMMAND_BUFFER_MODE, mode)),
        ("command_categories", build.bits(&COMMAND_CATEGORY, categories)),
    ];
    let ty = build.hal_type(HalType::CommandBuffer);
    let groups: [&[Value]; 3] = [&[queues.device], &[queues.affinity], &capacity];
    let handle = build.value(OpKind::HalCommandBufferCreate, &groups, ty, &props);
    let end = build.op(OpKind::HalCommandBufferFinalize, &[&[handle]], &[], &[]);
    let index = conversion.state.recorded.len();
    conversion.state.recorded.push(Commands { handle, slots });
    for command in conversion.module.walk(op) {
        conversion.state.recorded_of.insert(command, index);
    }
    stand_for_arguments(conversion, op, body)?;
    add_barriers(conversion, op, body, handle);
    move_commands(conversion.module, body, end);
    Ok(handle)
}

fn named_bits(build: &Build<'_>, def: &EnumDef, names: &str) -> Attr {
    build.bits(def, def.parse(names).unwrap_or_default())
}

/// Kinds of commands below an operation; what is neither is taken for a transfer.
fn categories(module: &Module, op: Op) -> u64 {
    let bits = |name| COMMAND_CATEGORY.case(name).unwrap_or_default();
    let (transfer, dispatch) = (bits("Transfer"), bits("Dispatch"));
    let commands = module.regions(op).iter().flat_map(|&region| module.walk_region(region));
    commands.fold(0, |sum, op| match module.kind(op) {
        OpKind::StreamCmdCollective | OpKind::StreamCmdCall => sum | transfer | dispatch,
        OpKind::StreamCmdDispatch => sum | dispatch,
        _ => sum | transfer,
    })
}

/// Puts a full barrier after each operation of a block.
fn add_barriers(conversion: &mut Hal<'_>, op: Op, body: Block, handle: Value) {
    for command in conversion.module.ops(body).collect::<Vec<_>>() {
        if conversion.module.def(command).has(TERMINATOR) {
            continue;
        }
        let build = &mut at(conversion, op, At::After(command));
        let props = [
            ("source_stage_mask", named_bits(build, &EXECUTION_STAGE, "CommandRetire|Transfer|Dispatch")),
            ("target_stage_mask", named_bits(build, &EXECUTION_STAGE, "CommandIssue|Transfer|Dispatch")),
            ("flags", build.bits(&BARRIER_FLAG, 0)),
        ];
        build.op(OpKind::HalCommandBufferExecutionBarrier, &[&[handle]], &[], &props);
    }
}

/// Moves all operations of a block before another; its arguments stay behind.
fn move_commands(module: &mut Module, body: Block, before: Op) {
    while let Some(command) = module.first(body) {
        module.move_op(command, At::Before(before));
    }
}

/// One command after another.
pub(super) fn serial(conversion: &mut Hal<'_>, op: Op) -> Done {
    let handle = commands(conversion, op)?.handle;
    let body = conversion.module.entry(conversion.module.region(op, 0)).ok_or("expected a body")?;
    add_barriers(conversion, op, body, handle);
    move_commands(conversion.module, body, op);
    conversion.remove(op);
    Ok(())
}

/// Commands in any order: no barriers between them.
pub(super) fn concurrent(conversion: &mut Hal<'_>, op: Op) -> Done {
    let body = conversion.module.entry(conversion.module.region(op, 0)).ok_or("expected a body")?;
    move_commands(conversion.module, body, op);
    conversion.remove(op);
    Ok(())
}
