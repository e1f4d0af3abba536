//! Beyond the list: what the runtime promises about order, failure, threads and memory.

mod devices;
mod files;
mod host_calls;
mod leaks;
mod limits;
mod memory;
mod order;

use crate::case::Case;

pub(crate) const CASES: &[&[Case]] =
    &[devices::CASES, files::CASES, host_calls::CASES, leaks::CASES, limits::CASES, memory::CASES, order::CASES];
