// opt --canonicalize: identities
util.func public @identities(%a: f32, %v: vector<2xf32>) -> (f32, f32, f32, f32, vector<2xf32>) {
  %nz = arith.constant -0.0 : f32
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ones = arith.constant dense<1.0> : vector<2xf32>
  %0 = arith.addf %a, %nz : f32
  %1 = arith.subf %a, %z : f32
  %2 = arith.mulf %a, %one : f32
  %3 = arith.divf %a, %one : f32
  %4 = arith.mulf %v, %ones : vector<2xf32>
  util.return %0, %1, %2, %3, %4 : f32, f32, f32, f32, vector<2xf32>
}
// =====
module {
  util.func public @identities(%a: f32, %v: vector<2xf32>) -> (f32, f32, f32, f32, vector<2xf32>) {
    util.return %a, %a, %a, %a, %v : f32, f32, f32, f32, vector<2xf32>
  }
}

// -----

// opt --canonicalize: zeros of the other sign stay
util.func public @zeros_of_the_other_sign_stay(%a: f32) -> (f32, f32, f32) {
  %nz = arith.constant -0.0 : f32
  %z = arith.constant 0.0 : f32
  %0 = arith.addf %a, %z : f32
  %1 = arith.subf %a, %nz : f32
  %2 = arith.mulf %a, %z : f32
  util.return %0, %1, %2 : f32, f32, f32
}
// =====
module {
  util.func public @zeros_of_the_other_sign_stay(%a: f32) -> (f32, f32, f32) {
    %nz = arith.constant -0.000000e+00 : f32
    %z = arith.constant 0.000000e+00 : f32
    %0 = arith.addf %a, %z : f32
    %1 = arith.subf %a, %nz : f32
    %2 = arith.mulf %a, %z : f32
    util.return %0, %1, %2 : f32, f32, f32
  }
}

// -----

// opt --canonicalize: times zero with liberties
util.func public @times_zero_with_liberties(%a: f32) -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  %0 = arith.mulf %a, %z fastmath<nnan, nsz> : f32
  %1 = arith.mulf %a, %z fastmath<nnan> : f32
  util.return %0, %1 : f32, f32
}
// =====
module {
  util.func public @times_zero_with_liberties(%a: f32) -> (f32, f32) {
    %z = arith.constant 0.000000e+00 : f32
    %0 = arith.mulf %a, %z fastmath<nnan> : f32
    util.return %z, %0 : f32, f32
  }
}

// -----

// opt --canonicalize: float constants
util.func public @float_constants() -> (f32, f32, f32, f32, f32, f32, f64, f16, bf16) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant -0.1 : f32
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a : f32
  %c = arith.constant 0.1 : f64
  %6 = arith.addf %c, %c : f64
  %d = arith.constant 0.1 : f16
  %7 = arith.mulf %d, %d : f16
  %e = arith.constant 0.1 : bf16
  %8 = arith.divf %e, %e : bf16
  util.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : f32, f32, f32, f32, f32, f32, f64, f16, bf16
}
// =====
module {
  util.func public @float_constants() -> (f32, f32, f32, f32, f32, f32, f64, f16, bf16) {
    %cst = arith.constant 1.400000e+00 : f32
    %cst_0 = arith.constant 1.600000e+00 : f32
    %cst_1 = arith.constant -1.500000e-01 : f32
    %cst_2 = arith.constant -1.500000e+01 : f32
    %cst_3 = arith.constant 0.0999999791 : f32
    %cst_4 = arith.constant -1.500000e+00 : f32
    %cst_5 = arith.constant 2.000000e-01 : f64
    %cst_6 = arith.constant 9.994500e-03 : f16
    %cst_7 = arith.constant 1.000000e+00 : bf16
    util.return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %cst_6, %cst_7 : f32, f32, f32, f32, f32, f32, f64, f16, bf16
  }
}

// -----

// opt --canonicalize: float elements
util.func public @float_elements() -> (vector<2xf32>, vector<2xf32>) {
  %a = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %b = arith.constant dense<0.5> : vector<2xf32>
  %0 = arith.mulf %a, %b : vector<2xf32>
  %1 = arith.negf %a : vector<2xf32>
  util.return %0, %1 : vector<2xf32>, vector<2xf32>
}
// =====
module {
  util.func public @float_elements() -> (vector<2xf32>, vector<2xf32>) {
    %cst = arith.constant dense<[5.000000e-01, 1.000000e+00]> : vector<2xf32>
    %cst_0 = arith.constant dense<[-1.000000e+00, -2.000000e+00]> : vector<2xf32>
    util.return %cst, %cst_0 : vector<2xf32>, vector<2xf32>
  }
}

// -----

// opt --canonicalize: float max and min
util.func public @float_max_and_min(%a: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %ni = arith.constant 0xFF800000 : f32
  %pi = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %a, %a : f32
  %1 = arith.maximumf %a, %ni : f32
  %2 = arith.minimumf %a, %a : f32
  %3 = arith.minimumf %a, %pi : f32
  %4 = arith.maxnumf %a, %a : f32
  %5 = arith.maxnumf %a, %nan : f32
  %6 = arith.minnumf %a, %a : f32
  %7 = arith.minnumf %a, %nan : f32
  util.return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}
// =====
module {
  util.func public @float_max_and_min(%a: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
    util.return %a, %a, %a, %a, %a, %a, %a, %a : f32, f32, f32, f32, f32, f32, f32, f32
  }
}

// -----

// opt --canonicalize: float max and min of constants
util.func public @float_max_and_min_of_constants() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 1.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %z = arith.constant 0.0 : f32
  %nz = arith.constant -0.0 : f32
  %0 = arith.maximumf %a, %nan : f32
  %1 = arith.minimumf %nan, %a : f32
  %2 = arith.maxnumf %nan, %a : f32
  %3 = arith.minnumf %a, %z : f32
  %4 = arith.maximumf %z, %nz : f32
  %5 = arith.minimumf %z, %nz : f32
  %6 = arith.maxnumf %nz, %z : f32
  %7 = arith.minnumf %z, %nz : f32
  util.return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}
// =====
module {
  util.func public @float_max_and_min_of_constants() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
    %cst = arith.constant 0x7FC00000 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant -0.000000e+00 : f32
    util.return %cst, %cst, %cst_0, %cst_1, %cst_1, %cst_2, %cst_1, %cst_2 : f32, f32, f32, f32, f32, f32, f32, f32
  }
}

// -----

// opt --canonicalize: negations
util.func public @negations(%a: f32, %b: f32) -> (f32, f32, f32) {
  %0 = arith.negf %a : f32
  %1 = arith.negf %0 : f32
  %2 = arith.negf %b : f32
  %3 = arith.mulf %0, %2 fastmath<nnan> : f32
  %4 = arith.divf %0, %2 : f32
  util.return %1, %3, %4 : f32, f32, f32
}
// =====
module {
  util.func public @negations(%a: f32, %b: f32) -> (f32, f32, f32) {
    %0 = arith.mulf %a, %b fastmath<nnan> : f32
    %1 = arith.divf %a, %b : f32
    util.return %a, %0, %1 : f32, f32, f32
  }
}

// -----

// opt --canonicalize: nan comes out
util.func public @nan_comes_out() -> (f32, f32) {
  %i = arith.constant 0x7F800000 : f32
  %z = arith.constant 0.0 : f32
  %1 = arith.mulf %i, %z : f32
  %2 = arith.subf %i, %i : f32
  util.return %1, %2 : f32, f32
}
// =====
module {
  util.func public @nan_comes_out() -> (f32, f32) {
    %cst = arith.constant 0x7FC00000 : f32
    util.return %cst, %cst : f32, f32
  }
}
