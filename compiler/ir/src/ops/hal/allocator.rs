//! `hal.allocator`: buffers from a device's allocator.

use crate::def::*;
use crate::enums;
use crate::folds::hal_buffer;
use crate::ops::rules::*;

pub(crate) const SELECT: OpDef = op("hal.allocator.select", "The device best suited for memory that several share.")
    .operands(&[many("devices", DEVICE), many("queue_affinities", I64), one("memory_types", I32), one("buffer_usage", I32)])
    .results(&[result("selected_device", DEVICE), result("selected_queue_affinity", I64)])
    .traits(SAME_VARIADIC)
    .pure()
    .hints("device,queue_affinity")
    .text(concat!(
        "from(&DeviceList(devices, queue_affinities)) type($memory_types) usage($buffer_usage) ",
        ": @selected_device, @selected_queue_affinity &attributes"
    ))
    .rewrites(hal_buffer::ALLOCATOR_SELECT);

pub(crate) const ALLOCATE: OpDef = op("hal.allocator.allocate", "A buffer, at once.")
    .operands(&[
        one("allocator", ALLOCATOR),
        one("queue_affinity", I64),
        one("memory_types", I32),
        one("buffer_usage", I32),
        one("result_size", INDEX),
    ])
    .results(&[result("result", BUFFER)])
    .hints("buffer")
    .text(concat!(
        "<$allocator : @allocator> affinity($queue_affinity) type($memory_types) usage($buffer_usage) ",
        ": @result ~{$result_size} &attributes"
    ));

pub(crate) const IMPORT: OpDef = op("hal.allocator.import", "Host bytes as a buffer without a copy, if the device can.")
    .operands(&[
        one("allocator", ALLOCATOR),
        one("queue_affinity", I64),
        one("memory_types", I32),
        one("buffer_usage", I32),
        one("source", UTIL_BUFFER),
        one("offset", INDEX),
        one("length", INDEX),
    ])
    .results(&[result("did_import", I1), result("result", BUFFER)])
    .hints("did_import,mapped")
    .text(concat!(
        "<$allocator : @allocator> source($source : @source)~[$offset, $length] affinity($queue_affinity) ",
        "type($memory_types) usage($buffer_usage) : @did_import, @result &attributes"
    ));

pub(crate) const RESOLVE_MEMORY_PROPERTIES: OpDef =
    op("hal.allocator.resolve_memory_properties", "Memory type and usage for a lifetime on a device, known once devices are.")
        .attrs(&[attr_opt("affinity", AttrRule::Any), attr("lifetime", AttrRule::Enum(&enums::LIFETIME))])
        .results(&[result("memory_types", I32), result("buffer_usage", I32)])
        .pure()
        .hints("memory_types,buffer_usage")
        .text("[? for($affinity^) ?] lifetime($lifetime) : @memory_types, @buffer_usage &attributes");
