//! Operations of the `stream` dialect.

// print: resources and files
util.func public @resources(%r: !stream.resource<*>, %s: !stream.resource<staging>, %v: !stream.resource<variable>, %t: !stream.timepoint, %n: index, %o: index, %i: i32, %b: !util.buffer) {
  %r0, %r1 = stream.context.resolve on(#hal.device.affinity<@d>) : !hal.device, i64
  %a = stream.resource.alloc : !stream.resource<transient>{%n}
  %a1 = stream.resource.alloc uninitialized on(#hal.device.affinity<@d>) : !stream.resource<transient>{%n}
  %p, %pt = stream.resource.alloca uninitialized : !stream.resource<transient>{%n} => !stream.timepoint
  %q, %qt = stream.resource.alloca uninitialized indeterminate on(#hal.device.affinity<@d>) await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
  %dt = stream.resource.dealloca await(%pt) => %p : !stream.resource<transient>{%n} => !stream.timepoint
  %dq = stream.resource.dealloca origin on(#hal.device.affinity<@d>) %q : !stream.resource<transient>{%n} => !stream.timepoint
  stream.resource.retain %v : !stream.resource<variable>{%n}
  %last = stream.resource.release %v : !stream.resource<variable>{%n}
  %only = stream.resource.is_terminal %v : !stream.resource<variable>{%n}
  %size = stream.resource.size %r : !stream.resource<*>
  %did, %map = stream.resource.try_map on(#hal.device.affinity<@d>) %b[%o] : !util.buffer -> i1, !stream.resource<constant>{%n}
  %x = stream.resource.load %s[%o] : !stream.resource<staging>{%n} -> i32
  stream.resource.store %i, %s[%o] : i32 -> !stream.resource<staging>{%n}
  %total, %offsets:2 = stream.resource.pack offset(%o) slices({
    [0, 1] = %n,
    [2, 9] = %o
  }) : index
  %total2 = stream.resource.pack on(#hal.device.affinity<@d>) slices({
  }) : index
  %c:3 = stream.resource.constants on(#hal.device.affinity<@d>) :
    !stream.resource<constant>{%n} = dense<100> : tensor<1xi32>,
    !stream.resource<constant>{%o} = dense<[101, 102]> : tensor<2xi32>
    => !stream.timepoint
  %sub = stream.resource.subview %r[%o] : !stream.resource<*>{%n} -> !stream.resource<*>{%o}
  %tr:2 = stream.resource.transients on(#hal.device.affinity<@d>) await(%t) => %r : !stream.resource<*>{%n} from %v : !stream.resource<variable>{%o} => !stream.timepoint
  %f = stream.file.constant on(#hal.device.affinity<@d>) %b[%o for %n] : !util.buffer{%n} -> !stream.file
  util.return
}

util.func public @files(%f: !stream.file, %r: !stream.resource<variable>, %t: !stream.timepoint, %n: index, %o: i64, %z: index) {
  %a = stream.file.read await(%t) => %f[%o], %r[%z], %n : !stream.file -> !stream.resource<variable>{%n} => !stream.timepoint
  %b = stream.file.read : %f[%o], %r[%z], %n : !stream.file -> !stream.resource<variable>{%n} => !stream.timepoint
  %c = stream.file.write on(#hal.device.affinity<@d>) await(%t) => %r[%z], %f[%o], %n : !stream.resource<variable>{%n} -> !stream.file => !stream.timepoint
  util.return
}
// =====
module {
  util.func public @resources(%r: !stream.resource<*>, %s: !stream.resource<staging>, %v: !stream.resource<variable>, %t: !stream.timepoint, %n: index, %o: index, %i: i32, %b: !util.buffer) {
    %r0, %r1 = stream.context.resolve on(#hal.device.affinity<@d>) : !hal.device, i64
    %a = stream.resource.alloc : !stream.resource<transient>{%n}
    %a1 = stream.resource.alloc uninitialized on(#hal.device.affinity<@d>) : !stream.resource<transient>{%n}
    %p, %pt = stream.resource.alloca uninitialized : !stream.resource<transient>{%n} => !stream.timepoint
    %q, %qt = stream.resource.alloca uninitialized indeterminate on(#hal.device.affinity<@d>) await(%t) => !stream.resource<transient>{%n} => !stream.timepoint
    %dt = stream.resource.dealloca await(%pt) => %p : !stream.resource<transient>{%n} => !stream.timepoint
    %dq = stream.resource.dealloca origin on(#hal.device.affinity<@d>) %q : !stream.resource<transient>{%n} => !stream.timepoint
    stream.resource.retain %v : !stream.resource<variable>{%n}
    %last = stream.resource.release %v : !stream.resource<variable>{%n}
    %only = stream.resource.is_terminal %v : !stream.resource<variable>{%n}
    %size = stream.resource.size %r : !stream.resource<*>
    %did, %map = stream.resource.try_map on(#hal.device.affinity<@d>) %b[%o] : !util.buffer -> i1, !stream.resource<constant>{%n}
    %x = stream.resource.load %s[%o] : !stream.resource<staging>{%n} -> i32
    stream.resource.store %i, %s[%o] : i32 -> !stream.resource<staging>{%n}
    %total, %offsets:2 = stream.resource.pack offset(%o) slices({
      [0, 1] = %n,
      [2, 9] = %o
    }) : index
    %total2 = stream.resource.pack on(#hal.device.affinity<@d>) slices({}) : index
    %c:3 = stream.resource.constants on(#hal.device.affinity<@d>) : 
      !stream.resource<constant>{%n} = dense<100> : tensor<1xi32>,
      !stream.resource<constant>{%o} = dense<[101, 102]> : tensor<2xi32>
      => !stream.timepoint
    %sub = stream.resource.subview %r[%o] : !stream.resource<*>{%n} -> !stream.resource<*>{%o}
    %tr:2 = stream.resource.transients on(#hal.device.affinity<@d>) await(%t) => %r : !stream.resource<*>{%n} from %v : !stream.resource<variable>{%o} => !stream.timepoint
    %f = stream.file.constant on(#hal.device.affinity<@d>) %b[%o for %n] : !util.buffer{%n} -> !stream.file
    util.return
  }
  util.func public @files(%f: !stream.file, %r: !stream.resource<variable>, %t: !stream.timepoint, %n: index, %o: i64, %z: index) {
    %a = stream.file.read await(%t) => %f[%o], %r[%z], %n : !stream.file -> !stream.resource<variable>{%n} => !stream.timepoint
    %b = stream.file.read : %f[%o], %r[%z], %n : !stream.file -> !stream.resource<variable>{%n} => !stream.timepoint
    %c = stream.file.write on(#hal.device.affinity<@d>) await(%t) => %r[%z], %f[%o], %n : !stream.resource<variable>{%n} -> !stream.file => !stream.timepoint
    util.return
  }
}

// -----

// print: tensors in resources
util.func public @tensors(%r: !stream.resource<*>, %u: !stream.resource<*>, %s: !stream.resource<staging>, %bv: !hal.buffer_view, %n: index, %d: index, %i: i32, %f: f32, %scope: !util.buffer, %key: !util.buffer, %o: i64) {
  %0 = stream.tensor.import on(#hal.device.affinity<@d>) consume %bv : !hal.buffer_view -> tensor<?x5xf32>{%d} in !stream.resource<external>{%n}
  %1 = stream.tensor.export %0 : tensor<?x5xf32>{%d} in !stream.resource<external>{%n} -> !hal.buffer_view
  %2 = stream.tensor.sizeof on(#hal.device.affinity<@d>) tensor<?x5xf32>{%d} : index
  %3 = stream.tensor.empty : tensor<?x0xf32>{%d} in !stream.resource<*>{%n}
  %4 = stream.tensor.constant on(#hal.device.affinity<@d>) : tensor<?x5xf32>{%d} in !stream.resource<constant> = dense<0.000000e+00> : tensor<1x5xf32>
  %5 = stream.tensor.splat %f : f32 -> tensor<?x1xf32>{%d} in !stream.resource<*>{%n}
  %6 = stream.tensor.clone %r : tensor<?x4xf32>{%d} in !stream.resource<*>{%n} -> tensor<?x4xf32>{%d} in !stream.resource<*>{%n}
  %7 = stream.tensor.encode %r : tensor<?x4xf32>{%d} in !stream.resource<*>{%n} -> tensor<?x4xf32, #iree_encoding.testing<>>{%d} in !stream.resource<*>{%n}
  %8 = stream.tensor.slice %r[%n, %n for %d, %d] : tensor<?x4xf32>{%d} in !stream.resource<*>{%n} -> tensor<?x1xf32>{%d} in !stream.resource<*>{%d}
  %9 = stream.tensor.fill %f, %r[%n, %n for %d, %d] : f32 -> tensor<?x4xf32>{%d} in %r as !stream.resource<*>{%n}
  %10 = stream.tensor.fill %f, %r : f32 -> tensor<f32> in %r as !stream.resource<*>{%n}
  %11 = stream.tensor.update %u, %r[%n, %n] : tensor<2x2xf32> in !stream.resource<*>{%d} -> tensor<?x4xf32>{%d} in %r as !stream.resource<*>{%n}
  %12 = stream.tensor.load %s[%n] : tensor<4xf32> in !stream.resource<staging>{%d} -> f32
  %13 = stream.tensor.load %s : tensor<f32> in !stream.resource<staging>{%d} -> f32
  %14 = stream.tensor.store %f, %s[%n] : f32 -> tensor<4xf32> in %s as !stream.resource<staging>{%d}
  stream.tensor.trace "a" = [
    %s : tensor<?xf32>{%d} in !stream.resource<staging>{%n},
    %s : tensor<4xf32> in !stream.resource<staging>{%n}
  ]
  %15:2 = stream.tensor.dispatch on(#hal.device.affinity<@d>) @e::@x[%n, %d](%r, %i, %u) : (tensor<?x4xf32>{%d} in !stream.resource<*>{%n}, i32, tensor<4xf32> in !stream.resource<*>{%n}) -> (tensor<?x4xf32>{%d} in %r{%n}, tensor<4xf32> in !stream.resource<*>{%d})
  %16 = stream.tensor.dispatch {@e::@y, @e::@z}(%r) : (tensor<4xf32> in !stream.resource<*>{%n}) -> tensor<4xf32> in !stream.resource<*>{%n}
  %17 = stream.tensor.parameter.load on(#hal.device.affinity<@d>) %scope::%key[%o] : tensor<?xf32>{%d} in !stream.resource<constant>{%n}
  %18 = stream.tensor.parameter.write %17 -> %key[%o] : tensor<?xf32>{%d} in !stream.resource<constant>{%n}
  util.return
}

stream.executable private @e {
  stream.executable.export public @x workgroups(%arg0: index, %arg1: index) -> (index, index, index) {
    stream.return %arg0, %arg1, %arg0 : index, index, index
  }
  stream.executable.export public @y
  stream.executable.export private @z
  builtin.module {
    func.func @x(%arg0: !stream.binding, %arg1: i32, %arg2: !stream.binding, %arg3: !stream.binding) {
      %c0 = arith.constant 0 : index
      %id = stream.dispatch.workgroup.id[0] : index
      %count = stream.dispatch.workgroup.count[1] : index
      %size = stream.dispatch.workgroup.size[2] : index
      %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> memref<?x4xf32>{%id}
      return
    }
    func.func @y(%arg0: !stream.binding, %arg1: !stream.binding) {
      return
    }
    func.func @z(%arg0: !stream.binding, %arg1: !stream.binding) {
      return
    }
  }
}
// =====
#encoding = #iree_encoding.testing<>
module {
  util.func public @tensors(%r: !stream.resource<*>, %u: !stream.resource<*>, %s: !stream.resource<staging>, %bv: !hal.buffer_view, %n: index, %d: index, %i: i32, %f: f32, %scope: !util.buffer, %key: !util.buffer, %o: i64) {
    %0 = stream.tensor.import on(#hal.device.affinity<@d>) consume %bv : !hal.buffer_view -> tensor<?x5xf32>{%d} in !stream.resource<external>{%n}
    %1 = stream.tensor.export %0 : tensor<?x5xf32>{%d} in !stream.resource<external>{%n} -> !hal.buffer_view
    %2 = stream.tensor.sizeof on(#hal.device.affinity<@d>) tensor<?x5xf32>{%d} : index
    %empty = stream.tensor.empty : tensor<?x0xf32>{%d} in !stream.resource<*>{%n}
    %cst = stream.tensor.constant on(#hal.device.affinity<@d>) : tensor<?x5xf32>{%d} in !stream.resource<constant> = dense<0.000000e+00> : tensor<1x5xf32>
    %3 = stream.tensor.splat %f : f32 -> tensor<?x1xf32>{%d} in !stream.resource<*>{%n}
    %4 = stream.tensor.clone %r : tensor<?x4xf32>{%d} in !stream.resource<*>{%n} -> tensor<?x4xf32>{%d} in !stream.resource<*>{%n}
    %5 = stream.tensor.encode %r : tensor<?x4xf32>{%d} in !stream.resource<*>{%n} -> tensor<?x4xf32, #encoding>{%d} in !stream.resource<*>{%n}
    %6 = stream.tensor.slice %r[%n, %n for %d, %d] : tensor<?x4xf32>{%d} in !stream.resource<*>{%n} -> tensor<?x1xf32>{%d} in !stream.resource<*>{%d}
    %7 = stream.tensor.fill %f, %r[%n, %n for %d, %d] : f32 -> tensor<?x4xf32>{%d} in %r as !stream.resource<*>{%n}
    %8 = stream.tensor.fill %f, %r : f32 -> tensor<f32> in %r as !stream.resource<*>{%n}
    %9 = stream.tensor.update %u, %r[%n, %n] : tensor<2x2xf32> in !stream.resource<*>{%d} -> tensor<?x4xf32>{%d} in %r as !stream.resource<*>{%n}
    %10 = stream.tensor.load %s[%n] : tensor<4xf32> in !stream.resource<staging>{%d} -> f32
    %11 = stream.tensor.load %s : tensor<f32> in !stream.resource<staging>{%d} -> f32
    %12 = stream.tensor.store %f, %s[%n] : f32 -> tensor<4xf32> in %s as !stream.resource<staging>{%d}
    stream.tensor.trace "a" = [
      %s : tensor<?xf32>{%d} in !stream.resource<staging>{%n},
      %s : tensor<4xf32> in !stream.resource<staging>{%n}
    ]
    %13:2 = stream.tensor.dispatch on(#hal.device.affinity<@d>) @e::@x[%n, %d](%r, %i, %u) : (tensor<?x4xf32>{%d} in !stream.resource<*>{%n}, i32, tensor<4xf32> in !stream.resource<*>{%n}) -> (tensor<?x4xf32>{%d} in %r{%n}, tensor<4xf32> in !stream.resource<*>{%d})
    %14 = stream.tensor.dispatch {@e::@y, @e::@z}(%r) : (tensor<4xf32> in !stream.resource<*>{%n}) -> tensor<4xf32> in !stream.resource<*>{%n}
    %15 = stream.tensor.parameter.load on(#hal.device.affinity<@d>) %scope::%key[%o] : tensor<?xf32>{%d} in !stream.resource<constant>{%n}
    %16 = stream.tensor.parameter.write %15 -> %key[%o] : tensor<?xf32>{%d} in !stream.resource<constant>{%n}
    util.return
  }
  stream.executable private @e {
    stream.executable.export public @x workgroups(%arg0: index, %arg1: index) -> (index, index, index) {
      stream.return %arg0, %arg1, %arg0 : index, index, index
    }
    stream.executable.export public @y 
    stream.executable.export private @z 
    builtin.module {
      func.func @x(%arg0: !stream.binding, %arg1: i32, %arg2: !stream.binding, %arg3: !stream.binding) {
        %c0 = arith.constant 0 : index
        %id = stream.dispatch.workgroup.id[0] : index
        %count = stream.dispatch.workgroup.count[1] : index
        %size = stream.dispatch.workgroup.size[2] : index
        %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> memref<?x4xf32>{%id}
        return
      }
      func.func @y(%arg0: !stream.binding, %arg1: !stream.binding) {
        return
      }
      func.func @z(%arg0: !stream.binding, %arg1: !stream.binding) {
        return
      }
    }
  }
}

// -----

// print: asynchronous operations
util.func public @async(%r: !stream.resource<*>, %u: !stream.resource<*>, %s: !stream.resource<staging>, %t: !stream.timepoint, %ch: !stream.channel, %n: index, %a: index, %b: index, %i: i32, %scope: !util.buffer, %key: !util.buffer, %o: i64) {
  %0 = stream.async.alloca on(#hal.device.affinity<@d>) : !stream.resource<transient>{%n}
  %1 = stream.async.constant on(#hal.device.affinity<@d>) await(%t) : !stream.resource<transient>{%n} = dense<3> : tensor<8xi32>
  %2 = stream.async.splat on(#hal.device.affinity<@d>) await(%t) %i : i32 -> !stream.resource<*>{%n}
  %3 = stream.async.clone %r : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %4 = stream.async.slice %r[%a to %b] : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
  %5 = stream.async.fill %i, %r[%a to %b for %n] : i32 -> %r as !stream.resource<*>{%n}
  %6 = stream.async.update on(#hal.device.affinity<@d>) %u, %r[%a to %b] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
  %7 = stream.async.copy %u[%a to %b], %r[%a to %b], %n : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
  %8 = stream.async.collective<all_gather : f32>[%n] on(#hal.device.affinity<@d>) channel(%ch) %u[%a to %b for %n], %r[%a to %b for %n] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
  %9 = stream.async.collective<broadcast : f32>[%n] channel(%ch) source(%i) %u[%a to %b for %n], %r[%a to %b for %n] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
  %10 = stream.async.collective<all_reduce with sum : f32>[%n] channel(%ch) %u[%a to %b for %n], %r[%a to %b for %n] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
  %11 = stream.async.barrier on(#hal.device.affinity<@d>) %r : !stream.resource<*>{%n}
  %12 = stream.async.transfer on(#hal.device.affinity<@d>) %r : !stream.resource<*>{%n} from(#hal.device.affinity<@e>) -> to(#hal.device.affinity<@f>) !stream.resource<*>{%n}
  %13 = stream.async.transfer %r : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
  %14 = stream.async.cast %r : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
  %15 = stream.async.load %s[%a] : !stream.resource<staging>{%n} -> f32
  %16 = stream.async.store %i, %s[%a] : i32 -> %s as !stream.resource<staging>{%n}
  %17:2 = stream.async.dispatch on(#hal.device.affinity<@d>) @e::@x[%n, %n](%r[%a to %b for %n], %i, %u[%a to %b for %n]) : (!stream.resource<*>{%n}, i32, !stream.resource<*>{%n}) -> (%r{%n}, !stream.resource<*>{%n})
  %18 = stream.async.call @g(%r[%a to %b for %n], %n) : (!stream.resource<*>{%n}, index) -> %r{%n}
  %19:2 = stream.async.execute on(#hal.device.affinity<@d>) await(%t) => with(%r as %x: !stream.resource<*>{%n}, %u as %y: !stream.resource<*>{%a}) -> %r as !stream.resource<*>{%n} {
    %z = stream.async.concurrent with(%x as %p: !stream.resource<*>{%n}) -> !stream.resource<*>{%n} {
      %q = stream.async.clone %p : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
      stream.yield %q : !stream.resource<*>{%n}
    }
    stream.yield %x : !stream.resource<*>{%n}
  } => !stream.timepoint
  %20 = stream.async.execute with() {
    stream.yield
  } => !stream.timepoint
  %21, %22 = stream.async.parameter.load on(#hal.device.affinity<@d>) await(%t) %scope::%key[%o] : !stream.resource<constant>{%n} => !stream.timepoint
  %23, %24 = stream.async.parameter.read %key[%o] -> %r[%a to %b for %n] : !stream.resource<*>{%n} => !stream.timepoint
  %25, %26 = stream.async.parameter.write await(%t) %r[%a to %b for %n] -> %scope::%key[%o] : !stream.resource<*>{%n} => !stream.timepoint
  %27, %28 = stream.async.parameter.gather await(%t) {
    %scope::%key[%o] -> %r[%a to %b for %n] : !stream.resource<*>{%n},
    %scope::%key[%o] -> %r[%b to %n for %a] : !stream.resource<*>{%n}
  } : !stream.resource<*> => !stream.timepoint
  %29, %30 = stream.async.parameter.scatter {
    %r[%a to %b for %n] : !stream.resource<*>{%n} -> %scope::%key[%o]
  } : !stream.resource<*> => !stream.timepoint
  util.return
}

stream.async.func private @g(%arg0: !stream.resource<*>, %arg1: index) -> %arg0
stream.async.func private @h(%arg0: !stream.resource<*>, %arg1: index {util.x}) -> (%arg0, i32 {util.y})
// =====
module {
  util.func public @async(%r: !stream.resource<*>, %u: !stream.resource<*>, %s: !stream.resource<staging>, %t: !stream.timepoint, %ch: !stream.channel, %n: index, %a: index, %b: index, %i: i32, %scope: !util.buffer, %key: !util.buffer, %o: i64) {
    %0 = stream.async.alloca on(#hal.device.affinity<@d>) : !stream.resource<transient>{%n}
    %cst = stream.async.constant on(#hal.device.affinity<@d>) await(%t) : !stream.resource<transient>{%n} = dense<3> : tensor<8xi32>
    %1 = stream.async.splat on(#hal.device.affinity<@d>) await(%t) %i : i32 -> !stream.resource<*>{%n}
    %2 = stream.async.clone %r : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
    %3 = stream.async.slice %r[%a to %b] : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
    %4 = stream.async.fill %i, %r[%a to %b for %n] : i32 -> %r as !stream.resource<*>{%n}
    %5 = stream.async.update on(#hal.device.affinity<@d>) %u, %r[%a to %b] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
    %6 = stream.async.copy %u[%a to %b], %r[%a to %b], %n : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
    %7 = stream.async.collective<all_gather : f32>[%n] on(#hal.device.affinity<@d>) channel(%ch) %u[%a to %b for %n], %r[%a to %b for %n] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
    %8 = stream.async.collective<broadcast : f32>[%n] channel(%ch) source(%i) %u[%a to %b for %n], %r[%a to %b for %n] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
    %9 = stream.async.collective<all_reduce with sum : f32>[%n] channel(%ch) %u[%a to %b for %n], %r[%a to %b for %n] : !stream.resource<*>{%n} -> %r as !stream.resource<*>{%n}
    %10 = stream.async.barrier on(#hal.device.affinity<@d>) %r : !stream.resource<*>{%n}
    %11 = stream.async.transfer on(#hal.device.affinity<@d>) %r : !stream.resource<*>{%n} from(#hal.device.affinity<@e>) -> to(#hal.device.affinity<@f>) !stream.resource<*>{%n}
    %12 = stream.async.transfer %r : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
    %13 = stream.async.cast %r : !stream.resource<*>{%n} -> !stream.resource<external>{%n}
    %14 = stream.async.load %s[%a] : !stream.resource<staging>{%n} -> f32
    %15 = stream.async.store %i, %s[%a] : i32 -> %s as !stream.resource<staging>{%n}
    %16:2 = stream.async.dispatch on(#hal.device.affinity<@d>) @e::@x[%n, %n](%r[%a to %b for %n], %i, %u[%a to %b for %n]) : (!stream.resource<*>{%n}, i32, !stream.resource<*>{%n}) -> (%r{%n}, !stream.resource<*>{%n})
    %17 = stream.async.call @g(%r[%a to %b for %n], %n) : (!stream.resource<*>{%n}, index) -> %r{%n}
    %results, %result_timepoint = stream.async.execute on(#hal.device.affinity<@d>) await(%t) => with(%r as %x: !stream.resource<*>{%n}, %u as %y: !stream.resource<*>{%a}) -> %r{%n} {
      %z = stream.async.concurrent with(%x as %p: !stream.resource<*>{%n}) -> !stream.resource<*>{%n} {
        %q = stream.async.clone %p : !stream.resource<*>{%n} -> !stream.resource<*>{%n}
        stream.yield %q : !stream.resource<*>{%n}
      }
      stream.yield %x : !stream.resource<*>{%n}
    } => !stream.timepoint
    %result_timepoint_0 = stream.async.execute with() {
      stream.yield
    } => !stream.timepoint
    %result, %result_timepoint_1 = stream.async.parameter.load on(#hal.device.affinity<@d>) await(%t) %scope::%key[%o] : !stream.resource<constant>{%n} => !stream.timepoint
    %result_2, %result_timepoint_3 = stream.async.parameter.read %key[%o] -> %r[%a to %b for %n] : !stream.resource<*>{%n} => !stream.timepoint
    %result_4, %result_timepoint_5 = stream.async.parameter.write await(%t) %r[%a to %b for %n] -> %scope::%key[%o] : !stream.resource<*>{%n} => !stream.timepoint
    %result_6, %result_timepoint_7 = stream.async.parameter.gather await(%t) {
      %scope::%key[%o] -> %r[%a to %b for %n] : !stream.resource<*>{%n},
      %scope::%key[%o] -> %r[%b to %n for %a] : !stream.resource<*>{%n}
    } : !stream.resource<*> => !stream.timepoint
    %result_8, %result_timepoint_9 = stream.async.parameter.scatter {
      %r[%a to %b for %n] : !stream.resource<*>{%n} -> %scope::%key[%o]
    } : !stream.resource<*> => !stream.timepoint
    util.return
  }
  stream.async.func private @g(%arg0: !stream.resource<*>, %arg1: index) -> %arg0
  stream.async.func private @h(%arg0: !stream.resource<*>, %arg1: index {util.x}) -> (%arg0, i32 {util.y})
}

// -----

// print: commands
util.func public @commands(%r: !stream.resource<transient>, %u: !stream.resource<external>, %t: !stream.timepoint, %ch: !stream.channel, %n: index, %o: index, %i: i32, %scope: !util.buffer, %key: !util.buffer, %at: i64) {
  %0 = stream.cmd.execute once on(#hal.device.affinity<@d>) await(%t) => with(%r as %a: !stream.resource<transient>{%n}, %u as %b: !stream.resource<external>{%o}) {
    stream.cmd.flush to(#hal.device.affinity<@d>) %a[%o for %n] : !stream.resource<transient>{%n}
    stream.cmd.invalidate from(#hal.device.affinity<@d>) %a[%o for %n] : !stream.resource<transient>{%n}
    stream.cmd.discard %a[%o for %n] : !stream.resource<transient>{%n}
    stream.cmd.fill %i, %a[%o for %n] : i32 -> !stream.resource<transient>{%n}
    stream.cmd.copy %a[%o], %b[%n], %n : !stream.resource<transient>{%n} -> !stream.resource<external>{%o}
    stream.cmd.collective<all_reduce with sum : si8>[%n] channel(%ch) {
      ro %a[%o for %n] : !stream.resource<transient>{%n},
      wo %b[%o for %n] : !stream.resource<external>{%o}
    }
    stream.cmd.collective<broadcast : f32>[%n] channel(%ch) param(%i : i32) {
      ro %a[%o for %n] : !stream.resource<transient>{%n},
      wo %b[%o for %n] : !stream.resource<external>{%o}
    }
    stream.cmd.serial {
      stream.cmd.concurrent {
        stream.cmd.dispatch @e::@x[%n, %o](%i, %n : i32, index) {
          ro %a[%o for %n] : !stream.resource<transient>{%n},
          rw %b[%o for %n] : !stream.resource<external>{%o}
        }
        stream.cmd.dispatch {@e::@x, @e::@y} {
          wo %b[%o for %n] : !stream.resource<external>{%o}
        }
      }
      stream.cmd.call @f(ro %a[%o for %n], %i, rw %b[%o for %n]) : (!stream.resource<transient>{%n}, i32, !stream.resource<external>{%o}) -> ()
    }
  } => !stream.timepoint
  %1 = stream.cmd.execute with() {
  } => !stream.timepoint
  %2:3 = stream.cmd.parameter.load on(#hal.device.affinity<@d>) await(%t) => {
    %scope::%key[%at] : !stream.resource<constant>{%n},
    %scope::%key[%at] : !stream.resource<constant>{%o}
  } => !stream.timepoint
  %3 = stream.cmd.parameter.read await(%t) => %scope::%key[%at] -> %r[%o for %n] : !stream.resource<transient>{%n} => !stream.timepoint
  %4 = stream.cmd.parameter.write %r[%o for %n] : !stream.resource<transient>{%n} -> %key[%at] => !stream.timepoint
  %5 = stream.cmd.parameter.gather await(%t) => {
    %scope::%key[%at] -> %r[%o for %n] : !stream.resource<transient>{%n},
    %scope::%key[%at] -> %r[%n for %o] : !stream.resource<transient>{%n}
  } => !stream.timepoint
  %6 = stream.cmd.parameter.scatter {
    %r[%o for %n] : !stream.resource<transient>{%n} -> %key[%at]
  } => !stream.timepoint
  util.return
}

stream.cmd.func private @f(%arg0[%arg1 for %arg2]: !stream.resource<*>, %arg3: i32, %arg4[%arg5 for %arg6]: !stream.resource<*>)
// =====
module {
  util.func public @commands(%r: !stream.resource<transient>, %u: !stream.resource<external>, %t: !stream.timepoint, %ch: !stream.channel, %n: index, %o: index, %i: i32, %scope: !util.buffer, %key: !util.buffer, %at: i64) {
    %0 = stream.cmd.execute once on(#hal.device.affinity<@d>) await(%t) => with(%r as %a: !stream.resource<transient>{%n}, %u as %b: !stream.resource<external>{%o}) {
      stream.cmd.flush to(#hal.device.affinity<@d>) %a[%o for %n] : !stream.resource<transient>{%n}
      stream.cmd.invalidate from(#hal.device.affinity<@d>) %a[%o for %n] : !stream.resource<transient>{%n}
      stream.cmd.discard %a[%o for %n] : !stream.resource<transient>{%n}
      stream.cmd.fill %i, %a[%o for %n] : i32 -> !stream.resource<transient>{%n}
      stream.cmd.copy %a[%o], %b[%n], %n : !stream.resource<transient>{%n} -> !stream.resource<external>{%o}
      stream.cmd.collective<all_reduce with sum : si8>[%n] channel(%ch) {
        ro %a[%o for %n] : !stream.resource<transient>{%n},
        wo %b[%o for %n] : !stream.resource<external>{%o}
      }
      stream.cmd.collective<broadcast : f32>[%n] channel(%ch) param(%i : i32) {
        ro %a[%o for %n] : !stream.resource<transient>{%n},
        wo %b[%o for %n] : !stream.resource<external>{%o}
      }
      stream.cmd.serial {
        stream.cmd.concurrent {
          stream.cmd.dispatch @e::@x[%n, %o](%i, %n : i32, index) {
            ro %a[%o for %n] : !stream.resource<transient>{%n},
            rw %b[%o for %n] : !stream.resource<external>{%o}
          }
          stream.cmd.dispatch {@e::@x, @e::@y} {
            wo %b[%o for %n] : !stream.resource<external>{%o}
          }
        }
        stream.cmd.call @f(ro %a[%o for %n], %i, rw %b[%o for %n]) : (!stream.resource<transient>{%n}, i32, !stream.resource<external>{%o}) -> ()
      }
    } => !stream.timepoint
    %1 = stream.cmd.execute with() {
    } => !stream.timepoint
    %results:2, %result_timepoint = stream.cmd.parameter.load on(#hal.device.affinity<@d>) await(%t) => {
      %scope::%key[%at] : !stream.resource<constant>{%n},
      %scope::%key[%at] : !stream.resource<constant>{%o}
    } => !stream.timepoint
    %2 = stream.cmd.parameter.read await(%t) => %scope::%key[%at] -> %r[%o for %n] : !stream.resource<transient>{%n} => !stream.timepoint
    %3 = stream.cmd.parameter.write %r[%o for %n] : !stream.resource<transient>{%n} -> %key[%at] => !stream.timepoint
    %4 = stream.cmd.parameter.gather await(%t) => {
      %scope::%key[%at] -> %r[%o for %n] : !stream.resource<transient>{%n},
      %scope::%key[%at] -> %r[%n for %o] : !stream.resource<transient>{%n}
    } => !stream.timepoint
    %5 = stream.cmd.parameter.scatter {
      %r[%o for %n] : !stream.resource<transient>{%n} -> %key[%at]
    } => !stream.timepoint
    util.return
  }
  stream.cmd.func private @f(%arg0[%arg1 for %arg2]: !stream.resource<*>, %arg3: i32, %arg4[%arg5 for %arg6]: !stream.resource<*>)
}

// -----

// print: timepoints and channels
util.func public @timepoints(%f: !hal.fence, %t: !stream.timepoint, %u: !stream.timepoint, %r: !stream.resource<external>, %n: index, %o: index, %id: !util.buffer) {
  %0 = stream.timepoint.immediate => !stream.timepoint
  %1 = stream.timepoint.import on(#hal.device.affinity<@d>) %f : (!hal.fence) => !stream.timepoint
  %2 = stream.timepoint.export %t => (!hal.fence)
  stream.timepoint.chain_external on(#hal.device.affinity<@d>) %t => (%f : !hal.fence)
  %3 = stream.timepoint.join max(%t, %u) => !stream.timepoint
  %4, %5 = stream.timepoint.barrier on(#hal.device.affinity<@d>) %r : !stream.resource<external>{%n} => !stream.timepoint
  %6:2 = stream.timepoint.await %t => %r, %r : !stream.resource<external>{%n}, !stream.resource<external>{%o}
  %7 = stream.timepoint.await sync %t => %r : !stream.resource<external>{%n}
  %channel = stream.channel.create on(#hal.device.affinity<@d>) id(%id) group("g") rank(%n) count(%o) : !stream.channel
  %plain = stream.channel.create : !stream.channel
  %8 = stream.channel.split %channel, %n, %o : !stream.channel -> !stream.channel
  %9 = stream.channel.rank %channel : index
  %10 = stream.channel.count %channel : index
  util.return
}
// =====
module {
  util.func public @timepoints(%f: !hal.fence, %t: !stream.timepoint, %u: !stream.timepoint, %r: !stream.resource<external>, %n: index, %o: index, %id: !util.buffer) {
    %0 = stream.timepoint.immediate => !stream.timepoint
    %1 = stream.timepoint.import on(#hal.device.affinity<@d>) %f : (!hal.fence) => !stream.timepoint
    %2 = stream.timepoint.export %t => (!hal.fence)
    stream.timepoint.chain_external on(#hal.device.affinity<@d>) %t => (%f : !hal.fence)
    %3 = stream.timepoint.join max(%t, %u) => !stream.timepoint
    %result, %result_timepoint = stream.timepoint.barrier on(#hal.device.affinity<@d>) %r : !stream.resource<external>{%n} => !stream.timepoint
    %4:2 = stream.timepoint.await %t => %r, %r : !stream.resource<external>{%n}, !stream.resource<external>{%o}
    %5 = stream.timepoint.await sync %t => %r : !stream.resource<external>{%n}
    %channel = stream.channel.create on(#hal.device.affinity<@d>) id(%id) group("g") rank(%n) count(%o) : !stream.channel
    %plain = stream.channel.create : !stream.channel
    %channel_0 = stream.channel.split %channel, %n, %o : !stream.channel -> !stream.channel
    %ccl_rank = stream.channel.rank %channel : index
    %ccl_count = stream.channel.count %channel : index
    util.return
  }
}

// -----

// print: operations for tests
util.func public @tests(%r: !stream.resource<external>, %t: !stream.timepoint, %n: index, %w: !stream.test.fence, %x: tensor<4xf32>) {
  %0:2 = stream.test.timeline_op await(%t) => with(%r) : (!stream.resource<external>{%n}) -> !stream.resource<external>{%n} => !stream.timepoint
  %1 = stream.test.timeline_aware(%x) waits(%w) signals(%w) : (tensor<4xf32>) -> tensor<4xf32>
  util.return
}
// =====
module {
  util.func public @tests(%r: !stream.resource<external>, %t: !stream.timepoint, %n: index, %w: !stream.test.fence, %x: tensor<4xf32>) {
    %results, %result_timepoint = stream.test.timeline_op await(%t) => with(%r) : (!stream.resource<external>{%n}) -> !stream.resource<external>{%n} => !stream.timepoint
    %0 = stream.test.timeline_aware(%x) waits(%w) signals(%w) : (tensor<4xf32>) -> tensor<4xf32>
    util.return
  }
}
