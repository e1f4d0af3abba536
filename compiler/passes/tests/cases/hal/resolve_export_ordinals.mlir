// opt --iree-hal-resolve-export-ordinals: the ordinal as a constant
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(7) layout(#hal.pipeline.layout<bindings = []>)
    hal.executable.export public @l ordinal(9) layout(#hal.pipeline.layout<bindings = []>)
  }
}
util.global private @g : index
util.initializer {
  %0 = hal.executable.export.ordinal target(@x::@v::@l) : index
  util.global.store %0, @g : index
  util.return
}
util.func public @f(%c: i1) -> index {
  %0 = scf.if %c -> (index) {
    %1 = hal.executable.export.ordinal target(@x::@v::@k) : index
    scf.yield %1 : index
  } else {
    %2 = util.global.load @g : index
    scf.yield %2 : index
  }
  util.return %0 : index
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(7) layout(#pipeline_layout)
      hal.executable.export public @l ordinal(9) layout(#pipeline_layout)
    }
  }
  util.global private @g : index
  util.initializer {
    %c9 = arith.constant 9 : index
    util.global.store %c9, @g : index
    util.return
  }
  util.func public @f(%c: i1) -> index {
    %0 = scf.if %c -> (index) {
      %c7 = arith.constant 7 : index
      scf.yield %c7 : index
    } else {
      %g = util.global.load @g : index
      scf.yield %g : index
    }
    util.return %0 : index
  }
}

// -----

// opt --iree-hal-resolve-export-ordinals: no such export
// unlike iree-opt: it ends with a segmentation fault
util.func public @f() -> index {
  %0 = hal.executable.export.ordinal target(@x::@v::@k) : index
// error@8: expected an export with an ordinal, found none at @x::@v::@k
  util.return %0 : index
}
