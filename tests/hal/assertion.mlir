// An assertion of the program itself, with its words.
//
// call: @run
// input: 3
// call: @run
// input: 0
// error: expected a positive number

util.func public @run(%n: i32) {
  %c0 = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %n, %c0 : i32
  cf.assert %positive, "expected a positive number"
// fails here
  util.return
}
