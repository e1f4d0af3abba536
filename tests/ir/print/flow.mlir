//! Operations of the `flow` and `iree_tensor_ext` dialects.

// print: executables and dispatches
flow.executable private @e {
  flow.executable.export public @x workgroups(%arg0: index, %arg1: index) -> (index, index, index) {
    %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg0, %arg1)
    %a, %b, %c = iree_tensor_ext.dispatch.workgroup_count_split_reduction_modifier workgroups(%x, %y, %z) workload(%arg0, %arg1)
    flow.return %a, %b, %c : index, index, index
  }
  flow.executable.export private @y as("other") attributes {iree.x}
  builtin.module {
    func.func @x(%arg0: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>, %arg1: index, %arg2: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>) {
      %0 = iree_tensor_ext.dispatch.workload.ordinal %arg1, 0 : index
      %1 = flow.dispatch.tie_shape %arg0 : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%0}
      %2 = flow.dispatch.tie_shape %arg2 : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>{%0}
      %3 = iree_tensor_ext.dispatch.tensor.load %1, offsets = [0, 0], sizes = [%0, 4], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%0} -> tensor<?x4xf32>
      iree_tensor_ext.dispatch.tensor.store %3, %2, offsets = [0, 0], sizes = [%0, 4], strides = [1, 1] : tensor<?x4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>{%0}
      %workgroup_id_0 = flow.dispatch.workgroup.id[0] : index
      %workgroup_count_1 = flow.dispatch.workgroup.count[1] : index
      %workgroup_size_2 = flow.dispatch.workgroup.size[2] : index
      return
    }
    func.func @y() {
      return
    }
  }
}

util.func public @dispatches(%t: tensor<?x4xf32>, %d: index, %i: i32) -> tensor<?x4xf32> {
  %0 = flow.dispatch @e::@x[%d, %d](%t, %i) : (tensor<?x4xf32>{%d}, i32) -> %t{%d}
  %1:2 = flow.dispatch {@e::@x, @e::@x}[%d, %d](%t) : (tensor<?x4xf32>{%d}) -> (tensor<?x4xf32>{%d}, tensor<4xf32>)
  %2 = flow.dispatch.region[%d] -> (tensor<?x4xf32>{%d}) {
    flow.return %t : tensor<?x4xf32>
  } count(%arg3: index) -> (index, index, index) {
    flow.return %arg3, %arg3, %arg3 : index, index, index
  }
  %3 = flow.dispatch.workgroups[%d](%t, %d) : (tensor<?x4xf32>{%d}, index) -> tensor<?x4xf32>{%d} =
      (%arg3: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>, %arg4: index, %arg5: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>) {
    flow.return
  } count(%arg3: index) -> (index, index, index) {
    flow.return %arg3, %arg3, %arg3 : index, index, index
  }
  %4 = flow.call @f(%3, %d) : (tensor<?x4xf32>{%d}, index) -> %3{%d}
  util.return %4 : tensor<?x4xf32>
}

flow.func private @f(%arg0: tensor<?x4xf32>, %arg1: index) -> %arg0
// =====
module {
  flow.executable private @e {
    flow.executable.export public @x workgroups(%arg0: index, %arg1: index) -> (index, index, index) {
      %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg0, %arg1)
      %a, %b, %c = iree_tensor_ext.dispatch.workgroup_count_split_reduction_modifier workgroups(%x, %y, %z) workload(%arg0, %arg1)
      flow.return %a, %b, %c : index, index, index
    }
    flow.executable.export private @y as("other")  attributes {iree.x}
    builtin.module {
      func.func @x(%arg0: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>, %arg1: index, %arg2: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>) {
        %0 = iree_tensor_ext.dispatch.workload.ordinal %arg1, 0 : index
        %1 = flow.dispatch.tie_shape %arg0 : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%0}
        %2 = flow.dispatch.tie_shape %arg2 : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>{%0}
        %3 = iree_tensor_ext.dispatch.tensor.load %1, offsets = [0, 0], sizes = [%0, 4], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%0} -> tensor<?x4xf32>
        iree_tensor_ext.dispatch.tensor.store %3, %2, offsets = [0, 0], sizes = [%0, 4], strides = [1, 1] : tensor<?x4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>{%0}
        %workgroup_id_0 = flow.dispatch.workgroup.id[0] : index
        %workgroup_count_1 = flow.dispatch.workgroup.count[1] : index
        %workgroup_size_2 = flow.dispatch.workgroup.size[2] : index
        return
      }
      func.func @y() {
        return
      }
    }
  }
  util.func public @dispatches(%t: tensor<?x4xf32>, %d: index, %i: i32) -> tensor<?x4xf32> {
    %0 = flow.dispatch @e::@x[%d, %d](%t, %i) : (tensor<?x4xf32>{%d}, i32) -> %t{%d}
    %1:2 = flow.dispatch {@e::@x, @e::@x}[%d, %d](%t) : (tensor<?x4xf32>{%d}) -> (tensor<?x4xf32>{%d}, tensor<4xf32>)
    %2 = flow.dispatch.region[%d] -> (tensor<?x4xf32>{%d}) {
      flow.return %t : tensor<?x4xf32>
    }  count(%arg0: index) -> (index, index, index) {
      flow.return %arg0, %arg0, %arg0 : index, index, index
    }
    %3 = flow.dispatch.workgroups[%d](%t, %d) : (tensor<?x4xf32>{%d}, index) -> tensor<?x4xf32>{%d} =
        (%arg0: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>, %arg1: index, %arg2: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>) {
      flow.return
    } count(%arg0: index) -> (index, index, index) {
      flow.return %arg0, %arg0, %arg0 : index, index, index
    }
    %4 = flow.call @f(%3, %d) : (tensor<?x4xf32>{%d}, index) -> %3{%d}
    util.return %4 : tensor<?x4xf32>
  }
  flow.func private @f(%arg0: tensor<?x4xf32>, %arg1: index) -> %arg0
}

// -----

// print: tensors
util.func public @tensors(%t: tensor<?x4xf32>, %u: tensor<2x4xf32>, %d: index, %f: f32, %scope: !util.buffer, %key: !util.buffer, %o: i64) {
  %0 = flow.tensor.constant dense<[1, 2]> : tensor<2xi32>
  %1 = flow.tensor.dynamic_constant dense<[1, 2]> : tensor<2xi32> -> tensor<?xi32>
  %2 = flow.tensor.tie_shape %t : tensor<?x4xf32>{%d}
  %3 = flow.tensor.reshape %t : tensor<?x4xf32>{%d} -> tensor<4x?xf32>{%d}
  %4 = flow.tensor.bitcast %t : tensor<?x4xf32>{%d} -> tensor<?x4xi32>{%d}
  %5 = flow.tensor.load %t[%d, %d] : tensor<?x4xf32>{%d}
  %6 = flow.tensor.store %f, %t[%d, %d] : tensor<?x4xf32>{%d}
  %7 = flow.tensor.alloca : tensor<?x4xf32>{%d}
  %8 = flow.tensor.empty : tensor<?x4xf32>{%d}
  %9 = flow.tensor.splat %f : tensor<?x4xf32>{%d}
  %10 = flow.tensor.clone %t : tensor<?x4xf32>{%d}
  %11 = flow.tensor.encode %t : tensor<?x4xf32>{%d} -> tensor<?x4xf32, #iree_encoding.testing<>>{%d}
  %12 = flow.tensor.barrier %t : tensor<?x4xf32>{%d} on #hal.device.affinity<@d>
  %13 = flow.tensor.transfer %t : tensor<?x4xf32>{%d} to #hal.device.affinity<@d>
  %14 = flow.tensor.slice %t[%d, %d for %d, %d] : tensor<?x4xf32>{%d} -> tensor<?x2xf32>{%d}
  %15 = flow.tensor.update %u, %t[%d, %d] : tensor<2x4xf32> -> %t as tensor<?x4xf32>{%d}
  flow.tensor.trace "a" = [
    %t : tensor<?x4xf32>{%d},
    %u : tensor<2x4xf32>
  ]
  %16 = flow.parameter.load %scope::%key[%o] : tensor<?x4xf32>{%d}
  %17 = flow.parameter.write %16 -> %key[%o] : tensor<?x4xf32>{%d}
  %18 = iree_tensor_ext.bitcast %t : tensor<?x4xf32>{%d} -> tensor<?x4xi32>{%d}
  %19 = iree_tensor_ext.compute_barrier.start %t : tensor<?x4xf32>{%d} -> tensor<?x4xf32>
  %20 = iree_tensor_ext.compute_barrier.end %19 : tensor<?x4xf32>{%d} -> tensor<?x4xf32>
  util.return
}
// =====
#encoding = #iree_encoding.testing<>
module {
  util.func public @tensors(%t: tensor<?x4xf32>, %u: tensor<2x4xf32>, %d: index, %f: f32, %scope: !util.buffer, %key: !util.buffer, %o: i64) {
    %0 = flow.tensor.constant dense<[1, 2]> : tensor<2xi32>
    %1 = flow.tensor.dynamic_constant dense<[1, 2]> : tensor<2xi32> -> tensor<?xi32>
    %2 = flow.tensor.tie_shape %t : tensor<?x4xf32>{%d}
    %3 = flow.tensor.reshape %t : tensor<?x4xf32>{%d} -> tensor<4x?xf32>{%d}
    %4 = flow.tensor.bitcast %t : tensor<?x4xf32>{%d} -> tensor<?x4xi32>{%d}
    %5 = flow.tensor.load %t[%d, %d] : tensor<?x4xf32>{%d}
    %6 = flow.tensor.store %f, %t[%d, %d] : tensor<?x4xf32>{%d}
    %7 = flow.tensor.alloca : tensor<?x4xf32>{%d}
    %8 = flow.tensor.empty : tensor<?x4xf32>{%d}
    %9 = flow.tensor.splat %f : tensor<?x4xf32>{%d}
    %10 = flow.tensor.clone %t : tensor<?x4xf32>{%d}
    %11 = flow.tensor.encode %t : tensor<?x4xf32>{%d} -> tensor<?x4xf32, #encoding>{%d}
    %12 = flow.tensor.barrier %t : tensor<?x4xf32>{%d} on #hal.device.affinity<@d>
    %13 = flow.tensor.transfer %t : tensor<?x4xf32>{%d} to #hal.device.affinity<@d>
    %14 = flow.tensor.slice %t[%d, %d for %d, %d] : tensor<?x4xf32>{%d} -> tensor<?x2xf32>{%d}
    %15 = flow.tensor.update %u, %t[%d, %d] : tensor<2x4xf32> -> %t as tensor<?x4xf32>{%d}
    flow.tensor.trace "a" = [%t : tensor<?x4xf32>{%d}, %u : tensor<2x4xf32>]
    %16 = flow.parameter.load %scope::%key[%o] : tensor<?x4xf32>{%d}
    %17 = flow.parameter.write %16 -> %key[%o] : tensor<?x4xf32>{%d}
    %18 = iree_tensor_ext.bitcast %t : tensor<?x4xf32>{%d} -> tensor<?x4xi32>{%d}
    %19 = iree_tensor_ext.compute_barrier.start %t : tensor<?x4xf32>{%d} -> tensor<?x4xf32>
    %20 = iree_tensor_ext.compute_barrier.end %19 : tensor<?x4xf32>{%d} -> tensor<?x4xf32>
    util.return
  }
}

// -----

// print: collectives
util.func public @collectives(%t: tensor<?xf32>, %u: tensor<?xf32>, %d: index) {
  %default_channel = flow.channel.default : !flow.channel
  %named = flow.channel.default "g" : !flow.channel
  %channel = flow.channel.split %named, %d, %d : !flow.channel -> !flow.channel
  %channel_rank = flow.channel.rank %channel : index
  %channel_count = flow.channel.count %channel : index
  %0 = flow.collective.all_gather f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> %t as tensor<?xf32>{%d}
  %1 = flow.collective.all_reduce sum, f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> tensor<?xf32>{%d}
  %2 = flow.collective.all_to_all f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> %t as tensor<?xf32>{%d}
  %3 = flow.collective.reduce_scatter maximum, f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> %t as tensor<?xf32>{%d}
  %4 = flow.collective.send_recv f32, %t, %u, %channel, %d, %d : (tensor<?xf32>, tensor<?xf32>, !flow.channel, index, index) -> %t as tensor<?xf32>{%d}
  util.return
}
// =====
module {
  util.func public @collectives(%t: tensor<?xf32>, %u: tensor<?xf32>, %d: index) {
    %default_channel = flow.channel.default : !flow.channel
    %named = flow.channel.default "g" : !flow.channel
    %channel = flow.channel.split %named, %d, %d : !flow.channel -> !flow.channel
    %channel_rank = flow.channel.rank %channel : index
    %channel_count = flow.channel.count %channel : index
    %0 = flow.collective.all_gather f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> %t as tensor<?xf32>{%d}
    %1 = flow.collective.all_reduce sum, f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> tensor<?xf32>{%d}
    %2 = flow.collective.all_to_all f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> %t as tensor<?xf32>{%d}
    %3 = flow.collective.reduce_scatter maximum, f32, %t, %u, %channel : (tensor<?xf32>, tensor<?xf32>, !flow.channel) -> %t as tensor<?xf32>{%d}
    %4 = flow.collective.send_recv f32, %t, %u, %channel, %d, %d : (tensor<?xf32>, tensor<?xf32>, !flow.channel, index, index) -> %t as tensor<?xf32>{%d}
    util.return
  }
}

// -----

// print: ragged tensors
#ragged = #iree_tensor_ext.ragged_shape<0>
util.func public @ragged(%t: tensor<?x4xf32>, %l: tensor<?xi32>, %d: index) -> tensor<?x4xf32> {
  %0 = iree_tensor_ext.cast_to_ragged_shape %t ragged_dim(0) column_lengths(%l) num_ragged_rows(%d) : (tensor<?x4xf32>{%d}, tensor<?xi32>) -> tensor<?x?x4xf32, #ragged>
  %1 = iree_tensor_ext.linearize_ragged_dims %0 : tensor<?x?x4xf32, #ragged> -> tensor<?x4xf32>{%d}
  util.return %1 : tensor<?x4xf32>
}
// =====
module {
  util.func public @ragged(%t: tensor<?x4xf32>, %l: tensor<?xi32>, %d: index) -> tensor<?x4xf32> {
    %0 = iree_tensor_ext.cast_to_ragged_shape %t ragged_dim(0) column_lengths(%l) num_ragged_rows(%d) : (tensor<?x4xf32>{%d}, tensor<?xi32>) -> tensor<?x?x4xf32, #iree_tensor_ext.ragged_shape<0>>
    %1 = iree_tensor_ext.linearize_ragged_dims %0 : tensor<?x?x4xf32, #iree_tensor_ext.ragged_shape<0>> -> tensor<?x4xf32>{%d}
    util.return %1 : tensor<?x4xf32>
  }
}
