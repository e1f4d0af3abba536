// opt --iree-hal-annotate-target-devices: where devices come from
module {
util.global private @none : !hal.device
util.global private mutable @mut = #hal.device.target<"m"> : !hal.device
util.global private @a = #hal.device.target<"a"> : !hal.device
util.global private @b = #hal.device.target<"b"> : !hal.device
util.global private @al = #hal.device.alias<"a"> : !hal.device
util.global private @ord = #hal.device.select<[#hal.device.target<"zz"> : !hal.device, #hal.device.ordinal<0> : !hal.device, #hal.device.fallback<@b> : !hal.device]> : !hal.device
util.func public @pub(%d: !hal.device) -> !hal.device {
  %0 = util.optimization_barrier %d : !hal.device
  util.return %0 : !hal.device
}
util.func private @uncalled(%d: !hal.device) {
  util.optimization_barrier %d : !hal.device
  util.return
}
util.func private @ext(%d: !hal.device) -> !hal.device
util.initializer {
  %d = util.global.load @a : !hal.device
  %n = util.null : !hal.device
  util.global.store %d, @mut : !hal.device
  util.return
}
util.func private @blocks(%c: i1) -> i32 {
  %a = util.global.load @a : !hal.device
  %b = util.global.load @b : !hal.device
  %m = util.global.load @mut : !hal.device
  %al = util.global.load @al : !hal.device
  %o = util.global.load @ord : !hal.device
  %no = util.global.load @none : !hal.device
  cf.cond_br %c, ^bb1(%a : !hal.device), ^bb1(%b : !hal.device)
^bb1(%x: !hal.device):
  %i = scf.if %c -> !hal.device { scf.yield %x : !hal.device } else { scf.yield %m : !hal.device }
  %e = util.call @ext(%i) : (!hal.device) -> !hal.device
  %p = util.call @pub(%a) : (!hal.device) -> !hal.device
  %z = arith.constant 0 : i64
  %cb = hal.command_buffer.create device(%b : !hal.device) mode(OneShot) categories(Dispatch) affinity(%z) : !hal.command_buffer
  %cd = hal.command_buffer.device<%cb : !hal.command_buffer> : !hal.device
  %idx = arith.constant 0 : index

  %dg = hal.devices.get %idx : !hal.device
  %s = arith.select %c, %dg, %a : !hal.device
  %ok, %v = hal.device.query<%e : !hal.device> key("a" :: "b") : i1, i32
  util.return %v : i32
}
func.func @ff(%d: !hal.device) { return }
}
// =====
#device_target_a = #hal.device.target<"a"> : !hal.device
#device_target_b = #hal.device.target<"b"> : !hal.device
#device_target_m = #hal.device.target<"m"> : !hal.device
#device_target_zz = #hal.device.target<"zz"> : !hal.device
module {
  util.global private @none {hal.device.targets = []} : !hal.device
  util.global private mutable @mut {hal.device.targets = [#device_target_m]} = #device_target_m
  util.global private @a {hal.device.targets = [#device_target_a]} = #device_target_a
  util.global private @b {hal.device.targets = [#device_target_b]} = #device_target_b
  util.global private @al {hal.device.targets = []} = #hal.device.alias<"a"> : !hal.device
  util.global private @ord {hal.device.targets = [#device_target_b]} = #hal.device.select<[#device_target_zz, #hal.device.ordinal<0> : !hal.device, #hal.device.fallback<@b> : !hal.device]> : !hal.device
  util.func public @pub(%d: !hal.device {hal.device.targets = []}) -> !hal.device {
    %0 = util.optimization_barrier {hal.device.targets.operands = [[]], hal.device.targets.results = [[]]} %d : !hal.device
    util.return {hal.device.targets.operands = [[]]} %0 : !hal.device
  }
  util.func private @uncalled(%d: !hal.device {hal.device.targets = []}) {
    %0 = util.optimization_barrier {hal.device.targets.operands = [[]], hal.device.targets.results = [[]]} %d : !hal.device
    util.return
  }
  util.func private @ext(%arg0: !hal.device) -> !hal.device
  util.initializer {
    %d = util.global.load @a {hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %n = util.null {hal.device.targets.results = [[]]} : !hal.device
    util.global.store %d, @mut {hal.device.targets.operands = [[#device_target_a]]} : !hal.device
    util.return
  }
  util.func private @blocks(%c: i1) -> i32 {
    %a = util.global.load @a {hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %b = util.global.load @b {hal.device.targets.results = [[#device_target_b]]} : !hal.device
    %m = util.global.load @mut {hal.device.targets.results = [[]]} : !hal.device
    %al = util.global.load @al {hal.device.targets.results = [[]]} : !hal.device
    %o = util.global.load @ord {hal.device.targets.results = [[]]} : !hal.device
    %no = util.global.load @none {hal.device.targets.results = [[]]} : !hal.device
    cf.cond_br %c, ^bb1(%a : !hal.device), ^bb1(%b : !hal.device) {hal.device.targets.operands = [[#device_target_a], [#device_target_b]]}
  ^bb1(%x: !hal.device):  // 2 preds: ^bb0, ^bb0
    %i = scf.if %c -> (!hal.device) {
      scf.yield {hal.device.targets.operands = [[#device_target_a, #device_target_b]]} %x : !hal.device
    } else {
      scf.yield {hal.device.targets.operands = [[]]} %m : !hal.device
    } {hal.device.targets.results = [[]]}
    %e = util.call @ext(%i) {hal.device.targets.operands = [[]], hal.device.targets.results = [[]]} : (!hal.device) -> !hal.device
    %p = util.call @pub(%a) {hal.device.targets.operands = [[#device_target_a]], hal.device.targets.results = [[]]} : (!hal.device) -> !hal.device
    %z = arith.constant 0 : i64
    %cb = hal.command_buffer.create device(%b : !hal.device) mode(OneShot) categories(Dispatch) affinity(%z) : !hal.command_buffer attributes {hal.device.targets.operands = [[#device_target_b]]}
    %cd = hal.command_buffer.device<%cb : !hal.command_buffer> : !hal.device attributes {hal.device.targets.results = [[]]}
    %idx = arith.constant 0 : index
    %dg = hal.devices.get %idx {hal.device.targets.results = [[]]} : !hal.device
    %s = arith.select %c, %dg, %a {hal.device.targets.operands = [[], [#device_target_a]], hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %ok, %v = hal.device.query<%e : !hal.device> key("a" :: "b") : i1, i32 attributes {hal.device.targets.operands = [[]]}
    util.return %v : i32
  }
  func.func @ff(%d: !hal.device {hal.device.targets = []}) {
    return
  }
}

// -----

// opt --iree-hal-annotate-target-devices: what is not known may be what the module is for
module attributes {hal.device.targets = [#hal.device.target<"legacy"> : !hal.device]} {
util.global private @none : !hal.device
util.global private mutable @mut = #hal.device.target<"m"> : !hal.device
util.global private @a = #hal.device.target<"a"> : !hal.device
util.global private @b = #hal.device.target<"b"> : !hal.device
util.global private @al = #hal.device.alias<"a"> : !hal.device
util.global private @ord = #hal.device.select<[#hal.device.target<"zz"> : !hal.device, #hal.device.ordinal<0> : !hal.device, #hal.device.fallback<@b> : !hal.device]> : !hal.device
util.func public @pub(%d: !hal.device) -> !hal.device {
  %0 = util.optimization_barrier %d : !hal.device
  util.return %0 : !hal.device
}
util.func private @uncalled(%d: !hal.device) {
  util.optimization_barrier %d : !hal.device
  util.return
}
util.func private @ext(%d: !hal.device) -> !hal.device
util.initializer {
  %d = util.global.load @a : !hal.device
  %n = util.null : !hal.device
  util.global.store %d, @mut : !hal.device
  util.return
}
util.func private @blocks(%c: i1) -> i32 {
  %a = util.global.load @a : !hal.device
  %b = util.global.load @b : !hal.device
  %m = util.global.load @mut : !hal.device
  %al = util.global.load @al : !hal.device
  %o = util.global.load @ord : !hal.device
  %no = util.global.load @none : !hal.device
  cf.cond_br %c, ^bb1(%a : !hal.device), ^bb1(%b : !hal.device)
^bb1(%x: !hal.device):
  %i = scf.if %c -> !hal.device { scf.yield %x : !hal.device } else { scf.yield %m : !hal.device }
  %e = util.call @ext(%i) : (!hal.device) -> !hal.device
  %p = util.call @pub(%a) : (!hal.device) -> !hal.device
  %z = arith.constant 0 : i64
  %cb = hal.command_buffer.create device(%b : !hal.device) mode(OneShot) categories(Dispatch) affinity(%z) : !hal.command_buffer
  %cd = hal.command_buffer.device<%cb : !hal.command_buffer> : !hal.device
  %idx = arith.constant 0 : index

  %dg = hal.devices.get %idx : !hal.device
  %s = arith.select %c, %dg, %a : !hal.device
  %ok, %v = hal.device.query<%e : !hal.device> key("a" :: "b") : i1, i32
  util.return %v : i32
}
func.func @ff(%d: !hal.device) { return }
}
// =====
#device_target_a = #hal.device.target<"a"> : !hal.device
#device_target_b = #hal.device.target<"b"> : !hal.device
#device_target_legacy = #hal.device.target<"legacy"> : !hal.device
#device_target_m = #hal.device.target<"m"> : !hal.device
#device_target_zz = #hal.device.target<"zz"> : !hal.device
module attributes {hal.device.targets = [#device_target_legacy]} {
  util.global private @none {hal.device.targets = [#device_target_legacy]} : !hal.device
  util.global private mutable @mut {hal.device.targets = [#device_target_m]} = #device_target_m
  util.global private @a {hal.device.targets = [#device_target_a]} = #device_target_a
  util.global private @b {hal.device.targets = [#device_target_b]} = #device_target_b
  util.global private @al {hal.device.targets = [#device_target_legacy]} = #hal.device.alias<"a"> : !hal.device
  util.global private @ord {hal.device.targets = [#device_target_b, #device_target_legacy]} = #hal.device.select<[#device_target_zz, #hal.device.ordinal<0> : !hal.device, #hal.device.fallback<@b> : !hal.device]> : !hal.device
  util.func public @pub(%d: !hal.device {hal.device.targets = [#device_target_legacy]}) -> !hal.device {
    %0 = util.optimization_barrier {hal.device.targets.operands = [[#device_target_legacy]], hal.device.targets.results = [[#device_target_legacy]]} %d : !hal.device
    util.return {hal.device.targets.operands = [[#device_target_legacy]]} %0 : !hal.device
  }
  util.func private @uncalled(%d: !hal.device {hal.device.targets = []}) {
    %0 = util.optimization_barrier {hal.device.targets.operands = [[]], hal.device.targets.results = [[]]} %d : !hal.device
    util.return
  }
  util.func private @ext(%arg0: !hal.device) -> !hal.device
  util.initializer {
    %d = util.global.load @a {hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %n = util.null {hal.device.targets.results = [[]]} : !hal.device
    util.global.store %d, @mut {hal.device.targets.operands = [[#device_target_a]]} : !hal.device
    util.return
  }
  util.func private @blocks(%c: i1) -> i32 {
    %a = util.global.load @a {hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %b = util.global.load @b {hal.device.targets.results = [[#device_target_b]]} : !hal.device
    %m = util.global.load @mut {hal.device.targets.results = [[#device_target_legacy]]} : !hal.device
    %al = util.global.load @al {hal.device.targets.results = [[#device_target_legacy]]} : !hal.device
    %o = util.global.load @ord {hal.device.targets.results = [[#device_target_legacy]]} : !hal.device
    %no = util.global.load @none {hal.device.targets.results = [[#device_target_legacy]]} : !hal.device
    cf.cond_br %c, ^bb1(%a : !hal.device), ^bb1(%b : !hal.device) {hal.device.targets.operands = [[#device_target_a], [#device_target_b]]}
  ^bb1(%x: !hal.device):  // 2 preds: ^bb0, ^bb0
    %i = scf.if %c -> (!hal.device) {
      scf.yield {hal.device.targets.operands = [[#device_target_a, #device_target_b]]} %x : !hal.device
    } else {
      scf.yield {hal.device.targets.operands = [[#device_target_legacy]]} %m : !hal.device
    } {hal.device.targets.results = [[#device_target_legacy]]}
    %e = util.call @ext(%i) {hal.device.targets.operands = [[#device_target_legacy]], hal.device.targets.results = [[#device_target_legacy]]} : (!hal.device) -> !hal.device
    %p = util.call @pub(%a) {hal.device.targets.operands = [[#device_target_a]], hal.device.targets.results = [[#device_target_legacy]]} : (!hal.device) -> !hal.device
    %z = arith.constant 0 : i64
    %cb = hal.command_buffer.create device(%b : !hal.device) mode(OneShot) categories(Dispatch) affinity(%z) : !hal.command_buffer attributes {hal.device.targets.operands = [[#device_target_b]]}
    %cd = hal.command_buffer.device<%cb : !hal.command_buffer> : !hal.device attributes {hal.device.targets.results = [[]]}
    %idx = arith.constant 0 : index
    %dg = hal.devices.get %idx {hal.device.targets.results = [[]]} : !hal.device
    %s = arith.select %c, %dg, %a {hal.device.targets.operands = [[], [#device_target_a]], hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %ok, %v = hal.device.query<%e : !hal.device> key("a" :: "b") : i1, i32 attributes {hal.device.targets.operands = [[#device_target_legacy]]}
    util.return %v : i32
  }
  func.func @ff(%d: !hal.device {hal.device.targets = [#device_target_legacy]}) {
    return
  }
}

// -----

// opt --iree-hal-annotate-target-devices: fallbacks, and globals whose address is taken
util.global private @required = #hal.device.target<"required"> : !hal.device
util.global private @optional = #hal.device.fallback<@required> : !hal.device
util.global private @chosen = #hal.device.select<[#hal.device.fallback<@optional> : !hal.device, #hal.device.target<"b"> : !hal.device, #hal.device.target<"a"> : !hal.device]> : !hal.device
util.global private @seen = #hal.device.target<"a"> : !hal.device
util.func private @f(%i: index) -> (!hal.device, !hal.device, !hal.device, !hal.device) {
  %0 = util.global.load immutable @optional : !hal.device
  %1 = util.global.load immutable @chosen : !hal.device
  %2 = scf.index_switch %i -> !hal.device
  case 1 {
    scf.yield %0 : !hal.device
  }
  default {
    scf.yield %1 : !hal.device
  }
  %3 = util.global.address @seen : !util.ptr<!hal.device>
  %4 = util.global.load.indirect %3 : !util.ptr<!hal.device> -> !hal.device
  %5 = util.global.load @seen : !hal.device
  util.return %0, %2, %4, %5 : !hal.device, !hal.device, !hal.device, !hal.device
}
// =====
#device_target_a = #hal.device.target<"a"> : !hal.device
#device_target_b = #hal.device.target<"b"> : !hal.device
#device_target_required = #hal.device.target<"required"> : !hal.device
module {
  util.global private @required {hal.device.targets = [#device_target_required]} = #device_target_required
  util.global private @optional {hal.device.targets = [#device_target_required]} = #hal.device.fallback<@required> : !hal.device
  util.global private @chosen {hal.device.targets = [#device_target_a, #device_target_b, #device_target_required]} = #hal.device.select<[#hal.device.fallback<@optional> : !hal.device, #device_target_b, #device_target_a]> : !hal.device
  util.global private @seen {hal.device.targets = [#device_target_a]} = #device_target_a
  util.func private @f(%i: index) -> (!hal.device, !hal.device, !hal.device, !hal.device) {
    %optional = util.global.load immutable @optional {hal.device.targets.results = [[#device_target_required]]} : !hal.device
    %chosen = util.global.load immutable @chosen {hal.device.targets.results = [[#device_target_a, #device_target_b, #device_target_required]]} : !hal.device
    %0 = scf.index_switch %i {hal.device.targets.results = [[#device_target_a, #device_target_b, #device_target_required]]} -> !hal.device 
    case 1 {
      scf.yield {hal.device.targets.operands = [[#device_target_required]]} %optional : !hal.device
    }
    default {
      scf.yield {hal.device.targets.operands = [[#device_target_a, #device_target_b, #device_target_required]]} %chosen : !hal.device
    }
    %ptr_seen = util.global.address @seen : !util.ptr<!hal.device>
    %1 = util.global.load.indirect %ptr_seen {hal.device.targets.results = [[]]} : !util.ptr<!hal.device> -> !hal.device
    %seen = util.global.load @seen {hal.device.targets.results = [[]]} : !hal.device
    util.return {hal.device.targets.operands = [[#device_target_required], [#device_target_a, #device_target_b, #device_target_required], [], []]} %optional, %0, %1, %seen : !hal.device, !hal.device, !hal.device, !hal.device
  }
}

// -----

// opt --iree-hal-annotate-target-devices: through calls and loops
util.global private @a = #hal.device.target<"a"> : !hal.device
util.global private @b = #hal.device.target<"b"> : !hal.device
util.func private @caller(%c: i1) -> !hal.device {
  %a = util.global.load @a : !hal.device
  %0 = util.call @same(%a) : (!hal.device) -> !hal.device
  %1 = util.call @either(%0, %c) : (!hal.device, i1) -> !hal.device
  cf.br ^loop(%1 : !hal.device)
^loop(%d: !hal.device):
  %2 = util.call @same(%d) : (!hal.device) -> !hal.device
  cf.cond_br %c, ^loop(%2 : !hal.device), ^end
^end:
  util.return %2 : !hal.device
}
util.func private @same(%d: !hal.device) -> !hal.device {
  util.return %d : !hal.device
}
util.func private @either(%d: !hal.device, %c: i1) -> !hal.device {
  %b = util.global.load @b : !hal.device
  %0 = arith.select %c, %d, %b : !hal.device
  util.return %0 : !hal.device
}
// =====
#device_target_a = #hal.device.target<"a"> : !hal.device
#device_target_b = #hal.device.target<"b"> : !hal.device
module {
  util.global private @a {hal.device.targets = [#device_target_a]} = #device_target_a
  util.global private @b {hal.device.targets = [#device_target_b]} = #device_target_b
  util.func private @caller(%c: i1) -> !hal.device {
    %a = util.global.load @a {hal.device.targets.results = [[#device_target_a]]} : !hal.device
    %0 = util.call @same(%a) {hal.device.targets.operands = [[#device_target_a]], hal.device.targets.results = [[#device_target_a, #device_target_b]]} : (!hal.device) -> !hal.device
    %1 = util.call @either(%0, %c) {hal.device.targets.operands = [[#device_target_a, #device_target_b]], hal.device.targets.results = [[#device_target_a, #device_target_b]]} : (!hal.device, i1) -> !hal.device
    cf.br ^bb1(%1 : !hal.device) {hal.device.targets.operands = [[#device_target_a, #device_target_b]]}
  ^bb1(%d: !hal.device):  // 2 preds: ^bb0, ^bb1
    %2 = util.call @same(%d) {hal.device.targets.operands = [[#device_target_a, #device_target_b]], hal.device.targets.results = [[#device_target_a, #device_target_b]]} : (!hal.device) -> !hal.device
    cf.cond_br %c, ^bb1(%2 : !hal.device), ^bb2 {hal.device.targets.operands = [[#device_target_a, #device_target_b]]}
  ^bb2:  // pred: ^bb1
    util.return {hal.device.targets.operands = [[#device_target_a, #device_target_b]]} %2 : !hal.device
  }
  util.func private @same(%d: !hal.device {hal.device.targets = [#device_target_a, #device_target_b]}) -> !hal.device {
    util.return {hal.device.targets.operands = [[#device_target_a, #device_target_b]]} %d : !hal.device
  }
  util.func private @either(%d: !hal.device {hal.device.targets = [#device_target_a, #device_target_b]}, %c: i1) -> !hal.device {
    %b = util.global.load @b {hal.device.targets.results = [[#device_target_b]]} : !hal.device
    %0 = arith.select %c, %d, %b {hal.device.targets.operands = [[#device_target_a, #device_target_b], [#device_target_b]], hal.device.targets.results = [[#device_target_a, #device_target_b]]} : !hal.device
    util.return {hal.device.targets.operands = [[#device_target_a, #device_target_b]]} %0 : !hal.device
  }
}
