//! What the exports of a variant say: name, layout, place.

use halforge_executable::vke1::DescriptorType;
use halforge_ir::{AttrKind, Diagnostic, DialectAttrKind, Module, Op, OpKind};

/// An export of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Export {
    /// The operation.
    pub(crate) op: Op,
    /// The name of the entry point.
    pub(crate) name: String,
    /// Number of 32-bit constants of a dispatch.
    pub(crate) constants: u32,
    /// What each binding is.
    pub(crate) bindings: Vec<DescriptorType>,
    /// Where it stands in its text.
    pub(crate) place: Option<(String, i32)>,
    /// Where it stood after stages of compilation: stage, file, line.
    pub(crate) stages: Vec<(String, String, i32)>,
}

/// The exports of a variant, by ordinal.
pub(crate) fn exports(module: &Module, variant: Op) -> Result<Vec<Export>, Box<Diagnostic>> {
    let mut found: Vec<(i128, Export)> = Vec::new();
    let body = module.entry(module.region(variant, 0));
    let ops: Vec<Op> = body.map(|block| module.ops(block).collect()).unwrap_or_default();
    let ops: Vec<Op> = ops.into_iter().filter(|&op| module.kind(op) == OpKind::HalExecutableExport).collect();
    for (index, &op) in (0i128..).zip(&ops) {
        let ordinal = match module.int_attr(op, "ordinal") {
            Some(ordinal) => ordinal,
            // A variant's only export needs no number.
            None if ops.len() == 1 => index,
            None => return Err(error(module, op, "expected an ordinal: the variant has several exports")),
        };
        found.push((ordinal, export(module, op)?));
    }
    found.sort_by_key(|(ordinal, _)| *ordinal);
    for (expected, (ordinal, export)) in (0i128..).zip(&found) {
        if *ordinal != expected {
            let count = found.len();
            let message =
                format!("the exports of a variant are numbered from 0 on: expected {expected}, found {ordinal} of {count}");
            return Err(error(module, export.op, message));
        }
    }
    Ok(found.into_iter().map(|(_, export)| export).collect())
}

pub(crate) fn error(module: &Module, op: Op, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(module.ctx.place(module.op(op).loc), message))
}

fn export(module: &Module, op: Op) -> Result<Export, Box<Diagnostic>> {
    let ctx = &module.ctx;
    let layout = module.get_attr(op, "layout").map(|layout| ctx.attr_kind(layout));
    let layout = match layout {
        Some(AttrKind::Dialect(layout)) if layout.kind == DialectAttrKind::HalPipelineLayout => layout,
        _ => return Err(error(module, op, "expected #hal.pipeline.layout<…> as the layout")),
    };
    let constants = layout.param("constants").map_or(Some(0), |n| ctx.int_value(n));
    let constants = constants.and_then(|n| u32::try_from(n).ok());
    let constants = constants.ok_or_else(|| error(module, op, "the number of constants does not fit u32"))?;
    let mut bindings = Vec::new();
    for &binding in layout.param("bindings").and_then(|list| ctx.array_value(list)).unwrap_or_default() {
        let AttrKind::Dialect(binding) = ctx.attr_kind(binding) else {
            return Err(error(module, op, "expected #hal.pipeline.binding<…>"));
        };
        let case = binding.param("type").and_then(|ty| match ctx.attr_kind(ty) {
            AttrKind::Dialect(ty) => ty.case(ctx),
            _ => ctx.int_value(ty),
        });
        bindings.push(match case.and_then(|case| halforge_ir::enums::DESCRIPTOR_TYPE.name(u64::try_from(case).ok()?)) {
            Some(name) if name == "uniform_buffer" => DescriptorType::UniformBuffer,
            Some(name) if name == "storage_buffer" => DescriptorType::StorageBuffer,
            _ => return Err(error(module, op, "expected a storage or uniform buffer as a binding")),
        });
    }
    Ok(Export {
        op,
        name: module.symbol_name(op).unwrap_or("").to_owned(),
        constants,
        bindings,
        place: place(module, module.op(op).loc),
        stages: stages(module, op),
    })
}

/// File and line of a location, of the first file in it.
fn place(module: &Module, loc: halforge_ir::Loc) -> Option<(String, i32)> {
    let (file, line, _) = module.ctx.position(loc)?;
    Some((module.ctx.str(file).to_owned(), i32::try_from(line).ok()?))
}

fn stages(module: &Module, op: Op) -> Vec<(String, String, i32)> {
    let ctx = &module.ctx;
    let Some(AttrKind::Dict(stages)) = module.get_attr(op, "source_locs").map(|dict| ctx.attr_kind(dict)) else {
        return Vec::new();
    };
    let stage = |&(name, value)| {
        let AttrKind::Loc(loc) = ctx.attr_kind(value) else { return None };
        let (file, line) = place(module, *loc)?;
        Some((ctx.str(name).to_owned(), file, line))
    };
    stages.iter().filter_map(stage).collect()
}
