//! What there is, as text: passes and pipelines with their options, and the operations.

use std::fmt::Write;

use halforge_ir::OpKind;

use crate::named::PIPELINES;
use crate::options::{OptionDef, OptionKind};
use crate::table::PASSES;

/// The passes, the pipelines and the operations with their docs, in order of their names.
pub fn list() -> String {
    let mut text = String::from("Passes:\n");
    let mut passes: Vec<_> = PASSES.iter().collect();
    passes.sort_by_key(|pass| pass.name);
    for pass in passes {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  --{}\n      {}\n      Runs on {}.", pass.name, pass.doc, pass.anchor.describe());
        list_options(pass.options, &mut text);
    }
    text.push_str("\nPipelines:\n");
    let mut pipelines: Vec<_> = PIPELINES.iter().collect();
    pipelines.sort_by_key(|named| named.name);
    for named in pipelines {
        let _ = writeln!(text, "  --{}\n      {}", named.name, named.doc);
        list_options(named.options, &mut text);
    }
    text.push_str("\nOperations:\n");
    let mut defs: Vec<_> = OpKind::ALL.iter().filter(|&&kind| kind != OpKind::Unregistered).map(|kind| kind.def()).collect();
    defs.sort_by_key(|def| def.name);
    for def in defs {
        let _ = writeln!(text, "  {}\n      {}", def.name, def.doc);
    }
    text
}

fn list_options(options: &[OptionDef], text: &mut String) {
    for option in options {
        let default = match option.default {
            OptionKind::Text("") | OptionKind::List => String::new(),
            default => format!(" (default: {default})"),
        };
        let _ = writeln!(text, "      {}=<{}>{default}", option.name, option.default.describe());
        let _ = writeln!(text, "          {}", option.doc);
    }
}
