// opt --iree-hal-conversion: channels with and without an id, a group and a place in it
util.global private @gpu : !hal.device
util.func public @create(%id: !util.buffer, %rank: index, %count: index) -> (!stream.channel, !stream.channel) {
  %0 = stream.channel.create on(#hal.device.affinity<@gpu, [0, 1]>) id(%id) group("group") rank(%rank) count(%count) : !stream.channel
  %1 = stream.channel.create on(#hal.device.affinity<@gpu>) : !stream.channel
  util.return %0, %1 : !stream.channel, !stream.channel
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @create(%id: !util.buffer, %rank: index, %count: index) -> (!hal.channel, !hal.channel) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c3_i64 = arith.constant 3 : i64
    %buffer_cst = util.buffer.constant : !util.buffer = "group"
    %0 = arith.index_cast %rank : index to i32
    %1 = arith.index_cast %count : index to i32
    %channel = hal.channel.create device(%gpu : !hal.device) affinity(%c3_i64) flags("None") id(%id) group(%buffer_cst) rank(%0) count(%1) : !hal.channel
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %2 = util.null : !util.buffer
    %3 = util.null : !util.buffer
    %c-1_i32 = arith.constant -1 : i32
    %c-1_i32_1 = arith.constant -1 : i32
    %channel_2 = hal.channel.create device(%gpu_0 : !hal.device) affinity(%c-1_i64) flags("None") id(%2) group(%3) rank(%c-1_i32) count(%c-1_i32_1) : !hal.channel
    util.return %channel, %channel_2 : !hal.channel, !hal.channel
  }
}

// -----

// opt --iree-hal-conversion: parts of a channel, and who is there
util.func public @split(%channel: !stream.channel, %color: index, %key: index) -> (!stream.channel, index, index) {
  %0 = stream.channel.split %channel, %color, %key : !stream.channel -> !stream.channel
  %1 = stream.channel.rank %channel : index
  %2 = stream.channel.count %0 : index
  util.return %0, %1, %2 : !stream.channel, index, index
}
// =====
module {
  util.func public @split(%channel: !hal.channel, %color: index, %key: index) -> (!hal.channel, index, index) {
    %0 = arith.index_cast %color : index to i32
    %1 = arith.index_cast %key : index to i32
    %channel_0 = hal.channel.split<%channel : !hal.channel> color(%0) key(%1) flags("None") : !hal.channel
    %ccl_rank, %ccl_count = hal.channel.rank_and_count<%channel : !hal.channel> : i32, i32
    %2 = arith.index_cast %ccl_rank : i32 to index
    %ccl_rank_1, %ccl_count_2 = hal.channel.rank_and_count<%channel_0 : !hal.channel> : i32, i32
    %3 = arith.index_cast %ccl_count_2 : i32 to index
    util.return %channel_0, %2, %3 : !hal.channel, index, index
  }
}

// -----

// opt --iree-hal-conversion: the place in a channel is what it was made with
util.global private @gpu : !hal.device
util.func public @known(%rank: index, %count: index) -> (index, index, index) {
  %0 = stream.channel.create on(#hal.device.affinity<@gpu>) rank(%rank) count(%count) : !stream.channel
  %1 = stream.channel.create on(#hal.device.affinity<@gpu>) : !stream.channel
  %2 = stream.channel.rank %0 : index
  %3 = stream.channel.count %0 : index
  %4 = stream.channel.count %1 : index
  util.return %2, %3, %4 : index, index, index
}
// =====
module {
  util.global private @gpu : !hal.device
  util.func public @known(%rank: index, %count: index) -> (index, index, index) {
    %gpu = util.global.load immutable @gpu : !hal.device
    %c-1_i64 = arith.constant -1 : i64
    %0 = util.null : !util.buffer
    %1 = util.null : !util.buffer
    %2 = arith.index_cast %rank : index to i32
    %3 = arith.index_cast %count : index to i32
    %channel = hal.channel.create device(%gpu : !hal.device) affinity(%c-1_i64) flags("None") id(%0) group(%1) rank(%2) count(%3) : !hal.channel
    %gpu_0 = util.global.load immutable @gpu : !hal.device
    %c-1_i64_1 = arith.constant -1 : i64
    %4 = util.null : !util.buffer
    %5 = util.null : !util.buffer
    %c-1_i32 = arith.constant -1 : i32
    %c-1_i32_2 = arith.constant -1 : i32
    %channel_3 = hal.channel.create device(%gpu_0 : !hal.device) affinity(%c-1_i64_1) flags("None") id(%4) group(%5) rank(%c-1_i32) count(%c-1_i32_2) : !hal.channel
    %ccl_rank, %ccl_count = hal.channel.rank_and_count<%channel_3 : !hal.channel> : i32, i32
    %6 = arith.index_cast %ccl_count : i32 to index
    util.return %rank, %count, %6 : index, index, index
  }
}
