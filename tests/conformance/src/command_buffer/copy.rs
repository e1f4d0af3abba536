//! Copies.

use halforge_hal::StatusCode;

use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::{Outcome, refusal};
use crate::recording::{Recording, whole};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/copy.whole", "CommandBufferCopyBufferTest.CopyWholeBuffer", copy_whole).both_modes(),
    case("command_buffer/copy.part", "CommandBufferCopyBufferTest.CopySubBuffer", copy_part).both_modes(),
    case("command_buffer/copy.sizes_and_alignments", "CommandBufferCopyBufferTest.CopySizeAndAlignmentClasses", grid)
        .both_modes(),
];

fn copy_whole(context: &Context) -> Outcome {
    let bytes: Vec<u8> = (0..=255).collect();
    let (source, target) = (context.buffer(&bytes)?, context.zeroed(256)?);
    let mut recording = Recording::one_shot(context)?;
    recording.copy(whole(&source), whole(&target))?;
    recording.finish()?.run()?;
    assert_eq!(context.bytes(&target)?, bytes);
    Ok(())
}

fn copy_part(context: &Context) -> Outcome {
    let bytes: Vec<u8> = (0..=255).collect();
    let (source, target) = (context.buffer(&bytes)?, context.zeroed(256)?);
    let mut recording = Recording::one_shot(context)?;
    recording.copy((&source, 100, 50), (&target, 17, 50))?;
    recording.finish()?.run()?;
    let mut expected = vec![0; 256];
    expected[17..67].copy_from_slice(&bytes[100..150]);
    assert_eq!(context.bytes(&target)?, expected);
    let mut recording = Recording::one_shot(context)?;
    let refused = refusal(recording.copy((&source, 0, 10), (&target, 0, 11)))?;
    assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    Ok(())
}

fn grid(context: &Context) -> Outcome {
    let bytes: Vec<u8> = (0..=255).collect();
    let source = context.buffer(&bytes)?;
    for length in [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 64, 65] {
        for (from, to) in [(0, 0), (1, 0), (0, 1), (2, 3), (4, 4), (5, 9), (13, 7)] {
            let target = context.buffer(&[0xEE; 128])?;
            let mut recording = Recording::one_shot(context)?;
            recording.copy((&source, from, length), (&target, to, length))?;
            recording.finish()?.run()?;
            let (from, to, length) = (from as usize, to as usize, length as usize);
            let mut expected = vec![0xEE; 128];
            expected[to..to + length].copy_from_slice(&bytes[from..from + length]);
            assert_eq!(context.bytes(&target)?, expected, "{length} bytes from {from} to {to}");
        }
    }
    Ok(())
}
