//! Blocks, branches, calls and what stops a program.

// plan: branches give blocks their parameters
util.func public @f(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2(%x, %c : i32, i1)
^bb1(%a: i32):
  cf.br ^bb3(%a : i32)
^bb2(%b: i32, %d: i1):
  cf.br ^bb3(%b : i32)
^bb3(%r: i32):
  util.return %r : i32
}
// =====
export @f = @f synchronous ""

func @f(%0: i1, %1: i32) -> (i32) { // 6 registers, 4 instructions
  cf.cond_br condition=%0 then=^bb1[%1] otherwise=^bb2[%1, %0]
^bb1(%2: i32):
  cf.br target=^bb3[%2]
^bb2(%3: i32, %4: i1):
  cf.br target=^bb3[%3]
^bb3(%5: i32):
  util.return operands=[%5]
}

// -----

// plan: a loop
util.func public @count(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  %next = arith.addi %i, %c1 : index
  cf.br ^bb1(%next : index)
^bb3:
  util.return %i : index
}
// =====
export @count = @count synchronous ""

func @count(%0: i64) -> (i64) { // 6 registers, 8 instructions
  %1 = const 0 : i64
  %2 = const 1 : i64
  cf.br target=^bb1[%1]
^bb1(%3: i64):
  %4 = cmp predicate=ult lhs=%3 rhs=%0 : i1
  cf.cond_br condition=%4 then=^bb2 otherwise=^bb3
^bb2:
  %5 = binary op=addi lhs=%3 rhs=%2 : i64
  cf.br target=^bb1[%5]
^bb3:
  util.return operands=[%3]
}

// -----

// plan: a switch and its cases
util.func public @f(%k: i32, %x: i32) -> i32 {
  cf.switch %k : i32, [
    default: ^bb1(%x : i32),
    0: ^bb2,
    -7: ^bb1(%k : i32)
  ]
^bb1(%r: i32):
  util.return %r : i32
^bb2:
  util.return %k : i32
}
// =====
export @f = @f synchronous ""

func @f(%0: i32, %1: i32) -> (i32) { // 3 registers, 3 instructions
  cf.switch flag=%0 default=^bb1[%1] cases=[0: ^bb2, -7: ^bb1[%0]]
^bb1(%2: i32):
  util.return operands=[%2]
^bb2:
  util.return operands=[%0]
}

// -----

// plan: calls, also to what comes later in the text
util.func private @twice(%x: i32) -> (i32, i32) {
  util.return %x, %x : i32, i32
}
util.func public @f(%x: i32) -> i32 {
  %0:2 = util.call @twice(%x) : (i32) -> (i32, i32)
  util.call @nothing() : () -> ()
  util.return %0#1 : i32
}
util.func private @nothing() {
  util.return
}
// =====
export @f = @f synchronous ""

func @twice(%0: i32) -> (i32, i32) { // 1 registers, 1 instructions
  util.return operands=[%0, %0]
}

func @f(%0: i32) -> (i32) { // 3 registers, 3 instructions
  [%1, %2] = util.call callee=@twice operands=[%0] : i32, i32
  [] = util.call callee=@nothing operands=[]
  util.return operands=[%2]
}

func @nothing() -> () { // 0 registers, 1 instructions
  util.return operands=[]
}

// -----

// plan: func.func like util.func
func.func private @g(%x: i64) -> i64 {
  return %x : i64
}
func.func @f(%x: i64) -> i64 {
  %0 = call @g(%x) : (i64) -> i64
  return %0 : i64
}
// =====
export @f = @f synchronous ""

func @g(%0: i64) -> (i64) { // 1 registers, 1 instructions
  util.return operands=[%0]
}

func @f(%0: i64) -> (i64) { // 2 registers, 2 instructions
  [%1] = util.call callee=@g operands=[%0] : i64
  util.return operands=[%1]
}

// -----

// plan: what stops a program
util.func public @f(%c: i1, %s: i32) {
  cf.assert %c, "expected c\0A\22quoted\22"
  util.status.check_ok %s, "the status"
  util.status.check_ok %s
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  util.unreachable "nobody comes here"
^bb2:
  util.unreachable
}
// =====
export @f = @f synchronous ""

func @f(%0: i1, %1: i32) -> () { // 2 registers, 6 instructions
  cf.assert arg=%0 msg="expected c\n\"quoted\""
  util.status.check_ok status=%1 message="the status"
  util.status.check_ok status=%1 message=""
  cf.cond_br condition=%0 then=^bb1 otherwise=^bb2
^bb1:
  util.unreachable message="nobody comes here"
^bb2:
  util.unreachable message=""
}
