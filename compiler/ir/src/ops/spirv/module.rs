//! `spirv`: modules and what stands in them.

use super::print_dict;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::module::Op;
use crate::ops::function;
use crate::parse::{Keyword, OpState, ParseResult, Parser};
use crate::print::{Headers, Printer, Terminators};

const NAME: AttrRow = attr("sym_name", AttrRule::SymbolName);
const INT: AttrRule = AttrRule::Int(IntKind::Width(32));

pub(crate) const MODULE: OpDef = op("spirv.module", "A SPIR-V module.")
    .attrs(&[
        attr("addressing_model", AttrRule::Case(DialectAttrKind::SpirvAddressingModel)),
        attr("memory_model", AttrRule::Case(DialectAttrKind::SpirvMemoryModel)),
        attr_opt("vce_triple", AttrRule::Any),
        attr_opt("sym_name", AttrRule::SymbolName),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | SYMBOL_TABLE | SINGLE_BLOCK | NO_TERMINATOR)
    .text("[? $sym_name^ ?] $addressing_model $memory_model [? requires $vce_triple^ ?] &attributes $body");

pub(crate) const FUNC: OpDef = op("spirv.func", "A function.")
    .attrs(&[
        NAME,
        attr("function_type", AttrRule::Type),
        attr("function_control", AttrRule::QuotedCase(DialectAttrKind::SpirvFunctionControl)),
        attr_opt("arg_attrs", AttrRule::Array),
        attr_opt("res_attrs", AttrRule::Array),
        attr_opt("linkage_attributes", AttrRule::Any),
    ])
    .regions(&["body"])
    .traits(ISOLATED | SYMBOL | FUNCTION)
    .custom(parse_func, print_func);

/// `@name(%a: T) -> U "Inline" attributes {…} {…}`
fn parse_func<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    function::parse_name(p, state)?;
    let signature = function::parse_signature(p, function::Tied::No)?;
    function::set_signature(p, state, &signature, function::Tied::No);
    let control = p.parse_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvFunctionControl))?;
    p.set_prop(state, "function_control", control);
    function::parse_attributes_and_body(p, state, &signature)
}

fn print_func(p: &mut Printer<'_>, op: Op) {
    let region = p.module.region(op, 0);
    let entry = p.module.blocks(region).first().copied();
    p.raw(" ");
    print_name(p, op, "sym_name");
    function::print_signature(p, op, entry, function::Tied::No);
    p.raw(" ");
    if let Some(control) = p.module.get_attr(op, "function_control") {
        p.print_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvFunctionControl), control);
    }
    function::print_attributes(p, op, &["function_control"]);
    if entry.is_some() {
        p.raw(" ");
        p.print_region(op, region, Headers::InHeader, Terminators::Shown);
    }
}

fn print_name(p: &mut Printer<'_>, op: Op, attr: &str) {
    if let Some(name) = p.module.get_attr(op, attr) {
        p.print_attr_by_rule(&AttrRule::SymbolName, name);
    }
}

pub(crate) const GLOBAL_VARIABLE: OpDef =
    op("spirv.GlobalVariable", "A variable of the module: a binding, a built-in value, memory.")
        .attrs(&[
            attr("type", AttrRule::Type),
            NAME,
            attr_opt("initializer", AttrRule::FlatSymbol),
            attr_opt("location", INT),
            attr_opt("binding", INT),
            attr_opt("descriptor_set", INT),
            attr_opt("built_in", AttrRule::Str),
            attr_opt("linkage_attributes", AttrRule::Any),
        ])
        .traits(SYMBOL)
        .custom(parse_global, print_global);

/// `@name initializer(@x) bind(0, 1) built_in("WorkgroupId") {…} : T`
fn parse_global<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    function::parse_name(p, state)?;
    loop {
        if p.accept_word("initializer") {
            parse_in_parens(p, state, &[("initializer", AttrRule::FlatSymbol)])?;
        } else if p.accept_word("bind") {
            parse_in_parens(p, state, &[("descriptor_set", INT), ("binding", INT)])?;
        } else if p.accept_word("built_in") {
            parse_in_parens(p, state, &[("built_in", AttrRule::Str)])?;
        } else {
            break;
        }
    }
    p.parse_attr_dicts(state, Keyword::None)?;
    p.expect(":")?;
    let ty = p.parse_attr_by_rule(&AttrRule::Type)?;
    p.set_prop(state, "type", ty);
    Ok(())
}

/// `(a, b)` as attributes of these names.
fn parse_in_parens<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, attrs: &[(&str, AttrRule)]) -> ParseResult<()> {
    p.expect("(")?;
    for (i, (name, rule)) in attrs.iter().enumerate() {
        if i > 0 {
            p.expect(",")?;
        }
        let value = p.parse_attr_by_rule(rule)?;
        p.set_prop(state, name, value);
    }
    p.expect(")")
}

fn print_global(p: &mut Printer<'_>, op: Op) {
    p.raw(" ");
    print_name(p, op, "sym_name");
    if let Some(initializer) = p.module.get_attr(op, "initializer") {
        p.raw(" initializer(");
        p.print_attr(initializer);
        p.raw(")");
    }
    let place = p.module.get_attr(op, "descriptor_set").zip(p.module.get_attr(op, "binding"));
    if let Some((set, binding)) = place {
        p.raw(" bind(");
        p.list([set, binding], |w, number| w.print_attr_without_type(number));
        p.raw(")");
    }
    if let Some(built_in) = p.module.get_attr(op, "built_in") {
        p.raw(" built_in(");
        p.print_attr(built_in);
        p.raw(")");
    }
    let placed: &[&str] = if place.is_some() { &["descriptor_set", "binding"] } else { &[] };
    print_dict(p, op, &[&["type", "sym_name", "initializer", "built_in"], placed].concat());
    p.raw(" : ");
    if let Some(ty) = p.module.get_attr(op, "type") {
        p.print_attr(ty);
    }
}

pub(crate) const SPEC_CONSTANT: OpDef = op("spirv.SpecConstant", "A number that may be replaced when the pipeline is made.")
    .attrs(&[NAME, attr("default_value", AttrRule::Typed)])
    .traits(SYMBOL)
    .custom(parse_spec_constant, print_spec_constant);

/// `@name spec_id(5) = 42 : i32`
fn parse_spec_constant<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    function::parse_name(p, state)?;
    if p.accept_word("spec_id") {
        p.expect("(")?;
        let id = p.parse_attr_by_rule(&AttrRule::Int(IntKind::Width(64)))?;
        state.attrs.push((p.ctx.ident("spec_id"), id));
        p.expect(")")?;
    }
    p.expect("=")?;
    let value = p.parse_attr_by_rule(&AttrRule::Typed)?;
    p.set_prop(state, "default_value", value);
    Ok(())
}

fn print_spec_constant(p: &mut Printer<'_>, op: Op) {
    p.raw(" ");
    print_name(p, op, "sym_name");
    if let Some(id) = p.module.get_attr(op, "spec_id") {
        p.raw(" spec_id(");
        p.print_attr_without_type(id);
        p.raw(")");
    }
    p.raw(" = ");
    if let Some(value) = p.module.get_attr(op, "default_value") {
        p.print_attr(value);
    }
}

pub(crate) const SPEC_CONSTANT_COMPOSITE: OpDef = op("spirv.SpecConstantComposite", "A composite of specialization constants.")
    .attrs(&[attr("type", AttrRule::Type), NAME, attr("constituents", AttrRule::Array)])
    .traits(SYMBOL)
    .custom(parse_spec_composite, print_spec_composite);

/// `@name (@a, @b) : T`
fn parse_spec_composite<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    function::parse_name(p, state)?;
    let mut parts = Vec::new();
    p.expect("(")?;
    p.list(")", |p| {
        parts.push(p.parse_attr_by_rule(&AttrRule::FlatSymbol)?);
        Ok(())
    })?;
    let parts = p.ctx.array_attr(parts);
    p.set_prop(state, "constituents", parts);
    p.expect(":")?;
    let ty = p.parse_attr_by_rule(&AttrRule::Type)?;
    p.set_prop(state, "type", ty);
    Ok(())
}

fn print_spec_composite(p: &mut Printer<'_>, op: Op) {
    let ctx = p.ctx;
    p.raw(" ");
    print_name(p, op, "sym_name");
    p.raw(" (");
    let parts = p.module.get_attr(op, "constituents").and_then(|parts| ctx.array_value(parts)).unwrap_or_default();
    p.list(parts, |w, &part| w.print_attr(part));
    p.raw(") : ");
    if let Some(ty) = p.module.get_attr(op, "type") {
        p.print_attr(ty);
    }
}

pub(crate) const ENTRY_POINT: OpDef = op("spirv.EntryPoint", "A function that can be dispatched, and the variables it uses.")
    .attrs(&[
        attr("execution_model", AttrRule::QuotedCase(DialectAttrKind::SpirvExecutionModel)),
        attr("fn", AttrRule::FlatSymbol),
        attr("interface", AttrRule::Array),
    ])
    .custom(parse_entry_point, print_entry_point);

fn parse_entry_point<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let model = p.parse_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvExecutionModel))?;
    p.set_prop(state, "execution_model", model);
    parse_fn(p, state)?;
    parse_rest(p, state, "interface", &AttrRule::FlatSymbol)
}

fn parse_fn<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let function = p.parse_attr_by_rule(&AttrRule::FlatSymbol)?;
    p.set_prop(state, "fn", function);
    Ok(())
}

/// `, a, b` as an array.
fn parse_rest<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, name: &str, rule: &AttrRule) -> ParseResult<()> {
    let mut items = Vec::new();
    while p.accept(",") {
        items.push(p.parse_attr_by_rule(rule)?);
    }
    let items = p.ctx.array_attr(items);
    p.set_prop(state, name, items);
    Ok(())
}

fn print_entry_point(p: &mut Printer<'_>, op: Op) {
    p.raw(" ");
    if let Some(model) = p.module.get_attr(op, "execution_model") {
        p.print_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvExecutionModel), model);
    }
    print_fn(p, op);
    print_rest(p, op, "interface", &AttrRule::FlatSymbol);
}

fn print_fn(p: &mut Printer<'_>, op: Op) {
    p.raw(" ");
    if let Some(function) = p.module.get_attr(op, "fn") {
        p.print_attr(function);
    }
}

fn print_rest(p: &mut Printer<'_>, op: Op, name: &str, rule: &AttrRule) {
    let ctx = p.ctx;
    for &item in p.module.get_attr(op, name).and_then(|items| ctx.array_value(items)).unwrap_or_default() {
        p.raw(", ");
        p.print_attr_by_rule(rule, item);
    }
}

pub(crate) const EXECUTION_MODE: OpDef = op("spirv.ExecutionMode", "How an entry point runs.")
    .attrs(&[
        attr("fn", AttrRule::FlatSymbol),
        attr("execution_mode", AttrRule::QuotedCase(DialectAttrKind::SpirvExecutionMode)),
        attr("values", AttrRule::Array),
    ])
    .custom(parse_execution_mode, print_execution_mode);

fn parse_execution_mode<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    parse_fn(p, state)?;
    let mode = p.parse_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvExecutionMode))?;
    p.set_prop(state, "execution_mode", mode);
    parse_rest(p, state, "values", &INT)
}

fn print_execution_mode(p: &mut Printer<'_>, op: Op) {
    print_fn(p, op);
    p.raw(" ");
    if let Some(mode) = p.module.get_attr(op, "execution_mode") {
        p.print_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvExecutionMode), mode);
    }
    print_rest(p, op, "values", &INT);
}
