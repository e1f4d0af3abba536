//! Generic form, written and read.

// print --generic: properties stand in angle brackets, other attributes after the regions
module {
  util.global private mutable @g {foo.bar = 1 : i32} = 5 : i32
  util.func public @f(%arg0: i1, %arg1: i32) -> i32 {
    %0 = arith.addi %arg1, %arg1 : i32
    cf.cond_br %arg0, ^bb1(%0 : i32), ^bb2
  ^bb1(%1: i32):
    util.return %1 : i32
  ^bb2:
    util.return %arg1 : i32
  }
}
// =====
"builtin.module"() ({
  "util.global"() <{initial_value = 5 : i32, is_mutable, sym_name = "g", sym_visibility = "private", type = i32}> {foo.bar = 1 : i32} : () -> ()
  "util.func"() <{function_type = (i1, i32) -> i32, sym_name = "f", sym_visibility = "public", tied_operands = [-1 : index]}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    %0 = "arith.addi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "cf.cond_br"(%arg0, %0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    "util.return"(%1) : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "util.return"(%arg1) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----

// print --generic: results and their numbers
module {
  util.func public @f(%arg0: !hal.device) {
    %0:2 = hal.device.query<%arg0 : !hal.device> key("a" :: "b") : i1, i1
    %1 = arith.select %0#0, %0#1, %0#1 : i1
    util.return
  }
}
// =====
"builtin.module"() ({
  "util.func"() <{function_type = (!hal.device) -> (), sym_name = "f", sym_visibility = "public"}> ({
  ^bb0(%arg0: !hal.device):
    %0:2 = "hal.device.query"(%arg0) <{category = "a", key = "b"}> : (!hal.device) -> (i1, i1)
    %1 = "arith.select"(%0#0, %0#1, %0#1) : (i1, i1, i1) -> i1
    "util.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

// print: generic form is read as custom form
"builtin.module"() ({
  "util.global"() <{is_mutable, sym_name = "g", sym_visibility = "private", type = i32}> : () -> ()
  "util.func"() <{function_type = (i32) -> (), sym_name = "f", sym_visibility = "public"}> ({
  ^bb0(%arg0: i32):
    "util.global.store"(%arg0) <{global = @g}> : (i32) -> ()
    "util.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// =====
module {
  util.global private mutable @g : i32
  util.func public @f(%arg0: i32) {
    util.global.store %arg0, @g : i32
    util.return
  }
}

// -----

// print: properties may stand among the attributes, as older tools wrote them
"builtin.module"() ({
  "util.global"() {sym_name = "g", sym_visibility = "private", type = i32, foo.bar} : () -> ()
}) : () -> ()
// =====
module {
  util.global private @g {foo.bar} : i32
}

// -----

// print: operations nobody knows, with their regions and blocks
module {
  "foo.op"() ({
  ^bb0(%arg0: i32):
    "foo.use"(%arg0)[^bb1] : (i32) -> ()
  ^bb1:  // pred: ^bb0
    "foo.end"() {a = 1 : i32} : () -> ()
  }) : () -> ()
}
