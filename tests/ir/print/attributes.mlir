//! Attributes of the builtin dialect.

// print: numbers
module {
  util.global private @g0 {a = 1 : i32} : i32
  util.global private @g1 {a = -7} : i32
  util.global private @g2 {a = 3 : index} : i32
  util.global private @g3 {a = true} : i32
  util.global private @g4 {a = 255 : ui8} : i32
  util.global private @g5 {a = -128 : si8} : i32
  util.global private @g6 {a = 170141183460469231731687303715884105727 : i128} : i32
  util.global private @g7 {a = 1.500000e+00 : f32} : i32
  util.global private @g8 {a = 2.5} : i32
  util.global private @g9 {a = 0x7FC00000 : f32} : i32
  util.global private @g10 {a = 0x7E00 : f16} : i32
  util.global private @g11 {a = 0xFF80 : bf16} : i32
  util.global private @g12 {a = 1.000000e-10 : f64} : i32
  util.global private @g13 {a = -0.000000e+00 : f32} : i32
  util.global private @g14 {a = 3.40282347E+38 : f32} : i32
  util.global private @g15 {a = 0.100000001 : f32} : i32
  util.global private @g16 {a = 1.000000e+00 : f8E4M3FN} : i32
}
// =====
module {
  util.global private @g0 {a = 1 : i32} : i32
  util.global private @g1 {a = -7 : i64} : i32
  util.global private @g2 {a = 3 : index} : i32
  util.global private @g3 {a = true} : i32
  util.global private @g4 {a = 255 : ui8} : i32
  util.global private @g5 {a = -128 : si8} : i32
  util.global private @g6 {a = 170141183460469231731687303715884105727 : i128} : i32
  util.global private @g7 {a = 1.500000e+00 : f32} : i32
  util.global private @g8 {a = 2.500000e+00 : f64} : i32
  util.global private @g9 {a = 0x7FC00000 : f32} : i32
  util.global private @g10 {a = 0x7E00 : f16} : i32
  util.global private @g11 {a = 0xFF80 : bf16} : i32
  util.global private @g12 {a = 1.000000e-10 : f64} : i32
  util.global private @g13 {a = -0.000000e+00 : f32} : i32
  util.global private @g14 {a = 3.40282347E+38 : f32} : i32
  util.global private @g15 {a = 1.000000e-01 : f32} : i32
  util.global private @g16 {a = 1.000000e+00 : f8E4M3FN} : i32
}

// -----

// print: strings, symbols, types and words
module {
  util.global private @g0 {a = "text"} : i32
  util.global private @g1 {a = "q\22uote \\ \0A \C3\A9"} : i32
  util.global private @g2 {a = @a} : i32
  util.global private @g3 {a = @a::@b::@"odd name"} : i32
  util.global private @g4 {a = i32} : i32
  util.global private @g5 {a = !hal.buffer} : i32
  util.global private @g6 {a = (i32, f32) -> index} : i32
  util.global private @g7 {a = unit} : i32
  util.global private @g8 {a = array<i32>} : i32
}
// =====
module {
  util.global private @g0 {a = "text"} : i32
  util.global private @g1 {a = "q\22uote \\ \0A \C3\A9"} : i32
  util.global private @g2 {a = @a} : i32
  util.global private @g3 {a = @a::@b::@"odd name"} : i32
  util.global private @g4 {a = i32} : i32
  util.global private @g5 {a = !hal.buffer} : i32
  util.global private @g6 {a = (i32, f32) -> index} : i32
  util.global private @g7 {a} : i32
  util.global private @g8 {a = array<i32>} : i32
}

// -----

// print: lists
module {
  util.global private @g0 {a = []} : i32
  util.global private @g1 {a = [1, 2.5, "s", unit, [@a]]} : i32
  util.global private @g2 {a = {}} : i32
  util.global private @g3 {a = {a = 1 : i32, b, "odd key" = 2 : i64}} : i32
  util.global private @g4 {a = array<i8: 1, -2>} : i32
  util.global private @g5 {a = array<i1: true, false>} : i32
  util.global private @g6 {a = array<f32: 1.000000e+00>} : i32
}
// =====
module {
  util.global private @g0 {a = []} : i32
  util.global private @g1 {a = [1, 2.500000e+00, "s", unit, [@a]]} : i32
  util.global private @g2 {a = {}} : i32
  util.global private @g3 {a = {a = 1 : i32, b, "odd key" = 2 : i64}} : i32
  util.global private @g4 {a = array<i8: 1, -2>} : i32
  util.global private @g5 {a = array<i1: true, false>} : i32
  util.global private @g6 {a = array<f32: 1.000000e+00>} : i32
}

// -----

// print: elements
module {
  util.global private @g0 {a = dense<1> : tensor<4xi8>} : i32
  util.global private @g1 {a = dense<[1, 2, 3]> : tensor<3xi32>} : i32
  util.global private @g2 {a = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>} : i32
  util.global private @g3 {a = dense<> : tensor<0x4xf32>} : i32
  util.global private @g4 {a = dense<true> : tensor<2xi1>} : i32
  util.global private @g5 {a = dense<[true, false]> : tensor<2xi1>} : i32
  util.global private @g6 {a = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>} : i32
  util.global private @g7 {a = dense<["a", "b"]> : tensor<2x!util.object>} : i32
  util.global private @g8 {a = sparse<[[0, 0]], [1.000000e+00]> : tensor<3x4xf32>} : i32
  util.global private @g9 {a = dense<7> : vector<4xi32>} : i32
  util.global private @g10 {a = dense<0x7FC00000> : tensor<2xf32>} : i32
  util.global private @g11 {a = [0x7FF0000000000000 : f64, 0xFFF8000000000000 : f64, -0.000000e+00]} : i32
  util.global private @g12 {a = dense<[["a", "b"], ["b", "a"]]> : tensor<2x2x!util.object>} : i32
  util.global private @g13 {a = dense<"a"> : tensor<2x!util.object>} : i32
  util.global private @g14 {a = sparse<[[0], [2]], ["a", "a"]> : tensor<3x!util.object>} : i32
}

// -----

// print: elements in hexadecimal
module {
  util.global private @g0 {a = dense<"0x01020304"> : tensor<4xi8>} : i32
  util.global private @g1 {a = dense<"0x0000803F0000004000004040"> : tensor<3xf32>} : i32
  util.global private @g2 {a = dense<"0x01"> : tensor<8xi8>} : i32
}
// =====
module {
  util.global private @g0 {a = dense<[1, 2, 3, 4]> : tensor<4xi8>} : i32
  util.global private @g1 {a = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>} : i32
  util.global private @g2 {a = dense<1> : tensor<8xi8>} : i32
}

// -----

// print: long elements are printed in hexadecimal
module {
  util.global private @g0 {a = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149]> : tensor<150xi8>} : i32
}
// =====
module {
  util.global private @g0 {a = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495"> : tensor<150xi8>} : i32
}

// -----

// print --elide: elements that are left out
module {
  util.global private @g0 {a = dense<[1, 2, 3, 4, 5]> : tensor<5xi32>} : i32
  util.global private @g1 {a = dense<[1, 2, 3, 4]> : tensor<4xi32>} : i32
}
// =====
module {
  util.global private @g0 {a = dense_resource<__elided__> : tensor<5xi32>} : i32
  util.global private @g1 {a = dense<[1, 2, 3, 4]> : tensor<4xi32>} : i32
}

// -----

// print: affine maps and sets
module {
  util.global private @g0 {a = affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - s0, d0 floordiv 4, d0 mod 3, d1 ceildiv 2)>} : i32
  util.global private @g1 {a = affine_map<() -> ()>} : i32
  util.global private @g2 {a = affine_map<(d0) -> (-d0)>} : i32
  util.global private @g3 {a = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 3)>} : i32
}
// =====
#map = affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - s0, d0 floordiv 4, d0 mod 3, d1 ceildiv 2)>
#map1 = affine_map<() -> ()>
#map2 = affine_map<(d0) -> (-d0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 3 == 0)>
module {
  util.global private @g0 {a = #map} : i32
  util.global private @g1 {a = #map1} : i32
  util.global private @g2 {a = #map2} : i32
  util.global private @g3 {a = #set} : i32
}

// -----

// print: layouts and others
module {
  util.global private @g0 {a = strided<[1, ?], offset: 3>} : i32
  util.global private @g1 {a = loc("a.mlir":1:2)} : i32
  util.global private @g2 {a = #foo.bar<"x", {a = [1, (2)]}>} : i32
  util.global private @g3 {a = !foo.ty<1 x "}">} : i32
  util.global private @g4 {a = distinct[0]<unit>} : i32
}
// =====
#loc = loc("a.mlir":1:2)
module {
  util.global private @g0 {a = strided<[1, ?], offset: 3>} : i32
  util.global private @g1 {a = #loc} : i32
  util.global private @g2 {a = #foo.bar<"x", {a = [1, (2)]}>} : i32
  util.global private @g3 {a = !foo.ty<1 x "}">} : i32
  util.global private @g4 {a = distinct[0]<>} : i32
}

// -----

// print: aliases are printed in place
#a = 1 : i32
!t = tensor<4xf32>
#b = [#a, #a]
module {
  util.global private @g {x = #b} = #util.uninitialized : !t
}
// =====
module {
  util.global private @g {x = [1 : i32, 1 : i32]} = #util.uninitialized : tensor<4xf32>
}

// -----

// print: attributes of the module and of operations
module @name attributes {stream.topology = "t"} {
  util.global private @g {foo.bar = 1 : i32} : i32
}
