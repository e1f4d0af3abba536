//! The custom form of functions: `private @name(%a: T {…}) -> (U {…}) attributes {…} { … }`.

use crate::attrs::{Attr, AttrKind, AttrList};
use crate::context::Context;
use crate::directives::parse_results;
use crate::module::{Block, Op};
use crate::parse::{EntryArg, OpState, ParseResult, Parser, Tok};
use crate::print::{Headers, Printer, Terminators};
use crate::types::{Type, TypeKind};

/// Whether results may share the storage of arguments, written `%a` or `%a as T`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tied {
    Yes,
    No,
}

/// A signature as read: arguments by name, or only types for functions without a body.
#[derive(Default)]
pub(super) struct Signature<'s> {
    args: Vec<EntryArg<'s>>,
    inputs: Vec<Type>,
    input_attrs: Vec<AttrList>,
    results: Vec<Type>,
    result_attrs: Vec<AttrList>,
    tied: Vec<i64>,
}

pub(super) fn parse<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, tied: Tied) -> ParseResult<()> {
    for word in ["public", "private", "nested"] {
        if p.accept_word(word) {
            let attr = p.ctx.str_attr(word);
            p.set_prop(state, "sym_visibility", attr);
            break;
        }
    }
    parse_name(p, state)?;
    let signature = parse_signature(p, tied)?;
    set_signature(p, state, &signature, tied);
    parse_attributes_and_body(p, state, &signature)
}

/// `@name`
pub(super) fn parse_name<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let name = p.parse_symbol_name()?;
    let name = p.ctx.str_attr(&name);
    p.set_prop(state, "sym_name", name);
    Ok(())
}

/// `attributes {…} {…}`, both optional.
pub(super) fn parse_attributes_and_body<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    signature: &Signature<'s>,
) -> ParseResult<()> {
    if p.accept_word("attributes") {
        let attrs = p.parse_attr_dict()?;
        state.attrs.extend(attrs);
    }
    let region = p.module.add_region(state.op);
    if p.at("{") {
        if signature.args.is_empty() && !signature.inputs.is_empty() {
            return Err(p.error("expected names for the arguments of a function with a body, found only types"));
        }
        p.parse_region_into(state.op, region, &signature.args)?;
        if p.module.blocks(region).is_empty() {
            return Err(p.error_at(state.tok, "expected a function body with at least one operation"));
        }
    }
    Ok(())
}

pub(super) fn parse_signature<'s>(p: &mut Parser<'s>, tied: Tied) -> ParseResult<Signature<'s>> {
    let mut signature = Signature::default();
    parse_inputs(p, &mut signature)?;
    if !p.accept("->") {
        return Ok(signature);
    }
    // A dictionary after a result stands only inside parentheses; else `{` opens the body.
    let parens = p.at("(");
    let mut one = |p: &mut Parser<'s>| -> ParseResult<()> {
        let mut position = -1;
        let ty = if tied == Tied::Yes && p.at_kind(Tok::Percent) {
            let name = p.parse_operand()?;
            let Some(found) = signature.args.iter().position(|arg| arg.operand.same(&name)) else {
                return Err(p.error_at(name.tok, "expected an argument of this function: a tied result shares its storage"));
            };
            position = found as i64;
            if p.accept_word("as") { p.parse_type()? } else { signature.inputs[found] }
        } else {
            p.parse_type()?
        };
        signature.results.push(ty);
        signature.tied.push(position);
        let attrs = if parens && p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
        signature.result_attrs.push(attrs);
        Ok(())
    };
    match tied {
        Tied::Yes => parse_results(p, one)?,
        Tied::No if p.accept("(") => p.list(")", one)?,
        Tied::No => one(p)?,
    }
    Ok(signature)
}

/// `(%a: T {…}, …)` or, for functions without a body, `(T {…}, …)`.
fn parse_inputs<'s>(p: &mut Parser<'s>, signature: &mut Signature<'s>) -> ParseResult<()> {
    if p.peek_after_open() == Tok::Percent {
        let args = p.parse_entry_args()?;
        signature.inputs = args.iter().map(|arg| arg.ty).collect();
        signature.input_attrs = args.iter().map(|arg| arg.attrs.clone()).collect();
        signature.args = args;
        return Ok(());
    }
    p.expect("(")?;
    p.list(")", |p| {
        signature.inputs.push(p.parse_type()?);
        let attrs = if p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
        signature.input_attrs.push(attrs);
        Ok(())
    })
}

pub(super) fn set_signature<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, signature: &Signature<'s>, tied: Tied) {
    let ty = p.function_type_attr(&signature.inputs, &signature.results);
    p.set_prop(state, "function_type", ty);
    if let Some(attr) = attr_lists(p.ctx, &signature.input_attrs) {
        p.set_prop(state, "arg_attrs", attr);
    }
    if let Some(attr) = attr_lists(p.ctx, &signature.result_attrs) {
        p.set_prop(state, "res_attrs", attr);
    }
    if tied == Tied::Yes && !signature.tied.is_empty() {
        let items = signature.tied.iter().map(|&t| p.ctx.index_attr(t)).collect();
        let attr = p.ctx.array_attr(items);
        p.set_prop(state, "tied_operands", attr);
    }
}

/// An array of dictionaries, or nothing when all are empty.
fn attr_lists(ctx: &Context, lists: &[AttrList]) -> Option<Attr> {
    let any = lists.iter().any(|list| !list.is_empty());
    any.then(|| ctx.array_attr(lists.iter().map(|list| ctx.dict_attr(list.clone())).collect()))
}

/// Attributes that the header says.
const IN_HEADER: &[&str] = &["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs", "tied_operands"];

pub(super) fn print(p: &mut Printer<'_>, op: Op, tied: Tied) {
    let ctx = p.ctx;
    // `util` says that a function is public, `func` does not.
    let usual = (tied == Tied::Yes).then_some("public");
    if let Some(visibility) = p.module.str_attr(op, "sym_visibility").or(usual) {
        p.raw(" ");
        p.raw(visibility);
    }
    p.raw(" ");
    let name = p.module.symbol_name(op).unwrap_or("");
    p.print_symbol(ctx.ident(name));
    let region = p.module.region(op, 0);
    let entry = p.module.blocks(region).first().copied();
    print_signature(p, op, entry, tied);
    print_attributes(p, op, &[]);
    if entry.is_some() {
        p.raw(" ");
        p.print_region(op, region, Headers::InHeader, Terminators::Shown);
    }
}

pub(super) fn print_signature(p: &mut Printer<'_>, op: Op, entry: Option<Block>, tied: Tied) {
    let ctx = p.ctx;
    let Some(AttrKind::Type(ty)) = p.module.get_attr(op, "function_type").map(|a| ctx.attr_kind(a)) else { return };
    let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else { return };
    let args = entry.map(|block| p.module.args(block).to_vec());
    p.raw("(");
    for (i, &ty) in inputs.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        match args.as_ref().and_then(|args| args.get(i)) {
            Some(&arg) => {
                p.print_value(arg);
                p.raw(": ");
            }
            None if tied == Tied::Yes => p.raw(&format!("%arg{i}: ")),
            None => {}
        }
        p.print_type(ty);
        print_dict_of(p, op, "arg_attrs", i);
        // Upstream leaves them out of functions with tied results.
        if let (Some(&arg), Tied::No) = (args.as_ref().and_then(|args| args.get(i)), tied) {
            p.print_arg_loc(arg);
        }
    }
    p.raw(")");
    if results.is_empty() {
        return;
    }
    p.raw(" -> ");
    let positions = if tied == Tied::Yes { p.tied_operands(op, "tied_operands") } else { Vec::new() };
    let has_attrs = p.module.get_attr(op, "res_attrs").is_some();
    let is_function = matches!(ctx.type_kind(results[0]), TypeKind::Function { .. });
    let parens = results.len() != 1 || has_attrs || is_function;
    if parens {
        p.raw("(");
    }
    for (i, &ty) in results.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        let source = positions.get(i).and_then(|&t| usize::try_from(t).ok());
        match source.and_then(|t| Some((t, *inputs.get(t)?))) {
            Some((t, input)) => {
                match args.as_ref().and_then(|args| args.get(t)) {
                    Some(&arg) => p.print_value(arg),
                    None => p.raw(&format!("%arg{t}")),
                }
                if input != ty {
                    p.raw(" as ");
                    p.print_type(ty);
                }
            }
            None => p.print_type(ty),
        }
        print_dict_of(p, op, "res_attrs", i);
    }
    if parens {
        p.raw(")");
    }
}

/// The `i`-th dictionary of an array of them, with a space before.
fn print_dict_of(p: &mut Printer<'_>, op: Op, name: &str, i: usize) {
    let ctx = p.ctx;
    let dict = p.module.get_attr(op, name).and_then(|a| ctx.array_value(a)).and_then(|list| list.get(i));
    if let Some(AttrKind::Dict(items)) = dict.map(|&a| ctx.attr_kind(a))
        && !items.is_empty()
    {
        p.raw(" ");
        p.print_attr_list(items);
    }
}

/// ` attributes {…}`: those that the header does not say, nor `more` of it.
pub(super) fn print_attributes(p: &mut Printer<'_>, op: Op, more: &[&str]) {
    let ctx = p.ctx;
    let data = p.module.op(op);
    let said = |key: &str| IN_HEADER.contains(&key) || more.contains(&key);
    let inherent = data.props.iter().filter(|(k, _)| !said(ctx.str(*k)));
    let all: AttrList = inherent.chain(&data.attrs).copied().collect();
    if !all.is_empty() {
        p.raw(" attributes ");
        p.print_sorted_attrs(&all);
    }
}

/// The signature with keys, `(%d: !hal.device) -> (i32, i32) as ("a", "b")`, of `hal.executable.constant.block`.
pub(super) fn parse_constant_block<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let signature = parse_signature(p, Tied::No)?;
    set_signature(p, state, &signature, Tied::No);
    p.expect_word("as")?;
    let mut keys = Vec::new();
    let mut key = |p: &mut Parser<'s>| -> ParseResult<()> {
        let bytes = p.parse_string_bytes()?;
        keys.push(p.ctx.attr(AttrKind::String(bytes)));
        Ok(())
    };
    if p.accept("(") {
        p.list(")", key)?;
    } else {
        key(p)?;
    }
    let keys = p.ctx.array_attr(keys);
    p.set_prop(state, "keys", keys);
    if p.accept_word("attributes") {
        let attrs = p.parse_attr_dict()?;
        state.attrs.extend(attrs);
    }
    p.parse_region(state.op, &signature.args).map(drop)
}

pub(super) fn print_constant_block(p: &mut Printer<'_>, op: Op) {
    let ctx = p.ctx;
    let region = p.module.region(op, 0);
    let entry = p.module.blocks(region).first().copied();
    print_signature(p, op, entry, Tied::No);
    p.raw(" as ");
    let keys = p.module.get_attr(op, "keys").and_then(|a| ctx.array_value(a)).unwrap_or_default();
    if keys.len() != 1 {
        p.raw("(");
    }
    p.list(keys, |w, &key| w.print_attr(key));
    if keys.len() != 1 {
        p.raw(")");
    }
    p.print_attr_dicts(op, &["function_type", "keys", "arg_attrs", "res_attrs"], crate::parse::Keyword::Attributes);
    p.raw(" ");
    p.print_region(op, region, Headers::InHeader, Terminators::Shown);
}
