//! Runs of command buffers with collective commands: the device's work in parts, and between them the ranks meet.

use std::sync::Arc;

use halforge_collective::Operation;
use parking_lot::Mutex;

use super::queue::Part;
use super::{Device, QueueOp};
use crate::buffer::Buffer;
use crate::channel::Collective;
use crate::command::{BindingRef, BufferRef, CommandBuffer, InlineCommand, Slot};
use crate::profile::OperationKind;
use crate::queue::{Completion, Fence, HostCall, Points, Work};
use crate::status::{Result, bail};

/// A part of a buffer, resolved.
struct Place {
    buffer: Buffer,
    offset: u64,
    length: u64,
}

impl Device {
    /// Runs the parts of a command buffer one after another, each when the collective command before it is done.
    pub(super) fn run_with_collectives(
        &self,
        op: QueueOp<'_>,
        commands: &Arc<CommandBuffer>,
        slots: Arc<[Slot]>,
        collectives: Vec<Collective>,
    ) -> Result<()> {
        let mut before = op.wait.cloned();
        // Other ranks count on every part: one that cannot be recorded fails in its place.
        let part = |number| Part { number, slots: slots.clone(), is_committed: false };
        for (number, collective) in collectives.iter().enumerate() {
            let done = Fence::new();
            let op = QueueOp { wait: before.as_ref(), signal: Some(&done), ..op };
            self.run_part(op, OperationKind::Execute, commands, part(number))?;
            before = Some(self.meet(op.affinity, &done, collective, &slots)?);
        }
        self.run_part(QueueOp { wait: before.as_ref(), ..op }, OperationKind::Execute, commands, part(collectives.len()))
    }

    /// Exchanges elements with other ranks after `ready`; the fence says when this rank has what it receives.
    fn meet(&self, affinity: u64, ready: &Fence, collective: &Collective, slots: &[Slot]) -> Result<Fence> {
        let place = |range: &Option<BindingRef>| range.as_ref().map(|range| resolve(range, slots)).transpose();
        let (send, recv) = (place(&collective.send)?, place(&collective.recv)?);
        let (channel, operation) = (collective.channel.clone(), collective.operation);
        let recv_bytes = recv.as_ref().map_or(0, |place| place.length);
        let received = Arc::new(Mutex::new(None));
        let (device, result) = (self.clone(), received.clone());
        let call = move |completion: Completion| {
            let sent = match device.read_sent(send, &operation) {
                Ok(sent) => sent,
                Err(status) => return completion.fail(status),
            };
            // Whoever waits may let go of the device as soon as this is done; it must not end on a thread of the host's.
            drop(device);
            channel.run(operation, sent, recv_bytes, move |outcome| match outcome {
                Ok(bytes) => {
                    *result.lock() = bytes;
                    completion.done();
                }
                Err(status) => completion.fail(status.within(format!("hal.command_buffer.collective {}", operation.op))),
            });
        };
        let met = Fence::new();
        let op = QueueOp { affinity, wait: Some(ready), signal: Some(&met) };
        self.queue_host_call(op, HostCall::Deferred(Box::new(call)));
        let Some(recv) = recv else { return Ok(met) };
        let (written, memory) = (Fence::new(), self.memory().clone());
        let op = QueueOp { affinity, wait: Some(&met), signal: Some(&written) };
        let write = move |_: Option<&crate::profile::Probe>| {
            let Some(bytes) = received.lock().take() else { return Ok(Work::Nothing) };
            let command = InlineCommand::update(&memory, &bytes, &recv.buffer, recv.offset)?;
            Ok(command.map_or(Work::Nothing, Work::Inline))
        };
        let queue = self.queues().select(affinity);
        self.begin(op, OperationKind::Update, queue, Points::default(), Work::Later(Box::new(write)));
        Ok(written)
    }

    /// The bytes that this rank sends.
    fn read_sent(&self, send: Option<Place>, operation: &Operation) -> Result<Vec<u8>> {
        let Some(send) = send else { return Ok(Vec::new()) };
        let Ok(length) = usize::try_from(send.length) else {
            bail!(ResourceExhausted, "{} bytes to send for {} do not fit the host's memory", send.length, operation.op)
        };
        let mut bytes = vec![0; length];
        self.read_buffer(&send.buffer, send.offset, &mut bytes)?;
        Ok(bytes)
    }
}

/// The part of a buffer that a range names, with the slots of a table.
fn resolve(range: &BindingRef, slots: &[Slot]) -> Result<Place> {
    match &range.buffer {
        BufferRef::Direct(buffer) => {
            Ok(Place { buffer: buffer.clone(), offset: range.offset_bytes, length: range.length_bytes })
        }
        BufferRef::Slot(index) => {
            let Some(slot) = slots.get(*index as usize) else { bail!(OutOfRange, "no slot {index} in the binding table") };
            let (buffer, offset, length) = slot.part(*index, range.offset_bytes, range.length_bytes)?;
            Ok(Place { buffer, offset, length })
        }
    }
}
