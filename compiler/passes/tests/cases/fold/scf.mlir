// opt --canonicalize: a condition that is known
util.func private @ext() -> i32
util.func public @f(%a: i32) -> (i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> (i32) {
    %x = util.call @ext() : () -> i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %false -> (i32) {
    scf.yield %a : i32
  } else {
    %x = util.call @ext() : () -> i32
    scf.yield %x : i32
  }
  scf.if %false {
    %x = util.call @ext() : () -> i32
  }
  util.return %0, %1 : i32, i32
}
// =====
module {
  util.func private @ext() -> i32
  util.func public @f(%a: i32) -> (i32, i32) {
    %x = util.call @ext() : () -> i32
    %x_0 = util.call @ext() : () -> i32
    util.return %x, %x_0 : i32, i32
  }
}

// -----

// opt --canonicalize: values that are there before
util.func private @ext() -> i32
util.func public @f(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32) {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    %x = util.call @ext() : () -> i32
    scf.yield %a, %x, %a : i32, i32, i32
  } else {
    scf.yield %b, %b, %a : i32, i32, i32
  }
  util.return %0#0, %0#1, %0#2 : i32, i32, i32
}
// =====
module {
  util.func private @ext() -> i32
  util.func public @f(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32) {
    %0 = arith.select %c, %a, %b : i32
    %1 = scf.if %c -> (i32) {
      %x = util.call @ext() : () -> i32
      scf.yield %x : i32
    } else {
      scf.yield %b : i32
    }
    util.return %0, %1, %a : i32, i32, i32
  }
}

// -----

// opt --canonicalize: nothing to do otherwise
util.func private @ext()
util.func public @f(%c: i1) {
  scf.if %c {
    util.call @ext() : () -> ()
  } else {
  }
  util.return
}
// =====
module {
  util.func private @ext()
  util.func public @f(%c: i1) {
    scf.if %c {
      util.call @ext() : () -> ()
    }
    util.return
  }
}

// -----

// opt --canonicalize: one case, and a known one
util.func private @ext() -> i32
util.func public @f(%n: index, %a: i32) -> (i32, i32, i32) {
  %c5 = arith.constant 5 : index
  %0 = scf.index_switch %n -> i32
  case 3 {
    %x = util.call @ext() : () -> i32
    scf.yield %x : i32
  }
  default {
    scf.yield %a : i32
  }
  %1 = scf.index_switch %c5 -> i32
  case 3 {
    scf.yield %a : i32
  }
  case 5 {
    %x = util.call @ext() : () -> i32
    scf.yield %x : i32
  }
  default {
    scf.yield %a : i32
  }
  %2 = scf.index_switch %c5 -> i32
  case 3 {
    scf.yield %a : i32
  }
  case 6 {
    scf.yield %a : i32
  }
  default {
    %x = util.call @ext() : () -> i32
    scf.yield %x : i32
  }
  util.return %0, %1, %2 : i32, i32, i32
}
// =====
module {
  util.func private @ext() -> i32
  util.func public @f(%n: index, %a: i32) -> (i32, i32, i32) {
    %0 = scf.index_switch %n -> i32 
    case 3 {
      %x_1 = util.call @ext() : () -> i32
      scf.yield %x_1 : i32
    }
    default {
      scf.yield %a : i32
    }
    %x = util.call @ext() : () -> i32
    %x_0 = util.call @ext() : () -> i32
    util.return %0, %x, %x_0 : i32, i32, i32
  }
}
