//! `iree-hal-substitute-executables`: device code from files in place of what the compiler made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use halforge_ir::{At, AttrKind, DenseData, DialectAttr, DialectAttrKind, Module, Op, OpKind, TypeKind, parse_module};

use crate::hal::prune_executables::of_kind;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::SymbolTable;

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-substitute-executables",
    doc: "Takes executables from files: whole ones from `.mlir`, the objects of their only variant from any other.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[
        OptionDef { name: "substitutions", doc: "What to take from where, as `name=file`.", default: OptionKind::List },
        OptionDef {
            name: "search-path",
            doc: "A folder of files that are named as executables, with the module's name and `_` before it or not.",
            default: OptionKind::Text(""),
        },
    ],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let mut files: BTreeMap<String, PathBuf> = BTreeMap::new();
    let folder = run.options.text("search-path").to_owned();
    if !folder.is_empty()
        && let Err(message) = scan(Path::new(&folder), run.module.symbol_name(run.op).unwrap_or("module"), &mut files)
    {
        return run.fail(run.op, message);
    }
    for text in run.options.list("substitutions").to_vec() {
        match text.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty()) {
            Some((name, file)) => drop(files.insert(name.to_owned(), file.into())),
            None => return run.fail(run.op, format!("substitutions: expected `name=file`, found `{text}`")),
        }
    }
    for (name, file) in files {
        let symbols = SymbolTable::new(run.module, run.op);
        let Some(op) = symbols.get(run.module.ctx.ident(&name)) else {
            let mut warning = run.error_at(run.op, format!("no executable @{name} to take from {}", file.display()));
            warning.severity = halforge_ir::Severity::Warning;
            run.report(warning);
            continue;
        };
        if run.module.kind(op) != OpKind::HalExecutable {
            let found = run.module.op_name(op).to_owned();
            return run.fail(op, format!("expected @{name} to be a hal.executable, found {found}"));
        }
        let is_text = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("mlir") || e.eq_ignore_ascii_case("mlirbc"));
        let done = run.session.read(&file).map_err(|error| error.to_string()).and_then(|bytes| match is_text {
            true => replace(run.module, op, &name, &file, bytes),
            false => externalize(run.module, op, &file, bytes),
        });
        if let Err(message) = done {
            return run.fail(op, message);
        }
    }
    Ok(())
}

/// The files of a folder, by the executables they are for.
fn scan(folder: &Path, module: &str, files: &mut BTreeMap<String, PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("search-path: {}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()).filter(|_| path.is_file()) else { continue };
        let name = stem.strip_prefix(&format!("{module}_")).unwrap_or(stem).to_owned();
        files.insert(name, path);
    }
    Ok(())
}

/// The executable of this name in a text, in place of `op`.
fn replace(module: &mut Module, op: Op, name: &str, file: &Path, text: Vec<u8>) -> Result<(), String> {
    let ctx = module.ctx.clone();
    let mut other = parse_module(&ctx, &file.display().to_string(), Box::new(text)).map_err(|error| error.to_string())?;
    let found = SymbolTable::new(&other, other.root()).get(ctx.ident(name));
    let Some(found) = found.filter(|&found| other.kind(found) == OpKind::HalExecutable) else {
        return Err(format!("{}: expected a hal.executable @{name}, found none", file.display()));
    };
    module.implant(&mut other, found, At::Before(op));
    module.erase(op);
    Ok(())
}

/// The bytes of a file as the object of the only variant.
fn externalize(module: &mut Module, op: Op, file: &Path, bytes: Vec<u8>) -> Result<(), String> {
    let variants = of_kind(module, op, OpKind::HalExecutableVariant);
    let &[variant] = &variants[..] else {
        let found = variants.len();
        return Err(format!("expected an executable with one variant, found {found}; compile for a single target"));
    };
    let ctx = module.ctx.clone();
    let shape = [bytes.len() as u64].into_iter().collect();
    let ty = ctx.ty(TypeKind::Vector { shape, scalable: [false].into_iter().collect(), element: ctx.int_type(8) });
    let data = ctx.attr(AttrKind::Dense { ty, data: DenseData::Bytes(Arc::from(bytes)) });
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let value = ctx.dict_attr(vec![(ctx.ident("path"), ctx.str_attr(&name)), (ctx.ident("data"), data)]);
    let object =
        DialectAttr { kind: DialectAttrKind::HalExecutableObject, params: [Some(value)].into_iter().collect(), ty: None };
    let objects = ctx.array_attr(vec![ctx.attr(AttrKind::Dialect(object))]);
    module.set_attr(variant, "objects", objects);
    for inner in of_kind(module, variant, OpKind::BuiltinModule) {
        module.erase(inner);
    }
    Ok(())
}
