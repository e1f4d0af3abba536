//! Regions and blocks as text.

use rustc_hash::FxHashMap;

use super::Printer;
use crate::module::{Block, Op, Region, Value};
use crate::types::Type;

/// Whether the entry block's arguments are printed, or stand in the operation's header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Headers {
    Shown,
    InHeader,
}

/// Whether a terminator that says nothing is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminators {
    Shown,
    Implied,
}

/// Regions and blocks.
impl Printer<'_> {
    /// Region `index` of an operation in custom form.
    pub(crate) fn print_region_of(&mut self, op: Op, index: usize) {
        let Some(&region) = self.module.regions(op).get(index) else { return };
        self.print_region(op, region, Headers::Shown, Terminators::Implied);
    }

    /// `(%a: T, …) -> (U, …) {…}`, the region's arguments in the header.
    pub(crate) fn print_region_with_args(&mut self, op: Op, region: Region, results: &[Type]) {
        self.raw("(");
        if let Some(&entry) = self.module.blocks(region).first() {
            self.separated(self.module.args(entry), |p, &arg| p.print_arg(arg));
        }
        self.raw(") -> ");
        self.print_result_types(results);
        self.raw(" ");
        self.print_region(op, region, Headers::InHeader, Terminators::Implied);
    }

    /// `%a: T`, with its location.
    pub(crate) fn print_arg(&mut self, arg: Value) {
        self.print_value(arg);
        self.raw(": ");
        self.print_type_of(arg);
        self.print_arg_loc(arg);
    }

    /// The location of an argument, which never stands as an alias, though upstream defines one.
    pub(crate) fn print_arg_loc(&mut self, arg: Value) {
        if self.options.locations {
            let loc = self.module.value_loc(arg);
            self.note_loc(loc, false);
            if !self.aliases.collecting() {
                self.raw(" loc(");
                self.print_loc_body(loc);
                self.raw(")");
            }
        }
    }

    pub(crate) fn print_region(&mut self, op: Op, region: Region, headers: Headers, terminators: Terminators) {
        let def = self.module.def(op);
        let dialect = if self.options.generic { "" } else { def.default_dialect };
        self.default_dialects.push(dialect);
        self.raw("{");
        let blocks = self.module.blocks(region).to_vec();
        let predecessors = self.predecessors(&blocks);
        for (index, &block) in blocks.iter().enumerate() {
            let predecessors = predecessors.get(&block).map_or(&[][..], Vec::as_slice);
            self.print_block(op, (block, index), predecessors, headers, terminators);
        }
        self.newline(0);
        self.raw("}");
        self.default_dialects.pop();
    }

    /// Who branches to each of the blocks of a region, once for each branch.
    fn predecessors(&self, blocks: &[Block]) -> FxHashMap<Block, Vec<Block>> {
        let mut predecessors: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for &block in blocks {
            for &successor in self.module.last(block).map_or(&[][..], |last| self.module.successors(last)) {
                predecessors.entry(successor).or_default().push(block);
            }
        }
        predecessors
    }

    /// Writes a block, given with its number.
    fn print_block(
        &mut self,
        op: Op,
        (block, index): (Block, usize),
        predecessors: &[Block],
        headers: Headers,
        terminators: Terminators,
    ) {
        let args = self.module.args(block).to_vec();
        // In generic form a block without anything still shows that it is there.
        let bare = self.options.generic && self.module.first(block).is_none();
        let header = index > 0 || (headers == Headers::Shown && (!args.is_empty() || bare));
        if header {
            self.newline(0);
            self.print_block_name(block);
            if !args.is_empty() {
                self.raw("(");
                self.separated(&args, |p, &arg| p.print_arg(arg));
                self.raw(")");
            }
            self.raw(":");
            if index > 0 || !predecessors.is_empty() {
                self.print_predecessors(predecessors);
            }
        }
        self.indent += 1;
        for inner in self.module.ops(block).collect::<Vec<_>>() {
            if terminators == Terminators::Implied && self.is_implied_terminator(op, inner) {
                continue;
            }
            self.newline(0);
            self.print_op(inner);
        }
        self.indent -= 1;
    }

    /// Who branches here, as a comment.
    fn print_predecessors(&mut self, predecessors: &[Block]) {
        let names: Vec<_> = predecessors.iter().map(|&block| self.names.block(block)).collect();
        match &names[..] {
            [] => self.raw("  // no predecessors"),
            [only] => self.raw(&format!("  // pred: {only}")),
            _ => self.raw(&format!("  // {} preds: {}", names.len(), names.join(", "))),
        }
    }

    /// Whether `inner` is the terminator that `op`'s row leaves out, with nothing to say.
    fn is_implied_terminator(&self, op: Op, inner: Op) -> bool {
        let data = self.module.op(inner);
        self.module.def(op).implicit_terminator == Some(self.module.op_name(inner))
            && self.module.num_operands(inner) == 0
            && data.attrs.is_empty()
            && data.props.is_empty()
            && self.module.next(inner).is_none()
    }
}
