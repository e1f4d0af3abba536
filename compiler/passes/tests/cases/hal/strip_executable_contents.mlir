// opt --iree-hal-strip-executable-contents: device code goes
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
      func.func private @k()
    }
  }
  hal.executable.variant public @w target(<"a", "c">) {
  }
}
util.func public @f() {
  util.return
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#executable_target_c = #hal.executable.target<"a", "c">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
    hal.executable.variant public @w target(#executable_target_c) {
    }
  }
  util.func public @f() {
    util.return
  }
}
