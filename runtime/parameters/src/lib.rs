//! Indexes of parameter archives: what `--parameters=[scope=]file` names.
//!
//! [`Archive::parse`] turns the bytes of an `.irpa`, `.safetensors` or `.gguf` file into a table of
//! names and places, in the order of the file. It reads the header and never the parameters.
//!
//! **Invariant:** every [`Entry::Data`] of an archive lies inside the bytes it was parsed from,
//! and nothing in those bytes can make this crate panic or outgrow a limit of [`limits`].
//!
//! Left to others: opening and mapping files, following [`Entry::External`] to another file, merging
//! the archives of one scope, and comparing a parameter's length with what a program wants.
//!
//! ```
//! use halforge_parameters::{Archive, Content, Entry, Format, write_irpa};
//!
//! let mut file = Vec::new();
//! write_irpa(&[("w", Content::Data(&[1, 2, 3, 4]))], &mut file)?;
//!
//! let archive = Archive::parse(&file, Format::Irpa)?;
//! assert_eq!(archive.require("model", "w")?, &Entry::Data { offset_bytes: 192, length_bytes: 4 });
//! assert_eq!(
//!     archive.require("model", "W1").unwrap_err().to_string(),
//!     r#"no parameter "W1" in scope "model"; it holds 1 entry"#
//! );
//! # Ok::<(), halforge_parameters::ArchiveError>(())
//! ```

mod archive;
mod bytes;
mod error;
mod format;
mod gguf;
mod irpa;
pub mod limits;
mod nearest;
mod safetensors;
mod spec;

pub use archive::{Archive, Entry, Pattern};
pub use error::{ArchiveError, Container};
pub use format::Format;
pub use irpa::{Content, write_irpa};
pub use nearest::unknown_parameter;
pub use spec::Spec;
