//! A call that is made once, when something about one of several timepoints has changed.
//!
//! It hangs at each of them, so that a failure of any is heard at once; when it rings, it is taken from the others.

use std::sync::Arc;

use parking_lot::Mutex;

use super::fence::Timepoint;
use super::semaphore::{Call, FAILURE, Known, Ticket, Woken};
use super::submit::run;

struct Hanging {
    call: Call,
    tickets: Vec<Ticket>,
}

/// Empty once it rang.
struct Bell(Mutex<Option<Hanging>>);

impl Bell {
    fn ring(&self, woken: &mut Vec<Woken>) {
        // The other timepoints forget the bell before the call is made, and without its lock.
        let Some(Hanging { call, tickets }) = self.0.lock().take() else { return };
        drop(tickets);
        call(woken);
    }
}

/// What is known about each of `timepoints`.
pub(super) fn known(timepoints: &[Timepoint]) -> Vec<Known> {
    timepoints.iter().map(|t| t.semaphore.known(t.value)).collect()
}

/// A bell that hangs; when this is dropped, it does not ring any more.
pub(super) struct Watch(Option<Arc<Bell>>);

impl Watch {
    /// The bell rings whatever becomes of the watch.
    pub(super) fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let hanging = self.0.take().and_then(|bell| bell.0.lock().take());
        drop(hanging);
    }
}

/// Makes `call` when something about `timepoints` has changed: one that nothing was known about became known, one failed, or
/// all that is known to come is there. At once if there is nothing to wait for; who goes on because of it is added to `woken`.
/// `known` is what was known about each a moment ago.
pub(super) fn watch(timepoints: &[Timepoint], known: Vec<Known>, call: Call, woken: &mut Vec<Woken>) -> Watch {
    let bell = Arc::new(Bell(Mutex::new(Some(Hanging { call, tickets: Vec::new() }))));
    let has_unknown = known.iter().any(|known| matches!(known, Known::Unknown));
    let mut pending = None;
    for (timepoint, known) in timepoints.iter().zip(known) {
        let value = match known {
            Known::Signaled => continue,
            Known::Failed(_) => {
                bell.ring(woken);
                return Watch(None);
            }
            Known::Unknown => timepoint.value,
            Known::Pending(queues, points) => {
                pending = Some((queues, points));
                FAILURE
            }
        };
        let ringer = bell.clone();
        let ticket = timepoint.semaphore.when_known(value, Box::new(move |woken| ringer.ring(woken)), woken);
        match &mut *bell.0.lock() {
            Some(hanging) => hanging.tickets.extend(ticket),
            // It rang meanwhile.
            None => return Watch(None),
        }
    }
    match pending {
        _ if has_unknown => {}
        None => bell.ring(woken),
        Some((queues, points)) => {
            let ringer = bell.clone();
            let ring = move || {
                let mut woken = Vec::new();
                ringer.ring(&mut woken);
                run(woken);
            };
            queues.when_done(points, Box::new(ring));
        }
    }
    Watch(Some(bell))
}
