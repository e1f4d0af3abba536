//! Commands: what programs record, and the Vulkan command buffers made from it.

mod buffer;
mod build;
mod desc;
mod dispatch;
mod event;
mod hazards;
mod inline;
mod native;
mod pool;
mod record;
mod replay;

pub(crate) use buffer::Begun;
pub use buffer::CommandBuffer;
pub use desc::{
    BindingRef, BufferRef, DispatchDesc, Grid, WHOLE_BUFFER, command_buffer_mode, command_category, dispatch_flag,
    execution_stage,
};
pub use event::Event;
pub(crate) use inline::InlineCommand;
pub(crate) use native::{NativeCommands, Run};
pub(crate) use pool::CommandPool;
pub(crate) use record::Recorder;
pub(crate) use replay::{Slot, prewarm};
