//! HAL IR at phase `hal` to a plan.
//!
//! [`lower`] takes a module whose host code is made of `hal`, `util`, `arith`, `cf`, `io_parameters` and `check` operations
//! and whose executables are serialized, and gives a [`Lowered`] plan. The table in `how.rs` has a row for every operation
//! of these dialects; most have an instruction of the same name and need nothing else. All mistakes are reported, not only
//! the first. Modules must be verified before; what [`halforge_ir::verify`] finds is not looked for again. Constants stay where they are (in the source text, most often) until [`LoweredFile::write`] writes them out.
//!
//! The crate runs no pass: an operation that stands before phase `hal` is refused with the phase it belongs to.

mod function;
mod how;
mod special;
mod tables;
mod types;

use std::io::{self, Write};

use halforge_ir::verify::verify;
use halforge_ir::{Attr, Diagnostic, Module, storage};
use halforge_plan::field::ConstantId;
use halforge_plan::{Encoder, Plan};

/// A plan, and where the bytes of its constants are.
pub struct Lowered<'m> {
    module: &'m Module,
    plan: Plan,
    data: Vec<Attr>,
}

impl Lowered<'_> {
    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The plan's file, ready to be written by [`LoweredFile::write`].
    ///
    /// # Errors
    /// When the constants are too large for a file.
    pub fn file(&self) -> io::Result<LoweredFile<'_>> {
        Ok(LoweredFile { lowered: self, encoder: Encoder::new(&self.plan)? })
    }
}

/// The file of a plan, whose constants are read from their sources as it is written.
pub struct LoweredFile<'l> {
    lowered: &'l Lowered<'l>,
    encoder: Encoder<'l>,
}

impl LoweredFile<'_> {
    /// Bytes of the file.
    pub fn length_bytes(&self) -> u64 {
        self.encoder.length_bytes()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Lowered { module, data, .. } = self.lowered;
        self.encoder.write(out, &mut |ConstantId(index), out| {
            storage::write_storage(module, data[index as usize], &mut |piece| out.write_all(piece))
        })
    }
}

/// Verifies `module` and lowers it.
///
/// # Errors
/// What is wrong with the module, or everything in it that has no place in a plan, each with its source location.
pub fn lower(module: &Module) -> Result<Lowered<'_>, Vec<Diagnostic>> {
    let mistakes = verify(module);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let mut tables = tables::Tables::new(module);
    let bodies = tables.declare();
    for body in bodies {
        function::lower_body(&mut tables, body);
    }
    tables.finish()
}
