//! Checks of the `hal` dialect beyond its rows, a file a family.

pub(crate) mod attrs;
pub(crate) mod buffer_view;
pub(crate) mod command_buffer;
pub(crate) mod device;
pub(crate) mod executable;
pub(crate) mod interface;
pub(crate) mod queue;
pub(crate) mod symbols;
pub(crate) mod tensor;
