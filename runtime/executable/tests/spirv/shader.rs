//! A small compute shader, instruction by instruction, for tests to change.

use rspirv::spirv::Op;

/// An instruction: opcode and operand words, result type and result first.
pub(crate) type Inst = (Op, Vec<u32>);

/// An instruction.
pub(crate) fn inst(op: Op, operands: &[u32]) -> Inst {
    (op, operands.to_vec())
}

/// An instruction that ends with a string.
pub(crate) fn with_text(op: Op, operands: &[u32], text: &str) -> Inst {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((text.len() + 4) / 4 * 4, 0);
    let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    (op, operands.iter().copied().chain(words).collect())
}

pub(crate) const VOID: u32 = 1;
/// `void ()`.
pub(crate) const MAIN_TYPE: u32 = 2;
pub(crate) const MAIN: u32 = 3;
pub(crate) const BOOL: u32 = 4;
pub(crate) const UINT: u32 = 5;
pub(crate) const FLOAT: u32 = 6;
/// A vector of two floats.
pub(crate) const VEC2: u32 = 7;
pub(crate) const ZERO: u32 = 8;
pub(crate) const ONE: u32 = 9;
/// The float 1.0.
pub(crate) const UNIT: u32 = 10;
/// A runtime array of floats.
pub(crate) const FLOATS: u32 = 11;
/// A block of an unsigned integer and `FLOATS`.
pub(crate) const BLOCK: u32 = 12;
pub(crate) const BLOCK_POINTER: u32 = 13;
pub(crate) const FLOAT_POINTER: u32 = 14;
/// A storage buffer of type `BLOCK` at set 0, binding 2.
pub(crate) const BUFFER: u32 = 15;
pub(crate) const LABEL: u32 = 16;
/// Ids from here on are free.
pub(crate) const FREE: u32 = 20;
pub(crate) const BOUND: u32 = 100;

/// The parts of the shader that tests add to or change.
pub(crate) struct Shader {
    /// Up to the memory model.
    pub(crate) head: Vec<Inst>,
    /// Entry points and execution modes.
    pub(crate) entries: Vec<Inst>,
    pub(crate) decorations: Vec<Inst>,
    /// Types, constants and variables.
    pub(crate) globals: Vec<Inst>,
    /// The body of `main`, between its label and its return.
    pub(crate) body: Vec<Inst>,
    /// From the return on.
    pub(crate) tail: Vec<Inst>,
}

/// A valid shader that stores nothing and returns.
pub(crate) fn shader() -> Shader {
    Shader {
        head: vec![
            inst(Op::Capability, &[1]),
            with_text(Op::ExtInstImport, &[17], "GLSL.std.450"),
            inst(Op::MemoryModel, &[0, 1]),
        ],
        entries: vec![with_text(Op::EntryPoint, &[5, MAIN], "main"), inst(Op::ExecutionMode, &[MAIN, 17, 8, 4, 1])],
        decorations: vec![
            inst(Op::Decorate, &[FLOATS, 6, 4]),
            inst(Op::Decorate, &[BLOCK, 2]),
            inst(Op::MemberDecorate, &[BLOCK, 0, 35, 0]),
            inst(Op::MemberDecorate, &[BLOCK, 1, 35, 16]),
            inst(Op::Decorate, &[BUFFER, 34, 0]),
            inst(Op::Decorate, &[BUFFER, 33, 2]),
        ],
        globals: vec![
            inst(Op::TypeVoid, &[VOID]),
            inst(Op::TypeFunction, &[MAIN_TYPE, VOID]),
            inst(Op::TypeBool, &[BOOL]),
            inst(Op::TypeInt, &[UINT, 32, 0]),
            inst(Op::TypeFloat, &[FLOAT, 32]),
            inst(Op::TypeVector, &[VEC2, FLOAT, 2]),
            inst(Op::Constant, &[UINT, ZERO, 0]),
            inst(Op::Constant, &[UINT, ONE, 1]),
            inst(Op::Constant, &[FLOAT, UNIT, 0x3F80_0000]),
            inst(Op::TypeRuntimeArray, &[FLOATS, FLOAT]),
            inst(Op::TypeStruct, &[BLOCK, UINT, FLOATS]),
            inst(Op::TypePointer, &[BLOCK_POINTER, 12, BLOCK]),
            inst(Op::TypePointer, &[FLOAT_POINTER, 12, FLOAT]),
            inst(Op::Variable, &[BLOCK_POINTER, BUFFER, 12]),
        ],
        body: Vec::new(),
        tail: vec![inst(Op::Return, &[]), inst(Op::FunctionEnd, &[])],
    }
}

impl Shader {
    /// The module as bytes.
    pub(crate) fn assemble(&self) -> Vec<u8> {
        let main = [inst(Op::Function, &[VOID, MAIN, 0, MAIN_TYPE]), inst(Op::Label, &[LABEL])];
        let parts = [&self.head, &self.entries, &self.decorations, &self.globals, &main.to_vec(), &self.body, &self.tail];
        let mut words = vec![0x0723_0203, 0x0001_0300, 0, BOUND, 0];
        for (op, operands) in parts.into_iter().flatten() {
            words.push((operands.len() as u32 + 1) << 16 | *op as u32);
            words.extend(operands);
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}
