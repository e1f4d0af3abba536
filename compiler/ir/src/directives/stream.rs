//! Resources of the `stream` dialect, what part of them is used and how, and the regions that work on them.

use smallvec::{SmallVec, smallvec};

use super::shaped::{parse_shaped_results, print_dims, print_shaped_results};
use super::{operand, regions, result};
use crate::attrs::{Attr, AttrKind};
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser, Tok, Unresolved};
use crate::print::{Headers, Printer, Terminators};
use crate::types::{Type, TypeKind, Types};

type Operands<'s> = SmallVec<[Unresolved<'s>; 1]>;

/// `&EntryPoints(entry_points)`: `@ex::@fn` or `{@ex::@a, @ex::@b}`.
pub(super) fn parse_entry_points<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let mut symbols = Vec::new();
    if p.accept("{") {
        p.list("}", |p| {
            symbols.push(p.parse_symbol_ref()?);
            Ok(())
        })?;
    } else {
        symbols.push(p.parse_symbol_ref()?);
    }
    let symbols = p.ctx.array_attr(symbols);
    p.set_prop(state, args[0], symbols);
    Ok(())
}

pub(super) fn print_entry_points(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let symbols = p.module.get_attr(op, args[0]).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    if symbols.len() != 1 {
        p.raw("{");
    }
    p.list(symbols, |w, &symbol| w.print_attr(symbol));
    if symbols.len() != 1 {
        p.raw("}");
    }
}

/// Bits of an access, and the word for them.
const ACCESSES: [(&str, i64); 3] = [("ro", 1), ("wo", 2), ("rw", 3)];

fn parse_access(p: &mut Parser<'_>) -> ParseResult<Attr> {
    let Some((_, bits)) = ACCESSES.iter().find(|(word, _)| p.at_word(word)) else {
        return Err(p.expected("`ro`, `wo` or `rw`"));
    };
    p.advance();
    Ok(p.ctx.int_attr((*bits).into(), p.ctx.int_type(32)))
}

fn print_access(p: &mut Printer<'_>, access: Attr) {
    let bits = p.ctx.int_value(access).unwrap_or(0);
    if let Some((word, _)) = ACCESSES.iter().find(|(_, b)| bits == i128::from(*b)) {
        p.raw(word);
    }
    p.raw(" ");
}

fn is_resource(p: &Printer<'_>, ty: Type) -> bool {
    matches!(p.ctx.type_kind(ty), TypeKind::StreamResource(_))
}

/// `&ResourceRanges(operands, offsets, ends, lengths)`: `(%resource[%offset to %end for %length], %value)`.
pub(super) fn parse_resource_ranges<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let [mut values, mut offsets, mut ends, mut lengths]: [Operands<'s>; 4] = Default::default();
    p.expect("(")?;
    p.list(")", |p| {
        values.push(p.parse_operand()?);
        if p.accept("[") {
            offsets.push(p.parse_operand()?);
            p.expect_word("to")?;
            ends.push(p.parse_operand()?);
            p.expect_word("for")?;
            lengths.push(p.parse_operand()?);
            p.expect("]")?;
        }
        Ok(())
    })?;
    for (name, list) in args.iter().zip([values, offsets, ends, lengths]) {
        let i = operand(state, name);
        state.operands[i] = list;
    }
    Ok(())
}

pub(super) fn print_resource_ranges(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [values, offsets, ends, lengths] = [0, 1, 2, 3].map(|i| p.module.group(op, args[i]));
    let mut ranges = offsets.iter().zip(&ends).zip(&lengths);
    p.raw("(");
    for (i, &value) in values.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(value);
        if is_resource(p, p.module.ty(value))
            && let Some(((&offset, &end), &length)) = ranges.next()
        {
            p.raw("[");
            p.print_value(offset);
            p.raw(" to ");
            p.print_value(end);
            p.raw(" for ");
            p.print_value(length);
            p.raw("]");
        }
    }
    p.raw(")");
}

/// `&CallOperands(operands, offsets, lengths, accesses)`: `(ro %resource[%offset for %length], %value)`.
pub(super) fn parse_call_operands<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let [mut values, mut offsets, mut lengths]: [Operands<'s>; 3] = Default::default();
    let mut accesses = Vec::new();
    p.expect("(")?;
    p.list(")", |p| {
        let access = p.at_kind(Tok::Word);
        if access {
            accesses.push(parse_access(p)?);
        }
        values.push(p.parse_operand()?);
        if access {
            p.expect("[")?;
            offsets.push(p.parse_operand()?);
            p.expect_word("for")?;
            lengths.push(p.parse_operand()?);
            p.expect("]")?;
        }
        Ok(())
    })?;
    for (name, list) in args.iter().zip([values, offsets, lengths]) {
        let i = operand(state, name);
        state.operands[i] = list;
    }
    let accesses = p.ctx.array_attr(accesses);
    p.set_prop(state, args[3], accesses);
    Ok(())
}

pub(super) fn print_call_operands(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let [values, offsets, lengths] = [0, 1, 2].map(|i| p.module.group(op, args[i]));
    let accesses = p.module.get_attr(op, args[3]).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    let mut ranges = offsets.iter().zip(&lengths).zip(accesses);
    p.raw("(");
    for (i, &value) in values.iter().enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        let range = if is_resource(p, p.module.ty(value)) { ranges.next() } else { None };
        if let Some((_, &access)) = range {
            print_access(p, access);
        }
        p.print_value(value);
        if let Some(((&offset, &length), _)) = range {
            p.raw("[");
            p.print_value(offset);
            p.raw(" for ");
            p.print_value(length);
            p.raw("]");
        }
    }
    p.raw(")");
}

/// `&DispatchResources(resources, sizes, offsets, lengths, accesses)`: `ro %resource[%offset for %length] : T{%size}, …`, a
/// line each.
pub(super) fn parse_dispatch_resources<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    let [mut resources, mut sizes, mut offsets, mut lengths]: [Operands<'s>; 4] = Default::default();
    let (mut types, mut accesses) = (Types::new(), Vec::new());
    while p.at_kind(Tok::Word) {
        accesses.push(parse_access(p)?);
        resources.push(p.parse_operand()?);
        p.expect("[")?;
        offsets.push(p.parse_operand()?);
        p.expect_word("for")?;
        lengths.push(p.parse_operand()?);
        p.expect("]")?;
        p.expect(":")?;
        types.push(p.parse_type()?);
        p.expect("{")?;
        sizes.push(p.parse_operand()?);
        p.expect("}")?;
        if !p.accept(",") {
            break;
        }
    }
    let i = operand(state, args[0]);
    state.operand_types[i] = Some(types);
    for (name, list) in args.iter().zip([resources, sizes, offsets, lengths]) {
        let i = operand(state, name);
        state.operands[i] = list;
    }
    let accesses = p.ctx.array_attr(accesses);
    p.set_prop(state, args[4], accesses);
    Ok(())
}

pub(super) fn print_dispatch_resources(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let [resources, sizes, offsets, lengths] = [0, 1, 2, 3].map(|i| p.module.group(op, args[i]));
    let accesses = p.module.get_attr(op, args[4]).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    for (i, &resource) in resources.iter().enumerate() {
        let (Some(&access), Some(&size)) = (accesses.get(i), sizes.get(i)) else { break };
        let (Some(&offset), Some(&length)) = (offsets.get(i), lengths.get(i)) else { break };
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        print_access(p, access);
        p.print_value(resource);
        p.raw("[");
        p.print_value(offset);
        p.raw(" for ");
        p.print_value(length);
        p.raw("] : ");
        p.print_type_of(resource);
        p.raw("{");
        p.print_value(size);
        p.raw("}");
    }
    p.newline(0);
}

/// `(%resource as %arg: T{%size}, …)`: operands, their sizes, and the arguments of the region.
fn parse_captures<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    [values, sizes]: [&'static str; 2],
) -> ParseResult<Vec<crate::parse::EntryArg<'s>>> {
    let [mut captured, mut captured_sizes]: [Operands<'s>; 2] = Default::default();
    let (mut types, mut entry) = (Types::new(), Vec::new());
    p.expect("(")?;
    p.list(")", |p| {
        captured.push(p.parse_operand()?);
        p.expect_word("as")?;
        let arg = p.parse_operand()?;
        p.expect(":")?;
        let ty = p.parse_type()?;
        types.push(ty);
        entry.push(p.entry_arg(arg, ty));
        if p.accept("{") {
            captured_sizes.push(p.parse_operand()?);
            p.expect("}")?;
        }
        Ok(())
    })?;
    let [v, s] = [values, sizes].map(|name| operand(state, name));
    state.operands[v] = captured;
    state.operand_types[v] = Some(types);
    state.operands[s] = captured_sizes;
    Ok(entry)
}

fn print_captures(p: &mut Printer<'_>, op: Op, [values, sizes]: [&'static str; 2]) {
    let values = p.module.group(op, values);
    let mut sizes = p.module.group(op, sizes).into_iter();
    let entry = p.module.blocks(p.module.region(op, 0)).first().copied();
    let entry_args = entry.map(|block| p.module.args(block).to_vec()).unwrap_or_default();
    p.raw("(");
    for (i, (&value, &arg)) in values.iter().zip(&entry_args).enumerate() {
        if i > 0 {
            p.raw(", ");
        }
        p.print_value(value);
        p.raw(" as ");
        p.print_value(arg);
        p.raw(": ");
        p.print_type_of(arg);
        print_dims(p, p.module.ty(arg), &mut sizes);
    }
    p.raw(")");
}

/// `&ResourceRegion(operands, sizes, results, result_sizes, tied_operands, body)`:
/// `(%resource as %arg: T{%size}) -> T{%size} { … }`.
pub(super) fn parse_resource_region<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let entry = parse_captures(p, state, [args[0], args[1]])?;
    if p.accept("->") {
        parse_shaped_results(p, state, [args[0], args[2], args[3], args[4]])?;
    } else {
        let i = result(state, args[2]);
        state.result_types[i] = Some(Types::new());
    }
    let region = regions::region(p, state, args[5]);
    p.parse_region_into(state.op, region, &entry)
}

pub(super) fn print_resource_region(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    print_captures(p, op, [args[0], args[1]]);
    if !p.module.result_group(op, args[2]).is_empty() {
        p.raw(" -> ");
        print_shaped_results(p, op, [args[0], args[2], args[3], args[4]]);
    }
    p.raw(" ");
    p.print_region(op, p.module.region(op, 0), Headers::InHeader, Terminators::Shown);
}

/// `&CapturingRegion(operands, sizes, body)`: `(%resource as %arg: T{%size}) { … }`.
pub(super) fn parse_capturing_region<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    let entry = parse_captures(p, state, [args[0], args[1]])?;
    let region = regions::region(p, state, args[2]);
    p.parse_region_into(state.op, region, &entry)
}

pub(super) fn print_capturing_region(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    print_captures(p, op, [args[0], args[1]]);
    p.raw(" ");
    p.print_region(op, p.module.region(op, 0), Headers::InHeader, Terminators::Implied);
}

/// `&PackedSlices(intervals, sizes, offsets)`: `[0, 4] = %size, …`, from when to when a slice lives, a line each.
pub(super) fn parse_packed_slices<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let index = p.ctx.index_type();
    let (mut intervals, mut sizes) = (Vec::new(), SmallVec::new());
    while p.accept("[") {
        intervals.push(p.parse_attr(Some(index))?);
        p.expect(",")?;
        intervals.push(p.parse_attr(Some(index))?);
        p.expect("]")?;
        p.expect("=")?;
        sizes.push(p.parse_operand()?);
        if !p.accept(",") {
            break;
        }
    }
    let (s, r) = (operand(state, args[1]), result(state, args[2]));
    state.result_types[r] = Some(smallvec![index; sizes.len()]);
    state.operands[s] = sizes;
    let intervals = p.ctx.array_attr(intervals);
    p.set_prop(state, args[0], intervals);
    Ok(())
}

pub(super) fn print_packed_slices(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let intervals = p.module.get_attr(op, args[0]).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    let sizes = p.module.group(op, args[1]);
    for (i, (interval, &size)) in intervals.chunks_exact(2).zip(&sizes).enumerate() {
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        p.raw("[");
        p.list(interval, |w, &end| w.print_attr_without_type(end));
        p.raw("] = ");
        p.print_value(size);
    }
    if !sizes.is_empty() {
        p.newline(0);
    }
}

/// `&ConstantValues(results, sizes, values)`: `T{%size} = value, …`, a line each.
pub(super) fn parse_constant_values<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut types, mut sizes, mut values) = (Types::new(), SmallVec::new(), Vec::new());
    loop {
        types.push(p.parse_type()?);
        p.expect("{")?;
        sizes.push(p.parse_operand()?);
        p.expect("}")?;
        p.expect("=")?;
        values.push(p.parse_attr(None)?);
        if !p.accept(",") {
            break;
        }
    }
    let (r, s) = (result(state, args[0]), operand(state, args[1]));
    state.result_types[r] = Some(types);
    state.operands[s] = sizes;
    let values = p.ctx.array_attr(values);
    p.set_prop(state, args[2], values);
    Ok(())
}

pub(super) fn print_constant_values(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let results = p.module.result_group(op, args[0]);
    let sizes = p.module.group(op, args[1]);
    let values = p.module.get_attr(op, args[2]).and_then(|attr| ctx.array_value(attr)).unwrap_or_default();
    for (i, ((&value, &size), &constant)) in results.iter().zip(&sizes).zip(values).enumerate() {
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        p.print_type_of(value);
        p.raw("{");
        p.print_value(size);
        p.raw("} = ");
        p.print_attr(constant);
    }
    p.newline(0);
    p.raw(" ");
}

/// `&SymbolAlias(sym_name, function_ref)`: `@function`, or `@function as("name")`.
pub(super) fn parse_symbol_alias<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let name = p.parse_symbol_name()?;
    let function = p.ctx.symbol_attr(p.ctx.ident(&name));
    p.set_prop(state, args[1], function);
    let mut name = p.ctx.str_attr(&name);
    if p.accept_word("as") {
        p.expect("(")?;
        let bytes = p.parse_string_bytes()?;
        name = p.ctx.attr(AttrKind::String(bytes));
        p.expect(")")?;
    }
    p.set_prop(state, args[0], name);
    Ok(())
}

pub(super) fn print_symbol_alias(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let ctx = p.ctx;
    let function = p.module.symbol_path(op, args[1]).and_then(|path| path.first().copied());
    let Some(function) = function else { return };
    p.print_symbol(function);
    if let Some(name) = p.module.str_attr(op, args[0]).filter(|name| *name != ctx.str(function)) {
        p.raw(" as(");
        p.print_string(name.as_bytes());
        p.raw(")");
    }
}

/// What a collective's parameter is called, for kinds that have one.
fn collective_param(p: &crate::Context, op: Option<Attr>) -> Option<&'static str> {
    let AttrKind::Dialect(collective) = p.attr_kind(op?) else { return None };
    let kind = p.int_value(collective.param("kind")?)?;
    match crate::enums::COLLECTIVE_KIND.name(u64::try_from(kind).ok()?)?.as_ref() {
        "broadcast" | "recv" => Some("source"),
        "reduce" | "send" => Some("target"),
        "send_recv" => Some("source_target_pair"),
        _ => None,
    }
}

/// `&CollectiveParam(op, param)`: `source(%rank)` and its kin, or nothing.
pub(super) fn parse_collective_param<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState<'s>,
    args: &[&'static str],
) -> ParseResult<()> {
    if let Some(word) = collective_param(p.ctx, state.prop(p.ctx, args[0])) {
        p.expect_word(word)?;
        p.expect("(")?;
        let param = p.parse_operand()?;
        p.expect(")")?;
        let i = operand(state, args[1]);
        state.operands[i] = SmallVec::from_elem(param, 1);
    }
    Ok(())
}

pub(super) fn print_collective_param(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let word = collective_param(p.ctx, p.module.get_attr(op, args[0]));
    if let Some((word, param)) = word.zip(p.module.named(op, args[1])) {
        p.raw(word);
        p.raw("(");
        p.print_value(param);
        p.raw(") ");
    }
}
