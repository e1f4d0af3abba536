//! Queue operations and their order.

mod alloca;
mod dispatch;
mod host_call;
mod submission;
mod transfer;

use crate::case::Case;

pub(crate) const CASES: &[&[Case]] = &[alloca::CASES, dispatch::CASES, host_call::CASES, transfer::CASES, submission::CASES];
