//! Executables: exports, conditions, constants.

use crate::attrs::{Attr, AttrKind};
use crate::dialect_attrs::DialectAttrKind;
use crate::module::{Block, Op, Region};
use crate::ops::OpKind;
use crate::types::{HalType, Type, TypeKind};
use crate::verify::functions::signature;
use crate::verify::{Verifier, count};

/// What a `#hal.pipeline.layout` has.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) attr: Attr,
    /// Number of 32-bit constants.
    pub(crate) constants: u64,
    /// Number of bindings.
    pub(crate) bindings: usize,
}

impl Layout {
    /// The attribute `layout` of an operation.
    pub(crate) fn of(v: &Verifier<'_>, op: Op) -> Option<Self> {
        let ctx = v.ctx();
        let attr = v.module.get_attr(op, "layout")?;
        let AttrKind::Dialect(layout) = ctx.attr_kind(attr) else { return None };
        if layout.kind != DialectAttrKind::HalPipelineLayout {
            return None;
        }
        let constants = layout.param("constants").and_then(|n| ctx.int_value(n)).unwrap_or(0);
        let bindings = layout.param("bindings").and_then(|list| ctx.array_value(list)).map_or(0, <[Attr]>::len);
        Some(Self { attr, constants: u64::try_from(constants).unwrap_or(0), bindings })
    }
}

/// `hal.executable.source` and `hal.executable.variant`: at most one condition.
pub(crate) fn one_condition(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let mut conditions = blocks.flat_map(|&block| module.ops(block)).filter(|&op| is_condition(module.kind(op)));
    let (first, second) = (conditions.next(), conditions.next());
    if let (Some(first), Some(second)) = (first, second) {
        let others = conditions.count();
        v.error(op, format!("expected at most one `hal.executable.condition`, found {}", others + 2));
        v.note_op(first, "the first is here").note_op(second, "the second is here");
    }
}

fn is_condition(kind: OpKind) -> bool {
    kind == OpKind::HalExecutableCondition
}

/// `hal.executable.condition`
pub(crate) fn condition(v: &mut Verifier<'_>, op: Op) {
    check_condition(v, op, v.module.region(op, 0));
}

/// A region, if it has blocks, that takes a device and returns whether it can be used.
pub(crate) fn check_condition(v: &mut Verifier<'_>, op: Op, region: Region) {
    let Some(entry) = v.module.entry(region) else { return };
    let args = v.types(v.module.args(entry).iter().copied());
    if args != [v.ctx().hal_type(HalType::Device)] {
        let found = v.show_types(args);
        v.error(op, format!("expected a condition that takes (!hal.device), found {found}"));
    }
    check_returns(v, op, region, &[v.ctx().int_type(1)], "result of a condition, true when it can be used");
}

/// A region, if it has blocks, that takes a device and a workload and returns the grid.
pub(crate) fn check_count(v: &mut Verifier<'_>, op: Op, region: Region) {
    let Some(entry) = v.module.entry(region) else { return };
    check_takes_workload(v, op, entry, "workgroup count");
    let index = v.ctx().index_type();
    check_returns(v, op, region, &[index; 3], "dimension of the workgroup count");
}

fn check_takes_workload(v: &mut Verifier<'_>, op: Op, entry: Block, what: &str) {
    let types = v.types(v.module.args(entry).iter().copied());
    let index = v.ctx().index_type();
    let fits = match types.split_first() {
        Some((first, rest)) => {
            *v.ctx().type_kind(*first) == TypeKind::Hal(HalType::Device) && rest.iter().all(|&ty| ty == index)
        }
        None => false,
    };
    if !fits {
        let found = v.show_types(types);
        v.error(op, format!("expected a {what} region that takes (!hal.device, index, ...), found {found}"));
    }
}

/// Every `hal.return` of a region gives back these types. They are checked with the operation that has the region.
fn check_returns(v: &mut Verifier<'_>, op: Op, region: Region, expected: &[Type], what: &str) {
    let module = v.module;
    for &block in module.blocks(region) {
        if let Some(last) = module.last(block)
            && module.kind(last) == OpKind::HalReturn
        {
            v.check_results(last, op, expected, what);
        }
    }
}

/// `hal.executable.export`: its regions, and the export that is used when the condition does not hold.
pub(crate) fn export(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let &[workgroup_count, condition] = module.regions(op) else { return };
    let fallback = module.get_attr(op, "condition_fallback");
    for (region, what) in [(condition, "condition"), (workgroup_count, "workgroup count")] {
        let blocks = module.blocks(region).len();
        if blocks > 1 {
            v.error(op, format!("expected a {what} of one block, found {blocks}"));
        }
    }
    if let Some(entry) = module.entry(condition) {
        check_takes_workload(v, op, entry, "condition");
        check_returns(v, op, condition, &[v.ctx().int_type(1)], "result of a condition, true when it can be used");
        if fallback.is_none() {
            v.error(op, "expected a fallback besides the condition: the export used when it does not hold");
        }
    } else if let Some(fallback) = fallback {
        let found = v.show_attr(fallback);
        v.error(op, format!("expected a condition besides the fallback {found}, which is never used without one"));
    }
    check_count(v, op, workgroup_count);
    if fallback.is_some()
        && let Some(other) = v.expect_symbol(op, "condition_fallback", &[OpKind::HalExecutableExport])
    {
        check_fallback(v, op, other);
    }
}

/// An export and its fallback can stand for each other.
fn check_fallback(v: &mut Verifier<'_>, op: Op, other: Op) {
    let module = v.module;
    if let (Some(layout), Some(fallback)) = (Layout::of(v, op), Layout::of(v, other))
        && layout.attr != fallback.attr
    {
        let (expected, found) = (v.show_attr(layout.attr), v.show_attr(fallback.attr));
        v.error(op, format!("expected a fallback with the same layout, {expected}, found {found}"));
        v.note_op(other, "the fallback is here");
    }
    let regions = module.regions(op).iter().zip(module.regions(other));
    for ((&region, &fallback), what) in regions.zip(["workgroup count", "condition"]) {
        let (Some(a), Some(b)) = (module.entry(region), module.entry(fallback)) else { continue };
        let (expected, found) = (v.types(module.args(a).iter().copied()), v.types(module.args(b).iter().copied()));
        if expected != found {
            let (expected, found) = (v.show_types(expected), v.show_types(found));
            v.error(op, format!("expected a fallback whose {what} takes the same, {expected}, found {found}"));
            v.note_op(other, "the fallback is here");
        }
    }
}

/// `hal.executable.constant.block`: takes a device or nothing, and gives an `i32` for each key.
pub(crate) fn constant_block(v: &mut Verifier<'_>, op: Op) {
    let module = v.module;
    let Some((inputs, results)) = signature(module, op) else { return };
    let (device, i32) = (v.ctx().hal_type(HalType::Device), v.ctx().int_type(32));
    if !inputs.is_empty() && inputs != [device] {
        let found = v.show_types(inputs.iter().copied());
        v.error(op, format!("expected to take (!hal.device) or nothing, found {found}"));
    }
    for (index, &found) in results.iter().enumerate().filter(|(_, ty)| **ty != i32) {
        let found = v.show(found);
        v.error(op, format!("expected constants of type i32, found result {index} of type {found}"));
    }
    let keys = module.get_attr(op, "keys").and_then(|keys| v.ctx().array_value(keys)).map_or(0, <[Attr]>::len);
    if keys != results.len() {
        let expected = count(results.len(), "key");
        v.error(op, format!("expected {expected}, one for each result, found {keys}"));
    }
}
