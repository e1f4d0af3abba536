//! Allocation, and the host's memory as a buffer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use halforge_hal::{AllocaDesc, buffer_usage, memory_access, memory_type};

use crate::case::{Case, case};
use crate::context::{Context, local, mapped, on_any, wait};
use crate::failure::{Failure, Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("buffer/allocate.compatibility", "AllocatorTest.BaselineBufferCompatibility", compatibility),
    case("buffer/allocate.plain", "AllocatorTest.AllocateBuffer", plain),
    case("buffer/allocate.empty", "AllocatorTest.AllocateEmptyBuffer", empty),
    case("buffer/import.released", "AllocatorTest.ImportHostAllocationNullCallback", import_is_released),
    case("buffer/import.owner_dropped_once", "AllocatorTest.ImportHostAllocationWithCallback", import_drops_its_owner_once),
];

fn compatibility(context: &Context) -> Outcome {
    for desc in [local(4096), mapped(4096)] {
        let found = context.device.query_memory(desc);
        assert!(found.allocatable && found.queue_transfer && found.queue_dispatch, "{desc:?} is {found:?}");
        assert_eq!(found.memory_type & desc.memory_type, desc.memory_type, "the memory has what is asked for");
    }
    let huge = context.device.query_memory(local(u64::MAX));
    assert!(!huge.allocatable, "no device has 2^64 bytes");
    Ok(())
}

fn plain(context: &Context) -> Outcome {
    for desc in [local(4096), mapped(4096)] {
        let buffer = context.device.allocate(desc)?;
        assert_eq!(buffer.length_bytes(), 4096);
        assert_eq!(buffer.memory_type() & desc.memory_type, desc.memory_type);
        assert_eq!(buffer.usage(), desc.usage);
        assert_eq!(buffer.access(), memory_access::ALL, "no access bits mean all");
        let live = context.device.memory_statistics().total().live_bytes;
        drop(buffer);
        assert!(context.device.memory_statistics().total().live_bytes + 4096 <= live, "the buffer's bytes are given back");
    }
    let too_large = refusal(context.device.allocate(local(u64::MAX)))?;
    assert_eq!(too_large.code(), halforge_hal::StatusCode::ResourceExhausted, "{too_large}");
    Ok(())
}

fn empty(context: &Context) -> Outcome {
    let buffer = context.device.allocate(local(0))?;
    assert_eq!(buffer.length_bytes(), 0);
    assert_eq!(context.bytes(&buffer)?, []);
    // It is a buffer like others: no bytes can be filled, copied and read.
    let done = halforge_hal::Fence::new();
    context.device.queue_fill(on_any(None, &done), &buffer, 0, 0, (0, 4))?;
    wait(&done)?;
    assert_eq!(buffer.subspan(0, 0)?.length_bytes(), 0);
    Ok(())
}

/// Memory of the host that counts how often it goes.
struct Page {
    bytes: Box<[u8]>,
    start: usize,
    dropped: Arc<AtomicU32>,
}

/// Bytes of a page.
const PAGE: usize = 4096;

impl Page {
    fn new(dropped: &Arc<AtomicU32>, alignment: usize) -> Self {
        let bytes: Box<[u8]> = (0..2 * alignment + PAGE).map(|i| i as u8).collect();
        let start = bytes.as_ptr() as usize;
        Self { start: start.next_multiple_of(alignment) - start, bytes, dropped: dropped.clone() }
    }
}

impl AsRef<[u8]> for Page {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Imports a page, lets the device copy it, and sees that the copy is right.
fn import_and_copy(context: &Context, dropped: &Arc<AtomicU32>) -> Outcome {
    let alignment = context.device.limits().min_imported_host_pointer_alignment as usize;
    if alignment == 0 {
        return Err(Failure::Unsupported("the device imports no host memory (VK_EXT_external_memory_host)".to_owned()));
    }
    let page = Page::new(dropped, alignment);
    let length = PAGE.next_multiple_of(alignment);
    let (start, expected) = (page.start, page.bytes[page.start..page.start + length].to_vec());
    let owner: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(page);
    let usage = buffer_usage::TRANSFER_SOURCE | buffer_usage::DISPATCH_STORAGE;
    let Some(buffer) = context.device.import(&owner, start, length, usage) else {
        return Err(Failure::Unsupported("the driver refuses this host memory".to_owned()));
    };
    drop(owner);
    assert_eq!(buffer.length_bytes(), length as u64);
    let target = context.device.allocate(AllocaDesc { memory_type: memory_type::HOST_LOCAL, ..mapped(length as u64) })?;
    let done = halforge_hal::Fence::new();
    context.device.queue_copy(on_any(None, &done), (&buffer, 0), (&target, 0), length as u64)?;
    // The submission keeps the memory from here on.
    drop(buffer);
    wait(&done)?;
    assert_eq!(context.bytes(&target)?, expected);
    Ok(())
}

fn import_is_released(context: &Context) -> Outcome {
    let dropped = Arc::new(AtomicU32::new(0));
    // What is left of the import is counted by the harness: slabs, allocations.
    import_and_copy(context, &dropped)
}

fn import_drops_its_owner_once(context: &Context) -> Outcome {
    let dropped = Arc::new(AtomicU32::new(0));
    import_and_copy(context, &dropped)?;
    context.device.wait_idle(None)?;
    assert_eq!(dropped.load(Ordering::SeqCst), 1, "the owner is dropped once, after the device's work");
    Ok(())
}
