//! Many calls leave as much behind as few.

use std::time::Duration;

use halforge_hal::{Fence, MemoryStatistics};
use halforge_shaders::kernels;

use crate::case::{Case, further};
use crate::context::{Context, local, on_any, soon, wait};
use crate::failure::{Failure, Outcome};
use crate::recording::{Kernel, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    further("runtime/leaks.calls", calls).both_modes().kernels(),
    further("runtime/leaks.many_calls", many_calls).both_modes().kernels().long(),
    further("runtime/leaks.abandoned", abandoned).both_modes(),
];

/// Calls after which all that is kept for later calls exists.
const WARM_UP: u32 = 100;

type Left = (Vec<(&'static str, u64)>, Vec<(&'static str, u64, u64)>);

fn left(context: &Context) -> halforge_hal::Result<Left> {
    context.device.wait_idle(Some(soon()))?;
    let MemoryStatistics { pools } = context.device.memory_statistics();
    let bytes = pools.iter().map(|(name, pool)| (*name, pool.live_bytes, pool.reserved_bytes)).collect();
    Ok((context.device.live_objects(), bytes))
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

fn calls(context: &Context) -> Outcome {
    call_often(context, 1_000)
}

fn many_calls(context: &Context) -> Outcome {
    call_often(context, 100_000)
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
