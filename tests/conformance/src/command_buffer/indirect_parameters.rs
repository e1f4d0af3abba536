//! Dispatches whose workgroup counts the device reads.

use halforge_hal::{Buffer, Fence, StatusCode, WHOLE_BUFFER, dispatch_flag};
use halforge_shaders::kernels;

use crate::case::{Case, case};
use crate::context::{Context, bytes_of, on_any, wait};
use crate::failure::{Outcome, refusal};
use crate::recording::{Kernel, Part, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    case(
        "command_buffer/indirect.counts_of_queue_update",
        "DispatchIndirectParametersTest.StaticParametersFromQueueUpdate",
        of_queue_update,
    )
    .both_modes()
    .kernels(),
    case("command_buffer/indirect.whole_buffer", "DispatchIndirectParametersTest.WholeBufferParameterRef", whole_buffer)
        .both_modes()
        .kernels(),
    case("command_buffer/indirect.counts_of_update", "DispatchIndirectParametersTest.DynamicParametersFromUpdate", of_update)
        .both_modes()
        .kernels(),
    case("command_buffer/indirect.counts_of_fill", "DispatchIndirectParametersTest.DynamicParametersFromFill", of_fill)
        .both_modes()
        .kernels(),
    case(
        "command_buffer/indirect.counts_of_dispatch",
        "DispatchIndirectParametersTest.DynamicParametersFromDispatch",
        of_dispatch,
    )
    .both_modes()
    .kernels(),
    case("command_buffer/indirect.counts_in_subspan", "DispatchIndirectParametersTest.SubAllocatedParameterBuffer", in_subspan)
        .both_modes()
        .kernels(),
];

/// Workgroups that the device reads.
const COUNT: u32 = 4;

/// What must be in the buffer of 32 numbers after `count` workgroups wrote theirs.
pub(crate) fn written_by(count: u32) -> Vec<u32> {
    (0..count).chain(std::iter::repeat(u32::MAX)).take(32).collect()
}

/// A buffer of 32 numbers that nothing wrote yet.
pub(crate) fn unwritten(context: &Context) -> halforge_hal::Result<Buffer> {
    context.buffer(&[0xFF; 128])
}

/// Records the dispatch, with counts from `counts`, after `before` and a barrier, and checks what was written.
fn dispatch(
    context: &Context,
    counts: Part<'_>,
    flags: u64,
    workgroups: u32,
    before: impl FnOnce(&mut Recording<'_>) -> halforge_hal::Result<()>,
) -> Outcome {
    let executable = context.executable(&kernels::WRITE_WORKGROUP_IDS)?;
    let target = unwritten(context)?;
    let mut recording = Recording::one_shot(context)?;
    before(&mut recording)?;
    recording.barrier()?;
    let bindings = [whole(&target)];
    recording.dispatch(&Kernel { flags, ..Kernel::new(&executable, &[], &bindings) }, Workgroups::From(counts))?;
    recording.finish()?.run()?;
    assert_eq!(context.read_numbers(&target)?, written_by(workgroups));
    Ok(())
}

/// Lets a queue write the counts, then runs the dispatch behind it.
fn after_queue_update(context: &Context, length: u64) -> Outcome {
    let executable = context.executable(&kernels::WRITE_WORKGROUP_IDS)?;
    let (target, counts) = (unwritten(context)?, context.zeroed(12)?);
    let mut recording = Recording::new(context)?;
    let bindings = [whole(&target)];
    let kernel = Kernel { flags: dispatch_flag::STATIC_INDIRECT_PARAMETERS, ..Kernel::new(&executable, &[], &bindings) };
    recording.dispatch(&kernel, Workgroups::From((&counts, 0, length)))?;
    let recorded = recording.finish()?;
    let (updated, done) = (Fence::new(), Fence::new());
    context.update(on_any(None, &updated), &bytes_of(&[COUNT, 1, 1], u32::to_le_bytes), &counts, 0)?;
    recorded.execute(on_any(&updated, &done))?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, written_by(COUNT));
    Ok(())
}

fn of_queue_update(context: &Context) -> Outcome {
    after_queue_update(context, 12)
}

fn whole_buffer(context: &Context) -> Outcome {
    after_queue_update(context, WHOLE_BUFFER)?;
    // Fewer bytes than three numbers are none.
    let executable = context.executable(&kernels::WRITE_WORKGROUP_IDS)?;
    let (target, counts) = (unwritten(context)?, context.zeroed(12)?);
    let bindings = [whole(&target)];
    for (offset, length) in [(0, 8), (2, 12), (4, 12)] {
        let mut recording = Recording::one_shot(context)?;
        let counts = Workgroups::From((&counts, offset, length));
        let recorded = recording.dispatch(&Kernel::new(&executable, &[], &bindings), counts);
        // A slot's buffer is known when the commands run.
        let refused = refusal(recorded.and_then(|()| recording.finish()?.run()))?;
        assert!([StatusCode::OutOfRange, StatusCode::InvalidArgument].contains(&refused.code()), "{refused}");
    }
    Ok(())
}

fn of_update(context: &Context) -> Outcome {
    let counts = context.zeroed(12)?;
    dispatch(context, whole(&counts), dispatch_flag::DYNAMIC_INDIRECT_PARAMETERS, COUNT, |recording| {
        recording.update(&bytes_of(&[COUNT, 1, 1], u32::to_le_bytes), &counts, 0)
    })
}

fn of_fill(context: &Context) -> Outcome {
    let counts = context.zeroed(12)?;
    dispatch(context, whole(&counts), dispatch_flag::DYNAMIC_INDIRECT_PARAMETERS, 1, |recording| {
        recording.fill(whole(&counts), (1, 4))
    })
}

fn of_dispatch(context: &Context) -> Outcome {
    let producer = context.executable(&kernels::WRITE_DISPATCH_PARAMS)?;
    let counts = context.zeroed(12)?;
    dispatch(context, whole(&counts), dispatch_flag::DYNAMIC_INDIRECT_PARAMETERS, COUNT, |recording| {
        recording.dispatch(&Kernel::new(&producer, &[COUNT, 1, 1], &[whole(&counts)]), Workgroups::Count(1))
    })
}

fn in_subspan(context: &Context) -> Outcome {
    // Another count stands where the offset would be lost.
    let numbers: Vec<u32> = [9, 1, 1].into_iter().chain([7; 61]).chain([COUNT, 1, 1]).chain([5; 5]).collect();
    let all = context.numbers(&numbers)?;
    let part = all.subspan(64 * 4, 12)?;
    dispatch(context, whole(&part), 0, COUNT, |_| Ok(()))?;
    dispatch(context, (&all, 64 * 4, 12), 0, COUNT, |_| Ok(()))
}
