//! Command buffers: every command, in both modes, reused and not.

mod basic;
mod copy;
mod dispatch;
mod fill;
mod indirect_parameters;
mod pipeline;
mod profile;
mod reuse;
mod stress;
mod transient;
mod update;

pub(crate) use fill::filled;
pub(crate) use indirect_parameters::{unwritten, written_by};
pub(crate) use profile::{check_span, profiled};

use crate::case::Case;

pub(crate) const CASES: &[&[Case]] = &[
    basic::CASES,
    copy::CASES,
    dispatch::CASES,
    indirect_parameters::CASES,
    pipeline::CASES,
    reuse::CASES,
    profile::CASES,
    fill::CASES,
    stress::CASES,
    transient::CASES,
    update::CASES,
];
