//! A plan to bytes.
//!
//! The file is a header of 64 bytes, a directory of sections and the sections, each at a multiple of 64. All numbers of the
//! header and the directory are little-endian:
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | `HALFPLAN` |
//! | 8 | 4 | version |
//! | 12 | 4 | number of sections |
//! | 16 | 8 | length of the file |
//! | 24 | 40 | zero |
//! | 64 | 24 each | section: kind (4), zero (4), offset (8), length (8) |
//!
//! The data section comes last. Its constants are written by the caller, so a program's weights never have to be in memory.
//! The same plan always gives the same bytes.

use std::io::{self, Write};

use crate::bytes::Writer;
use crate::field::{ConstantId, Field};
use crate::plan::{Constant, Function, Location, Plan};

/// First bytes of every plan.
pub(crate) const MAGIC: &[u8; 8] = b"HALFPLAN";
/// Version that this build writes and reads.
pub const VERSION: u32 = 1;
pub(crate) const HEADER_BYTES: usize = 64;
pub(crate) const ENTRY_BYTES: usize = 24;
/// Alignment of sections, and the least of constants.
pub(crate) const ALIGNMENT: u64 = 64;

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident = $code:literal $text:literal,)*) => {
        /// The sections of a plan, in the order of the file.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Section { $($(#[$doc])* $name,)* }

        impl Section {
            /// All sections.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
            /// The number in the directory.
            pub const fn code(self) -> u32 { match self { $(Self::$name => $code,)* } }
            /// The name in disassembly.
            pub const fn name(self) -> &'static str { match self { $(Self::$name => $text,)* } }
        }
    };
}

sections! {
    /// Texts.
    Strings = 1 "strings",
    /// Globals, exports, initializers, executables and the sizes of constants.
    Tables = 2 "tables",
    /// Signatures, registers, blocks and instructions.
    Functions = 3 "functions",
    /// Where instructions come from.
    Locations = 4 "locations",
    /// Constants.
    Data = 5 "data",
}

/// The place of each constant, relative to the data section, and the section's length.
pub(crate) fn data_layout(constants: &[Constant]) -> Option<(Vec<u64>, u64)> {
    let mut end = 0u64;
    let mut offsets = Vec::with_capacity(constants.len());
    for constant in constants {
        let start = end.checked_next_multiple_of(u64::from(constant.alignment_bytes).max(ALIGNMENT))?;
        offsets.push(start);
        end = start.checked_add(constant.length_bytes)?;
    }
    Some((offsets, end))
}

/// The largest alignment of a constant, which the data section has too.
pub(crate) fn data_alignment(constants: &[Constant]) -> u64 {
    constants.iter().map(|c| u64::from(c.alignment_bytes)).max().unwrap_or(1).max(ALIGNMENT)
}

/// A plan ready to be written: everything but the bytes of its constants.
pub struct Encoder<'p> {
    plan: &'p Plan,
    sections: [Vec<u8>; 4],
    directory: Vec<(u64, u64)>,
    /// Places of the constants, relative to the data section.
    offsets: Vec<u64>,
}

impl<'p> Encoder<'p> {
    /// Encodes the tables and the code.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] when the constants are too large for a file.
    pub fn new(plan: &'p Plan) -> io::Result<Self> {
        let too_large = || io::Error::new(io::ErrorKind::InvalidData, "the constants are too large for a plan");
        let (offsets, data_bytes) = data_layout(&plan.constants).ok_or_else(too_large)?;
        let sections = [strings(plan), tables(plan), functions(plan), locations(plan)];
        let mut at = (HEADER_BYTES + ENTRY_BYTES * Section::ALL.len()) as u64;
        let mut directory = Vec::new();
        for section in &sections {
            at = at.next_multiple_of(ALIGNMENT);
            directory.push((at, section.len() as u64));
            at += section.len() as u64;
        }
        let data_start = at.next_multiple_of(data_alignment(&plan.constants));
        data_start.checked_add(data_bytes).ok_or_else(too_large)?;
        directory.push((data_start, data_bytes));
        Ok(Self { plan, sections, directory, offsets })
    }

    /// Bytes of the file.
    pub fn length_bytes(&self) -> u64 {
        self.directory.last().map_or(0, |(offset, length)| offset + length)
    }

    /// Writes the file. `data` writes the bytes of one constant, exactly as many as its table entry says.
    ///
    /// # Errors
    /// Those of `out` and `data`; [`io::ErrorKind::InvalidData`] when `data` writes another number of bytes.
    pub fn write(
        &self,
        out: &mut dyn Write,
        data: &mut dyn FnMut(ConstantId, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut out = Counted { out, written: 0 };
        out.write_all(&header(&self.directory, self.length_bytes()))?;
        for (section, (offset, _)) in self.sections.iter().zip(&self.directory) {
            out.pad_to(*offset)?;
            out.write_all(section)?;
        }
        let data_start = self.directory[self.sections.len()].0;
        for (index, (constant, offset)) in self.plan.constants.iter().zip(&self.offsets).enumerate() {
            out.pad_to(data_start + offset)?;
            data(ConstantId(index as u32), &mut out)?;
            let written = out.written - data_start - offset;
            if written != constant.length_bytes {
                let what = format!("constant {index} has {} bytes, but {written} were written", constant.length_bytes);
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
        }
        out.pad_to(self.length_bytes())
    }
}

fn header(directory: &[(u64, u64)], file_bytes: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + ENTRY_BYTES * directory.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(directory.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&file_bytes.to_le_bytes());
    bytes.resize(HEADER_BYTES, 0);
    for (section, (offset, length)) in Section::ALL.iter().zip(directory) {
        bytes.extend_from_slice(&section.code().to_le_bytes());
        bytes.extend_from_slice(&0u32.to_le_bytes());
        bytes.extend_from_slice(&offset.to_le_bytes());
        bytes.extend_from_slice(&length.to_le_bytes());
    }
    bytes
}

/// Output that knows how much was written.
struct Counted<'o> {
    out: &'o mut dyn Write,
    written: u64,
}

impl Counted<'_> {
    fn pad_to(&mut self, offset: u64) -> io::Result<()> {
        const ZEROS: [u8; 4096] = [0; 4096];
        while self.written < offset {
            let n = (offset - self.written).min(ZEROS.len() as u64) as usize;
            self.write_all(&ZEROS[..n])?;
        }
        Ok(())
    }
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.written += n as u64;
        Ok(n)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn strings(plan: &Plan) -> Vec<u8> {
    let mut w = Writer::default();
    w.number(plan.strings.len() as u64);
    for text in &plan.strings {
        w.blob(text.as_bytes());
    }
    w.bytes
}

fn tables(plan: &Plan) -> Vec<u8> {
    let mut w = Writer::default();
    w.number(plan.globals.len() as u64);
    for global in &plan.globals {
        w.number(global.name.0.into());
        w.byte(global.ty.code());
        w.number(global.initial);
    }
    w.number(plan.exports.len() as u64);
    for export in &plan.exports {
        w.number(export.name.0.into());
        w.number(export.function.0.into());
        w.byte(export.model.code());
        w.number(export.declaration.0.into());
    }
    w.number(plan.initializers.len() as u64);
    for function in &plan.initializers {
        w.number(function.0.into());
    }
    w.number(plan.executables.len() as u64);
    for executable in &plan.executables {
        w.number(executable.name.0.into());
        w.number(executable.format.0.into());
        w.number(executable.data.0.into());
    }
    w.number(plan.constants.len() as u64);
    for constant in &plan.constants {
        w.number(constant.name.0.into());
        w.number(constant.length_bytes);
        w.number(constant.alignment_bytes.into());
    }
    w.bytes
}

fn functions(plan: &Plan) -> Vec<u8> {
    let mut w = Writer::default();
    w.number(plan.functions.len() as u64);
    for function in &plan.functions {
        encode_function(function, &mut w);
    }
    w.bytes
}

fn encode_function(function: &Function, w: &mut Writer) {
    w.number(function.name.0.into());
    for types in [&function.params, &function.results, &function.registers] {
        w.number(types.len() as u64);
        for ty in types {
            w.byte(ty.code());
        }
    }
    w.number(function.blocks.len() as u64);
    for block in &function.blocks {
        w.number(block.params.len() as u64);
        for param in &block.params {
            w.number(param.0.into());
        }
        w.number(block.start.into());
    }
    w.number(function.code.len() as u64);
    for instr in &function.code {
        w.number(instr.code().into());
        instr.fields(&mut |_, field: &dyn Field| field.encode(w));
    }
}

/// Runs of instructions with the same location: for each run its length, then the file plus one (0 for none), line, column.
fn locations(plan: &Plan) -> Vec<u8> {
    let mut w = Writer::default();
    for function in &plan.functions {
        for run in function.locations.chunk_by(|a, b| a == b) {
            w.number(run.len() as u64);
            match run[0] {
                None => w.number(0),
                Some(Location { file, line, column }) => {
                    w.number(u64::from(file.0) + 1);
                    w.number(line.into());
                    w.number(column.into());
                }
            }
        }
    }
    w.bytes
}
