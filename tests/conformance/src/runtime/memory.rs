//! Memory: budgets, what made the peak, and mistakes that are made to show.

use halforge_hal::{
    AllocaDesc, DeviceSelector, Driver, DriverOptions, Fence, MemoryOptions, POISON_FRESH, POISON_GONE, StatusCode,
};

use crate::case::{Case, further};
use crate::context::{Context, local, on_any, wait};
use crate::failure::{Failure, Outcome, refusal};
use crate::recording::{Recording, whole};

pub(crate) const CASES: &[Case] = &[
    further("runtime/memory.budget", budget),
    further("runtime/memory.budget_waits_for_work", budget_waits_for_work),
    further("runtime/memory.peak_has_a_name", peak_has_a_name),
    further("runtime/memory.poison", poison).both_modes(),
    further("runtime/memory.no_reuse", no_reuse),
];

const MIB: u64 = 1 << 20;

/// Runs a case on the same device, opened with other options for its memory.
fn with(context: &Context, memory: MemoryOptions, run: impl FnOnce(&Context) -> Outcome) -> Outcome {
    let driver = Driver::new(DriverOptions { validation: true, memory, ..DriverOptions::default() })?;
    let device = driver.open(&DeviceSelector::parse(&format!("vulkan://{}", context.device.info().ordinal))?)?;
    run(&Context { driver: driver.clone(), device, ..*context })?;
    match &driver.validation_messages()[..] {
        [] => Ok(()),
        [message, ..] => Err(Failure::Failed(message.to_string())),
    }
}

fn of_budget(context: &Context, run: impl FnOnce(&Context) -> Outcome) -> Outcome {
    with(context, MemoryOptions { budget_bytes: Some(2 * MIB), debug: false }, run)
}

fn debug(context: &Context, run: impl FnOnce(&Context) -> Outcome) -> Outcome {
    with(context, MemoryOptions { budget_bytes: None, debug: true }, run)
}

fn budget(context: &Context) -> Outcome {
    of_budget(context, |context| {
        let first = context.device.allocate(local(MIB))?;
        let refused = refusal(context.device.allocate(local(3 * MIB / 2)))?;
        assert_eq!(refused.code(), StatusCode::ResourceExhausted, "{refused}");
        assert!(refused.message().contains("memory budget of 2097152 bytes"), "{refused}");
        assert!(refused.message().contains("device memory: 1048576 bytes live"), "{refused}");
        // What nobody uses any more makes room, and the device goes on as before.
        drop(first);
        let second = context.device.allocate(local(3 * MIB / 2))?;
        let done = Fence::new();
        context.fill(on_any(None, &done), whole(&second), (7, 4))?;
        Ok(wait(&done)?)
    })
}

/// Memory whose last use is still to come makes room too.
fn budget_waits_for_work(context: &Context) -> Outcome {
    of_budget(context, |context| {
        for _ in 0..4 {
            // No two fit, nor does the larger into the place of the smaller.
            for size in [MIB, 3 * MIB / 2] {
                let [there, filled, gone] = std::array::from_fn(|_| Fence::new());
                let transient = context.device.queue_alloca(on_any(None, &there), None, local(size), 0)?;
                context.fill(on_any(&there, &filled), whole(&transient), (1, 4))?;
                context.device.queue_dealloca(on_any(&filled, &gone), &transient, 0)?;
            }
        }
        Ok(())
    })
}

fn peak_has_a_name(context: &Context) -> Outcome {
    let sizes = [(1, 1000), (2, 500_000), (3, 2000)];
    let mut buffers = Vec::new();
    for (tag, size) in sizes {
        buffers.push(context.device.allocate(AllocaDesc { tag, ..local(size) })?);
        if tag == 2 {
            buffers.clear();
        }
    }
    let first = context.device.memory_statistics().total();
    assert!(first.peak_live_bytes >= 501_000, "{first:?}");
    let more = context.device.allocate(AllocaDesc { tag: 77, ..local(first.peak_live_bytes + 1) })?;
    let then = context.device.memory_statistics();
    drop(more);
    assert_eq!(then.pools.iter().find(|(name, _)| *name == "device").map(|(_, pool)| pool.peak_tag), Some(77), "{then:?}");
    Ok(())
}

/// Fresh memory shows that nobody wrote it, and a program that uses what it gave back sees that it did.
fn poison(context: &Context) -> Outcome {
    debug(context, |context| {
        let [there, begun, gone, copied] = std::array::from_fn(|_| Fence::new());
        let (before, after) = (context.zeroed(15)?, context.zeroed(15)?);
        let transient = context.device.queue_alloca(on_any(None, &there), None, local(15), 0)?;
        context.copy(on_any(&there, &begun), (&transient, 0), (&before, 0), 15)?;
        let mut recording = Recording::one_shot(context)?;
        recording.copy((&transient, 0, 15), (&after, 0, 15))?;
        recording.finish()?.execute(on_any(&gone, &copied))?;
        context.device.queue_dealloca(on_any(&begun, &gone), &transient, 0)?;
        wait(&copied)?;
        assert_eq!(context.bytes(&before)?, [POISON_FRESH; 15]);
        assert_eq!(context.bytes(&after)?, [POISON_GONE; 15]);
        Ok(())
    })
}

fn no_reuse(context: &Context) -> Outcome {
    debug(context, |context| {
        for _ in 0..10 {
            let [there, gone] = std::array::from_fn(|_| Fence::new());
            let transient = context.device.queue_alloca(on_any(None, &there), None, local(MIB), 0)?;
            context.device.queue_dealloca(on_any(&there, &gone), &transient, 0)?;
            wait(&gone)?;
        }
        let total = context.device.memory_statistics().total();
        assert!(total.reserved_bytes >= 10 * MIB, "{total:?}");
        Ok(())
    })
}
