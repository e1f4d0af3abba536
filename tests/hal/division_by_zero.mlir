// Host arithmetic that has no result.
//
// call: @run
// input: 6
// input: 3
// output: i32=2
// call: @run
// input: 1
// input: 0
// error: divsi by zero

util.func public @run(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
// fails here
  util.return %0 : i32
}
