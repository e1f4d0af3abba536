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

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline))': no passes
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline=canonicalize}))': passes for nothing
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline=builtin.module(canonicalise)}))': a pass that there is not
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-pipeline{pipeline=builtin.module(iree-hal-substitute-executables)}))': a pass that does not run on executables
hal.executable private @x {
}

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

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="echo module { hal.executable private @z { hal.executable.variant public @only target(<\"a\", \"b\">) { } } }"}))': a module around it, and input that the program does not read
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool))': no program
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command=no-such-program-anywhere}))': a program that there is not
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="grep -c nothing-of-this-kind"}))': a program that fails
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command=true}))': a program that writes nothing
hal.executable private @x {
}

// -----

// opt --pass-pipeline='builtin.module(hal.executable(iree-hal-preprocess-executables-with-tool{command="echo no text of this kind"}))': a program that writes something else
hal.executable private @x {
}
