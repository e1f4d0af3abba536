//! The interpreter: runs a verified plan over the HAL.
//!
//! A [`Session`] is a loaded program: its plan, devices, parameters and globals, with the initializers run. A call of an
//! exported function blocks ([`Session::call`]) or is a future ([`Session::call_async`]); calls may run on many threads at
//! once. A failure names the operation and the source line.
//!
//! The crate names no Vulkan; what an instruction means for a device is the HAL's business.

mod arith;
mod error;
mod hal_ops;
mod interpret;
mod invocation;
mod journal;
mod parameters;
mod registers;
mod session;
mod value;

pub use error::{Error, TraceEntry};
pub use invocation::{Call, Progress};
pub use parameters::Parameters;
pub use session::{ExportInfo, Session, SessionOptions, TraceSink};
pub use value::{Bytes, Object, Results, Value};
