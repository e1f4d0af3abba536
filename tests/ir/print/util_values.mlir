//! `util`: buffers, strings, lists, ranges, references and what is known about values.

// print: buffers on the host
module {
  util.func public @f(%arg0: index, %arg1: i32, %arg2: f32, %arg3: !util.buffer) {
    %buffer = util.buffer.alloc uninitialized : !util.buffer{%arg0}
    %buffer_0 = util.buffer.alloc uninitialized <alignment = 16> : !util.buffer{%arg0}
    %buffer_1 = util.buffer.slice %buffer[%arg0] <alignment = 64> : !util.buffer{%arg0} -> !util.buffer{%arg0}
    %buffer_span = util.buffer.subspan %buffer[%arg0] : !util.buffer{%arg0} -> !util.buffer{%arg0}
    %buffer_size = util.buffer.size %buffer_span : !util.buffer
    %buffer_storage, %buffer_offset = util.buffer.storage %buffer : !util.buffer{%arg0} -> (memref<?xi8>, index)
    util.buffer.copy %buffer[%arg0], %buffer_0[%arg0], %buffer_size : !util.buffer{%arg0} -> !util.buffer{%arg0}
    %0 = util.buffer.compare %buffer[%arg0], %buffer_0[%arg0], %arg0 : !util.buffer{%arg0}, !util.buffer{%arg0}
    util.buffer.fill %arg1, %buffer[%arg0 for %arg0] : i32 -> !util.buffer{%arg0}
    %1 = util.buffer.load %buffer[%arg0 for %arg0] : !util.buffer{%arg0} -> f32
    util.buffer.store %arg2, %buffer[%arg0 for %arg0] : f32 -> !util.buffer{%arg0}
    %2 = util.buffer.hash %buffer[%arg0 for %arg0] : !util.buffer{%arg0} -> i64
    util.buffer.dealloc %buffer : !util.buffer{%arg0}
    util.return
  }
}

// -----

// print: text made while the program runs
module {
  util.func public @f(%arg0: index, %arg1: !util.buffer) {
    %itoa = util.string.itoa %arg0 : index -> !util.buffer
    %Nrow_N = util.string.format "{}row {}"(%itoa, %arg0) : (!util.buffer, index) -> !util.buffer
    %none = util.string.format "none"() : () -> !util.buffer
    util.return
  }
}

// -----

// print: lists
module {
  util.func public @f(%arg0: index, %arg1: i32, %arg2: !util.buffer) {
    %0 = util.list.create : !util.list<i32>
    %1 = util.list.create %arg0 : !util.list<?>
    %2 = util.list.construct [%arg1 : i32, %arg2 : !util.buffer] : !util.list<?>
    %3 = util.list.size %0 : !util.list<i32>
    util.list.resize %0, %arg0 : !util.list<i32>
    %4 = util.list.get %0[%arg0] : !util.list<i32>
    %5 = util.list.get %1[%arg0] : !util.list<?> -> !util.buffer
    util.list.set %0[%arg0], %arg1 : !util.list<i32>
    util.list.set %1[%arg0], %arg2 : !util.buffer -> !util.list<?>
    util.return
  }
}

// -----

// print: ranges
module {
  util.func public @f(%arg0: index, %arg1: index) -> (index, index, index, index) {
    %0 = util.range.min %arg0, %arg1 : index
    %1 = util.range.max %arg0, %arg1, %0 : index
    %min, %max = util.range.extents [%arg0 for %arg1], [%0 for %1] : index
    util.return %0, %1, %min, %max : index, index, index, index
  }
}

// -----

// print: globals by reference
module {
  util.global private mutable @counter = 1 : i32
  util.global private @fixed = 2 : i32
  util.func public @f(%arg0: i32) -> (i32, i32) {
    %ptr_counter = util.global.address @counter : !util.ptr<i32>
    %ptr_fixed = util.global.address immutable @fixed : !util.ptr<i32>
    %0 = util.global.load.indirect %ptr_counter : !util.ptr<i32> -> i32
    %1 = util.global.load.indirect immutable %ptr_fixed : !util.ptr<i32> -> i32
    util.global.store.indirect %arg0, %ptr_counter : i32 -> !util.ptr<i32>
    util.return %0, %1 : i32, i32
  }
}

// -----

// print: what is known about values
module {
  util.func public @f(%arg0: index, %arg1: i32, %arg2: tensor<4xf32>) -> (index, i32) {
    %0 = util.assume.int %arg0<umin = 0, umax = 16, udiv = 4> : index
    %1:2 = util.assume.int %arg0[<umin = 1, umax = 1>, <umax = 8>], %arg1[<udiv = 2>, <>] : index, i32
    %2 = util.numeric.optional_narrow %arg2 : tensor<4xf32> as si8 <min_value = 0 : si8, max_value = 7 : si8>
    %3 = util.hoistable_conversion "wide" inverts("narrow") (%arg4 = %arg2) : (tensor<4xf32>) -> tensor<4xf32> {
      util.return %arg4 : tensor<4xf32>
    }
    %4 = util.unfoldable_constant 5 : i32
    util.return %1#0, %4 : index, i32
  }
}
// =====
module {
  util.func public @f(%arg0: index, %arg1: i32, %arg2: tensor<4xf32>) -> (index, i32) {
    %0 = util.assume.int %arg0<umin = 0, umax = 16, udiv = 4> : index
    %1:2 = util.assume.int 
        %arg0[<umin = 1, umax = 1>, <umax = 8>], 
        %arg1[<udiv = 2>, <>]
      : index, i32
    %2 = util.numeric.optional_narrow %arg2 : tensor<4xf32> as si8 <min_value = 0 : si8, max_value = 7 : si8>
    %3 = util.hoistable_conversion "wide" inverts("narrow") (%arg3 = %arg2) : (tensor<4xf32>) -> tensor<4xf32> {
      util.return %arg3 : tensor<4xf32>
    }
    %4 = util.unfoldable_constant 5 : i32
    util.return %1#0, %4 : index, i32
  }
}

// -----

// print: a place in a region that the program never gets to
module {
  util.func public @f() {
    util.scf.unreachable "nobody comes here"
    util.scf.unreachable
    util.return
  }
}
