//! Channels and collective commands.

use halforge_hal::{BindingRef, ChannelDesc, CollectiveDesc, Result};
use halforge_plan::Instr;
use halforge_plan::field::{In, InAny, Reg};

use crate::error::bail;
use crate::interpret::Window;
use crate::value::Object;

/// Runs an instruction of this family; whether it was one.
pub(super) fn run(w: &mut Window<'_>, instr: &Instr) -> Result<bool> {
    match instr {
        Instr::ChannelCreate { device, id, group, rank, count, result, .. } => {
            let (id, group) = (w.optional_bytes(id.reg()), w.optional_bytes(group.reg()));
            let desc = ChannelDesc {
                id: &id,
                group: &String::from_utf8_lossy(&group),
                rank: unless_default(w.u32(rank.reg()), "rank")?,
                count: unless_default(w.u32(count.reg()), "count")?,
            };
            let channel = w.device(device.reg())?.create_channel(&desc)?;
            w.set_object(result.reg(), Object::Channel(channel));
        }
        Instr::ChannelSplit { channel, color, key, result, .. } => {
            let (color, key) = (w.u32(color.reg()).cast_signed(), w.u32(key.reg()).cast_signed());
            let split = w.channel(channel.reg())?.split(color, key);
            w.set_object(result.reg(), split.map_or(Object::Null, Object::Channel));
        }
        Instr::ChannelRankAndCount { channel, rank, count } => {
            let (of, ranks) = w.channel(channel.reg())?.rank_and_count()?;
            w.set_number(rank.reg(), u64::from(of));
            w.set_number(count.reg(), u64::from(ranks));
        }
        Instr::CommandBufferCollective { command_buffer, channel, op, element_count, param, send, recv } => {
            let desc = CollectiveDesc {
                channel: &w.channel(channel.reg())?,
                op: *op as u32,
                element_count: w.number(element_count.reg()),
                param: param.0.map_or(0, |reg| w.u32(reg).cast_signed()),
                send: w.optional_range(send.regs())?,
                recv: w.optional_range(recv.regs())?,
            };
            w.command_buffer(command_buffer.reg())?.collective(&desc)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A rank or a number of ranks; -1 stands for the device's own.
fn unless_default(number: u32, what: &str) -> Result<Option<u32>> {
    match number.cast_signed() {
        -1 => Ok(None),
        0.. => Ok(Some(number)),
        negative => {
            bail!(InvalidArgument, "a channel's {what} is {negative}, expected -1 for the device's own or a number from 0")
        }
    }
}

impl Window<'_> {
    /// The bytes in a register; none for null.
    fn optional_bytes(&self, reg: Reg) -> Vec<u8> {
        match self.object(reg) {
            Object::Bytes(bytes) => bytes.as_slice().to_vec(),
            _ => Vec::new(),
        }
    }

    /// A range given as buffer or slot, offset and length, or not at all.
    fn optional_range(&self, regs: &[Reg]) -> Result<Option<BindingRef>> {
        match regs {
            &[buffer, offset, length] => Ok(Some(self.range(InAny(buffer), In::from(offset), self.number(length))?)),
            _ => Ok(None),
        }
    }
}
