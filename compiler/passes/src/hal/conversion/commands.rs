//! Commands: fills, copies and collectives in a command buffer.

use halforge_ir::enums::{COLLECTIVE_KIND, COPY_FLAG, FILL_FLAG};
use halforge_ir::{AttrKind, DialectAttr, DialectAttrKind, Op, OpKind, Value};

use super::execute::commands;
use super::{Done, Hal};

/// The command buffer of a command.
fn handle(conversion: &Hal<'_>, op: Op) -> Result<Value, String> {
    Ok(commands(conversion, op)?.handle)
}

/// How a command refers to the resource that is its operand called `name`.
fn binding(conversion: &Hal<'_>, op: Op, name: &str) -> Result<Value, String> {
    let buffer = conversion.named(op, name)?;
    let resource = conversion.module.named(op, name).unwrap_or(buffer);
    Ok(commands(conversion, op)?.binding(resource, buffer))
}

pub(super) fn fill(conversion: &mut Hal<'_>, op: Op) -> Done {
    let (commands, target) = (handle(conversion, op)?, binding(conversion, op, "target")?);
    let (offset, length) = (conversion.named(op, "target_offset")?, conversion.named(op, "target_length")?);
    let pattern = conversion.named(op, "value")?;
    let build = &mut conversion.before(op);
    let flags = build.bits(&FILL_FLAG, 0);
    let groups: [&[Value]; 5] = [&[commands], &[target], &[offset], &[length], &[pattern]];
    build.op(OpKind::HalCommandBufferFillBuffer, &groups, &[], &[("flags", flags)]);
    conversion.remove(op);
    Ok(())
}

pub(super) fn copy(conversion: &mut Hal<'_>, op: Op) -> Done {
    let commands = handle(conversion, op)?;
    let (source, source_offset) = (binding(conversion, op, "source")?, conversion.named(op, "source_offset")?);
    let (target, target_offset) = (binding(conversion, op, "target")?, conversion.named(op, "target_offset")?);
    let length = conversion.named(op, "length")?;
    let build = &mut conversion.before(op);
    let flags = build.bits(&COPY_FLAG, 0);
    let groups: [&[Value]; 6] = [&[commands], &[source], &[source_offset], &[target], &[target_offset], &[length]];
    build.op(OpKind::HalCommandBufferCopyBuffer, &groups, &[], &[("flags", flags)]);
    conversion.remove(op);
    Ok(())
}

pub(super) fn collective(conversion: &mut Hal<'_>, op: Op) -> Done {
    let module = &*conversion.module;
    let ctx = module.ctx.clone();
    let attr = module.get_attr(op, "op").map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Dialect(collective)) = attr else { return Err("expected a #stream.collective".to_owned()) };
    let kind = collective.param("kind").and_then(|kind| ctx.int_value(kind)).unwrap_or_default();
    let (sends, receives) = match COLLECTIVE_KIND.name(kind as u64).as_deref() {
        Some("send") => (true, false),
        Some("recv") => (false, true),
        _ => (true, true),
    };
    // Kinds, reductions and element types have the same numbers in both dialects.
    let params = collective.params.clone();
    let hal = ctx.attr(AttrKind::Dialect(DialectAttr { kind: DialectAttrKind::HalCollective, params, ty: None }));
    let ranges = ranges(conversion, op)?;
    if ranges.len() != usize::from(sends) + usize::from(receives) {
        return Err(format!("expected {} resources, found {}", usize::from(sends) + usize::from(receives), ranges.len()));
    }
    let none = [Vec::new(), Vec::new(), Vec::new()];
    let mut ranges = ranges.into_iter();
    let send = if sends { ranges.next().unwrap_or_default() } else { none.clone() };
    let receive = if receives { ranges.next().unwrap_or_default() } else { none };
    let (commands, channel) = (handle(conversion, op)?, conversion.named(op, "channel")?);
    let (count, param) = (conversion.named(op, "element_count")?, conversion.group(op, "param")?);
    let groups: [&[Value]; 10] =
        [&[commands], &[channel], &[count], &param, &send[0], &send[1], &send[2], &receive[0], &receive[1], &receive[2]];
    conversion.before(op).op(OpKind::HalCommandBufferCollective, &groups, &[], &[("op", hal)]);
    conversion.remove(op);
    Ok(())
}

/// Binding, offset and length of each resource of a collective.
fn ranges(conversion: &Hal<'_>, op: Op) -> Result<Vec<[Vec<Value>; 3]>, String> {
    let (resources, buffers) = (conversion.module.group(op, "resources"), conversion.group(op, "resources")?);
    let (offsets, lengths) = (conversion.group(op, "resource_offsets")?, conversion.group(op, "resource_lengths")?);
    let commands = commands(conversion, op)?;
    let bindings = resources.iter().zip(&buffers).map(|(&resource, &buffer)| commands.binding(resource, buffer));
    Ok(bindings.zip(offsets).zip(lengths).map(|((b, offset), length)| [vec![b], vec![offset], vec![length]]).collect())
}
