//! Element and encoding types that have a number.

use crate::attrs::AttrKind;
use crate::element_type::element_type_number;
use crate::module::Op;
use crate::verify::Verifier;

/// `hal.element_type`: the type is a number the runtime has an element type for.
pub(crate) fn element_type(v: &mut Verifier<'_>, op: Op) {
    let Some(attr) = v.module.get_attr(op, "type") else { return };
    let AttrKind::Type(ty) = *v.ctx().attr_kind(attr) else { return };
    if element_type_number(v.ctx(), ty).is_none() {
        let found = v.show(ty);
        v.error(
            op,
            format!("expected an element type that buffers can hold: an integer, float or complex type, found {found}"),
        );
    }
}

/// `hal.encoding_type`: dense row major, which is what no attribute means.
pub(crate) fn encoding_type(v: &mut Verifier<'_>, op: Op) {
    if let Some(attr) = v.module.get_attr(op, "encoding") {
        let found = v.show_attr(attr);
        v.error(op, format!("expected no encoding, which is dense row major, found {found}"));
    }
}
