hal.executable private @e {
  hal.executable.variant public @v target(<"vmvx", "vmvx-bytecode-fb">) {
    builtin.module {
      vm.module public @m {
        vm.rodata private @r "Ã© €"
        ±
      }
    }
  }
}
