//! Operations, regions, blocks and values of one module, and the ways to change them.
//!
//! Invariants: every operand is on the use list of its value; every operation, block and region knows its parent; an
//! operation's inherent attributes are in `props`, all others in `attrs`. Whether the operations are right is the
//! verifier's question, not this module's.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::arena::{Arena, ids};
use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::{Context, Ident};
use crate::def::{Arity, OPERAND_SEGMENTS, OpDef, RESULT_SEGMENTS};
use crate::loc::Loc;
use crate::ops::OpKind;
use crate::source::SourceRange;
use crate::types::Type;

ids! {
    /// An operation.
    Op "op",
    /// A block.
    Block "block",
    /// A region.
    Region "region",
    /// A result of an operation or an argument of a block.
    Value "value",
    /// An operand slot of an operation.
    Use "use",
}

/// One module: a tree of operations under a `builtin.module`.
pub struct Module {
    /// What it shares with other modules.
    pub ctx: Arc<Context>,
    ops: Arena<Op, OpData>,
    blocks: Arena<Block, BlockData>,
    regions: Arena<Region, RegionData>,
    values: Arena<Value, ValueData>,
    uses: Arena<Use, UseData>,
    root: Op,
    /// The resource section: dialect, key, value.
    pub resources: Vec<Resource>,
}

/// A named blob or value of the resource section `{-# … #-}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// `dialect_resources` or `external_resources`.
    pub section: Ident,
    /// Dialect or producer.
    pub owner: Ident,
    /// Key.
    pub key: Ident,
    /// Value.
    pub value: ResourceValue,
}

/// The value of a [`Resource`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// Hex digits after `0x` that stay in the source: four bytes of alignment, little-endian, then the bytes.
    Hex(SourceRange),
    /// Bytes made here, with their alignment.
    Bytes(u32, Arc<[u8]>),
    /// A string.
    String(Box<[u8]>),
    /// `true` or `false`.
    Bool(bool),
}

/// An operation.
pub struct OpData {
    /// Its row of the table, or [`OpKind::Unregistered`].
    pub kind: OpKind,
    /// Full name.
    pub name: Ident,
    /// Inherent attributes.
    pub props: AttrList,
    /// Other attributes.
    pub attrs: AttrList,
    /// Where it comes from.
    pub loc: Loc,
    operands: SmallVec<[Use; 4]>,
    results: SmallVec<[Value; 1]>,
    regions: SmallVec<[Region; 1]>,
    successors: SmallVec<[Block; 2]>,
    parent: Option<Block>,
    prev: Option<Op>,
    next: Option<Op>,
}

struct BlockData {
    args: SmallVec<[Value; 4]>,
    first: Option<Op>,
    last: Option<Op>,
    parent: Option<Region>,
}

struct RegionData {
    blocks: Vec<Block>,
    parent: Op,
}

struct ValueData {
    ty: Type,
    def: ValueDef,
    first_use: Option<Use>,
    name: Option<Ident>,
    loc: Loc,
}

struct UseData {
    value: Value,
    op: Op,
    prev: Option<Use>,
    next: Option<Use>,
}

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Result `.1` of an operation.
    Result(Op, u32),
    /// Argument `.1` of a block.
    Arg(Block, u32),
    /// Nothing yet: used before its definition was read.
    Forward,
}

/// What a new operation is made of.
#[derive(Default)]
pub struct NewOp {
    /// Operands.
    pub operands: SmallVec<[Value; 4]>,
    /// Result types.
    pub results: SmallVec<[Type; 1]>,
    /// Inherent attributes.
    pub props: AttrList,
    /// Other attributes.
    pub attrs: AttrList,
    /// Number of empty regions.
    pub regions: usize,
    /// Successors.
    pub successors: SmallVec<[Block; 2]>,
}

/// Where an operation goes.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// Before the first operation of the block.
    Start(Block),
    /// After the last operation of the block.
    End(Block),
    /// Just before the operation.
    Before(Op),
    /// Just after the operation.
    After(Op),
}

impl Module {
    /// A module with an empty body.
    pub fn new(ctx: Arc<Context>, loc: Loc) -> Self {
        let mut ops = Arena::new();
        let root = ops.add(OpData::new(&ctx, OpKind::BuiltinModule, loc));
        let mut module = Self {
            ctx,
            ops,
            blocks: Arena::new(),
            regions: Arena::new(),
            values: Arena::new(),
            uses: Arena::new(),
            root,
            resources: Vec::new(),
        };
        let region = module.add_region(root);
        module.add_block(region);
        module
    }

    /// The `builtin.module` operation.
    pub fn root(&self) -> Op {
        self.root
    }

    /// Makes `op`, a `builtin.module`, the root; the old root is erased.
    pub fn set_root(&mut self, op: Op) {
        self.detach(op);
        let old = std::mem::replace(&mut self.root, op);
        self.erase(old);
    }

    /// The block of the root.
    pub fn body(&self) -> Block {
        self.blocks(self.region(self.root, 0))[0]
    }
}

/// Reading.
impl Module {
    /// An operation.
    pub fn op(&self, op: Op) -> &OpData {
        self.ops.get(op)
    }
    /// An operation, to change its attributes or location.
    pub fn op_mut(&mut self, op: Op) -> &mut OpData {
        self.ops.get_mut(op)
    }
    /// Its row of the table.
    pub fn kind(&self, op: Op) -> OpKind {
        self.op(op).kind
    }
    /// Its row of the table.
    pub fn def(&self, op: Op) -> &'static OpDef {
        self.op(op).kind.def()
    }
    /// Its full name.
    pub fn op_name(&self, op: Op) -> &str {
        self.ctx.str(self.op(op).name)
    }
    /// The number of operands.
    pub fn num_operands(&self, op: Op) -> usize {
        self.op(op).operands.len()
    }
    /// Operand `index`.
    pub fn operand(&self, op: Op, index: usize) -> Value {
        self.uses.get(self.op(op).operands[index]).value
    }
    /// All operands.
    pub fn operands(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + Clone {
        self.op(op).operands.iter().map(|&u| self.uses.get(u).value)
    }
    /// All results.
    pub fn results(&self, op: Op) -> &[Value] {
        &self.op(op).results
    }
    /// Result `index`.
    pub fn result(&self, op: Op, index: usize) -> Value {
        self.op(op).results[index]
    }
    /// All regions.
    pub fn regions(&self, op: Op) -> &[Region] {
        &self.op(op).regions
    }
    /// Region `index`.
    pub fn region(&self, op: Op, index: usize) -> Region {
        self.op(op).regions[index]
    }
    /// All successors.
    pub fn successors(&self, op: Op) -> &[Block] {
        &self.op(op).successors
    }
    /// The blocks of a region; the first is the entry.
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions.get(region).blocks
    }
    /// The operation a region belongs to.
    pub fn region_parent(&self, region: Region) -> Op {
        self.regions.get(region).parent
    }
    /// The region a block stands in.
    pub fn block_parent(&self, block: Block) -> Option<Region> {
        self.blocks.get(block).parent
    }
    /// The block an operation stands in.
    pub fn parent(&self, op: Op) -> Option<Block> {
        self.op(op).parent
    }
    /// The operation around an operation.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        let region = self.block_parent(self.parent(op)?)?;
        Some(self.region_parent(region))
    }
    /// The arguments of a block.
    pub fn args(&self, block: Block) -> &[Value] {
        &self.blocks.get(block).args
    }
    /// The operations of a block, in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks.get(block).first, |&op| self.next(op))
    }
    /// The first operation of a block.
    pub fn first(&self, block: Block) -> Option<Op> {
        self.blocks.get(block).first
    }
    /// The last operation of a block.
    pub fn last(&self, block: Block) -> Option<Op> {
        self.blocks.get(block).last
    }
    /// The operation after.
    pub fn next(&self, op: Op) -> Option<Op> {
        self.op(op).next
    }
    /// The operation before.
    pub fn prev(&self, op: Op) -> Option<Op> {
        self.op(op).prev
    }
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values.get(value).ty
    }
    /// What defines a value.
    pub fn value_def(&self, value: Value) -> ValueDef {
        self.values.get(value).def
    }
    /// The operation whose result a value is.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.value_def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(..) | ValueDef::Forward => None,
        }
    }
    /// The name suggested for a value in printed text.
    pub fn value_name(&self, value: Value) -> Option<Ident> {
        self.values.get(value).name
    }
    /// Where a value was declared, when that is a block argument with a location of its own.
    pub fn value_loc(&self, value: Value) -> Loc {
        self.values.get(value).loc
    }
    /// Who uses a value: operation and operand index. The newest use comes first.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = (Op, usize)> + '_ {
        std::iter::successors(self.values.get(value).first_use, |&u| self.uses.get(u).next).map(|u| {
            let op = self.uses.get(u).op;
            let index = self.op(op).operands.iter().position(|&o| o == u);
            (op, index.expect("a use is among its operation's operands"))
        })
    }
    /// Whether nothing uses a value.
    pub fn is_unused(&self, value: Value) -> bool {
        self.values.get(value).first_use.is_none()
    }
    /// Whether exactly one operand uses a value.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.values.get(value).first_use.is_some_and(|u| self.uses.get(u).next.is_none())
    }
}

/// Attributes and groups of operands, by name.
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

    /// The sizes of the operand groups of the row; `None` when they do not add up to the operands there are.
    pub fn operand_segments(&self, op: Op) -> Option<SmallVec<[usize; 8]>> {
        let def = self.def(op);
        let arities = def.operands.iter().map(|o| o.arity);
        self.segments(op, arities, self.num_operands(op), def.has(OPERAND_SEGMENTS), "operandSegmentSizes")
    }
    /// The sizes of the result groups of the row; `None` when they do not add up to the results there are.
    pub fn result_segments(&self, op: Op) -> Option<SmallVec<[usize; 8]>> {
        let def = self.def(op);
        let arities = def.results.iter().map(|r| r.arity);
        self.segments(op, arities, self.results(op).len(), def.has(RESULT_SEGMENTS), "resultSegmentSizes")
    }
    fn segments(
        &self,
        op: Op,
        arities: impl ExactSizeIterator<Item = Arity> + Clone,
        total: usize,
        stated: bool,
        key: &str,
    ) -> Option<SmallVec<[usize; 8]>> {
        if stated {
            let AttrKind::DenseArray { values, .. } = self.ctx.attr_kind(self.get_attr(op, key)?) else { return None };
            let sizes: Option<SmallVec<[usize; 8]>> = values.iter().map(|&v| usize::try_from(v).ok()).collect();
            let sizes = sizes?;
            let sum = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n));
            return (sizes.len() == arities.len() && sum == Some(total)).then_some(sizes);
        }
        let single = arities.clone().filter(|a| *a == Arity::One).count();
        let groups = arities.len() - single;
        let rest = total.checked_sub(single)?;
        let each = match groups {
            0 if rest == 0 => 0,
            0 => return None,
            _ if rest.is_multiple_of(groups) => rest / groups,
            _ => return None,
        };
        Some(arities.map(|a| if a == Arity::One { 1 } else { each }).collect())
    }
    /// The operands of the group called `name`; empty when the row or the operation has none.
    pub fn group(&self, op: Op, name: &str) -> SmallVec<[Value; 4]> {
        let range = self.group_range(op, name);
        self.operands(op).skip(range.start).take(range.len()).collect()
    }
    /// The positions of the operands of the group called `name`.
    pub fn group_range(&self, op: Op, name: &str) -> std::ops::Range<usize> {
        let (Some(index), Some(sizes)) = (self.def(op).operand_index(name), self.operand_segments(op)) else { return 0..0 };
        let start = sizes[..index].iter().sum();
        start..start + sizes[index]
    }
    /// The single operand called `name`.
    pub fn named(&self, op: Op, name: &str) -> Option<Value> {
        let range = self.group_range(op, name);
        (range.len() == 1).then(|| self.operand(op, range.start))
    }
    /// The results of the group called `name`; empty when the row or the operation has none.
    pub fn result_group(&self, op: Op, name: &str) -> SmallVec<[Value; 4]> {
        let (Some(index), Some(sizes)) = (self.def(op).result_index(name), self.result_segments(op)) else {
            return SmallVec::new();
        };
        let start: usize = sizes[..index].iter().sum();
        self.results(op)[start..start + sizes[index]].iter().copied().collect()
    }
    /// The single result called `name`.
    pub fn named_result(&self, op: Op, name: &str) -> Option<Value> {
        let index = self.def(op).result_index(name)?;
        let sizes = self.result_segments(op)?;
        (sizes[index] == 1).then(|| self.result(op, sizes[..index].iter().sum()))
    }
}

/// Changing.
impl Module {
    /// A new operation outside any block.
    pub fn create(&mut self, kind: OpKind, loc: Loc, new: NewOp) -> Op {
        let name = self.ctx.ident(kind.def().name);
        self.create_named(kind, name, loc, new)
    }

    /// A new operation with a name of its own, for operations without a row.
    pub fn create_named(&mut self, kind: OpKind, name: Ident, loc: Loc, new: NewOp) -> Op {
        let mut data = OpData::new(&self.ctx, kind, loc);
        data.name = name;
        data.props = new.props;
        data.attrs = new.attrs;
        data.successors = new.successors;
        let op = self.ops.add(data);
        self.set_operands(op, &new.operands);
        self.add_results(op, &new.results);
        for _ in 0..new.regions {
            self.add_region(op);
        }
        op
    }

    /// A new operation at a place.
    pub fn insert_new(&mut self, at: At, kind: OpKind, loc: Loc, new: NewOp) -> Op {
        let op = self.create(kind, loc, new);
        self.insert(at, op);
        op
    }

    fn new_value(&mut self, ty: Type, def: ValueDef, loc: Loc) -> Value {
        self.values.add(ValueData { ty, def, first_use: None, name: None, loc })
    }

    /// A value whose definition is still to come.
    pub(crate) fn forward_value(&mut self, ty: Type, loc: Loc) -> Value {
        self.new_value(ty, ValueDef::Forward, loc)
    }

    /// Drops a forward value nothing uses any more.
    pub(crate) fn drop_forward(&mut self, value: Value) {
        self.values.remove(value);
    }

    /// Suggests a name for a value.
    pub fn set_value_name(&mut self, value: Value, name: Ident) {
        self.values.get_mut(value).name = Some(name);
    }

    /// Gives a value another location.
    pub(crate) fn set_value_loc(&mut self, value: Value, loc: Loc) {
        self.values.get_mut(value).loc = loc;
    }

    /// Gives a value another type; the caller sees to it that its uses agree.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values.get_mut(value).ty = ty;
    }

    /// A new empty region at the end of the operation's.
    pub fn add_region(&mut self, op: Op) -> Region {
        let region = self.regions.add(RegionData { blocks: Vec::new(), parent: op });
        self.ops.get_mut(op).regions.push(region);
        region
    }

    /// A new empty block at the end of the region.
    pub fn add_block(&mut self, region: Region) -> Block {
        let block = self.detached_block();
        self.attach_block(region, block);
        block
    }

    /// A new block outside any region.
    pub fn detached_block(&mut self) -> Block {
        self.blocks.add(BlockData { args: SmallVec::new(), first: None, last: None, parent: None })
    }

    /// Puts a block without a region at the end of one.
    pub fn attach_block(&mut self, region: Region, block: Block) {
        self.blocks.get_mut(block).parent = Some(region);
        self.regions.get_mut(region).blocks.push(block);
    }

    /// A new argument at the end of the block's.
    pub fn add_arg(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let index = self.args(block).len() as u32;
        let value = self.new_value(ty, ValueDef::Arg(block, index), loc);
        self.blocks.get_mut(block).args.push(value);
        value
    }

    /// Puts an operation that stands nowhere at a place.
    pub fn insert(&mut self, at: At, op: Op) {
        let (block, prev, next) = match at {
            At::Start(block) => (block, None, self.first(block)),
            At::End(block) => (block, self.last(block), None),
            At::Before(other) => (self.parent(other).expect("an anchor stands in a block"), self.prev(other), Some(other)),
            At::After(other) => (self.parent(other).expect("an anchor stands in a block"), Some(other), self.next(other)),
        };
        let data = self.ops.get_mut(op);
        (data.parent, data.prev, data.next) = (Some(block), prev, next);
        match prev {
            Some(prev) => self.ops.get_mut(prev).next = Some(op),
            None => self.blocks.get_mut(block).first = Some(op),
        }
        match next {
            Some(next) => self.ops.get_mut(next).prev = Some(op),
            None => self.blocks.get_mut(block).last = Some(op),
        }
    }

    /// Takes an operation out of its block.
    pub fn detach(&mut self, op: Op) {
        let data = self.ops.get_mut(op);
        let (parent, prev, next) = (data.parent.take(), data.prev.take(), data.next.take());
        let Some(block) = parent else { return };
        match prev {
            Some(prev) => self.ops.get_mut(prev).next = next,
            None => self.blocks.get_mut(block).first = next,
        }
        match next {
            Some(next) => self.ops.get_mut(next).prev = prev,
            None => self.blocks.get_mut(block).last = prev,
        }
    }

    /// Moves an operation.
    pub fn move_op(&mut self, op: Op, at: At) {
        self.detach(op);
        self.insert(at, op);
    }

    /// Replaces all operands.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        for u in std::mem::take(&mut self.ops.get_mut(op).operands) {
            self.unlink(u);
            self.uses.remove(u);
        }
        for &value in operands {
            let u = self.uses.add(UseData { value, op, prev: None, next: None });
            self.link(u);
            self.ops.get_mut(op).operands.push(u);
        }
    }

    /// Adds results at the end.
    pub fn add_results(&mut self, op: Op, types: &[Type]) {
        let (start, loc) = (self.results(op).len(), self.op(op).loc);
        for (index, &ty) in types.iter().enumerate() {
            let value = self.new_value(ty, ValueDef::Result(op, (start + index) as u32), loc);
            self.ops.get_mut(op).results.push(value);
        }
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let u = self.op(op).operands[index];
        self.retarget(u, value);
    }

    /// Replaces all successors.
    pub fn set_successors(&mut self, op: Op, successors: SmallVec<[Block; 2]>) {
        self.ops.get_mut(op).successors = successors;
    }

    /// Replaces one successor.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        self.ops.get_mut(op).successors[index] = block;
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        while let Some(u) = self.values.get(old).first_use {
            self.retarget(u, new);
        }
    }

    fn retarget(&mut self, u: Use, value: Value) {
        self.unlink(u);
        self.uses.get_mut(u).value = value;
        self.link(u);
    }

    fn link(&mut self, u: Use) {
        let value = self.uses.get(u).value;
        let first = self.values.get_mut(value).first_use.replace(u);
        let data = self.uses.get_mut(u);
        (data.prev, data.next) = (None, first);
        if let Some(first) = first {
            self.uses.get_mut(first).prev = Some(u);
        }
    }

    fn unlink(&mut self, u: Use) {
        let &UseData { value, prev, next, .. } = self.uses.get(u);
        match prev {
            Some(prev) => self.uses.get_mut(prev).next = next,
            None => self.values.get_mut(value).first_use = next,
        }
        if let Some(next) = next {
            self.uses.get_mut(next).prev = prev;
        }
    }

    /// Erases an operation and all it holds. Its results must be unused outside it.
    pub fn erase(&mut self, op: Op) {
        self.detach(op);
        self.set_operands(op, &[]);
        for region in self.op(op).regions.clone() {
            self.erase_blocks(region);
            self.regions.remove(region);
        }
        for value in self.op(op).results.clone() {
            self.values.remove(value);
        }
        self.ops.remove(op);
    }

    /// Erases all blocks of a region.
    pub fn erase_blocks(&mut self, region: Region) {
        let blocks = std::mem::take(&mut self.regions.get_mut(region).blocks);
        // Uses first: blocks may use each other's values in any order.
        for &block in &blocks {
            self.drop_uses(block);
        }
        for block in blocks {
            self.erase_contents(block);
        }
    }

    /// Erases a block that no successor names and whose values nothing outside it uses.
    pub fn erase_block(&mut self, block: Block) {
        if let Some(region) = self.block_parent(block) {
            self.regions.get_mut(region).blocks.retain(|&b| b != block);
        }
        self.drop_uses(block);
        self.erase_contents(block);
    }

    fn drop_uses(&mut self, block: Block) {
        let ops: Vec<Op> = self.ops(block).collect();
        for op in ops {
            self.set_operands(op, &[]);
            for region in self.op(op).regions.clone() {
                for inner in self.blocks(region).to_vec() {
                    self.drop_uses(inner);
                }
            }
        }
    }

    fn erase_contents(&mut self, block: Block) {
        while let Some(op) = self.last(block) {
            self.erase(op);
        }
        for value in std::mem::take(&mut self.blocks.get_mut(block).args) {
            self.values.remove(value);
        }
        self.blocks.remove(block);
    }
}

impl OpData {
    fn new(ctx: &Context, kind: OpKind, loc: Loc) -> Self {
        Self {
            kind,
            name: ctx.ident(kind.def().name),
            props: Vec::new(),
            attrs: Vec::new(),
            loc,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
            parent: None,
            prev: None,
            next: None,
        }
    }
}

/// Whether `name` is a property of the row rather than a discardable attribute.
pub(crate) fn is_inherent(def: &OpDef, name: &str) -> bool {
    def.attr_row(name).is_some()
        || (name == "operandSegmentSizes" && def.has(OPERAND_SEGMENTS))
        || (name == "resultSegmentSizes" && def.has(RESULT_SEGMENTS))
}
