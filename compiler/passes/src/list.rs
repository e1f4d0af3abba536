//! What there is, as text: the passes with their options, and the operations.

use std::fmt::Write;

use halforge_ir::OpKind;

use crate::options::OptionKind;
use crate::table::PASSES;

/// The passes and the operations with their docs, in order of their names.
pub fn list() -> String {
    let mut text = String::from("Passes:\n");
    let mut passes: Vec<_> = PASSES.iter().collect();
    passes.sort_by_key(|pass| pass.name);
    for pass in passes {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  --{}\n      {}\n      Runs on {}.", pass.name, pass.doc, pass.anchor.describe());
        for option in pass.options {
            let default = match option.default {
                OptionKind::Text("") | OptionKind::List => String::new(),
                default => format!(" (default: {default})"),
            };
            let _ = writeln!(text, "      {}=<{}>{default}", option.name, option.default.describe());
            let _ = writeln!(text, "          {}", option.doc);
        }
    }
    text.push_str("\nOperations:\n");
    let mut defs: Vec<_> = OpKind::ALL.iter().filter(|&&kind| kind != OpKind::Unregistered).map(|kind| kind.def()).collect();
    defs.sort_by_key(|def| def.name);
    for def in defs {
        let _ = writeln!(text, "  {}\n      {}", def.name, def.doc);
    }
    text
}
