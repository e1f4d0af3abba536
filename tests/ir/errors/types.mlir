//! Mistakes in types.

// errors: no type
util.global private @g : 7
// error@26: expected a type, found `7`

// -----

// errors: a word that is no type
util.global private @g : int
// error@26: expected a type, found `int`

// -----

// errors: an integer of no bits
util.global private @g : i0
// error@1: expected a global of a type that exists at phase hal, found i0

// -----

// errors: an integer of more bits than any
util.global private @g : i99999999
// error@26: expected an integer width from 0 to 16777215, found 99999999

// -----

// errors: a type of the HAL that nobody knows, and those there are
util.global private @g : !hal.bufer
// error@26: unknown type `!hal.bufer`; the hal dialect has allocator, buffer, buffer_view, channel, command_buffer, device, event, executable, fence, file, semaphore

// -----

// errors: a type alias nobody defined
util.global private @g : !t
// error@26: no type alias `!t` was defined before

// -----

// errors: a type alias that is defined twice
!t = i32
!t = i64
// error@1: the alias `!t` is defined twice

// -----

// errors: a tensor without element type
util.global private @g : tensor<4x>
// error@35: expected a type, found `>`

// -----

// errors: a tensor without x
util.global private @g : tensor<4 i32>
// error@35: expected `x` and the rest of the shape, found `i32`

// -----

// errors: an extent of more than 63 bits
util.global private @g : tensor<9223372036854775808xi32>
// error@33: expected an extent below 2^63

// -----

// errors: a tensor that does not end
util.global private @g : tensor<4xi32
// error@38: expected `>`, found end of file

// -----

// errors: a vector of dynamic extent
util.global private @g : vector<?xi32>
// error@33: expected a type, found `?`

// -----

// errors: a scalable extent that does not end
util.global private @g : vector<[4xi32>
// error@36: expected `]`, found `i32`

// -----

// errors: a memref with its parts in the wrong order
util.global private @g : memref<4xi32, 1, affine_map<(d0) -> (d0)>>
// error@43: expected one layout and one memory space, in this order

// -----

// errors: a complex type of nothing
util.global private @g : complex<>
// error@34: expected a type, found `>`

// -----

// errors: a resource of a lifetime nobody knows
util.global private @g : !stream.resource<eternal>
// error@43: expected a lifetime (*, constant, external, staging, transient, variable), found `eternal`

// -----

// errors: a function without results
util.func private @f(%a: (i32)) {
// error@31: expected `->`, found `)`
  util.return
}

// -----

// errors: a tuple that does not end
util.global private @g : tuple<i32
// error@35: expected `>`, found end of file
