// opt --canonicalize: div by one
util.func public @div_by_one(%a: i32) -> (i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.divui %a, %c1 : i32
  %1 = arith.divsi %a, %c1 : i32
  %2 = arith.ceildivui %a, %c1 : i32
  %3 = arith.ceildivsi %a, %c1 : i32
  %4 = arith.floordivsi %a, %c1 : i32
  util.return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @div_by_one(%a: i32) -> (i32, i32, i32, i32, i32) {
    util.return %a, %a, %a, %a, %a : i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: rem by one
util.func public @rem_by_one(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.remui %a, %c1 : i32
  %1 = arith.remsi %a, %c1 : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func public @rem_by_one(%a: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    util.return %c0_i32, %c0_i32 : i32, i32
  }
}

// -----

// opt --canonicalize: div undoes mul that does not overflow
util.func public @div_undoes_mul_that_does_not_overflow(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.muli %a, %b overflow<nuw> : i32
  %1 = arith.divui %0, %b : i32
  %2 = arith.divui %0, %a : i32
  %3 = arith.muli %a, %b overflow<nsw> : i32
  %4 = arith.divsi %3, %b : i32
  %5 = arith.divui %3, %b : i32
  util.return %1, %2, %4, %5 : i32, i32, i32, i32
}
// =====
module {
  util.func public @div_undoes_mul_that_does_not_overflow(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
    %0 = arith.muli %a, %b overflow<nsw> : i32
    %1 = arith.divui %0, %b : i32
    util.return %a, %b, %a, %1 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: div of constants
util.func public @div_of_constants() -> (i32, i32, i32, i32, i32, i32, i32) {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %0 = arith.divui %a, %b : i32
  %1 = arith.divsi %a, %b : i32
  %2 = arith.ceildivui %a, %b : i32
  %3 = arith.ceildivsi %a, %b : i32
  %4 = arith.floordivsi %a, %b : i32
  %5 = arith.remui %a, %b : i32
  %6 = arith.remsi %a, %b : i32
  util.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @div_of_constants() -> (i32, i32, i32, i32, i32, i32, i32) {
    %c2147483644_i32 = arith.constant 2147483644 : i32
    %c-3_i32 = arith.constant -3 : i32
    %c2147483645_i32 = arith.constant 2147483645 : i32
    %c-4_i32 = arith.constant -4 : i32
    %c1_i32 = arith.constant 1 : i32
    %c-1_i32 = arith.constant -1 : i32
    util.return %c2147483644_i32, %c-3_i32, %c2147483645_i32, %c-3_i32, %c-4_i32, %c1_i32, %c-1_i32 : i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: signs of ceil and floor
util.func public @signs_of_ceil_and_floor() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %p = arith.constant 7 : i32
  %n = arith.constant -7 : i32
  %q = arith.constant 3 : i32
  %m = arith.constant -3 : i32
  %0 = arith.ceildivsi %p, %q : i32
  %1 = arith.ceildivsi %n, %q : i32
  %2 = arith.ceildivsi %p, %m : i32
  %3 = arith.ceildivsi %n, %m : i32
  %4 = arith.floordivsi %p, %q : i32
  %5 = arith.floordivsi %n, %q : i32
  %6 = arith.floordivsi %p, %m : i32
  %7 = arith.floordivsi %n, %m : i32
  util.return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @signs_of_ceil_and_floor() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
    %c3_i32 = arith.constant 3 : i32
    %c-2_i32 = arith.constant -2 : i32
    %c2_i32 = arith.constant 2 : i32
    %c-3_i32 = arith.constant -3 : i32
    util.return %c3_i32, %c-2_i32, %c-2_i32, %c3_i32, %c2_i32, %c-3_i32, %c-3_i32, %c2_i32 : i32, i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: division by zero stays
util.func public @division_by_zero_stays() -> (i32, i32, i32, i32, i32, i32, i32) {
  %a = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  %0 = arith.divui %a, %z : i32
  %1 = arith.divsi %a, %z : i32
  %2 = arith.ceildivui %a, %z : i32
  %3 = arith.ceildivsi %a, %z : i32
  %4 = arith.floordivsi %a, %z : i32
  %5 = arith.remui %a, %z : i32
  %6 = arith.remsi %a, %z : i32
  util.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @division_by_zero_stays() -> (i32, i32, i32, i32, i32, i32, i32) {
    %a = arith.constant 7 : i32
    %z = arith.constant 0 : i32
    %0 = arith.divui %a, %z : i32
    %1 = arith.divsi %a, %z : i32
    %2 = arith.ceildivui %a, %z : i32
    %3 = arith.ceildivsi %a, %z : i32
    %4 = arith.floordivsi %a, %z : i32
    %5 = arith.remui %a, %z : i32
    %6 = arith.remsi %a, %z : i32
    util.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: signed overflow stays
util.func public @signed_overflow_stays() -> (i8, i8, i8, i8) {
  %a = arith.constant -128 : i8
  %m = arith.constant -1 : i8
  %0 = arith.divsi %a, %m : i8
  %1 = arith.ceildivsi %a, %m : i8
  %2 = arith.floordivsi %a, %m : i8
  %3 = arith.remsi %a, %m : i8
  util.return %0, %1, %2, %3 : i8, i8, i8, i8
}
// =====
module {
  util.func public @signed_overflow_stays() -> (i8, i8, i8, i8) {
    %c0_i8 = arith.constant 0 : i8
    %a = arith.constant -128 : i8
    %m = arith.constant -1 : i8
    %0 = arith.divsi %a, %m : i8
    %1 = arith.ceildivsi %a, %m : i8
    %2 = arith.floordivsi %a, %m : i8
    util.return %0, %1, %2, %c0_i8 : i8, i8, i8, i8
  }
}

// -----

// opt --canonicalize: division of elements
util.func public @division_of_elements() -> (vector<2xi32>, vector<2xi32>) {
  %a = arith.constant dense<[10, 20]> : vector<2xi32>
  %b = arith.constant dense<[3, 0]> : vector<2xi32>
  %c = arith.constant dense<[3, 7]> : vector<2xi32>
  %0 = arith.divsi %a, %b : vector<2xi32>
  %1 = arith.divsi %a, %c : vector<2xi32>
  util.return %0, %1 : vector<2xi32>, vector<2xi32>
}
// =====
module {
  util.func public @division_of_elements() -> (vector<2xi32>, vector<2xi32>) {
    %cst = arith.constant dense<[3, 2]> : vector<2xi32>
    %a = arith.constant dense<[10, 20]> : vector<2xi32>
    %b = arith.constant dense<[3, 0]> : vector<2xi32>
    %0 = arith.divsi %a, %b : vector<2xi32>
    util.return %0, %cst : vector<2xi32>, vector<2xi32>
  }
}
