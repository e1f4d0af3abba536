// opt --iree-util-attribute-call-graph: what functions say about calls of them, unless calls do
util.func public @f(%a: i32) -> i32 {
  %0 = util.call @g(%a) : (i32) -> i32
  %1 = util.call @h(%0) {inlining_policy = #util.inline.always} : (i32) -> i32
  %2 = util.call @h(%1) : (i32) -> i32
  util.return %2 : i32
}
util.func private @g(%a: i32) -> i32 attributes {nosideeffects, foo, inlining_policy = #util.inline.never, hal.abi.convention = #hal.abi.convention<synchronous>}
util.func private @h(%a: i32) -> i32 attributes {hal.abi.convention = #hal.abi.convention<coarse_fences>, inlining_policy = #util.inline.never} {
  util.return %a : i32
}
util.initializer {
  %c = arith.constant 1 : i32
  %0 = util.call @g(%c) : (i32) -> i32
  util.return
}
// =====
module {
  util.func public @f(%a: i32) -> i32 {
    %0 = util.call @g(%a) {hal.abi.convention = #hal.abi.convention<synchronous>, nosideeffects} : (i32) -> i32
    %1 = util.call @h(%0) {hal.abi.convention = #hal.abi.convention<coarse_fences>, inlining_policy = #util.inline.always} : (i32) -> i32
    %2 = util.call @h(%1) {hal.abi.convention = #hal.abi.convention<coarse_fences>} : (i32) -> i32
    util.return %2 : i32
  }
  util.func private @g(%arg0: i32) -> i32 attributes {foo, hal.abi.convention = #hal.abi.convention<synchronous>, inlining_policy = #util.inline.never, nosideeffects}
  util.func private @h(%a: i32) -> i32 attributes {hal.abi.convention = #hal.abi.convention<coarse_fences>, inlining_policy = #util.inline.never} {
    util.return %a : i32
  }
  util.initializer {
    %c = arith.constant 1 : i32
    %0 = util.call @g(%c) {hal.abi.convention = #hal.abi.convention<synchronous>, nosideeffects} : (i32) -> i32
    util.return
  }
}
