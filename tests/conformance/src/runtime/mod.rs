//! Beyond the list: what the runtime promises about order, failure, threads and memory.

use crate::case::Case;

pub(crate) const CASES: &[&[Case]] = &[];
