//! The instructions: the one list from which encoding, decoding, verification and disassembly follow.
//!
//! A row gives the variant, its code in a plan, its mnemonic (the operation's name in the IR) and its fields. What a field
//! is, is its type; [`crate::field`] says how each kind is encoded, checked and shown. An instruction of the HAL has the
//! name of its operation, and the interpreter one arm for each.

use crate::build::{Build, Source};
use crate::field::{
    Cases, ConstantId, ExecutableId, Field, FunctionId, GlobalId, In, InAny, InList, InListAny, Number, OptIn, Out, OutAny,
    OutList, OutListAny, SameList, StringId, Target,
};
use crate::ops::{BinaryOp, Predicate, UnaryOp};
use crate::types::kind::{
    Allocator, Buffer, BufferView, Bytes, Channel, CommandBuffer, Device, Executable, Fence, File, I1, I32, I64,
};

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident = $code:literal $mnemonic:literal { $($field:ident: $kind:ty,)* })*) => {
        /// An instruction.
        #[derive(Clone, PartialEq, Debug)]
        #[expect(missing_docs, reason = "fields are the operation's operands, attributes and results of the same name")]
        pub enum Instr {
            $($(#[$doc])* $name { $($field: $kind,)* },)*
        }

        impl Instr {
            /// Codes and mnemonics of all instructions.
            pub const ALL: &[(u16, &str)] = &[$(($code, $mnemonic),)*];

            /// The number that stands for it in a plan.
            pub const fn code(&self) -> u16 {
                match self { $(Self::$name { .. } => $code,)* }
            }

            /// The name in disassembly.
            pub const fn mnemonic(&self) -> &'static str {
                match self { $(Self::$name { .. } => $mnemonic,)* }
            }

            /// Calls `each` with every field, in order of encoding.
            pub fn fields(&self, each: &mut dyn FnMut(&'static str, &dyn Field)) {
                match self {
                    $(Self::$name { $($field,)* } => { $(each(stringify!($field), $field);)* })*
                }
            }

            /// The instruction of an operation, with fields that `source` finds by name; `None` when no instruction has the
            /// operation's name.
            ///
            /// # Errors
            /// The first of `source`.
            pub fn build<S: Source + ?Sized>(operation: &str, source: &mut S) -> Option<Result<Self, S::Error>> {
                fn all<E>(make: impl FnOnce() -> Result<Instr, E>) -> Result<Instr, E> { make() }
                Some(match operation {
                    $($mnemonic => all(|| Ok(Self::$name { $($field: <$kind as Build>::build(stringify!($field), source)?,)* })),)*
                    _ => return None,
                })
            }

            /// An instruction of `code` out of random numbers.
            #[cfg(test)]
            pub(crate) fn arbitrary(code: u16, g: &mut crate::tests::Gen) -> Option<Self> {
                Some(match code {
                    $($code => Self::$name { $($field: <$kind as crate::tests::Arbitrary>::arbitrary(g),)* },)*
                    _ => return None,
                })
            }

            /// Decodes the instruction of `code`; `None` when there is none.
            pub(crate) fn decode(code: u16, r: &mut crate::bytes::Reader<'_>) -> Result<Option<Self>, crate::PlanError> {
                Ok(Some(match code {
                    $($code => Self::$name { $($field: <$kind as crate::field::Decode>::decode(r)?,)* },)*
                    _ => return Ok(None),
                }))
            }
        }
    };
}

instructions! {
    /// A number, by its bits.
    Const = 1 "const" { bits: Number, result: OutAny, }
    /// No object.
    Null = 2 "util.null" { result: OutAny, }
    /// Bytes of the plan.
    BufferConstant = 3 "util.buffer.constant" { value: ConstantId, result: Out<Bytes>, }
    /// One of two values.
    Select = 4 "arith.select" { condition: In<I1>, true_value: InAny, false_value: InAny, result: OutAny, }
    /// Arithmetic on two values.
    Binary = 5 "binary" { op: BinaryOp, lhs: InAny, rhs: InAny, result: OutAny, }
    /// Arithmetic on one value.
    Unary = 6 "unary" { op: UnaryOp, operand: InAny, result: OutAny, }
    /// A comparison of numbers.
    Compare = 7 "cmp" { predicate: Predicate, lhs: InAny, rhs: InAny, result: Out<I1>, }
    /// Whether both are the same object, or both null.
    CompareObjects = 8 "cmp.same" { lhs: InAny, rhs: InAny, result: Out<I1>, }
    /// The value at an index, or the default.
    SwitchValue = 9 "util.switch" { index: In<I64>, default_value: InAny, values: SameList, result: OutAny, }
    /// The same values.
    Copy = 10 "copy" { operands: InListAny, results: OutListAny, }

    /// Goes to a block.
    Br = 16 "cf.br" { target: Target, }
    /// Goes to one of two blocks.
    CondBr = 17 "cf.cond_br" { condition: In<I1>, then: Target, otherwise: Target, }
    /// Goes to the block of a value.
    Switch = 18 "cf.switch" { flag: InAny, default: Target, cases: Cases, }
    /// Ends the function.
    Return = 19 "util.return" { operands: InListAny, }
    /// Calls a function.
    Call = 20 "util.call" { callee: FunctionId, operands: InListAny, results: OutListAny, }
    /// Stops the program unless the status is ok.
    StatusCheckOk = 21 "util.status.check_ok" { status: In<I32>, message: StringId, }
    /// Stops the program unless the condition holds.
    Assert = 22 "cf.assert" { arg: In<I1>, msg: StringId, }
    /// Stops the program.
    Unreachable = 23 "util.unreachable" { message: StringId, }
    /// The value of a global.
    GlobalLoad = 24 "util.global.load" { global: GlobalId, result: OutAny, }
    /// Gives a global a value.
    GlobalStore = 25 "util.global.store" { value: InAny, global: GlobalId, }

    /// `hal.allocator.select`
    AllocatorSelect = 64 "hal.allocator.select" {
        devices: InList<Device>, queue_affinities: InList<I64>, memory_types: In<I32>, buffer_usage: In<I32>,
        selected_device: Out<Device>, selected_queue_affinity: Out<I64>,
    }
    /// `hal.allocator.allocate`
    AllocatorAllocate = 65 "hal.allocator.allocate" {
        allocator: In<Allocator>, queue_affinity: In<I64>, memory_types: In<I32>, buffer_usage: In<I32>,
        result_size: In<I64>, result: Out<Buffer>,
    }
    /// `hal.allocator.import`
    AllocatorImport = 66 "hal.allocator.import" {
        allocator: In<Allocator>, queue_affinity: In<I64>, memory_types: In<I32>, buffer_usage: In<I32>,
        source: In<Bytes>, offset: In<I64>, length: In<I64>, did_import: Out<I1>, result: Out<Buffer>,
    }
    /// `hal.buffer.assert`
    BufferAssert = 67 "hal.buffer.assert" {
        buffer: In<Buffer>, allocator: In<Allocator>, minimum_length: In<I64>, message: StringId,
        memory_types: Number, buffer_usage: Number,
    }
    /// `hal.buffer.allocation.preserve`
    BufferAllocationPreserve = 68 "hal.buffer.allocation.preserve" { buffer: In<Buffer>, }
    /// `hal.buffer.allocation.discard`
    BufferAllocationDiscard = 69 "hal.buffer.allocation.discard" { buffer: In<Buffer>, result: Out<I1>, }
    /// `hal.buffer.allocation.is_terminal`
    BufferAllocationIsTerminal = 70 "hal.buffer.allocation.is_terminal" { buffer: In<Buffer>, result: Out<I1>, }
    /// `hal.buffer.subspan`
    BufferSubspan = 71 "hal.buffer.subspan" {
        source_buffer: In<Buffer>, source_offset: In<I64>, length: In<I64>, result: Out<Buffer>,
    }
    /// `hal.buffer.length`
    BufferLength = 72 "hal.buffer.length" { buffer: In<Buffer>, result: Out<I64>, }
    /// `hal.buffer.load`
    BufferLoad = 73 "hal.buffer.load" { source_buffer: In<Buffer>, source_offset: In<I64>, result: OutAny, }
    /// `hal.buffer.store`
    BufferStore = 74 "hal.buffer.store" { value: InAny, target_buffer: In<Buffer>, target_offset: In<I64>, }
    /// `hal.buffer_view.create`
    BufferViewCreate = 75 "hal.buffer_view.create" {
        source_buffer: In<Buffer>, source_offset: In<I64>, source_length: In<I64>, element_type: In<I32>,
        encoding_type: In<I32>, shape: InList<I64>, result: Out<BufferView>,
    }
    /// `hal.buffer_view.assert`
    BufferViewAssert = 76 "hal.buffer_view.assert" {
        buffer_view: In<BufferView>, element_type: In<I32>, encoding_type: In<I32>, shape: InList<I64>, message: StringId,
    }
    /// `hal.buffer_view.buffer`
    BufferViewBuffer = 77 "hal.buffer_view.buffer" { buffer_view: In<BufferView>, result: Out<Buffer>, }
    /// `hal.buffer_view.element_type`
    BufferViewElementType = 78 "hal.buffer_view.element_type" { buffer_view: In<BufferView>, result: Out<I32>, }
    /// `hal.buffer_view.encoding_type`
    BufferViewEncodingType = 79 "hal.buffer_view.encoding_type" { buffer_view: In<BufferView>, result: Out<I32>, }
    /// `hal.buffer_view.rank`
    BufferViewRank = 80 "hal.buffer_view.rank" { buffer_view: In<BufferView>, result: Out<I64>, }
    /// `hal.buffer_view.dim`
    BufferViewDim = 81 "hal.buffer_view.dim" { buffer_view: In<BufferView>, index: Number, result: Out<I64>, }
    /// `hal.buffer_view.trace`
    BufferViewTrace = 82 "hal.buffer_view.trace" { key: StringId, operands: InList<BufferView>, }
    /// `hal.channel.create`
    ChannelCreate = 83 "hal.channel.create" {
        device: In<Device>, queue_affinity: In<I64>, id: In<Bytes>, group: In<Bytes>, rank: In<I32>, count: In<I32>,
        flags: Number, result: Out<Channel>,
    }
    /// `hal.channel.split`
    ChannelSplit = 84 "hal.channel.split" {
        channel: In<Channel>, color: In<I32>, key: In<I32>, flags: Number, result: Out<Channel>,
    }
    /// `hal.channel.rank_and_count`
    ChannelRankAndCount = 85 "hal.channel.rank_and_count" { channel: In<Channel>, rank: Out<I32>, count: Out<I32>, }
    /// `hal.command_buffer.create`
    CommandBufferCreate = 86 "hal.command_buffer.create" {
        device: In<Device>, modes: Number, command_categories: Number, queue_affinity: In<I64>,
        binding_capacity: OptIn<I64>, result: Out<CommandBuffer>,
    }
    /// `hal.command_buffer.finalize`
    CommandBufferFinalize = 87 "hal.command_buffer.finalize" { command_buffer: In<CommandBuffer>, }
    /// `hal.command_buffer.begin_debug_group`
    CommandBufferBeginDebugGroup = 88 "hal.command_buffer.begin_debug_group" {
        command_buffer: In<CommandBuffer>, label: StringId,
    }
    /// `hal.command_buffer.end_debug_group`
    CommandBufferEndDebugGroup = 89 "hal.command_buffer.end_debug_group" { command_buffer: In<CommandBuffer>, }
    /// `hal.command_buffer.execution_barrier`
    CommandBufferExecutionBarrier = 90 "hal.command_buffer.execution_barrier" {
        command_buffer: In<CommandBuffer>, source_stage_mask: Number, target_stage_mask: Number, flags: Number,
    }
    /// `hal.command_buffer.fill_buffer`; the target is a buffer or a slot
    CommandBufferFillBuffer = 91 "hal.command_buffer.fill_buffer" {
        command_buffer: In<CommandBuffer>, target_buffer: InAny, target_offset: In<I64>, length: In<I64>, pattern: InAny,
        flags: Number,
    }
    /// `hal.command_buffer.update_buffer`
    CommandBufferUpdateBuffer = 92 "hal.command_buffer.update_buffer" {
        command_buffer: In<CommandBuffer>, source_buffer: In<Bytes>, source_offset: In<I64>, target_buffer: InAny,
        target_offset: In<I64>, length: In<I64>, flags: Number,
    }
    /// `hal.command_buffer.copy_buffer`
    CommandBufferCopyBuffer = 93 "hal.command_buffer.copy_buffer" {
        command_buffer: In<CommandBuffer>, source_buffer: InAny, source_offset: In<I64>, target_buffer: InAny,
        target_offset: In<I64>, length: In<I64>, flags: Number,
    }
    /// `hal.command_buffer.collective`; `op` packs kind, reduction and element type
    CommandBufferCollective = 94 "hal.command_buffer.collective" {
        command_buffer: In<CommandBuffer>, channel: In<Channel>, op: Number, element_count: In<I64>, param: OptIn<I32>,
        send: InListAny, recv: InListAny,
    }
    /// `hal.command_buffer.dispatch`
    CommandBufferDispatch = 95 "hal.command_buffer.dispatch" {
        command_buffer: In<CommandBuffer>, executable: In<Executable>, entry_point: In<I64>, workgroup_x: In<I64>,
        workgroup_y: In<I64>, workgroup_z: In<I64>, constants: InList<I32>, binding_buffers: InListAny,
        binding_offsets: InList<I64>, binding_lengths: InList<I64>, flags: Number,
    }
    /// `hal.command_buffer.dispatch.indirect`
    CommandBufferDispatchIndirect = 96 "hal.command_buffer.dispatch.indirect" {
        command_buffer: In<CommandBuffer>, executable: In<Executable>, entry_point: In<I64>, workgroups_buffer: InAny,
        workgroups_offset: In<I64>, constants: InList<I32>, binding_buffers: InListAny, binding_offsets: InList<I64>,
        binding_lengths: InList<I64>, flags: Number,
    }
    /// `hal.device.allocator`
    DeviceAllocator = 97 "hal.device.allocator" { device: In<Device>, result: Out<Allocator>, }
    /// `hal.device.query`; the value is the default's bits when the key is not known
    DeviceQuery = 98 "hal.device.query" {
        device: In<Device>, category: StringId, key: StringId, default_value: Number, ok: Out<I1>, value: OutAny,
    }
    /// `hal.device.queue.alloca`
    DeviceQueueAlloca = 99 "hal.device.queue.alloca" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>, pool: In<I64>,
        memory_types: In<I32>, buffer_usage: In<I32>, result_size: In<I64>, flags: Number, result: Out<Buffer>,
    }
    /// `hal.device.queue.dealloca`
    DeviceQueueDealloca = 100 "hal.device.queue.dealloca" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>, buffer: In<Buffer>,
        flags: Number,
    }
    /// `hal.device.queue.fill`
    DeviceQueueFill = 101 "hal.device.queue.fill" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        target_buffer: In<Buffer>, target_offset: In<I64>, length: In<I64>, pattern: InAny, flags: Number,
    }
    /// `hal.device.queue.update`
    DeviceQueueUpdate = 102 "hal.device.queue.update" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        source_buffer: In<Bytes>, source_offset: In<I64>, target_buffer: In<Buffer>, target_offset: In<I64>,
        length: In<I64>, flags: Number,
    }
    /// `hal.device.queue.copy`
    DeviceQueueCopy = 103 "hal.device.queue.copy" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        source_buffer: In<Buffer>, source_offset: In<I64>, target_buffer: In<Buffer>, target_offset: In<I64>,
        length: In<I64>, flags: Number,
    }
    /// `hal.device.queue.read`
    DeviceQueueRead = 104 "hal.device.queue.read" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>, source_file: In<File>,
        source_offset: In<I64>, target_buffer: In<Buffer>, target_offset: In<I64>, length: In<I64>, flags: Number,
    }
    /// `hal.device.queue.write`
    DeviceQueueWrite = 105 "hal.device.queue.write" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        source_buffer: In<Buffer>, source_offset: In<I64>, target_file: In<File>, target_offset: In<I64>, length: In<I64>,
        flags: Number,
    }
    /// `hal.device.queue.barrier`
    DeviceQueueBarrier = 106 "hal.device.queue.barrier" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>, flags: Number,
    }
    /// `hal.device.queue.execute`
    DeviceQueueExecute = 107 "hal.device.queue.execute" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        command_buffer: In<CommandBuffer>, flags: Number,
    }
    /// `hal.device.queue.execute.indirect`
    DeviceQueueExecuteIndirect = 108 "hal.device.queue.execute.indirect" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        command_buffer: In<CommandBuffer>, binding_buffers: InList<Buffer>, binding_offsets: InList<I64>,
        binding_lengths: InList<I64>, flags: Number,
    }
    /// `hal.device.queue.flush`
    DeviceQueueFlush = 109 "hal.device.queue.flush" { device: In<Device>, queue_affinity: In<I64>, }
    /// `hal.devices.count`
    DevicesCount = 110 "hal.devices.count" { result: Out<I64>, }
    /// `hal.devices.get`
    DevicesGet = 111 "hal.devices.get" { index: In<I64>, result: Out<Device>, }
    /// `hal.ex.file.from_memory`
    FileFromMemory = 112 "hal.ex.file.from_memory" {
        device: In<Device>, queue_affinity: In<I64>, buffer: In<Bytes>, offset: In<I64>, length: In<I64>, access: Number,
        flags: In<I32>, result: Out<File>,
    }
    /// `hal.executable.create`
    ExecutableCreate = 113 "hal.executable.create" {
        device: In<Device>, queue_affinity: In<I64>, executable_target: ExecutableId, constants: InList<I32>,
        result: Out<Executable>,
    }
    /// `hal.executable.lookup.function`
    ExecutableLookupFunction = 114 "hal.executable.lookup.function" {
        executable: In<Executable>, entry_point: StringId, result: Out<I64>,
    }
    /// `hal.fence.create`
    FenceCreate = 115 "hal.fence.create" { device: In<Device>, flags: Number, result: Out<Fence>, }
    /// `hal.fence.join`
    FenceJoin = 116 "hal.fence.join" { fences: InList<Fence>, flags: Number, result: Out<Fence>, }
    /// `hal.fence.query`
    FenceQuery = 117 "hal.fence.query" { fence: In<Fence>, status: Out<I32>, }
    /// `hal.fence.signal`
    FenceSignal = 118 "hal.fence.signal" { fence: In<Fence>, }
    /// `hal.fence.fail`
    FenceFail = 119 "hal.fence.fail" { fence: In<Fence>, status: In<I32>, }
    /// `hal.fence.await`
    FenceAwait = 120 "hal.fence.await" { timeout_millis: In<I32>, fences: InList<Fence>, flags: Number, status: Out<I32>, }

    /// `io_parameters.load`
    ParametersLoad = 192 "io_parameters.load" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        source_scope: OptIn<Bytes>, source_keys: InList<Bytes>, source_offsets: InList<I64>, memory_types: In<I32>,
        buffer_usage: In<I32>, lengths: InList<I64>, results: OutList<Buffer>,
    }
    /// `io_parameters.gather`
    ParametersGather = 193 "io_parameters.gather" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        source_scope: OptIn<Bytes>, source_keys: InList<Bytes>, source_offsets: InList<I64>, target_buffer: In<Buffer>,
        target_offsets: InList<I64>, target_lengths: InList<I64>,
    }
    /// `io_parameters.scatter`
    ParametersScatter = 194 "io_parameters.scatter" {
        device: In<Device>, queue_affinity: In<I64>, wait_fence: In<Fence>, signal_fence: In<Fence>,
        source_buffer: In<Buffer>, source_offsets: InList<I64>, source_lengths: InList<I64>, target_scope: OptIn<Bytes>,
        target_keys: InList<Bytes>, target_offsets: InList<I64>,
    }

    /// `check.expect_true`
    ExpectTrue = 224 "check.expect_true" { operand: InAny, }
    /// `check.expect_false`
    ExpectFalse = 225 "check.expect_false" { operand: InAny, }
    /// `check.expect_all_true`
    ExpectAllTrue = 226 "check.expect_all_true" { device: OptIn<Device>, operand: In<BufferView>, }
    /// `check.expect_eq`
    ExpectEq = 227 "check.expect_eq" { device: OptIn<Device>, lhs: In<BufferView>, rhs: In<BufferView>, }
    /// `check.expect_almost_eq`; tolerances as bits of `f32`
    ExpectAlmostEq = 228 "check.expect_almost_eq" {
        device: OptIn<Device>, lhs: In<BufferView>, rhs: In<BufferView>, atol: Number, rtol: Number,
    }
}

impl Instr {
    /// Whether it ends a block.
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Br { .. } | Self::CondBr { .. } | Self::Switch { .. } | Self::Return { .. } | Self::Unreachable { .. }
        )
    }
}
