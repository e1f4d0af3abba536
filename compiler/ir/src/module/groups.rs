//! What has a name in an operation: attributes, and the groups of operands and results of its row.
//!
//! A row names groups; how many values each has follows from their number, or is said by an attribute.

use std::ops::Range;

use smallvec::SmallVec;

use super::{Module, Op, Value};
use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::Ident;
use crate::def::{Arity, OPERAND_SEGMENTS, OpDef, RESULT_SEGMENTS, ValueRow};

/// Attributes.
impl Module {
    /// The attribute called `name`, inherent or not.
    pub fn get_attr(&self, op: Op, name: &str) -> Option<Attr> {
        let data = self.op(op);
        let find = |list: &AttrList| list.iter().find(|(k, _)| self.ctx.str(*k) == name).map(|(_, v)| *v);
        find(&data.props).or_else(|| find(&data.attrs))
    }
    /// Sets an attribute, inherent when the row says so.
    pub fn set_attr(&mut self, op: Op, name: &str, value: Attr) {
        let key = self.ctx.ident(name);
        let data = self.ops.get_mut(op);
        let inherent = is_inherent(data.kind.def(), name) || data.props.iter().any(|(k, _)| *k == key);
        let list = if inherent { &mut data.props } else { &mut data.attrs };
        match list.iter_mut().find(|(k, _)| *k == key) {
            Some(entry) => entry.1 = value,
            None => list.push((key, value)),
        }
    }
    /// Removes an attribute.
    pub fn remove_attr(&mut self, op: Op, name: &str) {
        let ctx = self.ctx.clone();
        let data = self.ops.get_mut(op);
        data.props.retain(|(k, _)| ctx.str(*k) != name);
        data.attrs.retain(|(k, _)| ctx.str(*k) != name);
    }
    /// The integer in the attribute called `name`.
    pub fn int_attr(&self, op: Op, name: &str) -> Option<i128> {
        self.ctx.int_value(self.get_attr(op, name)?)
    }
    /// The text in the attribute called `name`.
    pub fn str_attr(&self, op: Op, name: &str) -> Option<&str> {
        self.ctx.str_value(self.get_attr(op, name)?)
    }
    /// The symbol an operation defines.
    pub fn symbol_name(&self, op: Op) -> Option<&str> {
        self.str_attr(op, "sym_name")
    }
    /// The symbol the attribute called `name` refers to: the names from the outermost in.
    pub fn symbol_path(&self, op: Op, name: &str) -> Option<Vec<Ident>> {
        self.ctx.symbol_path(self.get_attr(op, name)?)
    }
}

/// How the operands or results of an operation fall into the groups of its row.
#[derive(Clone, Copy)]
pub struct Segments<'m> {
    rows: &'static [ValueRow],
    /// The size of each group, when an attribute says it; they are not negative.
    stated: Option<&'m [i64]>,
    /// Else the size of each group that is not of one value.
    each: usize,
}

impl<'m> Segments<'m> {
    /// `None` when the sizes do not add up to `total`.
    fn new(rows: &'static [ValueRow], total: usize, stated: Option<&'m [i64]>) -> Option<Self> {
        if let Some(sizes) = stated {
            let sum = sizes.iter().try_fold(0usize, |sum, &size| sum.checked_add(usize::try_from(size).ok()?));
            return (sizes.len() == rows.len() && sum == Some(total)).then_some(Self { rows, stated, each: 0 });
        }
        let single = ones(rows);
        let (groups, rest) = (rows.len() - single, total.checked_sub(single)?);
        let each = rest.checked_div(groups).unwrap_or(0);
        (each * groups == rest).then_some(Self { rows, stated, each })
    }

    /// The size of group `index`.
    pub fn size(&self, index: usize) -> usize {
        match self.stated {
            Some(sizes) => sizes[index] as usize,
            None if self.rows[index].arity == Arity::One => 1,
            None => self.each,
        }
    }

    /// The positions of the values of group `index`.
    pub fn range(&self, index: usize) -> Range<usize> {
        let start = match self.stated {
            Some(sizes) => sizes[..index].iter().map(|&size| size as usize).sum(),
            None => {
                let single = ones(&self.rows[..index]);
                single + (index - single) * self.each
            }
        };
        start..start + self.size(index)
    }

    /// Each name of the row with the positions of its values, in order.
    pub fn iter(self) -> impl Iterator<Item = (&'static ValueRow, Range<usize>)> {
        let mut start = 0;
        self.rows.iter().enumerate().map(move |(index, row)| {
            let range = start..start + self.size(index);
            start = range.end;
            (row, range)
        })
    }
}

fn ones(rows: &[ValueRow]) -> usize {
    rows.iter().filter(|row| row.arity == Arity::One).count()
}

/// Groups of operands and results.
impl Module {
    /// The operand groups of the row; `None` when their sizes do not add up to the operands there are.
    pub fn operand_segments(&self, op: Op) -> Option<Segments<'_>> {
        let def = self.def(op);
        let stated = if def.has(OPERAND_SEGMENTS) { Some(self.stated_sizes(op, "operandSegmentSizes")?) } else { None };
        Segments::new(def.operands, self.num_operands(op), stated)
    }
    /// The result groups of the row; `None` when their sizes do not add up to the results there are.
    pub fn result_segments(&self, op: Op) -> Option<Segments<'_>> {
        let def = self.def(op);
        let stated = if def.has(RESULT_SEGMENTS) { Some(self.stated_sizes(op, "resultSegmentSizes")?) } else { None };
        Segments::new(def.results, self.results(op).len(), stated)
    }
    fn stated_sizes(&self, op: Op, key: &str) -> Option<&[i64]> {
        match self.ctx.attr_kind(self.get_attr(op, key)?) {
            AttrKind::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }
    /// The operands of the group called `name`; empty when the row or the operation has none.
    pub fn group(&self, op: Op, name: &str) -> SmallVec<[Value; 4]> {
        let range = self.group_range(op, name);
        self.op(op).operands[range].iter().map(|&u| self.uses.get(u).value).collect()
    }
    /// The positions of the operands of the group called `name`.
    pub fn group_range(&self, op: Op, name: &str) -> Range<usize> {
        self.def(op).operand_index(name).map_or(0..0, |index| self.group_range_at(op, index))
    }
    /// The operands of group `index` of the row; empty when the operation has none.
    pub(crate) fn group_at(&self, op: Op, index: usize) -> impl Iterator<Item = Value> + '_ {
        let range = self.group_range_at(op, index);
        self.op(op).operands[range].iter().map(|&u| self.uses.get(u).value)
    }
    /// The positions of the operands of group `index` of the row.
    pub(crate) fn group_range_at(&self, op: Op, index: usize) -> Range<usize> {
        self.operand_segments(op).map_or(0..0, |segments| segments.range(index))
    }
    /// The single operand called `name`.
    pub fn named(&self, op: Op, name: &str) -> Option<Value> {
        let range = self.group_range(op, name);
        (range.len() == 1).then(|| self.operand(op, range.start))
    }
    /// The results of the group called `name`; empty when the row or the operation has none.
    pub fn result_group(&self, op: Op, name: &str) -> SmallVec<[Value; 4]> {
        self.def(op).result_index(name).map_or_else(SmallVec::new, |index| self.result_group_at(op, index).into())
    }
    /// The results of group `index` of the row; empty when the operation has none.
    pub(crate) fn result_group_at(&self, op: Op, index: usize) -> &[Value] {
        self.result_segments(op).map_or(&[], |segments| &self.results(op)[segments.range(index)])
    }
    /// The single result called `name`.
    pub fn named_result(&self, op: Op, name: &str) -> Option<Value> {
        match self.result_group_at(op, self.def(op).result_index(name)?) {
            [only] => Some(*only),
            _ => None,
        }
    }
}

/// Whether `name` is a property of the row rather than a discardable attribute.
pub(crate) fn is_inherent(def: &OpDef, name: &str) -> bool {
    def.attr_row(name).is_some()
        || (name == "operandSegmentSizes" && def.has(OPERAND_SEGMENTS))
        || (name == "resultSegmentSizes" && def.has(RESULT_SEGMENTS))
}
