//! Many calls leave as much behind as few.

use std::time::Duration;

use halforge_hal::{DeviceSelector, Driver, DriverOptions, Fence, MemoryStatistics};
use halforge_shaders::kernels;

use crate::case::{Case, further};
use crate::context::{Context, local, on_any, soon, wait};
use crate::failure::{Failure, Outcome};
use crate::recording::{Kernel, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    further("runtime/leaks.calls", calls).both_modes().kernels(),
    further("runtime/leaks.calls_unwatched", calls_unwatched).both_modes().kernels(),
    further("runtime/leaks.many_calls", many_calls).both_modes().kernels().long(),
    further("runtime/leaks.abandoned", abandoned).both_modes(),
];

/// Calls after which all that is kept for later calls exists.
const WARM_UP: u32 = 500;

/// Most bytes that the process may grow by afterwards: allocators may keep some of what is given back.
const GROWTH_BYTES: u64 = 4 << 20;

type Left = (Vec<(&'static str, u64)>, Vec<(&'static str, u64, u64)>);

fn left(context: &Context) -> halforge_hal::Result<Left> {
    context.device.wait_idle(Some(soon()))?;
    let MemoryStatistics { pools } = context.device.memory_statistics();
    let bytes = pools.iter().map(|(name, pool)| (*name, pool.live_bytes, pool.reserved_bytes)).collect();
    Ok((context.device.live_objects(), bytes))
}

/// Bytes of the process in memory, where the system says.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.parse::<u64>();
    kibibytes.ok().map(|n| n << 10)
}

/// A call as programs make them: a transient buffer, recorded commands, all on a chain of fences.
fn call_often(context: &Context, count: u32) -> Outcome {
    let executable = context.executable(&kernels::SCALE_AND_OFFSET)?;
    let (source, target) = (context.numbers(&[1, 2, 3, 4])?, context.zeroed(16)?);
    let mut recording = Recording::new(context)?;
    recording.dispatch(&Kernel::new(&executable, &[2, 1], &[whole(&source), whole(&target)]), Workgroups::Count(1))?;
    let recorded = recording.finish()?;
    let mut warm = None;
    for round in 0..count {
        let [there, ran, copied, gone] = std::array::from_fn(|_| Fence::new());
        let transient = context.device.queue_alloca(on_any(None, &there), None, local(16), 0)?;
        recorded.execute(on_any(&there, &ran))?;
        context.copy(on_any(&ran, &copied), (&target, 0), (&transient, 0), 16)?;
        context.device.queue_dealloca(on_any(&copied, &gone), &transient, 0)?;
        drop(transient);
        wait(&gone)?;
        if round == WARM_UP {
            warm = Some(left(context)?);
        }
    }
    assert_eq!(context.read_numbers(&target)?, [3, 5, 7, 9]);
    // What finished is let go of by whoever notices, which may be another thread.
    let mut now = left(context)?;
    for _ in 0..1000 {
        if Some(&now) == warm.as_ref() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(1));
        now = left(context)?;
    }
    Err(Failure::Failed(format!("after {WARM_UP} calls there was {warm:?}, after {count} there is {now:?}")))
}

/// A device that the validation layer does not watch: the layer (1.3.239) keeps some of what it saw of command pools that are
/// gone, so that the process grows.
fn unwatched(context: &Context) -> halforge_hal::Result<Context> {
    let driver = Driver::new(DriverOptions::default())?;
    let device = driver.open(&DeviceSelector::Ordinal(context.device.info().ordinal))?;
    Ok(Context { driver, device, ..*context })
}

fn calls(context: &Context) -> Outcome {
    call_often(context, 2_000)
}

/// Calls of which the process does not grow.
fn call_unwatched(context: &Context, count: u32) -> Outcome {
    let context = unwatched(context)?;
    call_often(&context, 2 * WARM_UP)?;
    let before = resident_bytes();
    call_often(&context, count)?;
    if let (Some(before), Some(after)) = (before, resident_bytes()) {
        let grown = after.saturating_sub(before);
        assert!(grown <= GROWTH_BYTES, "{count} calls made the process grow by {grown} bytes");
    }
    Ok(())
}

/// 20,000 calls in the four variants together.
fn calls_unwatched(context: &Context) -> Outcome {
    call_unwatched(context, 5_000)
}

/// 1,000,000 calls in the four variants together.
fn many_calls(context: &Context) -> Outcome {
    call_unwatched(context, 250_000)
}

/// Operations that wait for what nobody will ever signal are gone once nobody could.
fn abandoned(context: &Context) -> Outcome {
    let (buffer, done) = (context.zeroed(4)?, Fence::new());
    {
        let never = Fence::new();
        let between = Fence::new();
        context.fill(on_any(&never, &between), whole(&buffer), (1, 4))?;
        context.fill(on_any(&between, &done), whole(&buffer), (2, 4))?;
    }
    drop(done);
    Ok(())
}
