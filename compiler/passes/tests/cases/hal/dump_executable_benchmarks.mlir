// opt --iree-hal-dump-executable-benchmarks: a program for each variant, and in it a function for each workload
module {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) count(%d: !hal.device, %x: index, %y: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %x, %y, %c1 : index, index, index
      }
      hal.executable.export public @plain ordinal(1) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>)
      hal.executable.export public @unused ordinal(2) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @w target(<"vulkan-spirv", "other">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    }
  }
  util.func public @f(%in: !stream.resource<external>, %out: !stream.resource<external>, %n: index, %m: i32) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c300 = arith.constant 300 : index
    %k = arith.constant 5 : i32
    %j = arith.constant 6 : i32
    %te = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%in as %a: !stream.resource<external>{%c300}, %out as %b: !stream.resource<external>{%c300}) {
      stream.cmd.dispatch @x::@v::@k[%c64, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c300] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c2, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c64, %c2](%j, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c300] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@plain {
        rw %a[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%n, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c300, %c2](%m, %j : i32, i32) {
        ro %a[%c0 for %c64] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
      stream.cmd.dispatch @x::@v::@k[%c300, %c2](%k, %j : i32, i32) {
        ro %a[%c0 for %n] : !stream.resource<external>{%c300},
        wo %b[%c0 for %c64] : !stream.resource<external>{%c300}
      }
    } => !stream.timepoint
    util.return %te : !stream.timepoint
  }
  util.initializer {
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %a = stream.resource.alloc uninitialized : !stream.resource<external>{%c64}
    %te = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%a as %b: !stream.resource<external>{%c64}) {
      stream.cmd.dispatch @x::@v::@plain[%c64] {
        rw %b[%c0 for %c64] : !stream.resource<external>{%c64}
      }
    } => !stream.timepoint
    util.return
  }
}

// -----

// opt --iree-hal-dump-executable-benchmarks: no device to run on
util.func private @f()

// -----

// opt --iree-hal-dump-executable-benchmarks: devices that leave a choice
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
util.global private @b = #hal.device.target<"vulkan"> : !hal.device

// -----

// opt --iree-hal-dump-executable-benchmarks: nothing that can be run apart
util.global private @a = #hal.device.target<"vulkan"> : !hal.device
