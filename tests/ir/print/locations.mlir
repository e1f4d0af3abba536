//! Locations, read and printed.

// print --locations: every kind of location
#loc = loc("a.mlir":1:2)
#name = loc("op"(#loc))
module {
  util.global private @a : i32 loc(unknown)
  util.global private @b : i32 loc("b.mlir":3:4)
  util.global private @c : i32 loc("name")
  util.global private @d : i32 loc("name"("d.mlir":5:6))
  util.global private @e : i32 loc(callsite("e.mlir":7:8 at "main.mlir":9:10))
  util.global private @f : i32 loc(fused["f.mlir":1:1, "g.mlir":2:2])
  util.global private @g : i32 loc(fused<"pass">["g.mlir":1:1])
  util.global private @h : i32 loc(#name)
  util.global private @i : i32 loc("i.mlir":1:2 to :3)
  util.global private @j : i32 loc("i.mlir":1:2 to 3:4)
} loc(#loc)
// =====
module {
  util.global private @a : i32 loc(unknown)
  util.global private @b : i32 loc("b.mlir":3:4)
  util.global private @c : i32 loc("name")
  util.global private @d : i32 loc("name"("d.mlir":5:6))
  util.global private @e : i32 loc(callsite("e.mlir":7:8 at "main.mlir":9:10))
  util.global private @f : i32 loc(fused["f.mlir":1:1, "g.mlir":2:2])
  util.global private @g : i32 loc(fused<"pass">["g.mlir":1:1])
  util.global private @h : i32 loc("op"("a.mlir":1:2))
  util.global private @i : i32 loc("i.mlir":1:2 to :3)
  util.global private @j : i32 loc("i.mlir":1:2 to 3:4)
} loc("a.mlir":1:2)

// -----

// print --locations: arguments of blocks have locations, and aliases may come later
module {
  util.func public @f(%arg0: i32 loc("x.mlir":1:1)) {
    cf.br ^bb1(%arg0 : i32) loc(#later)
  ^bb1(%0: i32 loc("y.mlir":2:2)):
    util.return loc(unknown)
  } loc(unknown)
} loc(unknown)
#later = loc("late.mlir":9:9)
// =====
module {
  util.func public @f(%arg0: i32 loc("x.mlir":1:1)) {
    cf.br ^bb1(%arg0 : i32) loc("late.mlir":9:9)
  ^bb1(%0: i32 loc("y.mlir":2:2)):  // pred: ^bb0
    util.return loc(unknown)
  } loc(unknown)
} loc(unknown)

// -----

// print --locations: operations without a location have the place of their text
util.global private @a : i32
  util.global private @b : i32
// =====
module {
  util.global private @a : i32 loc("case.mlir":1:1)
  util.global private @b : i32 loc("case.mlir":2:3)
} loc("case.mlir":1:1)
