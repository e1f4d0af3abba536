//! Fills.

use halforge_hal::StatusCode;

use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::{Outcome, refusal};
use crate::recording::Recording;

/// A fill with a pattern of so many bytes into a buffer of so many, at an offset, so many bytes long.
macro_rules! fills {
    ($($name:literal = $of:literal ($pattern:literal, $size:literal, $offset:literal, $length:literal),)*) => {
        &[
            $(case($name, $of, |context| fill(context, $pattern, $size, $offset, $length)).both_modes(),)*
            case(
                "command_buffer/fill.sizes_alignments_patterns",
                "CommandBufferFillBufferTest.FillSizeAlignmentAndPatternClasses",
                grid,
            )
            .both_modes(),
        ]
    };
}

pub(crate) const CASES: &[Case] = fills! {
    "command_buffer/fill.byte_in_1" = "CommandBufferFillBufferTest.Pattern1_Size1_Offset0_Length1" (1, 1, 0, 1),
    "command_buffer/fill.bytes_5_in_5" = "CommandBufferFillBufferTest.Pattern1_Size5_Offset0_Length5" (1, 5, 0, 5),
    "command_buffer/fill.byte_in_16" = "CommandBufferFillBufferTest.Pattern1_Size16_Offset0_Length1" (1, 16, 0, 1),
    "command_buffer/fill.bytes_3_in_16" = "CommandBufferFillBufferTest.Pattern1_Size16_Offset0_Length3" (1, 16, 0, 3),
    "command_buffer/fill.bytes_8_in_16" = "CommandBufferFillBufferTest.Pattern1_Size16_Offset0_Length8" (1, 16, 0, 8),
    "command_buffer/fill.bytes_8_at_2" = "CommandBufferFillBufferTest.Pattern1_Size16_Offset2_Length8" (1, 16, 2, 8),
    "command_buffer/fill.half_in_2" = "CommandBufferFillBufferTest.Pattern2_Size2_Offset0_Length2" (2, 2, 0, 2),
    "command_buffer/fill.halves_8_in_16" = "CommandBufferFillBufferTest.Pattern2_Size16_Offset0_Length8" (2, 16, 0, 8),
    "command_buffer/fill.halves_10_in_16" = "CommandBufferFillBufferTest.Pattern2_Size16_Offset0_Length10" (2, 16, 0, 10),
    "command_buffer/fill.halves_8_at_2" = "CommandBufferFillBufferTest.Pattern2_Size16_Offset2_Length8" (2, 16, 2, 8),
    "command_buffer/fill.word_in_4" = "CommandBufferFillBufferTest.Pattern4_Size4_Offset0_Length4" (4, 4, 0, 4),
    "command_buffer/fill.word_at_16" = "CommandBufferFillBufferTest.Pattern4_Size4_Offset16_Length4" (4, 20, 16, 4),
    "command_buffer/fill.words_8_in_16" = "CommandBufferFillBufferTest.Pattern4_Size16_Offset0_Length8" (4, 16, 0, 8),
    "command_buffer/fill.words_8_at_8" = "CommandBufferFillBufferTest.Pattern4_Size16_Offset8_Length8" (4, 16, 8, 8),
};

const PATTERN: u32 = 0xAB23_CD45;

/// What a fill makes of `size` bytes 0xEE.
pub(crate) fn filled(pattern_bytes: usize, size: usize, offset: usize, length: usize) -> Vec<u8> {
    let mut expected = vec![0xEE; size];
    let pattern = &PATTERN.to_le_bytes()[..pattern_bytes];
    expected[offset..offset + length].copy_from_slice(&pattern.repeat(length / pattern_bytes));
    expected
}

fn fill(context: &Context, pattern_bytes: usize, size: usize, offset: usize, length: usize) -> Outcome {
    let target = context.buffer(&vec![0xEE; size])?;
    let mut recording = Recording::one_shot(context)?;
    recording.fill((&target, offset as u64, length as u64), (PATTERN, pattern_bytes as u64))?;
    recording.finish()?.run()?;
    let what = format!("{length} bytes at {offset} of {size}, pattern of {pattern_bytes}");
    assert_eq!(context.bytes(&target)?, filled(pattern_bytes, size, offset, length), "{what}");
    Ok(())
}

fn grid(context: &Context) -> Outcome {
    for pattern_bytes in [1, 2, 4] {
        for offset in (0..9).filter(|offset| offset % pattern_bytes == 0) {
            for length in [0, 1, 2, 3, 4, 6, 8, 9, 12, 16, 31, 64].into_iter().filter(|length| length % pattern_bytes == 0) {
                fill(context, pattern_bytes, 80, offset, length)?;
            }
        }
    }
    // Patterns are not cut.
    let target = context.zeroed(16)?;
    let mut recording = Recording::one_shot(context)?;
    for (offset, length, pattern_bytes) in [(1, 4, 4), (0, 6, 4), (1, 2, 2), (0, 3, 2), (0, 3, 3), (0, 8, 8)] {
        let refused = refusal(recording.fill((&target, offset, length), (PATTERN, pattern_bytes)))?;
        assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    }
    Ok(())
}
