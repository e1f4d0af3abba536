// opt --iree-hal-conversion: constants of the program as files, and transfers between files and memory
util.global private @gpu : !hal.device
util.func public @file(%bytes: !util.buffer, %a: !stream.resource<variable>, %length: index, %t: !stream.timepoint) -> (!stream.timepoint, !stream.timepoint) {
  %c0 = arith.constant 0 : index
  %c8_i64 = arith.constant 8 : i64
  %c64 = arith.constant 64 : index
  %file = stream.file.constant on(#hal.device.affinity<@gpu>) %bytes[%c64 for %length] : !util.buffer{%length} -> !stream.file
  %0 = stream.file.read on(#hal.device.affinity<@gpu>) await(%t) => %file[%c8_i64], %a[%c0], %length : !stream.file -> !stream.resource<variable>{%length} => !stream.timepoint
  %1 = stream.file.write on(#hal.device.affinity<@gpu>) : %a[%c0], %file[%c8_i64], %length : !stream.resource<variable>{%length} -> !stream.file => !stream.timepoint
  %2 = stream.file.write on(#hal.device.affinity<@gpu>) await(%0) => %a[%c64], %file[%c8_i64], %length : !stream.resource<variable>{%length} -> !stream.file => !stream.timepoint
  util.return %0, %1 : !stream.timepoint, !stream.timepoint
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @file(%bytes: !util.buffer, %a: !hal.buffer, %length: index, %t: !hal.fence) -> (!hal.fence, !hal.fence) {
    %c0 = arith.constant 0 : index
    %c8_i64 = arith.constant 8 : i64
    %c64 = arith.constant 64 : index
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %c0_i32 = arith.constant 0 : i32
    %memory_file = hal.ex.file.from_memory device(%gpu : !hal.device) affinity(%c-1_i64) access(Read) buffer(%bytes : !util.buffer)[%c64 for %length] flags(%c0_i32) : !hal.file
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %fence = hal.fence.create device(%gpu_0 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.read<%gpu_0 : !hal.device> affinity(%c-1_i64_1) wait(%t) signal(%fence) source(%memory_file : !hal.file)[%c8_i64] target(%a : !hal.buffer)[%c0] length(%length) flags("None")
    %gpu_2 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_3 = arith.constant -1 : i64
    %0 = util.null : !hal.fence
    %fence_4 = hal.fence.create device(%gpu_2 : !hal.device) flags("None") : !hal.fence
    hal.device.queue.write<%gpu_2 : !hal.device> affinity(%c-1_i64_3) wait(%0) signal(%fence_4) source(%a : !hal.buffer)[%c0] target(%memory_file : !hal.file)[%c8_i64] length(%length) flags("None")
    %gpu_5 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_6 = arith.constant -1 : i64
    %1 = util.null : !hal.fence
    hal.device.queue.write<%gpu_5 : !hal.device> affinity(%c-1_i64_6) wait(%fence) signal(%1) source(%a : !hal.buffer)[%c64] target(%memory_file : !hal.file)[%c8_i64] length(%length) flags("None")
    util.return %fence, %fence_4 : !hal.fence, !hal.fence
  }
}
