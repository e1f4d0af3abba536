//! Mistakes in attributes.

// errors: no attribute
util.global private @g {a = =} : i32
// error@29: expected an attribute, found `=`

// -----

// errors: a word that is no attribute
util.global private @g {a = nothing} : i32
// error@29: expected an attribute, found `nothing`

// -----

// errors: an attribute that is given twice
util.global private @g {a = 1, b = 2, a = 3} : i32
// error@39: attribute `a` is given twice

// -----

// errors: a key that is no name
util.global private @g {1 = 2} : i32
// error@25: expected an attribute name, found `1`

// -----

// errors: a sign without number
util.global private @g {a = -x} : i32
// error@30: expected a number, found `x`

// -----

// errors: a number of a type that has none
util.global private @g {a = 1 : !hal.buffer} : i32
// error@29: expected an integer, index or float type for a number

// -----

// errors: a float for an integer
util.global private @g {a = 1.5 : i32} : i32
// error@29: expected an integer literal, found a float literal

// -----

// errors: an integer for a float
util.global private @g {a = 1 : f32} : i32
// error@29: expected a float literal such as 1.0, or its bits in hexadecimal

// -----

// errors: a number too wide for its type
util.global private @g {a = 300 : i8} : i32
// error@29: expected a value of 8 bits, found 300

// -----

// errors: a number of no bits
util.global private @g {a = -1 : i0, b = 0 : i0, c = 1 : si0} : i32
// error@30: expected a value of 0 bits, found -1

// -----

// errors: a negative number for an unsigned type
util.global private @g {a = -1 : ui8} : i32
// error@30: expected a non-negative value for an unsigned type

// -----

// errors: a number of more bits than any
util.global private @g {a = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : i128} : i32
// error@29: expected an integer of at most 127 bits

// -----

// errors: hexadecimal digits with a sign for a float
util.global private @g {a = -0x7FC00000 : f32} : i32
// error@30: expected a float literal such as 1.0, or its bits in hexadecimal

// -----

// errors: more hexadecimal digits than the float has
util.global private @g {a = 0x17FC00000 : f32} : i32
// error@29: expected at most 32 bits for f32

// -----

// errors: an alias nobody defined
util.global private @g {a = #nothing} : i32
// error@29: no attribute alias `#nothing` was defined before

// -----

// errors: an alias that is defined twice
#a = 1 : i32
#a = 2 : i32
// error@1: the alias `#a` is defined twice

// -----

// errors: a device attribute of another type
util.global private @d = #hal.device.target<"vulkan"> : !hal.buffer
// error@55: expected type !hal.device

// -----

// errors: an attribute of another kind where one kind is needed
hal.executable private @e {
  hal.executable.variant public @v target(#hal.device.ordinal<1>) {
// error@43: expected an attribute #hal.executable.target
  }
}

// -----

// errors: an attribute of the HAL that nobody knows, and those there are
util.global private @g {a = #hal.nothing<1>} : i32
// error@29: unknown attribute `#hal.nothing`; the hal dialect has hal.device.alias, hal.device.target, hal.device.ordinal, hal.device.fallback, hal.device.select, hal.device.affinity, hal.device.promise, hal.device.optimal, hal.device.topology, hal.abi.convention, hal.collective, hal.descriptor_type, hal.pipeline.binding, hal.pipeline.layout, hal.executable.target, hal.executable.object, hal.executable.objects

// -----

// errors: a descriptor type nobody knows
util.global private @g {a = #hal.pipeline.binding<texture>} : i32
// error@51: expected for DescriptorType one of uniform_buffer, storage_buffer, found `texture`

// -----

// errors: a layout without bindings
util.global private @g {a = #hal.pipeline.layout<constants = 1>} : i32
// error@63: expected `bindings = …`, found `>`

// -----

// errors: a layout with a key nobody knows
util.global private @g {a = #hal.pipeline.layout<size = 1, bindings = []>} : i32
// error@50: expected one of constants, bindings, flags, found `size`

// -----

// errors: a queue that no affinity has
util.global private @g {a = #hal.device.affinity<@d, [64]>} : i32
// error@55: expected a queue from 0 to 63, found 64

// -----

// errors: a topology with a key nobody knows
util.global private @g {a = #hal.device.topology<links = [(@a -> @b = {fast = true})]>} : i32
// error@72: expected `unified_memory` or `transparent_access`, found `fast`

// -----

// errors: bytes of a composite that end nowhere
util.global private @g {a = #util.composite<4xi8, [dense<1> : tensor<4xi8>, >} : i32
// error@77: expected an attribute, found `>`

// -----

// errors: arrays of things that are no numbers
util.global private @g {a = array<index: 1>} : i32
// error@35: expected an integer or float type of at most 64 bits for an array

// -----

// errors: an array element that is no number
util.global private @g {a = array<i32: x>} : i32
// error@40: expected an attribute, found `x`

// -----

// errors: an integer set without relation
util.global private @g {a = affine_set<(d0) : (d0 - 1 > 0)>} : i32
// error@55: expected `==` or `>=`, found `>`

// -----

// errors: a dimension nobody declared
util.global private @g {a = affine_map<(d0) -> (d1)>} : i32
// error@49: no dimension or symbol `d1` is declared

// -----

// errors: a dimension that is declared twice
util.global private @g {a = affine_map<(d0, d0) -> (d0)>} : i32
// error@45: `d0` is declared twice

// -----

// errors: an affine constant of more than 63 bits
util.global private @g {a = affine_map<(d0) -> (d0 + 9223372036854775808)>} : i32
// error@54: expected a constant below 2^63

// -----

// errors: an affine expression that is none
util.global private @g {a = affine_map<(d0) -> (*)>} : i32
// error@49: expected an affine expression, found `*`

// -----

// errors: a stride that is no number
util.global private @g {a = strided<[x]>} : i32
// error@38: expected a stride or `?`, found `x`

// -----

// errors: an offset that is no number
util.global private @g {a = strided<[1], offset: x>} : i32
// error@50: expected an offset or `?`, found `x`

// -----

// errors: dense elements of uneven depth
util.global private @g {a = dense<[1, [2]]> : tensor<2xi32>} : i32
// error@39: expected lists of the same depth everywhere

// -----

// errors: dense lists of other lengths
util.global private @g {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : i32
// error@44: expected 2 items as in the lists before, found 1

// -----

// errors: dense elements of another shape
util.global private @g {a = dense<[1, 2, 3]> : tensor<2xi32>} : i32
// error@29: expected elements of shape 2, found 3

// -----

// errors: dense strings of another shape
util.global private @g {a = dense<["a", "b"]> : tensor<3x!util.object>} : i32
// error@29: expected elements of shape 3, found 2

// -----

// errors: dense elements for a dynamic shape
util.global private @g {a = dense<1> : tensor<?xi32>} : i32
// error@29: expected a tensor or vector type with static shape for elements

// -----

// errors: no elements where some are needed
util.global private @g {a = dense<> : tensor<2xi32>} : i32
// error@29: expected 2 elements, found none

// -----

// errors: an element that is none
util.global private @g {a = dense<[1, x]> : tensor<2xi32>} : i32
// error@39: expected an element: a number, true, false or a string, found `x`

// -----

// errors: an element too wide for its type
util.global private @g {a = dense<[1, 300]> : tensor<2xi8>} : i32
// error@39: expected a value of 8 bits, found 300

// -----

// errors: an integer for a float element
util.global private @g {a = dense<[1.0, 2]> : tensor<2xf32>} : i32
// error@41: expected a float literal such as 1.0, or its bits in hexadecimal

// -----

// errors: a pair for an element that is no complex number
util.global private @g {a = dense<[(1.0, 2.0)]> : tensor<1xf32>} : i32
// error@29: expected elements written (re, im) for a complex type, and only for it

// -----

// errors: a string of elements that are numbers
util.global private @g {a = dense<["a"]> : tensor<1xi32>} : i32
// error@36: expected hexadecimal digits after "0x

// -----

// errors: hexadecimal elements of another size
util.global private @g {a = dense<"0x0102"> : tensor<2xi32>} : i32
// error@35: expected 8 bytes for 2 elements (or 4 for one repeated), found 2

// -----

// errors: hexadecimal elements with a digit that is none
util.global private @g {a = dense<"0x01G2"> : tensor<2xi8>} : i32
// error@40: expected a hexadecimal digit

// -----

// errors: hexadecimal elements with half a byte
util.global private @g {a = dense<"0x012"> : tensor<2xi8>} : i32
// error@35: expected an even number of hexadecimal digits

// -----

// errors: elements in a string that is not hexadecimal
util.global private @g {a = dense<"1234"> : tensor<2xi8>} : i32
// error@35: expected hexadecimal digits after "0x

// -----

// errors: a sparse tensor of dynamic shape
util.global private @g {a = sparse<[[0]], [1.0]> : tensor<?xf32>} : i32
// error@29: expected a tensor or vector type with static shape for elements

// -----

// errors: a resource without key
util.global private @g {a = dense_resource<7> : tensor<2xi8>} : i32
// error@44: expected a resource key, found `7`

// -----

// errors: a location that is none
util.global private @g : i32 loc(7)
// error@34: expected a location, found `7`

// -----

// errors: a location alias nobody defined
util.global private @g : i32 loc(#loc1)
// error@34: no location alias `#loc1` is defined

// -----

// errors: an alias that is no location
#loc1 = 7 : i32
util.global private @g : i32 loc(#loc1)
// error@34: expected a location

// -----

// errors: a call site without caller
util.global private @g : i32 loc(callsite("a" "b"))
// error@47: expected `at`, found `"b"`

// -----

// errors: a resource of no known kind
util.global private @g : i32
{-#
  dialect_resources: {
    builtin: {
      blob: 7
// error@13: expected a blob in quotes, a string, true or false, found `7`
    }
  }
#-}

// -----

// errors: a resource without room for its alignment
util.global private @g : i32
{-#
  dialect_resources: {
    builtin: {
      blob: "0x0000"
// error@13: expected a blob of at least the four bytes of its alignment
    }
  }
#-}

// -----

// errors: a resource section that does not end
util.global private @g : i32
{-#
  dialect_resources: {
// error@23: expected a resource key, found end of file
