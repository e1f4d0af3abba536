// opt --iree-hal-capture-executable-sources: the text of each variant, and where its entry points are
module @named {
  hal.executable private @x {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %w, %c1, %c1 : index, index, index
      }
      hal.executable.export public @elsewhere ordinal(1) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func private @helper()
        func.func @k() {
          return
        }
      }
    }
    hal.executable.variant public @w target(<"vulkan-spirv", "other">) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func @k() {
          return
        }
      }
    }
  }
  hal.executable private @external {
    hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) objects([#hal.executable.object<{path = "x.spv"}>]) {
      hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-hal-capture-executable-sources{stage=configured},iree-hal-capture-executable-sources{stage=configured},iree-hal-capture-executable-sources{stage=translated})': each stage once
hal.executable private @x {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
      func.func @k() {
        return
      }
    }
  }
}
