//! What has no place in a plan. All mistakes of a module are reported, each on its line.

// errors: an operation that stands before phase hal
util.func public @f(%d: !hal.device, %q: i64) {
  %0 = hal.device.memoize<%d : !hal.device> affinity(%q) -> !hal.fence {
// error@8: hal.device.memoize: stands before phase hal: run the HAL passes first (compile to phase hal)
    %1 = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
    hal.return %1 : !hal.fence
  }
  util.return
}

// -----

// errors: device code in host code
util.func public @f() {
  %0 = hal.interface.workgroup.id[0] : index
// error@8: hal.interface.workgroup.id: stands in device code, not in host code
  util.return
}

// -----

// errors: an operation of another dialect
util.func public @f(%a: i32) {
  %0 = "foo.bar"(%a) : (i32) -> i32
// error@8: foo.bar: is not an operation of the dialects that stand at phase hal
  util.return
}

// -----

// errors: several mistakes at once
util.func public @f(%a: i32) {
  %0 = "foo.bar"(%a) : (i32) -> i32
  util.return
}
util.func public @g(%a: tensor<4xf32>) {
  util.return
}
util.func public @h(%a: i32) {
  %0 = hal.interface.workgroup.id[0] : index
  %1 = util.call @nothing(%a) : (i32) -> i32
// error@8: util.call: expected `callee` to name a `util.func`, found no symbol @nothing
  util.return
}

// -----

// errors: a tensor in a signature
util.func public @f(%a: tensor<4xf32>) -> i32 {
// error@1: expected types that exist at phase hal in the signature, found tensor<4xf32>
  %0 = arith.constant 1 : i32
  util.return %0 : i32
}

// -----

// errors: a value of a type that no plan has
util.func public @f(%a: i32) {
  %0 = arith.extsi %a : i32 to i128
// error@8: arith.extsi: expected values of types that exist at phase hal, found i128
  util.return
}

// -----

// errors: a constant that is no number
util.func public @f() {
  %0 = arith.constant dense<1> : tensor<2xi32>
// error@8: arith.constant: expected values of types that exist at phase hal, found tensor<2xi32>
  util.return
}

// -----

// errors: a call of nothing, and the nearest name
util.func private @twice() {
  util.return
}
util.func public @f() {
  util.call @twise() : () -> ()
// error@3: util.call: expected `callee` to name a `util.func`, found no symbol @twise
// note@3: the nearest name is @twice
  util.return
}

// -----

// errors: a call with other types than the function's
util.func private @g(%a: i32) {
// note@1: the callee is defined here
  util.return
}
util.func public @f(%a: i64) {
  util.call @g(%a) : (i64) -> ()
// error@3: util.call: expected arguments of types (i32), as the callee, found (i64)
  util.return
}

// -----

// errors: a return of another type
util.func public @f(%a: i64) -> i32 {
// note@1: it is declared here
  util.return %a : i64
// error@3: util.return: expected value 0 to be i32, as the result of `util.func`, found i64
}

// -----

// errors: a branch with other values than the block's
util.func public @f(%a: i64) {
  cf.br ^bb1(%a : i64)
// error@3: cf.br: expected value 0 for successor 0 to be i32, found i64
^bb1(%b: i32):
// note@6: `%b` is defined here
  util.return
}

// -----

// errors: a block without operations
util.func public @f() {
// error@1: util.func: expected a terminator at the end of each block, found a block without operations
  cf.br ^bb1
^bb1:
}

// -----

// errors: a block without end
util.func public @f(%a: i32) {
// note@1: the block is in a region of this operation
  %0 = arith.addi %a, %a : i32
// error@8: arith.addi: expected a terminator after it, found the end of the block
}

// -----

// errors: an end in the middle of a block
util.func public @f(%a: i32) {
  util.unreachable
// error@3: util.unreachable: expected to be the last operation of its block, as it ends it
  %0 = arith.addi %a, %a : i32
// note@8: this operation comes after it
  util.return
}

// -----

// errors: a global that is not there
util.global private @counter : i32
util.func public @f() {
  %0 = util.global.load @count : i32
// error@8: util.global.load: expected `global` to name a `util.global`, found no symbol @count
  util.return
}

// -----

// errors: a global of another type
util.global private @counter : i32
// note@1: the global is defined here
util.func public @f() {
  %0 = util.global.load @counter : i64
// error@8: util.global.load: expected the value loaded to be i32, as the global, found i64
  util.return
}

// -----

// errors: a device global that still has a value
util.global private @device = #hal.device.target<"vulkan"> : !hal.device
// error@1: expected a device global without a value, which iree-hal-initialize-devices leaves behind

// -----

// errors: a global of tensors
util.global private @w : tensor<4xf32>
// error@1: expected a global of a type that exists at phase hal, found tensor<4xf32>

// -----

// errors: a global with a value that is no number
util.global private @w = "text" : i32
// error@1: expected a number or nothing as the value of a global at phase hal

// -----

// errors: two things of one name
util.func private @f() {
// note@1: it is defined first here
  util.return
}
util.func private @f() {
// error@1: util.func: expected one symbol @f in `builtin.module`, found another
  util.return
}
util.global private @g : i32
// note@1: it is defined first here
util.global private @g : i32
// error@1: util.global: expected one symbol @g in `builtin.module`, found another

// -----

// errors: an executable that is not there
util.func public @f(%d: !hal.device, %q: i64) {
  %0 = hal.executable.create device(%d : !hal.device) affinity(%q) target(@kernels::@vulkan) : !hal.executable
// error@8: hal.executable.create: expected an executable binary of the module, found @kernels::@vulkan, which is not there
  util.return
}

// -----

// errors: an executable that is not serialized
hal.executable private @kernels {
  hal.executable.variant public @vulkan target(<"vulkan-spirv", "vulkan-spirv-fb">) {
// error@3: expected serialized device code, found the variant @kernels::@vulkan: compile to phase hal
  }
}

// -----

// errors: an operation that is no part of a program
hal.executable.source private @s {
// error@1: expected util.func, util.initializer, util.global or hal.executable in a module at phase hal, found hal.executable.source
}
util.func public @f() {
  util.return
}

// -----

// errors: a constant whose resource is not there
util.func public @f() {
  %0 = util.buffer.constant : !util.buffer = dense_resource<blob> : tensor<2xi32>
// error@8: util.buffer.constant: expected a blob "blob" in the resource section at the end of the file, found none: was the text printed with its resources elided?
  util.return
}

// -----

// errors: a resource of another size
util.func public @f() {
  %0 = util.buffer.constant : !util.buffer = dense_resource<blob> : tensor<3xi32>
// error@8: util.buffer.constant: expected 12 bytes in the resource "blob", found 8
  util.return
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}

// -----

// errors: a composite of another size
util.func public @f() {
  %0 = util.buffer.constant : !util.buffer = #util.composite<4xi8, [dense<1> : tensor<2xi8>]>
// error@8: util.buffer.constant: expected 4 bytes of constant data, found 2
  util.return
}

// -----

// errors: an alignment that is no power of two
util.func public @f() {
  %0 = util.buffer.constant {alignment = 48 : index} : !util.buffer = dense<1> : tensor<2xi8>
// error@8: util.buffer.constant: expected the alignment to be a power of two, found 48
  util.return
}

// -----

// errors: the size of something without size
util.func public @f() {
  %0 = util.sizeof !hal.buffer
// error@8: util.sizeof: expected a type of fixed size, found !hal.buffer
  util.return
}

// -----

// errors: the element type of something no buffer holds
util.func public @f() {
  %0 = hal.element_type<tensor<4xf32>> : i32
// error@8: hal.element_type: expected an element type that buffers can hold: an integer, float or complex type, found tensor<4xf32>
  util.return
}

// -----

// errors: the device of a command buffer from elsewhere
util.func public @f(%c: !hal.command_buffer) {
  %0 = hal.command_buffer.device<%c : !hal.command_buffer> : !hal.device
// error@8: hal.command_buffer.device: expected a command buffer that is made in the same function
  util.return
}

// -----

// errors: a cast between kinds of values
util.func public @f(%b: !hal.buffer) {
  %0 = util.cast %b : !hal.buffer to !hal.fence
// error@8: util.cast: expected a cast between the same kinds of values, found hal.buffer to hal.fence
  util.return
}

// -----

// errors: a switch with another number of values
util.func public @f(%i: i32) {
  "cf.switch"(%i)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : tensor<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
// error@3: cf.switch: expected `case_values` to have 1 value, one for each case, found 2
^bb1:
  util.return
}

// -----

// messages: a mistake in the location of the source, not of the text
util.func public @f(%a: i32) {
  %0 = "foo.bar"(%a) : (i32) -> i32 loc("model.py":7:3)
  util.return
}
// =====
model.py:7:3: error: foo.bar: is not an operation of the dialects that stand at phase hal
