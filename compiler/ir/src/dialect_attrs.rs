//! Attributes of dialects with a table: name, parameters, spelling.
//!
//! Invariant: reader and writer of a row agree on the order of `params`. Everything here is written between the attribute's
//! name and its type suffix.

use smallvec::SmallVec;

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::enums::{self, EnumDef};
use crate::parse::{ParseResult, Parser, Tok};
use crate::print::Writer;
use crate::types::{HalType, Type, TypeKind};

/// The parameters of an attribute, absent ones as `None`.
pub type Params = SmallVec<[Option<Attr>; 4]>;

/// An attribute of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DialectAttr {
    /// Which row.
    pub kind: DialectAttrKind,
    /// Its parameters.
    pub params: Params,
    /// The type suffix, where the row has one.
    pub ty: Option<Type>,
}

/// What follows the attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSuffix {
    /// Nothing.
    None,
    /// Always the same type.
    Fixed(HalType),
    /// Any type, or nothing.
    Any,
}

/// A row of the attribute table.
pub struct DialectAttrDef {
    /// Full name without `#`.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// Names of the parameters.
    pub params: &'static [&'static str],
    /// What follows it.
    pub suffix: TypeSuffix,
    /// Reads the parameters.
    pub(crate) parse: fn(&mut Parser<'_>) -> ParseResult<Params>,
    /// Writes the parameters.
    pub(crate) print: fn(&mut Writer<'_>, &Params),
}

macro_rules! dialect_attrs {
    ($($kind:ident = $def:expr,)*) => {
        /// The rows of the attribute table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is the row of its name")]
        pub enum DialectAttrKind { $($kind,)* }

        impl DialectAttrKind {
            /// All rows.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// The row.
            pub fn def(self) -> &'static DialectAttrDef {
                static DEFS: &[DialectAttrDef] = &[$($def,)*];
                &DEFS[self as usize]
            }
        }
    };
}

impl DialectAttrKind {
    /// The row called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.def().name == name)
    }

    /// The names of a dialect's rows, for messages.
    pub(crate) fn names_of(dialect: &str) -> String {
        let names = Self::ALL.iter().map(|kind| kind.def().name).filter(|name| name.split('.').next() == Some(dialect));
        names.collect::<Vec<_>>().join(", ")
    }
}

const DEVICE: TypeSuffix = TypeSuffix::Fixed(HalType::Device);

dialect_attrs! {
    HalDeviceAlias = row("hal.device.alias", "A device by the name it is registered under, to be resolved.",
        &["device_id", "ordinal", "configuration"], DEVICE, parse_alias, print_alias),
    HalDeviceTarget = row("hal.device.target", "A device and the executable formats it takes.",
        &["device_id", "configuration", "executable_targets"], DEVICE, parse_target, print_target),
    HalDeviceOrdinal = row("hal.device.ordinal", "The n-th device of the runtime.",
        &["ordinal"], DEVICE, parse_ordinal, print_ordinal),
    HalDeviceFallback = row("hal.device.fallback", "The device of another global.",
        &["name"], DEVICE, parse_symbol, print_only),
    HalDeviceSelect = row("hal.device.select", "The first of several devices that is there.",
        &["devices"], DEVICE, parse_attr, print_only),
    HalDeviceAffinity = row("hal.device.affinity", "A device, and which of its queues.",
        &["device", "queue_mask"], TypeSuffix::None, parse_affinity, print_affinity),
    HalDevicePromise = row("hal.device.promise", "A device that is declared later, and which of its queues.",
        &["device", "queue_mask"], TypeSuffix::None, parse_affinity, print_affinity),
    HalDeviceOptimal = row("hal.device.optimal", "Any of several affinities, the best at run time.",
        &["affinities"], TypeSuffix::None, parse_attr, print_only),
    HalDeviceTopology = row("hal.device.topology", "How devices reach each other's memory.",
        &["links"], TypeSuffix::None, parse_topology, print_topology),
    HalAbiConvention = row("hal.abi.convention", "How an exported function is called.",
        &["model"], TypeSuffix::None, |p| parse_case(p, &enums::ABI_MODEL), |w, p| print_case(w, p, &enums::ABI_MODEL)),
    HalCollective = row("hal.collective", "A collective operation: kind, reduction, element type.",
        &["kind", "reduction", "element_type"], TypeSuffix::None, parse_collective, print_collective),
    HalDescriptorType = row("hal.descriptor_type", "What a binding is.",
        &["value"], TypeSuffix::None,
        |p| parse_case(p, &enums::DESCRIPTOR_TYPE), |w, p| print_case(w, p, &enums::DESCRIPTOR_TYPE)),
    HalPipelineBinding = row("hal.pipeline.binding", "A binding of a pipeline layout: its type and how it is used.",
        &["type", "flags"], TypeSuffix::None, parse_binding, print_binding),
    HalPipelineLayout = row("hal.pipeline.layout", "The constants and bindings of an entry point.",
        &["constants", "bindings", "flags"], TypeSuffix::None, parse_layout, print_layout),
    HalExecutableTarget = row("hal.executable.target", "A compiler backend, its output format and their configuration.",
        &["backend", "format", "configuration"], TypeSuffix::None, parse_executable_target, print_executable_target),
    HalExecutableObject = row("hal.executable.object", "Device code by path or inline.",
        &["value"], TypeSuffix::None, parse_attr, print_only),
    HalExecutableObjects = row("hal.executable.objects", "Objects by executable target.",
        &["targets", "objects"], TypeSuffix::None, parse_objects, print_objects),
    ArithOverflow = row("arith.overflow", "Promises that an integer operation does not overflow.",
        &["flags"], TypeSuffix::None, parse_words, print_words),
    ArithFastMath = row("arith.fastmath", "Liberties that a float operation may take.",
        &["flags"], TypeSuffix::None, parse_words, print_words),
    UtilUninitialized = row("util.uninitialized", "A value of the type with any content.",
        &[], TypeSuffix::Any, |_| Ok(Params::new()), |_, _| {}),
    UtilNull = row("util.null", "No object.",
        &[], TypeSuffix::Any, |_| Ok(Params::new()), |_, _| {}),
    UtilBytePattern = row("util.byte_pattern", "Bytes that follow a pattern, for tests.",
        &["pattern"], TypeSuffix::Any, parse_ordinal, print_ordinal),
    UtilComposite = row("util.composite", "Several values one after another.",
        &["type", "values"], TypeSuffix::None, parse_composite, print_composite),
    StreamParameter = row("stream.parameter.named", "A parameter by scope and key.",
        &["scope", "key", "configuration"], TypeSuffix::Any, parse_parameter, print_parameter),
    FlowParameter = row("flow.parameter.named", "A parameter by scope and key, at tensor level.",
        &["scope", "key", "configuration"], TypeSuffix::Any, parse_parameter, print_parameter),
}

const fn row(
    name: &'static str,
    doc: &'static str,
    params: &'static [&'static str],
    suffix: TypeSuffix,
    parse: fn(&mut Parser<'_>) -> ParseResult<Params>,
    print: fn(&mut Writer<'_>, &Params),
) -> DialectAttrDef {
    DialectAttrDef { name, doc, params, suffix, parse, print }
}

/// `<…>` around what `inner` reads.
fn angled(p: &mut Parser<'_>, inner: impl FnOnce(&mut Parser<'_>) -> ParseResult<Params>) -> ParseResult<Params> {
    p.expect("<")?;
    let params = inner(p)?;
    p.expect(">")?;
    Ok(params)
}

fn params<const N: usize>(list: [Option<Attr>; N]) -> Params {
    list.into_iter().collect()
}

fn string_attr(p: &mut Parser<'_>) -> ParseResult<Attr> {
    let bytes = p.parse_string_bytes()?;
    Ok(p.ctx.attr(AttrKind::String(bytes)))
}

fn print_opt(w: &mut Writer<'_>, before: &str, attr: Option<Attr>) {
    if let Some(attr) = attr {
        w.raw(before);
        w.print_attr(attr);
    }
}

fn print_angled(w: &mut Writer<'_>, inner: impl FnOnce(&mut Writer<'_>)) {
    w.raw("<");
    inner(w);
    w.raw(">");
}

/// `<attr>`
fn parse_attr(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| Ok(params([Some(p.parse_attr(None)?)])))
}

/// `<@name>`
fn parse_symbol(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| Ok(params([Some(p.parse_symbol_ref()?)])))
}

fn print_only(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| print_opt(w, "", params[0]));
}

/// `<2>`
fn parse_ordinal(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let value = p.parse_i64("an integer")?;
        Ok(params([Some(p.ctx.int_attr(value.into(), p.ctx.int_type(64)))]))
    })
}

fn print_ordinal(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        if let Some(attr) = params[0] {
            w.print_attr_without_type(attr);
        }
    });
}

/// `<case>`
fn parse_case(p: &mut Parser<'_>, def: &EnumDef) -> ParseResult<Params> {
    angled(p, |p| Ok(params([Some(parse_enum_attr(p, def)?)])))
}

fn print_case(w: &mut Writer<'_>, params: &Params, def: &EnumDef) {
    print_angled(w, |w| print_enum(w, "", params[0], def));
}

fn parse_enum_attr(p: &mut Parser<'_>, def: &EnumDef) -> ParseResult<Attr> {
    let value = p.parse_enum(def)?;
    Ok(p.ctx.int_attr(value.into(), p.ctx.int_type(def.width)))
}

fn print_enum(w: &mut Writer<'_>, before: &str, attr: Option<Attr>, def: &EnumDef) {
    let Some(value) = attr.and_then(|a| w.ctx.int_value(a)) else { return };
    let Some(name) = u64::try_from(value).ok().and_then(|v| def.name(v)) else { return };
    w.raw(before);
    if name.contains('|') { w.print_string(name.as_bytes()) } else { w.raw(&name) }
}

/// `<a, b>`, words kept as one string
fn parse_words(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let mut words = Vec::new();
        loop {
            let tok = p.expect_kind(Tok::Word, "a flag")?;
            words.push(p.text(tok));
            if !p.accept(",") {
                break;
            }
        }
        Ok(params([Some(p.ctx.str_attr(&words.join(", ")))]))
    })
}

fn print_words(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    print_angled(w, |w| w.raw(params[0].and_then(|a| ctx.str_value(a)).unwrap_or("none")));
}

/// `<"vulkan"[3], {…}>`
fn parse_alias(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let id = string_attr(p)?;
        let (mut ordinal, mut configuration) = (None, None);
        if p.accept("[") {
            let value = p.parse_i64("an ordinal")?;
            ordinal = Some(p.ctx.int_attr(value.into(), p.ctx.int_type(64)));
            p.expect("]")?;
        }
        if p.accept(",") {
            configuration = Some(p.parse_attr(None)?);
        }
        Ok(params([Some(id), ordinal, configuration]))
    })
}

fn print_alias(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        print_opt(w, "", params[0]);
        if let Some(ordinal) = params[1] {
            w.raw("[");
            w.print_attr_without_type(ordinal);
            w.raw("]");
        }
        print_opt(w, ", ", params[2]);
    });
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

/// `<all_reduce with sum : f32>`
fn parse_collective(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let kind = parse_enum_attr(p, &enums::COLLECTIVE_KIND)?;
        let reduction = if p.accept_word("with") { Some(parse_enum_attr(p, &enums::COLLECTIVE_REDUCTION)?) } else { None };
        p.expect(":")?;
        let element = parse_enum_attr(p, &enums::COLLECTIVE_ELEMENT)?;
        Ok(params([Some(kind), reduction, Some(element)]))
    })
}

fn print_collective(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        print_enum(w, "", params[0], &enums::COLLECTIVE_KIND);
        print_enum(w, " with ", params[1], &enums::COLLECTIVE_REDUCTION);
        print_enum(w, " : ", params[2], &enums::COLLECTIVE_ELEMENT);
    });
}

/// `<storage_buffer, "ReadOnly|Indirect">`
fn parse_binding(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let ty = parse_enum_attr(p, &enums::DESCRIPTOR_TYPE)?;
        let mut flags = None;
        if p.accept(",") {
            flags = Some(parse_enum_attr(p, &enums::DESCRIPTOR_FLAGS)?).filter(|f| p.ctx.int_value(*f) != Some(0));
        }
        Ok(params([Some(ty), flags]))
    })
}

fn print_binding(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        print_enum(w, "", params[0], &enums::DESCRIPTOR_TYPE);
        print_enum(w, ", ", params[1], &enums::DESCRIPTOR_FLAGS);
    });
}

/// `<constants = 1, bindings = […], flags = Indirect>`
fn parse_layout(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let (mut constants, mut bindings, mut flags) = (None, None, None);
        loop {
            let word = p.text(p.token());
            match word {
                "constants" | "bindings" | "flags" => {
                    p.advance();
                    p.expect("=")?;
                }
                _ => return Err(p.expected("`constants`, `bindings` or `flags`")),
            }
            match word {
                "constants" => {
                    let count = p.parse_i64("a number of constants")?;
                    constants = (count != 0).then(|| p.ctx.int_attr(count.into(), p.ctx.int_type(64)));
                }
                "bindings" => bindings = Some(parse_binding_list(p)?),
                _ => flags = Some(parse_enum_attr(p, &enums::PIPELINE_LAYOUT_FLAGS)?),
            }
            if !p.accept(",") {
                break;
            }
        }
        if bindings.is_none() {
            return Err(p.expected("`bindings`"));
        }
        Ok(params([constants, bindings, flags]))
    })
}

fn parse_binding_list(p: &mut Parser<'_>) -> ParseResult<Attr> {
    let mut bindings = Vec::new();
    p.expect("[")?;
    p.list("]", |p| {
        bindings.push(p.parse_dialect_attr_of(DialectAttrKind::HalPipelineBinding)?);
        Ok(())
    })?;
    Ok(p.ctx.array_attr(bindings))
}

fn print_layout(w: &mut Writer<'_>, params: &Params) {
    print_angled(w, |w| {
        if let Some(constants) = params[0] {
            w.raw("constants = ");
            w.print_attr_without_type(constants);
            w.raw(", ");
        }
        print_opt(w, "bindings = ", params[1]);
        print_enum(w, ", flags = ", params[2], &enums::PIPELINE_LAYOUT_FLAGS);
    });
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
    let values = params[1].and_then(|a| ctx.array_value(a)).unwrap_or_default();
    w.list(values, |w, &value| w.print_attr(value));
    w.raw("]>");
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
