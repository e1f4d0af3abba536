//! `iree-hal-assign-legacy-target-devices`: the devices of a program by the backends that make its code.

use halforge_ir::OpKind;

use crate::hal::assign_target_devices::{TARGETS, has_devices};
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::targets::{TARGET_REGISTRY, backend_names, device_select, device_target, find_backend};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-assign-legacy-target-devices",
    doc: "Asks for the devices that backends make code for, unless the module asks for some.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[
        TARGET_REGISTRY,
        OptionDef { name: "targetBackends", doc: "The backends, by their names.", default: OptionKind::List },
    ],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let ctx = run.ctx();
    let names = run.options.list("targetBackends").to_vec();
    // Only the list form counts as asking: this is as upstream.
    let asks = run.module.get_attr(run.op, TARGETS).is_some_and(|targets| ctx.array_value(targets).is_some());
    if names.is_empty() || asks || has_devices(run.module, run.op) {
        return Ok(());
    }
    let mut targets = Vec::new();
    for name in &names {
        let Some(backend) = find_backend(name) else {
            let message = format!("expected a backend that is known, found `{name}`; there are {}", backend_names());
            return run.fail(run.op, message);
        };
        let executable_targets = backend.executable_target(&ctx).into_iter().collect();
        let target = device_target(&ctx, backend.device, None, executable_targets);
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    let device = match targets[..] {
        [only] => only,
        _ => device_select(&ctx, targets),
    };
    let value = ctx.array_attr(vec![device]);
    run.module.set_attr(run.op, TARGETS, value);
    Ok(())
}
