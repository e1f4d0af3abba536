//! From bytes to instructions: header, framing, and rspirv's decoding of operands.
//!
//! Invariant: in a [`Code`] every instruction has the operands its grammar asks for, and every result id is unique
//! and below the bound. Whether operands make sense is for the other modules.
//!
//! rspirv's parser panics where a string's word count runs past the end of the module, and on `OpSpecConstantOp` around
//! `OpConstant`, `OpSwitch` or itself. Both are refused before it sees them: word counts must add up, and only the
//! operations that the specification allows may be inside `OpSpecConstantOp`. (Of `CompositeExtract`,
//! `CompositeInsert` and `VectorShuffle` in there it reads one literal, and refuses more.)

use std::ops::Range;

use rspirv::binary::{Consumer, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rspirv::spirv::{MAGIC_NUMBER, Op};

use super::Id;
use crate::error::{ExecutableError, check_limit};
use crate::limits::{MAX_SPIRV_ID_BOUND, MAX_SPIRV_WORDS};

/// Words before the first instruction: magic, version, generator, bound, schema.
const HEADER_WORDS: usize = 5;
/// The newest SPIR-V 1.x whose rules are known here.
const NEWEST_MINOR_VERSION: u8 = 6;

/// The instructions of a module.
pub(super) struct Code {
    /// Major and minor version of SPIR-V.
    pub(super) version: (u8, u8),
    /// In module order.
    pub(super) instructions: Vec<Instruction>,
    /// Word offset of each instruction.
    offsets: Vec<usize>,
    /// Per id, the index of the defining instruction plus one; 0 if there is none.
    definitions: Vec<u32>,
}

impl Code {
    /// Index of the instruction that defines an id.
    pub(super) fn definition(&self, id: Id) -> Option<usize> {
        let entry = *self.definitions.get(usize::try_from(id).ok()?)?;
        usize::try_from(entry).ok()?.checked_sub(1)
    }

    /// The instruction that defines an id.
    pub(super) fn defining(&self, id: Id) -> Option<&Instruction> {
        self.instructions.get(self.definition(id)?)
    }

    /// The opcode of the instruction that defines an id.
    pub(super) fn opcode_of(&self, id: Id) -> Option<Op> {
        Some(self.defining(id)?.class.opcode)
    }

    /// The type id of the value an id names; `None` if it names no value.
    pub(super) fn type_of(&self, id: Id) -> Option<Id> {
        self.defining(id)?.result_type
    }

    /// Instructions by index.
    pub(super) fn range(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Instruction)> {
        let instructions = self.instructions.get(range.clone()).unwrap_or_default();
        range.zip(instructions)
    }

    /// An error at an instruction: `word 120 (OpLoad %7)`.
    pub(super) fn malformed(&self, index: usize, message: impl std::fmt::Display) -> ExecutableError {
        ExecutableError::malformed(self.path(index), message)
    }

    /// Where an instruction is.
    pub(super) fn path(&self, index: usize) -> String {
        let offset = self.offsets.get(index).copied().unwrap_or_default();
        match self.instructions.get(index) {
            Some(Instruction { class, result_id: Some(id), .. }) => {
                format!("word {offset} (Op{} %{id})", class.opname)
            }
            Some(Instruction { class, .. }) => format!("word {offset} (Op{})", class.opname),
            None => format!("word {offset}"),
        }
    }
}

/// The ids among an instruction's operands, with their operand positions. The result type is not among them.
pub(super) fn operand_ids(instruction: &Instruction) -> impl Iterator<Item = (usize, Id)> {
    let ids = instruction.operands.iter().enumerate();
    ids.filter_map(|(position, operand)| Some((position, operand.id_ref_any()?)))
}

/// The id at an operand position, or 0, which no instruction defines.
pub(super) fn operand_id(instruction: &Instruction, position: usize) -> Id {
    let operand = instruction.operands.get(position);
    operand.and_then(Operand::id_ref_any).unwrap_or(0)
}

/// The 32-bit literal at an operand position.
pub(super) fn operand_literal(instruction: &Instruction, position: usize) -> Option<u32> {
    match instruction.operands.get(position) {
        Some(Operand::LiteralBit32(value)) => Some(*value),
        _ => None,
    }
}

/// Decodes a module given as little-endian words.
pub(super) fn parse(bytes: &[u8]) -> Result<Code, ExecutableError> {
    let malformed = |message: String| ExecutableError::malformed("word 0", message);
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(malformed(format!("expected a multiple of 4 bytes, found {}", bytes.len())));
    }
    check_limit("word 0", "words", words.len(), MAX_SPIRV_WORDS)?;
    let words: Vec<u32> = words.iter().copied().map(u32::from_le_bytes).collect();
    let &[magic, version, _generator, bound, schema, ..] = words.as_slice() else {
        return Err(malformed(format!("expected {HEADER_WORDS} header words, found {}", words.len())));
    };
    if magic != MAGIC_NUMBER {
        return Err(malformed(format!("expected the magic number {MAGIC_NUMBER:#010x}, found {magic:#010x}")));
    }
    let version = match version.to_be_bytes() {
        [0, 1, minor @ 0..=NEWEST_MINOR_VERSION, 0] => (1, minor),
        _ => {
            return Err(ExecutableError::Incompatible {
                path: "word 1".to_owned(),
                message: format!("expected SPIR-V 1.0 to 1.{NEWEST_MINOR_VERSION}, found {version:#010x}"),
            });
        }
    };
    if bound == 0 || bound > MAX_SPIRV_ID_BOUND {
        return Err(ExecutableError::malformed(
            "word 3",
            format_args!("expected an id bound from 1 to {MAX_SPIRV_ID_BOUND}, found {bound}"),
        ));
    }
    if schema != 0 {
        return Err(ExecutableError::malformed("word 4", format_args!("expected schema 0, found {schema}")));
    }
    let mut code = Code { version, instructions: Vec::new(), offsets: frame(&words)?, definitions: vec![0; bound as usize] };
    decode(bytes, &mut code)?;
    Ok(code)
}

/// The offset of each instruction; their word counts add up to the module.
fn frame(words: &[u32]) -> Result<Vec<usize>, ExecutableError> {
    let mut offsets = Vec::new();
    let mut offset = HEADER_WORDS;
    while let Some(&first) = words.get(offset) {
        let count = (first >> 16) as usize;
        let opcode = first & 0xFFFF;
        let Some(instruction) = words.get(offset..offset + count).filter(|_| count > 0) else {
            return Err(ExecutableError::malformed(
                format_args!("word {offset}"),
                format_args!("expected a word count from 1 to {}, found {count}", words.len() - offset),
            ));
        };
        if opcode == Op::SpecConstantOp as u32 {
            let operation = instruction.get(3).copied().and_then(Op::from_u32);
            if !operation.is_some_and(is_spec_constant_operation) {
                return Err(ExecutableError::malformed(
                    format_args!("word {offset} (OpSpecConstantOp)"),
                    format_args!("expected an operation allowed in shaders, found {operation:?}"),
                ));
            }
        }
        offsets.push(offset);
        offset += count;
    }
    Ok(offsets)
}

/// The operations `OpSpecConstantOp` may hold in a shader (SPIR-V specification, `OpSpecConstantOp`).
#[rustfmt::skip]
fn is_spec_constant_operation(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        SConvert | UConvert | FConvert | SNegate | Not | IAdd | ISub | IMul | UDiv | SDiv | UMod | SRem | SMod
            | ShiftRightLogical | ShiftRightArithmetic | ShiftLeftLogical | BitwiseOr | BitwiseXor | BitwiseAnd
            | VectorShuffle | CompositeExtract | CompositeInsert | LogicalOr | LogicalAnd | LogicalNot
            | LogicalEqual | LogicalNotEqual | Select | IEqual | INotEqual | ULessThan | SLessThan | UGreaterThan
            | SGreaterThan | ULessThanEqual | SLessThanEqual | UGreaterThanEqual | SGreaterThanEqual
            | QuantizeToF16
    )
}

/// Decodes framed instructions with rspirv and enters their results.
fn decode(bytes: &[u8], code: &mut Code) -> Result<(), ExecutableError> {
    let mut collector = Collector { code, refused: None };
    let parsed = rspirv::binary::parse_bytes(bytes, &mut collector);
    let refused = collector.refused.take();
    match (refused, parsed) {
        (Some(error), _) => Err(error),
        (None, Ok(())) => Ok(()),
        (None, Err(state)) => {
            let message = format!("expected the operands of its grammar, found: {state}");
            Err(code.malformed(code.instructions.len(), message))
        }
    }
}

struct Collector<'c> {
    code: &'c mut Code,
    refused: Option<ExecutableError>,
}

impl Consumer for Collector<'_> {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, _header: ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: Instruction) -> ParseAction {
        let result = instruction.result_id;
        let index = self.code.instructions.len();
        self.code.instructions.push(instruction);
        let Some(id) = result else {
            return ParseAction::Continue;
        };
        let bound = self.code.definitions.len();
        let message = match self.code.definitions.get_mut(id as usize) {
            Some(entry @ 0) if id != 0 => {
                *entry = index as u32 + 1;
                return ParseAction::Continue;
            }
            Some(_) => format!("expected a result id not used before and not 0, found %{id}"),
            None => format!("expected a result id below the bound {bound}, found %{id}"),
        };
        self.refused = Some(self.code.malformed(index, message));
        ParseAction::Stop
    }
}
