//! What programs say of commands: modes, stages, buffers and their ranges, dispatches.

use std::sync::Arc;

use crate::buffer::Buffer;
use crate::executable::Executable;

/// Bits of a command buffer's mode.
pub mod command_buffer_mode {
    /// Run at most once.
    pub const ONE_SHOT: u32 = 1;
    /// May run while it is recorded.
    pub const ALLOW_INLINE_EXECUTION: u32 = 0x10;
}

/// Bits of a command buffer's categories.
pub mod command_category {
    /// Fills, updates and copies.
    pub const TRANSFER: u32 = 1;
    /// Dispatches.
    pub const DISPATCH: u32 = 2;
    /// All commands.
    pub const ANY: u32 = 3;
}

/// Bits of a barrier's stages.
pub mod execution_stage {
    /// Commands begin.
    pub const COMMAND_ISSUE: u32 = 1;
    /// Commands read their parameters.
    pub const COMMAND_PROCESS: u32 = 2;
    /// Kernels run.
    pub const DISPATCH: u32 = 4;
    /// Transfers run.
    pub const TRANSFER: u32 = 8;
    /// Commands are done.
    pub const COMMAND_RETIRE: u32 = 0x10;
    /// The host.
    pub const HOST: u32 = 0x20;
}

/// Bits of a dispatch's flags. Counts are read when the dispatch runs, and a submission keeps all that it uses, whatever
/// the flags say.
pub mod dispatch_flag {
    /// Counts may change until the dispatch runs.
    pub const DYNAMIC_INDIRECT_PARAMETERS: u64 = 1;
    /// Counts do not change once the command buffer is submitted.
    pub const STATIC_INDIRECT_PARAMETERS: u64 = 2;
    /// Arguments in a form of the device's own; not supported.
    pub const CUSTOM_DIRECT_ARGUMENTS: u64 = 4;
    /// Arguments in a buffer; not supported.
    pub const DYNAMIC_INDIRECT_ARGUMENTS: u64 = 8;
    /// Arguments in a buffer; not supported.
    pub const STATIC_INDIRECT_ARGUMENTS: u64 = 16;
    /// The dispatch may run while it is recorded.
    pub const ALLOW_INLINE_EXECUTION: u64 = 32;
    /// The caller keeps what the dispatch uses.
    pub const BORROW_RESOURCE_LIFETIMES: u64 = 64;
}

/// A length that means all bytes up to the end.
pub const WHOLE_BUFFER: u64 = u64::MAX;

/// A buffer of a command: given now, or by a slot of the table it is run with.
#[derive(Clone, Debug)]
pub enum BufferRef {
    /// This buffer.
    Direct(Buffer),
    /// The buffer in a slot.
    Slot(u32),
}

/// A part of a buffer.
#[derive(Clone, Debug)]
pub struct BindingRef {
    /// The buffer.
    pub buffer: BufferRef,
    /// First byte, from the start of the buffer or of the slot's range.
    pub offset_bytes: u64,
    /// Bytes; [`WHOLE_BUFFER`] for all up to the end.
    pub length_bytes: u64,
}

impl BindingRef {
    /// All of a buffer.
    pub fn whole(buffer: &Buffer) -> Self {
        Self { buffer: BufferRef::Direct(buffer.clone()), offset_bytes: 0, length_bytes: WHOLE_BUFFER }
    }
}

/// The number of workgroups of a dispatch.
#[derive(Clone, Debug)]
pub enum Grid {
    /// Counts in x, y and z. A zero means that nothing runs.
    Counts([u64; 3]),
    /// Counts read by the device: three 32-bit numbers at the start of the range, which begins at a multiple of four.
    Indirect(BindingRef),
}

/// A dispatch.
#[derive(Clone, Debug)]
pub struct DispatchDesc<'d> {
    /// Device code.
    pub executable: &'d Arc<Executable>,
    /// Which function of it.
    pub function: u64,
    /// Over how many workgroups.
    pub grid: Grid,
    /// Its 32-bit constants.
    pub constants: &'d [u32],
    /// Its bindings, in order.
    pub bindings: &'d [BindingRef],
    /// Bits of [`dispatch_flag`].
    pub flags: u64,
}
