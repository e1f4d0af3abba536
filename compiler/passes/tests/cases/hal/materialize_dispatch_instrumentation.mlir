// opt --iree-hal-materialize-dispatch-instrumentation=buffer-size=64kib: entry points and their dispatches get the buffer
module attributes {hal.executable.target = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">} {
  util.global private @gpu = #hal.device.target<"vulkan"> : !hal.device
  stream.executable private @x {
    stream.executable.export public @k workgroups(%arg0: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      stream.return %arg0, %c1, %c1 : index, index, index
    }
    builtin.module {
      func.func @k(%arg0: !stream.binding {stream.alignment = 64 : index}, %arg1: !stream.binding, %arg2: i32 {stream.alignment = 4 : index}) {
        %c0 = arith.constant 0 : index
        %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> memref<16xf32>
        %1 = stream.binding.subspan %arg1[%c0] : !stream.binding -> memref<16xf32>
        memref.copy %0, %1 : memref<16xf32> to memref<16xf32>
        return
      }
    }
  }
  stream.executable private @y {
    stream.executable.export public @second as("other")
    builtin.module {
      func.func private @helper()
      func.func @second(%arg0: !stream.binding) {
        return
      }
    }
  }
  stream.executable private @external {
    stream.executable.export public @elsewhere attributes {hal.interface.layout = #hal.pipeline.layout<bindings = []>}
  }
  util.func public @f(%arg0: !stream.resource<external>, %arg1: index) -> (!stream.timepoint, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %0 = stream.cmd.execute with(%arg0 as %arg2: !stream.resource<external>{%arg1}) {
      stream.cmd.dispatch @x::@k[%arg1](%c5_i32 : i32) {
        ro %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
        wo %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1}
      }
      stream.cmd.concurrent {
        stream.cmd.dispatch @y::@other {
          ro %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1}
        }
        stream.cmd.dispatch @x::@k[%arg1](%c5_i32 : i32) {
          ro %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
          wo %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1}
        }
      }
    } => !stream.timepoint
    %1 = stream.cmd.execute await(%0) => with() {
    } => !stream.timepoint
    util.return %0, %1 : !stream.timepoint, !stream.timepoint
  }
}
// =====
#device_target_vulkan = #hal.device.target<"vulkan"> : !hal.device
#executable_target_vulkan_spirv_fb = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#pipeline_layout = #hal.pipeline.layout<bindings = []>
module attributes {hal.executable.target = #executable_target_vulkan_spirv_fb} {
  util.global public @__dispatch_instrumentation : !stream.resource<external>
  util.initializer {
    %c69632 = arith.constant 69632 : index
    %0 = stream.resource.alloc uninitialized : !stream.resource<external>{%c69632}
    util.global.store %0, @__dispatch_instrumentation : !stream.resource<external>
    util.return
  }
  util.func public @__query_instruments(%arg0: !util.list<?>) {
    %buffer_cst = util.buffer.constant <alignment = 16> : !util.buffer = dense<[48, 73, 68, 66, 0, 0, 0, 0, -32, 2, 0, 0, 0, 0, 0, 0]> : vector<16xi8>
    %dispatch_instrument.fb = util.buffer.constant "dispatch_instrument.fb" <alignment = 16, mime_type = "application/x-flatbuffers"> : !util.buffer = dense<"0x080000004944424436FDFFFF18000000040000000300000024000000180000001000000002000000B00000001400000068FDFFFF68FDFFFF0100000074FDFFFF84FDFFFF8800000044000000040000003600000066756E632E66756E6320407365636F6E642825617267303A202173747265616D2E62696E64696E6729207B0A202072657475726E0A7D0000390000002368616C2E65786563757461626C652E7461726765743C2276756C6B616E2D7370697276222C202276756C6B616E2D73706972762D6662223E000000050000006F746865720000001CFEFFFFD801000094010000040000008701000066756E632E66756E6320406B2825617267303A202173747265616D2E62696E64696E67207B73747265616D2E616C69676E6D656E74203D203634203A20696E6465787D2C2025617267313A202173747265616D2E62696E64696E672C2025617267323A20693332207B73747265616D2E616C69676E6D656E74203D2034203A20696E6465787D29207B0A2020256330203D2061726974682E636F6E7374616E742030203A20696E6465780A20202530203D2073747265616D2E62696E64696E672E7375627370616E2025617267305B2563305D203A202173747265616D2E62696E64696E67202D3E206D656D7265663C3136786633323E0A20202531203D2073747265616D2E62696E64696E672E7375627370616E2025617267315B2563305D203A202173747265616D2E62696E64696E67202D3E206D656D7265663C3136786633323E0A20206D656D7265662E636F70792025302C202531203A206D656D7265663C3136786633323E20746F206D656D7265663C3136786633323E0A202072657475726E0A7D00390000002368616C2E65786563757461626C652E7461726765743C2276756C6B616E2D7370697276222C202276756C6B616E2D73706972762D6662223E000000010000006B0000000C0010000400080000000C00040004000600080004000C000C0000000000040008000000"> : vector<736xi8>
    %buffer_cst_0 = util.buffer.constant <alignment = 16> : !util.buffer = dense<[48, 73, 68, 66, 1, 0, 0, 0, 0, 16, 1, 0, 0, 0, 0, 0]> : vector<16xi8>
    %__dispatch_instrumentation = util.global.load @__dispatch_instrumentation : !stream.resource<external>
    %c69632 = arith.constant 69632 : index
    %0 = stream.tensor.export %__dispatch_instrumentation : tensor<69632xi8> in !stream.resource<external>{%c69632} -> !hal.buffer_view
    %1 = util.list.size %arg0 : !util.list<?>
    %c4 = arith.constant 4 : index
    %2 = arith.addi %1, %c4 : index
    util.list.resize %arg0, %2 : !util.list<?>
    %c0 = arith.constant 0 : index
    %3 = arith.addi %1, %c0 : index
    util.list.set %arg0[%3], %buffer_cst : !util.buffer -> !util.list<?>
    %c1 = arith.constant 1 : index
    %4 = arith.addi %1, %c1 : index
    util.list.set %arg0[%4], %dispatch_instrument.fb : !util.buffer -> !util.list<?>
    %c2 = arith.constant 2 : index
    %5 = arith.addi %1, %c2 : index
    util.list.set %arg0[%5], %buffer_cst_0 : !util.buffer -> !util.list<?>
    %c3 = arith.constant 3 : index
    %6 = arith.addi %1, %c3 : index
    util.list.set %arg0[%6], %0 : !hal.buffer_view -> !util.list<?>
    util.return
  }
  util.global private @gpu = #device_target_vulkan
  stream.executable private @x {
    stream.executable.export public @k workgroups(%arg0: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      stream.return %arg0, %c1, %c1 : index, index, index
    }
    builtin.module {
      func.func @k(%arg0: !stream.binding {stream.alignment = 64 : index}, %arg1: !stream.binding, %arg2: i32 {stream.alignment = 4 : index}, %arg3: !stream.binding {stream.alignment = 64 : index}, %arg4: i32) {
        %c0 = arith.constant 0 : index
        %0 = stream.binding.subspan %arg3[%c0] : !stream.binding -> memref<69632xi8>
        %1 = hal.instrument.workgroup[%0 : memref<69632xi8>] dispatch(%arg4) : index
        %c0_0 = arith.constant 0 : index
        %2 = stream.binding.subspan %arg0[%c0_0] : !stream.binding -> memref<16xf32>
        %3 = stream.binding.subspan %arg1[%c0_0] : !stream.binding -> memref<16xf32>
        memref.copy %2, %3 : memref<16xf32> to memref<16xf32>
        return
      }
    }
  }
  stream.executable private @y {
    stream.executable.export public @second as("other") 
    builtin.module {
      func.func private @helper()
      func.func @second(%arg0: !stream.binding, %arg1: !stream.binding {stream.alignment = 64 : index}, %arg2: i32) {
        %c0 = arith.constant 0 : index
        %0 = stream.binding.subspan %arg1[%c0] : !stream.binding -> memref<69632xi8>
        %1 = hal.instrument.workgroup[%0 : memref<69632xi8>] dispatch(%arg2) : index
        return
      }
    }
  }
  stream.executable private @external {
    stream.executable.export public @elsewhere  attributes {hal.interface.layout = #pipeline_layout}
  }
  util.func public @f(%arg0: !stream.resource<external>, %arg1: index) -> (!stream.timepoint, !stream.timepoint) {
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %__dispatch_instrumentation = util.global.load @__dispatch_instrumentation : !stream.resource<external>
    %c0_0 = arith.constant 0 : index
    %c69632 = arith.constant 69632 : index
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = stream.cmd.execute with(%arg0 as %arg2: !stream.resource<external>{%arg1}, %__dispatch_instrumentation as %arg3: !stream.resource<external>{%c69632}) {
      stream.cmd.dispatch @x::@k[%arg1](%c5_i32, %c0_i32 : i32, i32) {
        ro %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
        wo %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
        rw %arg3[%c0_0 for %c69632] : !stream.resource<external>{%c69632}
      }
      stream.cmd.concurrent {
        stream.cmd.dispatch @y::@other(%c1_i32 : i32) {
          ro %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
          rw %arg3[%c0_0 for %c69632] : !stream.resource<external>{%c69632}
        }
        stream.cmd.dispatch @x::@k[%arg1](%c5_i32, %c2_i32 : i32, i32) {
          ro %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
          wo %arg2[%c0 for %arg1] : !stream.resource<external>{%arg1},
          rw %arg3[%c0_0 for %c69632] : !stream.resource<external>{%c69632}
        }
      }
    } => !stream.timepoint
    %__dispatch_instrumentation_1 = util.global.load @__dispatch_instrumentation : !stream.resource<external>
    %c0_2 = arith.constant 0 : index
    %c69632_3 = arith.constant 69632 : index
    %1 = stream.cmd.execute await(%0) => with(%__dispatch_instrumentation_1 as %arg2: !stream.resource<external>{%c69632_3}) {
    } => !stream.timepoint
    util.return %0, %1 : !stream.timepoint, !stream.timepoint
  }
}

// -----

// opt --iree-hal-materialize-dispatch-instrumentation: no dispatches
util.func public @f() {
  util.return
}
// =====
module {
  util.global public @__dispatch_instrumentation : !stream.resource<external>
  util.initializer {
    %c67112960 = arith.constant 67112960 : index
    %0 = stream.resource.alloc uninitialized : !stream.resource<external>{%c67112960}
    util.global.store %0, @__dispatch_instrumentation : !stream.resource<external>
    util.return
  }
  util.func public @__query_instruments(%arg0: !util.list<?>) {
    %buffer_cst = util.buffer.constant <alignment = 16> : !util.buffer = dense<[48, 73, 68, 66, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi8>
    %dispatch_instrument.fb = util.buffer.constant "dispatch_instrument.fb" <alignment = 16, mime_type = "application/x-flatbuffers"> : !util.buffer = dense<[8, 0, 0, 0, 73, 68, 66, 68, -20, -1, -1, -1, 12, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 12, 0, 0, 0, 0, 0, 4, 0, 8, 0]> : vector<40xi8>
    %buffer_cst_0 = util.buffer.constant <alignment = 16> : !util.buffer = dense<[0, 0, 0, 0, 0, 0, 0, 0]> : vector<8xi8>
    %buffer_cst_1 = util.buffer.constant <alignment = 16> : !util.buffer = dense<[48, 73, 68, 66, 1, 0, 0, 0, 0, 16, 0, 4, 0, 0, 0, 0]> : vector<16xi8>
    %__dispatch_instrumentation = util.global.load @__dispatch_instrumentation : !stream.resource<external>
    %c67112960 = arith.constant 67112960 : index
    %0 = stream.tensor.export %__dispatch_instrumentation : tensor<67112960xi8> in !stream.resource<external>{%c67112960} -> !hal.buffer_view
    %1 = util.list.size %arg0 : !util.list<?>
    %c5 = arith.constant 5 : index
    %2 = arith.addi %1, %c5 : index
    util.list.resize %arg0, %2 : !util.list<?>
    %c0 = arith.constant 0 : index
    %3 = arith.addi %1, %c0 : index
    util.list.set %arg0[%3], %buffer_cst : !util.buffer -> !util.list<?>
    %c1 = arith.constant 1 : index
    %4 = arith.addi %1, %c1 : index
    util.list.set %arg0[%4], %dispatch_instrument.fb : !util.buffer -> !util.list<?>
    %c2 = arith.constant 2 : index
    %5 = arith.addi %1, %c2 : index
    util.list.set %arg0[%5], %buffer_cst_0 : !util.buffer -> !util.list<?>
    %c3 = arith.constant 3 : index
    %6 = arith.addi %1, %c3 : index
    util.list.set %arg0[%6], %buffer_cst_1 : !util.buffer -> !util.list<?>
    %c4 = arith.constant 4 : index
    %7 = arith.addi %1, %c4 : index
    util.list.set %arg0[%7], %0 : !hal.buffer_view -> !util.list<?>
    util.return
  }
  util.func public @f() {
    util.return
  }
}

// -----

// opt --iree-hal-materialize-dispatch-instrumentation: nothing at all
module {
}
// =====
module {
}

// -----

// opt --iree-hal-materialize-dispatch-instrumentation=buffer-size=1000: a size that does not do
util.func private @f()
// error@1: buffer-size: expected a power of two, such as 1024, 64kib or 16mib, found `1000`
