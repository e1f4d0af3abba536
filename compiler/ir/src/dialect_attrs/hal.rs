//! Attributes of the `hal` dialect.

use super::{DialectAttrDef, I64, TypeSuffix, angled, custom, opt, params, print_angled, print_opt, row, string_attr};
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::def::{AttrRow, AttrRule, TypeRule, attr, attr_default, attr_opt};
use crate::enums;
use crate::params::Params;
use crate::parse::{ParseResult, Parser};
use crate::print::Writer;
use crate::types::HalType;
use crate::verify::hal::attrs as verify;

const DEVICE: TypeSuffix = TypeSuffix::Fixed(TypeRule::Hal(HalType::Device));
const ID: AttrRow = attr("device_id", AttrRule::Str);

pub(super) const DEVICE_ALIAS: DialectAttrDef = row(
    "hal.device.alias",
    "A device by the name it is registered under, to be resolved.",
    &[ID, attr_opt("ordinal", I64), attr_opt("configuration", AttrRule::Dict)],
    "<$device_id ~[? [$ordinal^] ?] [? , $configuration^ ?]>",
)
.suffix(DEVICE);

pub(super) const DEVICE_TARGET: DialectAttrDef = custom(
    "hal.device.target",
    "A device and the executable formats it takes.",
    &[ID, opt("configuration"), opt("executable_targets")],
    parse_target,
    print_target,
)
.suffix(DEVICE)
.alias_by(|ctx, attr| {
    let id = symbol_fragment(ctx, attr.param("device_id"));
    let ordinal = attr.param("configuration").and_then(|c| ctx.int_value(ctx.dict_get(c, "ordinal")?));
    ordinal.map_or(format!("device_target_{id}"), |ordinal| format!("device_target_{id}_{ordinal}_"))
});

pub(super) const DEVICE_ORDINAL: DialectAttrDef =
    row("hal.device.ordinal", "The n-th device of the runtime.", &[attr("ordinal", I64)], "<$ordinal>").suffix(DEVICE);

pub(super) const DEVICE_FALLBACK: DialectAttrDef =
    row("hal.device.fallback", "The device of another global.", &[attr("name", AttrRule::Symbol)], "<$name>").suffix(DEVICE);

pub(super) const DEVICE_SELECT: DialectAttrDef =
    row("hal.device.select", "The first of several devices that is there.", &[attr("devices", AttrRule::Array)], "<$devices>")
        .suffix(DEVICE)
        .check(verify::device_select);

const AFFINITY: &[AttrRow] = &[attr("device", AttrRule::Symbol), attr("queue_mask", I64)];

pub(super) const DEVICE_AFFINITY: DialectAttrDef =
    custom("hal.device.affinity", "A device, and which of its queues.", AFFINITY, parse_affinity, print_affinity);

pub(super) const DEVICE_PROMISE: DialectAttrDef = custom(
    "hal.device.promise",
    "A device that is declared later, and which of its queues.",
    AFFINITY,
    parse_affinity,
    print_affinity,
);

pub(super) const DEVICE_OPTIMAL: DialectAttrDef = row(
    "hal.device.optimal",
    "Any of several affinities, the best at run time.",
    &[attr("affinities", AttrRule::Array)],
    "<$affinities>",
)
.check(verify::device_optimal);

pub(super) const DEVICE_TOPOLOGY: DialectAttrDef = custom(
    "hal.device.topology",
    "How devices reach each other's memory.",
    &[attr("links", AttrRule::Array)],
    parse_topology,
    print_topology,
);

pub(super) const ABI_CONVENTION: DialectAttrDef = row(
    "hal.abi.convention",
    "How an exported function is called.",
    &[attr("model", AttrRule::Enum(&enums::ABI_MODEL))],
    "<$model>",
);

pub(super) const COLLECTIVE: DialectAttrDef = row(
    "hal.collective",
    "A collective operation: kind, reduction, element type.",
    COLLECTIVE_PARAMS,
    "<$kind [? with $reduction^ ?] : $element_type>",
);

pub(super) const COLLECTIVE_PARAMS: &[AttrRow] = &[
    attr("kind", AttrRule::Enum(&enums::COLLECTIVE_KIND)),
    attr_opt("reduction", AttrRule::Enum(&enums::COLLECTIVE_REDUCTION)),
    attr("element_type", AttrRule::Enum(&enums::COLLECTIVE_ELEMENT)),
];

pub(super) const DESCRIPTOR_TYPE: DialectAttrDef =
    row("hal.descriptor_type", "What a binding is.", &[attr("value", AttrRule::Enum(&enums::DESCRIPTOR_TYPE))], "<$value>");

pub(super) const PIPELINE_BINDING: DialectAttrDef = row(
    "hal.pipeline.binding",
    "A binding of a pipeline layout: its type and how it is used.",
    &[
        attr("type", AttrRule::Enum(&enums::DESCRIPTOR_TYPE)),
        attr_default("flags", AttrRule::Enum(&enums::DESCRIPTOR_FLAGS), 0),
    ],
    "<$type [? , $flags^ ?]>",
);

pub(super) const PIPELINE_LAYOUT: DialectAttrDef = row(
    "hal.pipeline.layout",
    "The constants and bindings of an entry point.",
    &[
        attr_default("constants", I64, 0),
        attr("bindings", AttrRule::Array),
        attr_opt("flags", AttrRule::Enum(&enums::PIPELINE_LAYOUT_FLAGS)),
    ],
    "<&struct>",
)
.alias("pipeline_layout");

pub(super) const EXECUTABLE_TARGET: DialectAttrDef = custom(
    "hal.executable.target",
    "A compiler backend, its output format and their configuration.",
    &[attr("backend", AttrRule::Str), attr("format", AttrRule::Str), opt("configuration")],
    parse_executable_target,
    print_executable_target,
)
.alias_by(|ctx, attr| format!("executable_target_{}", symbol_fragment(ctx, attr.param("format"))));

pub(super) const EXECUTABLE_OBJECT: DialectAttrDef =
    row("hal.executable.object", "Device code by path or inline.", &[attr("value", AttrRule::Any)], "<$value>");

pub(super) const EXECUTABLE_OBJECTS: DialectAttrDef = custom(
    "hal.executable.objects",
    "Objects by executable target.",
    &[attr("targets", AttrRule::Array), attr("objects", AttrRule::Array)],
    parse_objects,
    print_objects,
)
.check(verify::executable_objects);

/// The name of a device or format as part of a symbol: other characters than letters and digits become `_`.
fn symbol_fragment(ctx: &Context, name: Option<Attr>) -> String {
    let name = name.and_then(|name| ctx.str_value(name)).unwrap_or_default();
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

/// `<"vulkan", {…}, […]>`, both parts optional
fn parse_target(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let id = string_attr(p)?;
        let (mut configuration, mut targets) = (None, None);
        while p.accept(",") {
            let slot = if p.at("[") { &mut targets } else { &mut configuration };
            *slot = Some(p.parse_attr(None)?);
        }
        let configuration = configuration.filter(|c| !is_empty_dict(p.ctx, *c));
        Ok(params([Some(id), configuration, targets]))
    })
}

fn is_empty_dict(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Dict(items) if items.is_empty())
}

fn print_target(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        print_opt(w, "", params[0]);
        print_opt(w, ", ", params[1]);
        print_opt(w, ", ", params[2]);
    });
}

/// `<@device>`, `<@device, [0, 4]>`; all queues when none are named
fn parse_affinity(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let device = p.parse_symbol_ref()?;
        let mut mask: i64 = -1;
        if p.accept(",") {
            mask = 0;
            p.expect("[")?;
            p.list("]", |p| {
                let tok = p.token();
                let bit = p.parse_u32("a queue")?;
                if bit >= 64 {
                    return Err(p.error_at(tok, format!("expected a queue from 0 to 63, found {bit}")));
                }
                mask |= 1 << bit;
                Ok(())
            })?;
        }
        Ok(params([Some(device), Some(p.ctx.int_attr(mask.into(), p.ctx.int_type(64)))]))
    })
}

fn print_affinity(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        print_opt(w, "", params[0]);
        let mask = params[1].and_then(|a| w.ctx.int_value(a)).unwrap_or(-1) as i64;
        if mask != -1 {
            w.raw(", [");
            w.list((0..64).filter(|bit| mask >> bit & 1 == 1), |w, bit| w.raw(&bit.to_string()));
            w.raw("]");
        }
    });
}

/// `<links = [(@a -> @b = {unified_memory = true}, {…}), …]>`; a link is `[source, target, unified, transparent, configuration]`
fn parse_topology(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let mut links = Vec::new();
        p.expect_word("links")?;
        p.expect("=")?;
        p.expect("[")?;
        p.list("]", |p| {
            links.push(parse_link(p)?);
            Ok(())
        })?;
        Ok(params([Some(p.ctx.array_attr(links))]))
    })
}

fn parse_link(p: &mut Parser<'_>) -> ParseResult<Attr> {
    p.expect("(")?;
    let source = p.parse_symbol_ref()?;
    p.expect("->")?;
    let target = p.parse_symbol_ref()?;
    p.expect("=")?;
    p.expect("{")?;
    let (mut unified, mut transparent) = (p.ctx.bool_attr(false), p.ctx.bool_attr(false));
    p.list("}", |p| {
        let slot = match p.text(p.token()) {
            "unified_memory" => &mut unified,
            "transparent_access" => &mut transparent,
            _ => return Err(p.expected("`unified_memory` or `transparent_access`")),
        };
        p.advance();
        p.expect("=")?;
        *slot = p.parse_attr(None)?;
        Ok(())
    })?;
    let mut link = vec![source, target, unified, transparent];
    if p.accept(",") {
        link.push(p.parse_attr(None)?);
    }
    p.expect(")")?;
    Ok(p.ctx.array_attr(link))
}

fn print_topology(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    let links = params[0].and_then(|a| ctx.array_value(a)).unwrap_or_default();
    w.raw("<links = [");
    w.list(links, |w, &link| {
        let Some([source, target, unified, transparent, rest @ ..]) = ctx.array_value(link) else { return };
        w.raw("(");
        w.print_attr(*source);
        w.raw(" -> ");
        w.print_attr(*target);
        w.raw(" = {");
        let flags = [("unified_memory", *unified), ("transparent_access", *transparent)];
        let set = flags.iter().filter(|(_, value)| *value == ctx.bool_attr(true));
        w.list(set, |w, (name, _)| w.raw(&format!("{name} = true")));
        w.raw("}");
        print_opt(w, ", ", rest.first().copied());
        w.raw(")");
    });
    w.raw("]>");
}

/// `<"backend", "format", {…}>`
fn parse_executable_target(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let backend = string_attr(p)?;
        p.expect(",")?;
        let format = string_attr(p)?;
        let configuration = if p.accept(",") { Some(p.parse_attr(None)?) } else { None };
        let configuration = configuration.filter(|c| !is_empty_dict(p.ctx, *c));
        Ok(params([Some(backend), Some(format), configuration]))
    })
}

fn print_executable_target(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        print_opt(w, "", params[0]);
        print_opt(w, ", ", params[1]);
        print_opt(w, ", ", params[2]);
    });
}

/// `<{#hal.executable.target<…> = [#hal.executable.object<…>], …}>`
fn parse_objects(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let (mut targets, mut objects) = (Vec::new(), Vec::new());
        p.expect("{")?;
        p.list("}", |p| {
            targets.push(p.parse_attr(None)?);
            p.expect("=")?;
            objects.push(p.parse_attr(None)?);
            Ok(())
        })?;
        Ok(params([Some(p.ctx.array_attr(targets)), Some(p.ctx.array_attr(objects))]))
    })
}

fn print_objects(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    let [targets, objects] = [0, 1].map(|i| params[i].and_then(|a| ctx.array_value(a)).unwrap_or_default());
    w.raw("<{");
    w.list(targets.iter().zip(objects), |w, (&target, &objects)| {
        w.print_attr(target);
        w.raw(" = ");
        w.print_attr(objects);
    });
    w.raw("}>");
}
