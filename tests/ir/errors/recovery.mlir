//! All mistakes of a text are reported, each once, and what depends on an operation with a mistake has none for that.

// errors: one mistake in each of several operations, and none where a result of theirs is used
util.func public @f(%i: i32) -> i32 {
  %0 = arith.addi %i, %j : i32
// error@23: no value `%j` is defined here
// note@23: the nearest name is `%i`
  %1 = arith.addi %i, : i32
// error@23: expected a value such as %name, found `:`
  %2:2 = hal.nothing %1 : i32
// error@10: no custom form is known for the operation `hal.nothing`
// note@10: any operation can be given in generic form: "dialect.name"(%operands) : (types) -> types
  %3 = arith.addi %1, %2#1 : i32
  %4 = arith.addi %3, %i : i64
// error@19: expected `%3` to be i64, found i32
  util.return %4 : i32
}
util.func public @g() {
  util.return %i : i32
// error@15: no value `%i` is defined here
}

// -----

// errors: a function with a mistake in its header is skipped with its body
util.func public @f(%i: int) {
// error@25: expected a type, found `int`
  util.return %i : int
}
util.global private @g : tensor<?xwrong>
// error@35: expected a type, found `wrong`

// -----

// errors: mistakes inside and after a region
util.func public @f(%c: i1, %i: i32) {
  %0 = scf.if %c -> (i32) {
    %1 = arith.addi %i, %i : int
// error@30: expected a type, found `int`
    scf.yield %1 : i32
  } otherwise {
// error@5: no custom form is known for the operation `otherwise`
// note@5: any operation can be given in generic form: "dialect.name"(%operands) : (types) -> types
    scf.yield %i : i32
  }
  %2 = arith.addi %0, %i : i64
// error@19: expected `%0` to be i64, found i32
  util.return
}

// -----

// errors: brackets that do not balance, in one operation
util.func public @f(%i: i32) {
  %0 = "test.op"(%i : (i32) -> i32
// error@21: expected `)`, found `:`
  %1 = arith.addi %0, %i : int
// error@28: expected a type, found `int`
  util.return
}
util.func public @g() {
  util.return %x
}
// error@1: expected `:`, found `}`

// -----

// errors: brackets that do not balance, in the last operation of a region
util.func public @f(%i: i32) {
  "test.op"(%i : (i32) -> ()
// error@16: expected `)`, found `:`
}
util.global private @g : int
// error@26: expected a type, found `int`

// -----

// errors: the header of a block, whose arguments may then be used
util.func public @f(%c: i1, %i: i32) {
  cf.br ^bb1(%i, %i : i32, i32)
^bb1(%a: int, %b: i32):
// error@10: expected a type, found `int`
  %0 = arith.addi %a, %b : i32
  cf.br ^bb2
// error@9: no block `^bb2` is defined in this region
}

// -----

// errors: a bracket too many
util.func public @f() {
  util.return
}
}
// error@1: expected an operation, found `}`
util.global private @g : int
// error@26: expected a type, found `int`

// -----

// errors: a file that ends too soon has one mistake there
util.func public @f(%c: i1) {
  scf.if %c {
    scf.if %c {
// error@16: expected `}`, found end of file
