//! `hal`: the 96 operations of the dialect, a file a family.

pub(super) mod allocator;
pub(super) mod buffer;
pub(super) mod buffer_view;
pub(super) mod channel;
pub(super) mod command_buffer;
pub(super) mod device;
pub(super) mod executable;
pub(super) mod fence;
pub(super) mod instrument;
pub(super) mod interface;
pub(super) mod queue;
pub(super) mod tensor;
