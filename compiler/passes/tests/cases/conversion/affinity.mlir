// opt --iree-hal-conversion: no affinity is any device
util.func public @any() -> (!hal.device, !hal.allocator, i64) {
  %device, %allocator, %queues = stream.context.resolve : !hal.device, !hal.allocator, i64
  util.return %device, %allocator, %queues : !hal.device, !hal.allocator, i64
}
// =====
module {
  util.func public @any() -> (!hal.device, !hal.allocator, i64) {
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %allocator = hal.device.allocator<%device_0 : !hal.device> : !hal.allocator
    %c-1_i64 = arith.constant -1 : i64
    util.return %device_0, %allocator, %c-1_i64 : !hal.device, !hal.allocator, i64
  }
}

// -----

// opt --iree-hal-conversion: a device, and some of its queues
util.global private @gpu : !hal.device
util.func public @queues() -> (i64, !hal.device, !hal.allocator) {
  %queues, %device, %allocator = stream.context.resolve on(#hal.device.affinity<@gpu, [0, 5, 63]>) : i64, !hal.device, !hal.allocator
  %0, %1 = hal.device.resolve on(#hal.device.affinity<@gpu>) : !hal.allocator, i64
  util.return %queues, %device, %0 : i64, !hal.device, !hal.allocator
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @queues() -> (i64, !hal.device, !hal.allocator) {
    %c-9223372036854775775_i64 = arith.constant -9223372036854775775 : i64
    %gpu = util.global.load immutable @gpu : !hal.device
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %allocator_1 = hal.device.allocator<%gpu_0 : !hal.device> : !hal.allocator
    %c-1_i64 = arith.constant -1 : i64
    util.return %c-9223372036854775775_i64, %gpu, %allocator_1 : i64, !hal.device, !hal.allocator
  }
}

// -----

// opt --iree-hal-conversion: the nearest affinity around counts before any default
module attributes {stream.affinity.default = #hal.device.affinity<@other>} {
  util.global private @gpu : !hal.device
  util.global private @other : !hal.device
  util.func public @own() -> !hal.device attributes {stream.affinity = #hal.device.affinity<@gpu>} {
    %device = stream.context.resolve : !hal.device
    util.return %device : !hal.device
  }
  util.func public @default() -> !hal.device {
    %device = stream.context.resolve : !hal.device
    util.return %device : !hal.device
  }
  util.func public @nothing_is_a_default() -> !hal.device {
    %device = hal.device.resolve : !hal.device
    util.return %device : !hal.device
  }
}
// =====
module {
  util.global private @gpu : !hal.device
  util.global private @other : !hal.device
  util.func public @own() -> !hal.device attributes {stream.affinity = #hal.device.affinity<@gpu>} {
    %gpu = util.global.load immutable @gpu : !hal.device
    util.return %gpu : !hal.device
  }
  util.func public @default() -> !hal.device {
    %other = util.global.load immutable @other : !hal.device
    util.return %other : !hal.device
  }
  util.func public @nothing_is_a_default() -> !hal.device {
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    util.return %device_0 : !hal.device
  }
}

// -----

// opt --iree-hal-conversion: of several devices allocations take the best at run time, all else the first
util.global private @a : !hal.device
util.global private @b : !hal.device
util.func public @best(%size: index, %bytes: !util.buffer) -> (!stream.resource<transient>, !stream.resource<variable>, !stream.timepoint, !stream.timepoint, !stream.file) {
  %c0 = arith.constant 0 : index
  %0, %1 = stream.resource.alloca uninitialized on(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b, [1]>]>) : !stream.resource<transient>{%size} => !stream.timepoint
  %2 = stream.resource.dealloca on(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) await(%1) => %0 : !stream.resource<transient>{%size} => !stream.timepoint
  %3 = stream.resource.alloc uninitialized on(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) : !stream.resource<variable>{%size}
  %file = stream.file.constant on(#hal.device.optimal<[#hal.device.affinity<@b>, #hal.device.affinity<@a>]>) %bytes[%c0 for %size] : !util.buffer{%size} -> !stream.file
  util.return %0, %3, %1, %2, %file : !stream.resource<transient>, !stream.resource<variable>, !stream.timepoint, !stream.timepoint, !stream.file
}
// =====
module {
  util.global private @a : !hal.device
  util.global private @b : !hal.device
  util.func public @best(%size: index, %bytes: !util.buffer) -> (!hal.buffer, !hal.buffer, !hal.fence, !hal.fence, !hal.file) {
    %c0 = arith.constant 0 : index
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b, [1]>]>) lifetime(transient) : i32, i32
    %a = util.global.load immutable @a : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %b = util.global.load immutable @b : !hal.device
    %c2_i64 = arith.constant 2 : i64
    %device, %queue_affinity = hal.allocator.select from([
      (%a, %c-1_i64 : !hal.device, i64),
      (%b, %c2_i64 : !hal.device, i64)
    ]) type(%memory_types) usage(%buffer_usage) : !hal.device, i64
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%device : !hal.device> affinity(%queue_affinity) wait(%0) signal(%fence) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%size}
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) lifetime(transient) : i32, i32
    %a_2 = util.global.load immutable @a : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %b_4 = util.global.load immutable @b : !hal.device
    %c-1_i64_5 = arith.constant -1 : i64
    %device_6, %queue_affinity_7 = hal.allocator.select from([
      (%a_2, %c-1_i64_3 : !hal.device, i64),
      (%b_4, %c-1_i64_5 : !hal.device, i64)
    ]) type(%memory_types_0) usage(%buffer_usage_1) : !hal.device, i64
    %fence_8 = hal.fence.create device(%device_6 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.dealloca<%device_6 : !hal.device> affinity(%queue_affinity_7) wait(%fence) signal(%fence_8) buffer(%transient_buffer : !hal.buffer) flags("None")
    %memory_types_9, %buffer_usage_10 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) lifetime(variable) : i32, i32
    %a_11 = util.global.load immutable @a : !hal.device
    %c-1_i64_12 = arith.constant -1 : i64
    %b_13 = util.global.load immutable @b : !hal.device
    %c-1_i64_14 = arith.constant -1 : i64
    %device_15, %queue_affinity_16 = hal.allocator.select from([
      (%a_11, %c-1_i64_12 : !hal.device, i64),
      (%b_13, %c-1_i64_14 : !hal.device, i64)
    ]) type(%memory_types_9) usage(%buffer_usage_10) : !hal.device, i64
    %allocator = hal.device.allocator<%device_15 : !hal.device> : !hal.allocator
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%queue_affinity_16) type(%memory_types_9) usage(%buffer_usage_10) : !hal.buffer{%size}
    %b_17 = util.global.load immutable @b : !hal.device
    %c-1_i64_18 = arith.constant -1 : i64
    %c0_i32 = arith.constant 0 : i32
    %memory_file = hal.ex.file.from_memory device(%b_17 : !hal.device) affinity(%c-1_i64_18) access(Read) buffer(%bytes : !util.buffer)[%c0 for %size] flags(%c0_i32) : !hal.file
    util.return %transient_buffer, %buffer, %fence, %fence_8, %memory_file : !hal.buffer, !hal.buffer, !hal.fence, !hal.fence, !hal.file
  }
}

// -----

// opt --iree-hal-conversion: one device to choose from is no choice
util.global private @a : !hal.device
util.func public @one(%size: index) -> !stream.resource<variable> {
  %0 = stream.resource.alloc uninitialized on(#hal.device.optimal<[#hal.device.affinity<@a>]>) : !stream.resource<variable>{%size}
  util.return %0 : !stream.resource<variable>
}
// =====
module {
  util.global private @a : !hal.device
  util.func public @one(%size: index) -> !hal.buffer {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>]>) lifetime(variable) : i32, i32
    %a = util.global.load immutable @a : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %allocator = hal.device.allocator<%a : !hal.device> : !hal.allocator
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%c-1_i64) type(%memory_types) usage(%buffer_usage) : !hal.buffer{%size}
    util.return %buffer : !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: a device that is still a promise
util.func public @promised() -> !hal.device {
  %device = stream.context.resolve on(#hal.device.promise<@later>) : !hal.device
// error@13: cannot convert stream.context.resolve: expected an affinity #hal.device.affinity<@device>, found #hal.device.promise
  util.return %device : !hal.device
}

// -----

// opt --iree-hal-conversion: a device of another module
util.func public @nested() -> !hal.device {
  %device = stream.context.resolve on(#hal.device.affinity<@a::@b>) : !hal.device
// error@13: cannot convert stream.context.resolve: expected a device global of this module in #hal.device.affinity<@device>
  util.return %device : !hal.device
}
