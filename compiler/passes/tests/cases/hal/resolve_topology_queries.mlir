// opt --iree-hal-resolve-topology-queries: each lifetime
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.func private @f() -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %0:2 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@a>) lifetime(external) : i32, i32
  %1:2 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@a>) lifetime(staging) : i32, i32
  %2:2 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@a>) lifetime(transient) : i32, i32
  %3:2 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@a>) lifetime(variable) : i32, i32
  %4:2 = hal.allocator.resolve_memory_properties lifetime(constant) : i32, i32
  util.return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.func private @f() -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
    %memory_type = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %memory_type_0 = hal.memory_type<"HostVisible|HostCoherent|HostLocal|DeviceVisible"> : i32
    %buffer_usage_1 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|MappingScoped|MappingAccessRandom|Mapping"> : i32
    %memory_type_2 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage_3 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %memory_type_4 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage_5 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %memory_type_6 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage_7 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable"> : i32
    util.return %memory_type, %buffer_usage, %memory_type_0, %buffer_usage_1, %memory_type_2, %buffer_usage_3, %memory_type_4, %buffer_usage_5, %memory_type_6, %buffer_usage_7 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --iree-hal-resolve-topology-queries --iree-hal-external-resources-mappable: buffers from outside that can be mapped
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.func private @f() -> (i32, i32) {
  %0:2 = hal.allocator.resolve_memory_properties for(#hal.device.affinity<@a>) lifetime(external) : i32, i32
  util.return %0#0, %0#1 : i32, i32
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.func private @f() -> (i32, i32) {
    %memory_type = hal.memory_type<"HostVisible|DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|MappingScoped|MappingAccessRandom|Mapping"> : i32
    util.return %memory_type, %buffer_usage : i32, i32
  }
}

// -----

// opt --iree-hal-resolve-topology-queries: devices that reach each other's memory, of one kind, or neither
builtin.module attributes {stream.topology = #hal.device.topology<links = [(@a -> @b = {transparent_access = true}), (@b -> @c = {unified_memory = true})]>} {
  util.global private @a = #hal.device.target<"vulkan"> : !hal.device
  util.global private @b = #hal.device.target<"local"> : !hal.device
  util.global private @c = #hal.device.target<"vulkan", {ordinal = 1 : index}> : !hal.device
  util.global private @s = #hal.device.select<[#hal.device.target<"vulkan"> : !hal.device, #hal.device.fallback<@c> : !hal.device]> : !hal.device
  util.func private @f() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
    %0:2 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>) lifetime(transient) : i32, i32
    %1:2 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@c>]>) lifetime(transient) : i32, i32
    %2:2 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@b>, #hal.device.affinity<@c>]>) lifetime(transient) : i32, i32
    %3:2 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@s>]>) lifetime(transient) : i32, i32
    util.return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1 : i32, i32, i32, i32, i32, i32, i32, i32
  }
}
// =====
#device_target_local = #hal.device.target<"local"> : !hal.device
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#device_target_vulkan_1_ = #hal.device.target<"vulkan", {ordinal = 1 : index}> : !hal.device
module attributes {stream.topology = #hal.device.topology<links = [(@a -> @b = {transparent_access = true}), (@b -> @c = {unified_memory = true})]>} {
  util.global private @a = #device_target_vulkan
  util.global private @b = #device_target_local
  util.global private @c = #device_target_vulkan_1_
  util.global private @s = #hal.device.select<[#device_target_vulkan, #hal.device.fallback<@c> : !hal.device]> : !hal.device
  util.func private @f() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
    %memory_type = hal.memory_type<"HostVisible|DeviceVisible|DeviceLocal"> : i32
    %buffer_usage = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|MappingScoped|MappingPersistent|MappingAccessRandom|Mapping"> : i32
    %memory_type_0 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage_1 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    %memory_types, %buffer_usage_2 = hal.allocator.resolve_memory_properties for(#hal.device.optimal<[#hal.device.affinity<@b>, #hal.device.affinity<@c>]>) lifetime(transient) : i32, i32
    %memory_type_3 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
    %buffer_usage_4 = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
    util.return %memory_type, %buffer_usage, %memory_type_0, %buffer_usage_1, %memory_types, %buffer_usage_2, %memory_type_3, %buffer_usage_4 : i32, i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --iree-hal-resolve-topology-queries: a lifetime that is not known
// unlike iree-opt: it reports the error and goes on
util.func private @f() -> (i32, i32) {
  %0:2 = hal.allocator.resolve_memory_properties lifetime("*") : i32, i32
// error@10: expected a lifetime that is known by now, found *
  util.return %0#0, %0#1 : i32, i32
}
