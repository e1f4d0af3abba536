//! Who dispatches which entry point, and the pipeline layout that follows.

use halforge_ir::def::CONSTANT_LIKE;
use halforge_ir::enums::{DESCRIPTOR_FLAGS, DESCRIPTOR_TYPE, EnumDef, PIPELINE_LAYOUT_FLAGS, RESOURCE_ACCESS};
use halforge_ir::{Attr, AttrKind, Context, DialectAttr, DialectAttrKind, Module, Op, OpKind, Value, ValueDef};
use rustc_hash::FxHashMap;

use crate::build::enum_attr;
use crate::symbols::SymbolTable;

/// The `stream.cmd.dispatch` operations of a module, by the exports they name.
pub(crate) struct Dispatches {
    by_export: FxHashMap<Op, Vec<Op>>,
    /// The first of all.
    pub(crate) first: Option<Op>,
}

impl Dispatches {
    pub(crate) fn new(module: &Module, root: Op, symbols: &SymbolTable) -> Self {
        let mut by_export: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
        let mut first = None;
        for op in module.walk(root).into_iter().filter(|&op| module.kind(op) == OpKind::StreamCmdDispatch) {
            first = first.or(Some(op));
            for &name in entry_points(module, op) {
                let path = module.ctx.symbol_path(name).unwrap_or_default();
                if let Some(export) = symbols.resolve(module, &path) {
                    by_export.entry(export).or_default().push(op);
                }
            }
        }
        Self { by_export, first }
    }

    /// The dispatches of an export, in order of the text.
    pub(crate) fn of(&self, export: Op) -> &[Op] {
        self.by_export.get(&export).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The names of the exports that a dispatch may run.
pub(crate) fn entry_points(module: &Module, dispatch: Op) -> &[Attr] {
    module.get_attr(dispatch, "entry_points").and_then(|list| module.ctx.array_value(list)).unwrap_or_default()
}

/// A `#hal.pipeline.layout` for so many constants and bindings, as `dispatches` use them.
pub(crate) fn layout(module: &Module, dispatches: &[Op], constants: usize, bindings: usize) -> Attr {
    let ctx = &module.ctx;
    let mut flags = vec![0; bindings];
    for &dispatch in dispatches {
        add_uses(module, dispatch, &mut flags);
    }
    let kind = DESCRIPTOR_TYPE.case("storage_buffer").unwrap_or_default();
    let bindings = flags.iter().map(|&flags| {
        let params = [enum_attr(ctx, &DESCRIPTOR_TYPE, kind), enum_attr(ctx, &DESCRIPTOR_FLAGS, flags)];
        dialect_attr(ctx, DialectAttrKind::HalPipelineBinding, params.map(Some))
    });
    let bindings = ctx.array_attr(bindings.collect());
    let indirect = bit(&DESCRIPTOR_FLAGS, "Indirect");
    let is_indirect = flags.iter().any(|flags| flags & indirect != 0);
    let flags = if is_indirect { bit(&PIPELINE_LAYOUT_FLAGS, "Indirect") } else { 0 };
    let flags = enum_attr(ctx, &PIPELINE_LAYOUT_FLAGS, flags);
    let constants = ctx.int_attr(constants as i128, ctx.int_type(64));
    dialect_attr(ctx, DialectAttrKind::HalPipelineLayout, [constants, bindings, flags].map(Some))
}

fn dialect_attr<const N: usize>(ctx: &Context, kind: DialectAttrKind, params: [Option<Attr>; N]) -> Attr {
    ctx.attr(AttrKind::Dialect(DialectAttr { kind, params: params.into_iter().collect(), ty: None }))
}

fn bit(def: &EnumDef, name: &str) -> u64 {
    def.case(name).unwrap_or_default()
}

/// The flags of each binding that a dispatch asks for: no write makes it read-only, and a resource that may be another one
/// when the same commands run again makes it indirect.
fn add_uses(module: &Module, dispatch: Op, flags: &mut [u64]) {
    let execute = std::iter::successors(module.parent_op(dispatch), |&up| module.parent_op(up))
        .find(|&up| module.kind(up) == OpKind::StreamCmdExecute);
    let once = execute.is_some_and(|execute| module.get_attr(execute, "once").is_some());
    let accesses = module.get_attr(dispatch, "resource_accesses").and_then(|list| module.ctx.array_value(list));
    let (accesses, resources) = (accesses.unwrap_or_default(), module.group(dispatch, "resources"));
    for ((flags, &access), &resource) in flags.iter_mut().zip(accesses).zip(&resources) {
        if !once && may_change(module, execute, resource) {
            *flags |= bit(&DESCRIPTOR_FLAGS, "Indirect");
        }
        let write = bit(&RESOURCE_ACCESS, "Write");
        if module.ctx.int_value(access).unwrap_or(0) as u64 & write == 0 {
            *flags |= bit(&DESCRIPTOR_FLAGS, "ReadOnly");
        }
    }
}

/// Whether a resource is anything but a constant or a global that stays as it is.
fn may_change(module: &Module, execute: Option<Op>, resource: Value) -> bool {
    let mut resource = resource;
    if let ValueDef::Arg(block, index) = module.value_def(resource)
        && let Some(execute) = execute
        && module.block_parent(block).is_some_and(|region| module.region_parent(region) == execute)
        && let Some(&outside) = module.group(execute, "resource_operands").get(index as usize)
    {
        resource = outside;
    }
    let Some(op) = module.defining_op(resource) else { return true };
    let is_immutable = module.kind(op) == OpKind::UtilGlobalLoad && module.get_attr(op, "is_immutable").is_some();
    !is_immutable && !module.def(op).has(CONSTANT_LIKE)
}
