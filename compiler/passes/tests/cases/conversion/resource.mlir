// opt --iree-hal-conversion: memory is allocated at once or when a fence is reached
util.global private @gpu : !hal.device
util.func public @allocate(%size: index, %t: !stream.timepoint) -> (!stream.resource<constant>, !stream.resource<external>, !stream.resource<staging>, !stream.timepoint) {
  %0 = stream.resource.alloc uninitialized on(#hal.device.affinity<@gpu>) : !stream.resource<constant>{%size}
  %1, %t1 = stream.resource.alloca uninitialized on(#hal.device.affinity<@gpu>) await(%t) => !stream.resource<external>{%size} => !stream.timepoint
  %2, %t2 = stream.resource.alloca uninitialized indeterminate on(#hal.device.affinity<@gpu, [2]>) : !stream.resource<staging>{%size} => !stream.timepoint
  util.return %0, %1, %2, %t1 : !stream.resource<constant>, !stream.resource<external>, !stream.resource<staging>, !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @allocate(%size: index, %t: !hal.fence) -> (!hal.buffer, !hal.buffer, !hal.buffer, !hal.fence) {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(constant) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%c-1_i64) type(%memory_types) usage(%buffer_usage) : !hal.buffer{%size}
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(external) : i32, i32
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu_2 : !hal.device) flags("None") : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%gpu_2 : !hal.device> affinity(%c-1_i64_3) wait(%t) signal(%fence) pool(%c0_i64) type(%memory_types_0) usage(%buffer_usage_1) flags("None") : !hal.buffer{%size}
    %memory_types_4, %buffer_usage_5 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu, [2]>) lifetime(staging) : i32, i32
    %gpu_6 = util.global.load immutable @gpu : !hal.device
    %c4_i64 = arith.constant 4 : i64
    %0 = util.null : !hal.fence
    %1 = util.null : !hal.fence
    %c0_i64_7 = arith.constant 0 : i64
    %transient_buffer_8 = hal.device.queue.alloca<%gpu_6 : !hal.device> affinity(%c4_i64) wait(%0) signal(%1) pool(%c0_i64_7) type(%memory_types_4) usage(%buffer_usage_5) flags(IndeterminateLifetime) : !hal.buffer{%size}
    util.return %buffer, %transient_buffer, %transient_buffer_8, %fence : !hal.buffer, !hal.buffer, !hal.buffer, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: memory is given back to where it came from, with its lifetime's properties
util.global private @gpu : !hal.device
util.func public @give_back(%size: index, %a: !stream.resource<transient>, %b: !stream.resource<external>, %t: !stream.timepoint) -> !stream.timepoint {
  %0 = stream.resource.dealloca on(#hal.device.affinity<@gpu>) await(%t) => %a : !stream.resource<transient>{%size} => !stream.timepoint
  %1 = stream.resource.dealloca origin on(#hal.device.affinity<@gpu>) %b : !stream.resource<external>{%size} => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @give_back(%size: index, %a: !hal.buffer, %b: !hal.buffer, %t: !hal.fence) -> !hal.fence {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(transient) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.dealloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) buffer(%a : !hal.buffer) flags("None")
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(external) : i32, i32
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %1 = util.null : !hal.fence
    hal.device.queue.dealloca<%gpu_2 : !hal.device> affinity(%c-1_i64_3) wait(%0) signal(%1) buffer(%b : !hal.buffer) flags(PreferOrigin)
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: owners
util.func public @owners(%a: !stream.resource<transient>, %size: index) -> (i1, i1) {
  stream.resource.retain %a : !stream.resource<transient>{%size}
  %0 = stream.resource.is_terminal %a : !stream.resource<transient>{%size}
  %1 = stream.resource.release %a : !stream.resource<transient>{%size}
  util.return %0, %1 : i1, i1
}
// =====
module {
  util.func public @owners(%a: !hal.buffer, %size: index) -> (i1, i1) {
    hal.buffer.allocation.preserve<%a : !hal.buffer>
    %is_terminal = hal.buffer.allocation.is_terminal<%a : !hal.buffer> : i1
    %was_terminal = hal.buffer.allocation.discard<%a : !hal.buffer> : i1
    util.return %is_terminal, %was_terminal : i1, i1
  }
}

// -----

// opt --iree-hal-conversion: host memory is mapped as constants and variables
util.global private @gpu : !hal.device
util.func public @map(%bytes: !util.buffer, %size: index) -> (i1, !stream.resource<constant>, i1, !stream.resource<variable>) {
  %c16 = arith.constant 16 : index
  %ok0, %0 = stream.resource.try_map on(#hal.device.affinity<@gpu>) %bytes[%c16] : !util.buffer -> i1, !stream.resource<constant>{%size}
  %ok1, %1 = stream.resource.try_map on(#hal.device.affinity<@gpu>) %bytes[%c16] : !util.buffer -> i1, !stream.resource<variable>{%size}
  util.return %ok0, %0, %ok1, %1 : i1, !stream.resource<constant>, i1, !stream.resource<variable>
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @map(%bytes: !util.buffer, %size: index) -> (i1, !hal.buffer, i1, !hal.buffer) {
    %c16 = arith.constant 16 : index
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable"> : i32
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    %did_import, %mapped = hal.allocator.import<%allocator : !hal.allocator> source(%bytes : !util.buffer)[%c16, %size] affinity(%c-1_i64) type(%memory_type) usage(%buffer_usage) : i1, !hal.buffer
    %buffer_usage_0 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %memory_type_1 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %allocator_4 = hal.device.allocator<%gpu_2 : !hal.device> : !hal.allocator
    %did_import_5, %mapped_6 = hal.allocator.import<%allocator_4 : !hal.allocator> source(%bytes : !util.buffer)[%c16, %size] affinity(%c-1_i64_3) type(%memory_type_1) usage(%buffer_usage_0) : i1, !hal.buffer
    util.return %did_import, %mapped, %did_import_5, %mapped_6 : i1, !hal.buffer, i1, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: host memory is mapped for staging
// unlike iree-opt: its verifier refuses the lifetime
util.global private @gpu : !hal.device
util.func public @map_staging(%bytes: !util.buffer, %size: index) -> (i1, !stream.resource<staging>) {
  %c16 = arith.constant 16 : index
  %ok, %0 = stream.resource.try_map on(#hal.device.affinity<@gpu>) %bytes[%c16] : !util.buffer -> i1, !stream.resource<staging>{%size}
  util.return %ok, %0 : i1, !stream.resource<staging>
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @map_staging(%bytes: !util.buffer, %size: index) -> (i1, !hal.buffer) {
    %c16 = arith.constant 16 : index
    %buffer_usage = hal.buffer_usage<TransferSource> : i32
    %memory_type = hal.memory_type<"HostVisible|DeviceVisible"> : i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    %did_import, %mapped = hal.allocator.import<%allocator : !hal.allocator> source(%bytes : !util.buffer)[%c16, %size] affinity(%c-1_i64) type(%memory_type) usage(%buffer_usage) : i1, !hal.buffer
    util.return %did_import, %mapped : i1, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: host memory is no transient
util.func public @map_transient(%bytes: !util.buffer, %size: index) -> (i1, !stream.resource<transient>) {
  %c0 = arith.constant 0 : index
  %ok, %0 = stream.resource.try_map %bytes[%c0] : !util.buffer -> i1, !stream.resource<transient>{%size}
// error@13: cannot convert stream.resource.try_map: host memory cannot be mapped as a !stream.resource<transient>
  util.return %ok, %0 : i1, !stream.resource<transient>
}

// -----

// opt --iree-hal-conversion: values in memory
util.func public @values(%a: !stream.resource<staging>, %size: index, %v: f32) -> (i32, f32) {
  %c4 = arith.constant 4 : index
  %0 = stream.resource.load %a[%c4] : !stream.resource<staging>{%size} -> i32
  %1 = stream.resource.load %a[%size] : !stream.resource<staging>{%size} -> f32
  stream.resource.store %v, %a[%c4] : f32 -> !stream.resource<staging>{%size}
  util.return %0, %1 : i32, f32
}
// =====
module {
  util.func public @values(%a: !hal.buffer, %size: index, %v: f32) -> (i32, f32) {
    %c4 = arith.constant 4 : index
    %0 = hal.buffer.load<%a : !hal.buffer>[%c4] : i32
    %1 = hal.buffer.load<%a : !hal.buffer>[%size] : f32
    hal.buffer.store<%a : !hal.buffer>[%c4] value(%v : f32)
    util.return %0, %1 : i32, f32
  }
}

// -----

// opt --iree-hal-conversion: parts; all of a resource is the resource
util.func public @parts(%a: !stream.resource<external>, %size: index, %offset: index, %length: index) -> (!stream.resource<external>, !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %0 = stream.resource.subview %a[%offset] : !stream.resource<external>{%size} -> !stream.resource<external>{%length}
  %1 = stream.resource.subview %a[%c0] : !stream.resource<external>{%size} -> !stream.resource<external>{%size}
  util.return %0, %1 : !stream.resource<external>, !stream.resource<external>
}
// =====
module {
  util.func public @parts(%a: !hal.buffer, %size: index, %offset: index, %length: index) -> (!hal.buffer, !hal.buffer) {
    %c0 = arith.constant 0 : index
    %buffer = hal.buffer.subspan<%a : !hal.buffer>[%offset, %length] : !hal.buffer
    util.return %buffer, %a : !hal.buffer, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: a size is asked for only where nothing states it
util.func private @source() -> !stream.resource<external>
util.func public @sizes(%a: !stream.resource<external>, %n: index, %m: index, %t: !stream.timepoint) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %unknown = util.call @source() : () -> !stream.resource<external>
  %0 = stream.resource.size %unknown : !stream.resource<external>
  %part = stream.resource.subview %a[%c4] : !stream.resource<external>{%n} -> !stream.resource<external>{%m}
  %1 = stream.resource.size %part : !stream.resource<external>
  %b:2 = stream.timepoint.await %t => %part, %a : !stream.resource<external>{%m}, !stream.resource<external>{%n}
  %2 = stream.resource.size %b#1 : !stream.resource<external>
  util.return %0, %1, %2 : index, index, index
}
// =====
module {
  util.func private @source() -> !hal.buffer
  util.func public @sizes(%a: !hal.buffer, %n: index, %m: index, %t: !hal.fence) -> (index, index, index) {
    %c4 = arith.constant 4 : index
    %unknown = util.call @source() : () -> !hal.buffer
    %length = hal.buffer.length<%unknown : !hal.buffer> : index
    %buffer = hal.buffer.subspan<%a : !hal.buffer>[%c4, %m] : !hal.buffer
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%t]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return %length, %m, %n : index, index, index
  }
}

// -----

// opt --iree-hal-conversion: a user of a resource states its size
// unlike iree-opt: it crashes
util.func public @size_of_user(%a: !stream.resource<external>, %t: !stream.timepoint, %n: index) -> (index, !stream.resource<external>) {
  %0 = stream.resource.size %a : !stream.resource<external>
  %b = stream.timepoint.await %t => %a : !stream.resource<external>{%n}
  util.return %0, %b : index, !stream.resource<external>
}
// =====
module {
  util.func public @size_of_user(%a: !hal.buffer, %t: !hal.fence, %n: index) -> (index, !hal.buffer) {
    %c-1_i32 = arith.constant -1 : i32
    %status = hal.fence.await until([%t]) timeout_millis(%c-1_i32) flags("None") : i32
    util.status.check_ok %status, "failed to wait on timepoint"
    util.return %n, %a : index, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: resources that have not been packed
util.func public @constants(%size: index) -> (!stream.resource<constant>, !stream.timepoint) {
  %0, %1 = stream.resource.constants :
// error@12: cannot convert stream.resource.constants: nothing converts it, and !stream.resource<constant> goes away
    !stream.resource<constant>{%size} = dense<1> : tensor<4xi32>
    => !stream.timepoint
  util.return %0, %1 : !stream.resource<constant>, !stream.timepoint
}
