//! The types of a module and their layout in memory.
//!
//! Plain tables and questions to them; [`type_reader`](super::type_reader) fills them and keeps their invariant.

use rspirv::dr::Operand;
use rspirv::spirv::{Dim, Op, StorageClass};
use rustc_hash::FxHashMap;

use super::words::{Code, operand_literal};
use super::{Id, ScalarKind};

/// A type, its parts by id.
#[derive(Debug, Clone)]
pub(super) enum Type {
    Scalar(ScalarKind),
    Vector {
        component: Id,
        count: u32,
    },
    Matrix {
        column: Id,
        count: u32,
    },
    Array {
        element: Id,
        stride_bytes: u64,
        length: Option<u64>,
    },
    RuntimeArray {
        element: Id,
        stride_bytes: u64,
    },
    Struct {
        members: Vec<Member>,
    },
    Pointer {
        class: StorageClass,
        pointee: Id,
    },
    Image {
        dim: Dim,
        sampled: u32,
    },
    /// Anything that is handled without looking inside.
    Opaque,
}

/// A member of a structure type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub(super) id: Id,
    pub(super) offset_bytes: u64,
}

/// How many bytes a type takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Fixed(u64),
    /// A fixed part followed by elements as far as the buffer goes.
    Runtime {
        fixed_bytes: u64,
        stride_bytes: u64,
    },
    /// No size in memory, or one that depends on `OpSpecConstantOp`.
    Unknown,
}

/// Bytes and alignment of a type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) extent: Extent,
    pub(super) alignment_bytes: u64,
}

/// Types and layouts by id.
#[derive(Default)]
pub(super) struct Types {
    known: FxHashMap<Id, (Type, Layout)>,
}

/// The layout of what has none.
pub(super) const UNKNOWN: Layout = Layout { extent: Extent::Unknown, alignment_bytes: 1 };

impl Types {
    pub(super) fn insert(&mut self, id: Id, entry: (Type, Layout)) {
        self.known.insert(id, entry);
    }

    pub(super) fn get(&self, id: Id) -> Option<&Type> {
        self.known.get(&id).map(|(found, _)| found)
    }

    pub(super) fn layout(&self, id: Id) -> Layout {
        self.known.get(&id).map_or(UNKNOWN, |(_, layout)| *layout)
    }

    /// Bytes of a type of fixed size.
    pub(super) fn size_bytes(&self, id: Id) -> Option<u64> {
        match self.layout(id).extent {
            Extent::Fixed(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Storage class and pointee of a pointer type.
    pub(super) fn pointer(&self, id: Id) -> Option<(StorageClass, Id)> {
        match self.get(id)? {
            Type::Pointer { class, pointee } => Some((*class, *pointee)),
            _ => None,
        }
    }

    /// The type of a part of a composite, if it certainly has that many.
    pub(super) fn part(&self, composite: Id, index: u64) -> Option<Id> {
        match self.get(composite)? {
            Type::Vector { component, count } => (index < u64::from(*count)).then_some(*component),
            Type::Matrix { column, count } => (index < u64::from(*count)).then_some(*column),
            Type::Array { element, length, .. } => (index < (*length)?).then_some(*element),
            Type::Struct { members } => Some(members.get(usize::try_from(index).ok()?)?.id),
            _ => None,
        }
    }

    /// The scalar a scalar, vector or matrix type is made of.
    pub(super) fn scalar_of(&self, id: Id) -> Option<ScalarKind> {
        let mut part = id;
        loop {
            match self.get(part)? {
                Type::Scalar(kind) => return Some(*kind),
                Type::Vector { component, .. } => part = *component,
                Type::Matrix { column, .. } => part = *column,
                _ => return None,
            }
        }
    }
}

/// The value of an integer constant that specialization cannot change; `None` if it is negative.
pub(super) fn constant(code: &Code, id: Id) -> Option<u64> {
    (code.opcode_of(id)? == Op::Constant).then(|| default_of(code, id))?
}

/// The value of an integer constant, or the default of a specialization constant; `None` if it is negative.
pub(super) fn default_of(code: &Code, id: Id) -> Option<u64> {
    let definition = code.defining(id)?;
    if !matches!(definition.class.opcode, Op::Constant | Op::SpecConstant) {
        return None;
    }
    let integer = code.defining(definition.result_type?)?;
    if integer.class.opcode != Op::TypeInt {
        return None;
    }
    let signed = operand_literal(integer, 1) == Some(1);
    match definition.operands.first()? {
        Operand::LiteralBit32(value) if signed => u64::try_from(value.cast_signed()).ok(),
        Operand::LiteralBit32(value) => Some(u64::from(*value)),
        Operand::LiteralBit64(value) if signed => u64::try_from(value.cast_signed()).ok(),
        Operand::LiteralBit64(value) => Some(*value),
        _ => None,
    }
}
