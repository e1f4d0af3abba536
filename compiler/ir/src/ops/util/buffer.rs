//! `util.buffer` and `util.string`: bytes on the host.

use crate::def::*;
use crate::folds::util as folds;
use crate::hints;
use crate::ops::rules::*;
use crate::verify::util as verify;

/// A buffer, its size and an offset into it.
const SOURCE: [ValueRow; 3] = [one("source", UTIL_BUFFER), one("source_size", INDEX), one("source_offset", INDEX)];
const TARGET: [ValueRow; 3] = [one("target", UTIL_BUFFER), one("target_size", INDEX), one("target_offset", INDEX)];
const LENGTH: ValueRow = one("length", INDEX);

pub(crate) const CONSTANT: OpDef = op("util.buffer.constant", "Bytes of the program.")
    .attrs(&[
        attr_opt("name", AttrRule::Str),
        attr("value", AttrRule::Elements),
        attr_opt("alignment", INDEX_ATTR),
        attr_opt("mime_type", AttrRule::Str),
    ])
    .results(&[result("result", UTIL_BUFFER)])
    .traits(CONSTANT_LIKE)
    .pure()
    .hints_by(hints::buffer_constant)
    .text("[? $name^ ?] &attrs : @result = $value")
    .fold(folds::buffer_constant)
    .check(verify::alignment);

pub(crate) const ALLOC: OpDef = op("util.buffer.alloc", "A new buffer with any content.")
    .operands(&[one("storage_size", INDEX)])
    .attrs(&[attr_opt("alignment", INDEX_ATTR)])
    .results(&[result("result", UTIL_BUFFER)])
    .effects(effect::ALLOC)
    .hints("buffer")
    .text("uninitialized &attrs : @result ~{$storage_size}")
    .check(verify::alignment);

pub(crate) const DEALLOC: OpDef = op("util.buffer.dealloc", "Gives a buffer back.")
    .operands(&[one("operand", UTIL_BUFFER), one("operand_size", INDEX)])
    .effects(effect::WRITE)
    .text("$operand : @operand {$operand_size} &attributes");

pub(crate) const SLICE: OpDef = op("util.buffer.slice", "A copy of part of a buffer.")
    .operands(&[SOURCE[0].var("T"), SOURCE[1], SOURCE[2], one("result_size", INDEX)])
    .attrs(&[attr_opt("alignment", INDEX_ATTR)])
    .results(&[result("result", UTIL_BUFFER).var("T")])
    .effects(effect::ALLOC | effect::READ)
    .hints("buffer")
    .text("$source[$source_offset] &attrs : @source ~{$source_size} -> @result ~{$result_size}");

pub(crate) const SUBSPAN: OpDef = op("util.buffer.subspan", "Part of a buffer, in place.")
    .operands(&[SOURCE[0].var("T"), SOURCE[1], SOURCE[2], one("result_size", INDEX)])
    .results(&[result("result", UTIL_BUFFER).var("T")])
    .pure()
    .hints("buffer_span")
    .text("$source[$source_offset] : @source ~{$source_size} -> @result ~{$result_size} &attributes");

pub(crate) const SIZE: OpDef = op("util.buffer.size", "The length of a buffer in bytes.")
    .operands(&[one("operand", UTIL_BUFFER)])
    .results(&[result("result", INDEX)])
    .pure()
    .hints("buffer_size")
    .text("$operand : @operand &attributes");

pub(crate) const STORAGE: OpDef = op("util.buffer.storage", "The memory under a buffer, and where it begins there.")
    .operands(&[one("operand", UTIL_BUFFER), one("operand_size", INDEX)])
    .results(&[result("result", MEMREF), result("offset", INDEX)])
    .pure()
    .hints("buffer_storage,buffer_offset")
    .text("$operand : @operand ~{$operand_size} -> (@result, @offset) &attributes");

pub(crate) const COPY: OpDef = op("util.buffer.copy", "Copies bytes.")
    .operands(&[SOURCE[0], SOURCE[1], SOURCE[2], TARGET[0], TARGET[1], TARGET[2], LENGTH])
    .text(concat!(
        "$source[$source_offset], $target[$target_offset], $length : ",
        "@source ~{$source_size} -> @target ~{$target_size} &attributes"
    ));

pub(crate) const COMPARE: OpDef = op("util.buffer.compare", "Whether bytes are the same.")
    .operands(&[
        one("lhs", UTIL_BUFFER),
        one("lhs_size", INDEX),
        one("lhs_offset", INDEX),
        one("rhs", UTIL_BUFFER),
        one("rhs_size", INDEX),
        one("rhs_offset", INDEX),
        LENGTH,
    ])
    .results(&[result("result", I1)])
    .effects(effect::READ)
    .text("$lhs[$lhs_offset], $rhs[$rhs_offset], $length : @lhs ~{$lhs_size}, @rhs ~{$rhs_size} &attributes");

pub(crate) const FILL: OpDef = op("util.buffer.fill", "Repeats a pattern.")
    .operands(&[one("pattern", PRIMITIVE), TARGET[0], TARGET[1], TARGET[2], LENGTH])
    .effects(effect::WRITE)
    .text("$pattern, $target[$target_offset for $length] : @pattern -> @target ~{$target_size} &attributes");

pub(crate) const LOAD: OpDef = op("util.buffer.load", "A value in a buffer.")
    .operands(&[SOURCE[0], SOURCE[1], SOURCE[2], LENGTH])
    .results(&[result("result", PRIMITIVE)])
    .effects(effect::READ)
    .text("$source[$source_offset for $length] : @source ~{$source_size} -> @result &attributes");

pub(crate) const STORE: OpDef = op("util.buffer.store", "Puts a value into a buffer.")
    .operands(&[one("source", PRIMITIVE), TARGET[0], TARGET[1], TARGET[2], LENGTH])
    .effects(effect::WRITE)
    .text("$source, $target[$target_offset for $length] : @source -> @target ~{$target_size} &attributes");

pub(crate) const HASH: OpDef = op("util.buffer.hash", "A hash of bytes.")
    .operands(&[SOURCE[0], SOURCE[1], SOURCE[2], LENGTH])
    .results(&[result("result", I64)])
    .effects(effect::READ)
    .text("$source[$source_offset for $length] : @source ~{$source_size} -> @result &attributes");

pub(crate) const STRING_FORMAT: OpDef = op("util.string.format", "Text with values in the places of `{}`.")
    .operands(&[many("args", TypeRule::AnyOf(&[INT_OR_INDEX, UTIL_BUFFER]))])
    .attrs(&[attr("format", AttrRule::Str)])
    .results(&[result("result", UTIL_BUFFER)])
    .pure()
    .hints_by(string_hint)
    .text("$format($args) &attrs : &signature(args)")
    .check(verify::string_format);

/// The format with `N` for each place, shortened, other characters `_`.
fn string_hint(module: &crate::Module, op: crate::Op, set: &mut dyn FnMut(usize, &str)) {
    const LONGEST: usize = 32;
    let Some(format) = module.str_attr(op, "format") else { return };
    let (mut name, mut rest) = (String::new(), format);
    while let Some(c) = rest.chars().next() {
        if name.len() >= LONGEST {
            break;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '{' if rest.starts_with('{') => rest = &rest[1..],
            '{' => match rest.find('}') {
                Some(close) => {
                    name.push('N');
                    rest = &rest[close + 1..];
                }
                None => break,
            },
            '}' => rest = rest.strip_prefix('}').unwrap_or(rest),
            _ if c.is_ascii_alphanumeric() => name.push(c),
            _ => name.push('_'),
        }
    }
    set(0, &name);
}

pub(crate) const STRING_ITOA: OpDef = op("util.string.itoa", "An integer in decimal.")
    .operands(&[one("value", INT_OR_INDEX)])
    .results(&[result("result", UTIL_BUFFER)])
    .pure()
    .hints("itoa")
    .text("$value &attrs : @value -> @result");
