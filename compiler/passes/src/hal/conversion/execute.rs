//! `stream.cmd.execute`: commands become a command buffer that a queue runs.
//!
//! A command buffer that depends on nothing but constants and resources is recorded once and kept, with the resources that
//! differ from run to run in a binding table. Any other is recorded each time.

use halforge_ir::def::TERMINATOR;
use halforge_ir::{At, Block, HalType, Module, Op, OpKind, TypeKind, Value, enums};
use rustc_hash::FxHashMap;

use super::commands::{self, Recording};
use super::{Convert, Converted, Origin, Refused, origin};
use crate::build::Build;
use crate::hal::outline_memoize_regions::captured;
use crate::session::CommandBuffers;

/// How the commands of an operation are recorded.
pub(super) struct Plan {
    /// Places of its resources in the binding table, for those that have one; empty when there is no table.
    slots: Vec<Option<usize>>,
}

impl Plan {
    /// Decided by where values come from before anything is converted.
    pub(super) fn new(module: &Module, op: Op, how: CommandBuffers) -> Self {
        let is_number = |value: Value| {
            let ty = module.ctx.type_kind(module.ty(value));
            matches!(ty, TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
        };
        let changes = |value: Value| is_number(value) && origin(module, value) == Origin::Dynamic;
        let changes = how != CommandBuffers::ForceIndirect
            && (module.operands(op).any(changes) || captured(module, op).into_iter().any(changes));
        let once = module.get_attr(op, "once").is_some();
        if once || changes || how == CommandBuffers::Direct {
            return Self { slots: Vec::new() };
        }
        let mut count = 0;
        let slot = |resource: Value| {
            (origin(module, resource) == Origin::Dynamic).then(|| {
                count += 1;
                count - 1
            })
        };
        let slots: Vec<Option<usize>> = module.group(op, "resource_operands").into_iter().map(slot).collect();
        Self { slots: if count == 0 { Vec::new() } else { slots } }
    }

    /// Whether the command buffer can be kept.
    fn is_reusable(&self) -> bool {
        !self.slots.is_empty()
    }
}

pub(super) fn execute(convert: &mut Convert<'_>, op: Op) -> Converted {
    let body = convert.module.entry(convert.module.region(op, 0)).ok_or("expected commands")?;
    let queue = convert.queue(op)?;
    if let Some(command) = only_transfer(convert.module, body) {
        return transfer(convert, op, body, command, queue);
    }
    let plan = convert.plans.remove(&op).ok_or("expected a plan for its commands")?;
    let resources = convert.module.group(op, "resource_operands");
    let sizes = convert.module.group(op, "resource_operand_sizes");
    let awaits = convert.module.named(op, "await_timepoint").is_some();
    let args = convert.module.args(body).to_vec();
    // The binding table, and what stands for its resources in commands.
    let mut table = [Vec::new(), Vec::new(), Vec::new()];
    let mut slots = FxHashMap::default();
    let mut build = convert.build(op);
    if plan.is_reusable() {
        let start = build.index(0);
        for (((slot, &arg), &resource), &size) in plan.slots.iter().zip(&args).zip(&resources).zip(&sizes) {
            let Some(slot) = slot else { continue };
            slots.insert(arg, build.index(*slot as i64));
            for (column, value) in table.iter_mut().zip([resource, start, size]) {
                column.push(value);
            }
        }
    }
    let mode = |name| enums::COMMAND_BUFFER_MODE.case(name).unwrap_or(0);
    let modes = match (plan.is_reusable(), awaits) {
        (true, _) => mode("None"),
        (false, true) => mode("OneShot"),
        (false, false) => mode("OneShot") | mode("AllowInlineExecution"),
    };
    let categories = categories(build.module, body);
    let ty = build.hal_type(HalType::CommandBuffer);
    let memoize = plan.is_reusable().then(|| {
        let memoize = build.op(OpKind::HalDeviceMemoize, &[&[queue.device], &[queue.affinity]], &[ty], &[]);
        let region = build.module.region(memoize, 0);
        let block = build.module.add_block(region);
        build.at = At::End(block);
        memoize
    });
    let capacity: Vec<Value> = memoize.iter().map(|_| build.index(slots.len() as i64)).collect();
    let props = [
        ("modes", build.bits(&enums::COMMAND_BUFFER_MODE, modes)),
        ("command_categories", build.bits(&enums::COMMAND_CATEGORY, categories)),
    ];
    let groups = [&[queue.device][..], &[queue.affinity], &capacity];
    let command_buffer = build.value(OpKind::HalCommandBufferCreate, &groups, ty, &props);
    let finalize = build.op(OpKind::HalCommandBufferFinalize, &[&[command_buffer]], &[], &[]);
    let command_buffer_outside = match memoize {
        Some(memoize) => {
            build.op(OpKind::HalReturn, &[&[command_buffer]], &[], &[]);
            build.module.result(memoize, 0)
        }
        None => command_buffer,
    };
    record(convert, body, &Recording { command_buffer, slots });
    convert.module.inline_block(body, At::Before(finalize), &resources);
    let wait = convert.wait_fence(op);
    let signal = convert.signal_fence(op, queue.device);
    let mut build = convert.build(op);
    let flags = build.bits(&enums::EXECUTE_FLAG, 0);
    let operands = [queue.device, queue.affinity, wait, signal, command_buffer_outside];
    let [buffers, offsets, lengths] = table;
    if buffers.is_empty() {
        build.op(OpKind::HalDeviceQueueExecute, &[&operands], &[], &[("flags", flags)]);
    } else {
        let groups = [&operands[..], &buffers, &offsets, &lengths];
        build.op(OpKind::HalDeviceQueueExecuteIndirect, &groups, &[], &[("flags", flags)]);
    }
    convert.replace(op, &[signal]);
    Ok(())
}

/// Converts the commands of a body, with barriers between those that run one after another.
fn record(convert: &mut Convert<'_>, body: Block, recording: &Recording) {
    let commands: Vec<Op> = convert.module.ops(body).flat_map(|op| convert.module.walk(op)).collect();
    barriers(convert.module, body, recording.command_buffer);
    let mut groups = Vec::new();
    for op in commands {
        match convert.module.kind(op) {
            kind @ (OpKind::StreamCmdSerial | OpKind::StreamCmdConcurrent) => {
                if let Some(inner) = convert.module.entry(convert.module.region(op, 0)) {
                    if kind == OpKind::StreamCmdSerial {
                        barriers(convert.module, inner, recording.command_buffer);
                    }
                    groups.push((op, inner));
                }
            }
            OpKind::StreamYield => convert.module.erase(op),
            _ => {
                if let Err(why) = commands::convert(convert, op, recording) {
                    convert.refuse(op, &why);
                }
            }
        }
    }
    for (op, inner) in groups.into_iter().rev() {
        convert.module.inline_block(inner, At::Before(op), &[]);
        convert.module.erase(op);
    }
}

/// A full barrier after each command of a block.
fn barriers(module: &mut Module, block: Block, command_buffer: Value) {
    for op in module.ops(block).collect::<Vec<_>>() {
        if module.def(op).has(TERMINATOR) {
            continue;
        }
        let loc = module.op(op).loc;
        let mut build = Build::new(module, At::After(op), loc);
        let stages = |names: &[&str]| names.iter().fold(0, |bits, name| bits | enums::EXECUTION_STAGE.case(name).unwrap_or(0));
        let source = stages(&["CommandRetire", "Transfer", "Dispatch"]);
        let target = stages(&["CommandIssue", "Transfer", "Dispatch"]);
        let props = [
            ("source_stage_mask", build.bits(&enums::EXECUTION_STAGE, source)),
            ("target_stage_mask", build.bits(&enums::EXECUTION_STAGE, target)),
            ("flags", build.bits(&enums::BARRIER_FLAG, 0)),
        ];
        build.op(OpKind::HalCommandBufferExecutionBarrier, &[&[command_buffer]], &[], &props);
    }
}

/// What a command buffer must be able to do.
fn categories(module: &Module, body: Block) -> u64 {
    let case = |name| enums::COMMAND_CATEGORY.case(name).unwrap_or(0);
    let mut bits = 0;
    for op in module.ops(body).flat_map(|op| module.walk(op)) {
        bits |= match module.kind(op) {
            OpKind::StreamCmdCollective | OpKind::StreamCmdCall => case("Dispatch") | case("Transfer"),
            OpKind::StreamCmdDispatch => case("Dispatch"),
            _ => case("Transfer"),
        };
    }
    bits
}

/// The fill or copy that is all there is to do.
fn only_transfer(module: &Module, body: Block) -> Option<Op> {
    let mut found = None;
    for op in module.ops(body) {
        match module.kind(op) {
            OpKind::StreamCmdInvalidate | OpKind::StreamCmdFlush | OpKind::StreamCmdDiscard | OpKind::StreamYield => {}
            OpKind::StreamCmdFill | OpKind::StreamCmdCopy if found.is_none() => found = Some(op),
            _ => return None,
        }
    }
    found
}

/// A fill or copy that a queue does without a command buffer.
fn transfer(convert: &mut Convert<'_>, op: Op, body: Block, command: Op, queue: super::devices::Queue) -> Converted {
    let resources = convert.module.group(op, "resource_operands");
    let args = convert.module.args(body).to_vec();
    for (&arg, &resource) in args.iter().zip(&resources) {
        convert.module.replace_uses(arg, resource);
    }
    let (kind, names, flags): (_, &[&str], _) = match convert.module.kind(command) {
        OpKind::StreamCmdFill => {
            (OpKind::HalDeviceQueueFill, &["target", "target_offset", "target_length", "value"], &enums::FILL_FLAG)
        }
        _ => {
            let names = &["source", "source_offset", "target", "target_offset", "length"];
            (OpKind::HalDeviceQueueCopy, names, &enums::COPY_FLAG)
        }
    };
    let operands: Vec<Value> = names.iter().map(|name| convert.operand(command, name)).collect::<Result<_, Refused>>()?;
    let wait = convert.wait_fence(op);
    let signal = convert.signal_fence(op, queue.device);
    let mut build = convert.build(op);
    let flags = build.bits(flags, 0);
    let all = [&[queue.device, queue.affinity, wait, signal][..], &operands].concat();
    build.op(kind, &[&all], &[], &[("flags", flags)]);
    convert.replace(op, &[signal]);
    Ok(())
}
