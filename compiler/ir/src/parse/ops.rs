//! Operations, regions and blocks.

use smallvec::SmallVec;

use super::scopes::{BlockEntry, Undefined};
use super::{LocTarget, ParseResult, Parser, Punct, Tok, Token};
use crate::attrs::{Attr, AttrList};
use crate::context::Ident;
use crate::def::{ISOLATED, OPERAND_SEGMENTS, Of, Presence, RESULT_SEGMENTS, SINGLE_BLOCK, Syntax};
use crate::limits;
use crate::loc::Loc;
use crate::module::{At, Block, NewOp, Op, Region, Value, is_inherent};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// A use of a value before its type is known.
#[derive(Clone, Copy, Debug)]
pub struct Unresolved<'s> {
    name: &'s str,
    index: u32,
    pub(crate) tok: Token,
}

impl Unresolved<'_> {
    /// Whether both name the same value.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.name == other.name && self.index == other.index
    }
}

/// An operation while its text is read.
pub struct OpState<'s> {
    /// The operation, still without operands and results.
    pub op: Op,
    /// Its row.
    pub kind: OpKind,
    /// The token of its name.
    pub(crate) tok: Token,
    /// For each operand of the row, the values named.
    pub operands: Vec<SmallVec<[Unresolved<'s>; 1]>>,
    /// For each operand of the row, the types written.
    pub operand_types: Vec<Option<Vec<Type>>>,
    /// For each result of the row, the types written.
    pub result_types: Vec<Option<Vec<Type>>>,
    /// Resolved operands, when a pair of functions does the resolving; replaces `operands`.
    pub values: Option<Vec<Value>>,
    /// Inherent attributes.
    pub props: AttrList,
    /// Other attributes.
    pub attrs: AttrList,
    /// Successors.
    pub successors: SmallVec<[Block; 2]>,
}

impl OpState<'_> {
    /// The inherent attribute called `name`, if read.
    pub fn prop(&self, ctx: &crate::Context, name: &str) -> Option<Attr> {
        self.props.iter().find(|(k, _)| ctx.str(*k) == name).map(|(_, v)| *v)
    }
}

/// An entry block argument given in an operation's header.
pub(crate) struct EntryArg<'s> {
    pub(crate) operand: Unresolved<'s>,
    pub(crate) ty: Type,
    pub(crate) attrs: AttrList,
    /// Its location, or the alias of one that is defined later.
    pub(crate) loc: Result<Loc, Token>,
}

/// Names before the `=` of an operation.
struct ResultName<'s> {
    name: &'s str,
    tok: Token,
    count: u32,
}

/// How an operation is written: generic form says everything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Custom,
    Generic,
}

impl<'s> Parser<'s> {
    /// The whole file.
    pub(super) fn parse_top(&mut self) -> ParseResult<()> {
        self.scopes.push(true);
        let body = self.module.body();
        loop {
            match self.tok.kind {
                Tok::End => break,
                Tok::Hash if self.is_alias_definition() => self.parse_attr_alias()?,
                Tok::Bang if self.is_alias_definition() => self.parse_type_alias()?,
                Tok::Punct(Punct::OPEN_RESOURCES) => self.parse_resource_section()?,
                _ => {
                    self.parse_op(body)?;
                }
            }
        }
        self.pop_scope()?;
        self.resolve_pending_locs()?;
        let mut ops = self.module.ops(body);
        if let (Some(only), None) = (ops.next(), ops.next())
            && self.module.kind(only) == OpKind::BuiltinModule
        {
            drop(ops);
            self.module.set_root(only);
        }
        Ok(())
    }

    fn is_alias_definition(&self) -> bool {
        let mut ahead = self.lexer.clone();
        !self.name(self.tok).contains('.') && ahead.next().kind == Tok::Punct(Punct::EQUAL)
    }

    /// One operation, put at the end of `block`.
    pub(crate) fn parse_op(&mut self, block: Block) -> ParseResult<Op> {
        self.nested(|p| p.parse_op_inner(block))
    }

    fn parse_op_inner(&mut self, block: Block) -> ParseResult<Op> {
        let mut names: SmallVec<[ResultName<'s>; 1]> = SmallVec::new();
        let start = self.tok;
        if self.at_kind(Tok::Percent) {
            loop {
                names.push(self.parse_result_name()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect("=")?;
        }
        let op = match self.tok.kind {
            Tok::Str => self.parse_generic_op(block)?,
            Tok::Word => self.parse_custom_op(block)?,
            _ => return Err(self.expected("an operation")),
        };
        self.define_results(start, op, &names)?;
        self.parse_trailing_loc(LocTarget::Op(op))?;
        Ok(op)
    }

    fn parse_result_name(&mut self) -> ParseResult<ResultName<'s>> {
        let tok = self.expect_kind(Tok::Percent, "the name of a result")?;
        let mut count = 1;
        if self.accept(":") {
            let at = self.tok;
            count = self.parse_u32("a number of results")?;
            if count == 0 || count > limits::MAX_RESULTS {
                return Err(self.error_at(at, format!("expected 1 to {} results", limits::MAX_RESULTS)));
            }
        }
        Ok(ResultName { name: self.name(tok), tok, count })
    }

    fn define_results(&mut self, start: Token, op: Op, names: &[ResultName<'s>]) -> ParseResult<()> {
        let found: usize = names.iter().map(|n| n.count as usize).sum();
        let results = self.module.results(op).len();
        if names.is_empty() {
            return Ok(());
        }
        if found != results {
            let name = self.module.op_name(op).to_owned();
            return Err(self.error_at(start, format!("`{name}` has {results} results, but {found} are named")));
        }
        let mut next = 0;
        for entry in names {
            let values: SmallVec<[Value; 1]> = (0..entry.count as usize).map(|i| self.module.result(op, next + i)).collect();
            next += entry.count as usize;
            self.define_values(entry.name, entry.tok, values)?;
        }
        Ok(())
    }

    /// Declares the values called `name` and gives them to the uses before.
    fn define_values(&mut self, name: &'s str, tok: Token, values: SmallVec<[Value; 1]>) -> ParseResult<()> {
        let hint = (!name.bytes().all(|c| c.is_ascii_digit())).then(|| self.ctx.ident(name));
        for (index, &value) in values.iter().enumerate() {
            if let Some(hint) = hint {
                self.module.set_value_name(value, hint);
            }
            if let Some((forward, at)) = self.scopes.take_forward(name, index as u32) {
                let (expected, found) = (self.module.ty(forward), self.module.ty(value));
                if expected != found {
                    let (expected, found) = (self.ctx.show_type(expected), self.ctx.show_type(found));
                    let message = format!("`%{name}` was used as {expected}, but is defined as {found}");
                    return Err(Box::new(self.error_at(tok, message).note(Some(self.place(at)), "used here")));
                }
                self.module.replace_uses(forward, value);
                self.module.drop_forward(forward);
            }
        }
        if !self.scopes.define(name, values) {
            return Err(self.error_at(tok, format!("`%{name}` is defined twice")));
        }
        Ok(())
    }

    /// `%name` or `%name#1`
    pub(crate) fn parse_operand(&mut self) -> ParseResult<Unresolved<'s>> {
        let tok = self.expect_kind(Tok::Percent, "a value such as %name")?;
        let mut index = 0;
        if self.at_kind(Tok::Hash) && self.name(self.tok).is_empty() && self.tok.start == tok.end {
            self.advance();
            index = self.parse_u32("a result number")?;
        }
        Ok(Unresolved { name: self.name(tok), index, tok })
    }

    /// `%a, %b`; nothing when no value stands here.
    pub(crate) fn parse_operands(&mut self) -> ParseResult<SmallVec<[Unresolved<'s>; 1]>> {
        let mut operands = SmallVec::new();
        if self.at_kind(Tok::Percent) {
            operands.push(self.parse_operand()?);
            while self.accept(",") {
                operands.push(self.parse_operand()?);
            }
        }
        Ok(operands)
    }

    /// The value a name stands for, which must have type `ty`.
    pub(crate) fn resolve(&mut self, operand: Unresolved<'s>, ty: Type) -> ParseResult<Value> {
        let Unresolved { name, index, tok } = operand;
        let value = match self.scopes.lookup(name) {
            Some(values) => match values.get(index as usize) {
                Some(&value) => value,
                None => {
                    let n = values.len();
                    return Err(self.error_at(tok, format!("`%{name}` has {n} results, none with number {index}")));
                }
            },
            None => match self.scopes.forward(name, index) {
                Some(value) => value,
                None => {
                    let loc = self.loc_of(tok);
                    let value = self.module.forward_value(ty, loc);
                    self.scopes.add_forward(name, index, value, tok);
                    value
                }
            },
        };
        let found = self.module.ty(value);
        if found != ty {
            let (expected, found) = (self.ctx.show_type(ty), self.ctx.show_type(found));
            return Err(self.error_at(tok, format!("expected `%{name}` to be {expected}, found {found}")));
        }
        Ok(value)
    }

    /// `^name`
    pub(crate) fn parse_successor(&mut self) -> ParseResult<Block> {
        let tok = self.expect_kind(Tok::Caret, "a block such as ^bb1")?;
        let name = self.name(tok);
        if let Some(entry) = self.scopes.block(name) {
            return Ok(entry.block);
        }
        let block = self.module.detached_block();
        self.scopes.add_block(name, BlockEntry { block, undefined: Some(tok) });
        Ok(block)
    }

    fn pop_scope(&mut self) -> ParseResult<()> {
        match self.scopes.pop() {
            None => Ok(()),
            Some(Undefined::Block(name, tok)) => {
                Err(self.error_at(tok, format!("no block `^{name}` is defined in this region")))
            }
            Some(Undefined::Value { name, index, tok, similar }) => {
                let of = if index == 0 { String::new() } else { format!("#{index}") };
                let mut error = *self.error_at(tok, format!("no value `%{name}{of}` is defined here"));
                if let Some(similar) = similar {
                    error = error.note(None, format!("the nearest name is `%{similar}`"));
                }
                Err(Box::new(error))
            }
        }
    }

    /// `{ … }`, the region of `op` at the end of those it has.
    pub(crate) fn parse_region(&mut self, op: Op, args: &[EntryArg<'s>]) -> ParseResult<Region> {
        let region = self.module.add_region(op);
        self.parse_region_into(op, region, args)?;
        Ok(region)
    }

    pub(crate) fn parse_region_into(&mut self, op: Op, region: Region, args: &[EntryArg<'s>]) -> ParseResult<()> {
        self.parse_region_as(op, region, args, Form::Custom)
    }

    fn parse_region_as(&mut self, op: Op, region: Region, args: &[EntryArg<'s>], form: Form) -> ParseResult<()> {
        self.expect("{")?;
        let def = self.module.def(op);
        self.scopes.push(def.has(ISOLATED));
        if !def.default_dialect.is_empty() {
            self.default_dialects.push(def.default_dialect);
        }
        self.parse_region_body(op, region, args, form)?;
        if !def.default_dialect.is_empty() {
            self.default_dialects.pop();
        }
        self.expect("}")?;
        self.pop_scope()
    }

    fn parse_region_body(&mut self, op: Op, region: Region, args: &[EntryArg<'s>], form: Form) -> ParseResult<()> {
        let def = self.module.def(op);
        // An empty region stays without blocks, unless the operation always has one and need not say so.
        if self.at("}") && args.is_empty() && (form == Form::Generic || !def.has(SINGLE_BLOCK)) {
            return Ok(());
        }
        let mut block = if self.at_kind(Tok::Caret) && args.is_empty() {
            self.parse_block_header(region)?
        } else {
            let entry = self.module.add_block(region);
            for arg in args {
                let value = self.module.add_arg(entry, arg.ty, arg.loc.unwrap_or(Loc::UNKNOWN));
                if let Err(alias) = arg.loc {
                    self.pending_locs.push((LocTarget::Arg(value), alias));
                }
                self.define_values(arg.operand.name, arg.operand.tok, SmallVec::from_elem(value, 1))?;
            }
            entry
        };
        if self.opaque_module_starts_here(op) {
            return self.parse_opaque_ops(block);
        }
        loop {
            match self.tok.kind {
                Tok::Punct(Punct::CLOSE_BRACE) | Tok::End => break,
                Tok::Caret => block = self.parse_block_header(region)?,
                _ => {
                    self.parse_op(block)?;
                }
            }
        }
        if form == Form::Custom
            && let Some(terminator) = def.implicit_terminator
        {
            self.add_implicit_terminator(op, region, terminator);
        }
        Ok(())
    }

    fn add_implicit_terminator(&mut self, op: Op, region: Region, terminator: &str) {
        let &[block] = self.module.blocks(region) else { return };
        let kind = OpKind::from_name(terminator).unwrap_or(OpKind::Unregistered);
        if self.module.last(block).is_none_or(|last| self.module.kind(last) != kind) {
            let loc = self.module.op(op).loc;
            self.module.insert_new(At::End(block), kind, loc, NewOp::default());
        }
    }

    /// `^bb1(%a: i32 loc(…), %b: f32):`
    fn parse_block_header(&mut self, region: Region) -> ParseResult<Block> {
        let tok = self.expect_kind(Tok::Caret, "a block such as ^bb1")?;
        let name = self.name(tok);
        let block = match self.scopes.block(name) {
            Some(entry) if entry.undefined.is_some() => {
                entry.undefined = None;
                entry.block
            }
            Some(_) => return Err(self.error_at(tok, format!("the block `^{name}` is defined twice"))),
            None => {
                let block = self.module.detached_block();
                self.scopes.add_block(name, BlockEntry { block, undefined: None });
                block
            }
        };
        self.module.attach_block(region, block);
        if self.accept("(") {
            self.list(")", |p| {
                let arg = p.expect_kind(Tok::Percent, "a block argument such as %x")?;
                p.expect(":")?;
                let ty = p.parse_type()?;
                let loc = p.loc_of(arg);
                let value = p.module.add_arg(block, ty, loc);
                p.parse_trailing_loc(LocTarget::Arg(value))?;
                p.define_values(p.name(arg), arg, SmallVec::from_elem(value, 1))
            })?;
        }
        self.expect(":")?;
        Ok(block)
    }

    /// An argument of an entry block that its operation's header names.
    pub(crate) fn entry_arg(&self, operand: Unresolved<'s>, ty: Type) -> EntryArg<'s> {
        EntryArg { operand, ty, attrs: AttrList::new(), loc: Ok(self.loc_of(operand.tok)) }
    }

    /// `(%a: T {attrs} loc(…), …)`, the arguments of an entry block.
    pub(crate) fn parse_entry_args(&mut self) -> ParseResult<Vec<EntryArg<'s>>> {
        let mut args = Vec::new();
        self.expect("(")?;
        self.list(")", |p| {
            let operand = p.parse_operand()?;
            p.expect(":")?;
            let ty = p.parse_type()?;
            let attrs = if p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
            let loc = p.parse_loc_or_alias()?.unwrap_or_else(|| Ok(p.loc_of(operand.tok)));
            args.push(EntryArg { operand, ty, attrs, loc });
            Ok(())
        })?;
        Ok(args)
    }

    /// `"name"(%a)[^bb]<{props}>({region}){attrs} : (i32) -> i32`
    fn parse_generic_op(&mut self, block: Block) -> ParseResult<Op> {
        let tok = self.tok;
        let name = self.parse_string()?;
        let kind = OpKind::from_name(&name).unwrap_or(OpKind::Unregistered);
        if kind == OpKind::Unregistered && !name.contains('.') {
            return Err(self.error_at(tok, "expected an operation name with a dialect, such as \"hal.fence.create\""));
        }
        let op = self.new_op(block, kind, self.ctx.ident(&name), tok);
        self.expect("(")?;
        let mut operands = SmallVec::<[Unresolved<'s>; 4]>::new();
        self.list(")", |p| {
            operands.push(p.parse_operand()?);
            Ok(())
        })?;
        let mut successors = SmallVec::new();
        if self.accept("[") {
            self.list("]", |p| {
                successors.push(p.parse_successor()?);
                Ok(())
            })?;
        }
        let mut props = AttrList::new();
        if self.accept("<") {
            props = self.parse_attr_dict()?;
            self.expect(">")?;
        }
        if self.accept("(") {
            self.list(")", |p| {
                let region = p.module.add_region(op);
                p.parse_region_as(op, region, &[], Form::Generic)
            })?;
        }
        let attrs = if self.at("{") { self.parse_attr_dict()? } else { AttrList::new() };
        self.expect(":")?;
        let types_at = self.tok;
        let (inputs, results) = self.parse_signature()?;
        if inputs.len() != operands.len() {
            let message = format!("expected {} operand types, found {}", operands.len(), inputs.len());
            return Err(self.error_at(types_at, message));
        }
        let mut values = Vec::with_capacity(operands.len());
        for (&operand, &ty) in operands.iter().zip(&inputs) {
            values.push(self.resolve(operand, ty)?);
        }
        self.finish_op(op, values, results, props, attrs, successors);
        Ok(op)
    }

    fn new_op(&mut self, block: Block, kind: OpKind, name: Ident, tok: Token) -> Op {
        let loc = self.loc_of(tok);
        let op = self.module.create_named(kind, name, loc, NewOp::default());
        self.module.insert(At::End(block), op);
        op
    }

    /// Fills in what was read. Inherent attributes among `attrs` (the older spelling) move to the properties.
    fn finish_op(
        &mut self,
        op: Op,
        operands: Vec<Value>,
        results: Vec<Type>,
        mut props: AttrList,
        attrs: AttrList,
        successors: SmallVec<[Block; 2]>,
    ) {
        let def = self.module.def(op);
        let ctx = self.ctx;
        let (inherent, attrs): (AttrList, AttrList) = attrs.into_iter().partition(|(k, _)| is_inherent(def, ctx.str(*k)));
        for (key, value) in inherent {
            if props.iter().all(|(k, _)| *k != key) {
                props.push((key, value));
            }
        }
        for row in def.attrs {
            if matches!(row.presence, Presence::DefaultInt(_))
                && props.iter().all(|(k, _)| ctx.str(*k) != row.name)
                && let Some(default) = row.default_attr(ctx)
            {
                props.push((ctx.ident(row.name), default));
            }
        }
        self.module.set_operands(op, &operands);
        self.module.add_results(op, &results);
        self.module.set_successors(op, successors);
        let data = self.module.op_mut(op);
        (data.props, data.attrs) = (props, attrs);
    }

    /// An operation in the form its row describes.
    fn parse_custom_op(&mut self, block: Block) -> ParseResult<Op> {
        let tok = self.tok;
        let Some((kind, name)) = self.find_custom(self.text(tok)) else { return Err(self.unknown_op(tok)) };
        self.advance();
        let op = self.new_op(block, kind, name, tok);
        let def = kind.def();
        let mut state = OpState {
            op,
            kind,
            tok,
            operands: def.operands.iter().map(|_| SmallVec::new()).collect(),
            operand_types: def.operands.iter().map(|_| None).collect(),
            result_types: def.results.iter().map(|_| None).collect(),
            values: None,
            props: AttrList::new(),
            attrs: AttrList::new(),
            successors: SmallVec::new(),
        };
        match def.syntax {
            Syntax::Custom(parse, _) => parse(self, &mut state)?,
            Syntax::Format(_) => {
                for _ in def.regions.iter().filter(|name| !name.ends_with('*')) {
                    self.module.add_region(op);
                }
                self.parse_format(kind.format(), &mut state)?;
            }
            Syntax::Generic | Syntax::Text => return Err(self.unknown_op(tok)),
        }
        let operands = self.resolve_operands(&mut state)?;
        let results = self.resolve_results(&mut state, &operands)?;
        let OpState { props, attrs, successors, .. } = state;
        self.finish_op(op, operands, results, props, attrs, successors);
        Ok(op)
    }

    /// The row for a word that may leave out the dialect.
    fn find_custom(&self, word: &str) -> Option<(OpKind, Ident)> {
        let dialect = match word {
            "unrealized_conversion_cast" | "module" => "builtin",
            _ => self.default_dialects.last().copied().unwrap_or("builtin"),
        };
        let kind = if word.contains('.') { OpKind::from_name(word) } else { OpKind::from_name(&format!("{dialect}.{word}")) }?;
        Some((kind, self.ctx.op_name(kind)))
    }

    fn unknown_op(&self, tok: Token) -> Box<crate::diag::Diagnostic> {
        let word = self.text(tok);
        let names = OpKind::ALL.iter().map(|k| k.def().name).filter(|n| n.contains('.'));
        let error = *self.error_at(tok, format!("no custom form is known for the operation `{word}`"));
        Box::new(match crate::nearest::nearest(word, names) {
            Some(near) if near != word => error.note(None, format!("the nearest name is `{near}`")),
            _ => error.note(None, "any operation can be given in generic form: \"dialect.name\"(%operands) : (types) -> types"),
        })
    }

    /// The operands of all groups, with the types written, implied by the row or shared through a variable.
    fn resolve_operands(&mut self, state: &mut OpState<'s>) -> ParseResult<Vec<Value>> {
        if let Some(values) = state.values.take() {
            return Ok(values);
        }
        let def = state.kind.def();
        if def.has(OPERAND_SEGMENTS) {
            let sizes = state.operands.iter().map(|group| group.len() as i64);
            state.props.push((self.ctx.ident("operandSegmentSizes"), self.ctx.i32_array_attr(sizes)));
        }
        let mut values = Vec::with_capacity(state.operands.iter().map(SmallVec::len).sum());
        for (index, row) in def.operands.iter().enumerate() {
            let group = std::mem::take(&mut state.operands[index]);
            if group.is_empty() {
                continue;
            }
            let types = match state.operand_types[index].take() {
                Some(types) => types,
                None => {
                    let shared = row.rule.exact(self.ctx).or_else(|| self.var_type(state, row.var));
                    let shared = shared.or_else(|| self.type_of(state, row.of?));
                    let Some(ty) = shared else {
                        let message = format!("the type of operand `{}` of `{}` is not known", row.name, def.name);
                        return Err(self.error_at(group[0].tok, message));
                    };
                    vec![ty; group.len()]
                }
            };
            if types.len() != group.len() {
                let message = format!("expected {} types for `{}`, found {}", group.len(), row.name, types.len());
                return Err(self.error_at(group[0].tok, message));
            }
            for (&operand, &ty) in group.iter().zip(&types) {
                values.push(self.resolve(operand, ty)?);
            }
            state.operand_types[index] = Some(types);
        }
        Ok(values)
    }

    /// The type of the variable `var`, from any operand or result that has it.
    fn var_type(&self, state: &OpState<'s>, var: &str) -> Option<Type> {
        if var.is_empty() {
            return None;
        }
        let def = state.kind.def();
        let operands = def.operands.iter().map(|o| o.var).zip(&state.operand_types);
        let results = def.results.iter().map(|r| r.var).zip(&state.result_types);
        operands.chain(results).find_map(|(v, types)| if v == var { types.as_ref()?.first().copied() } else { None })
    }

    /// The type that follows from that of another operand or result.
    fn type_of(&self, state: &OpState<'s>, of: Of) -> Option<Type> {
        let def = state.kind.def();
        let types = match def.operand_index(of.name) {
            Some(i) => &state.operand_types[i],
            None => &state.result_types[def.result_index(of.name)?],
        };
        let operand = def.operands.iter().find(|o| o.name == of.name).map(|o| (o.rule, o.var));
        let result = || def.results.iter().find(|r| r.name == of.name).map(|r| (r.rule, r.var));
        let (rule, var) = operand.or_else(result)?;
        let written = types.as_ref().and_then(|types| types.first().copied());
        let ty = written.or_else(|| rule.exact(self.ctx)).or_else(|| self.var_type(state, var))?;
        (of.with)(self.ctx, ty)
    }

    fn resolve_results(&mut self, state: &mut OpState<'s>, operands: &[Value]) -> ParseResult<Vec<Type>> {
        let def = state.kind.def();
        if let Some(infer) = def.infer
            && state.result_types.iter().any(Option::is_none)
        {
            let types: Vec<Type> = operands.iter().map(|&v| self.module.ty(v)).collect();
            if let Some(types) = infer(self.ctx, &types, &state.props) {
                return Ok(types);
            }
        }
        let mut results = Vec::with_capacity(def.results.len());
        let mut sizes = SmallVec::<[i64; 4]>::new();
        for (index, row) in def.results.iter().enumerate() {
            let types = match state.result_types[index].take() {
                Some(types) => types,
                None if row.arity != crate::def::Arity::One => Vec::new(),
                None => match row
                    .rule
                    .exact(self.ctx)
                    .or_else(|| self.var_type(state, row.var))
                    .or_else(|| self.type_of(state, row.of?))
                {
                    Some(ty) => vec![ty],
                    None => {
                        let message = format!("the type of result `{}` of `{}` is not known", row.name, def.name);
                        return Err(self.error_at(state.tok, message));
                    }
                },
            };
            sizes.push(types.len() as i64);
            results.extend(&types);
            state.result_types[index] = Some(types);
        }
        if def.has(RESULT_SEGMENTS) {
            let key = self.ctx.ident("resultSegmentSizes");
            state.props.push((key, self.ctx.i32_array_attr(sizes)));
        }
        Ok(results)
    }

    /// The attributes that the format does not name: `<inherent = …>` and `{other = …}`, each if it stands here.
    pub(crate) fn parse_attr_dicts(&mut self, state: &mut OpState<'s>, keyword: Keyword) -> ParseResult<()> {
        if self.accept("<") {
            let props = self.parse_named_attrs(">", state.kind.def().attrs)?;
            state.props.extend(props);
        }
        let dict = match keyword {
            Keyword::None => self.at("{"),
            Keyword::Attributes => self.accept_word("attributes"),
        };
        if dict {
            let attrs = self.parse_attr_dict()?;
            state.attrs.extend(attrs);
        }
        Ok(())
    }

    /// `(inputs) -> results` as an attribute.
    pub(crate) fn function_type_attr(&self, inputs: Vec<Type>, results: Vec<Type>) -> Attr {
        self.ctx.type_attr(self.ctx.ty(TypeKind::Function { inputs, results }))
    }

    /// Adds an inherent attribute.
    pub(crate) fn set_prop(&self, state: &mut OpState<'s>, name: &str, value: Attr) {
        state.props.push((self.ctx.ident(name), value));
    }
}

/// What stands before a dictionary of attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keyword {
    /// Nothing.
    None,
    /// `attributes`
    Attributes,
}
