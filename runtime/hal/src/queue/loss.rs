//! What was going on when a device was lost.

use super::Queues;
use super::state::QueueState;

/// Batches named in the message; a device that is lost has few.
const MAX_NAMED: usize = 4;

impl Queues {
    /// The last work known to have finished and the work in flight, in words.
    ///
    /// The lost device may be noticed while a queue is locked; that queue is then left out.
    pub(super) fn in_flight(&self) -> String {
        let report = |queue: &super::Queue| {
            let state = queue.state.try_lock()?;
            Some(format!("queue {}: {}", queue.id.index(), state.describe()))
        };
        self.queues.iter().filter_map(report).collect::<Vec<_>>().join("; ")
    }
}

impl QueueState {
    fn describe(&self) -> String {
        let finished = match &self.flight.finished {
            Some(label) => format!("last known to have finished: {label}"),
            None => "nothing is known to have finished".to_owned(),
        };
        let natives = || self.flight.batches.iter().flat_map(|batch| &batch.keep.natives);
        let mut named: Vec<&str> = natives().take(MAX_NAMED).map(|native| &**native.label()).collect();
        let more = natives().count().saturating_sub(named.len());
        let rest = format!("{more} more");
        if more > 0 {
            named.push(&rest);
        }
        if named.is_empty() {
            named.push(if self.flight.batches.is_empty() { "nothing" } else { "transfers" });
        }
        format!("{finished}, in flight: {}", named.join(" and "))
    }
}
