//! Attributes of the `util`, `stream`, `flow` and `iree_encoding` dialects.

use super::hal::COLLECTIVE_PARAMS;
use super::{
    DialectAttrDef, I32, I64, TypeSuffix, U64, angled, custom, opt, params, print_angled, print_opt, row, string_attr,
};
use crate::attrs::AttrKind;
use crate::def::{AttrRow, AttrRule, TypeRule, attr, attr_opt};
use crate::enums;
use crate::params::Params;
use crate::parse::{ParseResult, Parser, Tok};
use crate::print::Writer;
use crate::types::{StreamType, TypeKind};

const ANY_TYPE: TypeSuffix = TypeSuffix::Any;

pub(super) const UNINITIALIZED: DialectAttrDef =
    row("util.uninitialized", "A value of the type with any content.", &[], "").suffix(ANY_TYPE);
pub(super) const NULL: DialectAttrDef = row("util.null", "No object of the type.", &[], "").suffix(ANY_TYPE);
pub(super) const BYTE_PATTERN: DialectAttrDef =
    row("util.byte_pattern", "Bytes that follow a pattern, for tests.", &[attr("pattern", I64)], "<$pattern>").suffix(ANY_TYPE);
pub(super) const BYTE_RANGE: DialectAttrDef =
    row("util.byte_range", "A range of bytes.", &[attr("offset", I64), attr("length", I64)], "<$offset, $length>");
pub(super) const COMPOSITE: DialectAttrDef = custom(
    "util.composite",
    "Several values one after another.",
    &[attr("type", AttrRule::Type), attr("values", AttrRule::Array)],
    parse_composite,
    print_composite,
)
.alias_by(|ctx, attr| {
    let length = match attr.param("type").map(|ty| ctx.attr_kind(ty)) {
        Some(AttrKind::Type(ty)) => crate::storage::type_size(ctx, *ty).unwrap_or(0),
        _ => 0,
    };
    format!("composite_of_{length}b")
});
pub(super) const INLINE_NEVER: DialectAttrDef = row("util.inline.never", "A function that is never inlined.", &[], "");
pub(super) const INLINE_ALWAYS: DialectAttrDef = row("util.inline.always", "A function that is always inlined.", &[], "");
pub(super) const INT_ASSUMPTION: DialectAttrDef = row(
    "util.int.assumption",
    "Bounds of an unsigned value, and what divides it.",
    &[attr_opt("umin", U64), attr_opt("umax", U64), attr_opt("udiv", U64)],
    "<&struct>",
);
pub(super) const PREPROCESSING_PIPELINE: DialectAttrDef =
    row("util.preprocessing_pipeline", "Passes to run before all others.", &[attr("pipeline", AttrRule::Str)], "<$pipeline>");

const PARAMETER: &[AttrRow] = &[attr_opt("scope", AttrRule::Str), attr("key", AttrRule::Str), opt("configuration")];

pub(super) const STREAM_PARAMETER: DialectAttrDef =
    custom("stream.parameter.named", "A parameter by scope and key.", PARAMETER, parse_parameter, print_parameter)
        .suffix(ANY_TYPE);
pub(super) const FLOW_PARAMETER: DialectAttrDef = custom(
    "flow.parameter.named",
    "A parameter by scope and key, at tensor level.",
    PARAMETER,
    parse_parameter,
    print_parameter,
)
.suffix(ANY_TYPE);
pub(super) const STREAM_COLLECTIVE: DialectAttrDef = row(
    "stream.collective",
    "A collective operation: kind, reduction, element type.",
    COLLECTIVE_PARAMS,
    "<$kind [? with $reduction^ ?] : $element_type>",
);
pub(super) const TIMEPOINT: DialectAttrDef =
    row("stream.timepoint", "A timepoint that has been reached.", &[attr("value", AttrRule::Word)], "<$value>")
        .suffix(TypeSuffix::Fixed(TypeRule::Stream(StreamType::Timepoint)));
pub(super) const ENCODING: DialectAttrDef = row(
    "iree_encoding.encoding",
    "A tensor laid out for an operation: which operand it is, and of what.",
    &[
        attr("operand_index", AttrRule::Any),
        attr("op_type", AttrRule::Enum(&enums::ENCODING_OP)),
        attr("element_types", AttrRule::Array),
        attr_opt("original_element_type", AttrRule::Any),
        attr_opt("user_indexing_maps", AttrRule::Array),
        attr_opt("iteration_sizes", AttrRule::Bracketed(&AttrRule::Extent)),
    ],
    "<&struct>",
)
.alias("encoding");
pub(super) const ENCODING_LAYOUT: DialectAttrDef =
    row("iree_encoding.layout", "Layouts by device.", &[attr("layouts", AttrRule::Array)], "<$layouts>").alias("encoding");
pub(super) const ENCODING_TESTING: DialectAttrDef = row(
    "iree_encoding.testing",
    "An encoding for tests.",
    &[attr_opt("layouts", AttrRule::Array), attr_opt("original_element_type", AttrRule::Type)],
    "<&struct>",
)
.alias("encoding");
pub(super) const ENCODING_UNKNOWN: DialectAttrDef =
    row("iree_encoding.unknown", "An encoding nobody knows.", &[], "").alias("encoding");
pub(super) const ENCODING_PACKED_STORAGE: DialectAttrDef =
    row("iree_encoding.packed_storage", "Elements below a byte lie densely.", &[], "");
pub(super) const ENCODING_IDENTITY: DialectAttrDef = row("iree_encoding.identity", "Row by row.", &[], "");
pub(super) const ENCODING_IDENTITY_RESOLVER: DialectAttrDef =
    row("iree_encoding.identity_resolver", "Makes every layout row by row.", &[], "");
pub(super) const ENCODING_UNSUPPORTED_RESOLVER: DialectAttrDef =
    row("iree_encoding.unsupported_resolver", "Resolves no layout.", &[], "");
pub(super) const ENCODING_SPECIALIZATION_RESOLVER: DialectAttrDef =
    row("iree_encoding.specialization_resolver", "Makes layouts that only tests use.", &[attr("seed", I32)], "<$seed>");
pub(super) const ENCODING_SPECIALIZED: DialectAttrDef = row(
    "iree_encoding.specialized",
    "A layout that only tests use.",
    &[attr("seed", I32), attr_opt("type", AttrRule::Any)],
    "<$seed [? , $type^ ?]>",
);

/// `<128xi8, [value, …]>`
fn parse_composite(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let shape = p.parse_shape()?;
        let element = p.parse_type()?;
        let ty = p.ctx.ty(TypeKind::Tensor { shape, element, encoding: None });
        p.expect(",")?;
        p.expect("[")?;
        let mut values = Vec::new();
        while !p.accept("]") {
            values.push(p.parse_attr(None)?);
            if !p.accept(",") && !p.at("]") {
                return Err(p.expected("`,` or `]`"));
            }
        }
        Ok(params([Some(p.ctx.type_attr(ty)), Some(p.ctx.array_attr(values))]))
    })
}

fn print_composite(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    w.raw("<");
    if let Some(AttrKind::Type(ty)) = params[0].map(|a| ctx.attr_kind(a))
        && let TypeKind::Tensor { shape, element, .. } = ctx.type_kind(*ty)
    {
        for dim in shape {
            w.raw(&format!("{dim}x"));
        }
        w.print_type(*element);
    }
    w.raw(", [");
    // As upstream, which does not know how deep it is inside.
    let values = params[1].and_then(|a| ctx.array_value(a)).unwrap_or_default();
    for &value in values {
        w.raw("\n    ");
        w.print_attr(value);
        w.raw(",");
    }
    w.raw(if values.is_empty() { "]>" } else { "\n]>" });
}

/// `<"scope"::"key", {…}>` or `<"key">`
fn parse_parameter(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let mut key = string_attr(p)?;
        let mut scope = None;
        if p.accept("::") {
            scope = Some(key);
            key = string_attr(p)?;
        }
        let configuration = if p.accept(",") { Some(p.parse_attr(None)?) } else { None };
        if p.at_kind(Tok::End) {
            return Err(p.expected("`>`"));
        }
        Ok(params([scope, Some(key), configuration]))
    })
}

fn print_parameter(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        if let Some(scope) = params[0] {
            w.print_attr(scope);
            w.raw("::");
        }
        print_opt(w, "", params[1]);
        print_opt(w, ", ", params[2]);
    });
}
