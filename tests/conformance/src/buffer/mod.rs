//! Buffers: allocation and the host's access to them.

mod allocation;
mod mapping;

use crate::case::Case;

pub(crate) const CASES: &[&[Case]] = &[allocation::CASES, mapping::CASES];
