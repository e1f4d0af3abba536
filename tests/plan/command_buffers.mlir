//! Command buffers and what is recorded into them.

// plan: command buffers are made, ended and grouped
util.func public @f(%d: !hal.device, %q: i64, %n: index) {
  %0 = hal.command_buffer.create device(%d : !hal.device) mode("OneShot|AllowInlineExecution") categories("Transfer|Dispatch") affinity(%q) : !hal.command_buffer
  %1 = hal.command_buffer.create device(%d : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%q) bindings(%n) : !hal.command_buffer
  hal.command_buffer.begin_debug_group<%0 : !hal.command_buffer> label("layer 0")
  hal.command_buffer.end_debug_group<%0 : !hal.command_buffer>
  hal.command_buffer.execution_barrier<%0 : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
  hal.command_buffer.finalize<%0 : !hal.command_buffer>
  %2 = hal.command_buffer.device<%0 : !hal.command_buffer> : !hal.device
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: i64) -> () { // 6 registers, 8 instructions
  %3 = hal.command_buffer.create device=%0 modes=17 command_categories=3 queue_affinity=%1 binding_capacity=none : hal.command_buffer
  %4 = hal.command_buffer.create device=%0 modes=0 command_categories=3 queue_affinity=%1 binding_capacity=%2 : hal.command_buffer
  hal.command_buffer.begin_debug_group command_buffer=%3 label="layer 0"
  hal.command_buffer.end_debug_group command_buffer=%3
  hal.command_buffer.execution_barrier command_buffer=%3 source_stage_mask=28 target_stage_mask=13 flags=0
  hal.command_buffer.finalize command_buffer=%3
  [%5] = copy operands=[%0] : hal.device
  util.return operands=[]
}

// -----

// plan: transfers, of buffers and of slots
util.func public @f(%c: !hal.command_buffer, %b: !hal.buffer, %u: !util.buffer, %o: index, %n: index, %p: i8) {
  hal.command_buffer.fill_buffer<%c : !hal.command_buffer> target(%b : !hal.buffer)[%o, %n] pattern(%p : i8) flags("None")
  hal.command_buffer.fill_buffer<%c : !hal.command_buffer> target(%o : index)[%o, %n] pattern(%p : i8) flags("None")
  hal.command_buffer.update_buffer<%c : !hal.command_buffer> source(%u : !util.buffer{%n})[%o] target(%b : !hal.buffer)[%o] length(%n) flags("None")
  hal.command_buffer.copy_buffer<%c : !hal.command_buffer> source(%b : !hal.buffer)[%o] target(%n : index)[%o] length(%n) flags("None")
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.command_buffer, %1: hal.buffer, %2: util.buffer, %3: i64, %4: i64, %5: i8) -> () { // 6 registers, 5 instructions
  hal.command_buffer.fill_buffer command_buffer=%0 target_buffer=%1 target_offset=%3 length=%4 pattern=%5 flags=0
  hal.command_buffer.fill_buffer command_buffer=%0 target_buffer=%3 target_offset=%3 length=%4 pattern=%5 flags=0
  hal.command_buffer.update_buffer command_buffer=%0 source_buffer=%2 source_offset=%3 target_buffer=%1 target_offset=%3 length=%4 flags=0
  hal.command_buffer.copy_buffer command_buffer=%0 source_buffer=%1 source_offset=%3 target_buffer=%4 target_offset=%3 length=%4 flags=0
  util.return operands=[]
}

// -----

// plan: dispatches
util.func public @f(%c: !hal.command_buffer, %e: !hal.executable, %i: i64, %b: !hal.buffer, %o: index, %n: index, %k: i32) {
  hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%i] workgroups([%n, %o, %o]) constants([%k, %k]) bindings([(%b : !hal.buffer)[%o, %n], (%o : index)[%o, %n]]) flags("None")
  hal.command_buffer.dispatch<%c : !hal.command_buffer> target(%e : !hal.executable)[%i] workgroups([%n, %o, %o]) bindings([(%o : index)[%o, %n]]) flags("None")
  hal.command_buffer.dispatch.indirect<%c : !hal.command_buffer> target(%e : !hal.executable)[%i] workgroups(%b : !hal.buffer)[%o] bindings([(%b : !hal.buffer)[%o, %n]]) flags("None")
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.command_buffer, %1: hal.executable, %2: i64, %3: hal.buffer, %4: i64, %5: i64, %6: i32) -> () { // 7 registers, 4 instructions
  hal.command_buffer.dispatch command_buffer=%0 executable=%1 entry_point=%2 workgroup_x=%5 workgroup_y=%4 workgroup_z=%4 constants=[%6, %6] binding_buffers=[%3, %4] binding_offsets=[%4, %4] binding_lengths=[%5, %5] flags=0
  hal.command_buffer.dispatch command_buffer=%0 executable=%1 entry_point=%2 workgroup_x=%5 workgroup_y=%4 workgroup_z=%4 constants=[] binding_buffers=[%4] binding_offsets=[%4] binding_lengths=[%5] flags=0
  hal.command_buffer.dispatch.indirect command_buffer=%0 executable=%1 entry_point=%2 workgroups_buffer=%3 workgroups_offset=%4 constants=[] binding_buffers=[%3] binding_offsets=[%4] binding_lengths=[%5] flags=0
  util.return operands=[]
}

// -----

// plan: collectives, with and without a side
util.func public @f(%c: !hal.command_buffer, %h: !hal.channel, %b: !hal.buffer, %o: index, %n: index, %k: i32) {
  hal.command_buffer.collective<%c : !hal.command_buffer> channel(%h : !hal.channel) op(<all_reduce with sum : f32>) send(%b : !hal.buffer)[%o, %n] recv(%b : !hal.buffer)[%o, %n] count(%n)
  hal.command_buffer.collective<%c : !hal.command_buffer> channel(%h : !hal.channel) op(<broadcast : si8>) param(%k : i32) recv(%b : !hal.buffer)[%o, %n] count(%n)
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.command_buffer, %1: hal.channel, %2: hal.buffer, %3: i64, %4: i64, %5: i32) -> () { // 6 registers, 3 instructions
  hal.command_buffer.collective command_buffer=%0 channel=%1 op=590081 element_count=%4 param=none send=[%2, %3, %4] recv=[%2, %3, %4]
  hal.command_buffer.collective command_buffer=%0 channel=%1 op=3 element_count=%4 param=%5 send=[] recv=[%2, %3, %4]
  util.return operands=[]
}
