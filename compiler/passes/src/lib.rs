//! Passes over HAL IR.
//!
//! - [`PASSES`] is the table of all passes; [`Pipeline`] says which to run on what, as text or as a tree.
//! - [`Manager`] runs a pipeline on a module, nested parts on several operations at once.
//! - [`Phase`]s are where a program is on its way to the HAL; [`advance`] takes it further.
//! - Each pass is a file: clean-up that any IR can have at the top, the passes of a dialect in the folder of its name.
//!
//! What folding and rewriting an operation means is in its row, in `halforge-ir`; passes say where and when.

mod affine_expand_index_ops;
mod analysis;
mod build;
mod canonicalize;
mod conversion;
mod convert_scf_to_cf;
mod cse;
mod expect;
mod functions;
mod hal;
mod hal_options;
mod instrument;
mod list;
mod listing;
mod lower_affine;
mod manager;
mod named;
mod opt;
mod options;
mod pass;
mod phase;
mod pipeline;
mod session;
mod symbol_dce;
mod symbols;
mod table;
mod targets;
mod util;

pub use hal_options::{Dumps, HalOptions, Linking, Memoization, Serialization, Substitution};
pub use instrument::{Instruments, Path, Which};
pub use list::list;
pub use manager::{Manager, Report, VerifyFn};
pub use named::{NamedPipeline, PIPELINES, find_pipeline};
pub use opt::{Expect, Opt, OptResult, Parts, SEPARATOR, opt};
pub use options::{OptionDef, OptionKind, OptionValue, Values};
pub use pass::{Again, Anchor, Around, CALLABLES, Failed, Pass, PassFn, Run};
pub use phase::{Advance, AfterPhase, Phase, advance};
pub use pipeline::{Pipeline, Step, unknown_pass};
pub use session::{External, MAX_FILE_BYTES, Recording, Session, WriteFile, write_file};
pub use table::{PASSES, find_pass};
