//! What is known about a module as a whole.

pub(crate) mod devices;
pub(crate) mod dispatches;
pub(crate) mod executable_targets;
pub(crate) mod globals;
