//! Memory of the host that devices import.

use std::ptr::NonNull;

use memmap2::{MmapOptions, MmapRaw};

use crate::status::{Result, Status, StatusCode};

/// Sizes are multiples of this, the most that Vulkan lets a device ask of imported memory.
const GRANULARITY_BYTES: u64 = 64 * 1024;

/// Pages of zeros, for the host and any device to read and write.
pub(super) struct Pages(MmapRaw);

impl Pages {
    /// At least `size` bytes.
    pub(super) fn new(size: u64) -> Result<Self> {
        let exhausted = |why: &dyn std::fmt::Display| {
            Status::new(StatusCode::ResourceExhausted, format!("no {size} bytes of the host's memory: {why}"))
        };
        let size = usize::try_from(size.next_multiple_of(GRANULARITY_BYTES)).map_err(|error| exhausted(&error))?;
        let pages = MmapOptions::new().len(size).map_anon().map_err(|error| exhausted(&error))?;
        Ok(Self(MmapRaw::from(pages)))
    }

    pub(super) fn size(&self) -> u64 {
        self.0.len() as u64
    }

    pub(super) fn start(&self) -> Result<NonNull<u8>> {
        NonNull::new(self.0.as_mut_ptr()).ok_or_else(|| Status::new(StatusCode::Internal, "pages are nowhere"))
    }
}
