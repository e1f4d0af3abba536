// opt --canonicalize: add zero
util.func public @add_zero(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  util.return %0 : i32
}
// =====
module {
  util.func public @add_zero(%a: i32) -> i32 {
    util.return %a : i32
  }
}

// -----

// opt --canonicalize: add zero splat
util.func public @add_zero_splat(%a: vector<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant dense<0> : vector<4xi32>
  %0 = arith.addi %c0, %a : vector<4xi32>
  util.return %0 : vector<4xi32>
}
// =====
module {
  util.func public @add_zero_splat(%a: vector<4xi32>) -> vector<4xi32> {
    util.return %a : vector<4xi32>
  }
}

// -----

// opt --canonicalize: add undoes sub
util.func public @add_undoes_sub(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.subi %a, %b : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.addi %b, %0 : i32
  util.return %1, %2 : i32, i32
}
// =====
module {
  util.func public @add_undoes_sub(%a: i32, %b: i32) -> (i32, i32) {
    util.return %a, %a : i32, i32
  }
}

// -----

// opt --canonicalize: add constants wraps around
util.func public @add_constants_wraps_around() -> (i32, index, i8, i1) {
  %c1 = arith.constant 2147483647 : i32
  %c2 = arith.constant 1 : i32
  %0 = arith.addi %c1, %c2 : i32
  %c3 = arith.constant 9223372036854775807 : index
  %c4 = arith.constant 2 : index
  %1 = arith.addi %c3, %c4 : index
  %c5 = arith.constant -128 : i8
  %2 = arith.addi %c5, %c5 : i8
  %true = arith.constant true
  %3 = arith.addi %true, %true : i1
  util.return %0, %1, %2, %3 : i32, index, i8, i1
}
// =====
module {
  util.func public @add_constants_wraps_around() -> (i32, index, i8, i1) {
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c-9223372036854775807 = arith.constant -9223372036854775807 : index
    %c0_i8 = arith.constant 0 : i8
    %false = arith.constant false
    util.return %c-2147483648_i32, %c-9223372036854775807, %c0_i8, %false : i32, index, i8, i1
  }
}

// -----

// opt --canonicalize: add elements
util.func public @add_elements() -> (vector<3xi32>, tensor<2xi64>) {
  %0 = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %1 = arith.constant dense<10> : vector<3xi32>
  %2 = arith.addi %0, %1 : vector<3xi32>
  %3 = arith.constant dense<[1, -1]> : tensor<2xi64>
  %4 = arith.addi %3, %3 : tensor<2xi64>
  util.return %2, %4 : vector<3xi32>, tensor<2xi64>
}
// =====
module {
  util.func public @add_elements() -> (vector<3xi32>, tensor<2xi64>) {
    %cst = arith.constant dense<[11, 12, 13]> : vector<3xi32>
    %cst_0 = arith.constant dense<[2, -2]> : tensor<2xi64>
    util.return %cst, %cst_0 : vector<3xi32>, tensor<2xi64>
  }
}

// -----

// opt --canonicalize: elements become a splat
util.func public @elements_become_a_splat() -> vector<2xi32> {
  %0 = arith.constant dense<[1, 2]> : vector<2xi32>
  %1 = arith.constant dense<[2, 1]> : vector<2xi32>
  %2 = arith.addi %0, %1 : vector<2xi32>
  util.return %2 : vector<2xi32>
}
// =====
module {
  util.func public @elements_become_a_splat() -> vector<2xi32> {
    %cst = arith.constant dense<3> : vector<2xi32>
    util.return %cst : vector<2xi32>
  }
}

// -----

// opt --canonicalize: add of add keeps common promises
util.func public @add_of_add_keeps_common_promises(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %a, %c1 overflow<nsw, nuw> : i32
  %1 = arith.addi %c2, %0 overflow<nsw> : i32
  util.return %1 : i32
}
// =====
module {
  util.func public @add_of_add_keeps_common_promises(%a: i32) -> i32 {
    %c3_i32 = arith.constant 3 : i32
    %0 = arith.addi %a, %c3_i32 overflow<nsw> : i32
    util.return %0 : i32
  }
}

// -----

// opt --canonicalize: add of sub
util.func public @add_of_sub(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.subi %a, %c1 : i32
  %1 = arith.addi %0, %c5 : i32
  %2 = arith.subi %c1, %a : i32
  %3 = arith.addi %2, %c5 : i32
  util.return %1, %3 : i32, i32
}
// =====
module {
  util.func public @add_of_sub(%a: i32) -> (i32, i32) {
    %c6_i32 = arith.constant 6 : i32
    %c4_i32 = arith.constant 4 : i32
    %0 = arith.addi %a, %c4_i32 : i32
    %1 = arith.subi %c6_i32, %a : i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --canonicalize: add of negated
util.func public @add_of_negated(%a: i32, %b: i32) -> (i32, i32) {
  %m = arith.constant -1 : i32
  %0 = arith.muli %b, %m : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.addi %0, %a : i32
  util.return %1, %2 : i32, i32
}
// =====
module {
  util.func public @add_of_negated(%a: i32, %b: i32) -> (i32, i32) {
    %0 = arith.subi %a, %b : i32
    %1 = arith.subi %a, %b : i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --canonicalize: sub same
util.func public @sub_same(%a: i32, %v: vector<2xi8>) -> (i32, vector<2xi8>) {
  %0 = arith.subi %a, %a : i32
  %1 = arith.subi %v, %v : vector<2xi8>
  util.return %0, %1 : i32, vector<2xi8>
}
// =====
module {
  util.func public @sub_same(%a: i32, %v: vector<2xi8>) -> (i32, vector<2xi8>) {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0> : vector<2xi8>
    util.return %c0_i32, %cst : i32, vector<2xi8>
  }
}

// -----

// opt --canonicalize: sub same of dynamic shape stays
util.func public @sub_same_of_dynamic_shape_stays(%t: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.subi %t, %t : tensor<?xi32>
  util.return %0 : tensor<?xi32>
}
// =====
module {
  util.func public @sub_same_of_dynamic_shape_stays(%t: tensor<?xi32>) -> tensor<?xi32> {
    %0 = arith.subi %t, %t : tensor<?xi32>
    util.return %0 : tensor<?xi32>
  }
}

// -----

// opt --canonicalize: sub zero and constants
util.func public @sub_zero_and_constants(%a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.subi %a, %c0 : i32
  %1 = arith.subi %c0, %c7 : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func public @sub_zero_and_constants(%a: i32) -> (i32, i32) {
    %c-7_i32 = arith.constant -7 : i32
    util.return %a, %c-7_i32 : i32, i32
  }
}

// -----

// opt --canonicalize: sub undoes add
util.func public @sub_undoes_add(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b : i32
  %2 = arith.subi %0, %a : i32
  util.return %1, %2 : i32, i32
}
// =====
module {
  util.func public @sub_undoes_add(%a: i32, %b: i32) -> (i32, i32) {
    util.return %a, %b : i32, i32
  }
}

// -----

// opt --canonicalize: sub of add
util.func public @sub_of_add(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.subi %0, %c5 : i32
  %2 = arith.subi %c5, %0 : i32
  util.return %1, %2 : i32, i32
}
// =====
module {
  util.func public @sub_of_add(%a: i32) -> (i32, i32) {
    %c4_i32 = arith.constant 4 : i32
    %c-4_i32 = arith.constant -4 : i32
    %0 = arith.addi %a, %c-4_i32 : i32
    %1 = arith.subi %c4_i32, %a : i32
    util.return %0, %1 : i32, i32
  }
}

// -----

// opt --canonicalize: sub of sub
util.func public @sub_of_sub(%a: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.subi %a, %c1 : i32
  %1 = arith.subi %c1, %a : i32
  %2 = arith.subi %0, %c5 : i32
  %3 = arith.subi %1, %c5 : i32
  %4 = arith.subi %c5, %0 : i32
  %5 = arith.subi %c5, %1 : i32
  util.return %2, %3, %4, %5 : i32, i32, i32, i32
}
// =====
module {
  util.func public @sub_of_sub(%a: i32) -> (i32, i32, i32, i32) {
    %c4_i32 = arith.constant 4 : i32
    %c-4_i32 = arith.constant -4 : i32
    %c6_i32 = arith.constant 6 : i32
    %0 = arith.subi %a, %c6_i32 : i32
    %1 = arith.subi %c-4_i32, %a : i32
    %2 = arith.subi %c6_i32, %a : i32
    %3 = arith.addi %a, %c4_i32 : i32
    util.return %0, %1, %2, %3 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: sub of same
util.func public @sub_of_same(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %0, %a : i32
  util.return %1 : i32
}
// =====
module {
  util.func public @sub_of_same(%a: i32, %b: i32) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.subi %c0_i32, %b : i32
    util.return %0 : i32
  }
}

// -----

// opt --canonicalize: mul by zero and one
util.func public @mul_by_zero_and_one(%a: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.muli %a, %c0 : i32
  %1 = arith.muli %c1, %a : i32
  %2 = arith.muli %c3, %c3 : i32
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.func public @mul_by_zero_and_one(%a: i32) -> (i32, i32, i32) {
    %c0 = arith.constant 0 : i32
    %c9_i32 = arith.constant 9 : i32
    util.return %c0, %a, %c9_i32 : i32, i32, i32
  }
}

// -----

// opt --canonicalize: mul of mul
util.func public @mul_of_mul(%a: index, %v: vector<2xi32>) -> (index, vector<2xi32>) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = arith.muli %a, %c3 overflow<nuw> : index
  %1 = arith.muli %0, %c5 overflow<nuw> : index
  %s = arith.constant dense<2> : vector<2xi32>
  %2 = arith.muli %v, %s : vector<2xi32>
  %3 = arith.muli %2, %s : vector<2xi32>
  util.return %1, %3 : index, vector<2xi32>
}
// =====
module {
  util.func public @mul_of_mul(%a: index, %v: vector<2xi32>) -> (index, vector<2xi32>) {
    %s = arith.constant dense<2> : vector<2xi32>
    %c15 = arith.constant 15 : index
    %0 = arith.muli %a, %c15 overflow<nuw> : index
    %1 = arith.muli %v, %s : vector<2xi32>
    %2 = arith.muli %1, %s : vector<2xi32>
    util.return %0, %2 : index, vector<2xi32>
  }
}

// -----

// opt --canonicalize: mul of large numbers
util.func public @mul_of_large_numbers() -> i64 {
  %0 = arith.constant 4611686018427387904 : i64
  %1 = arith.muli %0, %0 : i64
  util.return %1 : i64
}
// =====
module {
  util.func public @mul_of_large_numbers() -> i64 {
    %c0_i64 = arith.constant 0 : i64
    util.return %c0_i64 : i64
  }
}

// -----

// opt --canonicalize: constants move to the right
util.func public @constants_move_to_the_right(%a: i32) -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = arith.muli %c3, %a : i32
  %1 = arith.xori %c3, %a : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func public @constants_move_to_the_right(%a: i32) -> (i32, i32) {
    %c3 = arith.constant 3 : i32
    %0 = arith.muli %a, %c3 : i32
    %1 = arith.xori %a, %c3 : i32
    util.return %0, %1 : i32, i32
  }
}
