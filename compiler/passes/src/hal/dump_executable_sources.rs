//! `iree-hal-dump-executable-sources`: each executable as a text of its own.

use halforge_ir::OpKind;

use crate::hal::prune_executables::of_kind;
use crate::listing::{destination, listing};
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-dump-executable-sources",
    doc: "Writes each executable to a file `module_executable.mlir`.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[
        OptionDef {
            name: "path",
            doc: "The folder for the files; standard output when empty or `-`.",
            default: OptionKind::Text(""),
        },
        OptionDef {
            name: "prefix",
            doc: "What the names of files begin with, before a `_`; nothing when empty.",
            default: OptionKind::Text(""),
        },
    ],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let folder = run.options.text("path").to_owned();
    let prefix = match run.options.text("prefix") {
        "" => String::new(),
        prefix => format!("{prefix}_"),
    };
    let module_name = run.module.symbol_name(run.op).unwrap_or("module").to_owned();
    for executable in of_kind(run.module, run.op, OpKind::HalExecutable) {
        let name = run.module.symbol_name(executable).unwrap_or_default();
        let name = format!("{prefix}{module_name}_{name}.mlir");
        let path = destination(&folder, &name);
        let shown = path.as_ref().map_or(name, |path| path.display().to_string());
        // Nothing uses it where it stands alone, and yet it must not go.
        let visibility = run.module.get_attr(executable, "sym_visibility");
        let public = run.module.ctx.str_attr("public");
        run.module.set_attr(executable, "sym_visibility", public);
        let text = listing(run.module, executable, &shown);
        match visibility {
            Some(visibility) => run.module.set_attr(executable, "sym_visibility", visibility),
            None => run.module.remove_attr(executable, "sym_visibility"),
        }
        if let Err(error) = run.session.write(path.as_deref(), text.as_bytes()) {
            return run.fail(executable, format!("{shown} cannot be written: {error}"));
        }
    }
    Ok(())
}
