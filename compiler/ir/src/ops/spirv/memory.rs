//! `spirv`: constants, variables and accesses to memory.

use smallvec::smallvec;

use super::print_dict;
use super::types::pointee;
use crate::attrs::Attr;
use crate::def::*;
use crate::dialect_attrs::DialectAttrKind;
use crate::dialect_types::DialectTypeKind;
use crate::enums;
use crate::module::{Module, Op, Value};
use crate::ops::rules::ANY;
use crate::parse::{Keyword, OpState, ParseResult, Parser};
use crate::print::Printer;
use crate::types::{Type, TypeKind};

pub(crate) const CONSTANT: OpDef = op("spirv.Constant", "A number, elements, or an array of either.")
    .attrs(&[attr("value", AttrRule::Any)])
    .results(&[result("constant", ANY)])
    .traits(CONSTANT_LIKE)
    .pure()
    .hints_by(constant_name)
    .custom(parse_constant, print_constant);

/// `cst4_i32`, `cst_f32`, `cst_vec_4xf32`, `true`
fn constant_name(module: &Module, op: Op, set: &mut dyn FnMut(usize, &str)) {
    let ctx = &module.ctx;
    let Some(&result) = module.results(op).first() else { return };
    let ty = module.ty(result);
    let number = |ty: Type| matches!(ctx.type_kind(ty), TypeKind::Integer { .. } | TypeKind::Float(_));
    let mut name = "cst".to_owned();
    if let Some(value) = module.int_attr(op, "value") {
        if ty == ctx.int_type(1) {
            return set(0, if value == 0 { "false" } else { "true" });
        }
        name.push_str(&value.to_string());
    }
    match ctx.type_kind(ty) {
        _ if number(ty) => name.push_str(&format!("_{}", ctx.show_type(ty))),
        TypeKind::Vector { shape, element, .. } => {
            name.push_str("_vec_");
            name.extend(shape.first().map(ToString::to_string));
            if number(*element) {
                name.push_str(&format!("x{}", ctx.show_type(*element)));
            }
        }
        _ => {}
    }
    set(0, &name);
}

fn parse_constant<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    p.parse_attr_dicts(state, Keyword::None)?;
    let value = p.parse_attr(None)?;
    p.set_prop(state, "value", value);
    let own = p.ctx.attr_type(value).filter(|&ty| !matches!(p.ctx.type_kind(ty), TypeKind::Tensor { .. }));
    let ty = match own {
        Some(ty) => ty,
        None => {
            p.expect(":")?;
            p.parse_type()?
        }
    };
    state.result_types[0] = Some(smallvec![ty]);
    Ok(())
}

fn print_constant(p: &mut Printer<'_>, op: Op) {
    print_dict(p, op, &["value"]);
    let Some((value, &result)) = p.module.get_attr(op, "value").zip(p.module.results(op).first()) else { return };
    p.raw(" ");
    p.print_attr(value);
    let ty = p.module.ty(result);
    if p.ctx.attr_type(value) != Some(ty) {
        p.raw(" : ");
        p.print_type(ty);
    }
}

pub(crate) const UNDEF: OpDef =
    op("spirv.Undef", "Any value.").results(&[result("result", ANY)]).pure().text("&attrs : @result");

pub(crate) const ADDRESSOF: OpDef = op("spirv.mlir.addressof", "The pointer to a variable of the module.")
    .attrs(&[attr("variable", AttrRule::FlatSymbol)])
    .results(&[result("pointer", ANY)])
    .pure()
    .hints_by(|module, op, set| {
        let path = module.symbol_path(op, "variable");
        if let Some(name) = path.and_then(|path| path.first().copied()) {
            set(0, &format!("{}_addr", module.ctx.str(name)));
        }
    })
    .text("$variable &attrs : @pointer");

pub(crate) const REFERENCEOF: OpDef = op("spirv.mlir.referenceof", "The value of a specialization constant.")
    .attrs(&[attr("spec_const", AttrRule::FlatSymbol)])
    .results(&[result("reference", ANY)])
    .pure()
    .text("$spec_const &attrs : @reference");

const fn access_chain(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("base_ptr", ANY), many("indices", ANY)] })
        .results(const { &[result("component_ptr", ANY)] })
        .pure()
        .text("$base_ptr ~ [$indices] &attrs : @base_ptr, @indices -> @component_ptr")
}

pub(crate) const ACCESS_CHAIN: OpDef = access_chain("spirv.AccessChain", "A pointer to a part of what a pointer points to.");
pub(crate) const IN_BOUNDS_ACCESS_CHAIN: OpDef =
    access_chain("spirv.InBoundsAccessChain", "The same, where no index is out of bounds.");

const fn ptr_access_chain(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("base_ptr", ANY), one("element", ANY), many("indices", ANY)] })
        .results(const { &[result("result", ANY)] })
        .pure()
        .text("$base_ptr ~ [$element [? $indices^ ?]] &attrs : @base_ptr, @element [? , @indices^ ?] -> @result")
}

pub(crate) const PTR_ACCESS_CHAIN: OpDef =
    ptr_access_chain("spirv.PtrAccessChain", "A pointer to a part of an element after the one that a pointer points to.");
pub(crate) const IN_BOUNDS_PTR_ACCESS_CHAIN: OpDef =
    ptr_access_chain("spirv.InBoundsPtrAccessChain", "The same, where no index is out of bounds.");

pub(crate) const VARIABLE: OpDef = op("spirv.Variable", "Memory of the invocation, for the time of the function.")
    .operands(&[maybe("initializer", ANY)])
    .attrs(&[attr("storage_class", AttrRule::Dialect(DialectAttrKind::SpirvStorageClass))])
    .results(&[result("pointer", ANY)])
    .effects(effect::ALLOC)
    .custom(parse_variable, print_variable);

fn parse_variable<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    if p.accept_word("init") {
        p.expect("(")?;
        state.operands[0].push(p.parse_operand()?);
        p.expect(")")?;
    }
    p.parse_attr_dicts(state, Keyword::None)?;
    p.expect(":")?;
    let tok = p.token();
    let ty = p.parse_type()?;
    let Some((pointee, class)) = pointer_parts(p, ty) else { return Err(p.error_at(tok, "expected a type !spirv.ptr<…>")) };
    p.set_prop(state, "storage_class", DialectAttrKind::SpirvStorageClass.of_case(p.ctx, class));
    state.operand_types[0] = Some(smallvec![pointee; state.operands[0].len()]);
    state.result_types[0] = Some(smallvec![ty]);
    Ok(())
}

fn print_variable(p: &mut Printer<'_>, op: Op) {
    if let Some(initializer) = p.module.named(op, "initializer") {
        p.raw(" init(");
        p.print_value(initializer);
        p.raw(")");
    }
    print_dict(p, op, &["storage_class"]);
    p.raw(" : ");
    if let Some(&pointer) = p.module.results(op).first() {
        p.print_type_of(pointer);
    }
}

/// What a pointer points to, and the number of its storage class.
fn pointer_parts(p: &Parser<'_>, ty: Type) -> Option<(Type, i128)> {
    let TypeKind::Dialect(pointer) = p.ctx.type_kind(ty) else { return None };
    let class = pointer.param("storage_class").and_then(|class| p.ctx.int_value(class))?;
    Some((pointee(p.ctx, ty)?, class))
}

const ACCESS: [AttrRow; 2] = [
    attr_opt("memory_access", AttrRule::Dialect(DialectAttrKind::SpirvMemoryAccess)),
    attr_opt("alignment", AttrRule::Int(IntKind::Width(32))),
];

pub(crate) const LOAD: OpDef = op("spirv.Load", "Reads what a pointer points to.")
    .operands(&[one("ptr", ANY)])
    .attrs(&ACCESS)
    .results(&[result("value", ANY).of("ptr", pointee)])
    .effects(effect::READ)
    .custom(parse_load, print_load);

pub(crate) const STORE: OpDef = op("spirv.Store", "Writes what a pointer points to.")
    .operands(&[one("ptr", ANY), one("value", ANY)])
    .attrs(&ACCESS)
    .effects(effect::WRITE)
    .custom(parse_store, print_store);

/// `"Function" %ptr`, whose pointee stands at the end.
fn parse_load<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let class = parse_class(p)?;
    state.operands[0].push(p.parse_operand()?);
    parse_access(p, state)?;
    let ty = parse_pointee(p, state, class)?;
    state.result_types[0] = Some(smallvec![ty]);
    Ok(())
}

fn parse_store<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    let class = parse_class(p)?;
    state.operands[0].push(p.parse_operand()?);
    p.expect(",")?;
    state.operands[1].push(p.parse_operand()?);
    parse_access(p, state)?;
    let ty = parse_pointee(p, state, class)?;
    state.operand_types[1] = Some(smallvec![ty]);
    Ok(())
}

fn parse_class(p: &mut Parser<'_>) -> ParseResult<Attr> {
    p.parse_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_STORAGE_CLASS))
}

/// `["Volatile|Aligned", 4] {…}`
fn parse_access<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>) -> ParseResult<()> {
    if p.accept("[") {
        let access = p.parse_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvMemoryAccess))?;
        p.set_prop(state, "memory_access", access);
        if p.accept(",") {
            let alignment = p.parse_attr_by_rule(&ACCESS[1].rule)?;
            p.set_prop(state, "alignment", alignment);
        }
        p.expect("]")?;
    }
    p.parse_attr_dicts(state, Keyword::None)
}

/// `: T`; the first operand's type is a pointer to it.
fn parse_pointee<'s>(p: &mut Parser<'s>, state: &mut OpState<'s>, class: Attr) -> ParseResult<Type> {
    p.expect(":")?;
    let ty = p.parse_type()?;
    let pointer = p.ctx.dialect_type(DialectTypeKind::SpirvPtr, [Some(p.ctx.type_attr(ty)), Some(class)]);
    state.operand_types[0] = Some(smallvec![pointer]);
    Ok(ty)
}

fn print_load(p: &mut Printer<'_>, op: Op) {
    let pointer = p.module.operand(op, 0);
    print_class(p, pointer);
    p.print_value(pointer);
    print_access(p, op);
    if let Some(&value) = p.module.results(op).first() {
        p.print_type_of(value);
    }
}

fn print_store(p: &mut Printer<'_>, op: Op) {
    let [pointer, value] = [0, 1].map(|i| p.module.operand(op, i));
    print_class(p, pointer);
    p.print_values([pointer, value]);
    print_access(p, op);
    p.print_type_of(value);
}

fn print_class(p: &mut Printer<'_>, pointer: Value) {
    p.raw(" \"");
    if let TypeKind::Dialect(ty) = p.ctx.type_kind(p.module.ty(pointer))
        && let Some(class) = ty.param("storage_class")
    {
        p.print_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_STORAGE_CLASS), class);
    }
    p.raw("\" ");
}

fn print_access(p: &mut Printer<'_>, op: Op) {
    if let Some(access) = p.module.get_attr(op, "memory_access") {
        p.raw(" [");
        p.print_attr_by_rule(&AttrRule::QuotedCase(DialectAttrKind::SpirvMemoryAccess), access);
        if let Some(alignment) = p.module.get_attr(op, "alignment") {
            p.raw(", ");
            p.print_attr_without_type(alignment);
        }
        p.raw("]");
    }
    print_dict(p, op, &["memory_access", "alignment"]);
    p.raw(" : ");
}
