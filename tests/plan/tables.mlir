//! What functions refer to: exports, initializers, imports, executables, constants.

// plan: exports, their models and declarations
util.func public @plain() {
  util.return
}
util.func public @main(%0: !hal.buffer_view, %1: !hal.fence, %2: !hal.fence) attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "async func @main(%input0: tensor<4xf32>) -> ()", iree.abi.model = "coarse-fences"}} {
  util.return
}
util.func private @hidden() {
  util.return
}
// =====
export @plain = @plain synchronous ""
export @main = @main coarse-fences "async func @main(%input0: tensor<4xf32>) -> ()"

func @plain() -> () { // 0 registers, 1 instructions
  util.return operands=[]
}

func @main(%0: hal.buffer_view, %1: hal.fence, %2: hal.fence) -> () { // 3 registers, 1 instructions
  util.return operands=[]
}

func @hidden() -> () { // 0 registers, 1 instructions
  util.return operands=[]
}

// -----

// plan: initializers run in order
util.global private mutable @x : i32
util.initializer {
  %0 = arith.constant 1 : i32
  util.global.store %0, @x : i32
  util.return
}
util.initializer {
  util.return
}
// =====
global @x: i32
initializer @util.initializer#0
initializer @util.initializer#1

func @util.initializer#0() -> () { // 1 registers, 3 instructions
  %0 = const 1 : i32
  util.global.store value=%0 global=@x
  util.return operands=[]
}

func @util.initializer#1() -> () { // 0 registers, 1 instructions
  util.return operands=[]
}

// -----

// plan: an import has no body
util.func private @ext.consume(%a: !hal.buffer_view, %b: i32) -> i32
util.func public @f(%a: !hal.buffer_view, %b: i32) -> i32 {
  %0 = util.call @ext.consume(%a, %b) : (!hal.buffer_view, i32) -> i32
  util.return %0 : i32
}
// =====
export @f = @f synchronous ""

import @ext.consume(hal.buffer_view, i32) -> (i32)

func @f(%0: hal.buffer_view, %1: i32) -> (i32) { // 3 registers, 2 instructions
  [%2] = util.call callee=@ext.consume operands=[%0, %1] : i32
  util.return operands=[%2]
}

// -----

// plan: executables and their bytes
hal.executable private @kernels {
  hal.executable.binary public @vulkan_spirv_fb <format = "vulkan-spirv-fb", data = dense<[1, 2, 3, 4]> : vector<4xi8>, mime_type = "application/x-flatbuffers">
}
util.func public @f(%d: !hal.device, %q: i64, %k: i32) {
  %0 = hal.executable.create device(%d : !hal.device) affinity(%q) target(@kernels::@vulkan_spirv_fb) : !hal.executable
  %1 = hal.executable.create device(%d : !hal.device) affinity(%q) target(@kernels::@vulkan_spirv_fb) constants([%k]) : !hal.executable
  %2 = hal.executable.lookup.function target(%0 : !hal.executable) function(@kernels::@vulkan_spirv_fb::@main) : i64
  util.return
}
// =====
constant #0 "kernels::vulkan_spirv_fb" size 4 align 64
executable @kernels::vulkan_spirv_fb "vulkan-spirv-fb" data #0
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: i32) -> () { // 6 registers, 4 instructions
  %3 = hal.executable.create device=%0 queue_affinity=%1 executable_target=@kernels::vulkan_spirv_fb constants=[] : hal.executable
  %4 = hal.executable.create device=%0 queue_affinity=%1 executable_target=@kernels::vulkan_spirv_fb constants=[%2] : hal.executable
  %5 = hal.executable.lookup.function executable=%3 entry_point="main" : i64
  util.return operands=[]
}

// -----

// plan: constants in a resource section, and patterns
util.func public @f() {
  %0 = util.buffer.constant : !util.buffer = dense_resource<blob> : tensor<2xi32>
  %1 = util.buffer.constant : !util.buffer = dense<7> : tensor<100xi16>
  %2 = util.buffer.constant : !util.buffer = #util.byte_pattern<171> : tensor<5xi8>
  %3 = util.buffer.constant : !util.buffer = #util.composite<6xi8, [dense<1> : tensor<2xi8>, dense<[2, 3]> : tensor<2xi16>]>
  util.return
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}
// =====
constant #0 "" size 8 align 1
constant #1 "" size 200 align 1
constant #2 "" size 5 align 1
constant #3 "" size 6 align 1
export @f = @f synchronous ""

func @f() -> () { // 4 registers, 5 instructions
  %0 = util.buffer.constant value=#0 : util.buffer
  %1 = util.buffer.constant value=#1 : util.buffer
  %2 = util.buffer.constant value=#2 : util.buffer
  %3 = util.buffer.constant value=#3 : util.buffer
  util.return operands=[]
}

// -----

// plan: a big constant begins at a page, so that a device can use it in place
util.func public @f() {
  %0 = util.buffer.constant : !util.buffer = dense<0> : tensor<65535xi8>
  %1 = util.buffer.constant : !util.buffer = dense<0> : tensor<65536xi8>
  util.return
}
// =====
constant #0 "" size 65535 align 1
constant #1 "" size 65536 align 4096
export @f = @f synchronous ""

func @f() -> () { // 2 registers, 3 instructions
  %0 = util.buffer.constant value=#0 : util.buffer
  %1 = util.buffer.constant value=#1 : util.buffer
  util.return operands=[]
}

// -----

// plan: locations of instructions stay out of the text
util.func public @f() {
  %0 = arith.constant 1 : i32 loc("model.py":3:4)
  util.return
}
// =====
export @f = @f synchronous ""

func @f() -> () { // 1 registers, 2 instructions
  %0 = const 1 : i32
  util.return operands=[]
}

// -----

// dump: a whole plan
util.global private @x = 1 : i32
util.func public @f() -> i32 {
  %0 = util.global.load @x : i32
  %1 = util.buffer.constant : !util.buffer = dense<[1, 2, 3]> : tensor<3xi8>
  util.return %0 : i32
}
// =====
plan version 1
section strings   offset        192 size         16
section tables    offset        256 size         15
section functions offset        320 size         21
section locations offset        384 size         12
section data      offset        448 size          3
constant #0 "" size 3 align 1
global @x: i32 = 0x1
export @f = @f synchronous ""

func @f() -> (i32) { // 2 registers, 3 instructions
  %0 = util.global.load global=@x : i32
  %1 = util.buffer.constant value=#0 : util.buffer
  util.return operands=[%0]
}
