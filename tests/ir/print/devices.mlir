//! Operations of device code: `scf`, `affine`, `tensor`, `memref`, `linalg`, `iree_codegen`, `iree_encoding`.

// print: structured control flow
func.func @scf(%i: index, %h: i32, %c: f32, %p: i1) {
  %0:2 = scf.for %arg4 = %i to %i step %i iter_args(%arg5 = %c, %arg6 = %h) -> (f32, i32) {
    scf.yield %arg5, %arg6 : f32, i32
  }
  scf.for %arg4 = %i to %i step %i {
  } {iree.x}
  scf.for unsigned %arg4 = %h to %h step %h  : i32 {
  }
  %1 = scf.if %p -> (f32) {
    scf.yield %c : f32
  } else {
    scf.yield %c : f32
  }
  scf.if %p {
  }
  scf.if %p {
  } else {
  } {iree.x}
  %2:2 = scf.while (%arg4 = %i, %arg5 = %c) : (index, f32) -> (index, f32) {
    scf.condition(%p) %arg4, %arg5 : index, f32
  } do {
  ^bb0(%arg4: index, %arg5: f32):
    scf.yield %arg4, %arg5 : index, f32
  } attributes {iree.x}
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    scf.yield
  }
  %3 = scf.index_switch %i -> i32 
  case 2 {
    scf.yield %h : i32
  }
  case -3 {
    scf.yield %h : i32
  }
  default {
    scf.yield %h : i32
  }
  scf.index_switch %i 
  default {
  }
  %4 = scf.execute_region -> i32 {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    scf.yield %h : i32
  }
  scf.execute_region no_inline {
    scf.yield
  }
  return
}
// =====
module {
  func.func @scf(%i: index, %h: i32, %c: f32, %p: i1) {
    %0:2 = scf.for %arg0 = %i to %i step %i iter_args(%arg1 = %c, %arg2 = %h) -> (f32, i32) {
      scf.yield %arg1, %arg2 : f32, i32
    }
    scf.for %arg0 = %i to %i step %i {
    } {iree.x}
    scf.for unsigned %arg0 = %h to %h step %h  : i32 {
    }
    %1 = scf.if %p -> (f32) {
      scf.yield %c : f32
    } else {
      scf.yield %c : f32
    }
    scf.if %p {
    }
    scf.if %p {
    } else {
    } {iree.x}
    %2:2 = scf.while (%arg0 = %i, %arg1 = %c) : (index, f32) -> (index, f32) {
      scf.condition(%p) %arg0, %arg1 : index, f32
    } do {
    ^bb0(%arg0: index, %arg1: f32):
      scf.yield %arg0, %arg1 : index, f32
    } attributes {iree.x}
    scf.while : () -> () {
      scf.condition(%p)
    } do {
      scf.yield
    }
    %3 = scf.index_switch %i -> i32 
    case 2 {
      scf.yield %h : i32
    }
    case -3 {
      scf.yield %h : i32
    }
    default {
      scf.yield %h : i32
    }
    scf.index_switch %i 
    default {
    }
    %4 = scf.execute_region -> i32 {
      cf.br ^bb1
    ^bb1:  // pred: ^bb0
      scf.yield %h : i32
    }
    scf.execute_region no_inline {
      scf.yield
    }
    return
  }
}

// -----

// print: what a loop without parentheses around its types reads as
func.func @bare(%p: i1, %c: f32) -> f32 {
  %0 = scf.if %p -> f32 {
    scf.yield %c : f32
  } else {
    scf.yield %c : f32
  }
  return %0 : f32
}
// =====
module {
  func.func @bare(%p: i1, %c: f32) -> f32 {
    %0 = scf.if %p -> (f32) {
      scf.yield %c : f32
    } else {
      scf.yield %c : f32
    }
    return %0 : f32
  }
}

// -----

// print: affine maps applied
#map = affine_map<(d0)[s0] -> (d0, s0)>
#map1 = affine_map<(d0, d1)[s0] -> (d0 + s0 + d1)>
#map2 = affine_map<() -> (4, 5)>
func.func @affine(%i: index) {
  %0 = affine.min #map(%i)[%i]
  %1 = affine.apply #map1(%i, %i)[%0]
  %2 = affine.max #map2()
  return
}
// =====
#map = affine_map<(d0)[s0] -> (d0, s0)>
#map1 = affine_map<(d0, d1)[s0] -> (d0 + s0 + d1)>
#map2 = affine_map<() -> (4, 5)>
module {
  func.func @affine(%i: index) {
    %0 = affine.min #map(%i)[%i]
    %1 = affine.apply #map1(%i, %i)[%0]
    %2 = affine.max #map2()
    return
  }
}

// -----

// print: indices of several dimensions
func.func @dimensions(%i: index, %n: index) {
  %0:3 = affine.delinearize_index %i into (%n, 4, %n) : index, index, index
  %1:2 = affine.delinearize_index %i into (8) {x} : index, index
  %2 = affine.delinearize_index %i into () : index
  %3 = affine.linearize_index [%i, %n] by (%n, 5) : index
  %4 = affine.linearize_index disjoint [%0#0, %1#1] by (4) : index
  return
}
// =====
module {
  func.func @dimensions(%i: index, %n: index) {
    %0:3 = affine.delinearize_index %i into (%n, 4, %n) : index, index, index
    %1:2 = affine.delinearize_index %i into (8) {x} : index, index
    %2 = affine.delinearize_index %i into () : index
    %3 = affine.linearize_index[%i, %n] by (%n, 5) : index
    %4 = affine.linearize_index disjoint[%0#0, %1#1] by (4) : index
    return
  }
}

// -----

// print: tensors
func.func @tensors(%d: tensor<?xf32>, %x: tensor<?x?xf32>, %c: f32, %i: index) {
  %0 = tensor.empty(%i) : tensor<4x?xf32>
  %padded = tensor.pad %d low[1] high[%i] {
  ^bb0(%arg4: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %padded_0 = tensor.pad %d nofold low[%i] high[1] {
  ^bb0(%arg4: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %from_elements = tensor.from_elements %c, %c : tensor<2xf32>
  %extracted = tensor.extract %d[%i] : tensor<?xf32>
  %inserted = tensor.insert %c into %d[%i] : tensor<?xf32>
  %dim = tensor.dim %d, %i : tensor<?xf32>
  %rank = tensor.rank %d : tensor<?xf32>
  %extracted_slice = tensor.extract_slice %d[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %inserted_slice = tensor.insert_slice %extracted_slice into %d[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %collapsed = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %expanded = tensor.expand_shape %d [[0, 1]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  %generated = tensor.generate %i {
  ^bb0(%arg4: index):
    tensor.yield %c : f32
  } : tensor<?xf32>
  %splat = tensor.splat %c : tensor<4xf32>
  %splat_1 = tensor.splat %c[%i] : tensor<?xf32>
  %concat = tensor.concat dim(0) %d, %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %cast = tensor.cast %d : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.bitcast %d : tensor<?xf32> to tensor<?xi32>
  %shape = tensor.from_elements %i : tensor<1xindex>
  %reshape = tensor.reshape %d(%shape) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return
}
// =====
module {
  func.func @tensors(%d: tensor<?xf32>, %x: tensor<?x?xf32>, %c: f32, %i: index) {
    %0 = tensor.empty(%i) : tensor<4x?xf32>
    %padded = tensor.pad %d low[1] high[%i] {
    ^bb0(%arg0: index):
      tensor.yield %c : f32
    } : tensor<?xf32> to tensor<?xf32>
    %padded_0 = tensor.pad %d nofold low[%i] high[1] {
    ^bb0(%arg0: index):
      tensor.yield %c : f32
    } : tensor<?xf32> to tensor<?xf32>
    %from_elements = tensor.from_elements %c, %c : tensor<2xf32>
    %extracted = tensor.extract %d[%i] : tensor<?xf32>
    %inserted = tensor.insert %c into %d[%i] : tensor<?xf32>
    %dim = tensor.dim %d, %i : tensor<?xf32>
    %rank = tensor.rank %d : tensor<?xf32>
    %extracted_slice = tensor.extract_slice %d[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %d[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
    %collapsed = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
    %expanded = tensor.expand_shape %d [[0, 1]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
    %generated = tensor.generate %i {
    ^bb0(%arg0: index):
      tensor.yield %c : f32
    } : tensor<?xf32>
    %splat = tensor.splat %c : tensor<4xf32>
    %splat_1 = tensor.splat %c[%i] : tensor<?xf32>
    %concat = tensor.concat dim(0) %d, %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %cast = tensor.cast %d : tensor<?xf32> to tensor<4xf32>
    %1 = tensor.bitcast %d : tensor<?xf32> to tensor<?xi32>
    %shape = tensor.from_elements %i : tensor<1xindex>
    %reshape = tensor.reshape %d(%shape) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    return
  }
}

// -----

// print: memory
func.func @memory(%m: memref<4x?xf32>, %b: memref<?xi8>, %i: index, %c: f32) {
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %m[%i, %i] nontemporal(true) alignment(16) : memref<4x?xf32>
  memref.store %c, %m[%i, %i] : memref<4x?xf32>
  memref.store %c, %m[%i, %i] nontemporal(true) : memref<4x?xf32>
  %reinterpret_cast = memref.reinterpret_cast %m to offset: [0], sizes: [4, %i], strides: [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[1, 1]>>
  %alloc = memref.alloc(%i) alignment = 64 {iree.x} : memref<?xf32>
  %alloca = memref.alloca() : memref<4xf32>
  memref.dealloc %alloc : memref<?xf32>
  memref.copy %m, %m : memref<4x?xf32> to memref<4x?xf32>
  %dim = memref.dim %m, %i : memref<4x?xf32>
  %cast = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %memspacecast = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 1>
  %assume_align = memref.assume_alignment %m, 64 : memref<4x?xf32>
  %subview = memref.subview %m[0, %i] [4, 4] [1, 1] : memref<4x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %view = memref.view %b[%i][%i] : memref<?xi8> to memref<?xf32>
  %collapse_shape = memref.collapse_shape %cast [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %expand_shape = memref.expand_shape %alloc [[0, 1]] output_shape [%i, 4] : memref<?xf32> into memref<?x4xf32>
  %2 = memref.get_global @x : memref<4xf32>
  return
}
"memref.global"() <{constant, initial_value = dense<1.000000e+00> : tensor<4xf32>, sym_name = "x", sym_visibility = "private", type = memref<4xf32>}> : () -> ()
// =====
module {
  func.func @memory(%m: memref<4x?xf32>, %b: memref<?xi8>, %i: index, %c: f32) {
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    %0 = memref.load %m[%i, %i] : memref<4x?xf32>
    %1 = memref.load %m[%i, %i] nontemporal(true) alignment(16) : memref<4x?xf32>
    memref.store %c, %m[%i, %i] : memref<4x?xf32>
    memref.store %c, %m[%i, %i] nontemporal(true) : memref<4x?xf32>
    %reinterpret_cast = memref.reinterpret_cast %m to offset : [0], sizes : [4, %i], strides : [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[1, 1]>>
    %alloc = memref.alloc(%i) alignment = 64 {iree.x} : memref<?xf32>
    %alloca = memref.alloca() : memref<4xf32>
    memref.dealloc %alloc : memref<?xf32>
    memref.copy %m, %m : memref<4x?xf32> to memref<4x?xf32>
    %dim = memref.dim %m, %i : memref<4x?xf32>
    %cast = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
    %memspacecast = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 1 : i64>
    %assume_align = memref.assume_alignment %m, 64 : memref<4x?xf32>
    %subview = memref.subview %m[0, %i] [4, 4] [1, 1] : memref<4x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
    %view = memref.view %b[%i] [%i] : memref<?xi8> to memref<?xf32>
    %collapse_shape = memref.collapse_shape %cast [[0, 1]] : memref<?x?xf32> into memref<?xf32>
    %expand_shape = memref.expand_shape %alloc [[0, 1]] output_shape [%i, 4] : memref<?xf32> into memref<?x4xf32>
    %2 = memref.get_global @x : memref<4xf32>
    return
  }
  "memref.global"() <{constant, initial_value = dense<1.000000e+00> : tensor<4xf32>, sym_name = "x", sym_visibility = "private", type = memref<4xf32>}> : () -> ()
}

// -----

// print: structured operations
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @linalg(%h: i32, %a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: f32, %i: index, %d: tensor<?xf32>, %x: tensor<?x?xf32>, %e: tensor<4x8xi8>, %g: tensor<8x4xi8>, %z: tensor<4x4xi32>, %t: tensor<2x4x4xi1>, %o: tensor<4x4xf32>, %w: tensor<4x4xf64>, %k: tensor<4x4xcomplex<f32>>) {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.fill ins(%c : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.fill ins(%h : i32) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
  %3 = linalg.copy ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %4 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%z : tensor<4x4xi32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = linalg.matmul {iree.x} ins(%e, %g : tensor<4x8xi8>, tensor<8x4xi8>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
  %7 = linalg.matmul indexing_maps = [#map1, #map2, #map3] {cast = #linalg.type_fn<cast_unsigned>, iree.x} ins(%g, %g : tensor<8x4xi8>, tensor<8x4xi8>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
  %8 = linalg.matmul ins(%w, %w : tensor<4x4xf64>, tensor<4x4xf64>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = linalg.matmul ins(%k, %k : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) outs(%k : tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  %10 = linalg.batch_matmul ins(%t, %t : tensor<2x4x4xi1>, tensor<2x4x4xi1>) outs(%t : tensor<2x4x4xi1>) -> tensor<2x4x4xi1>
  %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) attrs =  {iree.x = 1 : i32} {
  ^bb0(%in: f32, %out: f32):
    %13 = linalg.index 0 : index
    %14 = arith.addf %in, %out : f32
    linalg.yield %14 : f32
  } -> tensor<?xf32>
  %12 = linalg.softmax dimension(1) ins(%1 : tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %transposed = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) permutation = [1, 0] {iree.x}
  %broadcasted = linalg.broadcast ins(%d : tensor<?xf32>) outs(%x : tensor<?x?xf32>) dimensions = [1]
  return
}
// =====
#map = affine_map<(d0, d1, d2) -> (d2, d0)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0) -> (d0)>
module {
  func.func @linalg(%h: i32, %a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: f32, %i: index, %d: tensor<?xf32>, %x: tensor<?x?xf32>, %e: tensor<4x8xi8>, %g: tensor<8x4xi8>, %z: tensor<4x4xi32>, %t: tensor<2x4x4xi1>, %o: tensor<4x4xf32>, %w: tensor<4x4xf64>, %k: tensor<4x4xcomplex<f32>>) {
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.fill ins(%c : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.fill ins(%h : i32) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
    %3 = linalg.copy ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
    %4 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%z : tensor<4x4xi32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = linalg.matmul {iree.x} ins(%e, %g : tensor<4x8xi8>, tensor<8x4xi8>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
    %7 = linalg.matmul indexing_maps = [#map, #map1, #map2] {cast = #linalg.type_fn<cast_unsigned>, iree.x} ins(%g, %g : tensor<8x4xi8>, tensor<8x4xi8>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
    %8 = linalg.matmul ins(%w, %w : tensor<4x4xf64>, tensor<4x4xf64>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
    %9 = linalg.matmul ins(%k, %k : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) outs(%k : tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
    %10 = linalg.batch_matmul ins(%t, %t : tensor<2x4x4xi1>, tensor<2x4x4xi1>) outs(%t : tensor<2x4x4xi1>) -> tensor<2x4x4xi1>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) attrs =  {iree.x = 1 : i32} {
    ^bb0(%in: f32, %out: f32):
      %13 = linalg.index 0 : index
      %14 = arith.addf %in, %out : f32
      linalg.yield %14 : f32
    } -> tensor<?xf32>
    %12 = linalg.softmax dimension(1) ins(%1 : tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %transposed = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) permutation = [1, 0]  {iree.x}
    %broadcasted = linalg.broadcast ins(%d : tensor<?xf32>) outs(%x : tensor<?x?xf32>) dimensions = [1] 
    return
  }
}

// -----

// print: code generation
func.func @codegen(%m: memref<4x?xf32>, %i: index, %t: tensor<4xf32>, %u: memref<4xf32>) {
  %0 = iree_codegen.index_hint %i(#iree_gpu.lane_constant<16>) : index
  %1 = iree_codegen.swizzle_hint %t[#iree_codegen.rotate_rows<4, 4>] : tensor<4xf32>
  %2:2 = iree_codegen.query_tile_sizes tensor<4x4xf32> -> index, index
  %base_buffer, %offset, %sizes:2, %strides:2 = iree_codegen.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %3 = iree_codegen.load_from_buffer %u : memref<4xf32> -> tensor<4xf32>
  iree_codegen.store_to_buffer %3, %u : tensor<4xf32> into memref<4xf32>
  %4 = iree_codegen.null_pointer
  %5 = iree_encoding.set_encoding %t : tensor<4xf32> -> tensor<4xf32, #iree_encoding.testing<>>
  %6 = iree_encoding.unset_encoding %5 : tensor<4xf32, #iree_encoding.testing<>> -> tensor<4xf32>
  return
}
iree_codegen.dispatch_config @codegen workgroup_size = [64, 1, 1] subgroup_size = 32 workgroup_local_memory = 4 {
^bb0(%arg0: index):
  iree_codegen.yield %arg0, %arg0, %arg0 : index, index, index
}
// =====
#encoding = #iree_encoding.testing<>
module {
  func.func @codegen(%m: memref<4x?xf32>, %i: index, %t: tensor<4xf32>, %u: memref<4xf32>) {
    %0 = iree_codegen.index_hint %i(#iree_gpu.lane_constant<16>) : index
    %1 = iree_codegen.swizzle_hint %t[#iree_codegen.rotate_rows<4, 4>] : tensor<4xf32>
    %2:2 = iree_codegen.query_tile_sizes tensor<4x4xf32> -> index, index
    %base_buffer, %offset, %sizes:2, %strides:2 = iree_codegen.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    %3 = iree_codegen.load_from_buffer %u : memref<4xf32> -> tensor<4xf32>
    iree_codegen.store_to_buffer %3, %u : tensor<4xf32> into memref<4xf32>
    %4 = iree_codegen.null_pointer
    %5 = iree_encoding.set_encoding %t : tensor<4xf32> -> tensor<4xf32, #encoding>
    %6 = iree_encoding.unset_encoding %5 : tensor<4xf32, #encoding> -> tensor<4xf32>
    return
  }
  iree_codegen.dispatch_config @codegen workgroup_size = [64, 1, 1] subgroup_size = 32 workgroup_local_memory = 4 {
  ^bb0(%arg0: index):
    iree_codegen.yield %arg0, %arg0, %arg0 : index, index, index
  }
}

// -----

// print: vectors
func.func @vectors(%a: vector<4xf32>, %m: memref<?xf32>, %i: index, %f: f32, %b: vector<2x4xf32>) {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
  vector.store %0, %m[%i] : memref<?xf32>, vector<4xf32>
  %1 = vector.broadcast %f : f32 to vector<4xf32>
  %2 = vector.shape_cast %b : vector<2x4xf32> to vector<8xf32>
  %3 = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %4 = vector.extract %b[0] : vector<4xf32> from vector<2x4xf32>
  %5 = vector.extract %b[%i, 1] : f32 from vector<2x4xf32>
  %6 = vector.insert %a, %b [1] : vector<4xf32> into vector<2x4xf32>
  %7 = vector.reduction <add>, %a : vector<4xf32> into f32
  %8 = vector.reduction <add>, %a, %f fastmath<fast> : vector<4xf32> into f32
  %9 = vector.multi_reduction <add>, %b, %a [0] : vector<2x4xf32> to vector<4xf32>
  %10 = vector.extract_strided_slice %b offsets = [0, 0], sizes = [1, 4], strides = [1, 1] : vector<2x4xf32> to vector<1x4xf32>
  %11 = vector.insert_strided_slice %a, %b offsets = [0, 0], strides = [1] : vector<4xf32> into vector<2x4xf32>
  %12 = vector.fma %a, %a, %a : vector<4xf32>
  %13 = vector.step : vector<4xindex>
  %14 = vector.create_mask %i : vector<4xi1>
  %15 = vector.constant_mask [2] : vector<4xi1>
  %16 = vector.from_elements %f, %f : vector<2xf32>
  %17 = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  %18 = vector.shuffle %a, %a [0, 4, 1] : vector<4xf32>, vector<4xf32>
  %19 = vector.interleave %a, %a : vector<4xf32> -> vector<8xf32>
  %res1, %res2 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
  return
}
// =====
module {
  func.func @vectors(%a: vector<4xf32>, %m: memref<?xf32>, %i: index, %f: f32, %b: vector<2x4xf32>) {
    %0 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
    vector.store %0, %m[%i] : memref<?xf32>, vector<4xf32>
    %1 = vector.broadcast %f : f32 to vector<4xf32>
    %2 = vector.shape_cast %b : vector<2x4xf32> to vector<8xf32>
    %3 = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %4 = vector.extract %b[0] : vector<4xf32> from vector<2x4xf32>
    %5 = vector.extract %b[%i, 1] : f32 from vector<2x4xf32>
    %6 = vector.insert %a, %b [1] : vector<4xf32> into vector<2x4xf32>
    %7 = vector.reduction <add>, %a : vector<4xf32> into f32
    %8 = vector.reduction <add>, %a, %f fastmath<fast> : vector<4xf32> into f32
    %9 = vector.multi_reduction <add>, %b, %a [0] : vector<2x4xf32> to vector<4xf32>
    %10 = vector.extract_strided_slice %b offsets = [0, 0], sizes = [1, 4], strides = [1, 1] : vector<2x4xf32> to vector<1x4xf32>
    %11 = vector.insert_strided_slice %a, %b offsets = [0, 0], strides = [1] : vector<4xf32> into vector<2x4xf32>
    %12 = vector.fma %a, %a, %a : vector<4xf32>
    %13 = vector.step : vector<4xindex>
    %14 = vector.create_mask %i : vector<4xi1>
    %15 = vector.constant_mask [2] : vector<4xi1>
    %16 = vector.from_elements %f, %f : vector<2xf32>
    %17 = vector.bitcast %a : vector<4xf32> to vector<4xi32>
    %18 = vector.shuffle %a, %a [0, 4, 1] : vector<4xf32>, vector<4xf32>
    %19 = vector.interleave %a, %a : vector<4xf32> -> vector<8xf32>
    %res1, %res2 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
    return
  }
}

// -----

// print: the grid
func.func @grid(%i: i32, %f: f32) {
  %thread_id_x = gpu.thread_id x
  %block_id_y = gpu.block_id y
  %block_dim_z = gpu.block_dim z
  %grid_dim_x = gpu.grid_dim x upper_bound 64
  %0 = gpu.lane_id
  %1 = gpu.subgroup_id : index
  %2 = gpu.subgroup_size : index
  %3 = gpu.num_subgroups upper_bound 4 : index
  %global_id_x = gpu.global_id x
  %shuffleResult, %valid = gpu.shuffle xor %f, %i, %i : f32
  return
}
// =====
module {
  func.func @grid(%i: i32, %f: f32) {
    %thread_id_x = gpu.thread_id x
    %block_id_y = gpu.block_id y
    %block_dim_z = gpu.block_dim z
    %grid_dim_x = gpu.grid_dim x upper_bound 64
    %0 = gpu.lane_id
    %1 = gpu.subgroup_id : index
    %2 = gpu.subgroup_size : index
    %3 = gpu.num_subgroups upper_bound 4 : index
    %global_id_x = gpu.global_id x
    %shuffleResult, %valid = gpu.shuffle xor %f, %i, %i : f32
    return
  }
}

// -----

// print: convolutions, poolings and products
func.func @windows(%v0: tensor<1x8x3xf16>, %v1: tensor<3x3x4xf16>, %v2: tensor<1x6x4xf32>, %v3: tensor<1x3x8xf16>, %v4: tensor<4x3x3xf16>, %v5: tensor<1x4x6xf32>, %v6: tensor<1x8x8x3xf16>, %v7: tensor<3x3x3x4xf16>, %v8: tensor<1x6x6x4xf32>, %v9: tensor<4x3x3x3xf16>, %v10: tensor<1x3x8x8xf16>, %v11: tensor<1x4x6x6xf32>, %v12: tensor<1x8x8x8x3xf16>, %v13: tensor<3x3x3x3x4xf16>, %v14: tensor<1x6x6x6x4xf32>, %v15: tensor<3x3xf16>, %v16: tensor<1x6x3xf32>, %v17: tensor<3x3x3xf16>, %v18: tensor<1x6x6x3xf32>, %v19: tensor<1x3x6x6xf32>, %v20: tensor<3x3x3x2xf16>, %v21: tensor<1x6x6x3x2xf32>, %v22: tensor<1x8x8x3xi8>, %v23: tensor<3x3xi8>, %v24: tensor<1x6x6x3xi32>, %v25: tensor<1x3x8x8xi8>, %v26: tensor<1x3x6x6xi32>, %v27: tensor<3x4xf16>, %v28: tensor<4xf16>, %v29: tensor<3xf32>, %v30: tensor<3xf16>, %v31: tensor<4xf32>, %v32: tensor<f32>) {
  %0 = linalg.conv_1d_nwc_wcf ins(%v0, %v1 : tensor<1x8x3xf16>, tensor<3x3x4xf16>) outs(%v2 : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %1 = linalg.conv_1d_ncw_fcw ins(%v3, %v4 : tensor<1x3x8xf16>, tensor<4x3x3xf16>) outs(%v5 : tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v7 : tensor<1x8x8x3xf16>, tensor<3x3x3x4xf16>) outs(%v8 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %3 = linalg.conv_2d_nhwc_fhwc ins(%v6, %v9 : tensor<1x8x8x3xf16>, tensor<4x3x3x3xf16>) outs(%v8 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%v10, %v9 : tensor<1x3x8x8xf16>, tensor<4x3x3x3xf16>) outs(%v11 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %5 = linalg.conv_3d_ndhwc_dhwcf ins(%v12, %v13 : tensor<1x8x8x8x3xf16>, tensor<3x3x3x3x4xf16>) outs(%v14 : tensor<1x6x6x6x4xf32>) -> tensor<1x6x6x6x4xf32>
  %6 = linalg.depthwise_conv_1d_nwc_wc ins(%v0, %v15 : tensor<1x8x3xf16>, tensor<3x3xf16>) outs(%v16 : tensor<1x6x3xf32>) -> tensor<1x6x3xf32>
  %7 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v17 : tensor<1x8x8x3xf16>, tensor<3x3x3xf16>) outs(%v18 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  %8 = linalg.depthwise_conv_2d_nchw_chw ins(%v10, %v17 : tensor<1x3x8x8xf16>, tensor<3x3x3xf16>) outs(%v19 : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %9 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%v6, %v20 : tensor<1x8x8x3xf16>, tensor<3x3x3x2xf16>) outs(%v21 : tensor<1x6x6x3x2xf32>) -> tensor<1x6x6x3x2xf32>
  %10 = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v15 : tensor<1x8x8x3xf16>, tensor<3x3xf16>) outs(%v18 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  %11 = linalg.pooling_nchw_sum ins(%v10, %v15 : tensor<1x3x8x8xf16>, tensor<3x3xf16>) outs(%v19 : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %12 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v22, %v23 : tensor<1x8x8x3xi8>, tensor<3x3xi8>) outs(%v24 : tensor<1x6x6x3xi32>) -> tensor<1x6x6x3xi32>
  %13 = linalg.pooling_nchw_max ins(%v25, %v23 : tensor<1x3x8x8xi8>, tensor<3x3xi8>) outs(%v26 : tensor<1x3x6x6xi32>) -> tensor<1x3x6x6xi32>
  %14 = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v15 : tensor<1x8x8x3xf16>, tensor<3x3xf16>) outs(%v18 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  %15 = linalg.matvec ins(%v27, %v28 : tensor<3x4xf16>, tensor<4xf16>) outs(%v29 : tensor<3xf32>) -> tensor<3xf32>
  %16 = linalg.vecmat ins(%v30, %v27 : tensor<3xf16>, tensor<3x4xf16>) outs(%v31 : tensor<4xf32>) -> tensor<4xf32>
  %17 = linalg.dot ins(%v28, %v28 : tensor<4xf16>, tensor<4xf16>) outs(%v32 : tensor<f32>) -> tensor<f32>
  return
}
// =====
module {
  func.func @windows(%v0: tensor<1x8x3xf16>, %v1: tensor<3x3x4xf16>, %v2: tensor<1x6x4xf32>, %v3: tensor<1x3x8xf16>, %v4: tensor<4x3x3xf16>, %v5: tensor<1x4x6xf32>, %v6: tensor<1x8x8x3xf16>, %v7: tensor<3x3x3x4xf16>, %v8: tensor<1x6x6x4xf32>, %v9: tensor<4x3x3x3xf16>, %v10: tensor<1x3x8x8xf16>, %v11: tensor<1x4x6x6xf32>, %v12: tensor<1x8x8x8x3xf16>, %v13: tensor<3x3x3x3x4xf16>, %v14: tensor<1x6x6x6x4xf32>, %v15: tensor<3x3xf16>, %v16: tensor<1x6x3xf32>, %v17: tensor<3x3x3xf16>, %v18: tensor<1x6x6x3xf32>, %v19: tensor<1x3x6x6xf32>, %v20: tensor<3x3x3x2xf16>, %v21: tensor<1x6x6x3x2xf32>, %v22: tensor<1x8x8x3xi8>, %v23: tensor<3x3xi8>, %v24: tensor<1x6x6x3xi32>, %v25: tensor<1x3x8x8xi8>, %v26: tensor<1x3x6x6xi32>, %v27: tensor<3x4xf16>, %v28: tensor<4xf16>, %v29: tensor<3xf32>, %v30: tensor<3xf16>, %v31: tensor<4xf32>, %v32: tensor<f32>) {
    %0 = linalg.conv_1d_nwc_wcf ins(%v0, %v1 : tensor<1x8x3xf16>, tensor<3x3x4xf16>) outs(%v2 : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
    %1 = linalg.conv_1d_ncw_fcw ins(%v3, %v4 : tensor<1x3x8xf16>, tensor<4x3x3xf16>) outs(%v5 : tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v7 : tensor<1x8x8x3xf16>, tensor<3x3x3x4xf16>) outs(%v8 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
    %3 = linalg.conv_2d_nhwc_fhwc ins(%v6, %v9 : tensor<1x8x8x3xf16>, tensor<4x3x3x3xf16>) outs(%v8 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
    %4 = linalg.conv_2d_nchw_fchw ins(%v10, %v9 : tensor<1x3x8x8xf16>, tensor<4x3x3x3xf16>) outs(%v11 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
    %5 = linalg.conv_3d_ndhwc_dhwcf ins(%v12, %v13 : tensor<1x8x8x8x3xf16>, tensor<3x3x3x3x4xf16>) outs(%v14 : tensor<1x6x6x6x4xf32>) -> tensor<1x6x6x6x4xf32>
    %6 = linalg.depthwise_conv_1d_nwc_wc ins(%v0, %v15 : tensor<1x8x3xf16>, tensor<3x3xf16>) outs(%v16 : tensor<1x6x3xf32>) -> tensor<1x6x3xf32>
    %7 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v17 : tensor<1x8x8x3xf16>, tensor<3x3x3xf16>) outs(%v18 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
    %8 = linalg.depthwise_conv_2d_nchw_chw ins(%v10, %v17 : tensor<1x3x8x8xf16>, tensor<3x3x3xf16>) outs(%v19 : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
    %9 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%v6, %v20 : tensor<1x8x8x3xf16>, tensor<3x3x3x2xf16>) outs(%v21 : tensor<1x6x6x3x2xf32>) -> tensor<1x6x6x3x2xf32>
    %10 = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v15 : tensor<1x8x8x3xf16>, tensor<3x3xf16>) outs(%v18 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
    %11 = linalg.pooling_nchw_sum ins(%v10, %v15 : tensor<1x3x8x8xf16>, tensor<3x3xf16>) outs(%v19 : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
    %12 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v22, %v23 : tensor<1x8x8x3xi8>, tensor<3x3xi8>) outs(%v24 : tensor<1x6x6x3xi32>) -> tensor<1x6x6x3xi32>
    %13 = linalg.pooling_nchw_max ins(%v25, %v23 : tensor<1x3x8x8xi8>, tensor<3x3xi8>) outs(%v26 : tensor<1x3x6x6xi32>) -> tensor<1x3x6x6xi32>
    %14 = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v15 : tensor<1x8x8x3xf16>, tensor<3x3xf16>) outs(%v18 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
    %15 = linalg.matvec ins(%v27, %v28 : tensor<3x4xf16>, tensor<4xf16>) outs(%v29 : tensor<3xf32>) -> tensor<3xf32>
    %16 = linalg.vecmat ins(%v30, %v27 : tensor<3xf16>, tensor<3x4xf16>) outs(%v31 : tensor<4xf32>) -> tensor<4xf32>
    %17 = linalg.dot ins(%v28, %v28 : tensor<4xf16>, tensor<4xf16>) outs(%v32 : tensor<f32>) -> tensor<f32>
    return
  }
}

// -----

// print: digits of an index, and values without meaning
func.func @digits(%i: index, %b: index) -> (i32, i64) {
  %0:3 = affine.delinearize_index %i into (16, %b, 224) : index, index, index
  %1:2 = scf.index_switch %i -> i32, i64
  case 2 {
    %2 = ub.poison : i32
    %3 = ub.poison : i64
    scf.yield %2, %3 : i32, i64
  }
  default {
    %2 = ub.poison : i32
    %3 = ub.poison : i64
    scf.yield %2, %3 : i32, i64
  }
  return %1#0, %1#1 : i32, i64
}
// =====
module {
  func.func @digits(%i: index, %b: index) -> (i32, i64) {
    %0:3 = affine.delinearize_index %i into (16, %b, 224) : index, index, index
    %1:2 = scf.index_switch %i -> i32, i64 
    case 2 {
      %2 = ub.poison : i32
      %3 = ub.poison : i64
      scf.yield %2, %3 : i32, i64
    }
    default {
      %2 = ub.poison : i32
      %3 = ub.poison : i64
      scf.yield %2, %3 : i32, i64
    }
    return %1#0, %1#1 : i32, i64
  }
}
