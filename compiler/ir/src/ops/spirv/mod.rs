//! `spirv`: device code as SPIR-V, with control flow as regions. An operation means what SPIR-V's instruction of its name
//! means; a file each for what stands in modules, memory, control flow, and kinds of computation.
//!
//! Names are SPIR-V's: `spirv.IAdd` is `OpIAdd`, `spirv.GL.Fma` the `Fma` of `GLSL.std.450`, and `spirv.KHR.X` is `OpXKHR`. What
//! turns these into words counts on it.

pub(super) mod arith;
pub(super) mod atomic;
pub(super) mod composite;
pub(super) mod control;
pub(super) mod convert;
pub(super) mod gl;
pub(super) mod group;
pub(super) mod memory;
pub(super) mod module;
mod types;

use crate::attrs::AttrList;
use crate::module::Op;
use crate::print::Printer;

/// ` {a = 1}`: all attributes but those `named`, in the spelling of the dialect's hand-written forms.
fn print_dict(p: &mut Printer<'_>, op: Op, named: &[&str]) {
    let ctx = p.ctx;
    let data = p.module.op(op);
    let rest: AttrList = data.props.iter().chain(&data.attrs).filter(|(k, _)| !named.contains(&ctx.str(*k))).copied().collect();
    if !rest.is_empty() {
        p.raw(" ");
        p.print_sorted_attrs(&rest);
    }
}
