//! What is known about a module as a whole.

pub(crate) mod devices;
pub(crate) mod globals;
