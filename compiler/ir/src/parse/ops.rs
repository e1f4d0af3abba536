//! Operations in both forms.

use smallvec::{SmallVec, smallvec};

use super::recover::Around;
use super::regions::Form;
use super::values::ResultName;
use super::{LocTarget, ParseResult, Parser, Punct, Tok, Token, Unresolved};
use crate::attrs::{Attr, AttrList};
use crate::context::Ident;
use crate::def::{OPERAND_SEGMENTS, Of, Presence, RESULT_SEGMENTS, Syntax};
use crate::module::{At, Block, Op, Value, is_inherent};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind, Types};

/// An operation while its text is read.
pub struct OpState<'s> {
    /// The operation, still without operands and results.
    pub op: Op,
    /// Its row.
    pub kind: OpKind,
    /// The token of its name.
    pub(crate) tok: Token,
    /// For each operand of the row, the values named.
    pub operands: SmallVec<[SmallVec<[Unresolved<'s>; 1]>; 4]>,
    /// For each operand of the row, the types written.
    pub operand_types: SmallVec<[Option<Types>; 4]>,
    /// For each result of the row, the types written.
    pub result_types: SmallVec<[Option<Types>; 1]>,
    /// Resolved operands, when a pair of functions does the resolving; replaces `operands`.
    pub values: Option<SmallVec<[Value; 4]>>,
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
                    self.or_skip(Around::File, |p| p.parse_op(body));
                }
            }
        }
        self.pop_scope();
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
        if !names.is_empty() {
            self.define_results(start, op, &names)?;
        }
        self.parse_trailing_loc(LocTarget::Op(op))?;
        Ok(op)
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
        let mut values = SmallVec::<[Value; 4]>::new();
        for (&operand, &ty) in operands.iter().zip(&inputs) {
            values.push(self.resolve(operand, ty)?);
        }
        self.finish_op(op, &values, &results, props, attrs, successors);
        Ok(op)
    }

    fn new_op(&mut self, block: Block, kind: OpKind, name: Ident, tok: Token) -> Op {
        let loc = self.loc_of(tok);
        let op = self.module.create_bare(kind, name, loc);
        self.module.insert(At::End(block), op);
        op
    }

    /// Fills in what was read. Inherent attributes among `attrs` (the older spelling) move to the properties.
    fn finish_op(
        &mut self,
        op: Op,
        operands: &[Value],
        results: &[Type],
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
        self.module.set_operands(op, operands);
        self.module.add_results(op, results);
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
        self.finish_op(op, &operands, &results, props, attrs, successors);
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
    fn resolve_operands(&mut self, state: &mut OpState<'s>) -> ParseResult<SmallVec<[Value; 4]>> {
        if let Some(values) = state.values.take() {
            return Ok(values);
        }
        let def = state.kind.def();
        if def.has(OPERAND_SEGMENTS) {
            let sizes = state.operands.iter().map(|group| group.len() as i64);
            state.props.push((self.ctx.ident("operandSegmentSizes"), self.ctx.i32_array_attr(sizes)));
        }
        let mut values = SmallVec::new();
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
                    Types::from_elem(ty, group.len())
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

    fn resolve_results(&mut self, state: &mut OpState<'s>, operands: &[Value]) -> ParseResult<Types> {
        let def = state.kind.def();
        if let Some(infer) = def.infer
            && state.result_types.iter().any(Option::is_none)
        {
            let types: Types = operands.iter().map(|&v| self.module.ty(v)).collect();
            if let Some(types) = infer(self.ctx, &types, &state.props) {
                return Ok(types);
            }
        }
        let mut results = Types::new();
        let mut sizes = SmallVec::<[i64; 4]>::new();
        for (index, row) in def.results.iter().enumerate() {
            let types = match state.result_types[index].take() {
                Some(types) => types,
                None if row.arity != crate::def::Arity::One => Types::new(),
                None => match row
                    .rule
                    .exact(self.ctx)
                    .or_else(|| self.var_type(state, row.var))
                    .or_else(|| self.type_of(state, row.of?))
                {
                    Some(ty) => smallvec![ty],
                    None => {
                        let message = format!("the type of result `{}` of `{}` is not known", row.name, def.name);
                        return Err(self.error_at(state.tok, message));
                    }
                },
            };
            sizes.push(types.len() as i64);
            results.extend_from_slice(&types);
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
    pub(crate) fn function_type_attr(&self, inputs: &[Type], results: &[Type]) -> Attr {
        self.ctx.type_attr(self.ctx.ty(TypeKind::Function { inputs: inputs.to_vec(), results: results.to_vec() }))
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
