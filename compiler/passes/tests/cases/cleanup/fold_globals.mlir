// opt --iree-util-fold-globals: a constant nobody changes
util.global private mutable @a = 5 : i32
util.global private @b = 7 : index
util.func public @f() -> (i32, index) {
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : index
  util.return %0, %1 : i32, index
}
// =====
module {
  util.func public @f() -> (i32, index) {
    %c5_i32 = arith.constant 5 : i32
    %c7 = arith.constant 7 : index
    util.return %c5_i32, %c7 : i32, index
  }
}

// -----

// opt --iree-util-fold-globals: an initializer that stores a constant
util.global private mutable @a : i32
util.initializer {
  %c5 = arith.constant 5 : i32
  util.global.store %c5, @a : i32
  util.return
}
util.func public @f() -> i32 {
  %0 = util.global.load @a : i32
  util.return %0 : i32
}
// =====
module {
  util.func public @f() -> i32 {
    %c5_i32 = arith.constant 5 : i32
    util.return %c5_i32 : i32
  }
}

// -----

// opt --iree-util-fold-globals: stored to from a function
util.global private mutable @a = 5 : i32
util.global private mutable @same = 5 : i32
util.func public @f(%x: i32) -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  util.global.store %x, @a : i32
  util.global.store %c5, @same : i32
  %0 = util.global.load @a : i32
  %1 = util.global.load @same : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.global private mutable @a = 5 : i32
  util.global private mutable @same = 5 : i32
  util.func public @f(%x: i32) -> (i32, i32) {
    %c5 = arith.constant 5 : i32
    util.global.store %x, @a : i32
    util.global.store %c5, @same : i32
    %a = util.global.load @a : i32
    %same = util.global.load @same : i32
    util.return %a, %same : i32, i32
  }
}

// -----

// opt --iree-util-fold-globals: one that passes on another
util.func private @ext() -> i32
util.global private mutable @a : i32
util.global private mutable @b : i32
util.initializer {
  %0 = util.call @ext() : () -> i32
  util.global.store %0, @a : i32
  %1 = util.global.load @a : i32
  util.global.store %1, @b : i32
  util.return
}
util.func public @f() -> (i32, i32) {
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func private @ext() -> i32
  util.global private @a : i32
  util.initializer {
    %0 = util.call @ext() : () -> i32
    util.global.store %0, @a : i32
    util.return
  }
  util.func public @f() -> (i32, i32) {
    %a = util.global.load immutable @a : i32
    %a_0 = util.global.load immutable @a : i32
    util.return %a, %a_0 : i32, i32
  }
}

// -----

// opt --iree-util-fold-globals: immutable when only initializers store
util.func private @ext() -> i32
util.global private mutable @a : i32
util.func private @helper() {
  %0 = util.call @ext() : () -> i32
  util.global.store %0, @a : i32
  util.return
}
util.initializer {
  util.call @helper() : () -> ()
  util.return
}
util.func public @f() -> i32 {
  %0 = util.global.load @a : i32
  util.return %0 : i32
}
// =====
module {
  util.func private @ext() -> i32
  util.global private @a : i32
  util.func private @helper() {
    %0 = util.call @ext() : () -> i32
    util.global.store %0, @a : i32
    util.return
  }
  util.initializer {
    util.call @helper() : () -> ()
    util.return
  }
  util.func public @f() -> i32 {
    %a = util.global.load immutable @a : i32
    util.return %a : i32
  }
}

// -----

// opt --iree-util-fold-globals: nobody loads it
util.global private mutable @a : i32
util.global private @b = 3 : i32
util.global private @d = #hal.device.target<"vulkan"> : !hal.device
util.global public @c = 3 : i32
util.func public @f(%x: i32) {
  util.global.store %x, @a : i32
  util.return
}
// =====
module {
  util.global public @c = 3 : i32
  util.func public @f(%x: i32) {
    util.return
  }
}

// -----

// opt --iree-util-fold-globals: equal constants
util.global private @a {x.y} = 5 : i32
util.global private @b {x.y} = 5 : i32
util.global private @c {x.z} = 5 : i32
util.global private @d = #hal.device.target<"vulkan"> : !hal.device
util.global private @e = #hal.device.target<"vulkan"> : !hal.device
util.func public @f() -> (i32, i32, i32, !hal.device, !hal.device) {
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  %2 = util.global.load @c : i32
  %3 = util.global.load @d : !hal.device
  %4 = util.global.load @e : !hal.device
  util.return %0, %1, %2, %3, %4 : i32, i32, i32, !hal.device, !hal.device
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private @a {x.y} = 5 : i32
  util.global private @c {x.z} = 5 : i32
  util.global private @d = #device_target_vulkan
  util.func public @f() -> (i32, i32, i32, !hal.device, !hal.device) {
    %a = util.global.load immutable @a : i32
    %a_0 = util.global.load immutable @a : i32
    %c = util.global.load immutable @c : i32
    %d = util.global.load immutable @d : !hal.device
    %d_1 = util.global.load immutable @d : !hal.device
    util.return %a, %a_0, %c, %d, %d_1 : i32, i32, i32, !hal.device, !hal.device
  }
}

// -----

// opt --iree-util-fold-globals: addresses and references keep globals
util.global private mutable @a = 5 : i32
util.global private @dev = #hal.device.target<"vulkan"> : !hal.device
util.func public @f() -> i32 attributes {x.aff = #hal.device.affinity<@dev>} {
  %0 = util.global.address @a : !util.ptr<i32>
  %b = util.optimization_barrier %0 : !util.ptr<i32>
  %1 = util.global.load.indirect %b : !util.ptr<i32> -> i32
  util.return %1 : i32
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
module {
  util.global private mutable @a = 5 : i32
  util.global private @dev = #device_target_vulkan
  util.func public @f() -> i32 attributes {x.aff = #hal.device.affinity<@dev>} {
    %ptr_a = util.global.address @a : !util.ptr<i32>
    %b = util.optimization_barrier %ptr_a : !util.ptr<i32>
    %0 = util.global.load.indirect %b : !util.ptr<i32> -> i32
    util.return %0 : i32
  }
}

// -----

// opt --iree-util-fold-globals: not to be inlined
util.global private @a <inlining_policy = #util.inline.never> = 5 : i32
util.func public @f() -> i32 {
  %0 = util.global.load @a : i32
  util.return %0 : i32
}
// =====
module {
  util.global private @a <inlining_policy = #util.inline.never> = 5 : i32
  util.func public @f() -> i32 {
    %a = util.global.load immutable @a : i32
    util.return %a : i32
  }
}
