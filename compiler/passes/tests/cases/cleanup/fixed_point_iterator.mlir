// opt --pass-pipeline='builtin.module(iree-util-fixed-point-iterator{pipeline=builtin.module(util.func(canonicalize),iree-util-fold-globals,iree-util-ipo)})': until nothing changes
// unlike iree-opt: it runs nothing when the pipeline is given as text
util.global private @a = 1 : i32
util.global private @b = 1 : i32
util.func public @f() -> i32 {
  %0 = util.call @g() : () -> i32
  util.return %0 : i32
}
util.func private @g() -> i32 {
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  %2 = arith.addi %0, %1 : i32
  util.return %2 : i32
}
// =====
module {
  util.func public @f() -> i32 {
    %c2_i32 = arith.constant 2 : i32
    util.return %c2_i32 : i32
  }
}

// -----

// opt --pass-pipeline='builtin.module(iree-util-fixed-point-iterator{max-iterations=1 pipeline=builtin.module(iree-util-fold-globals)})': more rounds than there may be
// unlike iree-opt: it runs nothing when the pipeline is given as text
util.global private @a = 1 : i32
// error@1: expected nothing to change any more after 1 rounds
util.func public @f() -> i32 {
  %0 = util.global.load @a : i32
  util.return %0 : i32
}

// -----

// opt --pass-pipeline='builtin.module(iree-util-fixed-point-iterator{max-iterations=0 pipeline=builtin.module(cse)})': no rounds at all
util.func public @f() {
// error@1: expected nothing to change any more after 0 rounds
  util.return
}

// -----

// opt --pass-pipeline='builtin.module(iree-util-fixed-point-iterator{pipeline=any(iree-util-fixed-point-iterator{pipeline=any(cse)})})': one in another
// unlike iree-opt: it runs nothing when the pipeline is given as text
util.func public @f() {
// error@1: expected an iteration that is in no other, found one inside another
  util.return
}

// -----

// opt --pass-pipeline='builtin.module(iree-util-fixed-point-iterator{pipeline=builtin.module(csee)})': a pass that is not
// unlike iree-opt: it runs nothing when the pipeline is given as text
util.func public @f() {
// error@1: option `pipeline`: no pass is called `csee`; the nearest is `cse`
  util.return
}

// -----

// opt --pass-pipeline='builtin.module(iree-util-fixed-point-iterator{pipeline=util.func(cse)})': a pipeline for something else
// unlike iree-opt: it runs nothing when the pipeline is given as text
util.func public @f() {
  util.return
}
// error: expected a pipeline for builtin.module, found one for util.func
