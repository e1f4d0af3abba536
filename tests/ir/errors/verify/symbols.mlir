//! Symbols: one definition for each name, and uses that name something of the right kind.

// errors: two symbols of one name
util.func private @same() {
// note@1: it is defined first here
  util.return
}
util.global private @same : i32
// error@1: util.global: expected one symbol @same in `builtin.module`, found another

// -----

// errors: two binaries of one name
hal.executable private @exe {
  hal.executable.binary public @code attributes {data = dense<0> : vector<4xi8>, format = "vulkan-spirv-fb"}
// note@3: it is defined first here
  hal.executable.binary public @code attributes {data = dense<1> : vector<4xi8>, format = "vulkan-spirv-fb"}
// error@3: hal.executable.binary: expected one symbol @code in `hal.executable`, found another
}

// -----

// errors: a visibility that is none
"util.global"() <{sym_name = "x", sym_visibility = "hidden", type = i32}> : () -> ()
// error@1: util.global: expected `sym_visibility` to be public, private or nested, found hidden

// -----

// errors: a public function without a body
util.func public @f(%a: i32)
// error@1: util.func: expected a function without a body to be private, found a public one

// -----

// errors: a symbol outside of a table
util.func public @f() {
// note@1: it stands in this operation
  util.global private @x : i32
// error@3: util.global: expected the operation around a symbol to be a symbol table, found `util.func`
  util.return
}

// -----

// errors: a table of several blocks
"builtin.module"() ({
// error@1: builtin.module: expected a region of one block, found 2
// note@1: the block is in a region of this operation
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "util.global"() <{sym_name = "x", sym_visibility = "private", type = i32}> : () -> ()
// error@3: util.global: expected a terminator after it, found the end of the block
}) : () -> ()

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

// errors: a call of something that is no function
util.global private @x : i32
// note@1: the symbol is defined here
util.func public @f() {
  util.call @x() : () -> ()
// error@3: util.call: expected `callee` to name a `util.func`, found `util.global`
  util.return
}

// -----

// errors: a call of a function of another dialect
func.func private @g()
// note@1: the symbol is defined here
util.func public @f() {
  util.call @g() : () -> ()
// error@3: util.call: expected `callee` to name a `util.func`, found `func.func`
  util.return
}

// -----

// errors: a call with other types than the function's
util.func private @g(%a: i32) -> i64 {
// note@1: the callee is defined here
// note@1: the callee is defined here
  %0 = arith.constant 1 : i64
  util.return %0 : i64
}
util.func public @f(%a: i64) {
  %0 = util.call @g(%a) : (i64) -> i32
// error@8: util.call: expected arguments of types (i32), as the callee, found (i64)
// error@8: util.call: expected results of types (i64), as the callee, found (i32)
  util.return
}

// -----

// errors: a call with other types than the function's, as front ends write it
func.func private @g(i32)
// note@1: the callee is defined here
func.func @f(%a: i64) {
  func.call @g(%a) : (i64) -> ()
// error@3: func.call: expected arguments of types (i32), as the callee, found (i64)
  return
}

// -----

// errors: a call whose results share other storage than the function's
util.func private @g(%a: tensor<4xf32>) -> %a {
// note@1: the callee is defined here
  util.return %a : tensor<4xf32>
}
util.func public @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = util.call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>
// error@8: util.call: expected the results to share storage as the callee's do, [0], found [-1]
  util.return %0 : tensor<4xf32>
}

// -----

// errors: a global that is not there
util.global private mutable @counter : i32
util.func public @f(%a: i32) {
  %0 = util.global.load @countre : i32
// error@8: util.global.load: expected `global` to name a `util.global`, found no symbol @countre
// note@8: the nearest name is @counter
  util.global.store %a, @nothing_like_it : i32
// error@3: util.global.store: expected `global` to name a `util.global`, found no symbol @nothing_like_it
  %1 = util.global.address @countre : !util.ptr<i32>
// error@8: util.global.address: expected `global` to name a `util.global`, found no symbol @countre
// note@8: the nearest name is @counter
  util.return
}

// -----

// errors: a global of another type
util.global private mutable @counter : i32
// note@1: the global is defined here
// note@1: the global is defined here
util.func public @f(%a: i64) {
  %0 = util.global.load @counter : i64
// error@8: util.global.load: expected the value loaded to be i32, as the global, found i64
  util.global.store %a, @counter : i64
// error@3: util.global.store: expected the value stored to be i32, as the global, found i64
  util.return
}

// -----

// errors: a global of another shape, which a store must not leave open
util.global private mutable @state : tensor<?x4xf32>
// note@1: the global is defined here
// note@1: the global is defined here
util.func public @f(%a: tensor<8x4xf32>) {
  %0 = util.global.load @state : tensor<8x4xf32>
  %1 = util.global.load @state : tensor<8x5xf32>
// error@8: util.global.load: expected the value loaded to be tensor<?x4xf32>, as the global, found tensor<8x5xf32>
  util.global.store %a, @state : tensor<8x4xf32>
// error@3: util.global.store: expected the value stored to be tensor<?x4xf32>, as the global, found tensor<8x4xf32>
  util.return
}

// -----

// errors: a mutable global said not to change
util.global private mutable @counter : i32
// note@1: the global is defined here
util.func public @f() {
  %0 = util.global.load immutable @counter : i32
// error@8: util.global.load: expected a global that does not change, as `immutable` says, found a mutable one
  util.return
}

// -----

// errors: a pointer to another type
util.global private mutable @counter : i32
util.func public @f(%a: i64) {
  %0 = util.global.address @counter : !util.ptr<i32>
// note@8: the value is defined here
// note@8: the value is defined here
  %1 = util.global.load.indirect %0 : !util.ptr<i32> -> i64
// error@8: util.global.load.indirect: expected the value to be i32, as what the pointer points to, found i64
  util.global.store.indirect %a, %0 : i64 -> !util.ptr<i32>
// error@3: util.global.store.indirect: expected the value to be i32, as what the pointer points to, found i64
  util.return
}

// -----

// errors: a value of another type than its global
util.global private @x = 1.5 : f32
"util.global"() <{sym_name = "y", sym_visibility = "private", type = i64, initial_value = 1 : i32}> : () -> ()
// error@1: util.global: expected the value to be i64, as the global, found i32
