//! Operations of the `iree_linalg_ext` dialect.

// print: elements moved
func.func @moved(%u: tensor<?x8xf32>, %i: tensor<?x1xi32>, %o: tensor<16x8xf32>, %m: memref<16xf32>, %n: memref<16xf32>) {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%u, %i : tensor<?x8xf32>, tensor<?x1xi32>) outs(%o : tensor<16x8xf32>) {
  ^bb0(%arg5: f32, %arg6: f32):
    %4 = arith.addf %arg5, %arg6 : f32
    iree_linalg_ext.yield %4 : f32
  } -> tensor<16x8xf32>
  %1 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<?x8xf32>, tensor<?x1xi32>) outs(%o : tensor<16x8xf32>) {
  ^bb0(%arg5: f32, %arg6: f32):
    iree_linalg_ext.yield %arg5 : f32
  } -> tensor<16x8xf32>
  %2 = iree_linalg_ext.gather dimension_map = [0] ins(%o, %i : tensor<16x8xf32>, tensor<?x1xi32>) outs(%u : tensor<?x8xf32>) -> tensor<?x8xf32>
  %3 = iree_linalg_ext.map_load %o into %o {
  ^bb0(%arg5: index, %arg6: index):
    %cst = arith.constant 0.000000e+00 : f32
    iree_linalg_ext.yield %arg5, %arg6, %cst : index, index, f32
  } : tensor<16x8xf32> into tensor<16x8xf32> -> tensor<16x8xf32>
  iree_linalg_ext.map_store %m into %n {
  ^bb0(%arg5: index):
    %true = arith.constant true
    iree_linalg_ext.yield %arg5, %true : index, i1
  } : memref<16xf32> into memref<16xf32>
  return
}
// =====
module {
  func.func @moved(%u: tensor<?x8xf32>, %i: tensor<?x1xi32>, %o: tensor<16x8xf32>, %m: memref<16xf32>, %n: memref<16xf32>) {
    %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%u, %i : tensor<?x8xf32>, tensor<?x1xi32>) outs(%o : tensor<16x8xf32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      %4 = arith.addf %arg0, %arg1 : f32
      iree_linalg_ext.yield %4 : f32
    } -> tensor<16x8xf32>
    %1 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<?x8xf32>, tensor<?x1xi32>) outs(%o : tensor<16x8xf32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      iree_linalg_ext.yield %arg0 : f32
    } -> tensor<16x8xf32>
    %2 = iree_linalg_ext.gather dimension_map = [0] ins(%o, %i : tensor<16x8xf32>, tensor<?x1xi32>) outs(%u : tensor<?x8xf32>) -> tensor<?x8xf32>
    %3 = iree_linalg_ext.map_load %o into %o {
    ^bb0(%arg0: index, %arg1: index):
      %cst = arith.constant 0.000000e+00 : f32
      iree_linalg_ext.yield %arg0, %arg1, %cst : index, index, f32
    } : tensor<16x8xf32> into tensor<16x8xf32> -> tensor<16x8xf32>
    iree_linalg_ext.map_store %m into %n {
    ^bb0(%arg0: index):
      %true = arith.constant true
      iree_linalg_ext.yield %arg0, %true : index, i1
    } : memref<16xf32> into memref<16xf32>
    return
  }
}

// -----

// print: elements in order
func.func @ordered(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>, %v: tensor<4xf32>, %i: tensor<4xindex>, %k: tensor<4x3xf32>, %l: tensor<4x3xi32>, %base: index, %acc: tensor<8xf32>) {
  %0:2 = iree_linalg_ext.sort dimension(1) outs(%a, %b : tensor<4x8xf32>, tensor<4x8xi32>) {
  ^bb0(%arg8: f32, %arg9: f32, %arg10: i32, %arg11: i32):
    %6 = arith.cmpf ogt, %arg8, %arg9 : f32
    iree_linalg_ext.yield %6 : i1
  } -> tensor<4x8xf32>, tensor<4x8xi32>
  %1:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a, %acc : tensor<4x8xf32>, tensor<8xf32>) {
  ^bb0(%arg8: f32, %arg9: f32):
    %6 = arith.addf %arg8, %arg9 : f32
    iree_linalg_ext.yield %6 : f32
  } -> tensor<4x8xf32>, tensor<8xf32>
  %2:2 = iree_linalg_ext.topk dimension(1) ins(%a, %b : tensor<4x8xf32>, tensor<4x8xi32>) outs(%k, %l : tensor<4x3xf32>, tensor<4x3xi32>) {
  ^bb0(%arg8: f32, %arg9: f32):
    %6 = arith.cmpf ogt, %arg8, %arg9 : f32
    iree_linalg_ext.yield %6 : i1
  } -> tensor<4x3xf32>, tensor<4x3xi32>
  %3:2 = iree_linalg_ext.topk_v2 dimension(1) is_sorted ins(%a, %b : tensor<4x8xf32>, tensor<4x8xi32>) outs(%k, %l : tensor<4x3xf32>, tensor<4x3xi32>) {
  ^bb0(%arg8: f32, %arg9: f32):
    %6 = arith.cmpf ogt, %arg8, %arg9 : f32
    iree_linalg_ext.yield %6 : i1
  } -> tensor<4x3xf32>, tensor<4x3xi32>
  %4 = iree_linalg_ext.topk_v2 dimension(1) ins(%a : tensor<4x8xf32>) outs(%k : tensor<4x3xf32>) {
  ^bb0(%arg8: f32, %arg9: f32):
    %6 = arith.cmpf ogt, %arg8, %arg9 : f32
    iree_linalg_ext.yield %6 : i1
  } -> tensor<4x3xf32>
  %5:2 = iree_linalg_ext.arg_compare dimension(1) ins(%a : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xindex>) index_base(%base : index) {
  ^bb0(%arg8: f32, %arg9: f32):
    %6 = arith.cmpf ogt, %arg8, %arg9 : f32
    iree_linalg_ext.yield %6 : i1
  } -> tensor<4xf32>, tensor<4xindex>
  return
}
// =====
module {
  func.func @ordered(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>, %v: tensor<4xf32>, %i: tensor<4xindex>, %k: tensor<4x3xf32>, %l: tensor<4x3xi32>, %base: index, %acc: tensor<8xf32>) {
    %0:2 = iree_linalg_ext.sort dimension(1) outs(%a, %b : tensor<4x8xf32>, tensor<4x8xi32>) {
    ^bb0(%arg0: f32, %arg1: f32, %arg2: i32, %arg3: i32):
      %6 = arith.cmpf ogt, %arg0, %arg1 : f32
      iree_linalg_ext.yield %6 : i1
    } -> tensor<4x8xf32>, tensor<4x8xi32>
    %1:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a, %acc : tensor<4x8xf32>, tensor<8xf32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      %6 = arith.addf %arg0, %arg1 : f32
      iree_linalg_ext.yield %6 : f32
    } -> tensor<4x8xf32>, tensor<8xf32>
    %2:2 = iree_linalg_ext.topk dimension(1) ins(%a, %b : tensor<4x8xf32>, tensor<4x8xi32>) outs(%k, %l : tensor<4x3xf32>, tensor<4x3xi32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      %6 = arith.cmpf ogt, %arg0, %arg1 : f32
      iree_linalg_ext.yield %6 : i1
    } -> tensor<4x3xf32>, tensor<4x3xi32>
    %3:2 = iree_linalg_ext.topk_v2 dimension(1) is_sorted ins(%a, %b : tensor<4x8xf32>, tensor<4x8xi32>) outs(%k, %l : tensor<4x3xf32>, tensor<4x3xi32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      %6 = arith.cmpf ogt, %arg0, %arg1 : f32
      iree_linalg_ext.yield %6 : i1
    } -> tensor<4x3xf32>, tensor<4x3xi32>
    %4 = iree_linalg_ext.topk_v2 dimension(1) ins(%a : tensor<4x8xf32>) outs(%k : tensor<4x3xf32>) {
    ^bb0(%arg0: f32, %arg1: f32):
      %6 = arith.cmpf ogt, %arg0, %arg1 : f32
      iree_linalg_ext.yield %6 : i1
    } -> tensor<4x3xf32>
    %5:2 = iree_linalg_ext.arg_compare dimension(1) ins(%a : tensor<4x8xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xindex>) index_base(%base : index) {
    ^bb0(%arg0: f32, %arg1: f32):
      %6 = arith.cmpf ogt, %arg0, %arg1 : f32
      iree_linalg_ext.yield %6 : i1
    } -> tensor<4xf32>, tensor<4xindex>
    return
  }
}

// -----

// print: transforms
func.func @transforms(%s: index, %c: tensor<1xf32>, %re: tensor<64xf32>, %im: tensor<64xf32>, %x: tensor<1x10x10x4xf32>, %y: tensor<8x8x1x2x2x4xf32>, %f: tensor<3x3x4x8xf32>, %g: tensor<8x8x4x8xf32>, %o: tensor<1x12x12x4xf32>, %n: tensor<2x34x34x64xf32>, %p: tensor<2x1024x576xf32>) {
  %0:2 = iree_linalg_ext.fft ins(%s : index) outs(%re, %im : tensor<64xf32>, tensor<64xf32>) : tensor<64xf32>, tensor<64xf32>
  %1:2 = iree_linalg_ext.fft ins(%s, %c, %c : index, tensor<1xf32>, tensor<1xf32>) outs(%re, %im : tensor<64xf32>, tensor<64xf32>) : tensor<64xf32>, tensor<64xf32>
  %2 = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%x : tensor<1x10x10x4xf32>) outs(%y : tensor<8x8x1x2x2x4xf32>) -> tensor<8x8x1x2x2x4xf32>
  %3 = iree_linalg_ext.winograd.filter_transform output_tile_size(6) kernel_size(3) kernel_dimensions([0, 1]) ins(%f : tensor<3x3x4x8xf32>) outs(%g : tensor<8x8x4x8xf32>) -> tensor<8x8x4x8xf32>
  %4 = iree_linalg_ext.winograd.output_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%y : tensor<8x8x1x2x2x4xf32>) outs(%o : tensor<1x12x12x4xf32>) -> tensor<1x12x12x4xf32>
  %5 = iree_linalg_ext.im2col strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3] offsets = [0, %s, 0] output_sizes = [[2], [32, 32], [3, 3, 64]] batch_pos = [0] m_pos = [1, 2] k_pos = [3] input_k_perm = [0, 1, 2] output_perm = [0, 1, 2] ins(%n : tensor<2x34x34x64xf32>) outs(%p : tensor<2x1024x576xf32>) -> tensor<2x1024x576xf32>
  return
}
// =====
module {
  func.func @transforms(%s: index, %c: tensor<1xf32>, %re: tensor<64xf32>, %im: tensor<64xf32>, %x: tensor<1x10x10x4xf32>, %y: tensor<8x8x1x2x2x4xf32>, %f: tensor<3x3x4x8xf32>, %g: tensor<8x8x4x8xf32>, %o: tensor<1x12x12x4xf32>, %n: tensor<2x34x34x64xf32>, %p: tensor<2x1024x576xf32>) {
    %0:2 = iree_linalg_ext.fft ins(%s : index) outs(%re, %im : tensor<64xf32>, tensor<64xf32>) : tensor<64xf32>, tensor<64xf32>
    %1:2 = iree_linalg_ext.fft ins(%s, %c, %c : index, tensor<1xf32>, tensor<1xf32>) outs(%re, %im : tensor<64xf32>, tensor<64xf32>) : tensor<64xf32>, tensor<64xf32>
    %2 = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%x : tensor<1x10x10x4xf32>) outs(%y : tensor<8x8x1x2x2x4xf32>) -> tensor<8x8x1x2x2x4xf32>
    %3 = iree_linalg_ext.winograd.filter_transform output_tile_size(6) kernel_size(3) kernel_dimensions([0, 1]) ins(%f : tensor<3x3x4x8xf32>) outs(%g : tensor<8x8x4x8xf32>) -> tensor<8x8x4x8xf32>
    %4 = iree_linalg_ext.winograd.output_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%y : tensor<8x8x1x2x2x4xf32>) outs(%o : tensor<1x12x12x4xf32>) -> tensor<1x12x12x4xf32>
    %5 = iree_linalg_ext.im2col strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3] offsets = [0, %s, 0] output_sizes = [[2], [32, 32], [3, 3, 64]] batch_pos = [0] m_pos = [1, 2] k_pos = [3] input_k_perm = [0, 1, 2] output_perm = [0, 1, 2] ins(%n : tensor<2x34x34x64xf32>) outs(%p : tensor<2x1024x576xf32>) -> tensor<2x1024x576xf32>
    return
  }
}

// -----

// print: attention and operations with maps
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0)>
#map8 = affine_map<(d0) -> (d0)>
func.func @mapped(%q: tensor<2x16x8xf32>, %s: f32, %o: tensor<2x16x8xf32>, %m: tensor<2x16xf32>, %x: tensor<2x3xf32>, %y: tensor<2xf32>, %d: tensor<?xf32>) {
  %0 = iree_linalg_ext.attention <indexing_maps = [#map, #map1, #map2, #map3, #map4]> ins(%q, %q, %q, %s : tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, f32) outs(%o : tensor<2x16x8xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<2x16x8xf32>
  %1:3 = iree_linalg_ext.online_attention <indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5, #map5]> ins(%q, %q, %q, %s : tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, f32) outs(%o, %m, %m : tensor<2x16x8xf32>, tensor<2x16xf32>, tensor<2x16xf32>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<2x16x8xf32>, tensor<2x16xf32>, tensor<2x16xf32>
  %2:2 = iree_linalg_ext.exp_reduction{indexing_maps = [#map6, #map7, #map7], iterator_types = [#iree_linalg_ext.iterator_type<parallel>, #iree_linalg_ext.iterator_type<reduction>], exp_reduced_operands = [1]} ins(%x : tensor<2x3xf32>) outs(%y, %y : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
    %4 = arith.addf %arg7, %arg9 : f32
    iree_linalg_ext.yield %arg8, %4 : f32, f32
  } -> tensor<2xf32>, tensor<2xf32>
  %3 = iree_linalg_ext.custom_op{indexing_maps = [#map8, #map8], iterator_types = [#iree_linalg_ext.iterator_type<parallel>]} attributes {iree.x} ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) {
  ^bb0(%arg7: tensor<?xf32>, %arg8: tensor<?xf32>):
    %4 = iree_linalg_ext.index 0 : index
    iree_linalg_ext.yield %arg7 : tensor<?xf32>
  } -> tensor<?xf32>
  return
}
// =====
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0)>
#map8 = affine_map<(d0) -> (d0)>
module {
  func.func @mapped(%q: tensor<2x16x8xf32>, %s: f32, %o: tensor<2x16x8xf32>, %m: tensor<2x16xf32>, %x: tensor<2x3xf32>, %y: tensor<2xf32>, %d: tensor<?xf32>) {
    %0 = iree_linalg_ext.attention <indexing_maps = [#map, #map1, #map2, #map3, #map4]> ins(%q, %q, %q, %s : tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, f32) outs(%o : tensor<2x16x8xf32>) {
    ^bb0(%score: f32):
      iree_linalg_ext.yield %score : f32
    } -> tensor<2x16x8xf32>
    %1:3 = iree_linalg_ext.online_attention <indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5, #map5]> ins(%q, %q, %q, %s : tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, f32) outs(%o, %m, %m : tensor<2x16x8xf32>, tensor<2x16xf32>, tensor<2x16xf32>) {
    ^bb0(%score: f32):
      iree_linalg_ext.yield %score : f32
    } -> tensor<2x16x8xf32>, tensor<2x16xf32>, tensor<2x16xf32>
    %2:2 = iree_linalg_ext.exp_reduction{indexing_maps = [#map6, #map7, #map7], iterator_types = [#iree_linalg_ext.iterator_type<parallel>, #iree_linalg_ext.iterator_type<reduction>], exp_reduced_operands = [1]} ins(%x : tensor<2x3xf32>) outs(%y, %y : tensor<2xf32>, tensor<2xf32>) {
    ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
      %4 = arith.addf %arg0, %arg2 : f32
      iree_linalg_ext.yield %arg1, %4 : f32, f32
    } -> tensor<2xf32>, tensor<2xf32>
    %3 = iree_linalg_ext.custom_op{indexing_maps = [#map8, #map8], iterator_types = [#iree_linalg_ext.iterator_type<parallel>]} attributes {iree.x} ins(%d : tensor<?xf32>) outs(%d : tensor<?xf32>) {
    ^bb0(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>):
      %4 = iree_linalg_ext.index 0 : index
      iree_linalg_ext.yield %arg0 : tensor<?xf32>
    } -> tensor<?xf32>
    return
  }
}
