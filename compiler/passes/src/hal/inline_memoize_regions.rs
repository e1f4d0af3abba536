//! `iree-hal-inline-memoize-regions`: what would be made once is made where it is used.

use halforge_ir::{At, Block, Module, Op, OpKind, Value, enums};

use crate::build::{Build, enum_attr};
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-inline-memoize-regions",
    doc: "Moves the contents of `hal.device.memoize` to where it stands; command buffers in it are used once.",
    anchor: Anchor::Any,
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let module = &mut *run.module;
    for op in module.walk(run.op).into_iter().rev() {
        if module.kind(op) == OpKind::HalDeviceMemoize {
            inline(module, op);
        }
    }
    Ok(())
}

fn inline(module: &mut Module, memoize: Op) {
    let ctx = module.ctx.clone();
    let one_shot = enums::COMMAND_BUFFER_MODE.case("OneShot").unwrap_or(0);
    for create in module.walk(memoize) {
        if module.kind(create) == OpKind::HalCommandBufferCreate {
            let modes = module.int_attr(create, "modes").and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0);
            let modes = enum_attr(&ctx, &enums::COMMAND_BUFFER_MODE, modes | one_shot);
            module.set_attr(create, "modes", modes);
        }
    }
    let (body, loc) = (module.region(memoize, 0), module.op(memoize).loc);
    let Some(entry) = module.entry(body) else { return };
    let blocks = module.blocks(body).to_vec();
    let Some(before) = module.parent(memoize) else { return };
    let after: Block = module.split_block(memoize);
    for result in module.results(memoize).to_vec() {
        let arg = module.add_arg(after, module.ty(result), loc);
        module.replace_uses(result, arg);
    }
    let Some(region) = module.block_parent(before) else { return };
    module.move_blocks(body, region, Some(before));
    Build::new(module, At::End(before), loc).branch(entry, &[]);
    for block in blocks {
        let Some(ret) = module.last(block).filter(|&op| module.kind(op) == OpKind::HalReturn) else { continue };
        let values: Vec<Value> = module.operands(ret).collect();
        Build::before(module, ret).branch(after, &values);
        module.erase(ret);
    }
    module.erase(memoize);
}
