// opt --canonicalize: and
util.func public @and(%a: i32) -> (i32, i32, i32, i32) {
  %z = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %c6 = arith.constant 6 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.andi %a, %z : i32
  %1 = arith.andi %a, %m : i32
  %2 = arith.andi %a, %a : i32
  %3 = arith.andi %c6, %c3 : i32
  util.return %0, %1, %2, %3 : i32, i32, i32, i32
}
// =====
module {
  util.func public @and(%a: i32) -> (i32, i32, i32, i32) {
    %z = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    util.return %z, %a, %a, %c2_i32 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: and with its opposite
util.func public @and_with_its_opposite(%a: i32) -> (i32, i32) {
  %m = arith.constant -1 : i32
  %n = arith.xori %a, %m : i32
  %0 = arith.andi %a, %n : i32
  %1 = arith.andi %n, %a : i32
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func public @and_with_its_opposite(%a: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    util.return %c0_i32, %c0_i32 : i32, i32
  }
}

// -----

// opt --canonicalize: and of and
util.func public @and_of_and(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.andi %a, %b : i32
  %1 = arith.andi %0, %b : i32
  %2 = arith.andi %a, %0 : i32
  util.return %1, %2 : i32, i32
}
// =====
module {
  util.func public @and_of_and(%a: i32, %b: i32) -> (i32, i32) {
    %0 = arith.andi %a, %b : i32
    util.return %0, %0 : i32, i32
  }
}

// -----

// opt --canonicalize: or
util.func public @or(%a: i32) -> (i32, i32, i32, i32) {
  %z = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %c6 = arith.constant 6 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.ori %a, %z : i32
  %1 = arith.ori %a, %m : i32
  %2 = arith.ori %a, %a : i32
  %3 = arith.ori %c6, %c3 : i32
  util.return %0, %1, %2, %3 : i32, i32, i32, i32
}
// =====
module {
  util.func public @or(%a: i32) -> (i32, i32, i32, i32) {
    %m = arith.constant -1 : i32
    %c7_i32 = arith.constant 7 : i32
    util.return %a, %m, %a, %c7_i32 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: or with its opposite
util.func public @or_with_its_opposite(%a: i1) -> (i1, i1) {
  %m = arith.constant true
  %n = arith.xori %a, %m : i1
  %0 = arith.ori %a, %n : i1
  %1 = arith.ori %n, %a : i1
  util.return %0, %1 : i1, i1
}
// =====
module {
  util.func public @or_with_its_opposite(%a: i1) -> (i1, i1) {
    %m = arith.constant true
    util.return %m, %m : i1, i1
  }
}

// -----

// opt --canonicalize: xor
util.func public @xor(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %z = arith.constant 0 : i32
  %c6 = arith.constant 6 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.xori %a, %z : i32
  %1 = arith.xori %a, %a : i32
  %x = arith.xori %a, %b : i32
  %2 = arith.xori %x, %b : i32
  %3 = arith.xori %x, %a : i32
  %4 = arith.xori %a, %x : i32
  %5 = arith.xori %b, %x : i32
  %6 = arith.xori %c6, %c3 : i32
  util.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @xor(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c5_i32 = arith.constant 5 : i32
    util.return %a, %c0_i32, %a, %b, %b, %a, %c5_i32 : i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: bits of extended values
util.func public @bits_of_extended_values(%a: i8, %b: i8, %c: i16) -> (i32, i32, i32, i32) {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %2 = arith.extsi %a : i8 to i32
  %3 = arith.extsi %b : i8 to i32
  %4 = arith.extui %c : i16 to i32
  %5 = arith.andi %0, %1 : i32
  %6 = arith.ori %2, %3 : i32
  %7 = arith.xori %0, %1 : i32
  %8 = arith.andi %0, %4 : i32
  util.return %5, %6, %7, %8 : i32, i32, i32, i32
}
// =====
module {
  util.func public @bits_of_extended_values(%a: i8, %b: i8, %c: i16) -> (i32, i32, i32, i32) {
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extui %c : i16 to i32
    %2 = arith.andi %a, %b : i8
    %3 = arith.extui %2 : i8 to i32
    %4 = arith.ori %a, %b : i8
    %5 = arith.extsi %4 : i8 to i32
    %6 = arith.xori %a, %b : i8
    %7 = arith.extui %6 : i8 to i32
    %8 = arith.andi %0, %1 : i32
    util.return %3, %5, %7, %8 : i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: not of comparison
util.func public @not_of_comparison(%a: i32, %b: i32) -> (i1, i1) {
  %true = arith.constant true
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.xori %0, %true : i1
  %2 = arith.cmpi eq, %a, %b : i32
  %3 = arith.xori %true, %2 : i1
  util.return %1, %3 : i1, i1
}
// =====
module {
  util.func public @not_of_comparison(%a: i32, %b: i32) -> (i1, i1) {
    %0 = arith.cmpi sge, %a, %b : i32
    %1 = arith.cmpi ne, %a, %b : i32
    util.return %0, %1 : i1, i1
  }
}

// -----

// opt --canonicalize: shifts
util.func public @shifts(%a: i32) -> (i32, i32, i32, i32, i32, i32) {
  %z = arith.constant 0 : i32
  %m = arith.constant -8 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.shli %a, %z : i32
  %1 = arith.shrui %a, %z : i32
  %2 = arith.shrsi %a, %z : i32
  %3 = arith.shli %m, %c2 : i32
  %4 = arith.shrui %m, %c2 : i32
  %5 = arith.shrsi %m, %c2 : i32
  util.return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @shifts(%a: i32) -> (i32, i32, i32, i32, i32, i32) {
    %c-32_i32 = arith.constant -32 : i32
    %c1073741822_i32 = arith.constant 1073741822 : i32
    %c-2_i32 = arith.constant -2 : i32
    util.return %a, %a, %a, %c-32_i32, %c1073741822_i32, %c-2_i32 : i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: shifts by the width stay
util.func public @shifts_by_the_width_stay() -> (i32, i32, i32) {
  %a = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %0 = arith.shli %a, %w : i32
  %1 = arith.shrui %a, %w : i32
  %2 = arith.shrsi %a, %w : i32
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.func public @shifts_by_the_width_stay() -> (i32, i32, i32) {
    %a = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %0 = arith.shli %a, %w : i32
    %1 = arith.shrui %a, %w : i32
    %2 = arith.shrsi %a, %w : i32
    util.return %0, %1, %2 : i32, i32, i32
  }
}

// -----

// opt --canonicalize: max and min
util.func public @max_and_min(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %most = arith.constant 2147483647 : i32
  %least = arith.constant -2147483648 : i32
  %z = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.maxsi %a, %most : i32
  %1 = arith.maxsi %a, %least : i32
  %2 = arith.minsi %a, %most : i32
  %3 = arith.minsi %a, %least : i32
  %4 = arith.maxui %a, %z : i32
  %5 = arith.maxui %a, %m : i32
  %6 = arith.minui %a, %z : i32
  %7 = arith.minui %a, %m : i32
  util.return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @max_and_min(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
    %most = arith.constant 2147483647 : i32
    %least = arith.constant -2147483648 : i32
    %z = arith.constant 0 : i32
    %m = arith.constant -1 : i32
    util.return %most, %a, %a, %least, %a, %m, %z, %a : i32, i32, i32, i32, i32, i32, i32, i32
  }
}

// -----

// opt --canonicalize: max and min of equal and constant operands
util.func public @max_and_min_of_equal_and_constant_operands(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %p = arith.constant 3 : i32
  %n = arith.constant -4 : i32
  %0 = arith.maxsi %a, %a : i32
  %1 = arith.minsi %a, %a : i32
  %2 = arith.maxui %a, %a : i32
  %3 = arith.minui %a, %a : i32
  %4 = arith.maxsi %p, %n : i32
  %5 = arith.minsi %p, %n : i32
  %6 = arith.maxui %p, %n : i32
  %7 = arith.minui %p, %n : i32
  util.return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}
// =====
module {
  util.func public @max_and_min_of_equal_and_constant_operands(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
    %c3_i32 = arith.constant 3 : i32
    %c-4_i32 = arith.constant -4 : i32
    util.return %a, %a, %a, %a, %c3_i32, %c-4_i32, %c-4_i32, %c3_i32 : i32, i32, i32, i32, i32, i32, i32, i32
  }
}
