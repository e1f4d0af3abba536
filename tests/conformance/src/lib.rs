//! The conformance suite: what programs of IREE's `hal` dialect may expect of the HAL, checked on a device.
//!
//! A [`Case`] is a function with a name. Cases with buffers run *direct*, naming buffers, and *indirect*, through a binding
//! table; cases with kernels run for both dispatch ABIs. [`list`] names the cases of IREE's own suite; each is stood for
//! by a case here, in our own words. Cases beyond that list are in the group `runtime`.
//!
//! Invariant: a case passes only if the validation layer, with synchronization checks, said nothing while it ran, and if no
//! object and no byte is left of it. Cases run one after another on one device, so that this can be told.

mod buffer;
mod case;
mod command_buffer;
mod context;
mod core;
mod failure;
mod file;
mod harness;
pub mod list;
mod queue;
mod recording;
mod report;
mod runtime;

pub use case::{Case, Variant};
pub use context::{Context, Mode};
pub use failure::{Failure, Outcome};
pub use harness::{Harness, Verdict};
pub use report::{Row, report};

/// All cases, in the order of the list, then those beyond it.
pub fn cases() -> impl Iterator<Item = &'static Case> {
    let groups = [buffer::CASES, command_buffer::CASES, core::CASES, &[file::CASES], queue::CASES, runtime::CASES];
    groups.into_iter().flatten().copied().flatten()
}
