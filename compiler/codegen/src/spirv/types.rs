//! Types.

use std::str::FromStr;

use halforge_ir::{Attr, AttrKind, DialectType, DialectTypeKind, FloatKind, Signedness, Type, TypeKind};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, StorageClass, Word};

use super::{Result, Serializer};
use crate::limits::MAX_TYPE_DEPTH;

impl Serializer<'_> {
    /// The id of a type, declared when it is new.
    pub(super) fn ty(&mut self, ty: Type) -> Result<Word> {
        self.nested_type(ty, 0)
    }

    pub(super) fn void(&mut self) -> Word {
        self.declare(spirv::Op::TypeVoid, None, vec![])
    }

    pub(super) fn function_type(&mut self, result: Word, inputs: &[Word]) -> Word {
        let operands = std::iter::once(&result).chain(inputs).map(|&id| Operand::IdRef(id)).collect();
        self.declare(spirv::Op::TypeFunction, None, operands)
    }

    fn nested_type(&mut self, ty: Type, depth: usize) -> Result<Word> {
        if let Some(&id) = self.types.get(&ty) {
            return Ok(id);
        }
        if depth > MAX_TYPE_DEPTH {
            return Err(self.error(format!("a type has more than {MAX_TYPE_DEPTH} types inside each other")));
        }
        let id = self.new_type(ty, depth + 1)?;
        self.types.insert(ty, id);
        Ok(id)
    }

    fn no_type(&self, ty: Type) -> Box<halforge_ir::Diagnostic> {
        self.error(format!("the type {} has no form in SPIR-V", self.ctx.show_type(ty)))
    }

    fn new_type(&mut self, ty: Type, depth: usize) -> Result<Word> {
        let ctx = self.ctx;
        match ctx.type_kind(ty) {
            TypeKind::Integer { width: 1, .. } => Ok(self.declare(spirv::Op::TypeBool, None, vec![])),
            TypeKind::Integer { width, sign } => {
                let signed = u32::from(*sign == Signedness::Signed);
                let operands = vec![Operand::LiteralBit32(*width), Operand::LiteralBit32(signed)];
                Ok(self.declare(spirv::Op::TypeInt, None, operands))
            }
            TypeKind::Float(kind) => {
                let (width, encoding) = match kind {
                    FloatKind::F16 => (16, None),
                    FloatKind::F32 => (32, None),
                    FloatKind::F64 => (64, None),
                    FloatKind::BF16 => (16, Some(spirv::FPEncoding::BFloat16KHR)),
                    _ => return Err(self.no_type(ty)),
                };
                let mut operands = vec![Operand::LiteralBit32(width)];
                operands.extend(encoding.map(Operand::FPEncoding));
                Ok(self.declare(spirv::Op::TypeFloat, None, operands))
            }
            TypeKind::Vector { shape, element, .. } => {
                let element = self.nested_type(*element, depth)?;
                let length = match &shape[..] {
                    [length] => u32::try_from(*length).ok(),
                    _ => None,
                };
                let length = length.filter(|length| *length > 1).ok_or_else(|| self.no_type(ty))?;
                Ok(self.declare(spirv::Op::TypeVector, None, vec![Operand::IdRef(element), Operand::LiteralBit32(length)]))
            }
            TypeKind::Dialect(dialect) => self.dialect_type(ty, dialect, depth),
            _ => Err(self.no_type(ty)),
        }
    }

    fn dialect_type(&mut self, ty: Type, dialect: &DialectType, depth: usize) -> Result<Word> {
        match dialect.kind {
            DialectTypeKind::SpirvPtr => self.pointer(ty, dialect, depth),
            DialectTypeKind::SpirvStruct => self.structure(ty, dialect, depth),
            DialectTypeKind::SpirvArray => {
                let element = self.type_param(ty, dialect, "element", depth)?;
                let count = self.u32_param(ty, dialect, "count")?;
                let count = self.u32_constant(count)?;
                let operands = vec![Operand::IdRef(element), Operand::IdRef(count)];
                let id = self.declare_new(spirv::Op::TypeArray, None, operands);
                self.stride(id, dialect)
            }
            DialectTypeKind::SpirvRuntimeArray => {
                let element = self.type_param(ty, dialect, "element", depth)?;
                let id = self.declare_new(spirv::Op::TypeRuntimeArray, None, vec![Operand::IdRef(element)]);
                self.stride(id, dialect)
            }
            DialectTypeKind::SpirvMatrix => {
                let column = self.type_param(ty, dialect, "column", depth)?;
                let columns = self.u32_param(ty, dialect, "columns")?;
                Ok(self.declare(spirv::Op::TypeMatrix, None, vec![Operand::IdRef(column), Operand::LiteralBit32(columns)]))
            }
            DialectTypeKind::SpirvCoopMatrix => {
                let element = self.type_param(ty, dialect, "element", depth)?;
                let mut operands = vec![Operand::IdRef(element)];
                for name in ["scope", "rows", "columns", "use"] {
                    let number = self.u32_param(ty, dialect, name)?;
                    operands.push(Operand::IdScope(self.u32_constant(number)?));
                }
                Ok(self.declare(spirv::Op::TypeCooperativeMatrixKHR, None, operands))
            }
            _ => Err(self.no_type(ty)),
        }
    }

    fn type_param(&mut self, ty: Type, dialect: &DialectType, name: &str, depth: usize) -> Result<Word> {
        let param = dialect.type_param(self.ctx, name).ok_or_else(|| self.no_type(ty))?;
        self.nested_type(param, depth)
    }

    fn u32_param(&self, ty: Type, dialect: &DialectType, name: &str) -> Result<u32> {
        let number = dialect.param(name).and_then(|number| self.ctx.int_value(number));
        number.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| self.no_type(ty))
    }

    fn stride(&mut self, id: Word, dialect: &DialectType) -> Result<Word> {
        let stride = dialect.param("stride").and_then(|stride| self.ctx.int_value(stride));
        if let Some(stride) = stride {
            let stride =
                u32::try_from(stride).map_err(|_| self.error(format!("a stride of {stride} bytes does not fit u32")))?;
            self.decorate(id, Decoration::ArrayStride, [Operand::LiteralBit32(stride)]);
        }
        Ok(id)
    }

    fn pointer(&mut self, ty: Type, dialect: &DialectType, depth: usize) -> Result<Word> {
        let class = self.u32_param(ty, dialect, "storage_class")?;
        let class = StorageClass::from_u32(class).ok_or_else(|| self.no_type(ty))?;
        let target = dialect.type_param(self.ctx, "pointee").ok_or_else(|| self.no_type(ty))?;
        let pointee = self.nested_type(target, depth)?;
        // Memory that the host sees is a block; the dialect need not say so.
        let shared = matches!(
            class,
            StorageClass::StorageBuffer
                | StorageClass::PushConstant
                | StorageClass::Uniform
                | StorageClass::PhysicalStorageBuffer
        );
        let is_struct = matches!(self.ctx.type_kind(target), TypeKind::Dialect(t) if t.kind == DialectTypeKind::SpirvStruct);
        if shared && is_struct && self.blocks.insert(pointee) {
            self.decorate(pointee, Decoration::Block, []);
        }
        Ok(self.declare(spirv::Op::TypePointer, None, vec![Operand::StorageClass(class), Operand::IdRef(pointee)]))
    }

    fn structure(&mut self, ty: Type, dialect: &DialectType, depth: usize) -> Result<Word> {
        let ctx = self.ctx;
        let list = |param: Option<Attr>| param.and_then(|list| ctx.array_value(list)).unwrap_or_default();
        if dialect.param("members").is_none() {
            return Err(self.error(format!("the structure {} contains itself, which is not supported", ctx.show_type(ty))));
        }
        let mut operands = Vec::new();
        for &member in list(dialect.param("members")) {
            let AttrKind::Type(member) = ctx.attr_kind(member) else { return Err(self.no_type(ty)) };
            operands.push(Operand::IdRef(self.nested_type(*member, depth)?));
        }
        let decorated = list(dialect.param("member_decorations")).iter().any(|&d| !list(Some(d)).is_empty());
        let own = list(dialect.param("decorations"));
        let name = dialect.param("name").and_then(|name| ctx.str_value(name));
        let id = if decorated || !own.is_empty() || name.is_some() {
            self.declare_new(spirv::Op::TypeStruct, None, operands)
        } else {
            self.declare(spirv::Op::TypeStruct, None, operands)
        };
        if let Some(name) = name {
            self.debug_name(id, name);
        }
        for (index, &decorations) in (0u32..).zip(list(dialect.param("member_decorations"))) {
            for &decoration in list(Some(decorations)) {
                let (decoration, more) = self.decoration(decoration)?;
                let mut operands = vec![Operand::IdRef(id), Operand::LiteralBit32(index), Operand::Decoration(decoration)];
                operands.extend(more);
                let instruction = rspirv::dr::Instruction::new(spirv::Op::MemberDecorate, None, None, operands);
                self.out.annotations.push(instruction);
            }
        }
        for &decoration in own {
            let (decoration, more) = self.decoration(decoration)?;
            if decoration == Decoration::Block && !self.blocks.insert(id) {
                continue;
            }
            self.decorate(id, decoration, more);
        }
        Ok(id)
    }

    /// An offset, a word, or a word with a number.
    fn decoration(&self, attr: Attr) -> Result<(Decoration, Option<Operand>)> {
        let number = |n: i128| u32::try_from(n).map(Operand::LiteralBit32).map_err(|_| self.error(format!("{n} is no u32")));
        if let Some(offset) = self.ctx.int_value(attr) {
            return Ok((Decoration::Offset, Some(number(offset)?)));
        }
        let text = self.ctx.str_value(attr).unwrap_or("");
        let (word, value) = text.split_once('=').map_or((text, None), |(word, value)| (word, Some(value)));
        let decoration =
            Decoration::from_str(word).map_err(|()| self.error(format!("SPIR-V has no decoration named `{word}`")))?;
        let value = value.map(|value| value.parse().map_err(|_| self.error(format!("{value} is no number"))).and_then(number));
        Ok((decoration, value.transpose()?))
    }
}
