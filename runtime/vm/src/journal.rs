//! Who waits for whom: the fences and queue operations of a session that are not over, with their places in the program.
//!
//! It is kept only by sessions with a timeout, for the report of a call that waits for ever; others pay nothing for it.

use std::fmt::Write;

use halforge_hal::{Fence, FenceState};
use halforge_plan::field::FunctionId;
use parking_lot::Mutex;

use crate::error::TraceEntry;

/// Most lines of a report.
const MAX_LINES: usize = 32;

/// An instruction: its function and its position there.
pub(crate) type Place = (FunctionId, usize);

/// Entries of a session.
#[derive(Default)]
pub(crate) struct Journal(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    list: Vec<Entry>,
    /// When the list has this length, what is over is removed.
    prune_at: usize,
}

struct Entry {
    place: Place,
    kind: Kind,
}

enum Kind {
    /// A fence was made.
    Fence(Fence),
    /// A queue operation waits for one fence and signals another.
    Operation { wait: Option<Fence>, signal: Option<Fence> },
}

impl Entry {
    fn is_over(&self) -> bool {
        let is_pending = |fence: &Fence| matches!(fence.query(), FenceState::Pending);
        match &self.kind {
            Kind::Fence(fence) => !is_pending(fence),
            Kind::Operation { signal, .. } => !signal.as_ref().is_some_and(is_pending),
        }
    }
}

impl Journal {
    pub(crate) fn fence(&self, place: Place, fence: &Fence) {
        self.add(Entry { place, kind: Kind::Fence(fence.clone()) });
    }

    pub(crate) fn operation(&self, place: Place, wait: Option<&Fence>, signal: Option<&Fence>) {
        self.add(Entry { place, kind: Kind::Operation { wait: wait.cloned(), signal: signal.cloned() } });
    }

    fn add(&self, entry: Entry) {
        const FIRST: usize = 1024;
        let mut entries = self.0.lock();
        entries.list.push(entry);
        if entries.list.len() > entries.prune_at.max(FIRST) {
            entries.list.retain(|entry| !entry.is_over());
            entries.prune_at = 2 * entries.list.len();
        }
    }

    /// Why these fences are not signaled, one line for each step from the wait to what it hangs on.
    pub(crate) fn explain(&self, fences: &[Fence], name: impl Fn(Place) -> TraceEntry) -> String {
        let entries = self.0.lock();
        let place = |place: Place| {
            let TraceEntry { operation, location, function } = name(place);
            location.map_or_else(|| format!("{operation} in @{function}"), |location| format!("{operation} ({location})"))
        };
        let mut lines = String::new();
        let mut count = 0;
        let mut next: Vec<Fence> = fences.to_vec();
        let mut seen: Vec<usize> = Vec::new();
        while let Some(fence) = next.pop() {
            if !matches!(fence.query(), FenceState::Pending) || count >= MAX_LINES {
                continue;
            }
            let made = entries.list.iter().find(|e| matches!(&e.kind, Kind::Fence(made) if fence.shares(made)));
            let subject = made.map_or("a fence from outside".to_owned(), |made| format!("the fence of {}", place(made.place)));
            let mut signalers = 0;
            for (index, entry) in entries.list.iter().enumerate() {
                let Kind::Operation { wait, signal: Some(signal) } = &entry.kind else { continue };
                if !fence.shares(signal) || entry.is_over() {
                    continue;
                }
                signalers += 1;
                if seen.contains(&index) {
                    continue;
                }
                seen.push(index);
                count += 1;
                let waits = wait.as_ref().filter(|wait| matches!(wait.query(), FenceState::Pending));
                let state = if waits.is_some() { "which waits itself" } else { "which the device has not finished" };
                let _ = write!(lines, "\n  {subject} is to be signaled by {}, {state}", place(entry.place));
                next.extend(waits.cloned());
            }
            if signalers == 0 {
                count += 1;
                let _ = write!(lines, "\n  {subject} is signaled by nothing");
            }
        }
        lines
    }
}
