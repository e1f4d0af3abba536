// opt --iree-util-ipo: what all calls pass
util.func private @callee(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  util.return %0 : i32
}
util.func public @f(%x: i32, %y: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = util.call @callee(%c1, %x) : (i32, i32) -> i32
  %c1b = arith.constant 1 : i32
  %1 = util.call @callee(%c1b, %y) : (i32, i32) -> i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func private @callee(%b: i32) -> i32 {
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.addi %c1_i32, %b : i32
    util.return %0 : i32
  }
  util.func public @f(%x: i32, %y: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %0 = util.call @callee(%x) : (i32) -> i32
    %c1b = arith.constant 1 : i32
    %1 = util.call @callee(%y) : (i32) -> i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --iree-util-ipo: arguments nobody uses and equal arguments
util.func private @callee(%a: i32, %b: i32, %c: i32) -> i32 {
  %0 = arith.addi %a, %c : i32
  util.return %0 : i32
}
util.func public @f(%x: i32, %y: i32) -> (i32, i32) {
  %0 = util.call @callee(%x, %y, %x) : (i32, i32, i32) -> i32
  %1 = util.call @callee(%y, %x, %y) : (i32, i32, i32) -> i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func private @callee(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    util.return %0 : i32
  }
  util.func public @f(%x: i32, %y: i32) -> (i32, i32) {
    %0 = util.call @callee(%x) : (i32) -> i32
    %1 = util.call @callee(%y) : (i32) -> i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --iree-util-ipo: results nobody uses, equal results, constant results
util.func private @ext(i32) -> i32
util.func private @callee(%a: i32) -> (i32, i32, i32, i32, i32) {
  %c4 = arith.constant 4 : i32
  %0 = util.call @ext(%a) : (i32) -> i32
  %1 = arith.addi %0, %a : i32
  util.return %0, %c4, %0, %1, %a : i32, i32, i32, i32, i32
}
util.func public @f(%x: i32) -> (i32, i32, i32, i32) {
  %0:5 = util.call @callee(%x) : (i32) -> (i32, i32, i32, i32, i32)
  util.return %0#0, %0#1, %0#2, %0#4 : i32, i32, i32, i32
}
// =====
module {
  util.func private @ext(%arg0: i32) -> i32
  util.func private @callee(%a: i32) -> i32 {
    %c4 = arith.constant 4 : i32
    %0 = util.call @ext(%a) : (i32) -> i32
    %1 = arith.addi %0, %a : i32
    util.return %0 : i32
  }
  util.func public @f(%x: i32) -> (i32, i32, i32, i32) {
    %0 = util.call @callee(%x) : (i32) -> i32
    %c4_i32 = arith.constant 4 : i32
    util.return %0, %c4_i32, %0, %x : i32, i32, i32, i32
  }
}

// -----

// opt --iree-util-ipo: immutable globals move in
util.global private @g : i32
util.func private @ext(i32)
util.func private @callee(%a: i32) {
  util.call @ext(%a) : (i32) -> ()
  util.return
}
util.initializer {
  %c1 = arith.constant 1 : i32
  util.global.store %c1, @g : i32
  util.return
}
util.func public @f() {
  %0 = util.global.load immutable @g : i32
  util.call @callee(%0) : (i32) -> ()
  util.call @callee(%0) : (i32) -> ()
  util.return
}
// =====
module {
  util.global private @g : i32
  util.func private @ext(%arg0: i32)
  util.func private @callee() {
    %g = util.global.load immutable @g : i32
    util.call @ext(%g) : (i32) -> ()
    util.return
  }
  util.initializer {
    %c1 = arith.constant 1 : i32
    util.global.store %c1, @g : i32
    util.return
  }
  util.func public @f() {
    %g = util.global.load immutable @g : i32
    util.call @callee() : () -> ()
    util.call @callee() : () -> ()
    util.return
  }
}

// -----

// opt --iree-util-ipo: a function that does nothing
util.func private @nothing(%a: i32) {
  util.return
}
util.func public @f(%x: i32) {
  util.call @nothing(%x) : (i32) -> ()
  util.return
}
// =====
module {
  util.func public @f(%x: i32) {
    util.return
  }
}

// -----

// opt --iree-util-ipo: public functions and those outside keep signatures
util.func public @callee(%a: i32, %b: i32) -> i32 {
  util.return %a : i32
}
util.func private @outside(i32) -> i32
util.func public @f(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = util.call @callee(%c1, %x) : (i32, i32) -> i32
  %1 = util.call @outside(%c1) : (i32) -> i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func public @callee(%a: i32, %b: i32) -> i32 {
    util.return %a : i32
  }
  util.func private @outside(%arg0: i32) -> i32
  util.func public @f(%x: i32) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %0 = util.call @callee(%c1, %x) : (i32, i32) -> i32
    %1 = util.call @outside(%c1) : (i32) -> i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --iree-util-ipo: a function that an attribute names keeps its signature
// unlike iree-opt: it changes the function, or erases it, and leaves the name
util.func private @named(%a: i32, %b: i32) -> i32 {
  util.return %a : i32
}
util.func public @f(%x: i32) -> i32 attributes {x.y = @named} {
  %c1 = arith.constant 1 : i32
  %0 = util.call @named(%c1, %x) : (i32, i32) -> i32
  util.return %0 : i32
}
// =====
module {
  util.func private @named(%a: i32, %b: i32) -> i32 {
    util.return %a : i32
  }
  util.func public @f(%x: i32) -> i32 attributes {x.y = @named} {
    %c1 = arith.constant 1 : i32
    %0 = util.call @named(%c1, %x) : (i32, i32) -> i32
    util.return %0 : i32
  }
}

// -----

// opt --iree-util-ipo: attributes of arguments go with them
util.func private @callee(%a: i32 {x.a}, %b: i32 {x.b}) -> (i32 {x.r}, i32 {x.s}) {
  %0 = arith.addi %b, %b : i32
  %1 = arith.muli %b, %b : i32
  util.return %0, %1 : i32, i32
}
util.func public @f(%x: i32, %y: i32) -> i32 {
  %0:2 = util.call @callee(%x, %y) : (i32, i32) -> (i32, i32)
  util.return %0#1 : i32
}
// =====
module {
  util.func private @callee(%b: i32 {x.b}) -> (i32 {x.s}) {
    %0 = arith.addi %b, %b : i32
    %1 = arith.muli %b, %b : i32
    util.return %1 : i32
  }
  util.func public @f(%x: i32, %y: i32) -> i32 {
    %0 = util.call @callee(%y) : (i32) -> i32
    util.return %0 : i32
  }
}

// -----

// opt --iree-util-ipo: tied results keep a signature
util.func private @callee(%a: tensor<4xf32>, %b: i32) -> %a {
  util.return %a : tensor<4xf32>
}
util.func public @f(%x: tensor<4xf32>, %y: i32) -> tensor<4xf32> {
  %0 = util.call @callee(%x, %y) : (tensor<4xf32>, i32) -> %x
  util.return %0 : tensor<4xf32>
}
// =====
module {
  util.func private @callee(%a: tensor<4xf32>, %b: i32) -> %a {
    util.return %a : tensor<4xf32>
  }
  util.func public @f(%x: tensor<4xf32>, %y: i32) -> tensor<4xf32> {
    %0 = util.call @callee(%x, %y) : (tensor<4xf32>, i32) -> %x
    util.return %0 : tensor<4xf32>
  }
}
