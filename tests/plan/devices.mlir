//! Devices, channels and files.

// plan: devices
util.func public @f(%i: index) {
  %0 = hal.devices.count : index
  %1 = hal.devices.get %i : !hal.device
  %2 = hal.device.allocator<%1 : !hal.device> : !hal.allocator
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: i64) -> () { // 4 registers, 4 instructions
  %1 = hal.devices.count : i64
  %2 = hal.devices.get index=%0 : hal.device
  %3 = hal.device.allocator device=%2 : hal.allocator
  util.return operands=[]
}

// -----

// plan: a query gives its default's bits when the key is not known
util.func public @f(%d: !hal.device) {
  %ok, %value = hal.device.query<%d : !hal.device> key("hal.device.id" :: "vulkan*") : i1, i1 = false
  %ok_0, %value_1 = hal.device.query<%d : !hal.device> key("hal.dispatch" :: "concurrency") : i1, i64 = -1 : i64
  %ok_2, %value_3 = hal.device.query<%d : !hal.device> key("a" :: "b") : i1, f32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device) -> () { // 7 registers, 4 instructions
  %1, %2 = hal.device.query device=%0 category="hal.device.id" key="vulkan*" default_value=0 : i1, i1
  %3, %4 = hal.device.query device=%0 category="hal.dispatch" key="concurrency" default_value=18446744073709551615 : i1, i64
  %5, %6 = hal.device.query device=%0 category="a" key="b" default_value=0 : i1, f32
  util.return operands=[]
}

// -----

// plan: files in memory
util.func public @f(%d: !hal.device, %q: i64, %b: !util.buffer, %o: index, %n: index, %k: i32) {
  %0 = hal.ex.file.from_memory device(%d : !hal.device) affinity(%q) access(Read) buffer(%b : !util.buffer)[%o for %n] flags(%k) : !hal.file
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: util.buffer, %3: i64, %4: i64, %5: i32) -> () { // 7 registers, 2 instructions
  %6 = hal.ex.file.from_memory device=%0 queue_affinity=%1 buffer=%2 offset=%3 length=%4 access=1 flags=%5 : hal.file
  util.return operands=[]
}

// -----

// plan: channels
util.func public @f(%d: !hal.device, %q: i64, %id: !util.buffer, %g: !util.buffer, %r: i32, %n: i32) {
  %0 = hal.channel.create device(%d : !hal.device) affinity(%q) flags("None") id(%id) group(%g) rank(%r) count(%n) : !hal.channel
  %1 = hal.channel.split<%0 : !hal.channel> color(%r) key(%n) flags("None") : !hal.channel
  %2:2 = hal.channel.rank_and_count<%1 : !hal.channel> : i32, i32
  util.return
}
// =====
export @f = @f synchronous ""

func @f(%0: hal.device, %1: i64, %2: util.buffer, %3: util.buffer, %4: i32, %5: i32) -> () { // 10 registers, 4 instructions
  %6 = hal.channel.create device=%0 queue_affinity=%1 id=%2 group=%3 rank=%4 count=%5 flags=0 : hal.channel
  %7 = hal.channel.split channel=%6 color=%4 key=%5 flags=0 : hal.channel
  %8, %9 = hal.channel.rank_and_count channel=%7 : i32, i32
  util.return operands=[]
}
