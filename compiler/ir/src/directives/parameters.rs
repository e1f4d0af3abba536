//! References to parameters: `%scope::%key[%offset]`, and where their bytes go.

use smallvec::{SmallVec, smallvec};

use super::{operand, result};
use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser, Unresolved};
use crate::print::Printer;
use crate::types::{Type, Types};

type Operands<'s> = SmallVec<[Unresolved<'s>; 1]>;

/// The scope, shared by all references, and for each its key and offset.
#[derive(Default)]
struct References<'s> {
    scope: Operands<'s>,
    keys: Operands<'s>,
    offsets: Operands<'s>,
}

/// `%scope::%key[%offset]` or `%key[%offset]`
fn parse_reference<'s>(p: &mut Parser<'s>, refs: &mut References<'s>) -> ParseResult<()> {
    let mut key = p.parse_operand()?;
    if p.accept("::") {
        if let Some(scope) = refs.scope.first()
            && !scope.same(&key)
        {
            return Err(p.error_at(key.tok, "expected the same scope in all references of one operation"));
        }
        refs.scope = SmallVec::from_elem(key, 1);
        key = p.parse_operand()?;
    }
    p.expect("[")?;
    refs.keys.push(key);
    refs.offsets.push(p.parse_operand()?);
    p.expect("]")
}

fn store_references<'s>(state: &mut OpState<'s>, names: [&'static str; 3], refs: References<'s>) {
    let [scope, keys, offsets] = names.map(|name| operand(state, name));
    state.operands[scope] = refs.scope;
    state.operands[keys] = refs.keys;
    state.operands[offsets] = refs.offsets;
}

/// `&ParameterLoads(scope, keys, offsets, results, lengths)`: `%scope::%key[%offset] : T{%length}, …`, a line each.
pub(super) fn parse_loads<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let mut refs = References::default();
    let (mut types, mut lengths) = (Types::new(), SmallVec::new());
    loop {
        parse_reference(p, &mut refs)?;
        p.expect(":")?;
        types.push(p.parse_type()?);
        p.expect("{")?;
        lengths.push(p.parse_operand()?);
        p.expect("}")?;
        if !p.accept(",") {
            break;
        }
    }
    store_references(state, [args[0], args[1], args[2]], refs);
    let (results, sizes) = (result(state, args[3]), operand(state, args[4]));
    state.result_types[results] = Some(types);
    state.operands[sizes] = lengths;
    Ok(())
}

pub(super) fn print_loads(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let [keys, lengths] = [args[1], args[4]].map(|name| p.module.group(op, name));
    let results = p.module.results(op).to_vec();
    lines(p, keys.len(), |p, i| {
        print_reference(p, op, [args[0], args[1], args[2]], i);
        p.raw(" : ");
        p.print_type_of(results[i]);
        p.raw("{");
        p.print_value(lengths[i]);
        p.raw("}");
    });
}

fn print_reference(p: &mut Printer<'_>, op: Op, names: [&'static str; 3], i: usize) {
    let [scope, keys, offsets] = names.map(|name| p.module.group(op, name));
    if let Some(&scope) = scope.first() {
        p.print_value(scope);
        p.raw("::");
    }
    p.print_value(keys[i]);
    p.raw("[");
    p.print_value(offsets[i]);
    p.raw("]");
}

/// `n` lines, separated by commas, one level deeper.
fn lines(p: &mut Printer<'_>, n: usize, each: impl Fn(&mut Printer<'_>, usize)) {
    for i in 0..n {
        if i > 0 {
            p.raw(",");
        }
        p.newline(1);
        each(p, i);
    }
    p.newline(0);
}

/// `&ParameterReference(scope, key)`: `%scope::%key` or `%key`.
pub(super) fn parse_reference_of<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let [scope, key] = [0, 1].map(|i| operand(state, args[i]));
    let mut name = p.parse_operand()?;
    if p.accept("::") {
        state.operands[scope] = SmallVec::from_elem(name, 1);
        name = p.parse_operand()?;
    }
    state.operands[key] = SmallVec::from_elem(name, 1);
    Ok(())
}

pub(super) fn print_reference_of(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    if let Some(scope) = p.module.named(op, args[0]) {
        p.print_value(scope);
        p.raw("::");
    }
    if let Some(key) = p.module.named(op, args[1]) {
        p.print_value(key);
    }
}

/// A part of a buffer: `%buffer[%offset for %length] : T`, or with its end and the size `[%offset to %end for %length] : T{%size}`.
#[derive(Default)]
struct Ranges<'s> {
    buffer: Operands<'s>,
    ty: Option<Type>,
    size: Operands<'s>,
    offsets: Operands<'s>,
    ends: Operands<'s>,
    lengths: Operands<'s>,
}

impl<'s> Ranges<'s> {
    /// Reads one; with its end where these have names.
    fn parse(&mut self, p: &mut Parser<'s>, with_end: bool) -> ParseResult<()> {
        let buffer = p.parse_operand()?;
        if let Some(first) = self.buffer.first()
            && !first.same(&buffer)
        {
            return Err(p.error_at(buffer.tok, "expected the same buffer in all ranges of one operation"));
        }
        self.buffer = SmallVec::from_elem(buffer, 1);
        p.expect("[")?;
        self.offsets.push(p.parse_operand()?);
        if with_end {
            p.expect_word("to")?;
            self.ends.push(p.parse_operand()?);
        }
        p.expect_word("for")?;
        self.lengths.push(p.parse_operand()?);
        p.expect("]")?;
        p.expect(":")?;
        self.ty = Some(p.parse_type()?);
        if p.accept("{") {
            self.size = SmallVec::from_elem(p.parse_operand()?, 1);
            p.expect("}")?;
        }
        Ok(())
    }

    /// Names: buffer, offsets, lengths, and for buffers with a size its operand, and those of the ends.
    fn store(self, state: &mut OpState<'s>, names: &[&'static str]) {
        let [buffer, offsets, lengths] = [names[0], names[1], names[2]].map(|name| operand(state, name));
        state.operand_types[buffer] = self.ty.map(|ty| smallvec![ty]);
        state.operands[buffer] = self.buffer;
        state.operands[offsets] = self.offsets;
        state.operands[lengths] = self.lengths;
        for (name, values) in names[3..].iter().zip([self.size, self.ends]) {
            let i = operand(state, name);
            state.operands[i] = values;
        }
    }
}

fn print_range(p: &mut Printer<'_>, op: Op, names: &[&'static str], i: usize) {
    let [offsets, lengths] = [names[1], names[2]].map(|name| p.module.group(op, name));
    let Some(buffer) = p.module.named(op, names[0]) else { return };
    p.print_value(buffer);
    p.raw("[");
    p.print_value(offsets[i]);
    if let Some(&end) = names.get(4).map(|name| p.module.group(op, name)).as_ref().and_then(|ends| ends.get(i)) {
        p.raw(" to ");
        p.print_value(end);
    }
    p.raw(" for ");
    p.print_value(lengths[i]);
    p.raw("] : ");
    p.print_type_of(buffer);
    if let Some(size) = names.get(3).and_then(|name| p.module.named(op, name)) {
        p.raw("{");
        p.print_value(size);
        p.raw("}");
    }
}

/// `&ParameterGathers(scope, keys, offsets, target, target_offsets, target_lengths[, target_size[, target_ends]])`:
/// `%scope::%key[%offset] -> %target[%offset for %length] : T, …`, a line each.
pub(super) fn parse_gathers<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut refs, mut ranges) = (References::default(), Ranges::default());
    loop {
        parse_reference(p, &mut refs)?;
        p.expect("->")?;
        ranges.parse(p, args.len() > 7)?;
        if !p.accept(",") {
            break;
        }
    }
    store_references(state, [args[0], args[1], args[2]], refs);
    ranges.store(state, &args[3..]);
    Ok(())
}

pub(super) fn print_gathers(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let n = p.module.group(op, args[1]).len();
    lines(p, n, |p, i| {
        print_reference(p, op, [args[0], args[1], args[2]], i);
        p.raw(" -> ");
        print_range(p, op, &args[3..], i);
    });
}

/// `&ParameterScatters(source, source_offsets, source_lengths, scope, keys, offsets[, source_size[, source_ends]])`: the other
/// way round.
pub(super) fn parse_scatters<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, args: &[&'static str]) -> ParseResult<()> {
    let (mut refs, mut ranges) = (References::default(), Ranges::default());
    loop {
        ranges.parse(p, args.len() > 7)?;
        p.expect("->")?;
        parse_reference(p, &mut refs)?;
        if !p.accept(",") {
            break;
        }
    }
    store_references(state, [args[3], args[4], args[5]], refs);
    ranges.store(state, &scatter_range(args));
    Ok(())
}

/// The names of the source range among those of a scatter.
fn scatter_range(args: &[&'static str]) -> Vec<&'static str> {
    args[..3].iter().chain(&args[6..]).copied().collect()
}

pub(super) fn print_scatters(p: &mut Printer<'_>, op: Op, args: &[&'static str]) {
    let n = p.module.group(op, args[4]).len();
    lines(p, n, |p, i| {
        print_range(p, op, &scatter_range(args), i);
        p.raw(" -> ");
        print_reference(p, op, [args[3], args[4], args[5]], i);
    });
}
