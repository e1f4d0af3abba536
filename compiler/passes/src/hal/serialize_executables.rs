//! `iree-hal-serialize-all-executables` and `iree-hal-serialize-target-executables`: device code in its final form.
//!
//! What a binary is, is the backend's business (`halforge-codegen`); here each variant becomes the `hal.executable.binary` of
//! its bytes.

use std::path::Path;
use std::sync::Arc;

use halforge_codegen::{Binary, Options, Role, find_backend};
use halforge_ir::{At, AttrKind, DenseData, Module, NewOp, Op, OpKind, TypeKind};

use crate::hal::prune_executables::of_kind;
use crate::hal::translate_executables::{backend_name, no_backend};
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::sanitize;
use crate::targets::TARGET_REGISTRY;

const DEBUG_LEVEL: OptionDef = OptionDef {
    name: "debug-level",
    doc: "How much binaries say about their sources: 0 nothing, 3 everything.",
    default: OptionKind::Int(2),
};
const DUMP_INTERMEDIATES: OptionDef = OptionDef {
    name: "dump-intermediates-path",
    doc: "The folder for what stands between code and binaries; none when empty.",
    default: OptionKind::Text(""),
};
const DUMP_BINARIES: OptionDef =
    OptionDef { name: "dump-binaries-path", doc: "The folder for binaries; none when empty.", default: OptionKind::Text("") };

pub(crate) const ALL: Pass = Pass {
    name: "iree-hal-serialize-all-executables",
    doc: "Replaces every variant by its binary.",
    anchor: Anchor::Kind(OpKind::HalExecutable),
    options: &[TARGET_REGISTRY, DEBUG_LEVEL, DUMP_INTERMEDIATES, DUMP_BINARIES],
    run: |run| serialize(run, None),
};

pub(crate) const TARGET: Pass = Pass {
    name: "iree-hal-serialize-target-executables",
    doc: "Replaces the variants of one backend by their binaries.",
    anchor: Anchor::Kind(OpKind::HalExecutable),
    options: &[
        TARGET_REGISTRY,
        OptionDef { name: "target", doc: "The name of the backend.", default: OptionKind::Text("") },
        DEBUG_LEVEL,
        DUMP_INTERMEDIATES,
        DUMP_BINARIES,
    ],
    run: |run| {
        let target = run.options.text("target").to_owned();
        serialize(run, Some(&target))
    },
};

/// Serializes the variants of one backend, or of all.
fn serialize(run: &mut Run<'_>, only: Option<&str>) -> Result<(), Failed> {
    if let Some(name) = only
        && find_backend(name).is_none()
    {
        return run.fail(run.op, no_backend(name));
    }
    for variant in of_kind(run.module, run.op, OpKind::HalExecutableVariant) {
        let name = backend_name(run.module, variant);
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let Some(backend) = find_backend(&name) else {
            let diagnostic = run.error_at(variant, no_backend(&name));
            run.report(diagnostic);
            continue;
        };
        let session = run.session;
        let read = |path: &str| session.read(Path::new(path));
        let debug_level = u32::try_from(run.options.int("debug-level")).unwrap_or(0);
        match backend.serialize(run.module, variant, &Options { debug_level, read: &read }) {
            Ok(binary) => {
                dump(run, &binary)?;
                replace(run.module, variant, binary);
            }
            Err(mistakes) => mistakes.into_iter().for_each(|mistake| run.report(mistake)),
        }
    }
    run.finish()
}

/// Writes what a binary was made of, where the options want it.
fn dump(run: &mut Run<'_>, binary: &Binary) -> Result<(), Failed> {
    let around = run.around.map(|around| around.module).unwrap_or(run.module);
    let module = around.symbol_name(around.root()).unwrap_or("module");
    let base = format!("{module}_{}", run.module.symbol_name(run.op).unwrap_or(""));
    for artifact in &binary.artifacts {
        let option = match artifact.role {
            Role::Intermediate => "dump-intermediates-path",
            Role::Binary => "dump-binaries-path",
        };
        let folder = run.options.text(option);
        if folder.is_empty() {
            continue;
        }
        let file = format!("{}{}", sanitize(&format!("{base}_{}", artifact.entry_point)), artifact.extension);
        if let Err(error) = run.session.write(Some(&Path::new(folder).join(&file)), &artifact.bytes) {
            return run.fail(run.op, format!("{file} cannot be written: {error}"));
        }
    }
    Ok(())
}

/// The binary in place of its variant.
fn replace(module: &mut Module, variant: Op, binary: Binary) {
    let ctx = module.ctx.clone();
    let shape = [binary.data.len() as u64].into_iter().collect();
    let ty = ctx.ty(TypeKind::Vector { shape, scalable: [false].into_iter().collect(), element: ctx.int_type(8) });
    let data = ctx.attr(AttrKind::Dense { ty, data: DenseData::Bytes(Arc::from(binary.data)) });
    let mut props = Vec::new();
    for name in ["sym_name", "sym_visibility"] {
        props.extend(module.get_attr(variant, name).map(|value| (ctx.ident(name), value)));
    }
    props.push((ctx.ident("format"), ctx.str_attr(&binary.format)));
    props.push((ctx.ident("data"), data));
    props.push((ctx.ident("mime_type"), ctx.str_attr(binary.mime_type)));
    let loc = module.op(variant).loc;
    module.insert_new(At::Before(variant), OpKind::HalExecutableBinary, loc, NewOp { props, ..NewOp::default() });
    module.erase(variant);
}
