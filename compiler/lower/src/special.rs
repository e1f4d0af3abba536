//! Operations whose instruction differs from them in name or fields.

use halforge_ir::{AttrKind, Op, OpKind, element_type_number, storage};
use halforge_plan::field::{InAny, OutAny};
use halforge_plan::{BinaryOp, Instr, Predicate, RegType, UnaryOp};

use crate::function::{FunctionLowering, Lowering};
use crate::types::truncate;

type F<'a, 't, 'm> = &'a mut FunctionLowering<'t, 'm>;

/// The number of a dense row-major encoding (IREE's `iree_hal_encoding_types_t`).
const DENSE_ROW_MAJOR: u64 = 1;
/// What `check.expect_almost_eq` allows when it says nothing.
const DEFAULT_ATOL: f32 = 1e-4;

pub(crate) fn br(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let args = f.tables.module.group(op, "destOperands");
    let target = f.target(op, 0, args)?;
    f.emit(Instr::Br { target });
    Ok(())
}

pub(crate) fn cond_br(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let module = f.tables.module;
    let condition = f.operand(op, 0)?.0.into();
    let then = f.target(op, 0, module.group(op, "trueDestOperands"))?;
    let otherwise = f.target(op, 1, module.group(op, "falseDestOperands"))?;
    f.emit(Instr::CondBr { condition, then, otherwise });
    Ok(())
}

pub(crate) fn switch(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (module, ctx) = (f.tables.module, f.tables.ctx());
    let flag = f.operand(op, 0)?;
    let default = f.target(op, 0, module.group(op, "defaultOperands"))?;
    let values = module.get_attr(op, "case_values").map(|attr| ctx.int_values(attr)).unwrap_or_default();
    let sizes = module.get_attr(op, "case_operand_segments").map(|attr| ctx.int_values(attr)).unwrap_or_default();
    if values.len() != sizes.len() || values.len() + 1 != module.successors(op).len() {
        return Err(format!(
            "expected a value and a block for each of {} cases",
            module.successors(op).len().saturating_sub(1)
        ));
    }
    let mut rest = module.group(op, "caseOperands").into_iter();
    let mut cases = Vec::with_capacity(values.len());
    for (index, (&value, &size)) in values.iter().zip(&sizes).enumerate() {
        let args: Vec<_> = rest.by_ref().take(usize::try_from(size).unwrap_or(0)).collect();
        cases.push((value, f.target(op, index + 1, args)?));
    }
    f.emit(Instr::Switch { flag, default, cases: cases.into() });
    Ok(())
}

pub(crate) fn call(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (module, ctx) = (f.tables.module, f.tables.ctx());
    let path = module.symbol_path(op, "callee").unwrap_or_default();
    let name = path.last().map(|&part| ctx.str(part)).unwrap_or_default();
    let callee = f.tables.find_function(name)?;
    let operands = f.regs(module.operands(op))?.into();
    let results = f.regs(module.results(op).iter().copied())?.into();
    f.emit(Instr::Call { callee, operands, results });
    Ok(())
}

pub(crate) fn ret(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let operands = f.regs(f.tables.module.operands(op))?.into();
    f.emit(Instr::Return { operands });
    Ok(())
}

/// The same values, possibly under other types of the IR.
pub(crate) fn copy(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let module = f.tables.module;
    for (from, &to) in module.operands(op).zip(module.results(op)) {
        let (from, to) = (f.value_type(from)?, f.value_type(to)?);
        if from != to {
            return Err(format!("expected a cast between the same kinds of values, found {from} to {to}"));
        }
    }
    let operands = f.regs(module.operands(op))?.into();
    let results = f.regs(module.results(op).iter().copied())?.into();
    f.emit(Instr::Copy { operands, results });
    Ok(())
}

/// A number that is known now.
fn number(f: F<'_, '_, '_>, op: Op, bits: u64) -> Lowering {
    let result = OutAny(f.result(op, 0)?);
    f.emit(Instr::Const { bits, result });
    Ok(())
}

pub(crate) fn constant(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (module, ctx) = (f.tables.module, f.tables.ctx());
    let value = module.get_attr(op, "value").ok_or("expected a value")?;
    let ty = f.value_type(module.result(op, 0))?;
    let bits = match ctx.attr_kind(value) {
        AttrKind::Integer { value, .. } => truncate(*value, ty),
        AttrKind::Float { bits, .. } => *bits as u64,
        _ => return Err(format!("expected an integer or a float, found {}", ctx.show_attr(value))),
    };
    number(f, op, bits)
}

/// Between `index`, which has 64 bits in a plan, and an integer.
fn cast_index(f: F<'_, '_, '_>, op: Op, extend: UnaryOp) -> Lowering {
    let module = f.tables.module;
    let from = f.value_type(module.operand(op, 0))?;
    let to = f.value_type(module.result(op, 0))?;
    match from.bits().cmp(&to.bits()) {
        std::cmp::Ordering::Less => f.unary(op, extend),
        std::cmp::Ordering::Equal => copy(f, op),
        std::cmp::Ordering::Greater => f.unary(op, UnaryOp::TruncI),
    }
}

pub(crate) fn index_cast(f: F<'_, '_, '_>, op: Op) -> Lowering {
    cast_index(f, op, UnaryOp::ExtSI)
}

pub(crate) fn index_castui(f: F<'_, '_, '_>, op: Op) -> Lowering {
    cast_index(f, op, UnaryOp::ExtUI)
}

/// Predicates of `arith.cmpi` by their number.
const INT_PREDICATES: [Predicate; 10] = [
    Predicate::Eq,
    Predicate::Ne,
    Predicate::Slt,
    Predicate::Sle,
    Predicate::Sgt,
    Predicate::Sge,
    Predicate::Ult,
    Predicate::Ule,
    Predicate::Ugt,
    Predicate::Uge,
];

/// Predicates of `arith.cmpf` by their number.
const FLOAT_PREDICATES: [Predicate; 16] = [
    Predicate::False,
    Predicate::OEq,
    Predicate::OGt,
    Predicate::OGe,
    Predicate::OLt,
    Predicate::OLe,
    Predicate::One,
    Predicate::Ord,
    Predicate::UEq,
    Predicate::UGt,
    Predicate::UGe,
    Predicate::ULt,
    Predicate::ULe,
    Predicate::UNe,
    Predicate::Uno,
    Predicate::True,
];

fn compare(f: F<'_, '_, '_>, op: Op, predicates: &[Predicate]) -> Lowering {
    let index = f.tables.module.int_attr(op, "predicate").and_then(|n| usize::try_from(n).ok());
    let predicate = *index.and_then(|i| predicates.get(i)).ok_or("expected a predicate")?;
    let (lhs, rhs, result) = (f.operand(op, 0)?, f.operand(op, 1)?, f.result(op, 0)?.into());
    f.emit(Instr::Compare { predicate, lhs, rhs, result });
    Ok(())
}

pub(crate) fn cmpi(f: F<'_, '_, '_>, op: Op) -> Lowering {
    compare(f, op, &INT_PREDICATES)
}

pub(crate) fn cmpf(f: F<'_, '_, '_>, op: Op) -> Lowering {
    compare(f, op, &FLOAT_PREDICATES)
}

/// Whether both operands are the same object or value, into a register.
fn emit_same(f: F<'_, '_, '_>, op: Op, result: halforge_plan::field::Reg) -> Lowering {
    let (lhs, rhs) = (f.operand(op, 0)?, f.operand(op, 1)?);
    let ty = f.value_type(f.tables.module.operand(op, 0))?;
    let result = result.into();
    f.emit(match ty {
        _ if ty.is_object() => Instr::CompareObjects { lhs, rhs, result },
        _ if ty.is_int() => Instr::Compare { predicate: Predicate::Eq, lhs, rhs, result },
        _ => Instr::Compare { predicate: Predicate::OEq, lhs, rhs, result },
    });
    Ok(())
}

pub(crate) fn cmp_eq(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let result = f.result(op, 0)?;
    emit_same(f, op, result)
}

pub(crate) fn cmp_ne(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (same, one) = (f.fresh(RegType::I1), f.fresh(RegType::I1));
    emit_same(f, op, same)?;
    f.emit(Instr::Const { bits: 1, result: OutAny(one) });
    let result = OutAny(f.result(op, 0)?);
    f.emit(Instr::Binary { op: BinaryOp::XOrI, lhs: InAny(same), rhs: InAny(one), result });
    Ok(())
}

pub(crate) fn sizeof(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (module, ctx) = (f.tables.module, f.tables.ctx());
    let attr = module.get_attr(op, "sizedType").ok_or("expected a type")?;
    let AttrKind::Type(ty) = ctx.attr_kind(attr) else { return Err("expected a type".to_owned()) };
    let size =
        storage::type_size(ctx, *ty).ok_or_else(|| format!("expected a type of fixed size, found {}", ctx.show_type(*ty)))?;
    number(f, op, size)
}

/// A set of flags that the attribute `name` gives.
fn flags(f: F<'_, '_, '_>, op: Op, name: &str) -> Lowering {
    let bits = f.tables.module.int_attr(op, name).ok_or_else(|| format!("expected the attribute {name}"))?;
    number(f, op, truncate(bits, RegType::I32))
}

pub(crate) fn buffer_usage(f: F<'_, '_, '_>, op: Op) -> Lowering {
    flags(f, op, "usage")
}

pub(crate) fn memory_type(f: F<'_, '_, '_>, op: Op) -> Lowering {
    flags(f, op, "type")
}

pub(crate) fn element_type(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (module, ctx) = (f.tables.module, f.tables.ctx());
    let attr = module.get_attr(op, "type").ok_or("expected a type")?;
    let AttrKind::Type(ty) = ctx.attr_kind(attr) else { return Err("expected a type".to_owned()) };
    let code = element_type_number(ctx, *ty);
    let code = code.ok_or_else(|| format!("expected a type that buffers can hold, found {}", ctx.show_type(*ty)))?;
    number(f, op, code.into())
}

pub(crate) fn encoding_type(f: F<'_, '_, '_>, op: Op) -> Lowering {
    match f.tables.module.get_attr(op, "encoding") {
        None => number(f, op, DENSE_ROW_MAJOR),
        Some(attr) => Err(format!("expected dense_row_major, found {}", f.tables.ctx().show_attr(attr))),
    }
}

pub(crate) fn command_buffer_device(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let module = f.tables.module;
    let create = module.defining_op(module.operand(op, 0)).filter(|&def| module.kind(def) == OpKind::HalCommandBufferCreate);
    let create = create.ok_or("expected a command buffer that is made in the same function")?;
    let device = module.named(create, "device").ok_or("expected a device")?;
    let operands = f.regs([device])?.into();
    let results = vec![f.result(op, 0)?].into();
    f.emit(Instr::Copy { operands, results });
    Ok(())
}

pub(crate) fn collective(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let module = f.tables.module;
    let ends = |f: &mut FunctionLowering<'_, '_>, names: [&str; 3]| {
        f.regs(names.iter().flat_map(|name| module.group(op, name)).collect::<Vec<_>>())
    };
    let send = ends(f, ["send_buffer", "send_offset", "send_length"])?.into();
    let recv = ends(f, ["recv_buffer", "recv_offset", "recv_length"])?.into();
    let one = |f: &mut FunctionLowering<'_, '_>, name: &str| {
        let value = module.named(op, name).ok_or_else(|| format!("expected one operand {name}"))?;
        f.reg(value)
    };
    let instr = Instr::CommandBufferCollective {
        command_buffer: one(f, "command_buffer")?.into(),
        channel: one(f, "channel")?.into(),
        op: f.number(op, "op")?,
        element_count: one(f, "element_count")?.into(),
        param: f.regs(module.group(op, "param"))?.first().copied().into(),
        send,
        recv,
    };
    f.emit(instr);
    Ok(())
}

pub(crate) fn expect_almost_eq(f: F<'_, '_, '_>, op: Op) -> Lowering {
    let (module, ctx) = (f.tables.module, f.tables.ctx());
    let tolerance = |name: &str, default: f32| match module.get_attr(op, name).map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Float { bits, .. }) => *bits as u64,
        _ => u64::from(default.to_bits()),
    };
    let device = f.regs(module.group(op, "device"))?.first().copied().into();
    let values: Vec<_> = ["lhs", "rhs"].iter().filter_map(|name| module.named(op, name)).collect();
    let [lhs, rhs] = f.regs(values)?[..] else { return Err("expected two values".to_owned()) };
    let (atol, rtol) = (tolerance("atol", DEFAULT_ATOL), tolerance("rtol", 0.0));
    f.emit(Instr::ExpectAlmostEq { device, lhs: lhs.into(), rhs: rhs.into(), atol, rtol });
    Ok(())
}
