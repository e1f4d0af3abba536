//! Constants: numbers, and composites of them.

use halforge_ir::{Attr, AttrKind, DialectTypeKind, Type, TypeKind, blob};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Word};

use super::{Result, Serializer};
use crate::limits::{MAX_INSTRUCTION_WORDS, MAX_TYPE_DEPTH};

impl Serializer<'_> {
    /// A constant `i32`, for what SPIR-V wants as an id.
    pub(super) fn u32_constant(&mut self, number: u32) -> Result<Word> {
        let ty = self.ctx.int_type(32);
        self.number(ty, number.into())
    }

    /// The constant of this type and value.
    pub(super) fn constant(&mut self, ty: Type, value: Attr) -> Result<Word> {
        self.nested_constant(ty, value, 0)
    }

    fn nested_constant(&mut self, ty: Type, value: Attr, depth: usize) -> Result<Word> {
        let ctx = self.ctx;
        if depth > MAX_TYPE_DEPTH {
            return Err(self.error(format!("a constant has more than {MAX_TYPE_DEPTH} arrays inside each other")));
        }
        match ctx.attr_kind(value) {
            AttrKind::Integer { value, .. } => self.number(ty, value.cast_unsigned()),
            AttrKind::Float { bits, .. } => self.number(ty, *bits),
            AttrKind::Array(items) => {
                let composite = self.ty(ty)?;
                let mut parts = Vec::with_capacity(items.len());
                for (index, &item) in items.iter().enumerate() {
                    let part = self.part(ty, index)?;
                    parts.push(Operand::IdRef(self.nested_constant(part, item, depth + 1)?));
                }
                Ok(self.declare(spirv::Op::ConstantComposite, Some(composite), parts))
            }
            AttrKind::Dense { ty: shaped, .. } => {
                let element = match ctx.type_kind(*shaped) {
                    TypeKind::Vector { element, .. } | TypeKind::Tensor { element, .. } => *element,
                    _ => *shaped,
                };
                let size = blob::element_size(ctx, element).filter(|size| *size <= 8);
                let size = size.ok_or_else(|| self.error("expected elements of at most 64 bits"))?;
                let mut bytes = Vec::new();
                let limit = MAX_INSTRUCTION_WORDS * size * MAX_TYPE_DEPTH;
                let read = blob::dense_chunks(ctx, value, |chunk| {
                    bytes.extend_from_slice(chunk);
                    if bytes.len() > limit { Err(()) } else { Ok(()) }
                });
                if read != Some(Ok(())) {
                    return Err(self.error("expected a constant whose elements have bytes and fit into an instruction"));
                }
                let mut numbers = bytes.chunks_exact(size).map(|bytes| {
                    let mut word = [0; 16];
                    word[..size].copy_from_slice(bytes);
                    u128::from_le_bytes(word)
                });
                let id = self.elements(ty, &mut numbers, depth)?;
                if numbers.next().is_some() {
                    return Err(self.error(format!("the constant has more elements than {}", ctx.show_type(ty))));
                }
                Ok(id)
            }
            _ => Err(self.error(format!("{} is no constant of SPIR-V", ctx.show_attr(value)))),
        }
    }

    /// A composite of the numbers that come next.
    fn elements(&mut self, ty: Type, numbers: &mut dyn Iterator<Item = u128>, depth: usize) -> Result<Word> {
        let Some(count) = self.count(ty) else {
            let number = numbers.next().ok_or_else(|| self.error("the constant has too few elements"))?;
            return self.number(ty, number);
        };
        if depth > MAX_TYPE_DEPTH || count > MAX_INSTRUCTION_WORDS {
            return Err(self.error(format!("a constant of {count} elements does not fit into an instruction")));
        }
        let composite = self.ty(ty)?;
        let mut parts = Vec::with_capacity(count);
        for index in 0..count {
            let part = self.part(ty, index)?;
            parts.push(Operand::IdRef(self.elements(part, numbers, depth + 1)?));
        }
        Ok(self.declare(spirv::Op::ConstantComposite, Some(composite), parts))
    }

    /// How many parts a vector or array has.
    fn count(&self, ty: Type) -> Option<usize> {
        match self.ctx.type_kind(ty) {
            TypeKind::Vector { shape, .. } => shape.first().and_then(|&n| usize::try_from(n).ok()),
            TypeKind::Dialect(t) if t.kind == DialectTypeKind::SpirvArray => {
                t.param("count").and_then(|n| self.ctx.int_value(n)).and_then(|n| usize::try_from(n).ok())
            }
            _ => None,
        }
    }

    fn part(&self, ty: Type, index: usize) -> Result<Type> {
        let part = match self.ctx.type_kind(ty) {
            TypeKind::Vector { element, .. } => Some(*element),
            TypeKind::Dialect(t) if t.kind == DialectTypeKind::SpirvStruct => {
                let members = t.param("members").and_then(|members| self.ctx.array_value(members)).unwrap_or_default();
                members.get(index).and_then(|&member| match self.ctx.attr_kind(member) {
                    AttrKind::Type(ty) => Some(*ty),
                    _ => None,
                })
            }
            TypeKind::Dialect(t) => t.type_param(self.ctx, "element"),
            _ => None,
        };
        part.ok_or_else(|| self.error(format!("{} has no part {index}", self.ctx.show_type(ty))))
    }

    /// A number of this type; `bits` beyond the type's do not count.
    pub(super) fn number(&mut self, ty: Type, bits: u128) -> Result<Word> {
        let operand = self.literal(ty, bits)?;
        let id = self.ty(ty)?;
        Ok(match operand {
            Some(operand) => self.declare(spirv::Op::Constant, Some(id), vec![operand]),
            None if bits & 1 == 1 => self.declare(spirv::Op::ConstantTrue, Some(id), vec![]),
            None => self.declare(spirv::Op::ConstantFalse, Some(id), vec![]),
        })
    }

    /// The literal of a number, narrow ones filled up as SPIR-V wants it; `None` for truth values.
    pub(super) fn literal(&self, ty: Type, bits: u128) -> Result<Option<Operand>> {
        let (width, signed) = match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, sign } => (*width, *sign == halforge_ir::Signedness::Signed),
            TypeKind::Float(kind) => (kind.bits(), false),
            _ => return Err(self.error(format!("{} is no number of SPIR-V", self.ctx.show_type(ty)))),
        };
        Ok(Some(match width {
            1 => return Ok(None),
            2..=32 => {
                let unused = 32 - width;
                let low = bits as u32;
                let shifted = low << unused;
                Operand::LiteralBit32(if signed {
                    (shifted.cast_signed() >> unused).cast_unsigned()
                } else {
                    shifted >> unused
                })
            }
            64 => Operand::LiteralBit64(bits as u64),
            _ => return Err(self.error(format!("SPIR-V has no numbers of {width} bits"))),
        }))
    }
}
