//! Many files read and written at once, some of which fail.

use std::time::{Duration, Instant};

use halforge_hal::{Fence, File, StatusCode};

use crate::case::{Case, further};
use crate::context::{Context, on_any, wait};
use crate::failure::{Failure, Outcome, refusal};
use crate::file::Scratch;

pub(crate) const CASES: &[Case] = &[further("runtime/files.load", load)];

/// Threads that submit.
const THREADS: u64 = 8;
/// Files of each thread, all in flight at once.
const FILES: u64 = 24;
/// Bytes of a file: an odd number.
const LENGTH: u64 = (64 << 10) + 13;
/// Every so many files one is cut short after it was opened.
const BROKEN: u64 = 6;
/// Longest that all of it may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the file `number` of `thread` holds.
fn contents(thread: u64, number: u64) -> Vec<u8> {
    (0..LENGTH).map(|i| (i * 31 + thread * 7 + number * 3) as u8).collect()
}

/// A file that is being copied by way of a buffer.
struct Copy {
    _source: Scratch,
    target: Scratch,
    expected: Vec<u8>,
    is_broken: bool,
    read: Fence,
    written: Fence,
}

/// Submits what copies a file, without waiting for anything.
fn submit(context: &Context, thread: u64, number: u64) -> Result<Copy, Failure> {
    let (expected, is_broken) = (contents(thread, number), number % BROKEN == BROKEN - 1);
    let (source, target) = (Scratch::new(&expected)?, Scratch::new(&vec![0; LENGTH as usize])?);
    let (from, to) = (File::open(source.path(), false)?, File::open(target.path(), true)?);
    if is_broken {
        std::fs::write(source.path(), b"short")?;
    }
    let buffer = context.zeroed(LENGTH + 5)?;
    let (read, written) = (Fence::new(), Fence::new());
    // The write is submitted first, and waits.
    context.device.queue_write(on_any(&read, &written), (&buffer, 5), (&to, 0), LENGTH)?;
    context.device.queue_read(on_any(None, &read), (&from, 0), (&buffer, 5), LENGTH)?;
    Ok(Copy { _source: source, target, expected, is_broken, read, written })
}

fn finish(copy: &Copy) -> Outcome {
    if !copy.is_broken {
        wait(&copy.written)?;
        assert!(std::fs::read(copy.target.path())? == copy.expected, "a file holds something else");
        return Ok(());
    }
    // What waits for a read that failed fails as it did, and writes nothing.
    let status = refusal(wait(&copy.read))?;
    assert_eq!(status.code(), StatusCode::OutOfRange, "{status}");
    assert_eq!(refusal(wait(&copy.written))?, status);
    assert!(std::fs::read(copy.target.path())?.iter().all(|&byte| byte == 0));
    Ok(())
}

fn load(context: &Context) -> Outcome {
    let begin = Instant::now();
    let outcomes = std::thread::scope(|scope| {
        let work = |thread| {
            let copies = (0..FILES).map(|number| submit(context, thread, number)).collect::<Result<Vec<_>, _>>()?;
            copies.iter().try_for_each(finish)
        };
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    for outcome in outcomes {
        outcome.map_err(|_| Failure::Failed("a thread panicked".to_owned()))??;
    }
    assert!(begin.elapsed() < PATIENCE, "it took {:?}", begin.elapsed());
    Ok(())
}
