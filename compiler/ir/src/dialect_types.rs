//! Types of dialects with a table: name, parameters, spelling.
//!
//! The types of host programs have variants of their own in [`TypeKind`]; here are those of device code.
//! See [`crate::params`] for the notation.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::def::{AttrRow, AttrRule, IntKind, attr, attr_default, attr_opt};
use crate::enums;
use crate::params::{Compiled, Params, Spelling, compile};
use crate::parse::{ParseResult, Parser, Tok};
use crate::print::Writer;
use crate::types::{Type, TypeKind};

/// A type of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DialectType {
    /// Which row.
    pub kind: DialectTypeKind,
    /// Its parameters.
    pub params: Params,
}

impl DialectType {
    /// The parameter called `name`.
    pub fn param(&self, name: &str) -> Option<Attr> {
        let index = self.kind.def().params.iter().position(|row| row.name == name)?;
        self.params.get(index).copied().flatten()
    }

    /// The type in the parameter called `name`.
    pub fn type_param(&self, ctx: &Context, name: &str) -> Option<Type> {
        match ctx.attr_kind(self.param(name)?) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }
}

/// A row of the type table.
pub struct DialectTypeDef {
    /// Full name without `!`.
    pub name: &'static str,
    /// What its values are.
    pub doc: &'static str,
    /// The parameters.
    pub params: &'static [AttrRow],
    /// How the parameters are spelled.
    pub(crate) spelling: Spelling,
}

const fn row(name: &'static str, doc: &'static str, params: &'static [AttrRow], format: &'static str) -> DialectTypeDef {
    DialectTypeDef { name, doc, params, spelling: Spelling::Format(format) }
}

macro_rules! dialect_types {
    ($($kind:ident = $def:expr,)*) => {
        /// The rows of the type table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is the row of its name")]
        pub enum DialectTypeKind { $($kind,)* }

        impl DialectTypeKind {
            /// All rows.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// The row.
            pub fn def(self) -> &'static DialectTypeDef {
                static DEFS: &[DialectTypeDef] = &[$($def,)*];
                &DEFS[self as usize]
            }
        }
    };
}

impl DialectTypeKind {
    /// The row called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        static NAMES: OnceLock<FxHashMap<&'static str, DialectTypeKind>> = OnceLock::new();
        let names = NAMES.get_or_init(|| Self::ALL.iter().map(|&kind| (kind.def().name, kind)).collect());
        names.get(name).copied()
    }

    /// The spelling of the row, ready to be walked.
    pub(crate) fn spelling(self) -> &'static Compiled {
        static COMPILED: OnceLock<Vec<OnceLock<Compiled>>> = OnceLock::new();
        let compiled = COMPILED.get_or_init(|| Self::ALL.iter().map(|_| OnceLock::new()).collect());
        let def = self.def();
        compiled[self as usize].get_or_init(|| compile(def.name, def.params, def.spelling))
    }
}

const TYPE: AttrRule = AttrRule::Type;
const I64: AttrRule = AttrRule::Int(IntKind::Width(64));
const STORAGE_CLASS: AttrRule = AttrRule::Enum(&enums::SPIRV_STORAGE_CLASS);

dialect_types! {
    UtilPtr = row("util.ptr", "A reference to a global.", &[attr("target", TYPE)], "<$target>"),
    UtilUnused = row("util.unused", "No type, where one must stand.", &[], ""),
    FlowChannel = row("flow.channel", "Devices that talk to each other.", &[], ""),
    FlowDummy = row("flow.dummy", "A type for tests.", &[], ""),
    CodegenNullPointer = row("iree_codegen.null_pointer", "A pointer to nothing.", &[], ""),
    DispatchTensor = row("iree_tensor_ext.dispatch.tensor", "A tensor in a binding of a dispatch, and how it is used.",
        &[attr("access", AttrRule::Word), attr("tensor", TYPE)], "<$access ~: ~ $tensor>"),
    GpuAsyncToken = row("gpu.async.token", "Work that may not be done.", &[], ""),
    GpuMmaMatrix = DialectTypeDef { name: "gpu.mma_matrix", doc: "A matrix spread over a subgroup.",
        params: &[attr("shape", AttrRule::Type), attr("operand", AttrRule::Str)],
        spelling: Spelling::Custom(parse_mma_matrix, print_mma_matrix) },
    SpirvPtr = row("spirv.ptr", "A pointer, and where it points to.",
        &[attr("pointee", TYPE), attr("storage_class", STORAGE_CLASS)], "<$pointee, $storage_class>"),
    SpirvRuntimeArray = row("spirv.rtarray", "An array without length.",
        &[attr("element", TYPE), attr_default("stride", I64, 0)], "<$element [? , stride ~ = ~ $stride^ ?]>"),
    SpirvArray = DialectTypeDef { name: "spirv.array", doc: "An array of fixed length.",
        params: &[attr("count", I64), attr("element", TYPE), attr_default("stride", I64, 0)],
        spelling: Spelling::Custom(parse_array, print_array) },
    SpirvStruct = DialectTypeDef { name: "spirv.struct", doc: "Members one after another, with their decorations.",
        params: &[attr_opt("name", AttrRule::Word), attr_opt("members", AttrRule::Array),
            attr_opt("member_decorations", AttrRule::Array), attr_opt("decorations", AttrRule::Array)],
        spelling: Spelling::Custom(parse_struct, print_struct) },
    SpirvMatrix = DialectTypeDef { name: "spirv.matrix", doc: "Columns of a matrix.",
        params: &[attr("columns", I64), attr("column", TYPE)], spelling: Spelling::Custom(parse_matrix, print_matrix) },
    SpirvCoopMatrix = DialectTypeDef { name: "spirv.coopmatrix", doc: "A matrix spread over a scope.",
        params: &[attr("rows", I64), attr("columns", I64), attr("element", TYPE),
            attr("scope", AttrRule::Enum(&enums::SPIRV_SCOPE)), attr("use", AttrRule::Enum(&enums::SPIRV_MATRIX_USE))],
        spelling: Spelling::Custom(parse_coop_matrix, print_coop_matrix) },
    SpirvImage = row("spirv.image", "An image: what it samples to, and its kind in words.",
        &[attr("sampled", TYPE), attr("kind", AttrRule::ListOf(&AttrRule::Word))], "<$sampled, $kind>"),
    SpirvSampledImage = row("spirv.sampled_image", "An image with a sampler.", &[attr("image", TYPE)], "<$image>"),
    SpirvSampler = row("spirv.sampler", "How images are sampled.", &[], ""),
}

impl Context {
    /// The dialect type with this row and parameters.
    pub fn dialect_type(&self, kind: DialectTypeKind, params: impl IntoIterator<Item = Option<Attr>>) -> Type {
        self.ty(TypeKind::Dialect(DialectType { kind, params: params.into_iter().collect() }))
    }
}

/// `8 x ` before an element type.
fn parse_count(p: &mut Parser<'_>) -> ParseResult<i64> {
    let count = p.parse_dimension()?;
    i64::try_from(count).map_err(|_| p.error("expected a length below 2^63"))
}

fn int(p: &Parser<'_>, value: i64) -> Option<Attr> {
    Some(p.ctx.int_attr(value.into(), p.ctx.int_type(64)))
}

fn print_count(w: &mut Writer<'_>, count: Option<Attr>, between: &str) {
    if let Some(count) = count {
        w.print_attr_without_type(count);
        w.raw(between);
    }
}

fn print_type_param(w: &mut Writer<'_>, param: Option<Attr>) {
    if let Some(param) = param {
        w.print_attr(param);
    }
}

/// `<8 x f32, stride=4>`
fn parse_array(p: &mut Parser<'_>) -> ParseResult<Params> {
    p.expect("<")?;
    let count = parse_count(p)?;
    let element = p.parse_type()?;
    let mut stride = None;
    if p.accept(",") {
        p.expect_word("stride")?;
        p.expect("=")?;
        let value = p.parse_i64("a stride in bytes")?;
        stride = int(p, value).filter(|_| value != 0);
    }
    p.expect(">")?;
    Ok([int(p, count), Some(p.ctx.type_attr(element)), stride].into_iter().collect())
}

fn print_array(w: &mut Writer<'_>, params: &Params) {
    w.raw("<");
    print_count(w, params[0], " x ");
    print_type_param(w, params[1]);
    if let Some(stride) = params[2] {
        w.raw(", stride=");
        w.print_attr_without_type(stride);
    }
    w.raw(">");
}

/// `<3 x vector<4xf32>>`
fn parse_matrix(p: &mut Parser<'_>) -> ParseResult<Params> {
    p.expect("<")?;
    let columns = parse_count(p)?;
    let column = p.parse_type()?;
    p.expect(">")?;
    Ok([int(p, columns), Some(p.ctx.type_attr(column))].into_iter().collect())
}

fn print_matrix(w: &mut Writer<'_>, params: &Params) {
    w.raw("<");
    print_count(w, params[0], " x ");
    print_type_param(w, params[1]);
    w.raw(">");
}

/// `<16x16xf16, Subgroup, MatrixA>`
fn parse_coop_matrix(p: &mut Parser<'_>) -> ParseResult<Params> {
    p.expect("<")?;
    let rows = parse_count(p)?;
    let columns = parse_count(p)?;
    let element = p.parse_type()?;
    p.expect(",")?;
    let scope = p.parse_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_SCOPE))?;
    p.expect(",")?;
    let usage = p.parse_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_MATRIX_USE))?;
    p.expect(">")?;
    let element = p.ctx.type_attr(element);
    Ok([int(p, rows), int(p, columns), Some(element), Some(scope), Some(usage)].into_iter().collect())
}

fn print_coop_matrix(w: &mut Writer<'_>, params: &Params) {
    w.raw("<");
    print_count(w, params[0], "x");
    print_count(w, params[1], "x");
    print_type_param(w, params[2]);
    for (param, rule) in [(params[3], &enums::SPIRV_SCOPE), (params[4], &enums::SPIRV_MATRIX_USE)] {
        w.raw(", ");
        if let Some(param) = param {
            w.print_attr_by_rule(&AttrRule::Enum(rule), param);
        }
    }
    w.raw(">");
}

/// `<16x16xf16, "AOp">`; the shape is kept as a vector type
fn parse_mma_matrix(p: &mut Parser<'_>) -> ParseResult<Params> {
    p.expect("<")?;
    let shape = p.parse_shape()?;
    let element = p.parse_type()?;
    let scalable = shape.iter().map(|_| false).collect();
    let vector = p.ctx.ty(TypeKind::Vector { shape, scalable, element });
    p.expect(",")?;
    let operand = p.parse_attr_by_rule(&AttrRule::Str)?;
    p.expect(">")?;
    Ok([Some(p.ctx.type_attr(vector)), Some(operand)].into_iter().collect())
}

fn print_mma_matrix(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    w.raw("<");
    if let Some(AttrKind::Type(ty)) = params[0].map(|a| ctx.attr_kind(a))
        && let TypeKind::Vector { shape, element, .. } = ctx.type_kind(*ty)
    {
        for extent in shape {
            w.raw(&format!("{extent}x"));
        }
        w.print_type(*element);
    }
    w.raw(", ");
    print_type_param(w, params[1]);
    w.raw(">");
}

/// `<(f32 [0], i32 [4, NonWritable]), Block>`, or `<name, (…)>`; inside its own members such a struct is `<name>`.
///
/// Decorations are words and offsets, kept as they stand.
fn parse_struct(p: &mut Parser<'_>) -> ParseResult<Params> {
    p.expect("<")?;
    let mut name = None;
    if p.at_kind(Tok::Word) {
        name = Some(p.parse_attr_by_rule(&AttrRule::Word)?);
        if p.accept(">") {
            return Ok([name, None, None, None].into_iter().collect());
        }
        p.expect(",")?;
    }
    let (mut members, mut member_decorations, mut decorations) = (Vec::new(), Vec::new(), Vec::new());
    p.expect("(")?;
    p.list(")", |p| {
        let ty = p.parse_type()?;
        members.push(p.ctx.type_attr(ty));
        let mut list = Vec::new();
        if p.accept("[") {
            p.list("]", |p| {
                list.push(parse_decoration(p)?);
                Ok(())
            })?;
        }
        member_decorations.push(p.ctx.array_attr(list));
        Ok(())
    })?;
    while p.accept(",") {
        decorations.push(parse_decoration(p)?);
    }
    p.expect(">")?;
    let decorations = (!decorations.is_empty()).then(|| p.ctx.array_attr(decorations));
    let lists = [members, member_decorations].map(|list| Some(p.ctx.array_attr(list)));
    Ok([name, lists[0], lists[1], decorations].into_iter().collect())
}

/// `4`, `NonWritable` or `MatrixStride=16`
fn parse_decoration(p: &mut Parser<'_>) -> ParseResult<Attr> {
    if p.at_kind(Tok::Int) {
        return p.parse_attr_by_rule(&I64);
    }
    let tok = p.expect_kind(Tok::Word, "an offset or a decoration")?;
    let mut text = p.text(tok).to_owned();
    if p.accept("=") {
        text.push('=');
        text.push_str(&p.parse_i64("a number")?.to_string());
    }
    Ok(p.ctx.str_attr(&text))
}

fn print_struct(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    let list = |param: Option<Attr>| param.and_then(|a| ctx.array_value(a)).unwrap_or_default();
    w.raw("<");
    if let Some(name) = params[0] {
        w.print_attr_by_rule(&AttrRule::Word, name);
        if params[1].is_none() {
            return w.raw(">");
        }
        w.raw(", ");
    }
    w.raw("(");
    w.list(list(params[1]).iter().zip(list(params[2])), |w, (&member, &decorations)| {
        w.print_attr(member);
        let decorations = list(Some(decorations));
        if !decorations.is_empty() {
            w.raw(" [");
            w.list(decorations, |w, &decoration| print_decoration(w, decoration));
            w.raw("]");
        }
    });
    w.raw(")");
    for &decoration in list(params[3]) {
        w.raw(", ");
        print_decoration(w, decoration);
    }
    w.raw(">");
}

fn print_decoration(w: &mut Writer<'_>, decoration: Attr) {
    match w.ctx.int_value(decoration) {
        Some(_) => w.print_attr_without_type(decoration),
        None => w.print_attr_by_rule(&AttrRule::Word, decoration),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_spelling() {
        for &kind in DialectTypeKind::ALL {
            kind.spelling();
            assert_eq!(DialectTypeKind::from_name(kind.def().name), Some(kind));
        }
    }
}
