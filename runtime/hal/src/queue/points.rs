//! Places in the order of a device's work.

use crate::core::MAX_QUEUES;

/// A queue of a device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct QueueId(u8);

impl QueueId {
    pub(crate) fn new(index: usize) -> Self {
        assert!(index < MAX_QUEUES, "a device opens at most {MAX_QUEUES} queues");
        Self(index as u8)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// For each queue the number of its last work that matters; 0 for none.
///
/// Work of a queue is numbered from 1 in the order it is submitted, and is done in that order as far as anyone can tell: the
/// queue's timeline semaphore counts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Points([u64; MAX_QUEUES]);

impl Points {
    pub(crate) const fn new(points: [u64; MAX_QUEUES]) -> Self {
        Self(points)
    }

    pub(crate) fn at(queue: QueueId, sequence: u64) -> Self {
        let mut points = Self::default();
        points.0[queue.index()] = sequence;
        points
    }

    pub(crate) fn get(&self, queue: QueueId) -> u64 {
        self.0[queue.index()]
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The later of both for each queue.
    #[must_use]
    pub(crate) fn join(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].max(other.0[i])))
    }

    /// Whether this is not later than `other` on any queue.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(&a, b)| a <= b)
    }

    #[must_use]
    pub(crate) fn without(mut self, queue: QueueId) -> Self {
        self.0[queue.index()] = 0;
        self
    }

    /// The queues that have a number, with it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (QueueId, u64)> + '_ {
        self.0.iter().enumerate().filter(|(_, n)| **n != 0).map(|(i, n)| (QueueId(i as u8), *n))
    }
}
