// opt --iree-hal-materialize-interfaces: constants and bindings of a function become a layout, bindings that may change are indirect
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  util.global private mutable @state : !stream.resource<variable>
  util.global private @weights : !stream.resource<constant>
  stream.executable private @x {
    stream.executable.export public @k workgroups(%w: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      stream.return %w, %c1, %c1 : index, index, index
    }
    builtin.module {
      func.func @k(%a: !stream.binding {stream.alignment = 64 : index}, %m: i32 {stream.alignment = 4 : index, stream.values = [4 : i32, 8 : i32]}, %b: !stream.binding, %unused: i32, %c: !stream.binding, %n: i32) {
        %c0 = arith.constant 0 : index
        %size = arith.index_cast %m : i32 to index
        %more = arith.index_cast %n : i32 to index
        %0 = stream.binding.subspan %a[%c0] : !stream.binding -> memref<?xf32>{%size}
        %1 = stream.binding.subspan %b[%more] : !stream.binding -> memref<16xf32>
        %2 = stream.binding.subspan %c[%c0] : !stream.binding -> memref<16xf32>
        %id = stream.dispatch.workgroup.id[0] : index
        %count = stream.dispatch.workgroup.count[1] : index
        %extent = stream.dispatch.workgroup.size[2] : index
        %v = memref.load %0[%id] : memref<?xf32>
        memref.store %v, %1[%count] : memref<16xf32>
        memref.store %v, %2[%extent] : memref<16xf32>
        return
      }
    }
  }
  util.func public @f(%n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %k = arith.constant 5 : i32
    %state = util.global.load @state : !stream.resource<variable>
    %weights = util.global.load immutable @weights : !stream.resource<constant>
    %te = stream.cmd.execute with(%weights as %a: !stream.resource<constant>{%c64}, %state as %b: !stream.resource<variable>{%c64}) {
      stream.cmd.dispatch @x::@k[%n](%k, %k, %k : i32, i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<constant>{%c64},
        rw %b[%c0 for %c64] : !stream.resource<variable>{%c64},
        wo %b[%c0 for %c64] : !stream.resource<variable>{%c64}
      }
    } => !stream.timepoint
    util.return %te : !stream.timepoint
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 3, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, Indirect>, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #device_target_vulkan
  util.global private mutable @state : !stream.resource<variable>
  util.global private @weights : !stream.resource<constant>
  hal.executable private @x {
    hal.executable.variant public @vulkan_spirv_fb target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          %c0 = arith.constant 0 : index
          %0 = hal.interface.constant.load layout(#pipeline_layout) ordinal(0) alignment(4) values([4 : i32, 8 : i32]) : i32
          %1 = hal.interface.constant.load layout(#pipeline_layout) ordinal(2) : i32
          %size = arith.index_cast %0 : i32 to index
          %more = arith.index_cast %1 : i32 to index
          %2 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags(ReadOnly) : memref<?xf32>{%size}
          %3 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) offset(%more) flags(Indirect) : memref<16xf32>
          %4 = hal.interface.binding.subspan layout(#pipeline_layout) binding(2) offset(%c0) flags(Indirect) : memref<16xf32>
          %workgroup_id_x = hal.interface.workgroup.id[0] : index
          %workgroup_count_y = hal.interface.workgroup.count[1] : index
          %workgroup_size_z = hal.interface.workgroup.size[2] : index
          %v = memref.load %2[%workgroup_id_x] : memref<?xf32>
          memref.store %v, %3[%workgroup_count_y] : memref<16xf32>
          memref.store %v, %4[%workgroup_size_z] : memref<16xf32>
          return
        }
      }
    }
  }
  util.func public @f(%n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %k = arith.constant 5 : i32
    %state = util.global.load @state : !stream.resource<variable>
    %weights = util.global.load immutable @weights : !stream.resource<constant>
    %te = stream.cmd.execute with(%weights as %a: !stream.resource<constant>{%c64}, %state as %b: !stream.resource<variable>{%c64}) {
      stream.cmd.dispatch @x::@vulkan_spirv_fb::@k[%n](%k, %k, %k : i32, i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<constant>{%c64},
        rw %b[%c0 for %c64] : !stream.resource<variable>{%c64},
        wo %b[%c0 for %c64] : !stream.resource<variable>{%c64}
      }
    } => !stream.timepoint
    util.return %te : !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: what runs once has direct bindings, and each dispatch adds to what they are
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  stream.executable private @x {
    stream.executable.export public @k workgroups() -> (index, index, index) {
      %c1 = arith.constant 1 : index
      stream.return %c1, %c1, %c1 : index, index, index
    }
    builtin.module {
      func.func @k(%a: !stream.binding, %b: !stream.binding) {
        return
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> (!stream.timepoint, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute once with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n},
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    %t1 = stream.cmd.execute once with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n},
        rw %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0, %t1 : !stream.timepoint, !stream.timepoint
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, ReadOnly>], flags = "None">
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @vulkan_spirv_fb target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> (!stream.timepoint, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute once with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@vulkan_spirv_fb::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n},
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    %t1 = stream.cmd.execute once with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@vulkan_spirv_fb::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n},
        rw %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0, %t1 : !stream.timepoint, !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: several exports, one of them under another name, with helpers between them
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  stream.executable private @x attributes {hal.executable.objects = #hal.executable.objects<{#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb"> = [#hal.executable.object<{path = "a.spv"}>], #hal.executable.target<"vulkan-spirv", "other"> = [#hal.executable.object<{path = "b.spv"}>]}>} {
    stream.executable.export public @first
    stream.executable.export public @second as("other") workgroups(%d: !hal.device, %w: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      stream.return %w, %c1, %c1 : index, index, index
    } attributes {config = #iree_codegen.export_config<workgroup_size = [32, 2]>}
    builtin.module {
      func.func private @helper(index) -> index
      func.func @first(%a: !stream.binding) {
        return
      }
      func.func @second(%b: !stream.binding) {
        %c1 = arith.constant 1 : index
        %x = stream.dispatch.workgroup.size[0] : index
        %z = stream.dispatch.workgroup.size[2] : index
        %s = arith.addi %x, %c1 : index
        %0 = func.call @helper(%s) : (index) -> index
        %1 = func.call @helper(%z) : (index) -> index
        return
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@first {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
      stream.cmd.dispatch @x::@other[%n] {
        wo %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#pipeline_layout1 = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @vulkan_spirv_fb target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{path = "a.spv"}>]) {
      hal.executable.export public @second ordinal(1) layout(#pipeline_layout) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      } <workgroup_size = [32 : index, 2 : index, 1 : index]>
      hal.executable.export public @first ordinal(0) layout(#pipeline_layout1)
      builtin.module {
        func.func private @helper(index) -> index
        func.func @first() {
          return
        }
        func.func @second() {
          %c1 = arith.constant 1 : index
          %c33 = arith.constant 33 : index
          %0 = call @helper(%c33) : (index) -> index
          %1 = call @helper(%c1) : (index) -> index
          return
        }
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@vulkan_spirv_fb::@first {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
      stream.cmd.dispatch @x::@vulkan_spirv_fb::@second[%n] {
        wo %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: variants for what each dispatch may run on
util.global private @both = #hal.device.select<[#hal.device.target<"vulkan", {ordinal = 0 : index}, [#hal.executable.target<"vulkan-spirv", "Format-B", {level = 1 : i32}>]> : !hal.device, #hal.device.target<"vulkan", {ordinal = 1 : index}, [#hal.executable.target<"vulkan-spirv", "Format-B", {level = 2 : i32}>, #hal.executable.target<"vulkan-spirv", "format-a">]> : !hal.device, #hal.device.fallback<@one> : !hal.device]> : !hal.device
util.global private @one = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "format-c">]> : !hal.device
util.global private @spare = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "format-d">]> : !hal.device
stream.executable private @x {
  stream.executable.export public @k workgroups() -> (index, index, index) {
    %c1 = arith.constant 1 : index
    stream.return %c1, %c1, %c1 : index, index, index
  }
  builtin.module {
    func.func @k(%a: !stream.binding) {
      return
    }
  }
}
util.func public @f(%in: !stream.resource<external>, %n: index) -> (!stream.timepoint, !stream.timepoint) attributes {stream.affinity = #hal.device.affinity<@one>} {
  %c0 = arith.constant 0 : index
  %t0 = stream.cmd.execute on(#hal.device.affinity<@both, [1]>) with(%in as %a: !stream.resource<external>{%n}) {
    stream.cmd.dispatch @x::@k {
      ro %a[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  %t1 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
    stream.cmd.dispatch @x::@k {
      ro %a[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %t0, %t1 : !stream.timepoint, !stream.timepoint
}
// =====
#executable_target_format_a = #hal.executable.target<"vulkan-spirv", "format-a">
#executable_target_format_b = #hal.executable.target<"vulkan-spirv", "Format-B", {level = 1 : i32}>
#executable_target_format_b1 = #hal.executable.target<"vulkan-spirv", "Format-B", {level = 2 : i32}>
#executable_target_format_c = #hal.executable.target<"vulkan-spirv", "format-c">
#executable_target_format_d = #hal.executable.target<"vulkan-spirv", "format-d">
#pipeline_layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_format_c]> : !hal.device
#device_target_vulkan1 = #hal.device.target<"vulkan", [#executable_target_format_d]> : !hal.device
#device_target_vulkan_0_ = #hal.device.target<"vulkan", {ordinal = 0 : index}, [#executable_target_format_b]> : !hal.device
#device_target_vulkan_1_ = #hal.device.target<"vulkan", {ordinal = 1 : index}, [#executable_target_format_b1, #executable_target_format_a]> : !hal.device
module {
  util.global private @both = #hal.device.select<[#device_target_vulkan_0_, #device_target_vulkan_1_, #hal.device.fallback<@one> : !hal.device]> : !hal.device
  util.global private @one = #device_target_vulkan
  util.global private @spare = #device_target_vulkan1
  hal.executable private @x {
    hal.executable.variant public @format_a target(#executable_target_format_a) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @format_b target(#executable_target_format_b1) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @format_b_0 target(#executable_target_format_b) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @format_c target(#executable_target_format_c) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> (!stream.timepoint, !stream.timepoint) attributes {stream.affinity = #hal.device.affinity<@one>} {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute on(#hal.device.affinity<@both, [1]>) with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch {@x::@format_a::@k, @x::@format_b::@k, @x::@format_b_0::@k, @x::@format_c::@k} {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    %t1 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@format_c::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0, %t1 : !stream.timepoint, !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: devices named around are meant where no affinity says which
module attributes {hal.device.targets = [#hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "a">]> : !hal.device]} {
  util.global private @gpu : !hal.device
  stream.executable private @x {
    stream.executable.export public @k
    builtin.module {
      func.func @k(%a: !stream.binding) {
        return
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}
// =====
#executable_target_a = #hal.executable.target<"vulkan-spirv", "a">
#pipeline_layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_a]> : !hal.device
module attributes {hal.device.targets = [#device_target_vulkan]} {
  util.global private @gpu : !hal.device
  hal.executable private @x {
    hal.executable.variant public @a target(#executable_target_a) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@a::@k {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: code without a dispatch stays, and what has no entry points
util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
stream.executable private @empty {
}
stream.executable private @unused {
  stream.executable.export public @k
  builtin.module {
    func.func @k(%a: !stream.binding) {
      return
    }
  }
}
hal.executable.source private @unused_source {
  hal.executable.export public @k layout(#hal.pipeline.layout<bindings = []>)
}
stream.executable public @seen {
  stream.executable.export public @k
  builtin.module {
    func.func @k(%a: !stream.binding) {
      return
    }
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  stream.executable private @empty {
  }
  stream.executable private @unused {
    stream.executable.export public @k 
    builtin.module {
      func.func @k(%a: !stream.binding) {
        return
      }
    }
  }
  hal.executable.source private @unused_source {
    hal.executable.export public @k layout(#pipeline_layout)
  }
  stream.executable public @seen {
    stream.executable.export public @k 
    builtin.module {
      func.func @k(%a: !stream.binding) {
        return
      }
    }
  }
}

// -----

// opt --iree-hal-materialize-interfaces: code that others may run gets variants for all devices
util.global private @a = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "b">, #hal.executable.target<"vulkan-spirv", "a">]> : !hal.device
util.global private @b = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "b">]> : !hal.device
stream.executable public @seen {
  stream.executable.export public @k
  builtin.module {
    func.func @k(%a: !stream.binding) {
      return
    }
  }
}
hal.executable.source public @seen_source {
  hal.executable.export public @k layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
  builtin.module {
    func.func @k() {
      return
    }
  }
}
// =====
#executable_target_a = #hal.executable.target<"vulkan-spirv", "a">
#executable_target_b = #hal.executable.target<"vulkan-spirv", "b">
#pipeline_layout = #hal.pipeline.layout<constants = 0, bindings = [#hal.pipeline.binding<storage_buffer, "None">], flags = "None">
#pipeline_layout1 = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_b, #executable_target_a]> : !hal.device
#device_target_vulkan1 = #hal.device.target<"vulkan", [#executable_target_b]> : !hal.device
module {
  util.global private @a = #device_target_vulkan
  util.global private @b = #device_target_vulkan1
  hal.executable public @seen {
    hal.executable.variant public @a target(#executable_target_a) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @b target(#executable_target_b) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable public @seen_source {
    hal.executable.variant public @a target(#executable_target_a) {
      hal.executable.export public @k layout(#pipeline_layout1)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @b target(#executable_target_b) {
      hal.executable.export public @k layout(#pipeline_layout1)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
}

// -----

// opt --iree-hal-materialize-interfaces: code given by hand keeps its layout and gets the objects of its target
util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {level = 1 : i32, more}>, #hal.executable.target<"vulkan-spirv", "plain">]> : !hal.device
"hal.executable.source"() <{objects = #hal.executable.objects<{#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {level = 1 : i32}> = [#hal.executable.object<{path = "a.spv"}>], #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb"> = [#hal.executable.object<{path = "b.spv"}>], #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {level = 2 : i32}> = [#hal.executable.object<{path = "c.spv"}>], #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {other}> = [#hal.executable.object<{path = "d.spv"}>]}>, sym_name = "x", sym_visibility = "private"}> ({
  hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>) count(%d: !hal.device, %w: index) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    hal.return %w, %c1, %c1 : index, index, index
  }
  hal.executable.export public @j ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
  hal.executable.source_end
}) : () -> ()
util.func public @f(%in: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %t0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%n}) {
    stream.cmd.dispatch @x::@k[%n](%m : i32) {
      ro %a[%c0 for %n] : !stream.resource<external>{%n}
    }
    stream.cmd.dispatch @x::@j {
      rw %a[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %t0 : !stream.timepoint
}
// =====
#executable_target_plain = #hal.executable.target<"vulkan-spirv", "plain">
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {level = 1 : i32, more}>
#pipeline_layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>
#pipeline_layout1 = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb, #executable_target_plain]> : !hal.device
module {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @plain target(#executable_target_plain) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
      hal.executable.export public @j ordinal(1) layout(#pipeline_layout1)
    }
    hal.executable.variant public @vulkan_spirv_fb target(#executable_target_vulkan_spirv_fb) objects([#hal.executable.object<{path = "a.spv"}>, #hal.executable.object<{path = "b.spv"}>]) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
      hal.executable.export public @j ordinal(1) layout(#pipeline_layout1)
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch {@x::@plain::@k, @x::@vulkan_spirv_fb::@k}[%n](%m : i32) {
        ro %a[%c0 for %n] : !stream.resource<external>{%n}
      }
      stream.cmd.dispatch {@x::@plain::@j, @x::@vulkan_spirv_fb::@j} {
        rw %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: a layout given by hand
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  stream.executable private @x {
    stream.executable.export public @k attributes {hal.interface.layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<uniform_buffer>]>}
    builtin.module {
      func.func @k(%a: !stream.binding, %b: !stream.binding, %n: i32) {
        %0 = arith.index_cast %n : i32 to index
        %1 = stream.binding.subspan %a[%0] : !stream.binding -> memref<16xf32>
        %2 = stream.binding.subspan %b[%0] : !stream.binding -> memref<16xf32>
        memref.copy %1, %2 : memref<16xf32> to memref<16xf32>
        return
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@k(%m : i32) {
        ro %a[%c0 for %n] : !stream.resource<external>{%n},
        wo %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}
// =====
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<uniform_buffer>]>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @vulkan_spirv_fb target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
      builtin.module {
        func.func @k() {
          %0 = hal.interface.constant.load layout(#pipeline_layout) ordinal(0) : i32
          %1 = arith.index_cast %0 : i32 to index
          %2 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) offset(%1) flags(ReadOnly) : memref<16xf32>
          %3 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) offset(%1) flags("None") : memref<16xf32>
          memref.copy %2, %3 : memref<16xf32> to memref<16xf32>
          return
        }
      }
    }
  }
  util.func public @f(%in: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %t0 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
      stream.cmd.dispatch @x::@vulkan_spirv_fb::@k(%m : i32) {
        ro %a[%c0 for %n] : !stream.resource<external>{%n},
        wo %a[%c0 for %n] : !stream.resource<external>{%n}
      }
    } => !stream.timepoint
    util.return %t0 : !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-interfaces: a dispatch with nothing to run on
stream.executable private @x {
  stream.executable.export public @k
  builtin.module {
    func.func @k(%a: !stream.binding) {
      return
    }
  }
}
util.func public @f(%in: !stream.resource<external>, %n: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %t0 = stream.cmd.execute with(%in as %a: !stream.resource<external>{%n}) {
    stream.cmd.dispatch @x::@k {
// error@5: expected a device to run this on, found no global of type !hal.device; declare one, as `util.global private @device = #hal.device.target<…> : !hal.device`, or name it when compiling from a phase before this one
      ro %a[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %t0 : !stream.timepoint
}

// -----

// opt --iree-hal-materialize-interfaces: an argument that no dispatch can give
util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
stream.executable public @x {
  stream.executable.export public @k
  builtin.module {
    func.func @k(%a: !stream.binding, %n: index) {
// error@5: expected !stream.binding or i32 as argument 1 of an entry point, found index
      return
    }
  }
}
