//! Signatures of functions whose body names its own arguments: `(%arg0: T {…}, …) -> (U {…}, …)`.

use crate::attrs::{AttrKind, AttrList};
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser, Tok, Unresolved};
use crate::print::Printer;
use crate::types::{Type, TypeKind};

#[derive(Default)]
struct Signature<'s> {
    names: Vec<Unresolved<'s>>,
    inputs: Vec<Type>,
    input_attrs: Vec<AttrList>,
    results: Vec<Type>,
    result_attrs: Vec<AttrList>,
    tied: Vec<i64>,
}

impl<'s> Signature<'s> {
    /// `T {…}` or `%arg as T {…}`, a result.
    fn parse_result(&mut self, p: &mut Parser<'s>, in_parens: bool) -> ParseResult<()> {
        let mut position = -1;
        let ty = if p.at_kind(Tok::Percent) {
            let name = p.parse_operand()?;
            let Some(found) = self.names.iter().position(|other| other.same(&name)) else {
                return Err(p.error_at(name.tok, "expected an argument of this function: a tied result shares its storage"));
            };
            position = found as i64;
            if p.accept_word("as") { p.parse_type()? } else { self.inputs[found] }
        } else {
            p.parse_type()?
        };
        self.results.push(ty);
        self.tied.push(position);
        self.result_attrs.push(if in_parens && p.at("{") { p.parse_attr_dict()? } else { AttrList::new() });
        Ok(())
    }

    fn parse_results(&mut self, p: &mut Parser<'s>) -> ParseResult<()> {
        if !p.accept("->") {
            return Ok(());
        }
        if p.accept("(") { p.list(")", |p| self.parse_result(p, true)) } else { self.parse_result(p, false) }
    }

    fn push_input(&mut self, name: Unresolved<'s>, ty: Type, attrs: AttrList) {
        self.names.push(name);
        self.inputs.push(ty);
        self.input_attrs.push(attrs);
    }

    /// Names: function type, argument and result attributes.
    fn store(self, p: &Parser<'s>, state: &mut OpState<'s>, [ty, args, results]: [&'static str; 3]) {
        let dicts = |lists: Vec<AttrList>| p.ctx.array_attr(lists.into_iter().map(|list| p.ctx.dict_attr(list)).collect());
        for (name, lists) in [(args, self.input_attrs), (results, self.result_attrs)] {
            if !lists.is_empty() {
                p.set_prop(state, name, dicts(lists));
            }
        }
        let function = p.function_type_attr(&self.inputs, &self.results);
        p.set_prop(state, ty, function);
    }
}

/// `&AsyncSignature(function_type, tied_operands, arg_attrs, res_attrs)`: results may be `%arg0` or `%arg0 as T`.
pub(super) fn parse_async<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let mut signature = Signature::default();
    p.expect("(")?;
    p.list(")", |p| {
        let name = p.parse_operand()?;
        p.expect(":")?;
        let ty = p.parse_type()?;
        let attrs = if p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
        signature.push_input(name, ty, attrs);
        Ok(())
    })?;
    signature.parse_results(p)?;
    if !signature.tied.is_empty() {
        let tied = p.ctx.array_attr(signature.tied.iter().map(|&t| p.ctx.index_attr(t)).collect());
        p.set_prop(state, args[1], tied);
    }
    signature.store(p, state, [args[0], args[2], args[3]]);
    Ok(())
}

pub(super) fn print_async(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let Some((inputs, results)) = function_type(p, op, args[0]) else { return };
    let tied = p.tied_operands(op, args[1]);
    p.raw("(");
    for (i, &ty) in inputs.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.raw(&format!("%arg{i}: "));
        p.print_type(ty);
        print_dict_of(p, op, args[2], i);
    }
    p.raw(")");
    print_results(p, op, (&inputs, &results), &tied, args[3]);
}

/// `&CmdSignature(function_type, arg_attrs, res_attrs)`: a resource stands with its range, `%arg0[%arg1 for %arg2]: T`.
pub(super) fn parse_cmd<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let mut signature = Signature::default();
    let index = p.ctx.index_type();
    p.expect("(")?;
    p.list(")", |p| {
        let name = p.parse_operand()?;
        let mut range = None;
        if p.accept("[") {
            let offset = p.parse_operand()?;
            p.expect_word("for")?;
            range = Some([offset, p.parse_operand()?]);
            p.expect("]")?;
        }
        p.expect(":")?;
        let ty = p.parse_type()?;
        let attrs = if p.at("{") { p.parse_attr_dict()? } else { AttrList::new() };
        signature.push_input(name, ty, attrs);
        for name in range.into_iter().flatten() {
            signature.push_input(name, index, AttrList::new());
        }
        Ok(())
    })?;
    signature.parse_results(p)?;
    signature.store(p, state, [args[0], args[1], args[2]]);
    Ok(())
}

pub(super) fn print_cmd(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let Some((inputs, results)) = function_type(p, op, args[0]) else { return };
    p.raw("(");
    let mut i = 0;
    while let Some(&ty) = inputs.get(i) {
        p.raw(if i > 0 { ", %arg" } else { "%arg" });
        p.raw(&i.to_string());
        let resource = matches!(p.ctx.type_kind(ty), TypeKind::StreamResource(_)) && i + 2 < inputs.len();
        if resource {
            p.raw(&format!("[%arg{} for %arg{}]", i + 1, i + 2));
        }
        p.raw(": ");
        p.print_type(ty);
        print_dict_of(p, op, args[1], i);
        i += if resource { 3 } else { 1 };
    }
    p.raw(")");
    print_results(p, op, (&inputs, &results), &[], args[2]);
}

fn function_type(p: &Printer<'_>, op: Op, name: &str) -> Option<(Vec<Type>, Vec<Type>)> {
    let AttrKind::Type(ty) = p.ctx.attr_kind(p.module.get_attr(op, name)?) else { return None };
    match p.ctx.type_kind(*ty) {
        TypeKind::Function { inputs, results } => Some((inputs.clone(), results.clone())),
        _ => None,
    }
}

fn print_results(p: &mut Printer<'_>, op: Op, (inputs, results): (&[Type], &[Type]), tied: &[i64], attrs: &'static str) {
    if results.is_empty() {
        return;
    }
    p.raw(" -> ");
    let parens = results.len() != 1 || dict_of(p, op, attrs, 0).is_some_and(|items| !items.is_empty());
    if parens {
        p.raw("(");
    }
    for (i, &ty) in results.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        let source = tied.get(i).and_then(|&t| usize::try_from(t).ok()).filter(|&t| t < inputs.len());
        if let Some(source) = source {
            p.raw(&format!("%arg{source}"));
        }
        if source.is_none_or(|source| inputs[source] != ty) {
            p.raw(if source.is_some() { " as " } else { "" });
            p.print_type(ty);
        }
        print_dict_of(p, op, attrs, i);
    }
    if parens {
        p.raw(")");
    }
}

/// The `i`-th of an array of dictionaries.
fn dict_of<'m>(p: &Printer<'m>, op: Op, name: &str, i: usize) -> Option<&'m AttrList> {
    let ctx = p.ctx;
    match ctx.attr_kind(*ctx.array_value(p.module.get_attr(op, name)?)?.get(i)?) {
        AttrKind::Dict(items) => Some(items),
        _ => None,
    }
}

/// The `i`-th of an array of dictionaries, with a space before.
fn print_dict_of(p: &mut Printer<'_>, op: Op, name: &str, i: usize) {
    if let Some(items) = dict_of(p, op, name, i).filter(|items| !items.is_empty()) {
        p.raw(" ");
        p.print_attr_list(items);
    }
}
