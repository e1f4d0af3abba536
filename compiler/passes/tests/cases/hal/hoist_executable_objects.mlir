// opt --pass-pipeline='builtin.module(hal.executable(hal.executable.variant(iree-hal-hoist-executable-objects)))': objects of device code
hal.executable private @x {
  hal.executable.variant public @v target(<"a", "b">) objects([#hal.executable.object<{path = "a.o"}>]) {
    builtin.module attributes {hal.executable.objects = [#hal.executable.object<{path = "m.o"}>]} {
      func.func private @ext() attributes {hal.executable.objects = [#hal.executable.object<{path = "k.o"}>, #hal.executable.object<{path = "a.o"}>]}
      func.func @f() {
        call @ext() {hal.executable.objects = [#hal.executable.object<{path = "k.o"}>]} : () -> ()
        return
      }
    }
  }
  hal.executable.variant public @none target(<"a", "c">) {
    builtin.module {
    }
  }
  hal.executable.variant public @outside target(<"a", "d">) objects([#hal.executable.object<{path = "x.o"}>]) {
  }
}
// =====
#executable_target_b = #hal.executable.target<"a", "b">
#executable_target_c = #hal.executable.target<"a", "c">
#executable_target_d = #hal.executable.target<"a", "d">
module {
  hal.executable private @x {
    hal.executable.variant public @v target(#executable_target_b) objects([#hal.executable.object<{path = "a.o"}>, #hal.executable.object<{path = "k.o"}>, #hal.executable.object<{path = "m.o"}>]) {
      builtin.module {
        func.func private @ext()
        func.func @f() {
          call @ext() : () -> ()
          return
        }
      }
    }
    hal.executable.variant public @none target(#executable_target_c) {
      builtin.module {
      }
    }
    hal.executable.variant public @outside target(#executable_target_d) objects([#hal.executable.object<{path = "x.o"}>]) {
    }
  }
}
