// opt --iree-hal-conversion: memory on a device, and on the module's default
builtin.module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  util.global private @other = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%n: index, %t: !stream.timepoint) -> (!stream.resource<transient>, !stream.timepoint, !stream.resource<variable>) {
    %0, %t0 = stream.resource.alloca uninitialized on(#hal.device.affinity<@other, [1, 3]>) await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
    %1, %t1 = stream.resource.alloca uninitialized indeterminate : !stream.resource<external>{%n} => !stream.timepoint
    %2 = stream.resource.alloc uninitialized on(#hal.device.affinity<@gpu>) : !stream.resource<variable>{%n}
    %t2 = stream.resource.dealloca origin await(%t1) => %1 : !stream.resource<external>{%n} => !stream.timepoint
    %t3 = stream.resource.dealloca on(#hal.device.affinity<@gpu>) await(%t2) => %0 : !stream.resource<transient>{%n} => !stream.timepoint
    util.return %0, %t2, %2 : !stream.resource<transient>, !stream.timepoint, !stream.resource<variable>
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.global private @other = #device_target_vulkan
  util.func public @f(%n: index, %t: !hal.fence) -> (!hal.buffer, !hal.fence, !hal.buffer) {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@other, [1, 3]>) lifetime(transient) : i32, i32
    %other = util.global.load immutable @other : !hal.device
    %c10_i64 = arith.constant 10 : i64
    %0 = util.null : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%other : !hal.device> affinity(%c10_i64) wait(%t) signal(%0) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%n}
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties lifetime(external) : i32, i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    %c0_i64_2 = arith.constant 0 : i64
    %transient_buffer_3 = hal.device.queue.alloca<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) pool(%c0_i64_2) type(%memory_types_0) usage(%buffer_usage_1) flags(IndeterminateLifetime) : !hal.buffer{%n}
    %memory_types_4, %buffer_usage_5 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(variable) : i32, i32
    %gpu_6 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_7 = arith.constant -1 : i64
    %allocator = hal.device.allocator<%gpu_6 : !hal.device> : !hal.allocator
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%c-1_i64_7) type(%memory_types_4) usage(%buffer_usage_5) : !hal.buffer{%n}
    %memory_types_8, %buffer_usage_9 = hal.allocator.resolve_memory_properties lifetime(external) : i32, i32
    %gpu_10 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_11 = arith.constant -1 : i64
    %fence_12 = hal.fence.create device(%gpu_10 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.dealloca<%gpu_10 : !hal.device> affinity(%c-1_i64_11) wait(%fence) signal(%fence_12) buffer(%transient_buffer_3 : !hal.buffer) flags(PreferOrigin)
    %memory_types_13, %buffer_usage_14 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@gpu>) lifetime(transient) : i32, i32
    %gpu_15 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_16 = arith.constant -1 : i64
    %2 = util.null : !hal.fence
    hal.device.queue.dealloca<%gpu_15 : !hal.device> affinity(%c-1_i64_16) wait(%fence_12) signal(%2) buffer(%transient_buffer : !hal.buffer) flags("None")
    util.return %transient_buffer, %fence_12, %buffer : !hal.buffer, !hal.fence, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: one of several devices
builtin.module {
  util.global private @a = #hal.device.target<"vulkan"> : !hal.device
  util.global private @b = #hal.device.target<"vulkan"> : !hal.device
  util.func public @f(%n: index) -> (!stream.resource<transient>, !stream.resource<external>) {
    %0, %t0 = stream.resource.alloca uninitialized on(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b, [2]>]>) : !stream.resource<transient>{%n} => !stream.timepoint
    %1 = stream.resource.alloc uninitialized on(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) : !stream.resource<external>{%n}
    util.return %0, %1 : !stream.resource<transient>, !stream.resource<external>
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.global private @b = #device_target_vulkan
  util.func public @f(%n: index) -> (!hal.buffer, !hal.buffer) {
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b, [2]>]>) lifetime(transient) : i32, i32
    %a = util.global.load immutable @a : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %b = util.global.load immutable @b : !hal.device
    %c4_i64 = arith.constant 4 : i64
    %device, %queue_affinity = hal.allocator.select from([
      (%a, %c-1_i64 : !hal.device, i64),
      (%b, %c4_i64 : !hal.device, i64)
    ]) type(%memory_types) usage(%buffer_usage) : !hal.device, i64
    %0 = util.null : !hal.fence
    %1 = util.null : !hal.fence
    %c0_i64 = arith.constant 0 : i64
    %transient_buffer = hal.device.queue.alloca<%device : !hal.device> affinity(%queue_affinity) wait(%0) signal(%1) pool(%c0_i64) type(%memory_types) usage(%buffer_usage) flags("None") : !hal.buffer{%n}
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) lifetime(external) : i32, i32
    %a_2 = util.global.load immutable @a : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %b_4 = util.global.load immutable @b : !hal.device
    %c-1_i64_5 = arith.constant -1 : i64
    %device_6, %queue_affinity_7 = hal.allocator.select from([
      (%a_2, %c-1_i64_3 : !hal.device, i64),
      (%b_4, %c-1_i64_5 : !hal.device, i64)
    ]) type(%memory_types_0) usage(%buffer_usage_1) : !hal.device, i64
    %allocator = hal.device.allocator<%device_6 : !hal.device> : !hal.allocator
    %buffer = hal.allocator.allocate<%allocator : !hal.allocator> affinity(%queue_affinity_7) type(%memory_types_0) usage(%buffer_usage_1) : !hal.buffer{%n}
    util.return %transient_buffer, %buffer : !hal.buffer, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: owners
util.func public @f(%r: !stream.resource<staging>, %n: index) -> i1 {
  stream.resource.retain %r : !stream.resource<staging>{%n}
  %0 = stream.resource.release %r : !stream.resource<staging>{%n}
  util.return %0 : i1
}
// =====
module {
  util.func public @f(%r: !hal.buffer, %n: index) -> i1 {
    hal.buffer.allocation.preserve<%r : !hal.buffer>
    %was_terminal = hal.buffer.allocation.discard<%r : !hal.buffer> : i1
    util.return %was_terminal : i1
  }
}

// -----

// opt --iree-hal-conversion: the only owner
util.func public @f(%r: !stream.resource<staging>, %n: index) -> i1 {
  %0 = stream.resource.is_terminal %r : !stream.resource<staging>{%n}
  util.return %0 : i1
}
// =====
module {
  util.func public @f(%r: !hal.buffer, %n: index) -> i1 {
    %is_terminal = hal.buffer.allocation.is_terminal<%r : !hal.buffer> : i1
    util.return %is_terminal : i1
  }
}

// -----

// opt --iree-hal-conversion: sizes and parts
// unlike iree-opt: it crashes
util.func public @f(%r: !stream.resource<staging>, %n: index) -> (index, !stream.resource<staging>) {
  %c4 = arith.constant 4 : index
  %0 = stream.resource.size %r : !stream.resource<staging>
  %1 = stream.resource.subview %r[%c4] : !stream.resource<staging>{%n} -> !stream.resource<staging>{%c4}
  util.return %0, %1 : index, !stream.resource<staging>
}
// =====
module {
  util.func public @f(%r: !hal.buffer, %n: index) -> (index, !hal.buffer) {
    %c4 = arith.constant 4 : index
    %length = hal.buffer.length<%r : !hal.buffer> : index
    %buffer = hal.buffer.subspan<%r : !hal.buffer>[%c4, %c4] : !hal.buffer
    util.return %length, %buffer : index, !hal.buffer
  }
}

// -----

// opt --iree-hal-conversion: values
util.func public @f(%r: !stream.resource<staging>, %n: index, %v: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %0 = stream.resource.load %r[%c4] : !stream.resource<staging>{%n} -> i32
  stream.resource.store %v, %r[%c4] : i32 -> !stream.resource<staging>{%n}
  util.return %0 : i32
}
// =====
module {
  util.func public @f(%r: !hal.buffer, %n: index, %v: i32) -> i32 {
    %c4 = arith.constant 4 : index
    %0 = hal.buffer.load<%r : !hal.buffer>[%c4] : i32
    hal.buffer.store<%r : !hal.buffer>[%c4] value(%v : i32)
    util.return %0 : i32
  }
}

// -----

// opt --iree-hal-conversion: host memory as resources and files
util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
util.func public @f(%b: !util.buffer, %n: index, %o: i64, %t: !stream.timepoint) -> (i1, !stream.resource<constant>, i1, !stream.resource<variable>, !stream.timepoint) {
  %c0 = arith.constant 0 : index
  %d0, %r0 = stream.resource.try_map on(#hal.device.affinity<@gpu>) %b[%c0] : !util.buffer -> i1, !stream.resource<constant>{%n}
  %d2, %r2 = stream.resource.try_map %b[%c0] : !util.buffer -> i1, !stream.resource<variable>{%n}
  %f = stream.file.constant on(#hal.device.affinity<@gpu>) %b[%c0 for %n] : !util.buffer{%n} -> !stream.file
  %t0 = stream.file.read on(#hal.device.affinity<@gpu>) await(%t) => %f[%o], %r2[%c0], %n : !stream.file -> !stream.resource<variable>{%n} => !stream.timepoint
  %t1 = stream.file.write on(#hal.device.affinity<@gpu>) await(%t0) => %r2[%c0], %f[%o], %n : !stream.resource<variable>{%n} -> !stream.file => !stream.timepoint
  util.return %d0, %r0, %d2, %r2, %t1 : i1, !stream.resource<constant>, i1, !stream.resource<variable>, !stream.timepoint
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  util.func public @f(%b: !util.buffer, %n: index, %o: i64, %t: !hal.fence) -> (i1, !hal.buffer, i1, !hal.buffer, !hal.fence) {
    %c0 = arith.constant 0 : index
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable"> : i32
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %allocator = hal.device.allocator<%gpu : !hal.device> : !hal.allocator
    %did_import, %mapped = hal.allocator.import<%allocator : !hal.allocator> source(%b : !util.buffer)[%c0, %n] affinity(%c-1_i64) type(%memory_type) usage(%buffer_usage) : i1, !hal.buffer
    %buffer_usage_0 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %memory_type_1 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %c0_2 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0_2 : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %allocator_4 = hal.device.allocator<%device_0 : !hal.device> : !hal.allocator
    %did_import_5, %mapped_6 = hal.allocator.import<%allocator_4 : !hal.allocator> source(%b : !util.buffer)[%c0, %n] affinity(%c-1_i64_3) type(%memory_type_1) usage(%buffer_usage_0) : i1, !hal.buffer
    %gpu_7 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_8 = arith.constant -1 : i64
    %c0_i32 = arith.constant 0 : i32
    %memory_file = hal.ex.file.from_memory device(%gpu_7 : !hal.device) affinity(%c-1_i64_8) access(Read) buffer(%b : !util.buffer)[%c0 for %n] flags(%c0_i32) : !hal.file
    %gpu_9 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_10 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu_9 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.read<%gpu_9 : !hal.device> affinity(%c-1_i64_10) wait(%t) signal(%fence) source(%memory_file : !hal.file)[%o] target(%mapped_6 : !hal.buffer)[%c0] length(%n) flags("None")
    %gpu_11 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_12 = arith.constant -1 : i64
    %fence_13 = hal.fence.create device(%gpu_11 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.write<%gpu_11 : !hal.device> affinity(%c-1_i64_12) wait(%fence) signal(%fence_13) source(%mapped_6 : !hal.buffer)[%c0] target(%memory_file : !hal.file)[%o] length(%n) flags("None")
    util.return %did_import, %mapped, %did_import_5, %mapped_6, %fence_13 : i1, !hal.buffer, i1, !hal.buffer, !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: mapping what only a device sees
util.func public @f(%b: !util.buffer, %n: index) -> (i1, !stream.resource<transient>) {
  %c0 = arith.constant 0 : index
  %d0, %r0 = stream.resource.try_map %b[%c0] : !util.buffer -> i1, !stream.resource<transient>{%n}
// error@14: stream.resource.try_map cannot be converted to hal: resources that are transient cannot be mapped
  util.return %d0, %r0 : i1, !stream.resource<transient>
}

// -----

// opt --iree-hal-conversion: what should have been lowered
util.func public @f(%n: index, %t: !stream.resource<*>) -> !stream.resource<*> {
  %0 = stream.async.clone %t : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
// error@8: stream.async.clone cannot be converted to hal: it should have been lowered before; is the text of an earlier phase?
  util.return %0 : !stream.resource<*>
}

// -----

// opt --iree-hal-conversion: types everywhere
util.global private mutable @r : !stream.resource<variable>
util.global private @t = #stream.timepoint<immediate>
util.global private @l : !util.list<!stream.resource<variable>>
util.func private @ext(!stream.resource<*>, tensor<4xf32>) -> !stream.timepoint
util.func private @callee(%r: !stream.resource<variable>, %c: i1) -> (!stream.resource<variable>, !stream.timepoint) {
  %g = util.global.load @r : !stream.resource<variable>
  %t = util.global.load @t : !stream.timepoint
  cf.cond_br %c, ^bb1(%g : !stream.resource<variable>), ^bb1(%r : !stream.resource<variable>)
^bb1(%x: !stream.resource<variable>):
  %y = arith.select %c, %x, %g : !stream.resource<variable>
  %z = scf.if %c -> (!stream.resource<variable>) {
    scf.yield %y : !stream.resource<variable>
  } else {
    scf.yield %x : !stream.resource<variable>
  }
  util.global.store %z, @r : !stream.resource<variable>
  util.return %z, %t : !stream.resource<variable>, !stream.timepoint
}
util.func public @f(%r: !stream.resource<variable>, %c: i1) -> !stream.resource<variable> {
  %0:2 = util.call @callee(%r, %c) : (!stream.resource<variable>, i1) -> (!stream.resource<variable>, !stream.timepoint)
  %1 = util.optimization_barrier %0#0 : !stream.resource<variable>
  util.return %1 : !stream.resource<variable>
}
// =====
module {
  util.global private mutable @r : !hal.buffer
  util.global private @t : !hal.fence
  util.global private @l : !util.list<!hal.buffer>
  util.func private @ext(%arg0: !hal.buffer, %arg1: !hal.buffer_view) -> !hal.fence
  util.func private @callee(%r: !hal.buffer, %c: i1) -> (!hal.buffer, !hal.fence) {
    %g = util.global.load @r : !hal.buffer
    %t = util.global.load @t : !hal.fence
    cf.cond_br %c, ^bb1(%g : !hal.buffer), ^bb1(%r : !hal.buffer)
  ^bb1(%x: !hal.buffer):  // 2 preds: ^bb0, ^bb0
    %y = arith.select %c, %x, %g : !hal.buffer
    %z = scf.if %c -> (!hal.buffer) {
      scf.yield %y : !hal.buffer
    } else {
      scf.yield %x : !hal.buffer
    }
    util.global.store %z, @r : !hal.buffer
    util.return %z, %t : !hal.buffer, !hal.fence
  }
  util.func public @f(%r: !hal.buffer, %c: i1) -> !hal.buffer {
    %0:2 = util.call @callee(%r, %c) : (!hal.buffer, i1) -> (!hal.buffer, !hal.fence)
    %1 = util.optimization_barrier %0#0 : !hal.buffer
    util.return %1 : !hal.buffer
  }
}
