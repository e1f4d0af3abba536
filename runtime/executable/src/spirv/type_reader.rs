//! Reads the types of a module and computes their layout.
//!
//! Invariant: the parts of a type are types (or constants, where the grammar says so), widths and counts are those
//! shaders may use, and every layout is computed from layouts computed before it, without recursion. Sizes follow the
//! explicit decorations; where there are none (workgroup and function storage), std430 rules.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass};

use super::decorations::Decorations;
use super::types::{Extent, Layout, Member, Type, Types, UNKNOWN, default_of};
use super::words::{Code, operand_id, operand_literal};
use super::{Id, ScalarKind};
use crate::error::ExecutableError;

/// Reads the types of a module in order.
pub(super) fn read(code: &Code, decorations: &Decorations) -> Result<Types, ExecutableError> {
    let mut types = Types::default();
    for (index, instruction) in code.instructions.iter().enumerate() {
        let Some(id) = instruction.result_id.filter(|_| instruction.class.opcode.is_type()) else {
            continue;
        };
        let reader = Reader { code, decorations, types: &types, index, id, instruction };
        let entry = reader.read()?;
        types.insert(id, entry);
    }
    Ok(types)
}

type Entry = Result<(Type, Layout), ExecutableError>;

/// The type instruction being read.
struct Reader<'c> {
    code: &'c Code,
    decorations: &'c Decorations,
    types: &'c Types,
    index: usize,
    id: Id,
    instruction: &'c Instruction,
}

impl Reader<'_> {
    fn read(&self) -> Entry {
        match self.instruction.class.opcode {
            Op::TypeBool => Ok(scalar(ScalarKind::Bool, 4)),
            Op::TypeInt => match (self.literal(0), self.literal(1)) {
                (width_bits @ (8 | 16 | 32 | 64), signed @ (0 | 1)) => {
                    let kind = ScalarKind::Int { width_bits, signed: signed == 1 };
                    Ok(scalar(kind, u64::from(width_bits / 8)))
                }
                (width, _) => self.refuse(format_args!("expected an integer of 8, 16, 32 or 64 bits, found {width}")),
            },
            Op::TypeFloat => match self.literal(0) {
                width_bits @ (8 | 16 | 32 | 64) => Ok(scalar(ScalarKind::Float { width_bits }, u64::from(width_bits / 8))),
                width => self.refuse(format_args!("expected a float of 8, 16, 32 or 64 bits, found {width}")),
            },
            Op::TypeVector => self.vector(),
            Op::TypeMatrix => self.matrix(),
            Op::TypeArray => self.array(),
            Op::TypeRuntimeArray => self.runtime_array(),
            Op::TypeStruct => self.structure(),
            Op::TypePointer => self.pointer(),
            Op::TypeImage => match self.instruction.operands.get(1) {
                Some(Operand::Dim(dim)) => Ok((Type::Image { dim: *dim, sampled: self.literal(5) }, UNKNOWN)),
                _ => self.refuse("expected a dimensionality"),
            },
            // Old front ends make a texel buffer a sampled image.
            Op::TypeSampledImage => match self.types.get(self.part(0)?) {
                Some(image @ Type::Image { .. }) => Ok((image.clone(), UNKNOWN)),
                _ => self.refuse("expected an image type"),
            },
            Op::TypeFunction => {
                for position in 0..self.instruction.operands.len() {
                    self.part(position)?;
                }
                Ok((Type::Opaque, UNKNOWN))
            }
            _ => Ok((Type::Opaque, UNKNOWN)),
        }
    }

    fn refuse<T>(&self, message: impl std::fmt::Display) -> Result<T, ExecutableError> {
        Err(self.code.malformed(self.index, message))
    }

    fn too_large(&self) -> ExecutableError {
        self.code.malformed(self.index, "expected a type of less than 2^64 bytes")
    }

    fn literal(&self, position: usize) -> u32 {
        operand_literal(self.instruction, position).unwrap_or(0)
    }

    /// The type at an operand position.
    fn part(&self, position: usize) -> Result<Id, ExecutableError> {
        let id = operand_id(self.instruction, position);
        match self.code.opcode_of(id) {
            Some(op) if op.is_type() => Ok(id),
            _ => self.refuse(format_args!("expected a type as operand {position}, found %{id}")),
        }
    }

    /// The layout of a part. A part not read yet is a physical pointer declared forward.
    fn layout(&self, part: Id) -> Layout {
        match self.types.get(part) {
            Some(_) => self.types.layout(part),
            None => pointer_layout(StorageClass::PhysicalStorageBuffer),
        }
    }

    fn vector(&self) -> Entry {
        let component = self.part(0)?;
        let size = match self.types.get(component) {
            Some(Type::Scalar(_)) => self.layout(component).alignment_bytes,
            _ => return self.refuse("expected a scalar component type"),
        };
        // Two components align to their size; three are aligned like four.
        let (count, alignment_bytes) = match self.literal(1) {
            2 => (2, 2 * size),
            count @ (3 | 4) => (count, 4 * size),
            count => return self.refuse(format_args!("expected 2 to 4 components, found {count}")),
        };
        let extent = Extent::Fixed(u64::from(count) * size);
        Ok((Type::Vector { component, count }, Layout { extent, alignment_bytes }))
    }

    fn matrix(&self) -> Entry {
        let column = self.part(0)?;
        let Some(Type::Vector { .. }) = self.types.get(column) else {
            return self.refuse("expected a vector column type");
        };
        let count @ 2..=4 = self.literal(1) else {
            return self.refuse(format_args!("expected 2 to 4 columns, found {}", self.literal(1)));
        };
        let layout = self.layout(column);
        let extent = Extent::Fixed(self.natural_stride(layout)? * u64::from(count));
        Ok((Type::Matrix { column, count }, Layout { extent, ..layout }))
    }

    /// Size of an element rounded up to its alignment; 0 if it has no size.
    fn natural_stride(&self, element: Layout) -> Result<u64, ExecutableError> {
        let Extent::Fixed(size) = element.extent else {
            return Ok(0);
        };
        size.checked_next_multiple_of(element.alignment_bytes).ok_or_else(|| self.too_large())
    }

    fn stride(&self, element: Layout) -> Result<u64, ExecutableError> {
        match self.decorations.get(self.id, Decoration::ArrayStride) {
            Some(0) => self.refuse("expected an array stride of at least 1 byte, found 0"),
            Some(stride) => Ok(u64::from(stride)),
            None => self.natural_stride(element),
        }
    }

    fn array(&self) -> Entry {
        let element = self.part(0)?;
        let length_id = operand_id(self.instruction, 1);
        let length = default_of(self.code, length_id);
        let is_computed = self.code.opcode_of(length_id) == Some(Op::SpecConstantOp);
        if length == Some(0) || length.is_none() && !is_computed {
            return self.refuse(format_args!("expected a positive integer constant as length, found %{length_id}"));
        }
        let layout = self.layout(element);
        let stride_bytes = self.stride(layout)?;
        let extent = match (layout.extent, length) {
            (Extent::Fixed(size), Some(length)) => {
                // The last element does not need the padding of the others.
                let last = stride_bytes.checked_mul(length - 1);
                Extent::Fixed(last.and_then(|last| last.checked_add(size)).ok_or_else(|| self.too_large())?)
            }
            // Blocks with a runtime array may be in an array of descriptors, which is no memory.
            _ => Extent::Unknown,
        };
        Ok((Type::Array { element, stride_bytes, length }, Layout { extent, ..layout }))
    }

    fn runtime_array(&self) -> Entry {
        let element = self.part(0)?;
        let layout = self.layout(element);
        let stride_bytes = self.stride(layout)?;
        let extent = match layout.extent {
            Extent::Fixed(_) => Extent::Runtime { fixed_bytes: 0, stride_bytes },
            _ => Extent::Unknown,
        };
        Ok((Type::RuntimeArray { element, stride_bytes }, Layout { extent, ..layout }))
    }

    fn structure(&self) -> Entry {
        let mut members = Vec::with_capacity(self.instruction.operands.len());
        let has = |decoration| self.decorations.get(self.id, decoration).is_some();
        let is_block = has(Decoration::Block) || has(Decoration::BufferBlock);
        let mut is_explicit = false;
        let mut alignment_bytes = 1;
        let mut end = 0u64;
        let mut extent = Extent::Fixed(0);
        for position in 0..self.instruction.operands.len() {
            if let Extent::Runtime { .. } = extent {
                return self.refuse("expected the runtime array to be the last member");
            }
            let id = self.part(position)?;
            let layout = self.member_layout(id, position as u32);
            let decorated = self.decorations.of_member(self.id, position as u32, Decoration::Offset);
            if is_block && decorated.is_none() {
                return self.refuse("expected an Offset for each member of a block");
            }
            is_explicit |= decorated.is_some();
            let natural = end.checked_next_multiple_of(layout.alignment_bytes);
            let offset_bytes = decorated.map(u64::from).or(natural).ok_or_else(|| self.too_large())?;
            let size = match layout.extent {
                Extent::Fixed(size) | Extent::Runtime { fixed_bytes: size, .. } => size,
                Extent::Unknown => 0,
            };
            let member_end = offset_bytes.checked_add(size).ok_or_else(|| self.too_large())?;
            end = end.max(member_end);
            alignment_bytes = layout.alignment_bytes.max(alignment_bytes);
            extent = match (extent, layout.extent) {
                (Extent::Unknown, _) | (_, Extent::Unknown) => Extent::Unknown,
                (_, Extent::Fixed(_)) => Extent::Fixed(end),
                (_, Extent::Runtime { stride_bytes, .. }) => Extent::Runtime { fixed_bytes: end, stride_bytes },
            };
            members.push(Member { id, offset_bytes });
        }
        let mut layout = Layout { extent, alignment_bytes };
        if !is_explicit && extent == Extent::Fixed(end) {
            layout.extent = Extent::Fixed(self.natural_stride(layout)?);
        }
        Ok((Type::Struct { members }, layout))
    }

    /// A member has the layout of its type, but a matrix is laid out as the member's decorations say.
    fn member_layout(&self, id: Id, member: u32) -> Layout {
        let layout = self.layout(id);
        let stride = self.decorations.of_member(self.id, member, Decoration::MatrixStride);
        let (Some(Type::Matrix { column, count }), Some(stride)) = (self.types.get(id), stride) else {
            return layout;
        };
        let is_row_major = self.decorations.of_member(self.id, member, Decoration::RowMajor).is_some();
        let vectors = match self.types.get(*column) {
            Some(Type::Vector { count: rows, .. }) if is_row_major => *rows,
            _ => *count,
        };
        Layout { extent: Extent::Fixed(u64::from(stride) * u64::from(vectors)), ..layout }
    }

    fn pointer(&self) -> Entry {
        let Some(Operand::StorageClass(class)) = self.instruction.operands.first() else {
            return self.refuse("expected a storage class");
        };
        let pointee = self.part(1)?;
        Ok((Type::Pointer { class: *class, pointee }, pointer_layout(*class)))
    }
}

fn scalar(kind: ScalarKind, size_bytes: u64) -> (Type, Layout) {
    (Type::Scalar(kind), Layout { extent: Extent::Fixed(size_bytes), alignment_bytes: size_bytes })
}

/// Physical pointers are 64-bit addresses; others are no bytes at all.
fn pointer_layout(class: StorageClass) -> Layout {
    match class {
        StorageClass::PhysicalStorageBuffer => Layout { extent: Extent::Fixed(8), alignment_bytes: 8 },
        _ => UNKNOWN,
    }
}
