//! The custom forms of structured operations: `ins(%a : T) outs(%b : U) -> U`.

use super::body::{self, Body, Builder};
use crate::affine::{AffineExpr, AffineMap};
use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::Context;
use crate::dialect_attrs::DialectAttrKind;
use crate::loc::Loc;
use crate::module::Op;
use crate::ops::OpKind;
use crate::ops::rules::element_of;
use crate::parse::{Keyword, OpState, ParseResult, Parser};
use crate::print::{Headers, Printer, Terminators};
use crate::types::{Type, Types};

/// `ins(%a, %b : T, U)` or `outs(…)`, if it stands here.
fn parse_part<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, word: &str, group: usize) -> ParseResult<()> {
    state.operand_types[group] = Some(Types::new());
    if !p.accept_word(word) {
        return Ok(());
    }
    p.expect("(")?;
    if p.accept(")") {
        return Ok(());
    }
    let operands = p.parse_operands()?;
    p.expect(":")?;
    let types = p.parse_type_list()?;
    if types.len() != operands.len() {
        let message = format!("expected {} types for `{word}`, found {}", operands.len(), types.len());
        return Err(p.error_at(state.tok, message));
    }
    state.operands[group] = operands;
    state.operand_types[group] = Some(types);
    p.expect(")")
}

fn parse_parts<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    parse_part(p, state, "ins", 0)?;
    parse_part(p, state, "outs", 1)
}

/// `-> T` or `-> (T, U)`, if it stands here.
fn parse_results<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let types = if p.accept("->") { p.parse_type_list_or_one()? } else { Types::new() };
    state.result_types[0] = Some(types);
    Ok(())
}

fn print_part(p: &mut Printer<'_>, op: Op, word: &str, group: usize) {
    let values = p.module.group(op, p.module.def(op).operands[group].name);
    if values.is_empty() {
        return;
    }
    let types: Vec<Type> = values.iter().map(|&v| p.module.ty(v)).collect();
    p.raw(" ");
    p.raw(word);
    p.raw("(");
    p.print_values(values);
    p.raw(" : ");
    p.print_types(&types);
    p.raw(")");
}

fn print_results(p: &mut Printer<'_>, op: Op) {
    let types: Vec<Type> = p.module.results(op).iter().map(|&v| p.module.ty(v)).collect();
    if !types.is_empty() {
        p.raw(" -> ");
        p.print_result_types(&types);
    }
}

/// The elements of an array, each changed by `each`.
fn map_array(ctx: &Context, list: Attr, each: impl Fn(Attr) -> Option<Attr>) -> Option<Attr> {
    let items: Option<Vec<Attr>> = ctx.array_value(list)?.iter().map(|&item| each(item)).collect();
    Some(ctx.array_attr(items?))
}

/// Puts the attributes of a dictionary that the row has among the properties, the others with the rest.
fn sort_attrs<'s>(p: &Parser<'s>, state: &mut OpState<'s>, dict: AttrList) {
    let def = state.kind.def();
    let (props, attrs): (AttrList, AttrList) = dict.into_iter().partition(|(key, _)| def.attr_row(p.ctx.str(*key)).is_some());
    state.props.extend(props);
    state.attrs.extend(attrs);
}

/// `{indexing_maps = […], iterator_types = ["parallel"]} ins(…) outs(…) attrs = {…} {…} -> T`
pub(super) fn parse_generic<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let tok = p.token();
    let mut header = if p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
    let ctx = p.ctx;
    for (key, value) in &mut header {
        if ctx.str(*key) == "iterator_types" {
            let kind = DialectAttrKind::LinalgIteratorType;
            let case = |word: Attr| match ctx.str_value(word) {
                Some(word) => Some(kind.of_case(ctx, kind.cases()?.case(word)?.into())),
                None => Some(word),
            };
            *value = map_array(ctx, *value, case)
                .ok_or_else(|| p.error_at(tok, "expected `iterator_types` to be a list of \"parallel\" and \"reduction\""))?;
        }
    }
    sort_attrs(p, state, header);
    parse_parts(p, state)?;
    if p.accept_word("attrs") {
        p.expect("=")?;
        let attrs = p.parse_attr_dict()?;
        sort_attrs(p, state, attrs);
    }
    p.parse_region(state.op, &[])?;
    parse_results(p, state)
}

pub(super) fn print_generic(p: &mut Printer<'_>, op: Op) {
    let ctx = p.ctx;
    let mut header = AttrList::new();
    for row in p.module.def(op).attrs {
        let Some(mut value) = p.module.get_attr(op, row.name) else { continue };
        if row.name == "iterator_types" {
            value = map_array(ctx, value, |item| Some(case_word(ctx, item).unwrap_or(item))).unwrap_or(value);
        }
        header.push((ctx.ident(row.name), value));
    }
    p.raw(" ");
    p.print_attr_list(&header);
    print_part(p, op, "ins", 0);
    print_part(p, op, "outs", 1);
    if !p.module.op(op).attrs.is_empty() {
        p.raw(" attrs = ");
        p.print_attr_dicts(op, &["indexing_maps", "iterator_types", "doc", "library_call"], Keyword::None);
    }
    p.raw(" ");
    p.print_region(op, p.module.region(op, 0), Headers::Shown, Terminators::Shown);
    print_results(p, op);
}

/// `"parallel"` for `#linalg.iterator_type<parallel>`.
fn case_word(ctx: &Context, attr: Attr) -> Option<Attr> {
    let AttrKind::Dialect(dialect) = ctx.attr_kind(attr) else { return None };
    let word = dialect.kind.cases()?.name(u64::try_from(dialect.case(ctx)?).ok()?)?;
    Some(ctx.str_attr(&word))
}

/// `{…} ins(…) outs(…) -> T`
pub(super) fn parse_named<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, body: Body) -> ParseResult<()> {
    if p.at("{") {
        let attrs = p.parse_attr_dict()?;
        sort_attrs(p, state, attrs);
    }
    parse_parts(p, state)?;
    parse_results(p, state)?;
    add_body(p, state, body);
    Ok(())
}

/// The same, with maps before it where they are not the usual ones.
pub(super) fn parse_mapped<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, body: Body) -> ParseResult<()> {
    let maps = if p.accept_word("indexing_maps") {
        p.expect("=")?;
        Some(p.parse_attr(None)?)
    } else {
        usual_maps(p.ctx, state.kind)
    };
    if let Some(maps) = maps {
        p.set_prop(state, "indexing_maps", maps);
    }
    parse_named(p, state, body)
}

fn add_body<'s>(p: &mut Parser<'s>, state: &OpState<'s>, body: Body) {
    let cast = state.prop(p.ctx, "cast");
    let unsigned = cast == Some(DialectAttrKind::LinalgTypeFn.of_case(p.ctx, 1));
    let region = p.module.add_region(state.op);
    let block = p.module.add_block(region);
    for &ty in state.operand_types.iter().flatten().flatten() {
        let element = element_of(p.ctx, ty).unwrap_or(ty);
        p.module.add_arg(block, element, Loc::UNKNOWN);
    }
    body(&mut Builder { module: &mut p.module, block, unsigned });
}

pub(super) fn print_named(p: &mut Printer<'_>, op: Op) {
    let ctx = p.ctx;
    if let Some(maps) = p.module.get_attr(op, "indexing_maps")
        && Some(maps) != usual_maps(ctx, p.module.kind(op))
    {
        p.raw(" indexing_maps = ");
        p.print_attr(maps);
    }
    print_header_attrs(p, op, &["indexing_maps"]);
    print_part(p, op, "ins", 0);
    print_part(p, op, "outs", 1);
    print_results(p, op);
}

/// ` {…}`: attributes of the row and others in one dictionary, those not `named` elsewhere.
fn print_header_attrs(p: &mut Printer<'_>, op: Op, named: &[&str]) {
    let ctx = p.ctx;
    let data = p.module.op(op);
    let def = data.kind.def();
    let shown = |key: &str, value: Attr| {
        // Upstream keeps maps that follow from the name beside it, too.
        if key == "linalg.memoized_indexing_maps" {
            return false;
        }
        let default = def.attr_row(key).and_then(|row| row.default_attr(ctx));
        !named.contains(&key) && key != "operandSegmentSizes" && default != Some(value)
    };
    let items = data.props.iter().chain(&data.attrs).filter(|(key, value)| shown(ctx.str(*key), *value));
    let items: AttrList = items.copied().collect();
    if !items.is_empty() {
        p.raw(" ");
        p.print_sorted_attrs(&items);
    }
}

/// The maps that go without saying.
fn usual_maps(ctx: &Context, kind: OpKind) -> Option<Attr> {
    let (dims, results): (u32, [&[u32]; 3]) = match kind {
        OpKind::LinalgMatmul => (3, [&[0, 2], &[2, 1], &[0, 1]]),
        OpKind::LinalgBatchMatmul => (4, [&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]]),
        _ => return None,
    };
    let map = |dims_of: &&[u32]| {
        let results = dims_of.iter().map(|&dim| AffineExpr::Dim(dim)).collect();
        ctx.affine_map_attr(AffineMap { dims, symbols: 0, results })
    };
    Some(ctx.array_attr(results.iter().map(map).collect()))
}

/// `ins(%a : T) outs(%b : U) permutation = [1, 0] {…}`
pub(super) fn parse_moving<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, list: &'static str) -> ParseResult<()> {
    parse_parts(p, state)?;
    p.expect_word(list)?;
    p.expect("=")?;
    let value = p.parse_attr_by_rule(&crate::def::AttrRule::DenseArray(64))?;
    p.set_prop(state, list, value);
    p.parse_attr_dicts(state, Keyword::None)?;
    let is_tensor = |ty: &Type| matches!(p.ctx.type_kind(*ty), crate::types::TypeKind::Tensor { .. });
    let results = state.operand_types[1].iter().flatten().copied().filter(is_tensor).collect();
    state.result_types[0] = Some(results);
    add_body(p, state, body::first);
    Ok(())
}

pub(super) fn print_moving(p: &mut Printer<'_>, op: Op, list: &'static str) {
    print_part(p, op, "ins", 0);
    print_part(p, op, "outs", 1);
    p.raw(" ");
    p.raw(list);
    p.raw(" = ");
    if let Some(value) = p.module.get_attr(op, list) {
        p.print_attr_by_rule(&crate::def::AttrRule::DenseArray(64), value);
    }
    p.raw(" ");
    p.print_attr_dicts(op, &[list], Keyword::None);
}
