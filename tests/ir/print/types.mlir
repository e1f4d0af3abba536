//! Types.

// print: scalars
module {
  util.global private @g0 {a = i1} : i32
  util.global private @g1 {a = i8} : i32
  util.global private @g2 {a = si8} : i32
  util.global private @g3 {a = ui64} : i32
  util.global private @g4 {a = i127} : i32
  util.global private @g5 {a = index} : i32
  util.global private @g6 {a = f16} : i32
  util.global private @g7 {a = bf16} : i32
  util.global private @g8 {a = f32} : i32
  util.global private @g9 {a = tf32} : i32
  util.global private @g10 {a = f64} : i32
  util.global private @g11 {a = f80} : i32
  util.global private @g12 {a = f128} : i32
  util.global private @g13 {a = f8E5M2} : i32
  util.global private @g14 {a = f8E4M3FN} : i32
  util.global private @g15 {a = f8E4M3FNUZ} : i32
  util.global private @g16 {a = f8E8M0FNU} : i32
  util.global private @g17 {a = f4E2M1FN} : i32
  util.global private @g18 {a = complex<f32>} : i32
  util.global private @g19 {a = none} : i32
}

// -----

// print: shaped
module {
  util.global private @g0 {a = tensor<f32>} : i32
  util.global private @g1 {a = tensor<4x?xf32>} : i32
  util.global private @g2 {a = tensor<*xf32>} : i32
  util.global private @g3 {a = tensor<0x4xi8>} : i32
  util.global private @g4 {a = tensor<4xf32, #foo.bar>} : i32
  util.global private @g5 {a = vector<4xi32>} : i32
  util.global private @g6 {a = vector<[4]x2xf32>} : i32
  util.global private @g7 {a = memref<4xf32>} : i32
  util.global private @g8 {a = memref<?x8xf32, strided<[8, 1], offset: ?>>} : i32
  util.global private @g9 {a = memref<4xf32, #hal.descriptor_type<storage_buffer>>} : i32
  util.global private @g10 {a = memref<*xf32>} : i32
}

// -----

// print: functions and tuples
module {
  util.global private @g0 {a = () -> ()} : i32
  util.global private @g1 {a = (i32) -> (f32, index)} : i32
  util.global private @g2 {a = tuple<>} : i32
  util.global private @g3 {a = tuple<i32, tensor<4xf32>>} : i32
  util.global private @g4 {a = (() -> ()) -> (() -> ())} : i32
}

// -----

// print: dialects
module {
  util.global private @g0 {a = !util.buffer} : i32
  util.global private @g1 {a = !util.object} : i32
  util.global private @g2 {a = !util.list<i32>} : i32
  util.global private @g3 {a = !stream.resource<*>} : i32
  util.global private @g4 {a = !stream.resource<transient>} : i32
  util.global private @g5 {a = !stream.timepoint} : i32
  util.global private @g6 {a = !hal.allocator} : i32
  util.global private @g7 {a = !hal.buffer} : i32
  util.global private @g8 {a = !hal.buffer_view} : i32
  util.global private @g9 {a = !hal.channel} : i32
  util.global private @g10 {a = !hal.command_buffer} : i32
  util.global private @g11 {a = !hal.device} : i32
  util.global private @g12 {a = !hal.event} : i32
  util.global private @g13 {a = !hal.executable} : i32
  util.global private @g14 {a = !hal.fence} : i32
  util.global private @g15 {a = !hal.file} : i32
  util.global private @g16 {a = !hal.semaphore} : i32
  util.global private @g17 {a = !foo.bar<a, b>} : i32
}
