//! Operations of the `util`, `func`, `cf`, `arith`, `check` and `io_parameters` dialects.

// print: globals
module {
  util.global private @a : i32
  util.global public mutable @b = 5 : i32
  util.global private @c = #util.uninitialized : tensor<4xf32>
  util.global private @d <inlining_policy = #util.inline.never> = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  util.func private @f() {
    %a = util.global.load @a : i32
    %c = util.global.load immutable @c : tensor<4xf32>
    util.global.store %a, @b : i32
    util.return
  }
  util.initializer {
    util.return
  }
}

// -----

// print: functions, their arguments, results and attributes
module {
  util.func private @import(!hal.buffer, i32) -> i32
  util.func private @tied(%arg0: tensor<?xf32>, %arg1: index, %arg2: i32 {iree.x = "q\22uote"}) -> (%arg0 as tensor<?x1xf32>, i32 {iree.y}) {
    util.unreachable "nobody comes here"
  }
  util.func public @main(%arg0: i32) -> i32 attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: i32) -> (%output0: i32)"}} {
    util.return %arg0 : i32
  }
  func.func private @plain(i32) -> (i32, i64)
  func.func @calls(%arg0: i32) -> (i32, i64) {
    %0:2 = call @plain(%arg0) : (i32) -> (i32, i64)
    return %0#0, %0#1 : i32, i64
  }
  util.func private @caller(%arg0: tensor<?xf32>, %arg1: index, %arg2: i32) {
    %0:2 = util.call @tied(%arg0, %arg1, %arg2) : (tensor<?xf32>, index, i32) -> (%arg0 as tensor<?x1xf32>, i32)
    util.return
  }
}
// =====
module {
  util.func private @import(%arg0: !hal.buffer, %arg1: i32) -> i32
  util.func private @tied(%arg0: tensor<?xf32>, %arg1: index, %arg2: i32 {iree.x = "q\22uote"}) -> (%arg0 as tensor<?x1xf32>, i32 {iree.y}) {
    util.unreachable "nobody comes here"
  }
  util.func public @main(%arg0: i32) -> i32 attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: i32) -> (%output0: i32)"}} {
    util.return %arg0 : i32
  }
  func.func private @plain(i32) -> (i32, i64)
  func.func @calls(%arg0: i32) -> (i32, i64) {
    %0:2 = call @plain(%arg0) : (i32) -> (i32, i64)
    return %0#0, %0#1 : i32, i64
  }
  util.func private @caller(%arg0: tensor<?xf32>, %arg1: index, %arg2: i32) {
    %0:2 = util.call @tied(%arg0, %arg1, %arg2) : (tensor<?xf32>, index, i32) -> (%arg0 as tensor<?x1xf32>, i32)
    util.return
  }
}

// -----

// print: control flow
module {
  util.func public @f(%arg0: i1, %arg1: i32, %arg2: index) -> i32 {
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  ^bb1(%0: i32):  // pred: ^bb0
    cf.switch %0 : i32, [
      default: ^bb3(%0 : i32),
      0: ^bb2,
      -1: ^bb3(%arg1 : i32)
    ]
  ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb3
    cf.assert %arg0, "expected something"
    cf.br ^bb3(%arg1 : i32)
  ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
    cf.cond_br %arg0 weights([3, 4]), ^bb4, ^bb2
  ^bb4:  // pred: ^bb3
    util.return %1 : i32
  }
}
// =====
module {
  util.func public @f(%arg0: i1, %arg1: i32, %arg2: index) -> i32 {
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  ^bb1(%0: i32):  // pred: ^bb0
    cf.switch %0 : i32, [
      default: ^bb3(%0 : i32),
      0: ^bb2,
      -1: ^bb3(%arg1 : i32)
    ]
  ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb3
    cf.assert %arg0, "expected something"
    cf.br ^bb3(%arg1 : i32)
  ^bb3(%1: i32):  // 3 preds: ^bb1, ^bb1, ^bb2
    cf.cond_br %arg0 weights([3, 4]), ^bb4, ^bb2
  ^bb4:  // pred: ^bb3
    util.return %1 : i32
  }
}

// -----

// print: small operations
module {
  util.func public @f(%arg0: !hal.buffer, %arg1: index, %arg2: i32, %arg3: i1) {
    %0 = util.null : !hal.fence
    %1 = util.cast %arg0 : !hal.buffer to !util.object
    %2 = util.cmp.eq %arg0, %arg0 : !hal.buffer
    %3 = util.cmp.ne %arg2, %arg2 : i32
    %4 = util.align %arg1, %arg1 : index
    %5 = util.sizeof f32
    %6 = util.switch i32 from [%arg2, %arg2] at %arg1 else %arg2 : i32
    %7:2 = util.optimization_barrier %arg0, %arg2 : !hal.buffer, i32
    %buffer_cst = util.buffer.constant : !util.buffer = dense<[1, 2, 3]> : tensor<3xi8>
    %named = util.buffer.constant "named" <alignment = 64, mime_type = "a/b"> : !util.buffer = "text"
    util.status.check_ok %arg2, "the status"
    util.status.check_ok %arg2
    %8 = builtin.unrealized_conversion_cast %arg1 : index to i64
    util.return
  }
}

// -----

// print: arithmetic
module {
  util.func public @f(%arg0: i32, %arg1: f32, %arg2: index, %arg3: i1, %arg4: f16, %arg5: i8) {
    %c7_i32 = arith.constant 7 : i32
    %cst = arith.constant 1.500000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.subi %arg0, %arg0 : i32
    %2 = arith.muli %arg0, %arg0 : i32
    %3 = arith.divsi %arg0, %arg0 : i32
    %4 = arith.divui %arg0, %arg0 : i32
    %5 = arith.ceildivsi %arg0, %arg0 : i32
    %6 = arith.ceildivui %arg0, %arg0 : i32
    %7 = arith.floordivsi %arg0, %arg0 : i32
    %8 = arith.remsi %arg0, %arg0 : i32
    %9 = arith.remui %arg0, %arg0 : i32
    %10 = arith.andi %arg0, %arg0 : i32
    %11 = arith.ori %arg0, %arg0 : i32
    %12 = arith.xori %arg0, %arg0 : i32
    %13 = arith.shli %arg0, %arg0 : i32
    %14 = arith.shrsi %arg0, %arg0 : i32
    %15 = arith.shrui %arg0, %arg0 : i32
    %16 = arith.maxsi %arg0, %arg0 : i32
    %17 = arith.maxui %arg0, %arg0 : i32
    %18 = arith.minsi %arg0, %arg0 : i32
    %19 = arith.minui %arg0, %arg0 : i32
    %20 = arith.addf %arg1, %arg1 : f32
    %21 = arith.subf %arg1, %arg1 : f32
    %22 = arith.mulf %arg1, %arg1 : f32
    %23 = arith.divf %arg1, %arg1 : f32
    %24 = arith.remf %arg1, %arg1 : f32
    %25 = arith.maximumf %arg1, %arg1 : f32
    %26 = arith.minimumf %arg1, %arg1 : f32
    %27 = arith.maxnumf %arg1, %arg1 : f32
    %28 = arith.minnumf %arg1, %arg1 : f32
    %29 = arith.negf %arg1 fastmath<fast> : f32
    %30 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
    %31 = arith.cmpi ult, %arg0, %arg0 : i32
    %32 = arith.cmpf one, %arg1, %arg1 fastmath<nnan, ninf> : f32
    %33 = arith.select %arg3, %arg0, %arg0 : i32
    %34 = arith.extsi %arg5 : i8 to i32
    %35 = arith.extui %arg5 nneg : i8 to i32
    %36 = arith.extf %arg4 : f16 to f32
    %37 = arith.trunci %arg0 overflow<nuw> : i32 to i8
    %38 = arith.truncf %arg1 : f32 to f16
    %39 = arith.sitofp %arg0 : i32 to f32
    %40 = arith.uitofp %arg0 : i32 to f32
    %41 = arith.fptosi %arg1 : f32 to i32
    %42 = arith.fptoui %arg1 : f32 to i32
    %43 = arith.index_cast %arg2 : index to i32
    %44 = arith.index_castui %arg0 : i32 to index
    %45 = arith.bitcast %arg1 : f32 to i32
    util.return
  }
}
// =====
module {
  util.func public @f(%arg0: i32, %arg1: f32, %arg2: index, %arg3: i1, %arg4: f16, %arg5: i8) {
    %c7_i32 = arith.constant 7 : i32
    %cst = arith.constant 1.500000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.subi %arg0, %arg0 : i32
    %2 = arith.muli %arg0, %arg0 : i32
    %3 = arith.divsi %arg0, %arg0 : i32
    %4 = arith.divui %arg0, %arg0 : i32
    %5 = arith.ceildivsi %arg0, %arg0 : i32
    %6 = arith.ceildivui %arg0, %arg0 : i32
    %7 = arith.floordivsi %arg0, %arg0 : i32
    %8 = arith.remsi %arg0, %arg0 : i32
    %9 = arith.remui %arg0, %arg0 : i32
    %10 = arith.andi %arg0, %arg0 : i32
    %11 = arith.ori %arg0, %arg0 : i32
    %12 = arith.xori %arg0, %arg0 : i32
    %13 = arith.shli %arg0, %arg0 : i32
    %14 = arith.shrsi %arg0, %arg0 : i32
    %15 = arith.shrui %arg0, %arg0 : i32
    %16 = arith.maxsi %arg0, %arg0 : i32
    %17 = arith.maxui %arg0, %arg0 : i32
    %18 = arith.minsi %arg0, %arg0 : i32
    %19 = arith.minui %arg0, %arg0 : i32
    %20 = arith.addf %arg1, %arg1 : f32
    %21 = arith.subf %arg1, %arg1 : f32
    %22 = arith.mulf %arg1, %arg1 : f32
    %23 = arith.divf %arg1, %arg1 : f32
    %24 = arith.remf %arg1, %arg1 : f32
    %25 = arith.maximumf %arg1, %arg1 : f32
    %26 = arith.minimumf %arg1, %arg1 : f32
    %27 = arith.maxnumf %arg1, %arg1 : f32
    %28 = arith.minnumf %arg1, %arg1 : f32
    %29 = arith.negf %arg1 fastmath<fast> : f32
    %30 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
    %31 = arith.cmpi ult, %arg0, %arg0 : i32
    %32 = arith.cmpf one, %arg1, %arg1 fastmath<nnan,ninf> : f32
    %33 = arith.select %arg3, %arg0, %arg0 : i32
    %34 = arith.extsi %arg5 : i8 to i32
    %35 = arith.extui %arg5 nneg : i8 to i32
    %36 = arith.extf %arg4 : f16 to f32
    %37 = arith.trunci %arg0 overflow<nuw> : i32 to i8
    %38 = arith.truncf %arg1 : f32 to f16
    %39 = arith.sitofp %arg0 : i32 to f32
    %40 = arith.uitofp %arg0 : i32 to f32
    %41 = arith.fptosi %arg1 : f32 to i32
    %42 = arith.fptoui %arg1 : f32 to i32
    %43 = arith.index_cast %arg2 : index to i32
    %44 = arith.index_castui %arg0 : i32 to index
    %45 = arith.bitcast %arg1 : f32 to i32
    util.return
  }
}

// -----

// print: checks
module {
  util.func public @f(%arg0: !hal.device, %arg1: !hal.buffer_view, %arg2: i32, %arg3: tensor<2xf32>) {
    check.expect_true(%arg2) : i32
    check.expect_false(%arg2) : i32
    check.expect_all_true<%arg0>(%arg1) : !hal.buffer_view
    check.expect_eq<%arg0>(%arg1, %arg1) : !hal.buffer_view
    check.expect_eq_const(%arg3, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) : tensor<2xf32>
    check.expect_almost_eq<%arg0>(%arg1, %arg1, atol 1.000000e-02) : !hal.buffer_view
    check.expect_almost_eq_const(%arg3, dense<1.000000e+00> : tensor<2xf32>, atol 1.000000e-03, rtol 5.000000e-01) : tensor<2xf32>
    util.return
  }
}
// =====
module {
  util.func public @f(%arg0: !hal.device, %arg1: !hal.buffer_view, %arg2: i32, %arg3: tensor<2xf32>) {
    check.expect_true(%arg2) : i32
    check.expect_false(%arg2) : i32
    check.expect_all_true<%arg0>(%arg1) : !hal.buffer_view
    check.expect_eq<%arg0>(%arg1, %arg1) : !hal.buffer_view
    check.expect_eq_const(%arg3, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) : tensor<2xf32>
    check.expect_almost_eq<%arg0>(%arg1, %arg1, atol 0.00999999977) : !hal.buffer_view
    check.expect_almost_eq_const(%arg3, dense<1.000000e+00> : tensor<2xf32>, atol 1.000000e-03, rtol 5.000000e-01) : tensor<2xf32>
    util.return
  }
}

// -----

// print: parameters
module {
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: !hal.fence, %arg3: i32, %arg4: !util.buffer, %arg5: index, %arg6: !hal.buffer) {
    %0:2 = io_parameters.load<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg2) type(%arg3) usage(%arg3) {
      %arg4::%arg4[%arg1] : !hal.buffer{%arg5},
      %arg4::%arg4[%arg1] : !hal.buffer{%arg5}
    }
    io_parameters.gather<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg2) {
      %arg4[%arg1] -> %arg6[%arg5 for %arg5] : !hal.buffer
    }
    io_parameters.scatter<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg2) {
      %arg6[%arg5 for %arg5] : !hal.buffer -> %arg4::%arg4[%arg1]
    }
    util.return
  }
}

// -----

// print: bounds above those of signed numbers
util.func public @bounds(%i: i64) -> i64 {
  %0 = util.assume.int %i<umin = 10, umax = 9223372036854775808> : i64
  util.return %0 : i64
}
// =====
module {
  util.func public @bounds(%i: i64) -> i64 {
    %0 = util.assume.int %i<umin = 10, umax = 9223372036854775808> : i64
    util.return %0 : i64
  }
}
