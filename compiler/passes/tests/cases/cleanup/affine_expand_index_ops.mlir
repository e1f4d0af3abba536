// opt --iree-affine-expand-index-ops: extents that are values and numbers
util.func public @f(%i: index, %n: index, %m: index) -> (index, index, index, index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 4, %m) : index, index, index
  %1:2 = affine.delinearize_index %i into (8) : index, index
  %2 = affine.linearize_index [%i, %n, %m] by (%n, %m, 5) : index
  %3 = affine.linearize_index disjoint [%i, %n] by (4) : index
  util.return %0#0, %0#1, %0#2, %1#0, %1#1, %2, %3 : index, index, index, index, index, index, index
}
// =====
module {
  util.func public @f(%i: index, %n: index, %m: index) -> (index, index, index, index, index, index, index) {
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %0 = arith.muli %m, %c4 overflow<nsw, nuw> : index
    %1 = arith.floordivsi %i, %0 : index
    %2 = arith.remsi %i, %0 : index
    %3 = arith.cmpi slt, %2, %c0 : index
    %4 = arith.addi %2, %0 overflow<nsw> : index
    %5 = arith.select %3, %4, %2 : index
    %6 = arith.divsi %5, %m : index
    %7 = arith.remsi %i, %m : index
    %8 = arith.cmpi slt, %7, %c0 : index
    %9 = arith.addi %7, %m overflow<nsw> : index
    %10 = arith.select %8, %9, %7 : index
    %11 = arith.floordivsi %i, %c8 : index
    %12 = arith.remsi %i, %c8 : index
    %13 = arith.cmpi slt, %12, %c0 : index
    %14 = arith.addi %12, %c8 overflow<nsw> : index
    %15 = arith.select %13, %14, %12 : index
    %16 = arith.muli %m, %c5 overflow<nsw> : index
    %17 = arith.muli %i, %16 overflow<nsw> : index
    %18 = arith.muli %n, %c5 overflow<nsw> : index
    %19 = arith.addi %17, %18 overflow<nsw> : index
    %20 = arith.addi %19, %m overflow<nsw> : index
    %21 = arith.muli %i, %c4 overflow<nsw> : index
    %22 = arith.addi %21, %n overflow<nsw> : index
    util.return %1, %6, %10, %11, %15, %20, %22 : index, index, index, index, index, index, index
  }
}

// -----

// opt --iree-affine-expand-index-ops: one dimension, and none
util.func public @f(%i: index) -> (index, index, index) {
  %0 = affine.delinearize_index %i into () : index
  %1 = affine.delinearize_index %i into (7) : index
  %2 = affine.linearize_index [%i] by () : index
  util.return %0, %1, %2 : index, index, index
}
// =====
module {
  util.func public @f(%i: index) -> (index, index, index) {
    util.return %i, %i, %i : index, index, index
  }
}

// -----

// opt --iree-affine-expand-index-ops: constants are folded, what is dead goes
util.func public @f(%i: index) -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  %0:3 = affine.delinearize_index %c13 into (2, 3, 4) : index, index, index
  %1:2 = affine.delinearize_index %i into (3, 4) : index, index
  %2 = affine.linearize_index disjoint [%c1, %0#1, %i] by (%c2, %c2, 5) : index
  util.return %2 : index
}
// =====
module {
  util.func public @f(%i: index) -> index {
    %c10 = arith.constant 10 : index
    %0 = arith.addi %i, %c10 overflow<nsw> : index
    util.return %0 : index
  }
}

// -----

// opt --iree-lower-affine: with the other operations of the dialect
util.func public @f(%i: index, %n: index) -> (index, index) {
  %0:2 = affine.delinearize_index %i into (%n, 16) : index, index
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2)>(%0#0)[%0#1]
  %2 = affine.linearize_index [%0#0, %i, %1] by (%n, 4) : index
  util.return %1, %2 : index, index
}
// =====
module {
  util.func public @f(%i: index, %n: index) -> (index, index) {
    %c16 = arith.constant 16 : index
    %c0 = arith.constant 0 : index
    %0 = arith.floordivsi %i, %c16 : index
    %1 = arith.remsi %i, %c16 : index
    %2 = arith.cmpi slt, %1, %c0 : index
    %3 = arith.addi %1, %c16 overflow<nsw> : index
    %4 = arith.select %2, %3, %1 : index
    %c2 = arith.constant 2 : index
    %5 = arith.muli %4, %c2 overflow<nsw> : index
    %6 = arith.addi %0, %5 : index
    %c4 = arith.constant 4 : index
    %c4_0 = arith.constant 4 : index
    %7 = arith.muli %n, %c4_0 overflow<nsw> : index
    %8 = arith.muli %0, %7 overflow<nsw> : index
    %9 = arith.muli %i, %c4 overflow<nsw> : index
    %10 = arith.addi %8, %9 overflow<nsw> : index
    %11 = arith.addi %10, %6 overflow<nsw> : index
    util.return %6, %11 : index, index
  }
}

// -----

// opt --canonicalize: extents are one for each dimension or for each but the first
util.func public @f(%i: index) -> index {
  %0:4 = affine.delinearize_index %i into (2, 3) : index, index, index, index
// error@10: affine.delinearize_index: expected an extent for each result or for each but the first, found 2 for 4
  util.return %0#0 : index
}
