//! Mistakes around operations: names, operands, results, blocks and regions.

// errors: an operation nobody knows, and the nearest
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  hal.fence.signl<%d : !hal.device>
// error@3: no custom form is known for the operation `hal.fence.signl`
// note@3: the nearest name is `hal.fence.signal`
  util.return
}

// -----

// errors: an operation of a dialect nobody knows
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  foo.bar %i : i32
// error@3: no custom form is known for the operation `foo.bar`
// note@3: any operation can be given in generic form: "dialect.name"(%operands) : (types) -> types
  util.return
}

// -----

// errors: a generic name needs a dialect
"bar"() : () -> ()
// error@1: expected an operation name with a dialect, such as "hal.fence.create"

// -----

// errors: a value nobody defines, and the nearest
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %counter = arith.addi %i, %i : i32
  %0 = arith.addi %countre, %i : i32
// error@19: no value `%countre` is defined here
// note@19: the nearest name is `%counter`
  util.return
}

// -----

// errors: a value nobody defines
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = arith.addi %nothing_like_it, %i : i32
// error@19: no value `%nothing_like_it` is defined here
  util.return
}

// -----

// errors: a result number nobody defines
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = arith.addi %i#1, %i : i32
// error@19: `%i` has 1 results, none with number 1
  util.return
}

// -----

// errors: a value of another type
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = arith.addi %x, %x : i32
// error@19: expected `%x` to be i32, found f32
  util.return
}

// -----

// errors: a value that is defined as another type later
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br ^bb1
  ^bb2:
  %0 = arith.addi %1, %1 : i32
// note@19: used here
  cf.br ^bb3
  ^bb1:
  %1 = arith.constant 1 : i64
// error@3: `%1` was used as i32, but is defined as i64
  cf.br ^bb2
  ^bb3:
  util.return
}

// -----

// errors: a name that is defined twice
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = arith.constant 1 : i32
  %0 = arith.constant 2 : i32
// error@3: `%0` is defined twice
  util.return
}

// -----

// errors: an argument that is defined twice
util.func private @f(%a: i32, %a: i32) {
// error@31: `%a` is defined twice
  util.return
}

// -----

// errors: more names than results
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0, %1 = arith.addi %i, %i : i32
// error@3: `arith.addi` has 1 results, but 2 are named
  util.return
}

// -----

// errors: fewer names than results
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, i1
// error@3: `hal.device.query` has 2 results, but 1 are named
  util.return
}

// -----

// errors: no results at all
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0:0 = arith.addi %i, %i : i32
// error@6: expected 1 to 1048576 results
  util.return
}

// -----

// errors: more results than the limit
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0:2000000 = arith.addi %i, %i : i32
// error@6: expected 1 to 1048576 results
  util.return
}

// -----

// errors: a block nobody defines
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br ^nowhere
// error@9: no block `^nowhere` is defined in this region
  util.return
}

// -----

// errors: a block that is defined twice
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br ^bb1
  ^bb1:
  cf.br ^bb1
  ^bb1:
// error@3: the block `^bb1` is defined twice
  util.return
}

// -----

// errors: a block argument without type
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br ^bb1(%i : i32)
  ^bb1(%a):
// error@10: expected `:`, found `)`
  util.return
}

// -----

// errors: a block that is no name
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br bb1
// error@9: expected a block such as ^bb1, found `bb1`
  util.return
}

// -----

// errors: fewer types than operands
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  "util.return"(%i, %x) : (i32) -> ()
// error@27: expected 2 operand types, found 1
  util.return
}

// -----

// errors: a generic operation without types
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = "arith.constant"() <{value = 1 : i32}>
  util.return
// error@3: expected `:`, found `util.return`
}

// -----

// errors: a result without equals sign
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 arith.constant 1 : i32
// error@6: expected `=`, found `arith.constant`
  util.return
}

// -----

// errors: a literal of the format is missing
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  hal.fence.create device(%d : !hal.device) flag("None") : !hal.fence
// error@45: expected `flags`, found `flag`
  util.return
}

// -----

// errors: a bracket of the format is missing
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = hal.buffer.length<%b : !hal.buffer : index
// error@43: expected `>`, found `:`
  util.return
}

// -----

// errors: a type that cannot be known
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = util.null
  util.return
// error@3: expected `:`, found `util.return`
}

// -----

// errors: types for a list that has another length
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  hal.buffer_view.trace "x" = %b : !hal.buffer_view, !hal.buffer_view
// error@31: expected 1 types for `operands`, found 2
  util.return
}

// -----

// errors: an object of another type
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
// note@56: `%d` is defined here
  %0 = hal.buffer.length<%d : !hal.device> : index
// error@8: hal.buffer.length: expected operand `buffer` to be !hal.buffer, found !hal.device
  util.return
}

// -----

// errors: too many block argument types
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.br ^bb1(%i : i32, i32)
// error@19: expected 1 types for the block's arguments, found 2
  ^bb1(%a: i32):
  util.return
}

// -----

// errors: a switch without default
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  cf.switch %i : i32, [
    0: ^bb1
// error@5: expected `default`, found `0`
  ]
  ^bb1:
  util.return
}

// -----

// errors: a body without operations
util.func private @f() {
// error@1: expected a function body with at least one operation
}

// -----

// errors: types instead of names where a body follows
util.func private @f(i32) {
// error@27: expected names for the arguments of a function with a body, found only types
  util.return
}

// -----

// errors: a tied result that is no argument
util.func private @f(%a: i32) -> (%b as i32) {
// error@35: expected an argument of this function: a tied result shares its storage
  util.return %a : i32
}

// -----

// errors: a result of a call tied to nothing of it
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = util.call @g(%i) : (i32) -> %x as i32
// error@36: expected an operand of this operation: a tied result shares its storage
  util.return
}

// -----

// errors: a symbol where one without scopes is needed
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = util.global.load @a::@b : i32
// error@25: expected a symbol without `::`
  util.return
}

// -----

// errors: a number for a flag
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = hal.fence.create device(%d : !hal.device) flags(7) : !hal.fence
// error@56: expected one of None, Reserved, found `7`
  util.return
}

// -----

// errors: a flag nobody knows, and those there are
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = hal.memory_type<"DeviceLocal|Fast"> : i32
// error@24: expected for MemoryType one of None, Optimal, HostVisible, HostCoherent, HostCached, HostLocal, DeviceVisible, DeviceLocal, found `DeviceLocal|Fast`
  util.return
}

// -----

// errors: parameters of two scopes in one operation
util.func private @f(%d: !hal.device, %q: i64, %w: !hal.fence, %b: !hal.buffer, %s: !util.buffer, %t: !util.buffer, %k: !util.buffer, %o: i64, %n: index) {
  io_parameters.gather<%d : !hal.device> affinity(%q) wait(%w) signal(%w) {
    %s::%k[%o] -> %b[%n for %n] : !hal.buffer,
    %t::%k[%o] -> %b[%n for %n] : !hal.buffer
// error@5: expected the same scope in all references of one operation
  }
  util.return
}

// -----

// errors: parameters to two buffers in one operation
util.func private @f(%d: !hal.device, %q: i64, %w: !hal.fence, %b: !hal.buffer, %c: !hal.buffer, %s: !util.buffer, %k: !util.buffer, %o: i64, %n: index) {
  io_parameters.gather<%d : !hal.device> affinity(%q) wait(%w) signal(%w) {
    %s::%k[%o] -> %b[%n for %n] : !hal.buffer,
    %s::%k[%o] -> %c[%n for %n] : !hal.buffer
// error@19: expected the same buffer in all ranges of one operation
  }
  util.return
}

// -----

// errors: a region that returns something else
hal.executable private @e {
  hal.executable.variant public @v target(<"a", "b">) {
    hal.executable.condition(%d: !hal.device) -> i32 {
// error@50: expected the region to return (i1)
      hal.return
    }
  }
}
