//! `iree-hal-elide-redundant-commands`: a barrier right after a barrier separates nothing.

use halforge_ir::{Block, Module, OpKind, Value};
use rustc_hash::FxHashSet;

use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-elide-redundant-commands",
    doc: "Drops barriers of a command buffer that follow another with no command between them.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

/// Transfer, dispatch or retirement of commands, as bits of `ExecutionStage`.
const WORK: i128 = 0x08 | 0x04 | 0x10;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let module = &mut *run.module;
    for region in module.regions(run.op).to_vec() {
        for block in module.blocks(region).to_vec() {
            elide(module, block);
        }
    }
    Ok(())
}

fn elide(module: &mut Module, block: Block) {
    // Command buffers whose last command is a barrier that everything waits for.
    let mut separated: FxHashSet<Value> = FxHashSet::default();
    for op in module.ops(block).collect::<Vec<_>>() {
        match module.kind(op) {
            OpKind::HalCommandBufferExecutionBarrier => {
                let buffer = module.operand(op, 0);
                if separated.contains(&buffer) {
                    module.erase(op);
                    continue;
                }
                let waits = |name| module.int_attr(op, name).unwrap_or(0) & WORK != 0;
                if waits("source_stage_mask") && waits("target_stage_mask") {
                    separated.insert(buffer);
                }
            }
            OpKind::HalCommandBufferFinalize
            | OpKind::HalCommandBufferDevice
            | OpKind::HalCommandBufferBeginDebugGroup
            | OpKind::HalCommandBufferEndDebugGroup
            | OpKind::HalCommandBufferFillBuffer
            | OpKind::HalCommandBufferCopyBuffer
            | OpKind::HalCommandBufferDispatch
            | OpKind::HalCommandBufferDispatchIndirect => {
                separated.remove(&module.operand(op, 0));
            }
            OpKind::Unregistered => {}
            _ => separated.clear(),
        }
    }
}
