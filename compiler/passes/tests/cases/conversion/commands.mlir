// opt --iree-hal-conversion: each command is followed by a barrier, but not within those that may run at once
util.global private @gpu : !hal.device
util.func public @order(%a: !stream.resource<transient>, %b: !stream.resource<external>, %size: index, %t: !stream.timepoint) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c7_i8 = arith.constant 7 : i8
  %0 = stream.cmd.execute once on(#hal.device.affinity<@gpu>) await(%t) => with(%a as %x: !stream.resource<transient>{%size}, %b as %y: !stream.resource<external>{%size}) {
    stream.cmd.fill %c7_i8, %x[%c0 for %c128] : i8 -> !stream.resource<transient>{%size}
    stream.cmd.flush to(#hal.device.affinity<@gpu>) %x[%c0 for %c128] : !stream.resource<transient>{%size}
    stream.cmd.concurrent {
      stream.cmd.copy %x[%c0], %y[%c0], %c128 : !stream.resource<transient>{%size} -> !stream.resource<external>{%size}
      stream.cmd.serial {
        stream.cmd.fill %c7_i8, %y[%c0 for %c128] : i8 -> !stream.resource<external>{%size}
        stream.cmd.concurrent {
          stream.cmd.fill %c7_i8, %y[%c128 for %c128] : i8 -> !stream.resource<external>{%size}
        }
      }
      stream.cmd.copy %y[%c0], %x[%c0], %size : !stream.resource<external>{%size} -> !stream.resource<transient>{%size}
    }
    stream.cmd.invalidate from(#hal.device.affinity<@gpu>) %x[%c0 for %c128] : !stream.resource<transient>{%size}
    stream.cmd.discard %x[%c0 for %c128] : !stream.resource<transient>{%size}
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @order(%a: !hal.buffer, %b: !hal.buffer, %size: index, %t: !hal.fence) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c7_i8 = arith.constant 7 : i8
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode(OneShot) categories(Transfer) affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c128] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%a : !hal.buffer)[%c0] target(%b : !hal.buffer)[%c0] length(%c128) flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%b : !hal.buffer)[%c0, %c128] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%b : !hal.buffer)[%c128, %c128] pattern(%c7_i8 : i8) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%b : !hal.buffer)[%c0] target(%a : !hal.buffer)[%c0] length(%size) flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%t) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: collectives, which send, receive or both
util.global private @gpu : !hal.device
util.func public @collective(%a: !stream.resource<transient>, %b: !stream.resource<transient>, %size: index, %channel: !stream.channel, %peer: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %0 = stream.cmd.execute once on(#hal.device.affinity<@gpu>) with(%a as %x: !stream.resource<transient>{%size}, %b as %y: !stream.resource<transient>{%size}) {
    stream.cmd.collective<all_reduce with sum : si8>[%c128] channel(%channel) {
      ro %x[%c0 for %c128] : !stream.resource<transient>{%size},
      wo %y[%c0 for %c128] : !stream.resource<transient>{%size}
    }
    stream.cmd.collective<send_recv : f32>[%c128] channel(%channel) param(%peer : i32) {
      ro %x[%c0 for %c128] : !stream.resource<transient>{%size},
      wo %x[%c128 for %c128] : !stream.resource<transient>{%size}
    }
    stream.cmd.collective<send : bf16>[%c128] channel(%channel) param(%peer : i32) {
      ro %x[%c0 for %c128] : !stream.resource<transient>{%size}
    }
    stream.cmd.collective<recv : bf16>[%c128] channel(%channel) param(%peer : i32) {
      wo %y[%c0 for %c128] : !stream.resource<transient>{%size}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @collective(%a: !hal.buffer, %b: !hal.buffer, %size: index, %channel: !hal.channel, %peer: i32) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("OneShot|AllowInlineExecution") categories("Transfer|Dispatch") affinity(%c-1_i64) : !hal.command_buffer
    hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%channel : !hal.channel) op(<all_reduce with sum : si8>) send(%a : !hal.buffer)[%c0, %c128] recv(%b : !hal.buffer)[%c0, %c128] count(%c128)
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%channel : !hal.channel) op(<send_recv : f32>) param(%peer : i32) send(%a : !hal.buffer)[%c0, %c128] recv(%a : !hal.buffer)[%c128, %c128] count(%c128)
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%channel : !hal.channel) op(<send : bf16>) param(%peer : i32) send(%a : !hal.buffer)[%c0, %c128] count(%c128)
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.collective<%cmd : !hal.command_buffer> channel(%channel : !hal.channel) op(<recv : bf16>) param(%peer : i32) recv(%b : !hal.buffer)[%c0, %c128] count(%c128)
    hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
    hal.command_buffer.finalize<%cmd : !hal.command_buffer>
    %0 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute<%gpu : !hal.device> affinity(%c-1_i64) wait(%0) signal(%fence) commands(%cmd) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: functions from outside that record commands, with slots and with buffers
util.global private @gpu : !hal.device
util.global private @fixed : !stream.resource<constant>
stream.cmd.func private @record(%a[%b for %c]: !stream.resource<*>, %d: i32, %e[%f for %g]: !stream.resource<*>, %h: !custom.type) -> i32 attributes {some.attr = 1 : i32}
util.func public @call(%a: !stream.resource<external>, %custom: !custom.type) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c5_i32 = arith.constant 5 : i32
  %c100 = arith.constant 100 : index
  %fixed = util.global.load immutable @fixed : !stream.resource<constant>
  %0 = stream.cmd.execute on(#hal.device.affinity<@gpu>) with(%fixed as %x: !stream.resource<constant>{%c100}, %a as %y: !stream.resource<external>{%c100}) {
    %1 = stream.cmd.call @record(ro %x[%c0 for %c100], %c5_i32, rw %y[%c0 for %c100], %custom) : (!stream.resource<constant>{%c100}, i32, !stream.resource<external>{%c100}, !custom.type) -> i32
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.global private @fixed : !hal.buffer
  util.func private @record(%arg0: !hal.command_buffer, %arg1: index, %arg2: !hal.buffer, %arg3: index, %arg4: index, %arg5: i32, %arg6: index, %arg7: !hal.buffer, %arg8: index, %arg9: index, %arg10: !custom.type) -> (i32) attributes {some.attr = 1 : i32}
  util.func public @call(%a: !hal.buffer, %custom: !custom.type) -> !hal.fence {
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %c100 = arith.constant 100 : index
    %fixed = util.global.load immutable @fixed : !hal.buffer
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = hal.device.memoize<%gpu : !hal.device> affinity(%c-1_i64) -> !hal.command_buffer {
      %c1 = arith.constant 1 : index
      %cmd = hal.command_buffer.create device(%gpu : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%c-1_i64) bindings(%c1) : !hal.command_buffer
      %c0_2 = arith.constant 0 : index
      %2 = util.null : !hal.buffer
      %3 = util.call @record(%cmd, %c0_2, %fixed, %c0, %c100, %c5_i32, %c0_0, %2, %c0, %c100, %custom) : (!hal.command_buffer, index, !hal.buffer, index, index, i32, index, !hal.buffer, index, index, !custom.type) -> i32
      hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
      hal.command_buffer.finalize<%cmd : !hal.command_buffer>
      hal.return %cmd : !hal.command_buffer
    }
    %1 = util.null : !hal.fence
    %fence = hal.fence.create device(%gpu : !hal.device) flags("None") : !hal.fence
    hal.device.queue.execute.indirect<%gpu : !hal.device> affinity(%c-1_i64) wait(%1) signal(%fence) commands(%0) bindings([
      (%a : !hal.buffer)[%c0_1, %c100]
    ]) flags("None")
    util.return %fence : !hal.fence
  }
}

// -----

// opt --iree-hal-conversion: a command that no execution holds
util.func public @outside(%a: !stream.resource<transient>, %size: index) {
  %c0 = arith.constant 0 : index
  %c7_i8 = arith.constant 7 : i8
  stream.cmd.fill %c7_i8, %a[%c0 for %size] : i8 -> !stream.resource<transient>{%size}
// error@3: cannot convert stream.cmd.fill: expected it inside stream.cmd.execute
  util.return
}

// -----

// opt --iree-hal-conversion: a recording function with a body
stream.cmd.func private @record(%a[%b for %c]: !stream.resource<*>) {
// error@1: stream.cmd.func: expected the entry block to have 3 arguments, as the signature, found 0
  "stream.return"() : () -> ()
}
