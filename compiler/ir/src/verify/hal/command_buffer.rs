//! Commands: bindings are complete, and are those the entry point asks for.

use super::executable::Layout;
use super::symbols::export_of;
use crate::module::Op;
use crate::ops::OpKind;
use crate::verify::{Verifier, count};

/// `hal.command_buffer.dispatch` and `hal.command_buffer.dispatch.indirect`
pub(crate) fn dispatch(v: &mut Verifier<'_>, op: Op) {
    let length = |name: &str| v.module.group(op, name).len();
    let (buffers, offsets, lengths) = (length("binding_buffers"), length("binding_offsets"), length("binding_lengths"));
    if buffers != offsets || buffers != lengths {
        let message = format!(
            "expected a buffer, an offset and a length for each binding, found {buffers} buffers, {offsets} offsets \
             and {lengths} lengths"
        );
        v.error(op, message);
        return;
    }
    check_layout(v, op, buffers);
}

/// Constants and bindings are those of the export the entry point was looked up from, while it is there.
fn check_layout(v: &mut Verifier<'_>, op: Op, bindings: usize) {
    let module = v.module;
    let lookup = module.named(op, "entry_point").and_then(|entry_point| module.defining_op(entry_point));
    let Some(lookup) = lookup.filter(|&lookup| module.kind(lookup) == OpKind::HalExecutableLookupFunction) else { return };
    let Some(export) = export_of(v, lookup, "entry_point") else { return };
    let Some(layout) = Layout::of(v, export) else { return };
    let constants = module.group(op, "constants").len();
    for (what, expected, found) in [("constant", layout.constants as usize, constants), ("binding", layout.bindings, bindings)]
    {
        if expected != found {
            let expected = count(expected, what);
            v.error(op, format!("expected {expected}, as in the layout of the export, found {found}"));
            v.note_op(export, "the layout is given here");
        }
    }
}

/// `hal.command_buffer.collective`: a buffer, its offset and its length come together.
pub(crate) fn collective(v: &mut Verifier<'_>, op: Op) {
    for side in ["send", "recv"] {
        let parts = ["buffer", "offset", "length"].map(|part| format!("{side}_{part}"));
        let given = parts.iter().filter(|part| v.module.named(op, part).is_some()).count();
        if given != 0 && given != parts.len() {
            v.error(op, format!("expected {} together or none of them, found {given}", parts.join(", ")));
        }
    }
}
