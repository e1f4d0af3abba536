// opt --canonicalize: extend constants
util.func public @extend_constants() -> (i32, i32, i32, vector<2xi32>) {
  %a = arith.constant -1 : i8
  %t = arith.constant true
  %v = arith.constant dense<[-1, 5]> : vector<2xi8>
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i32
  %2 = arith.extsi %t : i1 to i32
  %3 = arith.extui %v : vector<2xi8> to vector<2xi32>
  util.return %0, %1, %2, %3 : i32, i32, i32, vector<2xi32>
}
// =====
module {
  util.func public @extend_constants() -> (i32, i32, i32, vector<2xi32>) {
    %c-1_i32 = arith.constant -1 : i32
    %c255_i32 = arith.constant 255 : i32
    %cst = arith.constant dense<[255, 5]> : vector<2xi32>
    util.return %c-1_i32, %c255_i32, %c-1_i32, %cst : i32, i32, i32, vector<2xi32>
  }
}

// -----

// opt --canonicalize: extend twice
util.func public @extend_twice(%a: i8) -> (i32, i32, i32, i32) {
  %0 = arith.extsi %a : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.extui %a : i8 to i16
  %3 = arith.extui %2 : i16 to i32
  %4 = arith.extsi %2 : i16 to i32
  %5 = arith.extui %0 : i16 to i32
  util.return %1, %3, %4, %5 : i32, i32, i32, i32
}
// =====
module {
  util.func public @extend_twice(%a: i8) -> (i32, i32, i32, i32) {
    %0 = arith.extsi %a : i8 to i16
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extui %a : i8 to i32
    %3 = arith.extui %a : i8 to i32
    %4 = arith.extui %0 : i16 to i32
    util.return %1, %2, %3, %4 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: truncate extended
util.func public @truncate_extended(%a: i16) -> (i16, i8, i24, i16, i24) {
  %0 = arith.extsi %a : i16 to i32
  %1 = arith.trunci %0 : i32 to i16
  %2 = arith.trunci %0 : i32 to i8
  %3 = arith.trunci %0 : i32 to i24
  %4 = arith.extui %a : i16 to i32
  %5 = arith.trunci %4 : i32 to i16
  %6 = arith.trunci %4 : i32 to i24
  util.return %1, %2, %3, %5, %6 : i16, i8, i24, i16, i24
}
// =====
module {
  util.func public @truncate_extended(%a: i16) -> (i16, i8, i24, i16, i24) {
    %0 = arith.trunci %a : i16 to i8
    %1 = arith.extsi %a : i16 to i24
    %2 = arith.extui %a : i16 to i24
    util.return %a, %0, %1, %a, %2 : i16, i8, i24, i16, i24
  }
}

// -----

// opt --canonicalize: truncate truncated and constants
util.func public @truncate_truncated_and_constants(%a: i32) -> (i8, i8) {
  %0 = arith.trunci %a : i32 to i16
  %1 = arith.trunci %0 : i16 to i8
  %c = arith.constant 511 : i32
  %2 = arith.trunci %c : i32 to i8
  util.return %1, %2 : i8, i8
}
// =====
module {
  util.func public @truncate_truncated_and_constants(%a: i32) -> (i8, i8) {
    %c-1_i8 = arith.constant -1 : i8
    %0 = arith.trunci %a : i32 to i8
    util.return %0, %c-1_i8 : i8, i8
  }
}

// -----

// opt --canonicalize: truncate shifted
util.func public @truncate_shifted(%a: i64) -> (i32, i32, i16) {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrsi %a, %c32 : i64
  %1 = arith.trunci %0 : i64 to i32
  %c31 = arith.constant 31 : i64
  %2 = arith.shrsi %a, %c31 : i64
  %3 = arith.trunci %2 : i64 to i32
  %4 = arith.trunci %0 : i64 to i16
  util.return %1, %3, %4 : i32, i32, i16
}
// =====
module {
  util.func public @truncate_shifted(%a: i64) -> (i32, i32, i16) {
    %c31 = arith.constant 31 : i64
    %c32 = arith.constant 32 : i64
    %0 = arith.shrsi %a, %c32 : i64
    %1 = arith.shrui %a, %c32 : i64
    %2 = arith.trunci %1 : i64 to i32
    %3 = arith.shrsi %a, %c31 : i64
    %4 = arith.trunci %3 : i64 to i32
    %5 = arith.trunci %0 : i64 to i16
    util.return %2, %4, %5 : i32, i32, i16
  }
}

// -----

// opt --canonicalize: float formats
util.func public @float_formats() -> (f64, f32, f32, f16, f16, vector<2xf16>) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 0.5 : f64
  %c = arith.constant 0.1 : f64
  %d = arith.constant 65504.0 : f32
  %e = arith.constant 65505.0 : f32
  %v = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %0 = arith.extf %a : f32 to f64
  %1 = arith.truncf %b : f64 to f32
  %2 = arith.truncf %c : f64 to f32
  %3 = arith.truncf %d : f32 to f16
  %4 = arith.truncf %e : f32 to f16
  %5 = arith.truncf %v : vector<2xf32> to vector<2xf16>
  util.return %0, %1, %2, %3, %4, %5 : f64, f32, f32, f16, f16, vector<2xf16>
}
// =====
module {
  util.func public @float_formats() -> (f64, f32, f32, f16, f16, vector<2xf16>) {
    %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf16>
    %cst_0 = arith.constant 6.550400e+04 : f16
    %c = arith.constant 1.000000e-01 : f64
    %e = arith.constant 6.550500e+04 : f32
    %cst_1 = arith.constant 0.10000000149011612 : f64
    %cst_2 = arith.constant 5.000000e-01 : f32
    %0 = arith.truncf %c : f64 to f32
    %1 = arith.truncf %e : f32 to f16
    util.return %cst_1, %cst_2, %0, %cst_0, %1, %cst : f64, f32, f32, f16, f16, vector<2xf16>
  }
}

// -----

// opt --canonicalize: truncating an extended float stays
util.func public @truncate_extended_float(%a: f32, %b: f16) -> (f32, f16, f16) {
  %0 = arith.extf %a : f32 to f64
  %1 = arith.truncf %0 : f64 to f32
  %2 = arith.truncf %0 : f64 to f16
  %3 = arith.extf %b : f16 to f32
  %4 = arith.truncf %3 : f32 to f16
  util.return %1, %2, %4 : f32, f16, f16
}
// =====
module {
  util.func public @truncate_extended_float(%a: f32, %b: f16) -> (f32, f16, f16) {
    %0 = arith.extf %a : f32 to f64
    %1 = arith.truncf %0 : f64 to f32
    %2 = arith.truncf %0 : f64 to f16
    %3 = arith.extf %b : f16 to f32
    %4 = arith.truncf %3 : f32 to f16
    util.return %1, %2, %4 : f32, f16, f16
  }
}

// -----

// opt --canonicalize: extend truncated float
util.func public @extend_truncated_float(%a: f32) -> (f32, f32) {
  %0 = arith.truncf %a fastmath<contract> : f32 to f16
  %1 = arith.extf %0 fastmath<contract> : f16 to f32
  %2 = arith.extf %0 : f16 to f32
  util.return %1, %2 : f32, f32
}
// =====
module {
  util.func public @extend_truncated_float(%a: f32) -> (f32, f32) {
    %0 = arith.truncf %a fastmath<contract> : f32 to f16
    %1 = arith.extf %0 : f16 to f32
    util.return %a, %1 : f32, f32
  }
}

// -----

// opt --canonicalize: ints to floats
util.func public @ints_to_floats(%a: i8) -> (f32, f32, f32, f32, f32, f32) {
  %c = arith.constant -3 : i8
  %0 = arith.sitofp %c : i8 to f32
  %1 = arith.uitofp %c : i8 to f32
  %2 = arith.extsi %a : i8 to i32
  %3 = arith.extui %a : i8 to i32
  %4 = arith.sitofp %2 : i32 to f32
  %5 = arith.sitofp %3 : i32 to f32
  %6 = arith.uitofp %3 : i32 to f32
  %7 = arith.uitofp %2 : i32 to f32
  util.return %0, %1, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32
}
// =====
module {
  util.func public @ints_to_floats(%a: i8) -> (f32, f32, f32, f32, f32, f32) {
    %cst = arith.constant -3.000000e+00 : f32
    %cst_0 = arith.constant 2.530000e+02 : f32
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.uitofp %a : i8 to f32
    %3 = arith.uitofp %a : i8 to f32
    %4 = arith.uitofp %0 : i32 to f32
    util.return %cst, %cst_0, %1, %2, %3, %4 : f32, f32, f32, f32, f32, f32
  }
}

// -----

// opt --canonicalize: int that rounds
util.func public @int_that_rounds() -> (f32, f32) {
  %c = arith.constant 16777217 : i32
  %0 = arith.sitofp %c : i32 to f32
  %d = arith.constant -1 : i64
  %1 = arith.uitofp %d : i64 to f32
  util.return %0, %1 : f32, f32
}
// =====
module {
  util.func public @int_that_rounds() -> (f32, f32) {
    %cst = arith.constant 0x4B800000 : f32
    %cst_0 = arith.constant 1.84467441E+19 : f32
    util.return %cst, %cst_0 : f32, f32
  }
}

// -----

// opt --canonicalize: truncate float of int
util.func public @truncate_float_of_int(%a: i32) -> (f16, f16) {
  %0 = arith.sitofp %a : i32 to f32
  %1 = arith.truncf %0 : f32 to f16
  %2 = arith.uitofp %a : i32 to f32
  %3 = arith.truncf %2 : f32 to f16
  util.return %1, %3 : f16, f16
}
// =====
module {
  util.func public @truncate_float_of_int(%a: i32) -> (f16, f16) {
    %0 = arith.sitofp %a : i32 to f16
    %1 = arith.uitofp %a : i32 to f16
    util.return %0, %1 : f16, f16
  }
}

// -----

// opt --canonicalize: floats to ints
util.func public @floats_to_ints() -> (i32, i32, i8, i8, i32) {
  %a = arith.constant -2.7 : f32
  %b = arith.constant 2.7 : f32
  %c = arith.constant 200.0 : f32
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.fptoui %b : f32 to i32
  %2 = arith.fptosi %c : f32 to i8
  %3 = arith.fptoui %c : f32 to i8
  %4 = arith.fptosi %n : f32 to i32
  util.return %0, %1, %2, %3, %4 : i32, i32, i8, i8, i32
}
// =====
module {
  util.func public @floats_to_ints() -> (i32, i32, i8, i8, i32) {
    %c-56_i8 = arith.constant -56 : i8
    %c = arith.constant 2.000000e+02 : f32
    %n = arith.constant 0x7FC00000 : f32
    %c-2_i32 = arith.constant -2 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = arith.fptosi %c : f32 to i8
    %1 = arith.fptosi %n : f32 to i32
    util.return %c-2_i32, %c2_i32, %0, %c-56_i8, %1 : i32, i32, i8, i8, i32
  }
}

// -----

// opt --canonicalize: float out of range stays
util.func public @float_out_of_range_stays() -> (i8, i8) {
  %a = arith.constant -1.0 : f32
  %b = arith.constant 1000.0 : f32
  %0 = arith.fptoui %a : f32 to i8
  %1 = arith.fptosi %b : f32 to i8
  util.return %0, %1 : i8, i8
}
// =====
module {
  util.func public @float_out_of_range_stays() -> (i8, i8) {
    %a = arith.constant -1.000000e+00 : f32
    %b = arith.constant 1.000000e+03 : f32
    %0 = arith.fptoui %a : f32 to i8
    %1 = arith.fptosi %b : f32 to i8
    util.return %0, %1 : i8, i8
  }
}

// -----

// opt --canonicalize: fraction below zero to unsigned
util.func public @fraction_below_zero_to_unsigned() -> i8 {
  %a = arith.constant -0.5 : f32
  %0 = arith.fptoui %a : f32 to i8
  util.return %0 : i8
}
// =====
module {
  util.func public @fraction_below_zero_to_unsigned() -> i8 {
    %c0_i8 = arith.constant 0 : i8
    util.return %c0_i8 : i8
  }
}

// -----

// opt --canonicalize: index casts
util.func public @index_casts(%i: index, %a: i8, %l: i64, %s: i32) -> (index, i64, index, index, index, index, i64) {
  %c = arith.constant -5 : i32
  %0 = arith.index_cast %c : i32 to index
  %1 = arith.index_castui %c : i32 to index
  %2 = arith.index_cast %i : index to i64
  %3 = arith.index_cast %2 : i64 to index
  %4 = arith.index_castui %l : i64 to index
  %5 = arith.index_castui %4 : index to i64
  %6 = arith.extsi %a : i8 to i32
  %7 = arith.index_cast %6 : i32 to index
  %8 = arith.extui %a : i8 to i32
  %9 = arith.index_castui %8 : i32 to index
  %10 = arith.index_cast %i : index to i32
  %11 = arith.index_cast %10 : i32 to index
  %12 = arith.constant -1 : index
  %13 = arith.index_cast %12 : index to i64
  util.return %0, %5, %3, %7, %9, %11, %13 : index, i64, index, index, index, index, i64
}
// =====
module {
  util.func public @index_casts(%i: index, %a: i8, %l: i64, %s: i32) -> (index, i64, index, index, index, index, i64) {
    %c-1_i64 = arith.constant -1 : i64
    %c-5 = arith.constant -5 : index
    %0 = arith.index_cast %a : i8 to index
    %1 = arith.index_castui %a : i8 to index
    %2 = arith.index_cast %i : index to i32
    %3 = arith.index_cast %2 : i32 to index
    util.return %c-5, %l, %i, %0, %1, %3, %c-1_i64 : index, i64, index, index, index, index, i64
  }
}

// -----

// opt --canonicalize: bitcasts
util.func public @bitcasts(%a: i32) -> (f32, i32, i16, f32, f16, i32, vector<2xf32>) {
  %c = arith.constant 1065353216 : i32
  %0 = arith.bitcast %c : i32 to f32
  %d = arith.constant -1.0 : f32
  %1 = arith.bitcast %d : f32 to i32
  %e = arith.constant -1.0 : f16
  %2 = arith.bitcast %e : f16 to i16
  %3 = arith.bitcast %a : i32 to f32
  %4 = arith.bitcast %3 : f32 to i32
  %f = arith.constant 1.0 : bf16
  %5 = arith.bitcast %f : bf16 to f16
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  %6 = arith.bitcast %v : vector<2xi32> to vector<2xf32>
  util.return %0, %1, %2, %3, %5, %4, %6 : f32, i32, i16, f32, f16, i32, vector<2xf32>
}
// =====
module {
  util.func public @bitcasts(%a: i32) -> (f32, i32, i16, f32, f16, i32, vector<2xf32>) {
    %cst = arith.constant dense<[1.401300e-45, 2.802600e-45]> : vector<2xf32>
    %cst_0 = arith.constant 1.875000e+00 : f16
    %cst_1 = arith.constant 1.000000e+00 : f32
    %c-1082130432_i32 = arith.constant -1082130432 : i32
    %c-17408_i16 = arith.constant -17408 : i16
    %0 = arith.bitcast %a : i32 to f32
    util.return %cst_1, %c-1082130432_i32, %c-17408_i16, %0, %cst_0, %a, %cst : f32, i32, i16, f32, f16, i32, vector<2xf32>
  }
}
