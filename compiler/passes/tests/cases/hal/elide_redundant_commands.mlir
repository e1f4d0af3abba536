// opt --pass-pipeline='builtin.module(util.func(iree-hal-elide-redundant-commands))': barriers in a row
util.func public @f(%c: !hal.command_buffer, %d: !hal.command_buffer, %b: !hal.buffer, %n: index) {
  %p = arith.constant 0 : i32
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
  hal.command_buffer.execution_barrier<%d : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
  hal.command_buffer.fill_buffer<%c : !hal.command_buffer> target(%b : !hal.buffer)[%n, %n] pattern(%p : i32) flags("None")
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Transfer|CommandRetire") target("CommandIssue|Transfer") flags("None")
  hal.command_buffer.execution_barrier<%d : !hal.command_buffer> source("Transfer|CommandRetire") target("CommandIssue|Transfer") flags("None")
  hal.command_buffer.begin_debug_group<%c : !hal.command_buffer> label("x")
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Transfer|CommandRetire") target("CommandIssue|Transfer") flags("None")
  hal.command_buffer.end_debug_group<%c : !hal.command_buffer>
  util.return
}
// =====
module {
  util.func public @f(%c: !hal.command_buffer, %d: !hal.command_buffer, %b: !hal.buffer, %n: index) {
    %p = arith.constant 0 : i32
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    hal.command_buffer.execution_barrier<%d : !hal.command_buffer> source("Dispatch|CommandRetire") target("CommandIssue|Dispatch") flags("None")
    hal.command_buffer.fill_buffer<%c : !hal.command_buffer> target(%b : !hal.buffer)[%n, %n] pattern(%p : i32) flags("None")
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Transfer|CommandRetire") target("CommandIssue|Transfer") flags("None")
    hal.command_buffer.begin_debug_group<%c : !hal.command_buffer> label("x")
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Transfer|CommandRetire") target("CommandIssue|Transfer") flags("None")
    hal.command_buffer.end_debug_group<%c : !hal.command_buffer>
    util.return
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-hal-elide-redundant-commands))': barriers that wait for nothing, and operations that may do anything
util.func private @ext()
util.func public @f(%c: !hal.command_buffer) {
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Host") target("CommandIssue|Dispatch") flags("None")
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source("Dispatch") target(CommandIssue) flags("None")
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
  util.call @ext() : () -> ()
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
  hal.command_buffer.finalize<%c : !hal.command_buffer>
  hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
  util.return
}
// =====
module {
  util.func private @ext()
  util.func public @f(%c: !hal.command_buffer) {
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Host) target("CommandIssue|Dispatch") flags("None")
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(CommandIssue) flags("None")
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
    util.call @ext() : () -> ()
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
    hal.command_buffer.finalize<%c : !hal.command_buffer>
    hal.command_buffer.execution_barrier<%c : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
    util.return
  }
}
