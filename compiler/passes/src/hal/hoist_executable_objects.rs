//! `iree-hal-hoist-executable-objects`: objects that device code asks for become those of its variant.

use halforge_ir::{Attr, OpKind};

use crate::hal::prune_executables::of_kind;
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-hoist-executable-objects",
    doc: "Moves `hal.executable.objects` of operations in device code to the variant.",
    anchor: Anchor::Kind(OpKind::HalExecutableVariant),
    options: &[],
    run,
};

const OBJECTS: &str = "hal.executable.objects";

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let (variant, module) = (run.op, &mut *run.module);
    let ctx = module.ctx.clone();
    let array = |attr: Option<Attr>| attr.and_then(|attr| ctx.array_value(attr)).unwrap_or_default().to_vec();
    let mut objects = array(module.get_attr(variant, "objects"));
    let mut found = false;
    for inner in of_kind(module, variant, OpKind::BuiltinModule) {
        for op in module.walk_region_postorder(module.region(inner, 0)).into_iter().chain([inner]) {
            let own = array(module.get_attr(op, OBJECTS));
            if !own.is_empty() {
                module.remove_attr(op, OBJECTS);
                found = true;
                objects.extend(own);
            }
        }
    }
    if found {
        let mut seen = rustc_hash::FxHashSet::default();
        objects.retain(|&object| seen.insert(object));
        let attr = ctx.array_attr(objects);
        module.set_attr(variant, "objects", attr);
    }
    Ok(())
}
