// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline="builtin.module(canonicalize)"}))': passes on each executable
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>) count(%d: !hal.device, %w: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %0 = arith.addi %c1, %c2 : index
      hal.return %0, %c1, %c1 : index, index, index
    }
  }
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(0) layout(#pipeline_layout) count(%d: !hal.device, %w: index) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        %c3 = arith.constant 3 : index
        hal.return %c3, %c1, %c1 : index, index, index
      }
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline))': no passes
hal.executable private @x {
}
// =====
module {
  hal.executable private @x {
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline=canonicalize}))': passes for nothing
hal.executable private @x {
// error@1: pipeline: expected `builtin.module(…)`, found `canonicalize`
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline=builtin.module(canonicalise)}))': a pass that there is not
hal.executable private @x {
// error@1: pipeline: no pass is called `canonicalise`; the nearest is `canonicalize`
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline=builtin.module(iree-hal-substitute-executables)}))': a pass that does not run on executables
// unlike iree-opt: it refuses without saying where
hal.executable private @x {
}
// error: iree-hal-substitute-executables runs on builtin.module; expected one, found hal.executable

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="sed -e s/ordinal(0)/ordinal(3)/ -e s/dialect.old/dialect.new/"}))': the executable that a program writes
hal.executable private @x attributes {dialect.old = 1 : i32, plain = 2 : i32} {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
hal.executable private @y {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.export public @k ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
  }
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module {
  hal.executable private @x attributes {dialect.new = 1 : i32, plain = 2 : i32} {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(3) layout(#pipeline_layout)
    }
  }
  hal.executable private @y {
    hal.executable.variant public @v target(#executable_target_b) {
      hal.executable.export public @k ordinal(3) layout(#pipeline_layout)
    }
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="echo module { hal.executable private @z { } }"}))': a module around it, and input that the program does not read
hal.executable private @x {
}
// =====
module {
  hal.executable private @x {
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool))': no program
hal.executable private @x {
}
// =====
module {
  hal.executable private @x {
  }
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command=no-such-program-anywhere}))': a program that there is not
hal.executable private @x {
// error@1: command `no-such-program-anywhere`: there is no program `no-such-program-anywhere`; give its path or a name that is in PATH
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="grep -c nothing-of-this-kind"}))': a program that fails
hal.executable private @x {
// error@1: command `grep -c nothing-of-this-kind`: the program failed with exit status: 1; it said nothing
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command=true}))': a program that writes nothing
hal.executable private @x {
// error@1: command `true`: expected a hal.executable in its output, found none
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="echo no text of this kind"}))': a program that writes something else
hal.executable private @x {
// error@1: command `echo no text of this kind`: its output does not parse: output of echo no text of this kind:1:1: error: no custom form is known for the operation `no`
}
