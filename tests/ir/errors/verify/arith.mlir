//! Operations of the `arith` dialect.

// errors: a constant with a sign
util.func public @f() {
  %0 = arith.constant 1 : si32
// error@8: arith.constant: expected a signless integer, found si32
  util.return
}

// -----

// errors: a condition of another shape
util.func public @f(%cond: vector<2xi1>, %a: vector<4xf32>) {
// note@21: `%cond` is defined here
  %0 = arith.select %cond, %a, %a : vector<2xi1>, vector<4xf32>
// error@8: arith.select: expected the condition to be i1 or vector<4xi1>, found vector<2xi1>
  util.return
}

// -----

// errors: casts to the wrong side
util.func public @f(%i: i32, %x: f32) {
  %0 = arith.extsi %i : i32 to i16
// error@8: arith.extsi: expected a wider result than the operand, i32, found i16
  %1 = arith.extui %i : i32 to i32
// error@8: arith.extui: expected a wider result than the operand, i32, found i32
  %2 = arith.trunci %i : i32 to i64
// error@8: arith.trunci: expected a narrower result than the operand, i32, found i64
  %3 = arith.extf %x : f32 to f16
// error@8: arith.extf: expected a wider result than the operand, f32, found f16
  %4 = arith.truncf %x : f32 to f64
// error@8: arith.truncf: expected a narrower result than the operand, f32, found f64
  %5 = arith.bitcast %i : i32 to f64
// error@8: arith.bitcast: expected a result of the same width as the operand, i32, found f64
  util.return
}

// -----

// errors: casts between the wrong kinds
util.func public @f(%i: i32, %x: f32, %n: index) {
  %0 = arith.extsi %x : f32 to i64
// error@8: arith.extsi: expected the operand to be a signless integer, or a vector or tensor of them, found f32
  %1 = arith.sitofp %x : f32 to f64
// error@8: arith.sitofp: expected the operand to be a signless integer, or a vector or tensor of them, found f32
  %2 = arith.fptosi %x : f32 to f64
// error@8: arith.fptosi: expected the result to be a signless integer, or a vector or tensor of them, found f64
  %3 = arith.index_cast %i : i32 to i64
// error@8: arith.index_cast: expected to cast between index and another integer, found i32 to i64
  %4 = arith.index_cast %n : index to f32
// error@8: arith.index_cast: expected the result to be a signless integer or index, or a vector or tensor of them, found f32
  util.return
}

// -----

// errors: casts to another shape
util.func public @f(%a: vector<4xi32>) {
  %0 = arith.extsi %a : vector<4xi32> to vector<8xi64>
// error@8: arith.extsi: expected a result of the operand's shape, vector<4xi32>, found vector<8xi64>
  %1 = arith.extsi %a : vector<4xi32> to i64
// error@8: arith.extsi: expected a result of the operand's shape, vector<4xi32>, found i64
  util.return
}
