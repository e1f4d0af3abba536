//! Commands: what programs record, and the Vulkan command buffers made from it.

mod buffer;
mod hazards;
mod inline;
mod native;
mod pool;
mod record;
mod replay;

pub use buffer::{
    BindingRef, BufferRef, CommandBuffer, DispatchDesc, Grid, command_buffer_mode, command_category, execution_stage,
};
pub(crate) use inline::InlineCommand;
pub(crate) use native::{NativeCommands, Run};
pub(crate) use pool::CommandPool;
pub(crate) use record::Recorder;
pub(crate) use replay::prewarm;
