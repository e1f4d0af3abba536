//! Buffers that queues allocate, from the device's pools and from pools of a program.

use std::sync::Arc;

use halforge_hal::{
    AllocaDesc, Buffer, Executable, Fence, FenceState, Pool, PoolDesc, PoolPolicy, Result, Status, StatusCode, alloca_flag,
    buffer_usage, dealloca_flag, memory_access, memory_type,
};
use halforge_shaders::kernels;

use crate::case::{Case, case};
use crate::context::{Context, local, on, on_any, wait};
use crate::failure::{Outcome, refusal};
use crate::recording::{Kernel, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    case("queue/alloca.plain", "QueueAllocaTest.BasicAlloca", plain).both_modes(),
    case("queue/alloca.pool_passthrough", "QueueAllocaTest.ExplicitPassthroughPoolAllocaDealloca", pool_passthrough)
        .both_modes(),
    case("queue/alloca.pool_of_slabs", "QueueAllocaTest.ExplicitTLSFPoolTransferAllocaDealloca", pool_of_slabs).both_modes(),
    case(
        "queue/alloca.pool_waits_for_other_queue",
        "QueueAllocaTest.ExplicitFixedBlockPoolCrossQueueWaitFrontier",
        pool_waits_for_other_queue,
    )
    .both_modes()
    .kernels(),
    case(
        "queue/alloca.pool_waits_for_pending_dealloca",
        "QueueAllocaTest.ExplicitFixedBlockPoolPendingDeallocaWaitFrontier",
        pool_waits_for_pending_dealloca,
    )
    .both_modes()
    .kernels(),
    case(
        "queue/alloca.pool_waits_only_when_allowed",
        "QueueAllocaTest.ExplicitFixedBlockPoolRequiresWaitFrontierFlag",
        pool_waits_only_when_allowed,
    )
    .both_modes()
    .kernels(),
    case(
        "queue/alloca.pool_grows_past_stale_memory",
        "QueueAllocaTest.ExplicitTLSFPoolCrossQueueStaleBlockGrows",
        pool_grows_past_stale_memory,
    )
    .both_modes()
    .kernels(),
    case("queue/alloca.pool_exhausted", "QueueAllocaTest.ExplicitFixedBlockPoolNotificationRetry", pool_exhausted).both_modes(),
    case("queue/alloca.waits", "QueueAllocaTest.AllocaWithWaitSemaphores", waits).both_modes(),
    case("queue/alloca.cycle", "QueueAllocaTest.AllocaDeallocaCycle", cycle).both_modes(),
    case("queue/alloca.what_the_buffer_says", "QueueAllocaTest.BufferMetadata", what_the_buffer_says),
    case("queue/dealloca.ends_access", "QueueAllocaTest.DeallocaReleasesMemory", ends_access).both_modes(),
    case(
        "queue/dealloca.failed_wait_does_nothing",
        "QueueAllocaTest.FailedDeallocaWaitDoesNotDealloca",
        failed_wait_does_nothing,
    )
    .both_modes(),
    case("queue/dealloca.chained", "QueueAllocaTest.ChainedAllocaDealloca", chained),
    case("queue/dealloca.chained_often", "QueueAllocaTest.DefaultPoolRepeatedChainedAllocaDealloca", chained_often),
    case("queue/dealloca.prefers_origin", "QueueAllocaTest.DeallocaPrefersOriginPlacement", prefers_origin),
    case("queue/alloca.no_access_bits", "QueueAllocaTest.ZeroAccessFlagsCanonicalized", no_access_bits).both_modes(),
];

const SIZE: u64 = 4096;
/// Steps of `spin` that take a while on any device.
const STEPS: u32 = 3_000_000;

/// Fills a buffer and sees that it is filled.
fn fill_and_check(context: &Context, queue: u32, buffer: &Buffer, word: u32) -> Outcome {
    let done = Fence::new();
    context.fill(on(queue, None, &done), whole(buffer), (word, 4))?;
    wait(&done)?;
    assert_eq!(context.read_numbers(buffer)?, vec![word; buffer.length_bytes() as usize / 4]);
    Ok(())
}

/// Deallocates a buffer behind `after` and waits.
fn dealloca(context: &Context, queue: u32, after: Option<&Fence>, buffer: &Buffer) -> Outcome {
    let gone = Fence::new();
    context.device.queue_dealloca(on(queue, after, &gone), buffer, 0)?;
    Ok(wait(&gone)?)
}

fn pool(context: &Context, policy: PoolPolicy) -> Result<Pool> {
    Pool::new(&context.device, PoolDesc { memory_type: memory_type::DEVICE_LOCAL, policy })
}

fn one_block(context: &Context) -> Result<Pool> {
    pool(context, ONE_BLOCK)
}

fn plain(context: &Context) -> Outcome {
    let there = Fence::new();
    let buffer = context.device.queue_alloca(on_any(None, &there), None, local(1024), 0)?;
    wait(&there)?;
    assert_eq!(buffer.length_bytes(), 1024);
    fill_and_check(context, 0, &buffer, 0xABAB_ABAB)
}

fn pool_passthrough(context: &Context) -> Outcome {
    let pool = pool(context, PoolPolicy::Passthrough)?;
    let there = Fence::new();
    let buffer = context.device.queue_alloca(on(0, None, &there), Some(&pool), local(1024), 0)?;
    wait(&there)?;
    assert_eq!(pool.statistics().slabs, 1);
    fill_and_check(context, 0, &buffer, 0xA11C_A7ED)?;
    dealloca(context, 0, Some(&there), &buffer)?;
    assert_eq!(pool.statistics().reserved_bytes, 0, "memory goes back to the driver with its buffer");
    Ok(())
}

fn pool_of_slabs(context: &Context) -> Outcome {
    let pool = pool(context, PoolPolicy::Slabs { slab_bytes: SIZE })?;
    let target = context.zeroed(SIZE)?;
    let [there, filled, copied] = std::array::from_fn(|_| Fence::new());
    let source = context.device.queue_alloca(on(0, None, &there), Some(&pool), local(SIZE), 0)?;
    context.fill(on(0, &there, &filled), whole(&source), (0x711F_A110, 4))?;
    context.copy(on(0, &filled, &copied), (&source, 0), (&target, 0), SIZE)?;
    dealloca(context, 0, Some(&copied), &source)?;
    assert_eq!(context.read_numbers(&target)?, [0x711F_A110; SIZE as usize / 4]);
    let statistics = pool.statistics();
    assert_eq!((statistics.reserved_bytes, statistics.live_bytes), (SIZE, 0));
    Ok(())
}

/// A buffer of `pool` that queue 0 uses for so many steps and gives back meanwhile; signaled when it is done.
fn used_and_given_back(context: &Context, spin: &Arc<Executable>, pool: &Pool, steps: u32) -> Result<Fence> {
    let [there, done, gone] = std::array::from_fn(|_| Fence::new());
    let buffer = context.device.queue_alloca(on(0, None, &there), Some(pool), local(SIZE), 0)?;
    let zeroed = Fence::new();
    context.fill(on(0, &there, &zeroed), whole(&buffer), (0, 4))?;
    context.dispatch(on(0, &zeroed, &done), &Kernel::new(spin, &[steps], &[(&buffer, 0, 4)]), Workgroups::Count(1))?;
    context.device.queue_dealloca(on(0, &done, &gone), &buffer, 0)?;
    context.device.flush()?;
    Ok(gone)
}

/// What `ask` gets of a pool by `policy` while queue 0 uses memory of it; the pool, and the fence of that use.
///
/// A host that is slow to ask finds the use over: it is asked again beside a longer one.
fn while_used<T>(context: &Context, policy: PoolPolicy, ask: impl Fn(&Pool) -> Result<T>) -> Result<(T, Pool, Fence)> {
    let spin = context.executable(&kernels::SPIN)?;
    let mut steps = STEPS;
    loop {
        let pool = pool(context, policy)?;
        let gone = used_and_given_back(context, &spin, &pool, steps)?;
        let got = ask(&pool)?;
        if gone.query() == FenceState::Pending {
            return Ok((got, pool, gone));
        }
        steps = steps.checked_mul(2).expect("a host that asks within the longest use");
    }
}

const ONE_BLOCK: PoolPolicy = PoolPolicy::Blocks { block_bytes: SIZE, count: 1 };

fn pool_waits_for_other_queue(context: &Context) -> Outcome {
    let flags = alloca_flag::ALLOW_POOL_WAIT_FRONTIER;
    let ((buffer, there), pool, gone) = while_used(context, ONE_BLOCK, |pool| {
        assert_eq!(pool.statistics().waits, 0);
        let there = Fence::new();
        Ok((context.device.queue_alloca(on(1, None, &there), Some(pool), local(SIZE), flags)?, there))
    })?;
    assert_eq!(pool.statistics().waits, 1, "the device waits, not the host");
    let filled = Fence::new();
    context.fill(on(1, &there, &filled), whole(&buffer), (0xB10C_ADA0, 4))?;
    wait(&filled)?;
    assert_eq!(context.read_numbers(&buffer)?, [0xB10C_ADA0; SIZE as usize / 4], "the first user is done before the second");
    dealloca(context, 1, Some(&filled), &buffer)?;
    wait(&gone)?;
    assert_eq!(pool.statistics().slabs, 1);
    Ok(())
}

fn pool_waits_for_pending_dealloca(context: &Context) -> Outcome {
    let (pool, spin) = (one_block(context)?, context.executable(&kernels::SPIN)?);
    let (go, there, done) = (Fence::new(), Fence::new(), Fence::new());
    // The dealloca itself waits: the block is not free yet, not even for who would wait on the device.
    let first = context.device.queue_alloca(on(0, None, None), Some(&pool), local(SIZE), 0)?;
    context.dispatch(on(0, &go, &done), &Kernel::new(&spin, &[STEPS], &[(&first, 0, 4)]), Workgroups::Count(1))?;
    context.device.queue_dealloca(on(0, &done, None), &first, 0)?;
    let flags = alloca_flag::ALLOW_POOL_WAIT_FRONTIER;
    let second = context.device.queue_alloca(on(1, None, &there), Some(&pool), local(SIZE), flags)?;
    assert_eq!(there.query(), FenceState::Pending);
    go.signal()?;
    wait(&there)?;
    fill_and_check(context, 1, &second, 0xD0A1_10CA)?;
    dealloca(context, 1, Some(&there), &second)
}

fn pool_waits_only_when_allowed(context: &Context) -> Outcome {
    let (asked, pool, gone) =
        while_used(context, ONE_BLOCK, |pool| Ok(context.device.queue_alloca(on(1, None, None), Some(pool), local(SIZE), 0)))?;
    let refused = refusal(asked)?;
    assert_eq!(refused.code(), StatusCode::ResourceExhausted, "{refused}");
    assert_eq!(pool.statistics().waits, 0);
    // On its own queue the block is free, and everywhere once its work is done.
    let buffer = context.device.queue_alloca(on(0, None, None), Some(&pool), local(SIZE), 0)?;
    dealloca(context, 0, None, &buffer)?;
    wait(&gone)?;
    let buffer = context.device.queue_alloca(on(1, None, None), Some(&pool), local(SIZE), 0)?;
    dealloca(context, 1, None, &buffer)
}

fn pool_grows_past_stale_memory(context: &Context) -> Outcome {
    let ((buffer, there), pool, gone) = while_used(context, PoolPolicy::Slabs { slab_bytes: SIZE }, |pool| {
        let there = Fence::new();
        Ok((context.device.queue_alloca(on(1, None, &there), Some(pool), local(SIZE), 0)?, there))
    })?;
    let statistics = pool.statistics();
    assert_eq!((statistics.waits, statistics.slabs), (0, 2));
    fill_and_check(context, 1, &buffer, 0x715F_ADA0)?;
    dealloca(context, 1, Some(&there), &buffer)?;
    Ok(wait(&gone)?)
}

fn pool_exhausted(context: &Context) -> Outcome {
    let pool = one_block(context)?;
    let (first_there, second_there) = (Fence::new(), Fence::new());
    let first = context.device.queue_alloca(on(0, None, &first_there), Some(&pool), local(SIZE), 0)?;
    wait(&first_there)?;
    let flags = alloca_flag::ALLOW_POOL_WAIT_FRONTIER;
    let second = context.device.queue_alloca(on(0, None, &second_there), Some(&pool), local(SIZE), flags)?;
    assert!(pool.statistics().exhausted >= 1);
    assert_eq!(second_there.query(), FenceState::Pending);
    // What is asked of the buffer meanwhile is done when it has memory; what does not wait for it fails.
    let (filled, too_early) = (Fence::new(), Fence::new());
    context.fill(on(0, &second_there, &filled), whole(&second), (0xB10C_A110, 4))?;
    context.fill(on(0, None, &too_early), whole(&second), (1, 4))?;
    assert_eq!(refusal(wait(&too_early))?.code(), StatusCode::FailedPrecondition);
    dealloca(context, 0, Some(&first_there), &first)?;
    wait(&filled)?;
    assert_eq!(context.read_numbers(&second)?, [0xB10C_A110; SIZE as usize / 4]);
    let too_large = refusal(context.device.queue_alloca(on(0, None, None), Some(&pool), local(SIZE + 1), 0))?;
    assert_eq!(too_large.code(), StatusCode::ResourceExhausted, "{too_large}");
    dealloca(context, 0, Some(&filled), &second)
}

fn waits(context: &Context) -> Outcome {
    let (go, there) = (Fence::new(), Fence::new());
    let buffer = context.device.queue_alloca(on_any(&go, &there), None, local(512), 0)?;
    assert_eq!(there.query(), FenceState::Pending);
    go.signal()?;
    wait(&there)?;
    fill_and_check(context, 0, &buffer, 0xCDCD_CDCD)
}

fn cycle(context: &Context) -> Outcome {
    for word in [0xDEAD_CAFE, 0xCAFE_F00D] {
        let there = Fence::new();
        let buffer = context.device.queue_alloca(on_any(None, &there), None, local(2048), 0)?;
        wait(&there)?;
        fill_and_check(context, 0, &buffer, word)?;
        dealloca(context, 0, Some(&there), &buffer)?;
    }
    Ok(())
}

fn what_the_buffer_says(context: &Context) -> Outcome {
    let go = Fence::new();
    for queue in [0, 1] {
        // All of it is known before the buffer is there.
        let buffer = context.device.queue_alloca(on(queue, &go, None), None, local(SIZE), 0)?;
        assert_eq!(buffer.length_bytes(), SIZE);
        assert_eq!(buffer.memory_type() & memory_type::DEVICE_LOCAL, memory_type::DEVICE_LOCAL);
        assert_eq!(buffer.usage() & buffer_usage::DEFAULT, buffer_usage::DEFAULT);
        assert_eq!(buffer.device_id(), context.device.id());
        assert_eq!(buffer.origin(), 1 << queue);
        assert_eq!(buffer.subspan(16, 16)?.origin(), 1 << queue);
    }
    assert_eq!(context.device.allocate(local(16))?.origin(), 0, "no queue allocated it");
    Ok(go.signal()?)
}

fn ends_access(context: &Context) -> Outcome {
    let buffer = context.device.queue_alloca(on_any(None, None), None, local(256), 0)?;
    fill_and_check(context, 0, &buffer, u32::MAX)?;
    dealloca(context, 0, None, &buffer)?;
    let done = Fence::new();
    let refused = context.fill(on_any(None, &done), whole(&buffer), (0, 4));
    let status = refusal(refused.and_then(|()| wait(&done)))?;
    assert_eq!(status.code(), StatusCode::FailedPrecondition, "{status}");
    assert!(buffer.read(0, &mut [0; 4]).is_err(), "the host has no access either");
    // A second dealloca frees nothing that others have by now.
    let other = context.numbers(&[5; 64])?;
    dealloca(context, 0, None, &buffer)?;
    assert_eq!(context.read_numbers(&other)?, [5; 64]);
    Ok(())
}

fn failed_wait_does_nothing(context: &Context) -> Outcome {
    let buffer = context.device.queue_alloca(on_any(None, None), None, local(256), 0)?;
    fill_and_check(context, 0, &buffer, 0xABAB_ABAB)?;
    let (failed, gone) = (Fence::new(), Fence::new());
    failed.fail(&Status::new(StatusCode::Cancelled, "no dealloca"));
    context.device.queue_dealloca(on_any(&failed, &gone), &buffer, 0)?;
    let status = refusal(wait(&gone))?;
    assert_eq!((status.code(), status.message()), (StatusCode::Cancelled, "no dealloca"));
    fill_and_check(context, 0, &buffer, 0xCDCD_CDCD)?;
    dealloca(context, 0, None, &buffer)
}

fn chained(context: &Context) -> Outcome {
    let there = Fence::new();
    let buffer = context.device.queue_alloca(on_any(None, &there), None, local(1024), 0)?;
    dealloca(context, 0, Some(&there), &buffer)
}

fn chained_often(context: &Context) -> Outcome {
    let reserved = |context: &Context| context.device.memory_statistics().total().reserved_bytes;
    chained(context)?;
    let before = reserved(context);
    for _ in 0..32 {
        chained(context)?;
    }
    assert_eq!(reserved(context), before, "the same memory is used again");
    Ok(())
}

fn prefers_origin(context: &Context) -> Outcome {
    for queue in [0, 1] {
        let (there, gone) = (Fence::new(), Fence::new());
        let buffer = context.device.queue_alloca(on(queue, None, &there), None, local(1024), 0)?;
        let nowhere = halforge_hal::QueueOp { affinity: 0, wait: Some(&there), signal: Some(&gone) };
        context.device.queue_dealloca(nowhere, &buffer, dealloca_flag::PREFER_ORIGIN)?;
        wait(&gone)?;
    }
    let refused = refusal(context.device.queue_dealloca(on_any(None, None), &context.zeroed(4)?, 2))?;
    assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    Ok(())
}

fn no_access_bits(context: &Context) -> Outcome {
    let desc = AllocaDesc { access: 0, ..local(256) };
    let buffer = context.device.queue_alloca(on_any(None, None), None, desc, 0)?;
    assert_eq!(buffer.access(), memory_access::ALL);
    fill_and_check(context, 0, &buffer, 0x1234_5678)?;
    // Bits that are given are kept to.
    let desc = AllocaDesc { access: memory_access::READ, ..local(256) };
    let read_only = context.device.queue_alloca(on_any(None, None), None, desc, 0)?;
    let refused = refusal(context.fill(on_any(None, None), whole(&read_only), (0, 4)))?;
    assert_eq!(refused.code(), StatusCode::PermissionDenied, "{refused}");
    Ok(())
}
