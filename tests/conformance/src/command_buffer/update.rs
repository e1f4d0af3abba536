//! Updates: bytes in the command buffer.

use halforge_hal::StatusCode;

use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::{Outcome, refusal};
use crate::recording::Recording;

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/update.whole", "CommandBufferUpdateBufferTest.WholeBuffer", whole_buffer).both_modes(),
    case("command_buffer/update.larger", "CommandBufferUpdateBufferTest.LargerPayload", larger).both_modes(),
    case("command_buffer/update.offsets", "CommandBufferUpdateBufferTest.WithOffsets", offsets).both_modes(),
    case("command_buffer/update.subspan", "CommandBufferUpdateBufferTest.Subspan", subspan).both_modes(),
];

fn pattern(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i * 3 + 1) as u8).collect()
}

fn whole_buffer(context: &Context) -> Outcome {
    let target = context.zeroed(16)?;
    let mut bytes = pattern(16);
    let mut recording = Recording::one_shot(context)?;
    recording.update(&bytes, &target, 0)?;
    // The bytes were taken when the command was recorded.
    let expected = bytes.clone();
    bytes.fill(0xEE);
    recording.finish()?.run()?;
    assert_eq!(context.bytes(&target)?, expected);
    Ok(())
}

fn larger(context: &Context) -> Outcome {
    // The last is more than the driver's command takes.
    for size in [1024, 65_536, 65_540, 200_001] {
        let target = context.zeroed(size as u64)?;
        let mut recording = Recording::one_shot(context)?;
        recording.update(&pattern(size), &target, 0)?;
        recording.finish()?.run()?;
        assert!(context.bytes(&target)? == pattern(size), "{size} bytes");
    }
    Ok(())
}

fn offsets(context: &Context) -> Outcome {
    for (from, to, length) in [(4, 8, 12), (1, 3, 5), (0, 2, 4), (7, 0, 1)] {
        let target = context.buffer(&[0xEE; 32])?;
        let mut recording = Recording::one_shot(context)?;
        recording.update(&pattern(32)[from..from + length], &target, to as u64)?;
        recording.finish()?.run()?;
        let mut expected = vec![0xEE; 32];
        expected[to..to + length].copy_from_slice(&pattern(32)[from..from + length]);
        assert_eq!(context.bytes(&target)?, expected, "{length} bytes from {from} to {to}");
    }
    Ok(())
}

fn subspan(context: &Context) -> Outcome {
    let all = context.buffer(&[0xEE; 64])?;
    let part = all.subspan(16, 24)?;
    let mut recording = Recording::one_shot(context)?;
    recording.update(&pattern(8), &part, 4)?;
    recording.finish()?.run()?;
    let mut expected = vec![0xEE; 64];
    expected[20..28].copy_from_slice(&pattern(8));
    assert_eq!(context.bytes(&all)?, expected);
    let mut recording = Recording::one_shot(context)?;
    let recorded = recording.update(&pattern(8), &part, 20);
    let refused = refusal(recorded.and_then(|()| recording.finish()?.run()))?;
    assert_eq!(refused.code(), StatusCode::OutOfRange, "{refused}");
    Ok(())
}
