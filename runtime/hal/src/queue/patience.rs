//! How the host waits for work of the device: it asks again and again for a while, giving way in between, and then sleeps.
//!
//! To wake a thread takes longer than a small kernel. On a virtual machine a processor that sleeps takes much longer still; a
//! driver that runs kernels on the host's processors pays for that at every dispatch. A host that asks keeps a processor
//! awake. Who wants the processor for work gets it: giving way then takes long, and the host sleeps, each time for longer.

use std::time::{Duration, Instant};

use ash::vk;

use crate::core::Core;

/// For how long a device of its own is asked: kernels that take longer do not mind the time to wake.
const DEVICE_PATIENCE: Duration = Duration::from_micros(100);
/// For how long a driver is asked that runs kernels on the host's processors.
const HOST_PATIENCE: Duration = Duration::from_secs(1);
/// Giving way takes less when nobody wants the processor for longer than a small kernel.
const BUSY: Duration = Duration::from_micros(300);
/// The first sleep when somebody does; each one after is twice as long.
const FIRST_SLEEP: Duration = Duration::from_millis(1);

/// What is left of the will to ask, for one wait.
pub(super) struct Patience {
    /// When the host asks no more; absent when that is so.
    end: Option<Instant>,
    sleep: Duration,
}

impl Patience {
    /// For a wait on the device of `core` that ends at `deadline`.
    pub(super) fn new(core: &Core, deadline: Option<Instant>) -> Self {
        let span = if core.physical.kind == vk::PhysicalDeviceType::CPU { HOST_PATIENCE } else { DEVICE_PATIENCE };
        let end = core.instance.polls.then(|| Instant::now() + span);
        Self { end: end.map(|end| deadline.map_or(end, |deadline| deadline.min(end))), sleep: FIRST_SLEEP }
    }

    /// Asks whether it is over, until it is or the host should sleep; whether it is.
    pub(super) fn ask(&mut self, mut is_over: impl FnMut() -> bool) -> bool {
        let Some(end) = self.end else { return false };
        let mut now = Instant::now();
        while now < end {
            if is_over() {
                return true;
            }
            std::thread::yield_now();
            let later = Instant::now();
            if later - now > BUSY {
                return is_over();
            }
            now = later;
        }
        self.end = None;
        false
    }

    /// How long to sleep before asking again; until it is over when absent.
    pub(super) fn sleep(&mut self) -> Option<Duration> {
        self.end?;
        let sleep = self.sleep;
        self.sleep *= 2;
        Some(sleep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(span: Duration) -> Patience {
        Patience { end: Some(Instant::now() + span), sleep: FIRST_SLEEP }
    }

    #[test]
    fn what_is_over_is_asked_for_until_then() {
        let (mut patience, mut asked) = (patience(Duration::from_secs(60)), 0);
        // Whoever else runs may let the host sleep in between.
        let mut is_over = || {
            asked += 1;
            asked == 10
        };
        while !patience.ask(&mut is_over) {
            assert!(patience.sleep().is_some());
        }
        assert_eq!(asked, 10);
    }

    #[test]
    fn patience_ends_and_then_the_host_sleeps_until_it_is_over() {
        let mut patience = patience(Duration::from_millis(20));
        let mut sleeps = Vec::new();
        while !patience.ask(|| false) {
            let Some(sleep) = patience.sleep() else { break };
            sleeps.push(sleep);
            std::thread::sleep(sleep);
        }
        assert!(sleeps.is_sorted_by(|a, b| *b == *a * 2), "{sleeps:?}");
        assert!(!patience.ask(|| panic!("nobody asks any more")));
        assert_eq!(patience.sleep(), None);
    }

    #[test]
    fn a_busy_processor_is_left_to_others() {
        let mut patience = patience(Duration::from_secs(60));
        let started = Instant::now();
        // What takes that long is as if others had the processor.
        assert!(!patience.ask(|| {
            std::thread::sleep(2 * BUSY);
            false
        }));
        assert!(started.elapsed() < Duration::from_secs(30));
        assert_eq!(patience.sleep(), Some(FIRST_SLEEP));
    }
}
