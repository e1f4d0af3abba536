// opt --pass-pipeline='builtin.module(util.func(iree-hal-repeat-dispatches{count=3}))': three times
util.func public @f(%c: !hal.command_buffer, %e: !hal.executable, %k: i64, %n: index, %b: !hal.buffer, %i: i1) {
  hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([(%b : !hal.buffer)[%n, %n]]) flags("None")
  scf.if %i {
    hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([(%b : !hal.buffer)[%n, %n]]) flags("None")
  }
  util.return
}
// =====
module {
  util.func public @f(%c: !hal.command_buffer, %e: !hal.executable, %k: i64, %n: index, %b: !hal.buffer, %i: i1) {
    hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
      (%b : !hal.buffer)[%n, %n]
    ]) flags("None")
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
      (%b : !hal.buffer)[%n, %n]
    ]) flags("None")
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
      (%b : !hal.buffer)[%n, %n]
    ]) flags("None")
    scf.if %i {
      hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
        (%b : !hal.buffer)[%n, %n]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
      hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
        (%b : !hal.buffer)[%n, %n]
      ]) flags("None")
      hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
      hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
        (%b : !hal.buffer)[%n, %n]
      ]) flags("None")
    }
    util.return
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-hal-repeat-dispatches))': once
util.func public @f(%c: !hal.command_buffer, %e: !hal.executable, %k: i64, %n: index, %b: !hal.buffer) {
  hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([(%b : !hal.buffer)[%n, %n]]) flags("None")
  util.return
}
// =====
module {
  util.func public @f(%c: !hal.command_buffer, %e: !hal.executable, %k: i64, %n: index, %b: !hal.buffer) {
    hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%k] workgroups([%n, %n, %n]) bindings([
      (%b : !hal.buffer)[%n, %n]
    ]) flags("None")
    util.return
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-hal-repeat-dispatches{count=-1}))': a number that makes no sense
util.func public @f() {
// error@1: count: expected 0 to 65536, found -1
  util.return
}
