// opt --iree-hal-prune-executables: what nothing refers to goes
hal.executable private @used {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @dead ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    hal.executable.export public @live ordinal(1) layout(#hal.pipeline.layout<bindings = []>)
  }
  hal.executable.variant public @other target(<"a", "c">) {
    hal.executable.export public @live ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
hal.executable private @unused {
  hal.executable.variant public @v target(<"a", "b">) {
  }
}
hal.executable public @seen {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(4) layout(#hal.pipeline.layout<bindings = []>)
  }
}
util.func public @f(%e: !hal.executable) -> i64 {
  %0 = hal.executable.lookup.function target(%e : !hal.executable) function(@used::@v::@live) : i64
  util.return %0 : i64
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @used {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @live ordinal(0) layout(#pipeline_layout)
    }
  }
  hal.executable public @seen {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f(%e: !hal.executable) -> i64 {
    %function_id = hal.executable.lookup.function target(%e : !hal.executable) function(@used::@v::@live) : i64
    util.return %function_id : i64
  }
}

// -----

// opt --iree-hal-prune-executables: chains of exports that stand in for each other
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @third ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    hal.executable.export public @unused ordinal(1) layout(#hal.pipeline.layout<bindings = []>)
    hal.executable.export public @second ordinal(2) layout(#hal.pipeline.layout<bindings = []>) condition(%d: !hal.device) -> i1 {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
      hal.return %v : i1
    } fallback(@third)
    hal.executable.export public @first ordinal(3) layout(#hal.pipeline.layout<bindings = []>) condition(%d: !hal.device) -> i1 {
      %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "c") : i1, i1 = false
      hal.return %v : i1
    } fallback(@second)
  }
}
util.func public @f(%e: !hal.executable) -> i64 {
  %0 = hal.executable.lookup.function target(%e : !hal.executable) function(@x::@v::@first) : i64
  util.return %0 : i64
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @third ordinal(0) layout(#pipeline_layout)
      hal.executable.export public @second ordinal(1) layout(#pipeline_layout) condition(%d: !hal.device) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1 = false
        hal.return %v : i1
      } fallback(@third)
      hal.executable.export public @first ordinal(2) layout(#pipeline_layout) condition(%d: !hal.device) -> i1 {
        %ok, %v = hal.device.query<%d : !hal.device> key("a" :: "c") : i1, i1 = false
        hal.return %v : i1
      } fallback(@second)
    }
  }
  util.func public @f(%e: !hal.executable) -> i64 {
    %function_id = hal.executable.lookup.function target(%e : !hal.executable) function(@x::@v::@first) : i64
    util.return %function_id : i64
  }
}

// -----

// opt --iree-hal-prune-executables: attributes refer, too
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
hal.executable private @y {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
util.func public @f() attributes {some.refs = [{a = @x::@v::@k}]} {
  util.return
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout)
    }
  }
  util.func public @f() attributes {some.refs = [{a = @x::@v::@k}]} {
    util.return
  }
}
