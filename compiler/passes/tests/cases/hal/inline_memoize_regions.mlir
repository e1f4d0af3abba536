// opt --pass-pipeline='builtin.module(util.func(iree-hal-inline-memoize-regions))': a command buffer
util.func public @f(%d: !hal.device, %a: i64) -> !hal.command_buffer {
  %cb = hal.device.memoize<%d : !hal.device> affinity(%a) -> !hal.command_buffer {
    %c = hal.command_buffer.create device(%d : !hal.device) mode("None") categories(Transfer) affinity(%a) : !hal.command_buffer
    hal.return %c : !hal.command_buffer
  }
  util.return %cb : !hal.command_buffer
}
// =====
module {
  util.func public @f(%d: !hal.device, %a: i64) -> !hal.command_buffer {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %c = hal.command_buffer.create device(%d : !hal.device) mode(OneShot) categories(Transfer) affinity(%a) : !hal.command_buffer
    cf.br ^bb2(%c : !hal.command_buffer)
  ^bb2(%0: !hal.command_buffer):  // pred: ^bb1
    util.return %0 : !hal.command_buffer
  }
}

// -----

// opt --pass-pipeline='builtin.module(util.func(iree-hal-inline-memoize-regions))': two in a row, one with several results
util.func private @ext(i32)
util.func public @f(%d: !hal.device, %a: i64) -> (i32, i64, i32) {
  %r:2 = hal.device.memoize<%d : !hal.device> affinity(%a) -> i32, i64 {
    %c0 = arith.constant 0 : i32
    hal.return %c0, %a : i32, i64
  }
  util.call @ext(%r#0) : (i32) -> ()
  %s = hal.device.memoize<%d : !hal.device> affinity(%a) -> i32 {
    hal.return %r#0 : i32
  }
  util.return %r#0, %r#1, %s : i32, i64, i32
}
// =====
module {
  util.func private @ext(%arg0: i32)
  util.func public @f(%d: !hal.device, %a: i64) -> (i32, i64, i32) {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %c0 = arith.constant 0 : i32
    cf.br ^bb2(%c0, %a : i32, i64)
  ^bb2(%0: i32, %1: i64):  // pred: ^bb1
    util.call @ext(%0) : (i32) -> ()
    cf.br ^bb3
  ^bb3:  // pred: ^bb2
    cf.br ^bb4(%0 : i32)
  ^bb4(%2: i32):  // pred: ^bb3
    util.return %0, %1, %2 : i32, i64, i32
  }
}
