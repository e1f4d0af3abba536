//! Locations as text.

use super::Writer;
use super::aliases::Symbol;
use crate::loc::{Loc, LocKind};

impl Writer<'_> {
    /// `loc(…)`
    pub(crate) fn print_loc(&mut self, loc: Loc) {
        self.raw("loc(");
        self.print_inner_loc(loc);
        self.raw(")");
    }

    /// A location within another, or its alias.
    fn print_inner_loc(&mut self, loc: Loc) {
        if !self.print_alias(Symbol::Loc(loc)) {
            self.print_loc_body(loc);
        }
    }

    pub(super) fn print_loc_body(&mut self, loc: Loc) {
        let ctx = self.ctx;
        match &*ctx.loc_kind(loc) {
            LocKind::Unknown => self.raw("unknown"),
            LocKind::File { file, line, column, end } => {
                self.print_string(ctx.str(*file).as_bytes());
                self.raw(&format!(":{line}:{column}"));
                match end {
                    Some((end_line, end_column)) if end_line == line => self.raw(&format!(" to :{end_column}")),
                    Some((end_line, end_column)) => self.raw(&format!(" to {end_line}:{end_column}")),
                    None => {}
                }
            }
            LocKind::Name(name, child) => {
                self.print_string(ctx.str(*name).as_bytes());
                if *child != Loc::UNKNOWN {
                    self.raw("(");
                    self.print_inner_loc(*child);
                    self.raw(")");
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.raw("callsite(");
                self.print_inner_loc(*callee);
                self.raw(" at ");
                self.print_inner_loc(*caller);
                self.raw(")");
            }
            LocKind::Fused { parts, metadata } => {
                self.raw("fused");
                if let Some(metadata) = metadata {
                    self.raw("<");
                    self.print_attr(*metadata);
                    self.raw(">");
                }
                self.raw("[");
                self.list(parts, |w, &part| w.print_inner_loc(part));
                self.raw("]");
            }
        }
    }
}
