//! A plan in memory: what a compiler builds and an interpreter runs.

use crate::field::{BlockId, ConstantId, ExecutableId, FunctionId, GlobalId, Names, Reg, StringId};
use crate::instr::Instr;
use crate::types::RegType;

/// A program: functions of instructions, and what they refer to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// Texts, by [`StringId`].
    pub strings: Vec<String>,
    /// Functions, by [`FunctionId`].
    pub functions: Vec<Function>,
    /// Variables, by [`GlobalId`].
    pub globals: Vec<Global>,
    /// Functions that users call, in order of the source.
    pub exports: Vec<Export>,
    /// Functions without parameters and results that run once, in order, before any export.
    pub initializers: Vec<FunctionId>,
    /// Device code, by [`ExecutableId`].
    pub executables: Vec<Executable>,
    /// Bytes of the data section, by [`ConstantId`].
    pub constants: Vec<Constant>,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Name, unique in the plan.
    pub name: StringId,
    /// Types of the parameters, which are the parameters of block 0. Kept apart for imports, which have no blocks.
    pub params: Vec<RegType>,
    /// Types of the results.
    pub results: Vec<RegType>,
    /// The type of each register.
    pub registers: Vec<RegType>,
    /// Blocks; none for an import, which must come from outside.
    pub blocks: Vec<Block>,
    /// The instructions of all blocks, one after another.
    pub code: Vec<Instr>,
    /// For each instruction, where it comes from.
    pub locations: Vec<Option<Location>>,
}

impl Function {
    /// Whether the body must come from outside.
    pub fn is_import(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The positions of a block's instructions.
    pub fn block_range(&self, block: BlockId) -> std::ops::Range<usize> {
        let at = block.0 as usize;
        let end = self.blocks.get(at + 1).map_or(self.code.len(), |next| next.start as usize);
        self.blocks[at].start as usize..end
    }
}

/// A block of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Registers that a branch to it gives values.
    pub params: Vec<Reg>,
    /// Position of its first instruction.
    pub start: u32,
}

/// A place in a source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// File name.
    pub file: StringId,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Name, unique in the plan.
    pub name: StringId,
    /// What it holds.
    pub ty: RegType,
    /// Bits it starts with; 0 for objects, which start as null.
    pub initial: u64,
}

/// A function that users call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// Name.
    pub name: StringId,
    /// The function.
    pub function: FunctionId,
    /// How it is called.
    pub model: CallModel,
    /// The signature in the source's own types, such as `sync func @main(%input0: tensor<4xf32>) -> …`; may be empty.
    pub declaration: StringId,
}

/// How an exported function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallModel {
    /// It returns when its results are ready.
    Synchronous,
    /// Its last two arguments are a fence to wait for and a fence to signal; results are ready with the second.
    CoarseFences,
}

impl CallModel {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Synchronous => 0,
            Self::CoarseFences => 1,
        }
    }

    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Synchronous),
            1 => Some(Self::CoarseFences),
            _ => None,
        }
    }

    /// The name IREE uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Synchronous => "synchronous",
            Self::CoarseFences => "coarse-fences",
        }
    }
}

/// Device code of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Executable {
    /// Name in the source, such as `main_dispatch_0::vulkan_spirv_fb`.
    pub name: StringId,
    /// Format of the bytes, such as `vulkan-spirv-fb`.
    pub format: StringId,
    /// The bytes.
    pub data: ConstantId,
}

/// Bytes of the data section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Name in the source; may be empty.
    pub name: StringId,
    /// Number of bytes.
    pub length_bytes: u64,
    /// Alignment of the first byte in the file, a power of two.
    pub alignment_bytes: u32,
}

impl Plan {
    /// The id of `text`, added if it is not there yet. Linear; builders keep a map.
    pub fn string_id(&mut self, text: &str) -> StringId {
        let found = self.strings.iter().position(|s| s == text);
        let index = found.unwrap_or_else(|| {
            self.strings.push(text.to_owned());
            self.strings.len() - 1
        });
        StringId(index as u32)
    }

    /// The export called `name`.
    pub fn export(&self, name: &str) -> Option<&Export> {
        self.exports.iter().find(|e| self.string(e.name) == name)
    }
}

impl Names for Plan {
    fn string(&self, id: StringId) -> &str {
        self.strings.get(id.0 as usize).map_or("?", String::as_str)
    }
    fn function(&self, id: FunctionId) -> &str {
        self.functions.get(id.0 as usize).map_or("?", |f| self.string(f.name))
    }
    fn global(&self, id: GlobalId) -> &str {
        self.globals.get(id.0 as usize).map_or("?", |g| self.string(g.name))
    }
    fn executable(&self, id: ExecutableId) -> &str {
        self.executables.get(id.0 as usize).map_or("?", |e| self.string(e.name))
    }
}
