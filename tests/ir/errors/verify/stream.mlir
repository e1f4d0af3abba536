//! Operations of the `stream` dialect.

// errors: sizes for each resource
util.func public @f(%r: !stream.resource<transient>, %n: index) {
  %0 = "stream.cmd.execute"(%r) <{operandSegmentSizes = array<i32: 1, 0, 0>}> ({
// error@8: stream.cmd.execute: expected `resource_operand_sizes` to have 1 element, one for each resource of `resource_operands`, found 0
  ^bb0(%x: !stream.resource<transient>):
    "stream.yield"() : () -> ()
  }) : (!stream.resource<transient>) -> !stream.timepoint
  util.return
}

// -----

// errors: extents for each dynamic dimension of an encoding
util.func public @f(%n: index) {
  %0 = "stream.tensor.sizeof"(%n) <{encoding = tensor<?x?xf32>}> : (index) -> index
// error@8: stream.tensor.sizeof: expected 2 values in `encoding_dims`, one for each dynamic extent of `encoding`, (tensor<?x?xf32>), found 1
  util.return
}

// -----

// errors: a region that takes other resources than it is given
util.func public @f(%r: !stream.resource<transient>, %n: index) {
  %0 = "stream.cmd.execute"(%r, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
// error@8: stream.cmd.execute: expected a region that takes the resources, (!stream.resource<transient>), found (!stream.resource<external>)
  ^bb0(%x: !stream.resource<external>):
    "stream.yield"() : () -> ()
  }) : (!stream.resource<transient>, index) -> !stream.timepoint
  util.return
}

// -----

// errors: a resource that the region does not take
util.func public @f(%r: !stream.resource<transient>, %n: index) {
// note@21: `%r` is defined here
  %0 = "stream.cmd.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
// note@8: the region is in this operation
    "stream.cmd.discard"(%r, %n, %n, %n) : (!stream.resource<transient>, index, index, index) -> ()
// error@5: stream.cmd.discard: expected resources that the region takes or makes, found one from outside
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  util.return
}

// -----

// errors: results of other types and sizes than a region gives
util.func public @f(%r: !stream.resource<transient>, %n: index, %m: index) {
// note@54: `%n` is defined here
// note@65: `%m` is defined here
  %0, %t = "stream.async.execute"(%r, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// note@12: they are declared here
  ^bb0(%x: !stream.resource<transient>):
    "stream.yield"(%x, %m) : (!stream.resource<transient>, index) -> ()
// error@5: stream.yield: expected resources of types (!stream.resource<external>), as the results, found (!stream.resource<transient>)
// error@5: stream.yield: expected the sizes of the results that the operation declares, found another
  }) : (!stream.resource<transient>, index, index) -> (!stream.resource<external>, !stream.timepoint)
  util.return
}

// -----

// errors: a workload and operands that the export does not take
stream.executable private @exe {
  stream.executable.export public @main workgroups(%x: index) -> (index, index, index) {
// note@3: the export is here
    stream.return %x, %x, %x : index, index, index
  }
  builtin.module {
    func.func @main(%a: i32, %b: !stream.binding) {
// note@5: the function is defined here
// note@5: the function is defined here
      return
    }
  }
}
util.func public @f(%n: index, %a: i32) {
  %0 = "stream.cmd.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
    "stream.cmd.dispatch"(%n, %n) <{entry_points = [@exe::@main], resource_accesses = [], operandSegmentSizes = array<i32: 2, 0, 0, 0, 0, 0>}> : (index, index) -> ()
// error@5: stream.cmd.dispatch: expected a workload of types (index), as the export takes, found (index, index)
// error@5: stream.cmd.dispatch: expected 1 resource, one for each binding of the function, found 0
// error@5: stream.cmd.dispatch: expected operands of types (i32), as the function takes, found ()
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  util.return
}

// -----

// errors: a dispatch of nothing
util.func public @f() {
  %0 = "stream.cmd.execute"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
    "stream.cmd.dispatch"() <{entry_points = [], resource_accesses = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> : () -> ()
// error@5: stream.cmd.dispatch: expected at least one entry point, found none
    "stream.yield"() : () -> ()
  }) : () -> !stream.timepoint
  util.return
}

// -----

// errors: calls of functions that are not there
util.func public @f() {
// note@1: the symbol is defined here
  "stream.async.call"() <{callee = @g, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> : () -> ()
// error@3: stream.async.call: expected `callee` to name a `stream.async.func`, found no symbol @g
  "stream.cmd.call"() <{callee = @f, resource_operand_accesses = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0>}> : () -> ()
// error@3: stream.cmd.call: expected `callee` to name a `stream.cmd.func`, found `util.func`
  util.return
}

// -----

// errors: slices without a size
util.func public @f() {
  %0:2 = "stream.resource.pack"() <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 0, 0>}> : () -> (index, index)
// error@10: stream.resource.pack: expected 2 bounds and a size for each of 1 slices, found 2 and 0
  util.return
}

// -----

// errors: an index for each dimension
util.func public @f(%r: !stream.resource<staging>, %n: index) {
  %0 = "stream.tensor.load"(%r, %n, %n) <{source_encoding = tensor<4x4xf32>, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (!stream.resource<staging>, index, index) -> f32
// error@8: stream.tensor.load: expected 2 values in `indices`, one for each dimension of tensor<4x4xf32>, found 1
  util.return
}
