// opt --iree-hal-conversion: globals of timepoints lose a value that means reached
util.global private mutable @t = #stream.timepoint<immediate>
util.global private @u : !stream.timepoint
util.func public @globals(%t: !stream.timepoint) -> (!stream.timepoint, !stream.timepoint) {
  util.global.store %t, @t : !stream.timepoint
  %0 = util.global.load @t : !stream.timepoint
  %1 = util.global.load immutable @u : !stream.timepoint
  util.return %0, %1 : !stream.timepoint, !stream.timepoint
}
// =====
module {
  util.global private mutable @t : !hal.fence
  util.global private @u : !hal.fence
  util.func public @globals(%t: !hal.fence) -> (!hal.fence, !hal.fence) {
    util.global.store %t, @t : !hal.fence
    %t_0 = util.global.load @t : !hal.fence
    %u = util.global.load immutable @u : !hal.fence
    util.return %t_0, %u : !hal.fence, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: a timepoint that has been reached is null, and so is what it leads to
util.func public @reached(%t: !stream.timepoint, %a: !stream.resource<external>, %size: index) -> (!stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.resource<external>) {
  %0 = stream.timepoint.immediate => !stream.timepoint
  %1 = stream.timepoint.join max(%0, %0) => !stream.timepoint
  %2 = stream.timepoint.join max(%t) => !stream.timepoint
  %3 = stream.timepoint.join max(%1, %2) => !stream.timepoint
  %b = stream.timepoint.await %0 => %a : !stream.resource<external>{%size}
  util.return %1, %2, %3, %b : !stream.timepoint, !stream.timepoint, !stream.timepoint, !stream.resource<external>
}
// =====
module {
  util.func public @reached(%t: !hal.fence, %a: !hal.buffer, %size: index) -> (!hal.fence, !hal.fence, !hal.fence, !hal.buffer) {
    %0 = util.null : !hal.fence
    %1 = util.null : !hal.fence
    %fence = hal.fence.join at([%1, %t]) flags("None") -> !hal.fence
    util.return %1, %t, %fence, %a : !hal.fence, !hal.fence, !hal.fence, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: fences from and for the outside
util.global private @gpu : !hal.device
util.func public @outside(%f: !hal.fence, %g: !hal.fence, %t: !stream.timepoint) -> (!stream.timepoint, !hal.fence, !hal.fence) {
  %0 = stream.timepoint.import %f : (!hal.fence) => !stream.timepoint
  %1 = stream.timepoint.export %t => (!hal.fence)
  %2 = stream.timepoint.export %0 => (!hal.fence)
  stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%g : !hal.fence)
  util.return %0, %1, %2 : !stream.timepoint, !hal.fence, !hal.fence
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @outside(%f: !hal.fence, %g: !hal.fence, %t: !hal.fence) -> (!hal.fence, !hal.fence, !hal.fence) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    hal.device.queue.barrier<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%g) flags("None")
    util.return %f, %t, %f : !hal.fence, !hal.fence, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: something else than one fence comes in
util.func public @import_two(%f: !hal.fence) -> !stream.timepoint {
  %0 = stream.timepoint.import %f, %f : (!hal.fence, !hal.fence) => !stream.timepoint
// error@8: cannot convert stream.timepoint.import: expected one !hal.fence to make a timepoint of
  util.return %0 : !stream.timepoint
}

// -----

// opt --iree-hal-conversion: a semaphore is to be signaled
util.func public @chain_other(%s: !hal.semaphore, %t: !stream.timepoint) {
  stream.timepoint.chain_external %t => (%s : !hal.semaphore)
// error@3: cannot convert stream.timepoint.chain_external: expected one !hal.fence to signal
  util.return
}

// -----

// opt --iree-hal-conversion: something else than one fence goes out
util.func public @export_other(%t: !stream.timepoint) -> !hal.semaphore {
  %0 = stream.timepoint.export %t => (!hal.semaphore)
// error@8: cannot convert stream.timepoint.export: expected one !hal.fence to be made of the timepoint
  util.return %0 : !hal.semaphore
}

// -----

// opt --iree-hal-conversion: waiting, and a barrier on what is there
util.func public @wait(%t: !stream.timepoint, %a: !stream.resource<external>, %b: !stream.resource<staging>, %size: index) -> (!stream.resource<external>, !stream.resource<staging>, !stream.timepoint) {
  %0:2 = stream.timepoint.await sync %t => %a, %b : !stream.resource<external>{%size}, !stream.resource<staging>{%size}
  %1, %u = stream.timepoint.barrier %0#0 : !stream.resource<external>{%size} => !stream.timepoint
  util.return %1, %0#1, %u : !stream.resource<external>, !stream.resource<staging>, !stream.timepoint
}
// =====
module {
  util.func public @wait(%t: !hal.fence, %a: !hal.buffer, %b: !hal.buffer, %size: index) -> (!hal.buffer, !hal.buffer, !hal.fence) {
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%t]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    %0 = util.null : !hal.fence
    util.return %a, %b, %0 : !hal.buffer, !hal.buffer, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: a fence from outside is signaled by the operation itself when it is there and nothing else waits
util.global private @gpu : !hal.device
util.func private @fence() -> !hal.fence
util.func public @signal(%f: !hal.fence, %size: index) -> !stream.resource<external> {
  %0, %t = stream.resource.alloca uninitialized on(#hal.device.affinity<@gpu>) : !stream.resource<external>{%size} => !stream.timepoint
  stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%f : !hal.fence)
  util.return %0 : !stream.resource<external>
}
util.func public @comes_too_late(%size: index) -> !stream.resource<external> {
  %0, %t = stream.resource.alloca uninitialized on(#hal.device.affinity<@gpu>) : !stream.resource<external>{%size} => !stream.timepoint
  %f = util.call @fence() : () -> !hal.fence
  stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%f : !hal.fence)
  util.return %0 : !stream.resource<external>
}
util.func public @waited_for_twice(%f: !hal.fence, %size: index) -> (!stream.resource<external>, !stream.timepoint) {
  %0, %t = stream.resource.alloca uninitialized on(#hal.device.affinity<@gpu>) : !stream.resource<external>{%size} => !stream.timepoint
  stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%f : !hal.fence)
  util.return %0, %t : !stream.resource<external>, !stream.timepoint
}
util.func public @in_a_block(%c: i1, %f: !hal.fence, %size: index) -> !stream.resource<external> {
  cf.br ^bb1
^bb1:
  %0, %t = stream.resource.alloca uninitialized on(#hal.device.affinity<@gpu>) : !stream.resource<external>{%size} => !stream.timepoint
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%f : !hal.fence)
  cf.br ^bb3
^bb3:
  util.return %0 : !stream.resource<external>
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func private @fence() -> !hal.fence
  util.func public @signal(%f: !hal.fence, %size: index) -> !hal.buffer {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(external) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%f) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%size}
    util.return %transient_buffer : !hal.buffer
  }
  util.func public @comes_too_late(%size: index) -> !hal.buffer {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(external) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%size}
    %f = util.call @fence() : () -> !hal.fence
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    hal.device.queue.barrier<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%fence) signal(%f) flags("None")
    util.return %transient_buffer : !hal.buffer
  }
  util.func public @waited_for_twice(%f: !hal.fence, %size: index) -> (!hal.buffer, !hal.fence) {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(external) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%size}
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    hal.device.queue.barrier<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%fence) signal(%f) flags("None")
    util.return %transient_buffer, %fence : !hal.buffer, !hal.fence
  }
  util.func public @in_a_block(%c: i1, %f: !hal.fence, %size: index) -> !hal.buffer {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(external) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%f) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%size}
    cf.cond_br %c, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    cf.br ^bb3
  ^bb3:  // 2 preds: ^bb1, ^bb2
    util.return %transient_buffer : !hal.buffer
  }
}
