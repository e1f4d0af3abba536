// Arithmetic, comparisons and branches of the host alone.
//
// call: @collatz
// input: 27
// output: i64=111
// call: @mean
// input: 3
// input: 4
// output: f32=3.5

util.func public @collatz(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  cf.br ^turn(%n, %c0 : i64, i64)
^turn(%x: i64, %steps: i64):
  %more = arith.cmpi sgt, %x, %c1 : i64
  cf.cond_br %more, ^step, ^end
^step:
  %odd = arith.andi %x, %c1 : i64
  %is_odd = arith.cmpi ne, %odd, %c0 : i64
  %half = arith.divui %x, %c2 : i64
  %triple = arith.muli %x, %c3 : i64
  %up = arith.addi %triple, %c1 : i64
  %next = arith.select %is_odd, %up, %half : i64
  %count = arith.addi %steps, %c1 : i64
  cf.br ^turn(%next, %count : i64, i64)
^end:
  util.return %steps : i64
}
util.func public @mean(%a: f32, %b: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %sum = arith.addf %a, %b : f32
  %0 = arith.mulf %sum, %half : f32
  util.return %0 : f32
}
