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
  util.global private @a : i32 loc(#loc1)
  util.global private @b : i32 loc(#loc2)
  util.global private @c : i32 loc(#loc3)
  util.global private @d : i32 loc(#loc12)
  util.global private @e : i32 loc(#loc13)
  util.global private @f : i32 loc(#loc14)
  util.global private @g : i32 loc(#loc15)
  util.global private @h : i32 loc(#loc16)
  util.global private @i : i32 loc(#loc10)
  util.global private @j : i32 loc(#loc11)
} loc(#loc)
#loc = loc("a.mlir":1:2)
#loc1 = loc(unknown)
#loc2 = loc("b.mlir":3:4)
#loc3 = loc("name")
#loc4 = loc("d.mlir":5:6)
#loc5 = loc("e.mlir":7:8)
#loc6 = loc("main.mlir":9:10)
#loc7 = loc("f.mlir":1:1)
#loc8 = loc("g.mlir":2:2)
#loc9 = loc("g.mlir":1:1)
#loc10 = loc("i.mlir":1:2 to :3)
#loc11 = loc("i.mlir":1:2 to 3:4)
#loc12 = loc("name"(#loc4))
#loc13 = loc(callsite(#loc5 at #loc6))
#loc14 = loc(fused[#loc7, #loc8])
#loc15 = loc(fused<"pass">[#loc9])
#loc16 = loc("op"(#loc))

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
#loc2 = loc("y.mlir":2:2)
module {
  util.func public @f(%arg0: i32) {
    cf.br ^bb1(%arg0 : i32) loc(#loc1)
  ^bb1(%0: i32 loc("y.mlir":2:2)):  // pred: ^bb0
    util.return loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("late.mlir":9:9)

// -----

// print --locations: operations without a location have the place of their text
util.global private @a : i32
  util.global private @b : i32
// =====
module {
  util.global private @a : i32 loc(#loc)
  util.global private @b : i32 loc(#loc1)
} loc(#loc)
#loc = loc("case.mlir":1:1)
#loc1 = loc("case.mlir":2:3)
