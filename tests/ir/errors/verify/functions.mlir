//! Functions: bodies and what they return against signatures.

// errors: too few values returned
util.func public @f(%a: i32) -> (i32, i64) {
// note@1: they are declared here
  util.return %a : i32
// error@3: util.return: expected 2 values, one for each result of `util.func`, found 1
}

// -----

// errors: a value of another type returned
util.func public @f(%a: i64) -> i32 {
// note@1: it is declared here
  util.return %a : i64
// error@3: util.return: expected value 0 to be i32, as the result of `util.func`, found i64
}

// -----

// errors: a value of another type returned, as front ends write it
func.func @f(%a: i64) -> i32 {
// note@1: it is declared here
  return %a : i64
// error@3: func.return: expected value 0 to be i32, as the result of `func.func`, found i64
}

// -----

// errors: too few arguments
"util.func"() <{function_type = (i32, i64) -> (), sym_name = "f", sym_visibility = "private"}> ({
// error@1: util.func: expected the entry block to have 2 arguments, as the signature, found 1
^bb0(%a: i32):
  "util.return"() : () -> ()
}) : () -> ()

// -----

// errors: an argument of another type
"util.func"() <{function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
// error@1: util.func: expected argument 0 to be i32, as in the signature, found i64
^bb0(%a: i64):
// note@6: `%a` is defined here
  "util.return"() : () -> ()
}) : () -> ()

// -----

// errors: attributes for another number of arguments and results
"util.func"() <{function_type = (i32) -> i32, sym_name = "f", sym_visibility = "private", arg_attrs = [{}, {}], res_attrs = []}> ({
// error@1: util.func: expected `arg_attrs` to have 1 element, as the signature, found 2
// error@1: util.func: expected `res_attrs` to have 1 element, as the signature, found 0
^bb0(%a: i32):
  "util.return"(%a) : (i32) -> ()
}) : () -> ()

// -----

// errors: a signature that is no function type
"util.func"() <{function_type = i32, sym_name = "f", sym_visibility = "private"}> ({
// error@1: util.func: expected `function_type` to be a function type, found i32
  "util.return"() : () -> ()
}) : () -> ()

// -----

// errors: a result that shares the storage of no argument
"util.func"() <{function_type = (i32) -> i32, sym_name = "f", sym_visibility = "private", tied_operands = [1 : index]}> ({
// error@1: util.func: expected result 0 to share the storage of one of 1 argument, found number 1
^bb0(%a: i32):
  "util.return"(%a) : (i32) -> ()
}) : () -> ()

// -----

// errors: an initializer that takes something
"util.initializer"() <{function_type = (i32) -> ()}> ({
// error@1: util.initializer: expected to take and return nothing, found (i32) -> ()
^bb0(%a: i32):
  "util.return"() : () -> ()
}) : () -> ()
