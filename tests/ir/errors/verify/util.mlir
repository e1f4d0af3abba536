//! Operations of the `util` dialect.

// errors: a cast of a number
util.func public @f(%a: i32) {
  %0 = util.cast %a : i32 to !util.object
// error@8: util.cast: expected the operand to be an object, such as a buffer, found i32
  util.return
}

// -----

// errors: as many assumptions for each operand
util.func public @f(%a: index, %b: index) {
  %0:2 = util.assume.int %a[<umin = 0>, <umax = 4>], %b[<udiv = 2>, <udiv = 4>, <udiv = 8>] : index, index
// error@10: util.assume.int: expected 2 assumptions for operand 1, as for those before, found 3
  util.return
}

// -----

// errors: assumptions for each operand
util.func public @f(%a: index, %b: index) {
  %0:2 = "util.assume.int"(%a, %b) <{assumptions = [[]]}> : (index, index) -> (index, index)
// error@10: util.assume.int: expected 2 lists of assumptions, one for each operand, found 1
  util.return
}

// -----

// errors: assumptions that are none
util.func public @f(%a: index) {
  %0 = "util.assume.int"(%a) <{assumptions = [[32]]}> : (index) -> index
// error@8: util.assume.int: expected `assumptions` to be an array, each element an array, each element #util.int.assumption, found [[32]]
  util.return
}

// -----

// errors: values that are no elements of a list
util.func public @f(%list: !util.list<i32>, %i: index, %a: i64) {
// note@56: `%a` is defined here
  %0 = util.list.construct [%a : i64] : !util.list<i32>
// error@8: util.list.construct: expected value 0 to fit a list of i32, found i64
  util.return
}

// -----

// errors: elements of a list as another type
util.func public @f(%list: !util.list<i32>, %i: index, %a: i64) {
// note@56: `%a` is defined here
  %0 = "util.list.get"(%list, %i) : (!util.list<i32>, index) -> i64
// error@8: util.list.get: expected value 0 to fit a list of i32, found i64
// note@8: the value is defined here
  "util.list.set"(%list, %i, %a) : (!util.list<i32>, index, i64) -> ()
// error@3: util.list.set: expected value 0 to fit a list of i32, found i64
  util.return
}

// -----

// errors: alignments that are no power of two
util.func public @f(%n: index) {
  %0 = util.buffer.constant {alignment = 24 : index} : !util.buffer = dense<1> : tensor<4xi32>
// error@8: util.buffer.constant: expected the alignment to be a power of two, found 24
  %1 = util.buffer.alloc uninitialized {alignment = 3 : index} : !util.buffer{%n}
// error@8: util.buffer.alloc: expected the alignment to be a power of two, found 3
  util.return
}

// -----

// errors: a constant without bytes
util.func public @f() {
  %0 = "util.buffer.constant"() <{value = {}}> : () -> !util.buffer
// error@8: util.buffer.constant: expected `value` to be elements, or another attribute that has bytes, found {}
  util.return
}

// -----

// errors: formats that do not fit their arguments
util.func public @f(%a: i32) {
  %0 = util.string.format "{} of {}"(%a) : (i32) -> !util.buffer
// error@8: util.string.format: expected 2 arguments, one for each place in the format, found 1
  %1 = util.string.format "{0} of {}"(%a) : (i32) -> !util.buffer
// error@8: util.string.format: expected places in the format either all with numbers or all without, found both
  %2 = util.string.format "{x}"(%a) : (i32) -> !util.buffer
// error@8: util.string.format: expected `{}` or `{N}` as a place in the format, found `{x}`
  %3 = util.string.format "{"(%a) : (i32) -> !util.buffer
// error@8: util.string.format: expected `{{` for a brace in the format, found `{`, whose place has no end
  %4 = util.string.format "{} }"(%a) : (i32) -> !util.buffer
// error@8: util.string.format: expected `}}` for a brace in the format, found `}`, which opens no place
  %5 = util.string.format "{{}} {4294967295}"(%a) : (i32) -> !util.buffer
// error@8: util.string.format: expected 4294967296 arguments, one for each place in the format, found 1
  util.return
}

// -----

// errors: a conversion whose region takes and gives other types
util.func public @f(%a: i32) {
  %0 = "util.hoistable_conversion"(%a) <{tag = "a", inverseTag = "b"}> ({
// error@8: util.hoistable_conversion: expected a region that takes the inputs, (i32), found (i64)
// note@8: it is declared here
  ^bb0(%b: i64):
    "util.return"(%b) : (i64) -> ()
// error@5: util.return: expected value 0 to be i32, as the result of `util.hoistable_conversion`, found i64
  }) : (i32) -> i32
  util.return
}

// -----

// errors: a cast to nothing
util.func public @f(%a: i32) {
  "builtin.unrealized_conversion_cast"(%a) : (i32) -> ()
// error@3: builtin.unrealized_conversion_cast: expected at least 1 result, found none
  util.return
}

// -----

// errors: lists of parameters that do not go together
util.func public @f(%device: !hal.device, %queues: i64, %wait: !hal.fence, %signal: !hal.fence, %key: !util.buffer, %types: i32, %usage: i32, %n: index, %at: i64) {
  %0 = "io_parameters.load"(%device, %queues, %wait, %signal, %key, %at, %at, %types, %usage, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 2, 1, 1, 1>}> : (!hal.device, i64, !hal.fence, !hal.fence, !util.buffer, i64, i64, i32, i32, index) -> !hal.buffer
// error@8: io_parameters.load: expected one of each for every parameter, found 1 source_keys, 2 source_offsets, 1 lengths, 1 results
  util.return
}

// -----

// errors: lists of parameters to gather and to scatter that do not go together
util.func public @f(%device: !hal.device, %queues: i64, %wait: !hal.fence, %signal: !hal.fence, %key: !util.buffer, %buffer: !hal.buffer, %n: index, %at: i64) {
  "io_parameters.gather"(%device, %queues, %wait, %signal, %key, %at, %buffer, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 1, 1, 0, 1>}> : (!hal.device, i64, !hal.fence, !hal.fence, !util.buffer, i64, !hal.buffer, index) -> ()
// error@3: io_parameters.gather: expected one of each for every parameter, found 1 source_keys, 1 source_offsets, 0 target_offsets, 1 target_lengths
  "io_parameters.scatter"(%device, %queues, %wait, %signal, %buffer, %n, %n, %key) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 1, 0>}> : (!hal.device, i64, !hal.fence, !hal.fence, !hal.buffer, index, index, !util.buffer) -> ()
// error@3: io_parameters.scatter: expected one of each for every parameter, found 1 target_keys, 0 target_offsets, 1 source_offsets, 1 source_lengths
  util.return
}
