//! Limits of the parser, by name.

// errors: lists that nest too deeply
util.global private @g {
  a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
// error@134: expected at most 128 levels of nesting
} : i32

// -----

// errors: more elements than a constant may have
util.global private @g {a = dense<1> : tensor<68719476737xi8>} : i32
// error@29: expected at most 68719476736 elements
