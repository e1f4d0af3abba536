//! Parameters: constants and variables in archives, by `io_parameters`.

use halforge_ir::{HalType, Op, OpKind, Value};

use super::devices::Queue;
use super::{Convert, Converted, Refused};

/// Where and when an operation on parameters runs.
struct Work {
    queue: Queue,
    wait: Value,
    signal: Value,
}

impl Work {
    fn new(convert: &mut Convert<'_>, op: Op, queue: Queue) -> Self {
        let wait = convert.wait_fence(op);
        let signal = convert.signal_fence(op, queue.device);
        Self { queue, wait, signal }
    }

    fn groups(&self) -> [[Value; 1]; 4] {
        [[self.queue.device], [self.queue.affinity], [self.wait], [self.signal]]
    }
}

pub(super) fn load(convert: &mut Convert<'_>, op: Op) -> Converted {
    let results = convert.module.result_group(op, "results");
    let first = *results.first().ok_or("expected a resource")?;
    let lifetime = convert.lifetime(first);
    let properties = convert.properties(op, convert.affinity(op), lifetime);
    let queue = convert.queue_for_memory(op, properties)?;
    let work = Work::new(convert, op, queue);
    let [scope, keys, offsets, sizes] =
        ["source_scope", "source_keys", "source_offsets", "result_sizes"].map(|name| convert.module.group(op, name));
    let mut build = convert.build(op);
    let types = vec![build.hal_type(HalType::Buffer); results.len()];
    let queue = work.groups();
    let mut groups: Vec<&[Value]> = queue.iter().map(|group| &group[..]).collect();
    let (memory, usage) = ([properties.memory], [properties.usage]);
    groups.extend([&scope[..], &keys, &offsets, &memory, &usage, &sizes]);
    let load = build.op(OpKind::IoParametersLoad, &groups, &types, &[]);
    let mut values = convert.module.results(load).to_vec();
    values.push(work.signal);
    convert.replace(op, &values);
    Ok(())
}

/// An operation between a buffer and parameters, whose operand groups are those of `names` of `op`, in this order.
fn transfer(convert: &mut Convert<'_>, op: Op, kind: OpKind, names: [&str; 6]) -> Result<(), Refused> {
    let queue = convert.queue(op)?;
    let work = Work::new(convert, op, queue);
    let operands = names.map(|name| convert.module.group(op, name));
    let mut build = convert.build(op);
    let queue = work.groups();
    let mut groups: Vec<&[Value]> = queue.iter().map(|group| &group[..]).collect();
    groups.extend(operands.iter().map(|group| &group[..]));
    build.op(kind, &groups, &[], &[]);
    convert.replace(op, &[work.signal]);
    Ok(())
}

pub(super) fn read(convert: &mut Convert<'_>, op: Op) -> Converted {
    let names = ["source_scope", "source_key", "source_offset", "target", "target_offset", "target_length"];
    transfer(convert, op, OpKind::IoParametersGather, names)
}

pub(super) fn gather(convert: &mut Convert<'_>, op: Op) -> Converted {
    let names = ["source_scope", "source_keys", "source_offsets", "target", "target_offsets", "target_lengths"];
    transfer(convert, op, OpKind::IoParametersGather, names)
}

pub(super) fn write(convert: &mut Convert<'_>, op: Op) -> Converted {
    let names = ["source", "source_offset", "source_length", "target_scope", "target_key", "target_offset"];
    transfer(convert, op, OpKind::IoParametersScatter, names)
}

pub(super) fn scatter(convert: &mut Convert<'_>, op: Op) -> Converted {
    let names = ["source", "source_offsets", "source_lengths", "target_scope", "target_keys", "target_offsets"];
    transfer(convert, op, OpKind::IoParametersScatter, names)
}
