//! What follows from an operation's row: operands, results, attributes, regions, and where it stands.

// errors: too few operands
util.func public @f(%fence: !hal.fence) {
  "hal.fence.fail"(%fence) : (!hal.fence) -> ()
// error@3: hal.fence.fail: expected 2 operands, found 1
  util.return
}

// -----

// errors: a result too many
util.func public @f(%fence: !hal.fence) {
  %0 = "hal.fence.signal"(%fence) : (!hal.fence) -> i32
// error@8: hal.fence.signal: expected 0 results, found 1
  util.return
}

// -----

// errors: an operand of another type, and where it comes from
util.func public @f(%buffer: !hal.buffer) {
// note@21: `%buffer` is defined here
  "hal.fence.signal"(%buffer) : (!hal.buffer) -> ()
// error@3: hal.fence.signal: expected operand `fence` to be !hal.fence, found !hal.buffer
  util.return
}

// -----

// errors: one of several types
util.func public @f(%cmd: !hal.command_buffer, %target: !hal.buffer, %n: index) {
  %pattern = arith.constant 0 : i64
// note@14: `%pattern` is defined here
  "hal.command_buffer.fill_buffer"(%cmd, %target, %n, %n, %pattern) <{flags = 0 : i64}> : (!hal.command_buffer, !hal.buffer, index, index, i64) -> ()
// error@3: hal.command_buffer.fill_buffer: expected operand `pattern` to be i8 or i16 or i32, found i64
  util.return
}

// -----

// errors: a result of another type
util.func public @f(%buffer: !hal.buffer) {
  %0 = "hal.buffer.length"(%buffer) : (!hal.buffer) -> i64
// error@8: hal.buffer.length: expected result `result` to be index, found i64
  util.return
}

// -----

// errors: sizes of operand groups that do not add up
util.func public @f(%cond: i1) {
  "cf.cond_br"(%cond)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()
// error@3: cf.cond_br: expected `operandSegmentSizes` to give 1 operand to condition, trueDestOperands, falseDestOperands, found [1, 1, 0]
^bb1:
  util.return
}

// -----

// errors: no sizes of operand groups
util.func public @f(%cond: i1) {
  "cf.cond_br"(%cond)[^bb1, ^bb1] : (i1) -> ()
// error@3: cf.cond_br: expected the attribute `operandSegmentSizes`, which gives 1 operand to condition, trueDestOperands, falseDestOperands
^bb1:
  util.return
}

// -----

// errors: a group of one that has none
util.func public @f(%cond: i1) {
  "cf.cond_br"(%cond)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (i1) -> ()
// error@3: cf.cond_br: expected 1 operand `condition`, found 0
// error@3: cf.cond_br: expected 0 values for the arguments of successor 0, found 1
^bb1:
  util.return
}

// -----

// errors: an optional operand given twice
util.func public @f(%device: !hal.device, %queues: i64, %n: index) {
  %0 = "hal.command_buffer.create"(%device, %queues, %n, %n) <{modes = 1 : i32, command_categories = 1 : i32}> : (!hal.device, i64, index, index) -> !hal.command_buffer
// error@8: hal.command_buffer.create: expected at most 1 operand `binding_capacity`, found 2
  util.return
}

// -----

// errors: groups that must be of one size
util.func public @f(%device: !hal.device, %queues: i64, %n: i32) {
  %0:2 = "hal.allocator.select"(%device, %queues, %queues, %n, %n) : (!hal.device, i64, i64, i32, i32) -> (!hal.device, i64)
// error@10: hal.allocator.select: expected as many of each of devices, queue_affinities, found 3 operands for 2 groups
  util.return
}

// -----

// errors: types that must agree
util.func public @f(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (i32, i64) -> i32
// error@8: arith.addi: expected operand `rhs` to be i32, found i64
// note@8: its type follows from that of `lhs`
  util.return
}

// -----

// errors: types of one group that must agree
util.func public @f(%i: index, %a: i32, %b: i64) {
  %0 = "util.switch"(%i, %a, %a, %b) : (index, i32, i32, i64) -> i32
// error@8: util.switch: expected operand `values` to be i32, found i64
// note@8: its type follows from that of `default_value`
  util.return
}

// -----

// errors: a result that follows from the attributes
util.func public @f() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
// error@8: arith.constant: expected results of types (i32), found (i64)
  util.return
}

// -----

// errors: results that follow from the operands
util.func public @f(%a: tensor<4xf32>, %b: tensor<4xi32>, %fence: !hal.fence) {
  %0:2 = "hal.tensor.barrier"(%a, %b, %fence) : (tensor<4xf32>, tensor<4xi32>, !hal.fence) -> (tensor<4xf32>, tensor<8xi32>)
// error@10: hal.tensor.barrier: expected results of types (tensor<4xf32>, tensor<4xi32>), found (tensor<4xf32>, tensor<8xi32>)
  util.return
}

// -----

// errors: an attribute that must be there
util.func public @f(%device: !hal.device) {
  %0 = "hal.fence.create"(%device) : (!hal.device) -> !hal.fence
// error@8: hal.fence.create: expected the attribute `flags`: an i64 that is a set of None, Reserved
  util.return
}

// -----

// errors: a set of bits with one that has no name
util.func public @f(%device: !hal.device) {
  %0 = "hal.fence.create"(%device) <{flags = 64 : i64}> : (!hal.device) -> !hal.fence
// error@8: hal.fence.create: expected `flags` to be an i64 that is a set of None, Reserved, found 64 : i64
  util.return
}

// -----

// errors: a set of bits of another width
util.func public @f(%device: !hal.device) {
  %0 = "hal.fence.create"(%device) <{flags = 0 : i32}> : (!hal.device) -> !hal.fence
// error@8: hal.fence.create: expected `flags` to be an i64 that is a set of None, Reserved, found 0 : i32
  util.return
}

// -----

// errors: attributes of other kinds
hal.executable private @exe {
  "hal.executable.variant"() <{sym_name = "vulkan", target = "spirv", objects = [1 : i32]}> ({
// error@3: hal.executable.variant: expected `target` to be #hal.executable.target, found "spirv"
// error@3: hal.executable.variant: expected `objects` to be an array, each element #hal.executable.object, found [1 : i32]
    "hal.executable.variant_end"() : () -> ()
  }) : () -> ()
}

// -----

// errors: an attribute where there is none
util.func public @f(%fence: !hal.fence) {
  "hal.fence.signal"(%fence) <{flags = 0 : i64}> : (!hal.fence) -> ()
// error@3: hal.fence.signal: expected no inherent attributes, found `flags`
// note@3: other attributes stand in `{}` instead of `<{}>`
  util.return
}

// -----

// errors: too few regions
"util.initializer"() <{function_type = () -> ()}> : () -> ()
// error@1: util.initializer: expected 1 region, found 0

// -----

// errors: a region of several blocks where there is one
"hal.executable"() <{sym_name = "exe", sym_visibility = "private"}> ({
// error@1: hal.executable: expected a region of one block, found 2
  "hal.executable_end"() : () -> ()
^bb1:
  "hal.executable_end"() : () -> ()
}) : () -> ()

// -----

// errors: a region that ends with another operation
"hal.executable"() <{sym_name = "exe", sym_visibility = "private"}> ({
// error@1: hal.executable: expected its region to end with `hal.executable_end`, found `util.unreachable`
  "util.unreachable"() : () -> ()
// note@3: the region ends here
}) : () -> ()

// -----

// errors: too few successors
util.func public @f() {
  "cf.br"() : () -> ()
// error@3: cf.br: expected 1 successor, found 0
}

// -----

// errors: inside an operation where it does not belong
util.func public @f() {
// note@1: it stands in this operation
// note@1: it stands in this operation
  hal.executable.binary private @code attributes {data = dense<0> : vector<4xi8>, format = "vulkan-spirv-fb"}
// error@3: hal.executable.binary: expected to stand directly in `hal.executable`, found it in `util.func`
// error@3: hal.executable.binary: expected the operation around a symbol to be a symbol table, found `util.func`
  util.return
}

// -----

// errors: an export outside of device code
hal.executable.export public @main layout(#hal.pipeline.layout<bindings = []>)
// error@1: hal.executable.export: expected to stand directly in `hal.executable.source` or `hal.executable.variant`, found it in `builtin.module`
// note@1: it stands in this operation

// -----

// errors: an end of another operation
func.func private @f() {
// note@1: it stands in this operation
  util.return
// error@3: util.return: expected to stand directly in `util.initializer` or `util.func` or `util.hoistable_conversion`, found it in `func.func`
}

// -----

// errors: all mistakes of a file, in order
util.func public @f(%fence: !hal.fence, %buffer: !hal.buffer) {
// note@41: `%buffer` is defined here
  "hal.fence.fail"(%fence) : (!hal.fence) -> ()
// error@3: hal.fence.fail: expected 2 operands, found 1
  "hal.fence.signal"(%buffer) : (!hal.buffer) -> ()
// error@3: hal.fence.signal: expected operand `fence` to be !hal.fence, found !hal.buffer
  util.return
}
util.func public @g() -> i32 {
// note@1: they are declared here
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
// error@8: arith.constant: expected results of types (i32), found (i64)
  util.return
// error@3: util.return: expected 1 value, one for each result of `util.func`, found 0
}
