//! Commands of a command buffer.

use halforge_ir::{AttrKind, DialectAttrKind, Op, OpKind, Type, Value, enums};
use rustc_hash::FxHashMap;

use super::{Convert, Converted, Refused, dispatch, types};

/// Where commands are recorded.
pub(super) struct Recording {
    pub(super) command_buffer: Value,
    /// Places in the binding table, by the resources they stand for.
    pub(super) slots: FxHashMap<Value, Value>,
}

impl Recording {
    /// What stands for a resource: its place in the binding table, or the resource.
    pub(super) fn binding(&self, resource: Value) -> Value {
        self.slots.get(&resource).copied().unwrap_or(resource)
    }
}

/// Converts a command. What is no command is left as it is.
pub(super) fn convert(convert: &mut Convert<'_>, op: Op, recording: &Recording) -> Converted {
    match convert.module.kind(op) {
        OpKind::StreamCmdFlush | OpKind::StreamCmdInvalidate | OpKind::StreamCmdDiscard => {
            convert.replace(op, &[]);
            Ok(())
        }
        OpKind::StreamCmdFill => fill(convert, op, recording),
        OpKind::StreamCmdCopy => copy(convert, op, recording),
        OpKind::StreamCmdCollective => collective(convert, op, recording),
        OpKind::StreamCmdDispatch => dispatch::dispatch(convert, op, recording),
        OpKind::StreamCmdCall => call(convert, op, recording),
        kind => match super::rule(kind) {
            Some(rule) => rule(convert, op),
            None if convert.module.def(op).dialect() == "stream" => Err("it is no command".to_owned()),
            None => Ok(()),
        },
    }
}

fn operands<const N: usize>(convert: &Convert<'_>, op: Op, names: [&str; N]) -> Result<Vec<Value>, Refused> {
    names.iter().map(|name| convert.operand(op, name)).collect()
}

fn fill(convert: &mut Convert<'_>, op: Op, recording: &Recording) -> Converted {
    let mut operands = operands(convert, op, ["target", "target_offset", "target_length", "value"])?;
    operands[0] = recording.binding(operands[0]);
    operands.insert(0, recording.command_buffer);
    let mut build = convert.build(op);
    let flags = build.bits(&enums::FILL_FLAG, 0);
    build.op(OpKind::HalCommandBufferFillBuffer, &[&operands], &[], &[("flags", flags)]);
    convert.replace(op, &[]);
    Ok(())
}

fn copy(convert: &mut Convert<'_>, op: Op, recording: &Recording) -> Converted {
    let mut operands = operands(convert, op, ["source", "source_offset", "target", "target_offset", "length"])?;
    operands[0] = recording.binding(operands[0]);
    operands[2] = recording.binding(operands[2]);
    operands.insert(0, recording.command_buffer);
    let mut build = convert.build(op);
    let flags = build.bits(&enums::COPY_FLAG, 0);
    build.op(OpKind::HalCommandBufferCopyBuffer, &[&operands], &[], &[("flags", flags)]);
    convert.replace(op, &[]);
    Ok(())
}

/// Sends, receives, or both.
fn collective(convert: &mut Convert<'_>, op: Op, recording: &Recording) -> Converted {
    let ctx = convert.module.ctx.clone();
    let attr = convert.module.get_attr(op, "op").map(|attr| ctx.attr_kind(attr).clone());
    let Some(AttrKind::Dialect(mut attr)) = attr else { return Err("expected what to do".to_owned()) };
    let kind = attr.param("kind").and_then(|kind| ctx.int_value(kind)).and_then(|kind| u64::try_from(kind).ok());
    let kind = kind.and_then(|kind| enums::COLLECTIVE_KIND.name(kind)).unwrap_or_default();
    attr.kind = DialectAttrKind::HalCollective;
    let [resources, offsets, lengths] =
        ["resources", "resource_offsets", "resource_lengths"].map(|name| convert.module.group(op, name));
    let mut bindings = resources
        .iter()
        .zip(&offsets)
        .zip(&lengths)
        .map(|((&resource, &offset), &length)| [recording.binding(resource), offset, length]);
    let send = if kind == "recv" { None } else { bindings.next() };
    let recv = if kind == "send" { None } else { bindings.next() };
    let [send, recv] = [send, recv].map(|binding| binding.map_or(Vec::new(), |binding| binding.to_vec()));
    let (channel, count) = (convert.operand(op, "channel")?, convert.operand(op, "element_count")?);
    let param = convert.module.group(op, "param");
    let at = |list: &[Value], index: usize| list.get(index).copied().into_iter().collect::<Vec<_>>();
    let bindings: Vec<Vec<Value>> = [&send, &recv].into_iter().flat_map(|list| (0..3).map(move |i| at(list, i))).collect();
    let mut groups: Vec<&[Value]> = vec![std::slice::from_ref(&recording.command_buffer)];
    groups.extend([std::slice::from_ref(&channel), std::slice::from_ref(&count), &param[..]]);
    groups.extend(bindings.iter().map(Vec::as_slice));
    let attr = ctx.attr(AttrKind::Dialect(attr));
    convert.build(op).op(OpKind::HalCommandBufferCollective, &groups, &[], &[("op", attr)]);
    convert.replace(op, &[]);
    Ok(())
}

/// A call with, for each resource, its place in the binding table or the buffer, and its range.
fn call(convert: &mut Convert<'_>, op: Op, recording: &Recording) -> Converted {
    let [values, offsets, lengths] = ["resource_operands", "resource_operand_offsets", "resource_operand_lengths"]
        .map(|name| convert.module.group(op, name));
    let ctx = convert.module.ctx.clone();
    let (mut offsets, mut lengths) = (offsets.into_iter(), lengths.into_iter());
    let mut operands = vec![recording.command_buffer];
    for value in values {
        let is_resource = types::convert(&ctx, convert.module.ty(value)) == ctx.hal_type(halforge_ir::HalType::Buffer);
        if !is_resource {
            operands.push(value);
            continue;
        }
        let mut build = convert.build(op);
        match recording.slots.get(&value) {
            Some(&slot) => {
                let ty = build.hal_type(halforge_ir::HalType::Buffer);
                operands.extend([slot, build.null(ty)]);
            }
            None => operands.extend([build.index(0), value]),
        }
        operands.extend(offsets.next().into_iter().chain(lengths.next()));
    }
    let types: Vec<Type> =
        convert.module.results(op).iter().map(|&result| types::convert(&ctx, convert.module.ty(result))).collect();
    let names = ["callee", "arg_attrs", "res_attrs"];
    let props: Vec<_> = names.into_iter().filter_map(|name| Some((name, convert.module.get_attr(op, name)?))).collect();
    let call = convert.build(op).op(OpKind::UtilCall, &[&operands], &types, &props);
    let results = convert.module.results(call).to_vec();
    convert.replace(op, &results);
    Ok(())
}
