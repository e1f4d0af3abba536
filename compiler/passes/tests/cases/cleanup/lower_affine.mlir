// opt --iree-lower-affine: every operator
util.func public @f(%n: index, %c: index) -> (index, index, index, index) {
  %0 = affine.apply affine_map<()[s0] -> (s0 ceildiv 64)>()[%n]
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 3 + s0 * 2 - 1)>(%c)[%n]
  %2 = affine.min affine_map<(d0)[s0] -> (d0, s0, 5)>(%c)[%n]
  %3 = affine.max affine_map<(d0) -> (d0 mod 7, 64)>(%c)
  util.return %0, %1, %2, %3 : index, index, index, index
}
// =====
module {
  util.func public @f(%n: index, %c: index) -> (index, index, index, index) {
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.cmpi sle, %n, %c0 : index
    %1 = arith.subi %c0, %n : index
    %2 = arith.subi %n, %c1 : index
    %3 = arith.select %0, %1, %2 : index
    %4 = arith.divsi %3, %c64 : index
    %5 = arith.subi %c0, %4 : index
    %6 = arith.addi %4, %c1 : index
    %7 = arith.select %0, %5, %6 : index
    %c3 = arith.constant 3 : index
    %c0_0 = arith.constant 0 : index
    %c-1 = arith.constant -1 : index
    %8 = arith.cmpi slt, %c, %c0_0 : index
    %9 = arith.subi %c-1, %c : index
    %10 = arith.select %8, %9, %c : index
    %11 = arith.divsi %10, %c3 : index
    %12 = arith.subi %c-1, %11 : index
    %13 = arith.select %8, %12, %11 : index
    %c2 = arith.constant 2 : index
    %14 = arith.muli %n, %c2 overflow<nsw> : index
    %15 = arith.addi %13, %14 : index
    %c-1_1 = arith.constant -1 : index
    %16 = arith.addi %15, %c-1_1 : index
    %c5 = arith.constant 5 : index
    %17 = arith.minsi %c, %n : index
    %18 = arith.minsi %17, %c5 : index
    %c7 = arith.constant 7 : index
    %19 = arith.remsi %c, %c7 : index
    %c0_2 = arith.constant 0 : index
    %20 = arith.cmpi slt, %19, %c0_2 : index
    %21 = arith.addi %19, %c7 : index
    %22 = arith.select %20, %21, %19 : index
    %c64_3 = arith.constant 64 : index
    %23 = arith.maxsi %22, %c64_3 : index
    util.return %7, %16, %18, %23 : index, index, index, index
  }
}
