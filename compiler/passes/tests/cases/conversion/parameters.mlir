// opt --iree-hal-conversion: parameters become buffers
util.global private @gpu : !hal.device
util.func public @load(%t: !stream.timepoint, %scope: !util.buffer, %key: !util.buffer, %n: index) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<variable>, !stream.timepoint) {
  %c50_i64 = arith.constant 50 : i64
  %0:2, %1 = stream.cmd.parameter.load on(#hal.device.affinity<@gpu>) await(%t) => {
    %scope::%key[%c50_i64] : !stream.resource<constant>{%n},
    %scope::%key[%c50_i64] : !stream.resource<constant>{%n}
  } => !stream.timepoint
  %2, %3 = stream.cmd.parameter.load on(#hal.device.affinity<@gpu>) {
    %key[%c50_i64] : !stream.resource<variable>{%n}
  } => !stream.timepoint
  util.return %0#0, %0#1, %2, %1 : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<variable>, !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @load(%t: !hal.fence, %scope: !util.buffer, %key: !util.buffer, %n: index) -> (!hal.buffer, !hal.buffer, !hal.buffer, !hal.fence) {
    %c50_i64 = arith.constant 50 : i64
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(constant) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %0:2 = io_parameters.load<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) type(%memory_types) usage(%buffer_usage) {
      %scope::%key[%c50_i64] : !hal.buffer{%n},
      %scope::%key[%c50_i64] : !hal.buffer{%n}
    }
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(variable) : i32, i32
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %1 = util.null : !hal.fence
    %2 = util.null : !hal.fence
    %3 = io_parameters.load<%gpu_2 : !hal.device> affinity(%c-1_i64_3) wait(%1) signal(%2) type(%memory_types_0) usage(%buffer_usage_1) {
      %key[%c50_i64] : !hal.buffer{%n}
    }
    util.return %0#0, %0#1, %3, %fence : !hal.buffer, !hal.buffer, !hal.buffer, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: the lifetime is resolved for the affinity around
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu : !hal.device
  util.func public @load(%key: !util.buffer, %n: index) -> (!stream.resource<constant>, !stream.timepoint) {
    %c0_i64 = arith.constant 0 : i64
    %0, %1 = stream.cmd.parameter.load {
      %key[%c0_i64] : !stream.resource<constant>{%n}
    } => !stream.timepoint
    util.return %0, %1 : !stream.resource<constant>, !stream.timepoint
  }
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @load(%key: !util.buffer, %n: index) -> (!hal.buffer, !hal.fence) {
    %c0_i64 = arith.constant 0 : i64
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(constant) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %1 = io_parameters.load<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) type(%memory_types) usage(%buffer_usage) {
      %key[%c0_i64] : !hal.buffer{%n}
    }
    util.return %1, %fence : !hal.buffer, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: parts of a buffer from and to parameters
util.global private @gpu : !hal.device
util.func public @transfer(%t: !stream.timepoint, %a: !stream.resource<transient>, %scope: !util.buffer, %key: !util.buffer, %n: index) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.timepoint) {
  %c50_i64 = arith.constant 50 : i64
  %c8 = arith.constant 8 : index
  %0 = stream.cmd.parameter.read on(#hal.device.affinity<@gpu>) await(%t) => %scope::%key[%c50_i64] -> %a[%c8 for %n] : !stream.resource<transient>{%n} => !stream.timepoint
  %1 = stream.cmd.parameter.write on(#hal.device.affinity<@gpu>) await(%0) => %a[%c8 for %n] : !stream.resource<transient>{%n} -> %key[%c50_i64] => !stream.timepoint
  %2 = stream.cmd.parameter.gather on(#hal.device.affinity<@gpu>) await(%1) => {
    %key[%c50_i64] -> %a[%c8 for %n] : !stream.resource<transient>{%n},
    %key[%c50_i64] -> %a[%n for %c8] : !stream.resource<transient>{%n}
  } => !stream.timepoint
  %3 = stream.cmd.parameter.scatter on(#hal.device.affinity<@gpu>) {
    %a[%c8 for %n] : !stream.resource<transient>{%n} -> %scope::%key[%c50_i64],
    %a[%n for %c8] : !stream.resource<transient>{%n} -> %scope::%key[%c50_i64]
  } => !stream.timepoint
  util.return %0, %1, %2, %3 : !stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @transfer(%t: !hal.fence, %a: !hal.buffer, %scope: !util.buffer, %key: !util.buffer, %n: index) -> (!hal.fence, !hal.fence, !hal.fence, !hal.fence) {
    %c50_i64 = arith.constant 50 : i64
    %c8 = arith.constant 8 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    io_parameters.gather<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) {
      %scope::%key[%c50_i64] -> %a[%c8 for %n] : !hal.buffer
    }
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %fence_2 = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    io_parameters.scatter<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%fence) signal(%fence_2) {
      %a[%c8 for %n] : !hal.buffer -> %key[%c50_i64]
    }
    %gpu_3 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_4 = arith.constant -1 : i64
    %fence_5 = hal.fence.create device(%gpu_3 : !hal.device) flags("None") : !hal.fence
    io_parameters.gather<%gpu_3 : !hal.device> affinity(%c-1_i64_4) wait(%fence_2) signal(%fence_5) {
      %key[%c50_i64] -> %a[%c8 for %n] : !hal.buffer,
      %key[%c50_i64] -> %a[%n for %c8] : !hal.buffer
    }
    %gpu_6 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_7 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %fence_8 = hal.fence.create device(%gpu_6 : !hal.device) flags("None") : !hal.fence
    io_parameters.scatter<%gpu_6 : !hal.device> affinity(%c-1_i64_7) wait(%0) signal(%fence_8) {
      %a[%c8 for %n] : !hal.buffer -> %scope::%key[%c50_i64],
      %a[%n for %c8] : !hal.buffer -> %scope::%key[%c50_i64]
    }
    util.return %fence, %fence_2, %fence_5, %fence_8 : !hal.fence, !hal.fence, !hal.fence, !hal.fence
  }
}
