// opt --iree-hal-dump-executable-sources: each executable alone, public and with all it needs in place
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable public @y {
  }
}
// =====
hal.executable public @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) count(%d: !hal.device, %w: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      hal.return %w, %c1, %c1 : index, index, index
    }
    builtin.module {
      func.func @k() {
        return
      }
    }
  }
}
hal.executable public @y {
}
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
#device_target_vulkan = #hal.device.target<"vulkan", [#executable_target_vulkan_spirv_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #device_target_vulkan
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_vulkan_spirv_fb) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable public @y {
  }
}

// -----

// opt --iree-hal-dump-executable-sources=prefix=configured: what names of files begin with
module @named {
  hal.executable private @x {
  }
}
// =====
hal.executable public @x {
}
module @named {
  hal.executable private @x {
  }
}
