//! Runs compiled models on Vulkan.
//!
//! A [`Program`] is loaded from HAL text, as `iree-compile --compile-to=hal` prints it, or from a plan that
//! `halforge compile` made of it. A [`Session`] runs it on a device; its functions take and give [`Value`]s, made of slices.
//!
//! ```no_run
//! use halforge::{Program, Session};
//!
//! fn main() -> Result<(), halforge::Error> {
//!     let program = Program::load("multiply.mlir")?;
//!     let session = Session::open(&program, "vulkan")?;
//!     let a = session.tensor(&[4], &[1.0f32, 2.0, 3.0, 4.0])?;
//!     let b = session.tensor(&[4], &[5.0f32, 6.0, 7.0, 8.0])?;
//!     let results = session.call("multiply", &[a, b])?;
//!     println!("{:?}", session.to_vec::<f32>(&results[0])?);
//!     Ok(())
//! }
//! ```
//!
//! [`Session::call_async`] gives a future instead; any executor runs it, and one thread may have many calls in progress.
//! Devices, buffers and fences are those of [`hal`], for programs that need more than slices.

mod compile;
mod declaration;
mod error;
mod program;
mod session;

pub use compile::{CompileOptions, Goal, compile, compile_file, compile_text};
pub use declaration::{Declaration, DeclaredType, DeclaredValue};
pub use error::Error;
pub use halforge_hal as hal;
pub use halforge_ir::{Diagnostic, Place, Severity};
pub use halforge_passes as passes;
pub use halforge_value as value;
pub use halforge_vm::{Call, ExportInfo, Object, Parameters, Results, SessionOptions, TraceSink, Value};
pub use program::{Program, open_text};
pub use session::{Element, Session};
