#! `halforge compile`: phases, and what is written on the way.

# shell: a text that is before phase hal, as the text of that phase; where it is, is found
cat > in.mlir <<'END'
module attributes {stream.affinity.default = #hal.device.affinity<@gpu>} {
  util.global private @gpu = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  util.func public @wait(%fence: !hal.fence) {
    %t = stream.timepoint.import %fence : (!hal.fence) => !stream.timepoint
    stream.timepoint.barrier on(#hal.device.affinity<@gpu>) %fence : !hal.fence => !stream.timepoint
    util.return
  }
}
END
sed -i '/barrier/d; s/    util.return/    %s = util.null : !hal.fence\n    stream.timepoint.chain_external on(#hal.device.affinity<@gpu>) %t => (%s : !hal.fence)\n    util.return/' in.mlir
halforge compile in.mlir --to=hal -o -
# =====
module {
  util.global private @gpu : !hal.device
  util.initializer {
    %c18_i32 = arith.constant 18 : i32
    %false = arith.constant false
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = util.null : !hal.device
    %device_count = hal.devices.count : index
    cf.br ^bb1(%c0, %c0, %0 : index, index, !hal.device)
  ^bb1(%1: index, %2: index, %3: !hal.device):  // 2 preds: ^bb0, ^bb4
    %4 = util.cmp.eq %3, %0 : !hal.device
    %5 = arith.cmpi slt, %1, %device_count : index
    %6 = arith.andi %4, %5 : i1
    cf.cond_br %6, ^bb2, ^bb5
  ^bb2:  // pred: ^bb1
    %device_n = hal.devices.get %1 : !hal.device
    %ok, %value = hal.device.query<%device_n : !hal.device> key("hal.device.id" :: "vulkan") : i1, i1 = false
    cf.cond_br %value, ^bb3, ^bb4(%false : i1)
  ^bb3:  // pred: ^bb2
    %ok_0, %value_1 = hal.device.query<%device_n : !hal.device> key("hal.executable.format" :: "vulkan-spirv-fb") : i1, i1 = false
    cf.br ^bb4(%value_1 : i1)
  ^bb4(%7: i1):  // 2 preds: ^bb2, ^bb3
    %8 = arith.cmpi eq, %2, %c0 : index
    %9 = arith.select %7, %c1, %c0 : index
    %10 = arith.addi %2, %9 : index
    %11 = arith.andi %7, %8 : i1
    %12 = arith.select %11, %device_n, %0 : !hal.device
    %13 = arith.addi %1, %c1 : index
    cf.br ^bb1(%13, %10, %12 : index, index, !hal.device)
  ^bb5:  // pred: ^bb1
    cf.cond_br %4, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    util.status.check_ok %c18_i32, "HAL device `gpu` not found or unavailable: #hal.device.target<\22vulkan\22, [#hal.executable.target<\22vulkan-spirv\22, \22vulkan-spirv-fb\22>]>"
    cf.br ^bb7
  ^bb7:  // 2 preds: ^bb5, ^bb6
    util.global.store %3, @gpu : !hal.device
    util.return
  }
  util.func public @wait(%fence: !hal.fence) {
    %s = util.null : !hal.fence
    %c-1_i64 = arith.constant -1 : i64
    %gpu = util.global.load immutable @gpu : !hal.device
    hal.device.queue.barrier<%gpu : !hal.device> affinity(%c-1_i64) wait(%fence) signal(%s) flags("None")
    util.return
  }
}

# -----

# shell: the text at the end of each phase, in a folder of its own
cat > in.mlir <<'END'
util.func public @f() {
  %t = stream.timepoint.immediate => !stream.timepoint
  stream.timepoint.await %t => %t : !stream.timepoint
  util.return
}
END
sed -i '/await/d' in.mlir
halforge compile in.mlir --compile-from=executable-targets --compile-to=hal --dump-compilation-phases-to=phases -o out.mlir
ls phases; cmp out.mlir phases/in.11.hal.mlir
halforge compile in.mlir --dump-phases-to=again -o out.plan
ls again
# =====
in.11.hal.mlir
in.11.hal.mlir

# -----

# shell: a phase before that of the text
halforge compile in.mlir --from=hal --to=executable-targets -o -
# =====
--- standard error
halforge: error: --to=executable-targets: expected hal or a later phase
--- exit code 2

# -----

# shell: a phase nobody knows
halforge compile in.mlir --to=vm -o - 2>&1 | head -2
# =====
error: invalid value 'vm' for '--to <PHASE>'
  [possible values: executable-sources, executable-configurations, executable-targets, hal, plan]

# -----

# shell: device code is written where flags say, in folders that are made
cat > in.mlir <<'END'
#spirv = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
hal.executable private @x {
  hal.executable.variant public @v target(#spirv) {
    hal.executable.export public @nothing ordinal(0) layout(#layout) count(%d: !hal.device) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      hal.return %c1, %c1, %c1 : index, index, index
    } <workgroup_size = [1 : index, 1 : index, 1 : index]>
    builtin.module {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.func @nothing() "None" {
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @nothing
        spirv.ExecutionMode @nothing "LocalSize", 1, 1, 1
      }
    }
  }
}
util.global private @gpu = #hal.device.target<"vulkan", [#spirv]> : !hal.device
util.func public @name() -> (!hal.executable, index) {
  %d = util.global.load immutable @gpu : !hal.device
  %0 = hal.executable.lookup device(%d : !hal.device) executable(@x) : !hal.executable
  %1 = hal.executable.export.ordinal target(@x::@v::@nothing) : index
  util.return %0, %1 : !hal.executable, index
}
END
halforge compile in.mlir -o out.plan --iree-hal-dump-executable-files-to=all --iree-hal-dump-executable-binaries-to=spirv/code
ls all spirv/code
# =====
all:
module_x_nothing.spirv.mlir

spirv/code:
module_x_nothing.spv
