//! Mistakes in single tokens.

// errors: a string without its end
util.global private @g {a = "open} : i32
// error@29: expected an attribute, found a string without closing quote

// -----

// errors: a string over the end of a line
util.global private @"a
// error@21: expected a symbol such as @name, found `@`
b" : i32
// error@1: no custom form is known for the operation `b`
// note@1: any operation can be given in generic form: "dialect.name"(%operands) : (types) -> types

// -----

// errors: an escape nobody knows
util.global private @g {a = "a\qb"} : i32
// error@29: unknown escape in string; expected \n, \t, \", \\ or two hex digits

// -----

// errors: bytes in a string that must be text
util.global private @"\FF" : i32
// error@21: expected a symbol of UTF-8

// -----

// errors: a character no token begins with
util.global private @g : i32 ?
// error@30: expected an operation, found `?`

// -----

// errors: a value without name
util.func public @f(%i: i32, %x: f32, %b: !hal.buffer, %d: !hal.device) {
  %0 = arith.addi %, %i : i32
// error@19: expected a value such as %name, found `%`
  util.return
}

// -----

// errors: a symbol without name
util.global private @ : i32
// error@21: expected a symbol such as @name, found `@`

// -----

// errors: text that ends in the middle
util.func public @f() {
// error@24: expected `}`, found end of file

// -----

// errors: something after the end
util.func private @f()
}
// error@1: expected an operation, found `}`

// -----

// errors: an operation must be a word
= 3
// error@1: expected an operation, found `=`

// -----

// errors: bytes that are no text at all

// error@1: expected an operation, found `\u{1}`

// -----

// errors: letters that begin no token
ä = 1
// error@1: expected an operation, found `ä`

// -----

// errors: an odd character in the text of an inner module
hal.executable private @e {
  hal.executable.variant public @v target(<"vmvx", "vmvx-bytecode-fb">) {
    builtin.module {
      vm.module public @m { é }
// error@29: expected `}`, found `é`
    }
  }
}
