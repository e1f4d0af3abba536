//! How messages go from rank to rank.

use std::ops::Range;
use std::sync::Arc;

use crate::{Operation, Result};

/// Which channel of a group a message belongs to: the empty path is the group itself, and each split adds the number of the
/// split and the color.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tag(pub Vec<i64>);

/// What a message is part of, so that ranks that do different things find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A split of the channel: color and key.
    Split,
    /// A phase of an operation.
    Phase(Operation, u8),
}

/// Bytes from one rank to another.
#[derive(Clone, Debug)]
pub struct Message {
    /// What they are part of.
    pub step: Step,
    owner: Arc<[u8]>,
    range: Range<usize>,
}

impl Message {
    /// A message of part of `owner`, which is not copied; of nothing when the range does not lie in it.
    pub fn new(step: Step, owner: &Arc<[u8]>, range: Range<usize>) -> Self {
        let range = if owner.get(range.clone()).is_some() { range } else { 0..0 };
        Self { step, owner: owner.clone(), range }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.owner[self.range.clone()]
    }
}

/// What to do with a message when it comes. It does not block: whoever sends the message may be running it.
pub type Receiver = Box<dyn FnOnce(Result<Message>) + Send>;

/// One rank's way to all ranks of a group, itself included.
///
/// Messages from one rank to another with the same tag arrive in the order they were sent, each for one receiver, in the
/// order the receivers were given.
pub trait Transport: Send + Sync {
    /// This rank.
    fn rank(&self) -> u32;
    /// Number of ranks.
    fn count(&self) -> u32;
    /// Sends a message, which waits at the other end for its receiver.
    fn send(&self, to: u32, tag: &Tag, message: Message);
    /// Calls `then` with the next message from a rank, now or later, or with the error that none will come.
    fn receive(&self, from: u32, tag: &Tag, then: Receiver);
    /// Leaves the group: receivers that wait for this rank, here or elsewhere, fail and are told why.
    fn leave(&self, why: &str);
}

/// Where the channels of a device come from: what a program does not say about a channel, and the way to its other ranks.
pub trait Provider: Send + Sync {
    /// Rank and number of ranks of a channel that names none.
    fn rank_and_count(&self) -> (u32, u32);
    /// Joins a group, without waiting for the other ranks. Ranks that name the same id and group belong together; both may
    /// be empty.
    ///
    /// # Errors
    /// A rank outside the group, or a group that cannot be.
    fn join(&self, id: &[u8], group: &str, rank: u32, count: u32) -> Result<Arc<dyn Transport>>;
}
