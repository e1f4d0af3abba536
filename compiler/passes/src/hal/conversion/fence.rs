//! Fences that queue operations wait for and signal.

use halforge_ir::enums::FENCE_FLAG;
use halforge_ir::{HalType, Op, OpKind, TypeKind, Value};

use super::Hal;
use super::affinity::Queues;

/// What every queue operation begins with.
pub(super) struct Fences {
    pub(super) wait: Value,
    pub(super) signal: Value,
}

/// The fence of an operation's `await_timepoint`, or null, and the one that its result `result_timepoint` becomes.
pub(super) fn fences(conversion: &mut Hal<'_>, op: Op, queues: Queues) -> Result<Fences, String> {
    let wait = conversion.optional(op, "await_timepoint")?;
    let wait = wait.unwrap_or_else(|| null(conversion, op));
    let timepoint = conversion.module.named_result(op, "result_timepoint");
    let signal = match timepoint.filter(|&timepoint| !conversion.module.is_unused(timepoint)) {
        None => null(conversion, op),
        Some(timepoint) => match chained(conversion, op, timepoint) {
            Some(fence) => fence,
            None => {
                let build = &mut conversion.before(op);
                let (ty, flags) = (build.hal_type(HalType::Fence), build.bits(&FENCE_FLAG, 0));
                build.value(OpKind::HalFenceCreate, &[&[queues.device]], ty, &[("flags", flags)])
            }
        },
    };
    Ok(Fences { wait, signal })
}

/// The fence that nobody has to wait for, and that need not be signaled.
pub(super) fn null(conversion: &mut Hal<'_>, op: Op) -> Value {
    let build = &mut conversion.before(op);
    let ty = build.hal_type(HalType::Fence);
    build.null(ty)
}

/// The fence from outside that is to be signaled when the timepoint is reached and by nothing else: the operation can do that
/// itself when the fence is there.
fn chained(conversion: &mut Hal<'_>, op: Op, timepoint: Value) -> Option<Value> {
    let module = &*conversion.module;
    let (chain, _) = module.uses(timepoint).next().filter(|_| module.has_one_use(timepoint))?;
    if module.kind(chain) != OpKind::StreamTimepointChainExternal || conversion.is_gone(chain) {
        return None;
    }
    let fence = module.group(chain, "external_values").first().copied()?;
    let is_fence = matches!(module.ctx.type_kind(module.ty(fence)), TypeKind::Hal(HalType::Fence));
    let fence = conversion.value(fence);
    if !is_fence || !conversion.state.dominance.is_available(conversion.module, fence, op) {
        return None;
    }
    conversion.remove(chain);
    Some(fence)
}
