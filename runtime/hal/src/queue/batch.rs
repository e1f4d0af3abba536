//! Work collected for one submission, and work that is in flight.

use std::collections::VecDeque;
use std::sync::Arc;

use ash::vk;
use smallvec::SmallVec;

use super::QueueId;
use super::fence::Timepoint;
use crate::command::{NativeCommands, Recorder};
use crate::memory::Allocation;
use crate::profile::TimestampPool;
use crate::recycled::Recycled;

/// A part of a batch that waits for other queues before it begins.
#[derive(Default)]
pub(super) struct Segment {
    pub(super) waits: SmallVec<[(QueueId, u64); 2]>,
    /// Positions in [`Batch::commands`].
    pub(super) start: usize,
    pub(super) end: usize,
    /// Number of the last work in it.
    pub(super) last: u64,
}

/// Work that is not submitted yet.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) commands: Vec<vk::CommandBuffer>,
    /// The last of the commands with a barrier at its end, when it has none.
    pub(super) closed: Option<vk::CommandBuffer>,
    pub(super) segments: Vec<Segment>,
    pub(super) keep: Keep,
    /// What fails if the driver refuses the batch.
    pub(super) signals: SmallVec<[Timepoint; 2]>,
    /// Commands of single operations, still being recorded.
    pub(super) recorder: Option<Recorder>,
    pub(super) operations: usize,
}

/// What work in flight uses.
#[derive(Default)]
pub(super) struct Keep {
    pub(super) natives: Vec<Arc<NativeCommands>>,
    pub(super) allocations: Vec<Recycled<Allocation>>,
    pub(super) timestamps: Vec<Arc<TimestampPool>>,
    /// Command buffers of single operations, to be used again.
    pub(super) inline: Vec<vk::CommandBuffer>,
}

impl Keep {
    pub(super) fn clear(&mut self) {
        self.natives.clear();
        self.allocations.clear();
        self.timestamps.clear();
        self.inline.clear();
    }
}

/// A submitted batch.
pub(super) struct InFlight {
    /// Number of its last work.
    pub(super) last: u64,
    /// Numbers that the timeline takes on its way: those of the last work of each segment.
    pub(super) marks: SmallVec<[u64; 1]>,
    pub(super) keep: Keep,
}

/// Batches in flight, oldest first, and what they were made of, to be used again without allocation.
#[derive(Default)]
pub(super) struct Flight {
    pub(super) batches: VecDeque<InFlight>,
    spare: Vec<Keep>,
    pub(super) free_inline: Vec<vk::CommandBuffer>,
    /// What the recorded commands that finished last were.
    pub(super) finished: Option<Arc<str>>,
}

/// Most emptied lists kept for reuse.
const MAX_SPARE: usize = 8;

impl Flight {
    /// Takes out what finished work used; the caller drops it outside the lock and gives the list back.
    pub(super) fn retire(&mut self, completed: u64) -> SmallVec<[Keep; 2]> {
        let mut done = SmallVec::new();
        while self.batches.front().is_some_and(|b| b.last <= completed) {
            if let Some(mut batch) = self.batches.pop_front() {
                self.free_inline.append(&mut batch.keep.inline);
                if let Some(native) = batch.keep.natives.last() {
                    self.finished = Some(native.label().clone());
                }
                done.push(batch.keep);
            }
        }
        done
    }

    /// The number the timeline takes when the work numbered `sequence`, which is submitted, is done.
    pub(super) fn mark(&self, sequence: u64) -> u64 {
        let marks = self.batches.iter().filter(|b| b.last >= sequence).flat_map(|b| b.marks.iter().copied());
        marks.min_by_key(|&mark| if mark >= sequence { mark } else { u64::MAX }).unwrap_or(sequence)
    }

    pub(super) fn give_back(&mut self, keep: Keep) {
        if self.spare.len() < MAX_SPARE {
            self.spare.push(keep);
        }
    }

    pub(super) fn spare(&mut self) -> Keep {
        self.spare.pop().unwrap_or_default()
    }
}
