//! Commands on buffers that queues allocate.

use halforge_hal::{AllocaDesc, Buffer, Fence, FenceState, Pool, PoolDesc, PoolPolicy, memory_access};

use crate::case::{Case, case};
use crate::context::{Context, local, on_any, wait};
use crate::failure::Outcome;
use crate::recording::{Recording, whole};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/transient.fill", "TransientBufferTest.FillTransientBuffer", fill).both_modes(),
    case("command_buffer/transient.fill_part", "TransientBufferTest.FillTransientBufferSubrange", fill_part).both_modes(),
    case("command_buffer/transient.fill_bytes", "TransientBufferTest.FillTransientBuffer1Byte", fill_bytes).both_modes(),
    case("command_buffer/transient.copy_to", "TransientBufferTest.CopyToTransientBuffer", copy_to).both_modes(),
    case("command_buffer/transient.copy_from", "TransientBufferTest.CopyFromTransientBuffer", copy_from).both_modes(),
    case("command_buffer/transient.fill_then_copy", "TransientBufferTest.FillThenCopyInSingleCommandBuffer", fill_then_copy)
        .both_modes(),
    case("command_buffer/transient.update", "TransientBufferTest.UpdateTransientBuffer", update).both_modes(),
    case("command_buffer/transient.no_access_bits", "TransientBufferTest.FillTransientWithZeroAccessFlags", no_access_bits)
        .both_modes(),
    case(
        "command_buffer/transient.recorded_before_it_is_there",
        "AsyncTransientBufferTest.StaticRefRecordedBeforeAllocaCommitExecutes",
        before_it_is_there,
    )
    .both_modes(),
    case(
        "command_buffer/transient.bound_before_it_is_there",
        "AsyncTransientBufferTest.IndirectRefResolvedAfterAllocaCommit",
        before_it_has_memory,
    )
    .both_modes(),
];

const SIZE: u64 = 256;

/// A buffer of a queue, for as long as `use_it` takes.
fn with_transient(context: &Context, desc: AllocaDesc, use_it: impl FnOnce(&Buffer) -> Outcome) -> Outcome {
    let (there, gone) = (Fence::new(), Fence::new());
    let buffer = context.device.queue_alloca(on_any(None, &there), None, desc, 0)?;
    wait(&there)?;
    use_it(&buffer)?;
    context.device.queue_dealloca(on_any(None, &gone), &buffer, 0)?;
    Ok(wait(&gone)?)
}

/// Runs what `record` records.
fn run(context: &Context, record: impl FnOnce(&mut Recording<'_>) -> halforge_hal::Result<()>) -> Outcome {
    let mut recording = Recording::one_shot(context)?;
    record(&mut recording)?;
    Ok(recording.finish()?.run()?)
}

fn fill(context: &Context) -> Outcome {
    with_transient(context, local(SIZE), |buffer| {
        run(context, |recording| recording.fill(whole(buffer), (0xCAFE_F00D, 4)))?;
        assert_eq!(context.read_numbers(buffer)?, [0xCAFE_F00D; 64]);
        Ok(())
    })
}

fn fill_part(context: &Context) -> Outcome {
    with_transient(context, local(SIZE), |buffer| {
        run(context, |recording| {
            recording.fill(whole(buffer), (0x1111_1111, 4))?;
            recording.barrier()?;
            recording.fill((buffer, 64, 128), (0x2222_2222, 4))
        })?;
        let expected: Vec<u32> = (0..64).map(|i| if (16..48).contains(&i) { 0x2222_2222 } else { 0x1111_1111 }).collect();
        assert_eq!(context.read_numbers(buffer)?, expected);
        Ok(())
    })
}

fn fill_bytes(context: &Context) -> Outcome {
    with_transient(context, local(SIZE - 1), |buffer| {
        run(context, |recording| recording.fill(whole(buffer), (0x7B, 1)))?;
        assert_eq!(context.bytes(buffer)?, [0x7B; SIZE as usize - 1]);
        Ok(())
    })
}

fn copy_to(context: &Context) -> Outcome {
    let source = context.buffer(&(0..=255).collect::<Vec<u8>>())?;
    with_transient(context, local(SIZE), |buffer| {
        run(context, |recording| recording.copy(whole(&source), whole(buffer)))?;
        assert_eq!(context.bytes(buffer)?, context.bytes(&source)?);
        Ok(())
    })
}

fn copy_from(context: &Context) -> Outcome {
    let target = context.zeroed(SIZE)?;
    with_transient(context, local(SIZE), |buffer| {
        context.device.write_buffer(buffer, 0, &(0..=255).collect::<Vec<u8>>())?;
        run(context, |recording| recording.copy((buffer, 10, 100), (&target, 3, 100)))?;
        let mut expected = vec![0; SIZE as usize];
        expected[3..103].copy_from_slice(&(10..110).collect::<Vec<u8>>());
        assert_eq!(context.bytes(&target)?, expected);
        Ok(())
    })
}

fn fill_then_copy(context: &Context) -> Outcome {
    let target = context.zeroed(SIZE)?;
    with_transient(context, local(SIZE), |buffer| {
        run(context, |recording| {
            recording.fill(whole(buffer), (0xABCD, 2))?;
            recording.barrier()?;
            recording.copy(whole(buffer), whole(&target))
        })?;
        assert_eq!(context.read_numbers(&target)?, [0xABCD_ABCD; 64]);
        Ok(())
    })
}

fn update(context: &Context) -> Outcome {
    with_transient(context, local(SIZE), |buffer| {
        let bytes: Vec<u8> = (0..=255).rev().collect();
        run(context, |recording| recording.update(&bytes, buffer, 0))?;
        assert_eq!(context.bytes(buffer)?, bytes);
        Ok(())
    })
}

fn no_access_bits(context: &Context) -> Outcome {
    with_transient(context, AllocaDesc { access: 0, ..local(SIZE) }, |buffer| {
        assert_eq!(buffer.access(), memory_access::ALL);
        run(context, |recording| recording.fill(whole(buffer), (3, 4)))?;
        assert_eq!(context.read_numbers(buffer)?, [3; 64]);
        Ok(())
    })
}

/// The buffer is named, by a command or a table, while its alloca still waits.
fn before_it_is_there(context: &Context) -> Outcome {
    let [go, there, filled, gone] = std::array::from_fn(|_| Fence::new());
    let buffer = context.device.queue_alloca(on_any(&go, &there), None, local(SIZE), 0)?;
    let mut recording = Recording::one_shot(context)?;
    recording.fill(whole(&buffer), (0x5A5A_5A5A, 4))?;
    recording.finish()?.execute(on_any(&there, &filled))?;
    assert_eq!(filled.query(), FenceState::Pending);
    go.signal()?;
    wait(&filled)?;
    assert_eq!(context.read_numbers(&buffer)?, [0x5A5A_5A5A; 64]);
    context.device.queue_dealloca(on_any(&filled, &gone), &buffer, 0)?;
    Ok(wait(&gone)?)
}

/// The buffer is named while its pool has no memory for it.
fn before_it_has_memory(context: &Context) -> Outcome {
    let policy = PoolPolicy::Blocks { block_bytes: SIZE, count: 1 };
    let pool = Pool::new(&context.device, PoolDesc { memory_type: local(0).memory_type, policy })?;
    let [there, filled, gone] = std::array::from_fn(|_| Fence::new());
    let first = context.device.queue_alloca(on_any(None, None), Some(&pool), local(SIZE), 0)?;
    let second = context.device.queue_alloca(on_any(None, &there), Some(&pool), local(SIZE), 0)?;
    let mut recording = Recording::one_shot(context)?;
    recording.fill(whole(&second), (0xA5A5_A5A5, 4))?;
    recording.finish()?.execute(on_any(&there, &filled))?;
    assert_eq!(there.query(), FenceState::Pending);
    context.device.queue_dealloca(on_any(None, None), &first, 0)?;
    wait(&filled)?;
    assert_eq!(context.read_numbers(&second)?, [0xA5A5_A5A5; 64]);
    context.device.queue_dealloca(on_any(&filled, &gone), &second, 0)?;
    Ok(wait(&gone)?)
}
