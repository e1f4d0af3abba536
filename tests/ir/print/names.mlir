//! Names of values and blocks.

// print: names follow from what defines a value
module {
  util.func public @f(%buffer: !hal.buffer, %n: index, %d: !hal.device) {
    %five = arith.constant 5 : index
    %five_0 = arith.constant -5 : i32
    %x = arith.constant true
    %q = hal.buffer.length<%buffer : !hal.buffer> : index
    %e = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
    util.return
  }
}

// -----

// print: names are unique in a function and begin anew in the next
module {
  util.func public @f(%arg0: i32) {
    %c1 = arith.constant 1 : index
    %c1_0 = arith.constant 1 : index
    %0 = arith.addi %arg0, %arg0 : i32
    util.return
  }
  util.func public @g(%arg0: i32) {
    %c1 = arith.constant 1 : index
    %0 = arith.addi %arg0, %arg0 : i32
    util.return
  }
}

// -----

// print: a value may be used before its text
module {
  util.func public @f(%arg0: i32) -> i32 {
    cf.br ^bb2
  ^bb1:
    util.return %0 : i32
  ^bb2:
    %0 = arith.addi %arg0, %arg0 : i32
    cf.br ^bb1
  }
}
// =====
module {
  util.func public @f(%arg0: i32) -> i32 {
    cf.br ^bb2
  ^bb1:  // pred: ^bb2
    util.return %0 : i32
  ^bb2:  // pred: ^bb0
    %0 = arith.addi %arg0, %arg0 : i32
    cf.br ^bb1
  }
}

// -----

// print: comments and spaces say nothing
// a comment
module{util.global private @g:i32// at the end


}
// =====
module {
  util.global private @g : i32
}
