//! Operations of the `util` dialect.

// plan: null, casts and barriers
util.func public @f(%b: !hal.buffer, %x: i32) {
  %0 = util.null : !hal.fence
  %1 = util.cast %b : !hal.buffer to !hal.buffer
  %2:2 = util.optimization_barrier %b, %x : !hal.buffer, i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.buffer, %1: i32) -> () { // 6 registers, 4 instructions
  %2 = util.null : hal.fence
  [%3] = copy operands=[%0] : hal.buffer
  [%4, %5] = copy operands=[%0, %1] : hal.buffer, i32
  util.return operands=[]
}

// -----

// plan: whether two things are the same
util.func public @f(%a: !hal.buffer, %b: !hal.buffer, %i: i32, %j: i32, %x: f32, %y: f32) {
  %0 = util.cmp.eq %a, %b : !hal.buffer
  %1 = util.cmp.ne %a, %b : !hal.buffer
  %2 = util.cmp.eq %i, %j : i32
  %3 = util.cmp.ne %x, %y : f32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.buffer, %1: hal.buffer, %2: i32, %3: i32, %4: f32, %5: f32) -> () { // 14 registers, 9 instructions
  %6 = cmp.same lhs=%0 rhs=%1 : i1
  %7 = cmp.same lhs=%0 rhs=%1 : i1
  %8 = const true : i1
  %9 = binary op=xori lhs=%7 rhs=%8 : i1
  %10 = cmp predicate=eq lhs=%2 rhs=%3 : i1
  %11 = cmp predicate=oeq lhs=%4 rhs=%5 : i1
  %12 = const true : i1
  %13 = binary op=xori lhs=%11 rhs=%12 : i1
  util.return operands=[]
}

// -----

// plan: sizes and alignment
util.func public @f(%a: index, %b: i64) {
  %c64 = arith.constant 64 : index
  %0 = util.align %a, %c64 : index
  %1 = util.align %b, %b : i64
  %2 = util.sizeof f32
  %3 = util.sizeof i1
  %4 = util.sizeof complex<f64>
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i64, %1: i64) -> () { // 8 registers, 7 instructions
  %2 = const 64 : i64
  %3 = binary op=align lhs=%0 rhs=%2 : i64
  %4 = binary op=align lhs=%1 rhs=%1 : i64
  %5 = const 4 : i64
  %6 = const 1 : i64
  %7 = const 16 : i64
  util.return operands=[]
}

// -----

// plan: a value by its index
util.func public @f(%i: index, %a: f32, %b: f32) {
  %0 = util.switch f32 from [%a, %b] at %i else %a : f32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i64, %1: f32, %2: f32) -> () { // 4 registers, 2 instructions
  %3 = util.switch index=%0 default_value=%1 values=[%1, %2] : f32
  util.return operands=[]
}

// -----

// plan: bytes of the program, once for equal bytes and alignments
util.func public @f() {
  %0 = util.buffer.constant : !util.buffer = dense<[1, 2, 3]> : tensor<3xi8>
  %1 = util.buffer.constant "named" <alignment = 128> : !util.buffer = dense<[1.0, -2.0]> : tensor<2xf32>
  %2 = util.buffer.constant : !util.buffer = dense<[1, 2, 3]> : tensor<3xi8>
  %3 = util.buffer.constant : !util.buffer = "text"
  util.return
}
// =====
constant #0 "" size 3 align 1
constant #1 "named" size 8 align 128
constant #2 "" size 4 align 1
export @f = @f synchronous ""

func @f() -> () { // 4 registers, 5 instructions
  %0 = util.buffer.constant value=#0 : util.buffer
  %1 = util.buffer.constant value=#1 : util.buffer
  %2 = util.buffer.constant value=#0 : util.buffer
  %3 = util.buffer.constant value=#2 : util.buffer
  util.return operands=[]
}

// -----

// plan: globals of every kind
util.global private mutable @counter = 5 : i32
util.global private @scale = -1.5 : f64
util.global private mutable @buffer : !hal.buffer
util.global private @unset = #util.uninitialized : i64
util.func public @f() -> i32 {
  %0 = util.global.load @counter : i32
  %1 = util.global.load immutable @scale : f64
  %2 = util.global.load @buffer : !hal.buffer
  util.global.store %0, @counter : i32
  util.global.store %2, @buffer : !hal.buffer
  util.return %0 : i32
}
// =====
global @counter: i32 = 0x5
global @scale: f64 = 0xbff8000000000000
global @buffer: hal.buffer
global @unset: i64
export @f = @f synchronous ""

func @f() -> (i32) { // 3 registers, 6 instructions
  %0 = util.global.load global=@counter : i32
  %1 = util.global.load global=@scale : f64
  %2 = util.global.load global=@buffer : hal.buffer
  util.global.store value=%0 global=@counter
  util.global.store value=%2 global=@buffer
  util.return operands=[%0]
}
