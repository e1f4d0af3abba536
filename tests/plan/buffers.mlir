//! Allocators, buffers and buffer views.

// plan: allocators
util.func public @f(%d: !hal.device, %e: !hal.device, %a: !hal.allocator, %q: i64, %n: index, %m: i32, %u: i32, %b: !util.buffer) {
  %0:2 = hal.allocator.select from([(%d, %q : !hal.device, i64), (%e, %q : !hal.device, i64)]) type(%m) usage(%u) : !hal.device, i64
  %1 = hal.allocator.allocate<%a : !hal.allocator> affinity(%q) type(%m) usage(%u) : !hal.buffer{%n}
  %ok, %2 = hal.allocator.import<%a : !hal.allocator> source(%b : !util.buffer)[%n, %n] affinity(%q) type(%m) usage(%u) : i1, !hal.buffer
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: hal.device, %2: hal.allocator, %3: i64, %4: i64, %5: i32, %6: i32, %7: util.buffer) -> () { // 13 registers, 4 instructions
  %8, %9 = hal.allocator.select devices=[%0, %1] queue_affinities=[%3, %3] memory_types=%5 buffer_usage=%6 : hal.device, i64
  %10 = hal.allocator.allocate allocator=%2 queue_affinity=%3 memory_types=%5 buffer_usage=%6 result_size=%4 : hal.buffer
  %11, %12 = hal.allocator.import allocator=%2 queue_affinity=%3 memory_types=%5 buffer_usage=%6 source=%7 offset=%4 length=%4 : i1, hal.buffer
  util.return operands=[]
}

// -----

// plan: buffers
util.func public @f(%b: !hal.buffer, %a: !hal.allocator, %o: index, %n: index, %v: f32) {
  hal.buffer.assert<%b : !hal.buffer> message("input0") allocator(%a : !hal.allocator) minimum_length(%n) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer")
  hal.buffer.allocation.preserve<%b : !hal.buffer>
  %0 = hal.buffer.allocation.discard<%b : !hal.buffer> : i1
  %1 = hal.buffer.allocation.is_terminal<%b : !hal.buffer> : i1
  %2 = hal.buffer.subspan<%b : !hal.buffer>[%o, %n] : !hal.buffer
  %3 = hal.buffer.length<%b : !hal.buffer> : index
  %4 = hal.buffer.load<%b : !hal.buffer>[%o] : f32
  %5 = hal.buffer.load<%b : !hal.buffer>[%o] : i8
  hal.buffer.store<%b : !hal.buffer>[%o] value(%v : f32)
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.buffer, %1: hal.allocator, %2: i64, %3: i64, %4: f32) -> () { // 11 registers, 10 instructions
  hal.buffer.assert buffer=%0 allocator=%1 minimum_length=%3 message="input0" memory_types=16 buffer_usage=3
  hal.buffer.allocation.preserve buffer=%0
  %5 = hal.buffer.allocation.discard buffer=%0 : i1
  %6 = hal.buffer.allocation.is_terminal buffer=%0 : i1
  %7 = hal.buffer.subspan source_buffer=%0 source_offset=%2 length=%3 : hal.buffer
  %8 = hal.buffer.length buffer=%0 : i64
  %9 = hal.buffer.load source_buffer=%0 source_offset=%2 : f32
  %10 = hal.buffer.load source_buffer=%0 source_offset=%2 : i8
  hal.buffer.store value=%4 target_buffer=%0 target_offset=%2
  util.return operands=[]
}

// -----

// plan: flags and types as numbers
util.func public @f() {
  %0 = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
  %1 = hal.memory_type<None> : i32
  %2 = hal.buffer_usage<"TransferSource|DispatchStorageRead"> : i32
  %3 = hal.encoding_type<dense_row_major> : i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f() -> () { // 4 registers, 5 instructions
  %0 = const 48 : i32
  %1 = const 0 : i32
  %2 = const 1025 : i32
  %3 = const 1 : i32
  util.return operands=[]
}

// -----

// plan: element types as numbers
util.func public @f() {
  %0 = hal.element_type<i1> : i32
  %1 = hal.element_type<i4> : i32
  %2 = hal.element_type<i8> : i32
  %3 = hal.element_type<i16> : i32
  %4 = hal.element_type<i32> : i32
  %5 = hal.element_type<i64> : i32
  %6 = hal.element_type<si8> : i32
  %7 = hal.element_type<ui8> : i32
  %8 = hal.element_type<ui32> : i32
  %9 = hal.element_type<f8E4M3FN> : i32
  %10 = hal.element_type<f8E5M2> : i32
  %11 = hal.element_type<f16> : i32
  %12 = hal.element_type<bf16> : i32
  %13 = hal.element_type<f32> : i32
  %14 = hal.element_type<f64> : i32
  %15 = hal.element_type<complex<f32>> : i32
  %16 = hal.element_type<complex<f64>> : i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f() -> () { // 17 registers, 18 instructions
  %0 = const 318767112 : i32
  %1 = const 268435460 : i32
  %2 = const 268435464 : i32
  %3 = const 268435472 : i32
  %4 = const 268435488 : i32
  %5 = const 268435520 : i32
  %6 = const 285212680 : i32
  %7 = const 301989896 : i32
  %8 = const 301989920 : i32
  %9 = const 620757000 : i32
  %10 = const 603979784 : i32
  %11 = const 553648144 : i32
  %12 = const 570425360 : i32
  %13 = const 553648160 : i32
  %14 = const 553648192 : i32
  %15 = const 587202624 : i32
  %16 = const 587202688 : i32
  util.return operands=[]
}

// -----

// plan: buffer views
util.func public @f(%b: !hal.buffer, %o: index, %n: index, %t: i32, %e: i32) {
  %0 = hal.buffer_view.create buffer(%b : !hal.buffer)[%o, %n] shape([%n, %n]) type(%t) encoding(%e) : !hal.buffer_view
  %1 = hal.buffer_view.create buffer(%b : !hal.buffer)[%o, %n] shape([]) type(%t) encoding(%e) : !hal.buffer_view
  hal.buffer_view.assert<%0 : !hal.buffer_view> message("input0") shape([%n, %o]) type(%t) encoding(%e)
  %2 = hal.buffer_view.buffer<%0 : !hal.buffer_view> : !hal.buffer
  %3 = hal.buffer_view.element_type<%0 : !hal.buffer_view> : i32
  %4 = hal.buffer_view.encoding_type<%0 : !hal.buffer_view> : i32
  %5 = hal.buffer_view.rank<%0 : !hal.buffer_view> : index
  %6 = hal.buffer_view.dim<%0 : !hal.buffer_view>[1] : index
  hal.buffer_view.trace "x" = %0, %1 : !hal.buffer_view, !hal.buffer_view
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.buffer, %1: i64, %2: i64, %3: i32, %4: i32) -> () { // 12 registers, 10 instructions
  %5 = hal.buffer_view.create source_buffer=%0 source_offset=%1 source_length=%2 element_type=%3 encoding_type=%4 shape=[%2, %2] : hal.buffer_view
  %6 = hal.buffer_view.create source_buffer=%0 source_offset=%1 source_length=%2 element_type=%3 encoding_type=%4 shape=[] : hal.buffer_view
  hal.buffer_view.assert buffer_view=%5 element_type=%3 encoding_type=%4 shape=[%2, %1] message="input0"
  %7 = hal.buffer_view.buffer buffer_view=%5 : hal.buffer
  %8 = hal.buffer_view.element_type buffer_view=%5 : i32
  %9 = hal.buffer_view.encoding_type buffer_view=%5 : i32
  %10 = hal.buffer_view.rank buffer_view=%5 : i64
  %11 = hal.buffer_view.dim buffer_view=%5 index=1 : i64
  hal.buffer_view.trace key="x" operands=[%5, %6]
  util.return operands=[]
}
