//! What names of executables, variants and exports stand for.
//!
//! Executables may be linked in later, and exports are gone once a variant is serialized, so a name that leads nowhere is a
//! mistake only below an executable that is here.

use crate::context::Ident;
use crate::module::Op;
use crate::ops::OpKind;
use crate::verify::Verifier;
use crate::verify::symbols::{Found, show_path};

const EXECUTABLE: &[OpKind] = &[OpKind::HalExecutable, OpKind::HalExecutableSource];
const CODE: &[OpKind] = &[OpKind::HalExecutableVariant, OpKind::HalExecutableBinary];

/// `hal.executable.create`: a variant or binary.
pub(crate) fn executable_create(v: &mut Verifier<'_>, op: Op) {
    const NAME: &str = "executable_target";
    let Some(path) = v.module.symbol_path(op, NAME) else { return };
    if is_here(v, op, &path, NAME) {
        v.expect_symbol(op, NAME, CODE);
    }
}

/// `hal.executable.lookup`: an executable.
pub(crate) fn executable_lookup(v: &mut Verifier<'_>, op: Op) {
    const NAME: &str = "executable";
    let Some(path) = v.module.symbol_path(op, NAME) else { return };
    is_here(v, op, &path, NAME);
}

/// Operations that name an export in `entry_point`.
pub(crate) fn entry_point(v: &mut Verifier<'_>, op: Op) {
    export_of(v, op, "entry_point");
}

/// The export that the attribute `attr` names, while it is there; reports when the name leads elsewhere.
pub(crate) fn export_of(v: &mut Verifier<'_>, op: Op, attr: &str) -> Option<Op> {
    let path = v.module.symbol_path(op, attr)?;
    match v.find(op, &path) {
        Found::Nothing => None,
        Found::Op(found) if v.module.kind(found) == OpKind::HalExecutableExport => Some(found),
        Found::Op(found) => {
            v.wrong_kind(op, attr, found, &[OpKind::HalExecutableExport]);
            None
        }
        Found::Below(above, name) => {
            if !lost_exports(v, above) {
                let (path, name) = (show_path(v, &path), v.ctx().str(name).to_owned());
                let above_name = v.module.op_name(above).to_owned();
                v.error(op, format!("expected `{attr}` to name an export, found {path}: no @{name} in the `{above_name}`"));
                v.note_op(above, "it is defined here");
            }
            None
        }
    }
}

/// Whether `above` is device code in its final form, or a variant that no longer says what it exports.
fn lost_exports(v: &Verifier<'_>, above: Op) -> bool {
    let module = v.module;
    match module.kind(above) {
        OpKind::HalExecutableBinary => true,
        OpKind::HalExecutableVariant => {
            let blocks = module.regions(above).iter().flat_map(|&region| module.blocks(region));
            !blocks.flat_map(|&block| module.ops(block)).any(|op| module.kind(op) == OpKind::HalExecutableExport)
        }
        _ => false,
    }
}

/// Whether the executable that `path` begins with is in the module; reports when the name is that of something else.
fn is_here(v: &mut Verifier<'_>, op: Op, path: &[Ident], attr: &str) -> bool {
    match v.find(op, &path[..path.len().min(1)]) {
        Found::Op(found) if EXECUTABLE.contains(&v.module.kind(found)) => true,
        Found::Op(found) => {
            v.wrong_kind(op, attr, found, EXECUTABLE);
            false
        }
        Found::Nothing | Found::Below(..) => false,
    }
}
