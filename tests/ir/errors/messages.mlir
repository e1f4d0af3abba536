//! How mistakes are shown: file, line, column, the source line, a caret, what helps.

// messages: the nearest name is a note
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = hal.fence.creat device(%d : !hal.device) : !hal.fence
  util.return
}
// =====
case.mlir:2:8: error: no custom form is known for the operation `hal.fence.creat`
  %0 = hal.fence.creat device(%d : !hal.device) : !hal.fence
       ^
note: the nearest name is `hal.fence.create`

// -----

// messages: another place is a note with its own line
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br ^bb1
  ^bb2:
  %0 = arith.addi %later, %later : i32
  cf.br ^bb3
  ^bb1:
  %later = arith.constant 1 : i64
  cf.br ^bb2
  ^bb3:
  util.return
}
// =====
case.mlir:7:3: error: `%later` was used as i32, but is defined as i64
  %later = arith.constant 1 : i64
  ^
case.mlir:4:19: note: used here
  %0 = arith.addi %later, %later : i32
                  ^

// -----

// messages: the caret stands under the column, whatever is before it
util.global private @g {ä = "äöü", b = nothing} : i32
// =====
case.mlir:1:25: error: expected an attribute name, found `ä`
util.global private @g {ä = "äöü", b = nothing} : i32
                        ^

// -----

// messages: tabs are one column
util.global	private	@g : int
// =====
case.mlir:1:26: error: expected a type, found `int`
util.global private @g : int
                         ^

// -----

// messages: a long line is cut around the caret
util.global private @g {a = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, nothing, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]} : i32
// =====
case.mlir:1:420: error: expected an attribute, found `nothing`
...80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, nothing, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 2...
                                                                                   ^

// -----

// messages: the end of the text has a place
util.func private @f() {
  util.return
// =====
case.mlir:2:14: error: expected `}`, found end of file
  util.return
             ^
