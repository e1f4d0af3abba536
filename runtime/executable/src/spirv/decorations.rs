//! The decorations that interface and layout depend on.
//!
//! Invariant: a target has at most one value per decoration, and a decorated member exists. Other decorations are not
//! kept.

use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, Op};
use rustc_hash::FxHashMap;

use super::Id;
use super::words::{Code, operand_id, operand_literal};
use crate::error::ExecutableError;

/// An id, or a member of a structure type.
type Target = (Id, Option<u32>);

/// Decorations by target.
pub(super) struct Decorations {
    values: FxHashMap<Target, Vec<(Decoration, u32)>>,
}

impl Decorations {
    /// The literal of a decoration, 0 if it has none, `None` if the id is not decorated so.
    pub(super) fn get(&self, id: Id, decoration: Decoration) -> Option<u32> {
        self.find((id, None), decoration)
    }

    /// The same for a member.
    pub(super) fn of_member(&self, id: Id, member: u32, decoration: Decoration) -> Option<u32> {
        self.find((id, Some(member)), decoration)
    }

    /// The ids that carry a decoration with that literal.
    pub(super) fn decorated(&self, decoration: Decoration, literal: u32) -> impl Iterator<Item = Id> {
        let carries = move |values: &Vec<(Decoration, u32)>| values.contains(&(decoration, literal));
        let targets = self.values.iter().filter(move |(_, values)| carries(values));
        targets.filter_map(|(target, _)| target.1.is_none().then_some(target.0))
    }

    fn find(&self, target: Target, decoration: Decoration) -> Option<u32> {
        let values = self.values.get(&target)?;
        values.iter().find(|(found, _)| *found == decoration).map(|(_, literal)| *literal)
    }
}

/// Collects the decorations of a module.
pub(super) fn read(code: &Code) -> Result<Decorations, ExecutableError> {
    let mut values: FxHashMap<Target, Vec<(Decoration, u32)>> = FxHashMap::default();
    for (index, instruction) in code.instructions.iter().enumerate() {
        let target = match instruction.class.opcode {
            Op::Decorate => (operand_id(instruction, 0), None),
            Op::MemberDecorate => member_target(code, index)?,
            Op::DecorationGroup | Op::GroupDecorate | Op::GroupMemberDecorate => {
                return Err(ExecutableError::unsupported(
                    code.path(index),
                    "expected decorations without groups; spirv-opt --flatten-decorations removes them",
                ));
            }
            _ => continue,
        };
        let mut rest = instruction.operands.iter().skip_while(|operand| !matches!(operand, Operand::Decoration(_)));
        let Some(Operand::Decoration(decoration)) = rest.next() else {
            continue;
        };
        let literal = match rest.next() {
            Some(Operand::LiteralBit32(value)) => *value,
            Some(Operand::BuiltIn(value)) => *value as u32,
            _ => 0,
        };
        if !is_kept(*decoration) {
            continue;
        }
        let known = values.entry(target).or_default();
        match known.iter().find(|(found, _)| found == decoration) {
            None => known.push((*decoration, literal)),
            Some((_, found)) if *found == literal => {}
            Some((_, found)) => {
                return Err(
                    code.malformed(index, format_args!("expected {decoration:?} once per target, found {found} and {literal}"))
                );
            }
        }
    }
    Ok(Decorations { values })
}

fn is_kept(decoration: Decoration) -> bool {
    use Decoration::*;
    matches!(
        decoration,
        ArrayStride
            | Binding
            | Block
            | BufferBlock
            | BuiltIn
            | DescriptorSet
            | MatrixStride
            | NonReadable
            | NonWritable
            | Offset
            | RowMajor
            | SpecId
    )
}

fn member_target(code: &Code, index: usize) -> Result<Target, ExecutableError> {
    let instruction = code.instructions.get(index);
    let target = instruction.and_then(|instruction| {
        let id = operand_id(instruction, 0);
        let member = operand_literal(instruction, 1)?;
        let structure = code.defining(id).filter(|def| def.class.opcode == Op::TypeStruct)?;
        structure.operands.get(usize::try_from(member).ok()?)?;
        Some((id, Some(member)))
    });
    target.ok_or_else(|| code.malformed(index, "expected a member that its structure type has"))
}
