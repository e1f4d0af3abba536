// opt --iree-util-fuse-globals: always stored to together
util.global private mutable @a : i32
util.global private mutable @b : i32
util.global private mutable @c : i32
util.func public @f(%x: i32, %y: i32) -> (i32, i32, i32) {
  util.global.store %x, @a : i32
  util.global.store %x, @b : i32
  util.global.store %y, @c : i32
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  %2 = util.global.load @c : i32
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.global private mutable @a : i32
  util.global private mutable @c : i32
  util.func public @f(%x: i32, %y: i32) -> (i32, i32, i32) {
    util.global.store %x, @a : i32
    util.global.store %y, @c : i32
    %a = util.global.load @a : i32
    %a_0 = util.global.load @a : i32
    %c = util.global.load @c : i32
    util.return %a, %a_0, %c : i32, i32, i32
  }
}

// -----

// opt --iree-util-fuse-globals: other values elsewhere
util.global private mutable @a : i32
util.global private mutable @b : i32
util.func public @f(%x: i32, %y: i32) -> (i32, i32) {
  util.global.store %x, @a : i32
  util.global.store %x, @b : i32
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  util.return %0, %1 : i32, i32
}
util.func public @g(%x: i32, %y: i32) {
  util.global.store %x, @a : i32
  util.global.store %y, @b : i32
  util.return
}
// =====
module {
  util.global private mutable @a : i32
  util.global private mutable @b : i32
  util.func public @f(%x: i32, %y: i32) -> (i32, i32) {
    util.global.store %x, @a : i32
    util.global.store %x, @b : i32
    %a = util.global.load @a : i32
    %b = util.global.load @b : i32
    util.return %a, %b : i32, i32
  }
  util.func public @g(%x: i32, %y: i32) {
    util.global.store %x, @a : i32
    util.global.store %y, @b : i32
    util.return
  }
}

// -----

// opt --iree-util-fuse-globals: they start with other values
util.global private mutable @a = 1 : i32
util.global private mutable @b = 2 : i32
util.global private mutable @c = 1 : i32
util.func public @f(%x: i32) -> (i32, i32, i32) {
  util.global.store %x, @a : i32
  util.global.store %x, @b : i32
  util.global.store %x, @c : i32
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  %2 = util.global.load @c : i32
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.global private mutable @a = 1 : i32
  util.global private mutable @b = 2 : i32
  util.func public @f(%x: i32) -> (i32, i32, i32) {
    util.global.store %x, @a : i32
    util.global.store %x, @b : i32
    %a = util.global.load @a : i32
    %b = util.global.load @b : i32
    %a_0 = util.global.load @a : i32
    util.return %a, %b, %a_0 : i32, i32, i32
  }
}

// -----

// opt --iree-util-fuse-globals: two of three in initializers
util.func private @ext() -> i32
util.global private @a : i32
util.global private @b : i32
util.global public @c : i32
util.initializer {
  %0 = util.call @ext() : () -> i32
  util.global.store %0, @a : i32
  util.global.store %0, @b : i32
  util.global.store %0, @c : i32
  util.return
}
util.func public @f() -> (i32, i32, i32) {
  %0 = util.global.load @a : i32
  %1 = util.global.load @b : i32
  %2 = util.global.load @c : i32
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.func private @ext() -> i32
  util.global private @a : i32
  util.global public @c : i32
  util.initializer {
    %0 = util.call @ext() : () -> i32
    util.global.store %0, @a : i32
    util.global.store %0, @c : i32
    util.return
  }
  util.func public @f() -> (i32, i32, i32) {
    %a = util.global.load @a : i32
    %a_0 = util.global.load @a : i32
    %c = util.global.load @c : i32
    util.return %a, %a_0, %c : i32, i32, i32
  }
}
