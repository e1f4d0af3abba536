//! Transfers.

use halforge_hal::{Fence, FenceState, OperationKind, ProfileFilter, StatusCode, profile_data};

use crate::case::{Case, case};
use crate::command_buffer::{filled, profiled};
use crate::context::{Context, Mode, on_any, wait};
use crate::failure::{Outcome, refusal};
use crate::recording::whole;

pub(crate) const CASES: &[Case] = &[
    case("queue/fill.bytes", "QueueTransferTest.FillEntireBuffer_1Byte", |c| fill(c, 1, 1024, 0, 1024)).both_modes(),
    case("queue/fill.halves", "QueueTransferTest.FillEntireBuffer_2Byte", |c| fill(c, 2, 1024, 0, 1024)).both_modes(),
    case("queue/fill.words", "QueueTransferTest.FillEntireBuffer_4Byte", |c| fill(c, 4, 1024, 0, 1024)).both_modes(),
    case("queue/fill.part", "QueueTransferTest.FillSubrange", |c| fill(c, 4, 1024, 256, 512)).both_modes(),
    case("queue/fill.large", "QueueTransferTest.FillLargeBuffer", |c| fill(c, 4, 16 << 20, 0, 16 << 20)).both_modes(),
    case("queue/fill.aligned", "QueueTransferTest.FillSizeAlignmentAndPatternClasses", fill_grid).both_modes(),
    case("queue/update.whole", "QueueTransferTest.UpdateEntireBuffer", |c| update(c, 0, 256, 256, 0)).both_modes(),
    case("queue/update.part", "QueueTransferTest.UpdateSubrange", |c| update(c, 0, 64, 256, 96)).both_modes(),
    case("queue/update.source_offset", "QueueTransferTest.UpdateWithSourceOffset", |c| update(c, 32, 64, 256, 0)).both_modes(),
    case("queue/update.large", "QueueTransferTest.UpdateLargerThanCommandBufferLimit", |c| update(c, 0, 200_003, 200_003, 0))
        .both_modes(),
    case(
        "queue/update.takes_bytes_at_once",
        "QueueTransferTest.UpdateCapturesSourceBeforeWaitResolves",
        update_takes_bytes_at_once,
    )
    .both_modes(),
    case("queue/update.aligned", "QueueTransferTest.UpdateSizeAndAlignmentClasses", update_grid).both_modes(),
    case("queue/copy.whole", "QueueTransferTest.CopyEntireBuffer", |c| copy(c, 256, 0, 0, 256)).both_modes(),
    case("queue/copy.offsets", "QueueTransferTest.CopyWithOffsets", |c| copy(c, 256, 17, 100, 64)).both_modes(),
    case("queue/copy.large", "QueueTransferTest.CopyLargeBuffer", |c| copy(c, 16 << 20, 0, 0, 16 << 20)).both_modes(),
    case("queue/copy.aligned", "QueueTransferTest.CopySizeAndAlignmentClasses", copy_grid).both_modes(),
    case("queue/copy.burst", "QueueTransferTest.BurstCopySubmit", burst).both_modes(),
    case("queue/transfer.profiled", "QueueTransferTest.FillAndCopyHostQueueEventProfiling", profile).both_modes(),
    case("queue/transfer.fill_then_copy", "QueueTransferTest.ChainedFillThenCopy", fill_then_copy).both_modes(),
    case("queue/transfer.update_then_copy", "QueueTransferTest.ChainedUpdateThenCopy", update_then_copy).both_modes(),
    case("queue/transfer.fill_copy_fill", "QueueTransferTest.ChainedFillCopyFill", fill_copy_fill).both_modes(),
    case("queue/barrier.signals", "QueueTransferTest.BarrierSignals", barrier_signals),
    case("queue/barrier.orders", "QueueTransferTest.BarrierPreservesOrdering", barrier_orders).both_modes(),
];

const PATTERN: u32 = 0xAB23_CD45;

fn pattern(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i * 5 + i / 253) as u8).collect()
}

fn fill(context: &Context, pattern_bytes: usize, size: usize, offset: usize, length: usize) -> Outcome {
    let (target, done) = (context.buffer(&vec![0xEE; size])?, Fence::new());
    let part = (&target, offset as u64, length as u64);
    context.fill(on_any(None, &done), part, (PATTERN, pattern_bytes as u64))?;
    wait(&done)?;
    let what = format!("{length} bytes at {offset} of {size}, pattern of {pattern_bytes}");
    assert!(context.bytes(&target)? == filled(pattern_bytes, size, offset, length), "{what}");
    Ok(())
}

fn fill_grid(context: &Context) -> Outcome {
    for pattern_bytes in [1, 2, 4] {
        for offset in (0..9).filter(|offset| offset % pattern_bytes == 0) {
            for length in [0, 1, 2, 3, 4, 6, 7, 8, 12, 15, 16, 32].into_iter().filter(|length| length % pattern_bytes == 0) {
                fill(context, pattern_bytes, 64, offset, length)?;
            }
        }
    }
    let target = context.zeroed(16)?;
    for (offset, length, pattern_bytes, code) in [
        (2, 4, 4, StatusCode::InvalidArgument),
        (0, 5, 2, StatusCode::InvalidArgument),
        (0, 4, 3, StatusCode::InvalidArgument),
        (8, 12, 4, StatusCode::OutOfRange),
    ] {
        let done = Fence::new();
        let asked = context.fill(on_any(None, &done), (&target, offset, length), (PATTERN, pattern_bytes));
        let refused = refusal(asked.and_then(|()| wait(&done)))?;
        assert_eq!(refused.code(), code, "{refused}");
    }
    Ok(())
}

/// Updates `length` bytes at `to` of a buffer of `size` with bytes from `from` on.
fn update(context: &Context, from: usize, length: usize, size: usize, to: usize) -> Outcome {
    let (target, done) = (context.buffer(&vec![0xEE; size])?, Fence::new());
    let bytes = &pattern(from + length)[from..];
    context.update(on_any(None, &done), bytes, &target, to as u64)?;
    wait(&done)?;
    let mut expected = vec![0xEE; size];
    expected[to..to + length].copy_from_slice(bytes);
    assert!(context.bytes(&target)? == expected, "{length} bytes from {from} to {to} of {size}");
    Ok(())
}

fn update_takes_bytes_at_once(context: &Context) -> Outcome {
    let (target, go, done) = (context.zeroed(256)?, Fence::new(), Fence::new());
    let mut bytes = pattern(256);
    context.update(on_any(&go, &done), &bytes, &target, 0)?;
    bytes.fill(0);
    drop(bytes);
    assert_eq!(done.query(), FenceState::Pending);
    go.signal()?;
    wait(&done)?;
    assert_eq!(context.bytes(&target)?, pattern(256));
    Ok(())
}

fn update_grid(context: &Context) -> Outcome {
    for length in [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 64] {
        for (from, to) in [(0, 0), (1, 0), (0, 1), (3, 2), (4, 4), (5, 7)] {
            update(context, from, length, 96, to)?;
        }
    }
    Ok(())
}

fn copy(context: &Context, size: usize, from: usize, to: usize, length: usize) -> Outcome {
    let (source, target) = (context.buffer(&pattern(size))?, context.buffer(&vec![0xEE; size])?);
    let done = Fence::new();
    context.copy(on_any(None, &done), (&source, from as u64), (&target, to as u64), length as u64)?;
    wait(&done)?;
    let mut expected = vec![0xEE; size];
    expected[to..to + length].copy_from_slice(&pattern(size)[from..from + length]);
    assert!(context.bytes(&target)? == expected, "{length} bytes from {from} to {to} of {size}");
    Ok(())
}

fn copy_grid(context: &Context) -> Outcome {
    for length in [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 64] {
        for (from, to) in [(0, 0), (1, 0), (0, 1), (3, 2), (4, 4), (5, 7)] {
            copy(context, 96, from, to, length)?;
        }
    }
    // Within one buffer ranges may touch but not overlap.
    let (buffer, done) = (context.buffer(&pattern(64))?, Fence::new());
    context.copy(on_any(None, &done), (&buffer, 0), (&buffer, 16), 16)?;
    wait(&done)?;
    assert_eq!(context.bytes(&buffer)?[16..32], pattern(64)[..16]);
    let overlapping = context.copy(on_any(None, None), (&buffer, 0), (&buffer, 8), 16);
    assert_eq!(refusal(overlapping)?.code(), StatusCode::InvalidArgument);
    Ok(())
}

fn burst(context: &Context) -> Outcome {
    const COPIES: u64 = 500;
    let (source, target) = (context.buffer(&pattern(COPIES as usize * 16))?, context.zeroed(COPIES * 16)?);
    let mut all = Vec::new();
    for i in 0..COPIES {
        let done = Fence::new();
        context.copy(on_any(None, &done), (&source, i * 16), (&target, (COPIES - 1 - i) * 16), 16)?;
        all.push(done);
    }
    wait(&Fence::join(&all))?;
    let expected: Vec<u8> = pattern(COPIES as usize * 16).chunks(16).rev().flatten().copied().collect();
    assert!(context.bytes(&target)? == expected, "each copy has its place");
    Ok(())
}

fn profile(context: &Context) -> Outcome {
    let (source, target) = (context.zeroed(256)?, context.zeroed(256)?);
    let data = profile_data::QUEUE_EVENTS | profile_data::HOST_EXECUTION_EVENTS;
    let profile = profiled(context, data, ProfileFilter::default(), || {
        let (filled, copied) = (Fence::new(), Fence::new());
        context.fill(on_any(None, &filled), whole(&source), (3, 4))?;
        context.copy(on_any(&filled, &copied), (&source, 0), (&target, 0), 256)?;
        Ok(wait(&copied)?)
    })?;
    assert_eq!(context.read_numbers(&target)?, [3; 64]);
    let expected = match context.mode() {
        Mode::Direct => [OperationKind::Fill, OperationKind::Copy],
        Mode::Indirect => [OperationKind::Execute; 2],
    };
    let asked: Vec<OperationKind> = profile.queue_events.iter().map(|event| event.operation.kind).collect();
    assert_eq!(asked, expected);
    for event in &profile.queue_events {
        let host = profile.host_events.iter().filter(|host| host.operation == event.operation);
        assert_eq!(host.count(), 1, "{event:?} in {:?}", profile.host_events);
    }
    Ok(())
}

fn fill_then_copy(context: &Context) -> Outcome {
    let (source, target) = (context.zeroed(512)?, context.zeroed(512)?);
    let (filled, copied) = (Fence::new(), Fence::new());
    context.fill(on_any(None, &filled), whole(&source), (PATTERN, 4))?;
    context.copy(on_any(&filled, &copied), (&source, 0), (&target, 0), 512)?;
    wait(&copied)?;
    assert_eq!(context.read_numbers(&target)?, [PATTERN; 128]);
    Ok(())
}

fn update_then_copy(context: &Context) -> Outcome {
    let (source, target) = (context.zeroed(512)?, context.zeroed(512)?);
    let (updated, copied) = (Fence::new(), Fence::new());
    context.update(on_any(None, &updated), &pattern(500), &source, 6)?;
    context.copy(on_any(&updated, &copied), (&source, 6), (&target, 0), 500)?;
    wait(&copied)?;
    assert_eq!(context.bytes(&target)?[..500], pattern(500));
    Ok(())
}

fn fill_copy_fill(context: &Context) -> Outcome {
    let (source, target) = (context.zeroed(512)?, context.zeroed(512)?);
    let [first, copied, second] = std::array::from_fn(|_| Fence::new());
    context.fill(on_any(None, &first), whole(&source), (0x1111_1111, 4))?;
    context.copy(on_any(&first, &copied), (&source, 0), (&target, 0), 512)?;
    context.fill(on_any(&copied, &second), whole(&source), (0x2222_2222, 4))?;
    wait(&second)?;
    assert_eq!(context.read_numbers(&target)?, [0x1111_1111; 128]);
    assert_eq!(context.read_numbers(&source)?, [0x2222_2222; 128]);
    Ok(())
}

fn barrier_signals(context: &Context) -> Outcome {
    let (done, submits) = (Fence::new(), context.device.submit_count());
    context.device.queue_barrier(on_any(None, &done));
    wait(&done)?;
    assert_eq!(context.device.submit_count(), submits, "nothing waits, so nothing is submitted");
    Ok(())
}

fn barrier_orders(context: &Context) -> Outcome {
    let (source, target) = (context.zeroed(512)?, context.zeroed(512)?);
    let [filled, between, copied] = std::array::from_fn(|_| Fence::new());
    context.fill(on_any(None, &filled), whole(&source), (PATTERN, 4))?;
    context.device.queue_barrier(on_any(&filled, &between));
    context.copy(on_any(&between, &copied), (&source, 0), (&target, 0), 512)?;
    wait(&copied)?;
    assert_eq!(context.read_numbers(&target)?, [PATTERN; 128]);
    Ok(())
}
