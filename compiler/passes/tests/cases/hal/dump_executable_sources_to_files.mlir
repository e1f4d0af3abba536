// opt --pass-pipeline='builtin.module(iree-hal-dump-executable-sources{path=some/folder prefix=configured})': a file for each; names do not lead out of the folder
// unlike iree-opt: it writes the files
module @named {
  hal.executable private @"../x" {
  }
  hal.executable private @y {
  }
}
// =====
// file some/folder/configured_named_.._x.mlir
hal.executable public @"../x" {
}
// file some/folder/configured_named_y.mlir
hal.executable public @y {
}
module @named {
  hal.executable private @"../x" {
  }
  hal.executable private @y {
  }
}
