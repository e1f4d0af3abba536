//! Drivers, events, executables and semaphores.

mod driver;
mod event;
mod executable;
mod semaphore;
mod threads;

use crate::case::Case;

pub(crate) const CASES: &[&[Case]] = &[driver::CASES, event::CASES, executable::CASES, semaphore::CASES, threads::CASES];
