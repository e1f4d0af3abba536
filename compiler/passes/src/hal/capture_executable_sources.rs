//! `iree-hal-capture-executable-sources`: the text of each variant as a part of it, so that tools can show it later.

use std::sync::Arc;

use halforge_ir::{At, Attr, AttrKind, Mapping, Module, Op, OpKind, Resource, ResourceValue, TypeKind};

use crate::build::Build;
use crate::hal::prune_executables::of_kind;
use crate::listing::listing;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-capture-executable-sources",
    doc: "Keeps the text of each variant in its `sources`, and the places of entry points in `source_locs`.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[OptionDef {
        name: "stage",
        doc: "What the text is called; there may be one for each stage.",
        default: OptionKind::Text("source"),
    }],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let stage = run.options.text("stage").to_owned();
    let module = &mut *run.module;
    let module_name = module.symbol_name(run.op).unwrap_or("module").to_owned();
    for executable in of_kind(module, run.op, OpKind::HalExecutable) {
        for variant in of_kind(module, executable, OpKind::HalExecutableVariant) {
            let name = |op: Op| module.symbol_name(op).unwrap_or_default();
            let file = format!("{module_name}_{}_{}.{stage}.mlir", name(executable), name(variant));
            let sources = module.get_attr(variant, "sources");
            let is_there = sources.is_some_and(|sources| module.ctx.dict_get(sources, &file).is_some());
            if !is_there && !of_kind(module, variant, OpKind::BuiltinModule).is_empty() {
                capture(module, executable, variant, &file, &stage);
            }
        }
    }
    Ok(())
}

fn capture(module: &mut Module, executable: Op, variant: Op, file: &str, stage: &str) {
    let (copy, variant_copy) = alone(module, executable, variant);
    let text = listing(module, copy, file);
    let source = resource(module, file, text.into_bytes());
    add_to_dict(module, variant, "sources", file, source);
    let functions = of_kind(module, variant_copy, OpKind::BuiltinModule).first().map(|&code| SymbolTable::new(module, code));
    for export in of_kind(module, variant, OpKind::HalExecutableExport) {
        let function = symbol(module, export).and_then(|name| functions.as_ref()?.get(name));
        if let Some(function) = function {
            let place = module.ctx.attr(AttrKind::Loc(module.op(function).loc));
            add_to_dict(module, export, "source_locs", stage, place);
        }
    }
    module.erase(copy);
}

/// A public copy of an executable with only one of its variants, and the copy of the variant.
fn alone(module: &mut Module, executable: Op, variant: Op) -> (Op, Op) {
    let (props, attrs, loc) = {
        let data = module.op(executable);
        (data.props.clone(), data.attrs.clone(), data.loc)
    };
    let mut build = Build::new(module, At::After(executable), loc);
    let copy = build.op(OpKind::HalExecutable, &[], &[], &[]);
    let block = build.module.add_block(build.module.region(copy, 0));
    build.at = At::End(block);
    build.op(OpKind::HalExecutableEnd, &[], &[], &[]);
    module.op_mut(copy).props = props;
    module.op_mut(copy).attrs = attrs;
    let public = module.ctx.str_attr("public");
    module.set_attr(copy, "sym_visibility", public);
    let variant = module.clone_op_at(variant, At::Start(block), &mut Mapping::new());
    (copy, variant)
}

/// Bytes as a resource of the module, under this key or one like it.
fn resource(module: &mut Module, key: &str, bytes: Vec<u8>) -> Attr {
    let ctx = module.ctx.clone();
    let taken = |key: &str| module.resources.iter().any(|resource| ctx.str(resource.key) == key);
    let keys = std::iter::once(key.to_owned()).chain((1u64..).map(|number| format!("{key}_{number}")));
    let key = ctx.ident(&keys.into_iter().find(|key| !taken(key)).unwrap_or_default());
    let shape = [bytes.len() as u64].into_iter().collect();
    let ty = ctx.ty(TypeKind::Vector { shape, scalable: [false].into_iter().collect(), element: ctx.int_type(8) });
    module.resources.push(Resource {
        section: ctx.ident("dialect_resources"),
        owner: ctx.ident("builtin"),
        key,
        value: ResourceValue::Bytes(1, Arc::from(bytes)),
    });
    ctx.attr(AttrKind::DenseResource { key, ty })
}

/// Sets an entry of an attribute that is a dictionary.
fn add_to_dict(module: &mut Module, op: Op, name: &str, key: &str, value: Attr) {
    let ctx = module.ctx.clone();
    let mut items = match module.get_attr(op, name).map(|dict| ctx.attr_kind(dict)) {
        Some(AttrKind::Dict(items)) => items.clone(),
        _ => Vec::new(),
    };
    let key = ctx.ident(key);
    items.retain(|&(other, _)| other != key);
    items.push((key, value));
    let dict = ctx.dict_attr(items);
    module.set_attr(op, name, dict);
}
