//! Queue operations and command buffers.

// errors: queue operations that wait for themselves
util.func public @f(%device: !hal.device, %queues: i64, %fence: !hal.fence, %buffer: !hal.buffer, %bytes: !util.buffer, %file: !hal.file, %cmd: !hal.command_buffer, %n: index, %i: i32, %at: i64) {
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
// note@57: `%fence` is defined here
  %0 = hal.device.queue.alloca<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) pool(%at) type(%i) usage(%i) flags("None") : !hal.buffer{%n}
// error@8: hal.device.queue.alloca: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.dealloca<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) buffer(%buffer : !hal.buffer) flags("None")
// error@3: hal.device.queue.dealloca: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.fill<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) target(%buffer : !hal.buffer)[%n] length(%n) pattern(%i : i32) flags("None")
// error@3: hal.device.queue.fill: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.update<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) source(%bytes : !util.buffer)[%n] target(%buffer : !hal.buffer)[%n] length(%n) flags("None")
// error@3: hal.device.queue.update: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.copy<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) source(%buffer : !hal.buffer)[%n] target(%buffer : !hal.buffer)[%n] length(%n) flags("None")
// error@3: hal.device.queue.copy: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.read<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) source(%file : !hal.file)[%at] target(%buffer : !hal.buffer)[%n] length(%n) flags("None")
// error@3: hal.device.queue.read: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.write<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) source(%buffer : !hal.buffer)[%n] target(%file : !hal.file)[%at] length(%n) flags("None")
// error@3: hal.device.queue.write: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.barrier<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) flags("None")
// error@3: hal.device.queue.barrier: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.execute<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) commands(%cmd) flags("None")
// error@3: hal.device.queue.execute: expected to wait for another fence than it signals, found the same: it would wait for itself
  hal.device.queue.execute.indirect<%device : !hal.device> affinity(%queues) wait(%fence) signal(%fence) commands(%cmd) bindings([
// error@3: hal.device.queue.execute.indirect: expected to wait for another fence than it signals, found the same: it would wait for itself
    (%buffer : !hal.buffer)[%n, %n]
  ]) flags("None")
  // Null fences stand for nothing, so one may be both.
  %null = util.null : !hal.fence
  hal.device.queue.barrier<%device : !hal.device> affinity(%queues) wait(%null) signal(%null) flags("None")
  util.return
}

// -----

// errors: bindings without an offset
util.func public @f(%cmd: !hal.command_buffer, %exe: !hal.executable, %id: i64, %n: index, %buffer: !hal.buffer) {
  "hal.command_buffer.dispatch"(%cmd, %exe, %id, %n, %n, %n, %buffer, %n) <{flags = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 1, 0, 1>}> : (!hal.command_buffer, !hal.executable, i64, index, index, index, !hal.buffer, index) -> ()
// error@3: hal.command_buffer.dispatch: expected a buffer, an offset and a length for each binding, found 1 buffers, 0 offsets and 1 lengths
  "hal.command_buffer.dispatch.indirect"(%cmd, %exe, %id, %buffer, %n, %buffer, %n) <{flags = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0, 1>}> : (!hal.command_buffer, !hal.executable, i64, !hal.buffer, index, !hal.buffer, index) -> ()
// error@3: hal.command_buffer.dispatch.indirect: expected a buffer, an offset and a length for each binding, found 1 buffers, 0 offsets and 1 lengths
  util.return
}

// -----

// errors: constants and bindings that the export does not have
hal.executable private @exe {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @main layout(#hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer>]>)
// note@5: the layout is given here
// note@5: the layout is given here
  }
}
util.func public @f(%cmd: !hal.command_buffer, %exe: !hal.executable, %n: index, %i: i32, %buffer: !hal.buffer) {
  %id = hal.executable.lookup.function target(%exe : !hal.executable) function(@exe::@vulkan::@main) : i64
  hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%id] workgroups([%n, %n, %n]) constants([%i]) bindings([
// error@3: hal.command_buffer.dispatch: expected 2 constants, as in the layout of the export, found 1
// error@3: hal.command_buffer.dispatch: expected 1 binding, as in the layout of the export, found 2
    (%buffer : !hal.buffer)[%n, %n], 
    (%buffer : !hal.buffer)[%n, %n]
  ]) flags("None")
  util.return
}

// -----

// errors: a buffer of a collective without its length
util.func public @f(%cmd: !hal.command_buffer, %channel: !hal.channel, %n: index, %buffer: !hal.buffer) {
  "hal.command_buffer.collective"(%cmd, %channel, %n, %buffer, %n) <{op = #hal.collective<all_reduce with sum : f32>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 0, 0, 0, 0>}> : (!hal.command_buffer, !hal.channel, index, !hal.buffer, index) -> ()
// error@3: hal.command_buffer.collective: expected send_buffer, send_offset, send_length together or none of them, found 2
  util.return
}

// -----

// errors: a default of another type than what is asked for
util.func public @f(%device: !hal.device) {
  %ok, %value = hal.device.query<%device : !hal.device> key("hal.device" :: "concurrency") : i1, i32 = 1 : i64
// error@17: hal.device.query: expected the default value to be i32, as the result, found 1 : i64
  util.return
}

// -----

// errors: what a region returns to the operation around it
util.func public @f(%device: !hal.device, %queues: i64) {
  %0 = hal.device.memoize<%device : !hal.device> affinity(%queues) -> !hal.fence {
// note@8: they are declared here
    hal.return
// error@5: hal.return: expected 1 value, one for each result of `hal.device.memoize`, found 0
  }
  %1 = hal.device.memoize<%device : !hal.device> affinity(%queues) -> !hal.fence {
// note@8: it is declared here
    hal.return %queues : i64
// error@5: hal.return: expected value 0 to be !hal.fence, as the result of `hal.device.memoize`, found i64
  }
  util.return
}

// -----

// errors: element and encoding types without a number
util.func public @f() {
  %0 = hal.element_type<index> : i32
// error@8: hal.element_type: expected an element type that buffers can hold: an integer, float or complex type, found index
  %1 = hal.element_type<tensor<4xf32>> : i32
// error@8: hal.element_type: expected an element type that buffers can hold: an integer, float or complex type, found tensor<4xf32>
  %2 = hal.element_type<f8E3M4> : i32
// error@8: hal.element_type: expected an element type that buffers can hold: an integer, float or complex type, found f8E3M4
  %3 = hal.encoding_type<"dense"> : i32
// error@8: hal.encoding_type: expected no encoding, which is dense row major, found "dense"
  %4 = hal.element_type<complex<f32>> : i32
  util.return
}

// -----

// errors: values that buffers cannot hold
util.func public @f(%buffer: !hal.buffer, %n: index, %t: tensor<4xf32>) {
// note@54: `%t` is defined here
  %0 = hal.buffer.load<%buffer : !hal.buffer>[%n] : si32
// error@8: hal.buffer.load: expected result `result` to be signless integer, float, complex, index or vector, found si32
  %1 = hal.buffer.load<%buffer : !hal.buffer>[%n] : vector<f32>
// error@8: hal.buffer.load: expected result `result` to be signless integer, float, complex, index or vector, found vector<f32>
  hal.buffer.store<%buffer : !hal.buffer>[%n] value(%t : tensor<4xf32>)
// error@3: hal.buffer.store: expected operand `value` to be signless integer, float, complex, index or vector, found tensor<4xf32>
  util.return
}
