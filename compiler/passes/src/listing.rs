//! Texts of operations that are kept apart from the module: what the passes that dump and capture share.

use std::path::{Path, PathBuf};

use halforge_ir::{LocKind, Module, Op, PrintOptions, op_with_starts};

/// An isolated operation as text. It and all in it then say that they come from there, from a file of this name.
pub(crate) fn listing(module: &mut Module, op: Op, file: &str) -> String {
    let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
    let (mut text, starts) = op_with_starts(module, op, &options);
    text.push('\n');
    let file = module.ctx.ident(file);
    let (mut line, mut line_start, mut seen) = (1, 0, 0);
    for (op, start) in starts {
        for (at, _) in text.bytes().enumerate().take(start).skip(seen).filter(|&(_, byte)| byte == b'\n') {
            line += 1;
            line_start = at + 1;
        }
        seen = start;
        // Columns count from 0 here, as upstream.
        let column = u32::try_from(start - line_start).unwrap_or(u32::MAX);
        module.op_mut(op).loc = module.ctx.loc(LocKind::File { file, line, column, end: None });
    }
    text
}

/// Where a file of this name goes: into a folder, or to standard output where the folder is empty or `-`.
pub(crate) fn destination(folder: &str, name: &str) -> Option<PathBuf> {
    // Names come from the input, and must not lead out of the folder.
    let clean = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
    let name: String = name.chars().map(clean).collect();
    (!matches!(folder, "" | "-")).then(|| Path::new(folder).join(name))
}
