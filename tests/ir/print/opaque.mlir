//! Inner modules of dialects without rows: their text stays, with the aliases it uses.

// print: text with aliases, strings, regions and comments
#target = #hal.executable.target<"vmvx", "vmvx-bytecode-fb">
#map = affine_map<(d0) -> (d0)>
!pair = !vm.list<i32>
hal.executable private @e {
  hal.executable.variant public @v target(#target) {
    builtin.module attributes {vm.x = #map} {
      vm.module public @m attributes {vm.text = "}", vm.map = #map} {
        // A comment with a }.
        vm.func private @f(%arg0: !pair, %arg1: i32) -> i32 {
          vm.cond_br %arg1, ^bb1(%arg1 : i32), ^bb1(%arg1 : i32) loc("a.mlir":1:2)
        ^bb1(%0: i32):
          vm.return %0 : i32 loc(#loc)
        }
      }
    }
  }
}
#loc = loc("b.mlir":3:4)
// =====
#executable_target_vmvx_bytecode_fb = #hal.executable.target<"vmvx", "vmvx-bytecode-fb">
#map = affine_map<(d0) -> (d0)>
module {
  hal.executable private @e {
    hal.executable.variant public @v target(#executable_target_vmvx_bytecode_fb) {
      builtin.module attributes {vm.x = #map} {
        vm.module public @m attributes {vm.text = "}", vm.map = #map} {
          vm.func private @f(%arg0: !vm.list<i32>, %arg1: i32) -> i32 {
            vm.cond_br %arg1, ^bb1(%arg1 : i32), ^bb1(%arg1 : i32)
          ^bb1(%0: i32):
            vm.return %0 : i32
          }
        }
      }
    }
  }
}
