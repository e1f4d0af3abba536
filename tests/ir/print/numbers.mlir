//! Operations of the `arith`, `math` and `complex` dialects.

// print: float functions
func.func @float(%a: f32, %b: vector<4xf32>, %i: i32) {
  %0 = math.absf %a : f32
  %1 = math.acos %a : f32
  %2 = math.acosh %a : f32
  %3 = math.asin %a : f32
  %4 = math.asinh %a : f32
  %5 = math.atan %a : f32
  %6 = math.atanh %a : f32
  %7 = math.cbrt %a : f32
  %8 = math.ceil %a : f32
  %9 = math.cos %a : f32
  %10 = math.cosh %a : f32
  %11 = math.erf %a : f32
  %12 = math.erfc %a : f32
  %13 = math.exp %a : f32
  %14 = math.exp2 %a : f32
  %15 = math.expm1 %a : f32
  %16 = math.floor %a : f32
  %17 = math.log %a : f32
  %18 = math.log10 %a : f32
  %19 = math.log1p %a : f32
  %20 = math.log2 %a : f32
  %21 = math.round %a : f32
  %22 = math.roundeven %a : f32
  %23 = math.rsqrt %a : f32
  %24 = math.sin %a : f32
  %25 = math.sinh %a : f32
  %26 = math.sqrt %a : f32
  %27 = math.tan %a : f32
  %28 = math.tanh %a : f32
  %29 = math.trunc %a : f32
  %30 = math.atan2 %a, %a fastmath<fast> : f32
  %31 = math.copysign %a, %a fastmath<fast> : f32
  %32 = math.powf %a, %a fastmath<fast> : f32
  %33 = math.isfinite %b : vector<4xf32>
  %34 = math.isinf %b : vector<4xf32>
  %35 = math.isnan %b : vector<4xf32>
  %36 = math.isnormal %b : vector<4xf32>
  %37 = math.clampf %a to [%a, %a] fastmath<nnan> : f32
  %38 = math.fma %b, %b, %b : vector<4xf32>
  %39 = math.fpowi %a, %i : f32, i32
  %s, %c = math.sincos %a : f32
  return
}
// =====
module {
  func.func @float(%a: f32, %b: vector<4xf32>, %i: i32) {
    %0 = math.absf %a : f32
    %1 = math.acos %a : f32
    %2 = math.acosh %a : f32
    %3 = math.asin %a : f32
    %4 = math.asinh %a : f32
    %5 = math.atan %a : f32
    %6 = math.atanh %a : f32
    %7 = math.cbrt %a : f32
    %8 = math.ceil %a : f32
    %9 = math.cos %a : f32
    %10 = math.cosh %a : f32
    %11 = math.erf %a : f32
    %12 = math.erfc %a : f32
    %13 = math.exp %a : f32
    %14 = math.exp2 %a : f32
    %15 = math.expm1 %a : f32
    %16 = math.floor %a : f32
    %17 = math.log %a : f32
    %18 = math.log10 %a : f32
    %19 = math.log1p %a : f32
    %20 = math.log2 %a : f32
    %21 = math.round %a : f32
    %22 = math.roundeven %a : f32
    %23 = math.rsqrt %a : f32
    %24 = math.sin %a : f32
    %25 = math.sinh %a : f32
    %26 = math.sqrt %a : f32
    %27 = math.tan %a : f32
    %28 = math.tanh %a : f32
    %29 = math.trunc %a : f32
    %30 = math.atan2 %a, %a fastmath<fast> : f32
    %31 = math.copysign %a, %a fastmath<fast> : f32
    %32 = math.powf %a, %a fastmath<fast> : f32
    %33 = math.isfinite %b : vector<4xf32>
    %34 = math.isinf %b : vector<4xf32>
    %35 = math.isnan %b : vector<4xf32>
    %36 = math.isnormal %b : vector<4xf32>
    %37 = math.clampf %a to[%a, %a] fastmath<nnan> : f32
    %38 = math.fma %b, %b, %b : vector<4xf32>
    %39 = math.fpowi %a, %i : f32, i32
    %s, %c = math.sincos %a : f32
    return
  }
}

// -----

// print: integer functions
func.func @int(%a: i32, %b: index) {
  %0 = math.absi %a : i32
  %1 = math.ctlz %a : i32
  %2 = math.ctpop %a : i32
  %3 = math.cttz %a : i32
  %4 = math.ipowi %a, %a : i32
  return
}
// =====
module {
  func.func @int(%a: i32, %b: index) {
    %0 = math.absi %a : i32
    %1 = math.ctlz %a : i32
    %2 = math.ctpop %a : i32
    %3 = math.cttz %a : i32
    %4 = math.ipowi %a, %a : i32
    return
  }
}

// -----

// print: complex numbers
func.func @complex(%a: complex<f32>, %b: complex<f32>, %r: f32) {
  %0 = complex.re %a : complex<f32>
  %1 = complex.im %a : complex<f32>
  %2 = complex.abs %a : complex<f32>
  %3 = complex.angle %a : complex<f32>
  %4 = complex.conj %a : complex<f32>
  %5 = complex.cos %a : complex<f32>
  %6 = complex.exp %a : complex<f32>
  %7 = complex.expm1 %a : complex<f32>
  %8 = complex.log %a : complex<f32>
  %9 = complex.log1p %a : complex<f32>
  %10 = complex.neg %a : complex<f32>
  %11 = complex.rsqrt %a : complex<f32>
  %12 = complex.sign %a : complex<f32>
  %13 = complex.sin %a : complex<f32>
  %14 = complex.sqrt %a : complex<f32>
  %15 = complex.tan %a : complex<f32>
  %16 = complex.tanh %a : complex<f32>
  %17 = complex.add %a, %b fastmath<nnan,ninf> : complex<f32>
  %18 = complex.sub %a, %b fastmath<nnan,ninf> : complex<f32>
  %19 = complex.mul %a, %b fastmath<nnan,ninf> : complex<f32>
  %20 = complex.div %a, %b fastmath<nnan,ninf> : complex<f32>
  %21 = complex.pow %a, %b fastmath<nnan,ninf> : complex<f32>
  %22 = complex.atan2 %a, %b fastmath<nnan,ninf> : complex<f32>
  %23 = complex.eq %a, %b : complex<f32>
  %24 = complex.neq %a, %b : complex<f32>
  %25 = complex.create %r, %r : complex<f32>
  %26 = complex.constant [1.000000e+00 : f32, -2.500000e+00 : f32] : complex<f32>
  %27 = complex.bitcast %a : complex<f32> to i64
  return
}
// =====
module {
  func.func @complex(%a: complex<f32>, %b: complex<f32>, %r: f32) {
    %0 = complex.re %a : complex<f32>
    %1 = complex.im %a : complex<f32>
    %2 = complex.abs %a : complex<f32>
    %3 = complex.angle %a : complex<f32>
    %4 = complex.conj %a : complex<f32>
    %5 = complex.cos %a : complex<f32>
    %6 = complex.exp %a : complex<f32>
    %7 = complex.expm1 %a : complex<f32>
    %8 = complex.log %a : complex<f32>
    %9 = complex.log1p %a : complex<f32>
    %10 = complex.neg %a : complex<f32>
    %11 = complex.rsqrt %a : complex<f32>
    %12 = complex.sign %a : complex<f32>
    %13 = complex.sin %a : complex<f32>
    %14 = complex.sqrt %a : complex<f32>
    %15 = complex.tan %a : complex<f32>
    %16 = complex.tanh %a : complex<f32>
    %17 = complex.add %a, %b fastmath<nnan,ninf> : complex<f32>
    %18 = complex.sub %a, %b fastmath<nnan,ninf> : complex<f32>
    %19 = complex.mul %a, %b fastmath<nnan,ninf> : complex<f32>
    %20 = complex.div %a, %b fastmath<nnan,ninf> : complex<f32>
    %21 = complex.pow %a, %b fastmath<nnan,ninf> : complex<f32>
    %22 = complex.atan2 %a, %b fastmath<nnan,ninf> : complex<f32>
    %23 = complex.eq %a, %b : complex<f32>
    %24 = complex.neq %a, %b : complex<f32>
    %25 = complex.create %r, %r : complex<f32>
    %26 = complex.constant [1.000000e+00 : f32, -2.500000e+00 : f32] : complex<f32>
    %27 = complex.bitcast %a : complex<f32> to i64
    return
  }
}

// -----

// print: arithmetic of device code
func.func @arith(%i: i32, %f: f32, %h: f16, %b: bf16, %e: f8E5M2, %s: f8E8M0FNU, %x: f4E2M1FN) {
  %0 = arith.maximumnumf %f, %f : f32
  %1 = arith.minimumnumf %f, %f fastmath<nsz> : f32
  %2 = arith.flush_denormals %f : f32
  %3 = arith.convertf %h : f16 to bf16
  %4 = arith.scaling_extf %x, %s : f4E2M1FN, f8E8M0FNU to f32
  %5 = arith.scaling_truncf %f, %s to_nearest_even : f32, f8E8M0FNU to f4E2M1FN
  %sum, %overflow = arith.addui_extended %i, %i : i32, i1
  %diff, %borrow = arith.subui_extended %i, %i : i32, i1
  %low, %high = arith.mulsi_extended %i, %i : i32
  %low_0, %high_1 = arith.mului_extended %i, %i : i32
  %6 = arith.addf %f, %f to_nearest_even fastmath<fast> : f32
  return
}
// =====
module {
  func.func @arith(%i: i32, %f: f32, %h: f16, %b: bf16, %e: f8E5M2, %s: f8E8M0FNU, %x: f4E2M1FN) {
    %0 = arith.maximumnumf %f, %f : f32
    %1 = arith.minimumnumf %f, %f fastmath<nsz> : f32
    %2 = arith.flush_denormals %f : f32
    %3 = arith.convertf %h : f16 to bf16
    %4 = arith.scaling_extf %x, %s : f4E2M1FN, f8E8M0FNU to f32
    %5 = arith.scaling_truncf %f, %s to_nearest_even : f32, f8E8M0FNU to f4E2M1FN
    %sum, %overflow = arith.addui_extended %i, %i : i32, i1
    %diff, %borrow = arith.subui_extended %i, %i : i32, i1
    %low, %high = arith.mulsi_extended %i, %i : i32
    %low_0, %high_1 = arith.mului_extended %i, %i : i32
    %6 = arith.addf %f, %f to_nearest_even fastmath<fast> : f32
    return
  }
}
