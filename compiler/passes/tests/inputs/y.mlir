hal.executable private @y {
  hal.executable.variant public @v target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @other ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
