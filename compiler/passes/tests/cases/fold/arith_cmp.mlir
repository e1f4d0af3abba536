// opt --canonicalize: compare same
util.func public @compare_same(%a: i32, %v: vector<2xi32>) -> (i1, i1, i1, i1, vector<2xi1>) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %a, %a : i32
  %2 = arith.cmpi sle, %a, %a : i32
  %3 = arith.cmpi ult, %a, %a : i32
  %4 = arith.cmpi uge, %v, %v : vector<2xi32>
  util.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, vector<2xi1>
}
// =====
module {
  util.func public @compare_same(%a: i32, %v: vector<2xi32>) -> (i1, i1, i1, i1, vector<2xi1>) {
    %true = arith.constant true
    %false = arith.constant false
    %cst = arith.constant dense<true> : vector<2xi1>
    util.return %true, %false, %true, %false, %cst : i1, i1, i1, i1, vector<2xi1>
  }
}

// -----

// opt --canonicalize: compare constants
util.func public @compare_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant -1 : i32
  %b = arith.constant 1 : i32
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %a, %b : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  %5 = arith.cmpi sge, %a, %b : i32
  %6 = arith.cmpi ult, %a, %b : i32
  %7 = arith.cmpi ule, %a, %b : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  %9 = arith.cmpi uge, %a, %b : i32
  util.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
// =====
module {
  util.func public @compare_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
    %false = arith.constant false
    %true = arith.constant true
    util.return %false, %true, %true, %true, %false, %false, %false, %false, %true, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: extended bit is not zero
util.func public @extended_bit_is_not_zero(%a: i1) -> (i1, i1, i1, i1) {
  %z = arith.constant 0 : i32
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.extsi %a : i1 to i32
  %1 = arith.cmpi ne, %0, %z : i32
  %2 = arith.extui %a : i1 to i32
  %3 = arith.cmpi ne, %2, %z : i32
  %4 = arith.cmpi ne, %a, %f : i1
  %5 = arith.cmpi eq, %a, %t : i1
  util.return %1, %3, %4, %5 : i1, i1, i1, i1
}
// =====
module {
  util.func public @extended_bit_is_not_zero(%a: i1) -> (i1, i1, i1, i1) {
    util.return %a, %a, %a, %a : i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: constant moves to the right
util.func public @constant_moves_to_the_right(%a: i32) -> (i1, i1, i1, i1, i1) {
  %c5 = arith.constant 5 : i32
  %0 = arith.cmpi slt, %c5, %a : i32
  %1 = arith.cmpi sge, %c5, %a : i32
  %2 = arith.cmpi ule, %c5, %a : i32
  %3 = arith.cmpi ugt, %c5, %a : i32
  %4 = arith.cmpi eq, %c5, %a : i32
  util.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}
// =====
module {
  util.func public @constant_moves_to_the_right(%a: i32) -> (i1, i1, i1, i1, i1) {
    %c5 = arith.constant 5 : i32
    %0 = arith.cmpi sgt, %a, %c5 : i32
    %1 = arith.cmpi sle, %a, %c5 : i32
    %2 = arith.cmpi uge, %a, %c5 : i32
    %3 = arith.cmpi ult, %a, %c5 : i32
    %4 = arith.cmpi eq, %a, %c5 : i32
    util.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: compare before extension
util.func public @compare_before_extension(%a: i8, %b: i8, %c: i16) -> (i1, i1, i1, i1) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %2 = arith.extui %a : i8 to i32
  %3 = arith.extui %b : i8 to i32
  %4 = arith.extui %c : i16 to i32
  %5 = arith.cmpi eq, %0, %1 : i32
  %6 = arith.cmpi ne, %2, %3 : i32
  %7 = arith.cmpi slt, %0, %1 : i32
  %8 = arith.cmpi eq, %2, %4 : i32
  util.return %5, %6, %7, %8 : i1, i1, i1, i1
}
// =====
module {
  util.func public @compare_before_extension(%a: i8, %b: i8, %c: i16) -> (i1, i1, i1, i1) {
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.extui %a : i8 to i32
    %3 = arith.extui %c : i16 to i32
    %4 = arith.cmpi eq, %a, %b : i8
    %5 = arith.cmpi ne, %a, %b : i8
    %6 = arith.cmpi slt, %0, %1 : i32
    %7 = arith.cmpi eq, %2, %3 : i32
    util.return %4, %5, %6, %7 : i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: compare float constants
util.func public @compare_float_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %0 = arith.cmpf olt, %a, %b : f32
  %1 = arith.cmpf ogt, %a, %b : f32
  %2 = arith.cmpf une, %a, %b : f32
  %3 = arith.cmpf oeq, %a, %b : f32
  %4 = arith.cmpf ord, %a, %b : f32
  %5 = arith.cmpf uno, %a, %b : f32
  %6 = arith.cmpf true, %a, %b : f32
  %7 = arith.cmpf false, %a, %b : f32
  util.return %0, %1, %2, %3, %4, %5, %6, %7 : i1, i1, i1, i1, i1, i1, i1, i1
}
// =====
module {
  util.func public @compare_float_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1) {
    %true = arith.constant true
    %false = arith.constant false
    util.return %true, %false, %true, %false, %true, %false, %true, %false : i1, i1, i1, i1, i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: compare with nan
util.func public @compare_with_nan(%a: f32) -> (i1, i1, i1, i1) {
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %a, %n : f32
  %1 = arith.cmpf ult, %n, %a : f32
  %2 = arith.cmpf uno, %a, %n : f32
  %3 = arith.cmpf one, %a, %n : f32
  util.return %0, %1, %2, %3 : i1, i1, i1, i1
}
// =====
module {
  util.func public @compare_with_nan(%a: f32) -> (i1, i1, i1, i1) {
    %false = arith.constant false
    %true = arith.constant true
    util.return %false, %true, %true, %false : i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: compare ints not their floats
util.func public @compare_ints_not_their_floats(%a: i16, %b: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %c2 = arith.constant 2.5 : f32
  %cm = arith.constant -2.5 : f32
  %c3 = arith.constant 3.0 : f32
  %0 = arith.sitofp %a : i16 to f32
  %1 = arith.uitofp %b : i16 to f32
  %2 = arith.cmpf olt, %0, %c2 : f32
  %3 = arith.cmpf oge, %0, %cm : f32
  %4 = arith.cmpf ogt, %0, %c3 : f32
  %5 = arith.cmpf oeq, %0, %c2 : f32
  %6 = arith.cmpf une, %0, %c2 : f32
  %7 = arith.cmpf olt, %1, %cm : f32
  %8 = arith.cmpf uge, %1, %c2 : f32
  %9 = arith.cmpf ord, %1, %c2 : f32
  util.return %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1
}
// =====
module {
  util.func public @compare_ints_not_their_floats(%a: i16, %b: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
    %true = arith.constant true
    %false = arith.constant false
    %c3_i16 = arith.constant 3 : i16
    %c-2_i16 = arith.constant -2 : i16
    %c2_i16 = arith.constant 2 : i16
    %0 = arith.cmpi sle, %a, %c2_i16 : i16
    %1 = arith.cmpi sge, %a, %c-2_i16 : i16
    %2 = arith.cmpi sgt, %a, %c3_i16 : i16
    %3 = arith.cmpi ugt, %b, %c2_i16 : i16
    util.return %0, %1, %2, %false, %true, %false, %3, %true : i1, i1, i1, i1, i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: float out of the range of the int
util.func public @float_out_of_the_range_of_the_int(%a: i8) -> (i1, i1, i1, i1) {
  %big = arith.constant 1000.0 : f32
  %small = arith.constant -1000.0 : f32
  %0 = arith.sitofp %a : i8 to f32
  %1 = arith.cmpf olt, %0, %big : f32
  %2 = arith.cmpf ogt, %0, %big : f32
  %3 = arith.cmpf olt, %0, %small : f32
  %4 = arith.cmpf uno, %0, %small : f32
  util.return %1, %2, %3, %4 : i1, i1, i1, i1
}
// =====
module {
  util.func public @float_out_of_the_range_of_the_int(%a: i8) -> (i1, i1, i1, i1) {
    %true = arith.constant true
    %false = arith.constant false
    util.return %true, %false, %false, %false : i1, i1, i1, i1
  }
}

// -----

// opt --canonicalize: conversion that rounds stays
util.func public @conversion_that_rounds_stays(%a: i64) -> i1 {
  %c = arith.constant 1.0e+10 : f32
  %0 = arith.sitofp %a : i64 to f32
  %1 = arith.cmpf olt, %0, %c : f32
  util.return %1 : i1
}
// =====
module {
  util.func public @conversion_that_rounds_stays(%a: i64) -> i1 {
    %c = arith.constant 1.000000e+10 : f32
    %0 = arith.sitofp %a : i64 to f32
    %1 = arith.cmpf olt, %0, %c : f32
    util.return %1 : i1
  }
}

// -----

// opt --canonicalize: select known
util.func public @select_known(%a: i32, %b: i32, %c: i1) -> (i32, i32, i32, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %t, %a, %b : i32
  %1 = arith.select %f, %a, %b : i32
  %2 = arith.select %c, %a, %a : i32
  %3 = arith.select %c, %t, %f : i1
  util.return %0, %1, %2, %3 : i32, i32, i32, i1
}
// =====
module {
  util.func public @select_known(%a: i32, %b: i32, %c: i1) -> (i32, i32, i32, i1) {
    util.return %a, %b, %a, %c : i32, i32, i32, i1
  }
}

// -----

// opt --canonicalize: select of what is compared
util.func public @select_of_what_is_compared(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.select %0, %a, %b : i32
  %2 = arith.cmpi ne, %a, %b : i32
  %3 = arith.select %2, %a, %b : i32
  %4 = arith.select %2, %b, %a : i32
  util.return %1, %3, %4 : i32, i32, i32
}
// =====
module {
  util.func public @select_of_what_is_compared(%a: i32, %b: i32) -> (i32, i32, i32) {
    util.return %b, %a, %b : i32, i32, i32
  }
}

// -----

// opt --canonicalize: select elements
util.func public @select_elements() -> vector<3xi32> {
  %c = arith.constant dense<[true, false, true]> : vector<3xi1>
  %a = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %b = arith.constant dense<9> : vector<3xi32>
  %0 = arith.select %c, %a, %b : vector<3xi1>, vector<3xi32>
  util.return %0 : vector<3xi32>
}
// =====
module {
  util.func public @select_elements() -> vector<3xi32> {
    %cst = arith.constant dense<[1, 9, 3]> : vector<3xi32>
    util.return %cst : vector<3xi32>
  }
}

// -----

// opt --canonicalize: select of select
util.func public @select_of_select(%c: i1, %a: i32, %b: i32, %d: i32) -> (i32, i32) {
  %0 = arith.select %c, %a, %b : i32
  %1 = arith.select %c, %0, %d : i32
  %2 = arith.select %c, %d, %0 : i32
  util.return %1, %2 : i32, i32
}
// =====
module {
  util.func public @select_of_select(%c: i1, %a: i32, %b: i32, %d: i32) -> (i32, i32) {
    %0 = arith.select %c, %a, %d : i32
    %1 = arith.select %c, %d, %b : i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --canonicalize: select of not
util.func public @select_of_not(%c: i1, %a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %0 = arith.xori %c, %t : i1
  %1 = arith.select %0, %a, %b : i32
  util.return %1 : i32
}
// =====
module {
  util.func public @select_of_not(%c: i1, %a: i32, %b: i32) -> i32 {
    %0 = arith.select %c, %b, %a : i32
    util.return %0 : i32
  }
}

// -----

// opt --canonicalize: select to not and to extension
util.func public @select_to_not_and_to_extension(%c: i1) -> (i1, i32, i32, index) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %c, %f, %t : i1
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %1 = arith.select %c, %c1, %c0 : i32
  %2 = arith.select %c, %c0, %c1 : i32
  %i1 = arith.constant 1 : index
  %i0 = arith.constant 0 : index
  %3 = arith.select %c, %i1, %i0 : index
  util.return %0, %1, %2, %3 : i1, i32, i32, index
}
// =====
module {
  util.func public @select_to_not_and_to_extension(%c: i1) -> (i1, i32, i32, index) {
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %true = arith.constant true
    %0 = arith.xori %c, %true : i1
    %1 = arith.extui %c : i1 to i32
    %2 = arith.xori %c, %true : i1
    %3 = arith.extui %2 : i1 to i32
    %4 = arith.select %c, %i1, %i0 : index
    util.return %0, %1, %3, %4 : i1, i32, i32, index
  }
}
