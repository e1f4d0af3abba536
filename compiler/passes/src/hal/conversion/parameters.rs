//! Parameters: constants and variables in archives, read and written by the `io_parameters` dialect.

use halforge_ir::{HalType, Op, OpKind, Type, Value};
use smallvec::SmallVec;

use super::affinity::{self, Queues, allocating_queues, queues};
use super::fence::fences;
use super::resource::{lifetime, memory_for};
use super::{Done, Hal};

/// Parameters as new buffers.
pub(super) fn load(conversion: &mut Hal<'_>, op: Op) -> Done {
    let resources = conversion.module.result_group(op, "results");
    let Some(&first) = resources.first() else { return Err("expected a parameter to load".to_owned()) };
    let lifetime = lifetime(conversion, first)?;
    let affinity = affinity::of(conversion.module, op);
    let memory = memory_for(conversion, op, lifetime, affinity);
    let Queues { device, affinity } = allocating_queues(conversion, op, memory)?;
    let fences = fences(conversion, op, Queues { device, affinity })?;
    let [scope, keys, offsets, sizes] =
        ["source_scope", "source_keys", "source_offsets", "result_sizes"].map(|name| conversion.group(op, name));
    let (scope, keys, offsets, sizes) = (scope?, keys?, offsets?, sizes?);
    let build = &mut conversion.before(op);
    let types: Vec<Type> = vec![build.hal_type(HalType::Buffer); resources.len()];
    let groups: [&[Value]; 10] = [
        &[device],
        &[affinity],
        &[fences.wait],
        &[fences.signal],
        &scope,
        &keys,
        &offsets,
        &[memory.types],
        &[memory.usage],
        &sizes,
    ];
    let load = build.op(OpKind::IoParametersLoad, &groups, &types, &[]);
    let mut values = build.module.results(load).to_vec();
    values.push(fences.signal);
    conversion.replace(op, &values)
}

/// Parameters into parts of a buffer: one, or several.
pub(super) fn gather(conversion: &mut Hal<'_>, op: Op) -> Done {
    let names = [
        ["source_scope", "source_scope"],
        ["source_key", "source_keys"],
        ["source_offset", "source_offsets"],
        ["target", "target"],
        ["target_offset", "target_offsets"],
        ["target_length", "target_lengths"],
    ];
    transfer(conversion, op, OpKind::IoParametersGather, names)
}

/// Parts of a buffer into parameters: one, or several.
pub(super) fn scatter(conversion: &mut Hal<'_>, op: Op) -> Done {
    let names = [
        ["source", "source"],
        ["source_offset", "source_offsets"],
        ["source_length", "source_lengths"],
        ["target_scope", "target_scope"],
        ["target_key", "target_keys"],
        ["target_offset", "target_offsets"],
    ];
    transfer(conversion, op, OpKind::IoParametersScatter, names)
}

/// `names` are the groups for one parameter and for several, in the order of the new operation.
fn transfer(conversion: &mut Hal<'_>, op: Op, kind: OpKind, names: [[&str; 2]; 6]) -> Done {
    let queues = queues(conversion, op)?;
    let fences = fences(conversion, op, queues)?;
    let is_one = matches!(conversion.module.kind(op), OpKind::StreamCmdParameterRead | OpKind::StreamCmdParameterWrite);
    let groups = names.map(|[one, many]| conversion.group(op, if is_one { one } else { many }));
    let groups: Result<Vec<SmallVec<[Value; 4]>>, String> = groups.into_iter().collect();
    let groups = groups?;
    let common: [&[Value]; 4] = [&[queues.device], &[queues.affinity], &[fences.wait], &[fences.signal]];
    let groups: Vec<&[Value]> = common.into_iter().chain(groups.iter().map(SmallVec::as_slice)).collect();
    conversion.before(op).op(kind, &groups, &[], &[]);
    conversion.replace(op, &[fences.signal])
}
