//! What running an operation may touch, from its row and those of the operations it holds.

use crate::def::{SYMBOL, TERMINATOR, effect};
use crate::module::{Module, Op};

/// The effects of one operation, a set of the [`effect`] constants; those of its regions included.
pub fn effects(module: &Module, op: Op) -> u8 {
    let def = module.def(op);
    let own = match def.effects_of {
        Some(effects_of) => effects_of(module, op),
        None => def.effects,
    };
    if own & effect::RECURSIVE == 0 {
        return own;
    }
    let regions = module.regions(op).iter();
    let inner = regions.flat_map(|&r| module.blocks(r)).flat_map(|&b| module.ops(b));
    inner.fold(own & !effect::RECURSIVE, |sum, op| sum | effects(module, op))
}

/// Whether it neither reads nor writes nor makes anything.
pub fn is_pure(module: &Module, op: Op) -> bool {
    effects(module, op) == effect::NONE
}

/// Whether nobody would miss it if nothing used its results.
pub fn is_removable(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    def.traits & (TERMINATOR | SYMBOL) == 0 && effects(module, op) & effect::WRITE == 0
}

/// Whether nothing uses its results and nobody would miss it.
pub fn is_dead(module: &Module, op: Op) -> bool {
    module.results(op).iter().all(|&v| module.is_unused(v)) && is_removable(module, op)
}
