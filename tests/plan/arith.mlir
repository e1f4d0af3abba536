//! Arithmetic: operators of the `binary`, `unary` and `cmp` instructions.

// plan: integers
util.func public @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b : i32
  %3 = arith.divsi %a, %b : i32
  %4 = arith.divui %a, %b : i32
  %5 = arith.ceildivsi %a, %b : i32
  %6 = arith.ceildivui %a, %b : i32
  %7 = arith.floordivsi %a, %b : i32
  %8 = arith.remsi %a, %b : i32
  %9 = arith.remui %a, %b : i32
  %10 = arith.andi %a, %b : i32
  %11 = arith.ori %a, %b : i32
  %12 = arith.xori %a, %b : i32
  %13 = arith.shli %a, %b : i32
  %14 = arith.shrsi %a, %b : i32
  %15 = arith.shrui %a, %b : i32
  %16 = arith.maxsi %a, %b : i32
  %17 = arith.maxui %a, %b : i32
  %18 = arith.minsi %a, %b : i32
  %19 = arith.minui %a, %b : i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i32, %1: i32) -> () { // 22 registers, 21 instructions
  %2 = binary op=addi lhs=%0 rhs=%1 : i32
  %3 = binary op=subi lhs=%0 rhs=%1 : i32
  %4 = binary op=muli lhs=%0 rhs=%1 : i32
  %5 = binary op=divsi lhs=%0 rhs=%1 : i32
  %6 = binary op=divui lhs=%0 rhs=%1 : i32
  %7 = binary op=ceildivsi lhs=%0 rhs=%1 : i32
  %8 = binary op=ceildivui lhs=%0 rhs=%1 : i32
  %9 = binary op=floordivsi lhs=%0 rhs=%1 : i32
  %10 = binary op=remsi lhs=%0 rhs=%1 : i32
  %11 = binary op=remui lhs=%0 rhs=%1 : i32
  %12 = binary op=andi lhs=%0 rhs=%1 : i32
  %13 = binary op=ori lhs=%0 rhs=%1 : i32
  %14 = binary op=xori lhs=%0 rhs=%1 : i32
  %15 = binary op=shli lhs=%0 rhs=%1 : i32
  %16 = binary op=shrsi lhs=%0 rhs=%1 : i32
  %17 = binary op=shrui lhs=%0 rhs=%1 : i32
  %18 = binary op=maxsi lhs=%0 rhs=%1 : i32
  %19 = binary op=maxui lhs=%0 rhs=%1 : i32
  %20 = binary op=minsi lhs=%0 rhs=%1 : i32
  %21 = binary op=minui lhs=%0 rhs=%1 : i32
  util.return operands=[]
}

// -----

// plan: floats
util.func public @f(%a: f32, %b: f32) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.maximumf %a, %b : f32
  %6 = arith.minimumf %a, %b : f32
  %7 = arith.maxnumf %a, %b : f32
  %8 = arith.minnumf %a, %b : f32
  %n = arith.negf %a : f32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: f32, %1: f32) -> () { // 12 registers, 11 instructions
  %2 = binary op=addf lhs=%0 rhs=%1 : f32
  %3 = binary op=subf lhs=%0 rhs=%1 : f32
  %4 = binary op=mulf lhs=%0 rhs=%1 : f32
  %5 = binary op=divf lhs=%0 rhs=%1 : f32
  %6 = binary op=remf lhs=%0 rhs=%1 : f32
  %7 = binary op=maximumf lhs=%0 rhs=%1 : f32
  %8 = binary op=minimumf lhs=%0 rhs=%1 : f32
  %9 = binary op=maxnumf lhs=%0 rhs=%1 : f32
  %10 = binary op=minnumf lhs=%0 rhs=%1 : f32
  %11 = unary op=negf operand=%0 : f32
  util.return operands=[]
}

// -----

// plan: integers of every width, and index, which has 64 bits
util.func public @f(%a: i1, %b: i8, %c: i16, %d: i64, %e: index) {
  %0 = arith.addi %a, %a : i1
  %1 = arith.addi %b, %b : i8
  %2 = arith.addi %c, %c : i16
  %3 = arith.addi %d, %d : i64
  %4 = arith.addi %e, %e : index
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i1, %1: i8, %2: i16, %3: i64, %4: i64) -> () { // 10 registers, 6 instructions
  %5 = binary op=addi lhs=%0 rhs=%0 : i1
  %6 = binary op=addi lhs=%1 rhs=%1 : i8
  %7 = binary op=addi lhs=%2 rhs=%2 : i16
  %8 = binary op=addi lhs=%3 rhs=%3 : i64
  %9 = binary op=addi lhs=%4 rhs=%4 : i64
  util.return operands=[]
}

// -----

// plan: floats of every width
util.func public @f(%a: f16, %b: bf16, %c: f64) {
  %0 = arith.mulf %a, %a : f16
  %1 = arith.mulf %b, %b : bf16
  %2 = arith.mulf %c, %c : f64
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: f16, %1: bf16, %2: f64) -> () { // 6 registers, 4 instructions
  %3 = binary op=mulf lhs=%0 rhs=%0 : f16
  %4 = binary op=mulf lhs=%1 rhs=%1 : bf16
  %5 = binary op=mulf lhs=%2 rhs=%2 : f64
  util.return operands=[]
}

// -----

// plan: constants by their bits
util.func public @f() {
  %0 = arith.constant 7 : i32
  %1 = arith.constant -1 : i8
  %2 = arith.constant true
  %3 = arith.constant -2 : i64
  %4 = arith.constant 3 : index
  %5 = arith.constant 1.5 : f32
  %6 = arith.constant -0.0 : f64
  %7 = arith.constant 1.0 : f16
  %8 = arith.constant 1.0 : bf16
  %9 = arith.constant 0x7FC00000 : f32
  util.return
}
// =====
export @f = @f synchronous ""

func @f() -> () { // 10 registers, 11 instructions
  %0 = const 7 : i32
  %1 = const -1 : i8
  %2 = const true : i1
  %3 = const -2 : i64
  %4 = const 3 : i64
  %5 = const 1.5 : f32
  %6 = const -0.0 : f64
  %7 = const 0x3c00 : f16
  %8 = const 0x3f80 : bf16
  %9 = const NaN : f32
  util.return operands=[]
}

// -----

// plan: comparisons of integers
util.func public @f(%a: i32, %b: i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %a, %b : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  %5 = arith.cmpi sge, %a, %b : i32
  %6 = arith.cmpi ult, %a, %b : i32
  %7 = arith.cmpi ule, %a, %b : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  %9 = arith.cmpi uge, %a, %b : i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i32, %1: i32) -> () { // 12 registers, 11 instructions
  %2 = cmp predicate=eq lhs=%0 rhs=%1 : i1
  %3 = cmp predicate=ne lhs=%0 rhs=%1 : i1
  %4 = cmp predicate=slt lhs=%0 rhs=%1 : i1
  %5 = cmp predicate=sle lhs=%0 rhs=%1 : i1
  %6 = cmp predicate=sgt lhs=%0 rhs=%1 : i1
  %7 = cmp predicate=sge lhs=%0 rhs=%1 : i1
  %8 = cmp predicate=ult lhs=%0 rhs=%1 : i1
  %9 = cmp predicate=ule lhs=%0 rhs=%1 : i1
  %10 = cmp predicate=ugt lhs=%0 rhs=%1 : i1
  %11 = cmp predicate=uge lhs=%0 rhs=%1 : i1
  util.return operands=[]
}

// -----

// plan: comparisons of floats
util.func public @f(%a: f32, %b: f32) {
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %b : f32
  %2 = arith.cmpf ogt, %a, %b : f32
  %3 = arith.cmpf oge, %a, %b : f32
  %4 = arith.cmpf olt, %a, %b : f32
  %5 = arith.cmpf ole, %a, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  %7 = arith.cmpf ord, %a, %b : f32
  %8 = arith.cmpf ueq, %a, %b : f32
  %9 = arith.cmpf ugt, %a, %b : f32
  %10 = arith.cmpf uge, %a, %b : f32
  %11 = arith.cmpf ult, %a, %b : f32
  %12 = arith.cmpf ule, %a, %b : f32
  %13 = arith.cmpf une, %a, %b : f32
  %14 = arith.cmpf uno, %a, %b : f32
  %15 = arith.cmpf true, %a, %b : f32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: f32, %1: f32) -> () { // 18 registers, 17 instructions
  %2 = cmp predicate=false lhs=%0 rhs=%1 : i1
  %3 = cmp predicate=oeq lhs=%0 rhs=%1 : i1
  %4 = cmp predicate=ogt lhs=%0 rhs=%1 : i1
  %5 = cmp predicate=oge lhs=%0 rhs=%1 : i1
  %6 = cmp predicate=olt lhs=%0 rhs=%1 : i1
  %7 = cmp predicate=ole lhs=%0 rhs=%1 : i1
  %8 = cmp predicate=one lhs=%0 rhs=%1 : i1
  %9 = cmp predicate=ord lhs=%0 rhs=%1 : i1
  %10 = cmp predicate=ueq lhs=%0 rhs=%1 : i1
  %11 = cmp predicate=ugt lhs=%0 rhs=%1 : i1
  %12 = cmp predicate=uge lhs=%0 rhs=%1 : i1
  %13 = cmp predicate=ult lhs=%0 rhs=%1 : i1
  %14 = cmp predicate=ule lhs=%0 rhs=%1 : i1
  %15 = cmp predicate=une lhs=%0 rhs=%1 : i1
  %16 = cmp predicate=uno lhs=%0 rhs=%1 : i1
  %17 = cmp predicate=true lhs=%0 rhs=%1 : i1
  util.return operands=[]
}

// -----

// plan: conversions
util.func public @f(%i: i8, %j: i64, %x: f16, %y: f64, %z: f32) {
  %0 = arith.extsi %i : i8 to i32
  %1 = arith.extui %i : i8 to i64
  %2 = arith.trunci %j : i64 to i16
  %3 = arith.extf %x : f16 to f32
  %4 = arith.truncf %y : f64 to bf16
  %5 = arith.sitofp %i : i8 to f32
  %6 = arith.uitofp %j : i64 to f64
  %7 = arith.fptosi %y : f64 to i32
  %8 = arith.fptoui %x : f16 to i8
  %9 = arith.bitcast %z : f32 to i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i8, %1: i64, %2: f16, %3: f64, %4: f32) -> () { // 15 registers, 11 instructions
  %5 = unary op=extsi operand=%0 : i32
  %6 = unary op=extui operand=%0 : i64
  %7 = unary op=trunci operand=%1 : i16
  %8 = unary op=extf operand=%2 : f32
  %9 = unary op=truncf operand=%3 : bf16
  %10 = unary op=sitofp operand=%0 : f32
  %11 = unary op=uitofp operand=%1 : f64
  %12 = unary op=fptosi operand=%3 : i32
  %13 = unary op=fptoui operand=%2 : i8
  %14 = unary op=bitcast operand=%4 : i32
  util.return operands=[]
}

// -----

// plan: index casts extend, truncate or copy
util.func public @f(%a: i32, %b: i64, %c: index) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_castui %a : i32 to index
  %2 = arith.index_cast %b : i64 to index
  %3 = arith.index_cast %c : index to i32
  %4 = arith.index_castui %c : index to i64
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i32, %1: i64, %2: i64) -> () { // 8 registers, 6 instructions
  %3 = unary op=extsi operand=%0 : i64
  %4 = unary op=extui operand=%0 : i64
  [%5] = copy operands=[%1] : i64
  %6 = unary op=trunci operand=%2 : i32
  [%7] = copy operands=[%2] : i64
  util.return operands=[]
}

// -----

// plan: select
util.func public @f(%c: i1, %a: i32, %b: i32, %x: !hal.buffer, %y: !hal.buffer) {
  %0 = arith.select %c, %a, %b : i32
  %1 = arith.select %c, %x, %y : !hal.buffer
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i1, %1: i32, %2: i32, %3: hal.buffer, %4: hal.buffer) -> () { // 7 registers, 3 instructions
  %5 = arith.select condition=%0 true_value=%1 false_value=%2 : i32
  %6 = arith.select condition=%0 true_value=%3 false_value=%4 : hal.buffer
  util.return operands=[]
}
