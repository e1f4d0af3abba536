//! Variables of the module, specialization constants and entry points.

use std::str::FromStr;

use halforge_ir::{AttrKind, Op, Type, TypeKind};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{self, Decoration, StorageClass, Word};

use super::{Result, Serializer};

impl Serializer<'_> {
    pub(super) fn global_variable(&mut self, op: Op) -> Result<()> {
        let (id, name) = self.own_symbol(op)?;
        self.debug_name(id, &name);
        let ty = self.type_attr(op, "type")?;
        let pointer = self.ty(ty)?;
        let class = self.storage_class(ty)?;
        self.classes.insert(id, class);
        let mut operands = vec![Operand::StorageClass(class)];
        if self.module.get_attr(op, "initializer").is_some() {
            operands.push(Operand::IdRef(self.symbol(op, "initializer")?));
        }
        let variable = Instruction::new(spirv::Op::Variable, Some(pointer), Some(id), operands);
        self.out.types_global_values.push(variable);
        if let Some(name) = self.module.str_attr(op, "built_in") {
            let built_in = spirv::BuiltIn::from_str(name)
                .map_err(|()| self.error(format!("SPIR-V has no built-in value named `{name}`")))?;
            self.decorate(id, Decoration::BuiltIn, [Operand::BuiltIn(built_in)]);
        }
        for (name, decoration) in [
            ("binding", Decoration::Binding),
            ("descriptor_set", Decoration::DescriptorSet),
            ("location", Decoration::Location),
        ] {
            if let Some(number) = self.module.int_attr(op, name) {
                let number =
                    u32::try_from(number).map_err(|_| self.error(format!("expected a u32 for `{name}`, found {number}")))?;
                self.decorate(id, decoration, [Operand::LiteralBit32(number)]);
            }
        }
        self.more_decorations(op, id);
        Ok(())
    }

    fn type_attr(&self, op: Op, name: &str) -> Result<Type> {
        match self.module.get_attr(op, name).map(|attr| self.ctx.attr_kind(attr)) {
            Some(AttrKind::Type(ty)) => Ok(*ty),
            _ => Err(self.error(format!("expected a type for `{name}`"))),
        }
    }

    /// The storage class of a pointer type.
    pub(super) fn storage_class(&self, ty: Type) -> Result<StorageClass> {
        let class = match self.ctx.type_kind(ty) {
            TypeKind::Dialect(pointer) => pointer.param("storage_class").and_then(|class| self.ctx.int_value(class)),
            _ => None,
        };
        let class = class.and_then(|class| StorageClass::from_u32(u32::try_from(class).ok()?));
        class.ok_or_else(|| self.error(format!("expected a type !spirv.ptr<…>, found {}", self.ctx.show_type(ty))))
    }

    /// Decorations that stand as attributes of their names: `no_signed_wrap`, `aliased`.
    ///
    /// Other attributes say nothing to SPIR-V.
    pub(super) fn more_decorations(&mut self, op: Op, id: Word) {
        let attrs = self.module.op(op).attrs.clone();
        for (key, value) in attrs {
            let name = camel(self.ctx.str(key));
            let Ok(decoration) = Decoration::from_str(&name) else { continue };
            if matches!(decoration, Decoration::NoSignedWrap | Decoration::NoUnsignedWrap) && !self.has_wrap_decorations {
                continue;
            }
            match self.ctx.attr_kind(value) {
                AttrKind::Unit => self.decorate(id, decoration, []),
                AttrKind::Integer { value, .. } if u32::try_from(*value).is_ok() => {
                    self.decorate(id, decoration, [Operand::LiteralBit32(*value as u32)]);
                }
                _ => {}
            }
        }
    }

    pub(super) fn spec_constant(&mut self, op: Op) -> Result<()> {
        let (id, name) = self.own_symbol(op)?;
        self.debug_name(id, &name);
        let value = self.module.get_attr(op, "default_value").map(|value| self.ctx.attr_kind(value));
        let (ty, bits) = match value {
            Some(AttrKind::Integer { value, ty }) => (*ty, value.cast_unsigned()),
            Some(AttrKind::Float { bits, ty }) => (*ty, *bits),
            _ => return Err(self.error("expected a number for `default_value`")),
        };
        let result = self.ty(ty)?;
        let (opcode, operands) = match self.literal(ty, bits)? {
            Some(operand) => (spirv::Op::SpecConstant, vec![operand]),
            None if bits & 1 == 1 => (spirv::Op::SpecConstantTrue, vec![]),
            None => (spirv::Op::SpecConstantFalse, vec![]),
        };
        self.out.types_global_values.push(Instruction::new(opcode, Some(result), Some(id), operands));
        if let Some(number) = self.module.int_attr(op, "spec_id") {
            let number =
                u32::try_from(number).map_err(|_| self.error(format!("expected a u32 for `spec_id`, found {number}")))?;
            self.decorate(id, Decoration::SpecId, [Operand::LiteralBit32(number)]);
        }
        Ok(())
    }

    pub(super) fn spec_constant_composite(&mut self, op: Op) -> Result<()> {
        let (id, name) = self.own_symbol(op)?;
        self.debug_name(id, &name);
        let ty = self.type_attr(op, "type")?;
        let result = self.ty(ty)?;
        let parts = self.symbols_of(op, "constituents")?;
        let operands = parts.into_iter().map(Operand::IdRef).collect();
        let composite = Instruction::new(spirv::Op::SpecConstantComposite, Some(result), Some(id), operands);
        self.out.types_global_values.push(composite);
        Ok(())
    }

    fn symbols_of(&self, op: Op, name: &str) -> Result<Vec<Word>> {
        let list = self.module.get_attr(op, name).and_then(|list| self.ctx.array_value(list)).unwrap_or_default();
        list.iter().map(|&symbol| self.symbol_of(symbol)).collect()
    }

    pub(super) fn entry_point(&mut self, op: Op) -> Result<()> {
        let model = spirv::ExecutionModel::from_u32(self.case(op, "execution_model")?);
        let model = model.ok_or_else(|| self.error("unknown execution model"))?;
        let function = self.symbol(op, "fn")?;
        let name = self.module.symbol_path(op, "fn").and_then(|path| path.first().copied());
        let name = name.map_or("", |name| self.ctx.str(name));
        if name.contains('\0') {
            return Err(self.error("the name of an entry point has a NUL, which ends names in SPIR-V"));
        }
        let mut operands =
            vec![Operand::ExecutionModel(model), Operand::IdRef(function), Operand::LiteralString(name.to_owned())];
        // Until version 1.4 only what the pipeline hands over is named here, whatever the text lists.
        let is_listed = |id: &Word| {
            self.version >= (1, 4) || matches!(self.classes.get(id), Some(StorageClass::Input | StorageClass::Output))
        };
        let interface = self.symbols_of(op, "interface")?.into_iter().filter(is_listed);
        operands.extend(interface.map(Operand::IdRef));
        self.out.entry_points.push(Instruction::new(spirv::Op::EntryPoint, None, None, operands));
        Ok(())
    }

    pub(super) fn execution_mode(&mut self, op: Op) -> Result<()> {
        let mode = spirv::ExecutionMode::from_u32(self.case(op, "execution_mode")?);
        let mode = mode.ok_or_else(|| self.error("unknown execution mode"))?;
        let mut operands = vec![Operand::IdRef(self.symbol(op, "fn")?), Operand::ExecutionMode(mode)];
        let values = self.module.get_attr(op, "values").and_then(|list| self.ctx.array_value(list)).unwrap_or_default();
        for &value in values {
            let number = self.ctx.int_value(value).and_then(|number| u32::try_from(number).ok());
            let number = number.ok_or_else(|| self.error("expected u32 values of an execution mode"))?;
            operands.push(Operand::LiteralBit32(number));
        }
        self.out.execution_modes.push(Instruction::new(spirv::Op::ExecutionMode, None, None, operands));
        Ok(())
    }
}

/// `no_signed_wrap` as `NoSignedWrap`.
fn camel(name: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    name.split('_').map(word).collect()
}
