//! Single transfers: of queue operations, and as part of recorded commands.
//!
//! Fills and updates of any offset and length: whole words by the commands made for them, the bytes before and after by
//! copies from a small buffer the host wrote. So no kernel is needed, and queues without compute can do all of it.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Recorder;
use super::record::MAX_UPDATE_BYTES;
use crate::buffer::{Buffer, SlabRange};
use crate::core::Core;
use crate::memory::{Allocation, Memory, MemoryKind, Reuse};
use crate::queue::QueueId;
use crate::recycled::Recycled;
use crate::status::{Result, Status, StatusCode, bail};

/// A transfer ready to be recorded.
pub(crate) enum Transfer {
    /// Words of a pattern.
    Fill { target: SlabRange, pattern: u32 },
    /// Words in place.
    Update { target: SlabRange, bytes: Box<[u8]> },
    /// Bytes.
    Copy { source: SlabRange, target: SlabRange },
}

/// What a fill, an update or a copy takes: one transfer, most often.
pub(crate) type Transfers = SmallVec<[Transfer; 1]>;

/// A transfer of a queue operation, with the memory it uses.
pub(crate) struct InlineCommand {
    transfers: Transfers,
    allocations: SmallVec<[Recycled<Allocation>; 2]>,
}

/// The value of a fill: one, two or four bytes, repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    word: u32,
}

impl Pattern {
    /// A pattern of `length_bytes`, 1, 2 or 4.
    pub(crate) fn new(bits: u32, length_bytes: u64) -> Result<Self> {
        let word = match length_bytes {
            1 => (bits & 0xFF) * 0x0101_0101,
            2 => (bits & 0xFFFF) * 0x0001_0001,
            4 => bits,
            _ => bail!(InvalidArgument, "expected a fill pattern of 1, 2 or 4 bytes, found {length_bytes}"),
        };
        Ok(Self { word })
    }
}

/// Checks that a fill's range is made of whole patterns.
pub(crate) fn check_fill(offset: u64, length: u64, pattern_bytes: u64) -> Result<()> {
    if !offset.is_multiple_of(pattern_bytes) || !length.is_multiple_of(pattern_bytes) {
        bail!(
            InvalidArgument,
            "expected a fill at multiples of its pattern of {pattern_bytes} bytes, found {length} bytes at {offset}"
        );
    }
    Ok(())
}

/// Checks that a copy's ranges, source and target, have the same length.
pub(crate) fn check_lengths([source, target]: [u64; 2]) -> Result<()> {
    if source != target {
        bail!(InvalidArgument, "expected ranges of the same length, found {source} and {target} bytes");
    }
    Ok(())
}

/// Bytes before the first whole word, of whole words, and after them.
fn split_words(offset: u64, length: u64) -> [u64; 3] {
    let head = (offset.next_multiple_of(4) - offset).min(length);
    let words = (length - head) / 4 * 4;
    [head, words, length - head - words]
}

fn part(range: &SlabRange, start: u64, length: u64) -> SlabRange {
    SlabRange { slab: range.slab.clone(), offset: range.offset + start, length }
}

/// Bytes the host wrote, for the device to copy from.
fn stage(memory: &Arc<Memory>, bytes: &[u8], used: &mut impl Extend<Recycled<Allocation>>) -> Result<SlabRange> {
    let length = bytes.len() as u64;
    let (allocation, _) = Allocation::new(memory.pool(MemoryKind::Upload), length, Reuse::Finished)?;
    let place = allocation.place()?;
    let range = SlabRange { slab: place.slab.clone(), offset: place.offset, length };
    if !range.slab.write(range.offset, bytes) {
        return Err(Status::new(StatusCode::Internal, "memory for uploads is not mapped"));
    }
    used.extend([allocation]);
    Ok(range)
}

/// The transfers of a fill; `range.offset` in the slab decides what is a whole word. Memory they use is added to `used`.
pub(crate) fn fill(
    memory: &Arc<Memory>,
    range: &SlabRange,
    pattern: Pattern,
    used: &mut impl Extend<Recycled<Allocation>>,
) -> Result<Transfers> {
    let mut transfers = Transfers::new();
    let [head, words, tail] = split_words(range.offset, range.length);
    if words > 0 {
        // The pattern as seen from the first whole word; buffers begin at multiples of four, so it is not rotated.
        transfers.push(Transfer::Fill { target: part(range, head, words), pattern: pattern.word });
    }
    let bytes = pattern.word.to_le_bytes();
    for (start, length) in [(0, head), (head + words, tail)] {
        if length > 0 {
            let phase = (range.offset + start) % 4;
            let edge: Vec<u8> = (0..length).map(|i| bytes[((phase + i) % 4) as usize]).collect();
            let source = stage(memory, &edge, used)?;
            transfers.push(Transfer::Copy { source, target: part(range, start, length) });
        }
    }
    Ok(transfers)
}

/// The transfer of an update. Memory it uses is added to `used`.
pub(crate) fn update(
    memory: &Arc<Memory>,
    range: &SlabRange,
    bytes: &[u8],
    used: &mut impl Extend<Recycled<Allocation>>,
) -> Result<Transfer> {
    let words = range.offset.is_multiple_of(4) && range.length.is_multiple_of(4);
    if words && bytes.len() <= MAX_UPDATE_BYTES {
        return Ok(Transfer::Update { target: range.clone(), bytes: bytes.into() });
    }
    Ok(Transfer::Copy { source: stage(memory, bytes, used)?, target: range.clone() })
}

impl Transfer {
    /// A copy between ranges of the same length.
    ///
    /// # Errors
    /// When they overlap.
    pub(crate) fn copy(source: SlabRange, target: SlabRange) -> Result<Self> {
        check_lengths([source.length, target.length])?;
        let length = source.length;
        if source.slab.id == target.slab.id && source.offset < target.offset + length && target.offset < source.offset + length
        {
            bail!(InvalidArgument, "source and target of a copy of {length} bytes overlap");
        }
        Ok(Self::Copy { source, target })
    }

    pub(crate) fn record(&self, recorder: &mut Recorder) {
        match self {
            Self::Fill { target, pattern } => recorder.fill_words(target, *pattern),
            Self::Update { target, bytes } => recorder.update_words(target, bytes),
            Self::Copy { source, target } => recorder.copy(source, target),
        }
    }
}

impl InlineCommand {
    fn of(buffers: &[&Buffer]) -> Self {
        let allocations = buffers.iter().filter_map(|b| b.allocation().cloned()).collect();
        Self { transfers: Transfers::new(), allocations }
    }

    /// A fill of `length` bytes; `None` when there is nothing to do.
    pub(crate) fn fill(
        memory: &Arc<Memory>,
        target: &Buffer,
        offset: u64,
        length: u64,
        pattern: (u32, u64),
    ) -> Result<Option<Self>> {
        check_fill(offset, length, pattern.1)?;
        let pattern = Pattern::new(pattern.0, pattern.1)?;
        target.check_writable()?;
        let Some(range) = target.range_on(&memory.core, offset, length)? else { return Ok(None) };
        let mut command = Self::of(&[target]);
        command.transfers = fill(memory, &range, pattern, &mut command.allocations)?;
        Ok(Some(command))
    }

    /// Writes bytes, which are taken now.
    pub(crate) fn update(memory: &Arc<Memory>, bytes: &[u8], target: &Buffer, offset: u64) -> Result<Option<Self>> {
        target.check_writable()?;
        let Some(range) = target.range_on(&memory.core, offset, bytes.len() as u64)? else { return Ok(None) };
        let mut command = Self::of(&[target]);
        command.transfers.push(update(memory, &range, bytes, &mut command.allocations)?);
        Ok(Some(command))
    }

    /// A copy of `length` bytes from one buffer and offset to another.
    pub(crate) fn copy(
        memory: &Arc<Memory>,
        (source, source_offset): (&Buffer, u64),
        (target, target_offset): (&Buffer, u64),
        length: u64,
    ) -> Result<Option<Self>> {
        target.check_writable()?;
        let source_range = source.range_on(&memory.core, source_offset, length)?;
        let target_range = target.range_on(&memory.core, target_offset, length)?;
        let (Some(source_range), Some(target_range)) = (source_range, target_range) else { return Ok(None) };
        let mut command = Self::of(&[source, target]);
        command.transfers.push(Transfer::copy(source_range, target_range)?);
        Ok(Some(command))
    }

    pub(crate) fn record(&self, recorder: &mut Recorder) {
        self.transfers.iter().for_each(|transfer| transfer.record(recorder));
    }

    /// Notes that the work numbered `sequence` uses the memory; what the pools do not keep is added to `keep`.
    pub(crate) fn used(self, core: &Core, queue: QueueId, sequence: u64, keep: &mut Vec<Recycled<Allocation>>) {
        self.allocations.iter().for_each(|allocation| Allocation::used(allocation, core, queue, sequence, keep));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_split_at_words() {
        assert_eq!(split_words(0, 16), [0, 16, 0]);
        assert_eq!(split_words(1, 3), [3, 0, 0]);
        assert_eq!(split_words(1, 2), [2, 0, 0]);
        assert_eq!(split_words(2, 13), [2, 8, 3]);
        assert_eq!(split_words(4, 3), [0, 0, 3]);
    }

    #[test]
    fn patterns_repeat_to_a_word() {
        assert_eq!(Pattern::new(0x1_AB, 1).unwrap().word, 0xABAB_ABAB);
        assert_eq!(Pattern::new(0x1234, 2).unwrap().word, 0x1234_1234);
        assert_eq!(Pattern::new(0x1234_5678, 4).unwrap().word, 0x1234_5678);
        assert!(Pattern::new(0, 3).is_err());
    }
}
