// opt --iree-hal-conversion: fences for timepoints
util.func public @f(%f: !hal.fence, %t: !stream.timepoint, %r: !stream.resource<external>, %n: index) -> (!hal.fence, !stream.timepoint, !stream.resource<external>, !stream.timepoint, !stream.resource<external>) {
  %0 = stream.timepoint.immediate => !stream.timepoint
  %1 = stream.timepoint.import %f : (!hal.fence) => !stream.timepoint
  %2 = stream.timepoint.join max(%0, %1, %t) => !stream.timepoint
  %3 = stream.timepoint.export %2 => (!hal.fence)
  %4, %5 = stream.timepoint.barrier %r : !stream.resource<external>{%n} => !stream.timepoint
  %6 = stream.timepoint.await %2 => %r : !stream.resource<external>{%n}
  util.return %3, %2, %4, %5, %6 : !hal.fence, !stream.timepoint, !stream.resource<external>, !stream.timepoint, !stream.resource<external>
}
// =====
module {
  util.func public @f(%f: !hal.fence, %t: !hal.fence, %r: !hal.buffer, %n: index) -> (!hal.fence, !hal.fence, !hal.buffer, !hal.fence, !hal.buffer) {
    %0 = util.null : !hal.fence
    %fence = hal.fence.join at([%0, %f, %t]) flags("None") -> !hal.fence
    %1 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return %fence, %fence, %r, %1, %r : !hal.fence, !hal.fence, !hal.buffer, !hal.fence, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: fences of the outside that the work signals, or a barrier
// unlike iree-opt: it crashes
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.func private @make() -> !hal.fence
  util.func public @f(%f: !hal.fence, %g: !hal.fence, %t: !stream.timepoint, %n: index) {
    %0, %t0 = stream.resource.alloca uninitialized await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
    stream.timepoint.chain_external %t0 => (%f : !hal.fence)
    %1, %t1 = stream.resource.alloca uninitialized await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
    %h = util.call @make() : () -> !hal.fence
    stream.timepoint.chain_external %t1 => (%h : !hal.fence)
    stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%g : !hal.fence)
    %2, %t2 = stream.resource.alloca uninitialized await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
    util.return
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func private @make() -> !hal.fence
  util.func public @f(%f: !hal.fence, %g: !hal.fence, %t: !hal.fence, %n: index) {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties lifetime(transient) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%f) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%n}
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties lifetime(transient) : i32, i32
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu_2 : !hal.device) flags("None") : !hal.fence
    %c0_i64_4 = arith.constant 0 : i64
    %transient_buffer_5 = hal.device.queue.alloca<%gpu_2 : !hal.device> affinity(%c-1_i64_3) wait(%t) signal(%fence) pool(%c0_i64_4) type(%memory_types_0) usage(%buffer_usage_1) flags("None") : !hal.buffer{%n}
    %h = util.call @make() : () -> !hal.fence
    %gpu_6 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_7 = arith.constant -1 : i64
    hal.device.queue.barrier<%gpu_6 : !hal.device> affinity(%c-1_i64_7) wait(%fence) signal(%h) flags("None")
    %gpu_8 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_9 = arith.constant -1 : i64
    hal.device.queue.barrier<%gpu_8 : !hal.device> affinity(%c-1_i64_9) wait(%t) signal(%g) flags("None")
    %memory_types_10, %buffer_usage_11 = hal.allocator.resolve_memory_properties lifetime(transient) : i32, i32
    %gpu_12 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_13 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %c0_i64_14 = arith.constant 0 : i64
    %transient_buffer_15 = hal.device.queue.alloca<%gpu_12 : !hal.device> affinity(%c-1_i64_13) wait(%t) signal(%0) pool(%c0_i64_14) type(%memory_types_10) usage(%buffer_usage_11) flags("None") : !hal.buffer{%n}
    util.return
  }
}

// -----

// opt --iree-hal-conversion: what is no fence
util.func public @f(%f: i32) -> !stream.timepoint {
  %1 = stream.timepoint.import %f : (i32) => !stream.timepoint
// error@8: stream.timepoint.import cannot be converted to hal: expected one fence of the hal
  util.return %1 : !stream.timepoint
}

// -----

// opt --iree-hal-conversion: channels
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%id: !util.buffer, %r: index, %c: index) -> (!stream.channel, !stream.channel, index, index) {
    %0 = stream.channel.create : !stream.channel
    %1 = stream.channel.create on(#hal.device.affinity<@gpu, [2]>) id(%id) group("g") rank(%r) count(%c) : !stream.channel
    %2 = stream.channel.split %1, %r, %c : !stream.channel -> !stream.channel
    %3 = stream.channel.rank %2 : index
    %4 = stream.channel.count %2 : index
    util.return %0, %2, %3, %4 : !stream.channel, !stream.channel, index, index
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func public @f(%id: !util.buffer, %r: index, %c: index) -> (!hal.channel, !hal.channel, index, index) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !util.buffer
    %1 = util.null : !util.buffer
    %c-1_i32 = arith.constant -1 : i32
    %c-1_i32_0 = arith.constant -1 : i32
    %channel = hal.channel.create device(%gpu : !hal.device) affinity(%c-1_i64) flags("None") id(%0) group(%1) rank(%c-1_i32) count(%c-1_i32_0) : !hal.channel
    %gpu_1 = util.global.load immutable @gpu : !hal.device
    %c4_i64 = arith.constant 4 : i64
    %buffer_cst = util.buffer.constant : !util.buffer = "g"
    %2 = arith.index_cast %r : index to i32
    %3 = arith.index_cast %c : index to i32
    %channel_2 = hal.channel.create device(%gpu_1 : !hal.device) affinity(%c4_i64) flags("None") id(%id) group(%buffer_cst) rank(%2) count(%3) : !hal.channel
    %4 = arith.index_cast %r : index to i32
    %5 = arith.index_cast %c : index to i32
    %channel_3 = hal.channel.split<%channel_2 : !hal.channel> color(%4) key(%5) flags("None") : !hal.channel
    %ccl_rank, %ccl_count = hal.channel.rank_and_count<%channel_3 : !hal.channel> : i32, i32
    %6 = arith.index_cast %ccl_rank : i32 to index
    %ccl_rank_4, %ccl_count_5 = hal.channel.rank_and_count<%channel_3 : !hal.channel> : i32, i32
    %7 = arith.index_cast %ccl_count_5 : i32 to index
    util.return %channel, %channel_3, %6, %7 : !hal.channel, !hal.channel, index, index
  }
}
