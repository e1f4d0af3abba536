//! Groups of ranks in one process.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::transport::{Message, Provider, Receiver, Tag, Transport};
use crate::{CollectiveError, Result};

/// Most ranks of a group.
const MAX_RANKS: u32 = 1024;

/// Where ranks of one process find each other.
///
/// Ranks that name the same id and group belong together. The n-th time a rank joins, it meets the others' n-th time, so a
/// program may make its channels anew in every call.
#[derive(Clone, Default)]
pub struct Hub(Arc<Mutex<HashMap<Key, VecDeque<Arc<Group>>>>>);

type Key = (Vec<u8>, String);

struct Group {
    count: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    joined: Vec<u32>,
    boxes: HashMap<(u32, u32, Tag), Mailbox>,
    left: HashMap<u32, String>,
}

/// What waits on the way from one rank to another: messages or receivers, never both.
#[derive(Default)]
struct Mailbox {
    messages: VecDeque<Message>,
    receivers: VecDeque<Receiver>,
}

impl Hub {
    /// Joins a group as `rank` of `count`, without waiting for the others.
    ///
    /// # Errors
    /// A rank outside the group, or a count that differs from the other members'.
    pub fn join(&self, id: &[u8], group: &str, rank: u32, count: u32) -> Result<Arc<dyn Transport>> {
        if count == 0 || count > MAX_RANKS {
            return Err(CollectiveError::Count { count: i64::from(count), max: MAX_RANKS });
        }
        if rank >= count {
            return Err(CollectiveError::Rank { what: "this", rank: i64::from(rank), count });
        }
        let mut groups = self.0.lock();
        let open = groups.entry((id.to_vec(), group.to_owned())).or_default();
        let found = match open.iter().find(|group| !group.state.lock().joined.contains(&rank)) {
            Some(found) => found.clone(),
            None => {
                let new = Arc::new(Group { count, state: Mutex::default() });
                open.push_back(new.clone());
                new
            }
        };
        if found.count != count {
            return Err(CollectiveError::GroupCount { group: group.to_owned(), count: found.count, found: count });
        }
        let complete = {
            let mut state = found.state.lock();
            state.joined.push(rank);
            state.joined.len() == count as usize
        };
        if complete {
            open.retain(|group| !Arc::ptr_eq(group, &found));
        }
        groups.retain(|_, open| !open.is_empty());
        Ok(Arc::new(Member { group: found, rank }))
    }
}

/// A hub, as the provider of a device that is one rank of many.
#[derive(Clone)]
pub struct HubRank {
    hub: Hub,
    rank: u32,
    count: u32,
}

impl Hub {
    /// A provider whose channels are `rank` of `count`, unless a program says otherwise.
    pub fn rank(&self, rank: u32, count: u32) -> HubRank {
        HubRank { hub: self.clone(), rank, count }
    }
}

impl Provider for HubRank {
    fn rank_and_count(&self) -> (u32, u32) {
        (self.rank, self.count)
    }

    fn join(&self, id: &[u8], group: &str, rank: u32, count: u32) -> Result<Arc<dyn Transport>> {
        self.hub.join(id, group, rank, count)
    }
}

/// One rank of a group.
struct Member {
    group: Arc<Group>,
    rank: u32,
}

impl Transport for Member {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn count(&self) -> u32 {
        self.group.count
    }

    fn send(&self, to: u32, tag: &Tag, message: Message) {
        let mut state = self.group.state.lock();
        if state.left.contains_key(&to) {
            return;
        }
        let mailbox = state.boxes.entry((self.rank, to, tag.clone())).or_default();
        match mailbox.receivers.pop_front() {
            Some(then) => {
                drop(state);
                then(Ok(message));
            }
            None => mailbox.messages.push_back(message),
        }
    }

    fn receive(&self, from: u32, tag: &Tag, then: Receiver) {
        let mut state = self.group.state.lock();
        let left = state.left.get(&from).map(|why| CollectiveError::Left { rank: from, why: why.clone() });
        let mailbox = state.boxes.entry((from, self.rank, tag.clone())).or_default();
        let outcome = match (mailbox.messages.pop_front(), left) {
            (Some(message), _) => Ok(message),
            (None, Some(left)) => Err(left),
            (None, None) => return mailbox.receivers.push_back(then),
        };
        drop(state);
        then(outcome);
    }

    fn leave(&self, why: &str) {
        let mut state = self.group.state.lock();
        state.left.entry(self.rank).or_insert_with(|| why.to_owned());
        let mut orphans = Vec::new();
        for ((from, to, _), mailbox) in &mut state.boxes {
            if *from == self.rank || *to == self.rank {
                orphans.extend(mailbox.receivers.drain(..));
            }
        }
        drop(state);
        for then in orphans {
            then(Err(CollectiveError::Left { rank: self.rank, why: why.to_owned() }));
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.leave("its channel is gone");
    }
}
