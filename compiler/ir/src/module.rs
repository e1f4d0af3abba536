//! Operations, regions, blocks and values of one module, and the ways to change them.
//!
//! Invariants: every operand is on the use list of its value, every successor knows who branches to it; every operation,
//! block and region knows its parent; an operation's inherent attributes are in `props`, all others in `attrs`. Whether the
//! operations are right is the verifier's question, not this module's.
//!
//! This file is what there is and how to read it, with [`groups`] for what has names; [`change`], [`blocks`] and [`copy`] change it.

mod blocks;
mod change;
mod copy;
mod groups;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::arena::{Arena, ids};
use crate::attrs::AttrList;
use crate::context::{Context, Ident};
use crate::def::{OpDef, TERMINATOR};
use crate::loc::Loc;
use crate::ops::OpKind;
use crate::source::SourceRange;
use crate::types::Type;

pub use copy::Mapping;
pub use groups::Segments;
pub(crate) use groups::is_inherent;

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
    links: Option<Box<Links>>,
    parent: Option<Block>,
    prev: Option<Op>,
    next: Option<Op>,
    /// Grows along the block, with gaps.
    order: u64,
}

/// What few operations have.
#[derive(Default)]
struct Links {
    regions: Vec<Region>,
    successors: SmallVec<[Block; 2]>,
}

struct BlockData {
    args: SmallVec<[Value; 4]>,
    first: Option<Op>,
    last: Option<Op>,
    parent: Option<Region>,
    /// The operations that name the block as a successor, once for each time, in the order they came to do so.
    branches: SmallVec<[Op; 2]>,
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

/// When a visit comes to an operation: before or after those it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Before,
    After,
}

impl Module {
    /// A module with an empty body.
    pub fn new(ctx: Arc<Context>, loc: Loc) -> Self {
        let mut ops = Arena::new();
        let root = ops.add(OpData::new(OpKind::BuiltinModule, ctx.op_name(OpKind::BuiltinModule), loc));
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
        self.op(op).regions()
    }
    /// Region `index`.
    pub fn region(&self, op: Op, index: usize) -> Region {
        self.op(op).regions()[index]
    }
    /// All successors.
    pub fn successors(&self, op: Op) -> &[Block] {
        self.op(op).successors()
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
    /// Whether `a` stands before `b` in the block that holds both.
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        self.op(a).order < self.op(b).order
    }
    /// The last operation of a block, when its row says that it ends one.
    pub fn terminator(&self, block: Block) -> Option<Op> {
        self.last(block).filter(|&op| self.def(op).has(TERMINATOR))
    }
    /// The operations that name a block as a successor, once for each time.
    pub fn branches_to(&self, block: Block) -> &[Op] {
        &self.blocks.get(block).branches
    }
    /// The first block of a region.
    pub fn entry(&self, region: Region) -> Option<Block> {
        self.blocks(region).first().copied()
    }
    /// The region an operation stands in.
    pub fn parent_region(&self, op: Op) -> Option<Region> {
        self.block_parent(self.parent(op)?)
    }
    /// The block a value is defined in; none for results of operations that stand nowhere.
    pub fn value_block(&self, value: Value) -> Option<Block> {
        match self.value_def(value) {
            ValueDef::Result(op, _) => self.parent(op),
            ValueDef::Arg(block, _) => Some(block),
            ValueDef::Forward => None,
        }
    }
    /// Whether `inner` is `op` or stands anywhere inside it.
    pub fn is_inside(&self, inner: Op, op: Op) -> bool {
        std::iter::successors(Some(inner), |&at| self.parent_op(at)).any(|at| at == op)
    }
    /// `op` and all operations inside it, each before those it holds.
    pub fn walk(&self, op: Op) -> Vec<Op> {
        let mut found = vec![op];
        for &region in self.regions(op) {
            found.extend(self.walk_region(region));
        }
        found
    }
    /// All operations in a region, each before those it holds.
    pub fn walk_region(&self, region: Region) -> Vec<Op> {
        let mut found = Vec::new();
        self.visit(region, &mut |op, order| {
            if order == Order::Before {
                found.push(op);
            }
        });
        found
    }
    /// All operations in a region, each after those it holds.
    pub fn walk_region_postorder(&self, region: Region) -> Vec<Op> {
        let mut found = Vec::new();
        self.visit(region, &mut |op, order| {
            if order == Order::After {
                found.push(op);
            }
        });
        found
    }
    fn visit(&self, region: Region, each: &mut dyn FnMut(Op, Order)) {
        for &block in self.blocks(region) {
            for op in self.ops(block) {
                each(op, Order::Before);
                for &inner in self.regions(op) {
                    self.visit(inner, each);
                }
                each(op, Order::After);
            }
        }
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

impl OpData {
    fn new(kind: OpKind, name: Ident, loc: Loc) -> Self {
        Self {
            kind,
            name,
            props: Vec::new(),
            attrs: Vec::new(),
            loc,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            links: None,
            parent: None,
            prev: None,
            next: None,
            order: 0,
        }
    }

    fn regions(&self) -> &[Region] {
        self.links.as_ref().map_or(&[], |links| &links.regions)
    }

    fn successors(&self) -> &[Block] {
        self.links.as_ref().map_or(&[], |links| &links.successors)
    }

    fn links_mut(&mut self) -> &mut Links {
        self.links.get_or_insert_default()
    }
}
