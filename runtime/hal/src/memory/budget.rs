//! The bytes that a device may take from its driver, for all its pools together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::status::{Result, bail};

/// What is taken of what may be.
pub(crate) struct Budget {
    limit_bytes: Option<u64>,
    used_bytes: AtomicU64,
}

/// Bytes taken, given back with this.
pub(super) struct Share {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Budget {
    pub(crate) fn new(limit_bytes: Option<u64>) -> Arc<Self> {
        Arc::new(Self { limit_bytes, used_bytes: AtomicU64::new(0) })
    }

    /// Takes `bytes`.
    ///
    /// # Errors
    /// When there are not so many left.
    pub(super) fn take(self: &Arc<Self>, bytes: u64) -> Result<Share> {
        let limit = self.limit_bytes.unwrap_or(u64::MAX);
        let more = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= limit);
        match self.used_bytes.fetch_update(Ordering::AcqRel, Ordering::Acquire, more) {
            Ok(_) => Ok(Share { budget: self.clone(), bytes }),
            Err(used) => {
                bail!(
                    ResourceExhausted,
                    "{bytes} bytes more than the {used} in use are over the memory budget of {limit} bytes"
                )
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.used_bytes.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let budget = Budget::new(Some(100));
        let most = budget.take(100).unwrap();
        let refused = budget.take(1).err().unwrap();
        assert_eq!(refused.message(), "1 bytes more than the 100 in use are over the memory budget of 100 bytes");
        drop(most);
        assert!(budget.take(u64::MAX).is_err());
        assert!(budget.take(100).is_ok());
        assert!(Budget::new(None).take(u64::MAX).is_ok());
    }
}
