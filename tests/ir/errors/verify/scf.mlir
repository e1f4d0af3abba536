//! Loops and branches with regions.

// errors: a loop whose values are of other types than it begins with
util.func public @f(%n: index, %a: i32) {
  "scf.for"(%n, %n, %n, %a) ({
// error@3: scf.for: expected a region that takes the counter and the values of a round, (index, i32), found (index, i64)
// note@3: it is declared here
  ^bb0(%i: index, %x: i64):
    "scf.yield"(%x) : (i64) -> ()
// error@5: scf.yield: expected value 0 to be i32, as the value of `scf.for`, found i64
  }) : (index, index, index, i32) -> i32
  util.return
}

// -----

// errors: a loop whose results are not what it begins with
util.func public @f(%n: index, %a: i32) {
  %0 = "scf.for"(%n, %n, %n, %a) ({
// error@8: scf.for: expected results of the types of the initial values, (i32), found (i64)
// note@8: it is declared here
  ^bb0(%i: index, %x: i32):
    "scf.yield"(%x) : (i32) -> ()
// error@5: scf.yield: expected value 0 to be i64, as the value of `scf.for`, found i32
  }) : (index, index, index, i32) -> i64
  util.return
}

// -----

// errors: a result that one region gives
util.func public @f(%cond: i1, %a: i32) {
  %0 = "scf.if"(%cond) ({
// error@8: scf.if: expected an `else` region, which gives the results when the condition does not hold
    "scf.yield"(%a) : (i32) -> ()
  }, {
  }) : (i1) -> i32
  %1 = "scf.if"(%cond) ({
// note@8: it is declared here
    "scf.yield"(%a) : (i32) -> ()
  }, {
    "scf.yield"(%cond) : (i1) -> ()
// error@5: scf.yield: expected value 0 to be i32, as the value of `scf.if`, found i1
  }) : (i1) -> i32
  util.return
}

// -----

// errors: a result without a second region
util.func public @f(%cond: i1, %a: i32) {
  %0 = scf.if %cond -> (i32) {
// error@8: scf.if: expected an `else` region, which gives the results when the condition does not hold
    scf.yield %a : i32
  }
  util.return
}

// -----

// errors: a loop whose regions take and give other values
util.func public @f(%a: i32) {
  %0 = "scf.while"(%a) ({
// error@8: scf.while: expected a region that takes the initial values, (i32), found (i64)
// error@8: scf.while: expected a region that takes what goes on, which are the results, (i32), found (i64)
// note@8: they are declared here
// note@8: it is declared here
  ^bb0(%x: i64):
    %true = arith.constant true
    "scf.condition"(%true, %x) : (i1, i64) -> ()
// error@5: scf.condition: expected values of types (i32), as the results of the loop, found (i64)
  }, {
  ^bb0(%y: i64):
    "scf.yield"(%y) : (i64) -> ()
// error@5: scf.yield: expected value 0 to be i32, as the value of `scf.while`, found i64
  }) : (i32) -> i32
  util.return
}

// -----

// errors: a switch with a region too many
util.func public @f(%n: index, %a: i32) {
  %0 = "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
// error@8: scf.index_switch: expected `cases` to have 2 numbers, one for each region besides the default, found 1
// note@8: it is declared here
    "scf.yield"(%a) : (i32) -> ()
  }, {
    "scf.yield"(%a) : (i32) -> ()
  }, {
    "scf.yield"(%n) : (index) -> ()
// error@5: scf.yield: expected value 0 to be i32, as the value of `scf.index_switch`, found index
  }) : (index) -> i32
  util.return
}

// -----

// errors: another terminator that nobody knows
util.func public @f(%cond: i1) {
  "scf.if"(%cond) ({
// error@3: scf.if: expected its region to end with `scf.yield`, found `foo.yield`
    "foo.yield"() : () -> ()
// note@5: the region ends here
  }, {}) : (i1) -> ()
  util.return
}

// -----

// errors: a test outside of a loop
util.func public @f(%cond: i1) {
  "scf.if"(%cond) ({
// error@3: scf.if: expected its region to end with `scf.yield`, found `scf.condition`
// note@3: it stands in this operation
    "scf.condition"(%cond) : (i1) -> ()
// note@5: the region ends here
// error@5: scf.condition: expected to stand directly in `scf.while`, found it in `scf.if`
  }, {}) : (i1) -> ()
  util.return
}
