//! What a queue has collected and what is in flight, under its lock: where in the open batch commands, barriers and waits go.

use std::sync::Arc;

use ash::vk;
use smallvec::SmallVec;

use super::QueueId;
use super::batch::{Batch, Flight, Segment};
use super::fence::Timepoint;
use crate::command::{CommandPool, NativeCommands, Recorder};
use crate::core::Core;
use crate::status::{Result, Status};

pub(super) struct QueueState {
    /// Number of the last work added.
    pub(super) last: u64,
    /// Work up to this number is separated by a barrier from all that is added later.
    pub(super) barrier: u64,
    pub(super) open: Batch,
    pub(super) flight: Flight,
    /// Room for the signals of the next batch.
    pub(super) spare_signals: SmallVec<[Timepoint; 2]>,
    /// For commands of single operations.
    pub(super) pool: CommandPool,
}

impl QueueState {
    /// The recorder for commands of single operations.
    pub(super) fn recorder(&mut self, core: &Arc<Core>) -> Result<&mut Recorder> {
        if self.open.recorder.is_none() {
            let raw = match self.flight.free_inline.pop() {
                Some(raw) => raw,
                None => self.pool.allocate()?,
            };
            let recorder = Recorder::begin(core, raw, vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT)?;
            return Ok(self.open.recorder.insert(recorder));
        }
        self.open.recorder.as_mut().ok_or_else(|| Status::new(crate::StatusCode::Internal, "no recorder"))
    }

    /// Ends the recording of single operations, with a barrier at its end or without, and adds them to the batch.
    pub(super) fn end_recorder(&mut self, closing: bool) -> Result<()> {
        let Some(mut recorder) = self.open.recorder.take() else { return Ok(()) };
        if closing {
            recorder.closing_barrier();
        }
        let raw = recorder.end()?;
        self.open.keep.inline.push(raw);
        self.push(raw);
        self.open.closed = None;
        Ok(())
    }

    /// Separates everything so far from all that comes later, by the barrier at the end of the last commands.
    pub(super) fn close(&mut self) -> Result<()> {
        self.end_recorder(true)?;
        if let (Some(closed), Some(last)) = (self.open.closed.take(), self.open.commands.last_mut()) {
            *last = closed;
        }
        self.barrier = self.last;
        Ok(())
    }

    /// Adds commands to the segment.
    pub(super) fn push(&mut self, raw: vk::CommandBuffer) {
        // The segment must begin before its first command.
        self.segment();
        self.open.commands.push(raw);
        let (end, last) = (self.open.commands.len(), self.last);
        let segment = self.segment();
        (segment.end, segment.last) = (end, last);
    }

    /// The segment that work is added to.
    pub(super) fn segment(&mut self) -> &mut Segment {
        let start = self.open.commands.len();
        if self.open.segments.is_empty() {
            self.open.segments.push(Segment { start, end: start, ..Segment::default() });
        }
        let last = self.open.segments.len() - 1;
        &mut self.open.segments[last]
    }

    /// Begins a segment that waits for other queues, after [`QueueState::close`]; nothing when there are no waits.
    pub(super) fn begin_segment(&mut self, waits: SmallVec<[(QueueId, u64); 2]>) {
        if waits.is_empty() {
            return;
        }
        let segment = self.segment();
        if segment.end > segment.start {
            let start = self.open.commands.len();
            self.open.segments.push(Segment { start, end: start, ..Segment::default() });
        }
        self.segment().waits.extend(waits);
    }

    /// Adds recorded commands; their number.
    pub(super) fn next(&mut self, native: &NativeCommands) -> u64 {
        self.last += 1;
        self.open.operations += 1;
        match native.open() {
            Some(open) => {
                self.push(open);
                self.open.closed = Some(native.closed());
            }
            None => {
                self.push(native.closed());
                self.open.closed = None;
                self.barrier = self.last;
            }
        }
        self.last
    }

    pub(super) fn close_segment(&mut self) {
        let last = self.last;
        let segment = self.segment();
        segment.last = last;
    }
}
