//! The host's access to buffers: single transfers and mappings.

use halforge_hal::{Buffer, Fence, StatusCode, buffer_usage, memory_access};

use crate::case::{Case, case};
use crate::context::{Context, local, mapped, on_any, wait};
use crate::failure::{Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("buffer/map.supported", "BufferMappingTest.AllocatorSupportsBufferMapping", supported),
    case("buffer/zero.whole", "BufferMappingTest.ZeroWholeBuffer", zero_whole),
    case("buffer/zero.offset", "BufferMappingTest.ZeroWithOffset", zero_offset),
    case("buffer/zero.subspan", "BufferMappingTest.ZeroSubspan", zero_subspan),
    case("buffer/fill.empty", "BufferMappingTest.FillEmpty", fill_empty),
    case("buffer/fill.whole", "BufferMappingTest.FillWholeBuffer", fill_whole),
    case("buffer/fill.offset", "BufferMappingTest.FillWithOffset", fill_offset),
    case("buffer/fill.subspan", "BufferMappingTest.FillSubspan", fill_subspan),
    case("buffer/read.whole", "BufferMappingTest.ReadData", read_whole),
    case("buffer/read.subspan", "BufferMappingTest.ReadDataSubspan", read_subspan),
    case("buffer/write.whole", "BufferMappingTest.WriteDataWholeBuffer", write_whole),
    case("buffer/write.offset", "BufferMappingTest.WriteDataWithOffset", write_offset),
    case("buffer/write.subspan", "BufferMappingTest.WriteDataSubspan", write_subspan),
    case("buffer/copy.between_mapped", "BufferMappingTest.CopyData", copy),
    case("buffer/map.read", "BufferMappingTest.MapRangeRead", map_read),
    case("buffer/map.write", "BufferMappingTest.MapRangeWrite", map_write),
];

const SIZE: u64 = 256;

/// A buffer the host maps, all bytes 0xEE.
fn marked(context: &Context) -> Result<Buffer, halforge_hal::Status> {
    let buffer = context.device.allocate(mapped(SIZE))?;
    buffer.write(0, &[0xEE; SIZE as usize])?;
    Ok(buffer)
}

/// 0xEE, and `bytes` from `offset` on.
fn marked_but(offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut all = vec![0xEE; SIZE as usize];
    all[offset..offset + bytes.len()].copy_from_slice(bytes);
    all
}

fn supported(context: &Context) -> Outcome {
    let buffer = context.device.allocate(mapped(SIZE))?;
    assert!(buffer.is_host_visible());
    assert!(buffer.usage() & buffer_usage::MAPPING_SCOPED != 0);
    assert_eq!(buffer.map(memory_access::ALL, 0, SIZE)?.length_bytes(), SIZE);
    // Memory that is not for mapping says so, wherever it is.
    let other = refusal(context.device.allocate(local(SIZE))?.map(memory_access::READ, 0, SIZE))?;
    assert_eq!(other.code(), StatusCode::PermissionDenied, "{other}");
    let outside = refusal(buffer.map(memory_access::READ, SIZE, 1))?;
    assert_eq!(outside.code(), StatusCode::OutOfRange, "{outside}");
    Ok(())
}

fn zero_whole(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    buffer.zero(0, SIZE)?;
    assert_eq!(context.bytes(&buffer)?, [0; SIZE as usize]);
    Ok(())
}

fn zero_offset(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    buffer.zero(8, SIZE - 8)?;
    assert_eq!(context.bytes(&buffer)?, marked_but(8, &[0; SIZE as usize - 8]));
    Ok(())
}

fn zero_subspan(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    let part = buffer.subspan(64, 100)?;
    part.zero(3, 90)?;
    assert_eq!(context.bytes(&buffer)?, marked_but(67, &[0; 90]));
    let outside = refusal(part.zero(3, 98))?;
    assert_eq!(outside.code(), StatusCode::OutOfRange, "a subspan ends before its buffer: {outside}");
    Ok(())
}

fn fill_empty(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    for pattern in [&[1][..], &[1, 2], &[1, 2, 3, 4]] {
        buffer.fill(0, 0, pattern)?;
        buffer.fill(SIZE, 0, pattern)?;
    }
    assert_eq!(context.bytes(&buffer)?, marked_but(0, &[]));
    Ok(())
}

fn fill_whole(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    for pattern in [&[0x11][..], &[0x11, 0x22], &[0x11, 0x22, 0x33, 0x44]] {
        buffer.fill(0, SIZE, pattern)?;
        assert_eq!(context.bytes(&buffer)?, pattern.repeat(SIZE as usize / pattern.len()));
    }
    let three = refusal(buffer.fill(0, 3, &[1, 2, 3]))?;
    assert_eq!(three.code(), StatusCode::InvalidArgument, "{three}");
    Ok(())
}

fn fill_offset(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    buffer.fill(6, 8, &[0xAB, 0xCD])?;
    assert_eq!(context.bytes(&buffer)?, marked_but(6, &[0xAB, 0xCD].repeat(4)));
    Ok(())
}

fn fill_subspan(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    buffer.subspan(32, 16)?.fill(4, 12, &[1, 2, 3, 4])?;
    assert_eq!(context.bytes(&buffer)?, marked_but(36, &[1, 2, 3, 4].repeat(3)));
    Ok(())
}

fn read_whole(context: &Context) -> Outcome {
    let buffer = context.device.allocate(mapped(SIZE))?;
    let expected: Vec<u8> = (0..=255).collect();
    buffer.write(0, &expected)?;
    let mut bytes = vec![0; SIZE as usize];
    buffer.read(0, &mut bytes)?;
    assert_eq!(bytes, expected);
    Ok(())
}

fn read_subspan(context: &Context) -> Outcome {
    let buffer = context.device.allocate(mapped(SIZE))?;
    buffer.write(0, &(0..=255).collect::<Vec<u8>>())?;
    let part = buffer.subspan(100, 50)?;
    let mut bytes = [0; 10];
    part.read(7, &mut bytes)?;
    assert_eq!(bytes, [107, 108, 109, 110, 111, 112, 113, 114, 115, 116]);
    let outside = refusal(part.read(45, &mut bytes))?;
    assert_eq!(outside.code(), StatusCode::OutOfRange, "{outside}");
    Ok(())
}

fn write_whole(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    let bytes: Vec<u8> = (0..SIZE).map(|i| i as u8 ^ 0x5A).collect();
    buffer.write(0, &bytes)?;
    assert_eq!(context.bytes(&buffer)?, bytes);
    Ok(())
}

fn write_offset(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    buffer.write(13, &[1, 2, 3])?;
    assert_eq!(context.bytes(&buffer)?, marked_but(13, &[1, 2, 3]));
    Ok(())
}

fn write_subspan(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    buffer.subspan(128, 64)?.subspan(1, 60)?.write(2, &[9; 58])?;
    assert_eq!(context.bytes(&buffer)?, marked_but(131, &[9; 58]));
    Ok(())
}

fn copy(context: &Context) -> Outcome {
    let (source, target) = (context.device.allocate(mapped(SIZE))?, marked(context)?);
    source.write(0, &(0..=255).collect::<Vec<u8>>())?;
    target.copy_from(16, &source, 200, 40)?;
    assert_eq!(context.bytes(&target)?, marked_but(16, &(200..240).collect::<Vec<u8>>()));
    let overlap = refusal(target.copy_from(0, &target, 8, 16))?;
    assert_eq!(overlap.code(), StatusCode::InvalidArgument, "{overlap}");
    Ok(())
}

fn map_read(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    // What the device wrote is seen after the fence and an invalidation.
    let done = Fence::new();
    context.device.queue_fill(on_any(None, &done), &buffer, 64, 64, (0x7F, 1))?;
    wait(&done)?;
    let mapping = buffer.map(memory_access::READ, 60, 72)?;
    mapping.invalidate(0, 72)?;
    let mut bytes = [0; 72];
    mapping.read(0, &mut bytes)?;
    assert_eq!(bytes[..4], [0xEE; 4]);
    assert_eq!(bytes[4..68], [0x7F; 64]);
    assert_eq!(bytes[68..], [0xEE; 4]);
    let write = refusal(mapping.write(0, &[1]))?;
    assert_eq!(write.code(), StatusCode::PermissionDenied, "{write}");
    let outside = refusal(mapping.invalidate(70, 3))?;
    assert_eq!(outside.code(), StatusCode::OutOfRange, "{outside}");
    Ok(())
}

fn map_write(context: &Context) -> Outcome {
    let buffer = marked(context)?;
    let mapping = buffer.map(memory_access::WRITE | memory_access::DISCARD, 100, 20)?;
    mapping.write(5, &[1, 2, 3, 4, 5])?;
    mapping.flush(5, 5)?;
    let read = refusal(mapping.read(0, &mut [0]))?;
    assert_eq!(read.code(), StatusCode::PermissionDenied, "{read}");
    drop(mapping);
    // The device sees it.
    let target = context.zeroed(SIZE)?;
    let done = Fence::new();
    context.device.queue_copy(on_any(None, &done), (&buffer, 0), (&target, 0), SIZE)?;
    wait(&done)?;
    assert_eq!(context.bytes(&target)?, marked_but(105, &[1, 2, 3, 4, 5]));
    Ok(())
}
