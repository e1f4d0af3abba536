//! Files that queues read and write.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use halforge_hal::{Fence, File, StatusCode};

use crate::case::{Case, case};
use crate::context::{Context, on_any, wait};
use crate::failure::{Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("file/read.whole", "FileTest.ReadEntireFile", read_whole),
    case("file/read.offsets", "FileTest.ReadSubrangeWithOffsets", read_offsets),
    case("file/write.offsets", "FileTest.WriteSubrangeWithOffsets", write_offsets),
    case("file/write_then_read", "FileTest.ChainedWriteThenReadWithSemaphores", write_then_read),
    case("file/large", "FileTest.LargeRangeRoundTrip", large),
];

/// A file of the system that goes with this.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(bytes: &[u8]) -> std::io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("halforge-conformance-{}-{number}", std::process::id()));
        fs::write(&path, bytes)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clean up.
        let _ = fs::remove_file(&self.0);
    }
}

fn pattern(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i * 7 + i / 251) as u8).collect()
}

fn read_whole(context: &Context) -> Outcome {
    let bytes = pattern(1000);
    let scratch = Scratch::new(&bytes)?;
    let in_memory = File::from_memory(Arc::new(bytes.clone()), 0, 1000)?;
    for file in [in_memory, File::open(scratch.path(), false)?] {
        assert_eq!(file.length_bytes(), 1000);
        let (buffer, done) = (context.zeroed(1000)?, Fence::new());
        context.device.queue_read(on_any(None, &done), (&file, 0), (&buffer, 0), 1000)?;
        wait(&done)?;
        assert_eq!(context.bytes(&buffer)?, bytes);
    }
    Ok(())
}

fn read_offsets(context: &Context) -> Outcome {
    let bytes = pattern(1000);
    let scratch = Scratch::new(&bytes)?;
    let in_memory = File::from_memory(Arc::new(bytes.clone()), 10, 900)?;
    for (file, start) in [(in_memory, 10), (File::open(scratch.path(), false)?, 0)] {
        let (buffer, done) = (context.zeroed(100)?, Fence::new());
        context.device.queue_read(on_any(None, &done), (&file, 33), (&buffer, 5), 61)?;
        wait(&done)?;
        let mut expected = vec![0; 100];
        expected[5..66].copy_from_slice(&bytes[start + 33..start + 94]);
        assert_eq!(context.bytes(&buffer)?, expected);
        let refused = refusal(context.device.queue_read(on_any(None, None), (&file, 990), (&buffer, 0), 11))?;
        assert_eq!(refused.code(), StatusCode::OutOfRange, "{refused}");
    }
    // A file that has become shorter fails the signal.
    let (file, buffer, done) = (File::open(scratch.path(), false)?, context.zeroed(1000)?, Fence::new());
    fs::write(scratch.path(), &bytes[..500])?;
    context.device.queue_read(on_any(None, &done), (&file, 0), (&buffer, 0), 1000)?;
    let status = refusal(wait(&done))?;
    assert_eq!(status.code(), StatusCode::OutOfRange, "{status}");
    Ok(())
}

fn write_offsets(context: &Context) -> Outcome {
    let scratch = Scratch::new(&[0xEE; 200])?;
    let (buffer, done) = (context.buffer(&pattern(100))?, Fence::new());
    let file = File::open(scratch.path(), true)?;
    context.device.queue_write(on_any(None, &done), (&buffer, 7), (&file, 101), 90)?;
    wait(&done)?;
    let mut expected = vec![0xEE; 200];
    expected[101..191].copy_from_slice(&pattern(100)[7..97]);
    assert_eq!(fs::read(scratch.path())?, expected);
    // What may only be read says so.
    for file in [File::open(scratch.path(), false)?, File::from_memory(Arc::new(vec![0; 200]), 0, 200)?] {
        let refused = refusal(context.device.queue_write(on_any(None, None), (&buffer, 0), (&file, 0), 8))?;
        assert_eq!(refused.code(), StatusCode::PermissionDenied, "{refused}");
    }
    Ok(())
}

fn write_then_read(context: &Context) -> Outcome {
    let scratch = Scratch::new(&[0; 256])?;
    let file = File::open(scratch.path(), true)?;
    let (source, target) = (context.zeroed(256)?, context.zeroed(256)?);
    let (go, filled, written, read) = (Fence::new(), Fence::new(), Fence::new(), Fence::new());
    // Asked for from the last to the first.
    context.device.queue_read(on_any(&written, &read), (&file, 0), (&target, 0), 256)?;
    context.device.queue_write(on_any(&filled, &written), (&source, 0), (&file, 0), 256)?;
    context.device.queue_fill(on_any(&go, &filled), &source, 0, 256, (0xC0DE_F00D, 4))?;
    go.signal()?;
    wait(&read)?;
    assert_eq!(context.read_numbers(&target)?, [0xC0DE_F00D; 64]);
    assert_eq!(fs::read(scratch.path())?, context.bytes(&source)?);
    Ok(())
}

fn large(context: &Context) -> Outcome {
    // More than is staged at a time, and not a multiple of it.
    const SIZE: usize = (20 << 20) + 12345;
    let bytes = pattern(SIZE);
    let scratch = Scratch::new(&vec![0; SIZE])?;
    let file = File::open(scratch.path(), true)?;
    let (source, target) = (context.buffer(&bytes)?, context.zeroed(SIZE as u64)?);
    let (written, read) = (Fence::new(), Fence::new());
    context.device.queue_write(on_any(None, &written), (&source, 0), (&file, 0), SIZE as u64)?;
    context.device.queue_read(on_any(&written, &read), (&file, 0), (&target, 0), SIZE as u64)?;
    wait(&read)?;
    assert!(context.bytes(&target)? == bytes, "bytes come back as they went");
    Ok(())
}
