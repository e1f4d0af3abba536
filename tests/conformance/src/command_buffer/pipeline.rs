//! Commands that depend on each other.

use halforge_hal::{BindingRef, Buffer, Fence};
use halforge_shaders::kernels;

use crate::case::{Case, case};
use crate::context::{Context, bytes_of, local, on_any, wait};
use crate::failure::Outcome;
use crate::recording::{Kernel, Recorded, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/pipeline.update_then_dispatch", "DispatchPipelineTest.UpdateThenDispatch", update_then_dispatch)
        .both_modes()
        .kernels(),
    case("command_buffer/pipeline.two_dispatches", "DispatchPipelineTest.ChainedDispatches", two_dispatches)
        .both_modes()
        .kernels(),
    case(
        "command_buffer/pipeline.fill_and_two_dispatches",
        "DispatchPipelineTest.FillDispatchDispatchPipeline",
        fill_and_two_dispatches,
    )
    .both_modes()
    .kernels(),
    case("command_buffer/pipeline.transient_input", "DispatchPipelineTest.TransientInputPipeline", transient_input)
        .both_modes()
        .kernels(),
    case("command_buffer/pipeline.other_inputs", "DispatchPipelineTest.ReusablePipelineWithDifferentInputs", other_inputs)
        .both_modes()
        .kernels(),
];

/// Scales `source` into `middle`, and that into `target`, by the same constants.
fn two_stages<'c>(
    context: &'c Context,
    mut recording: Recording<'c>,
    [source, middle, target]: [&Buffer; 3],
) -> halforge_hal::Result<Recorded<'c>> {
    let executable = context.executable(&kernels::SCALE_AND_OFFSET)?;
    recording.dispatch(&Kernel::new(&executable, &[3, 10], &[whole(source), whole(middle)]), Workgroups::Count(1))?;
    recording.barrier()?;
    recording.dispatch(&Kernel::new(&executable, &[3, 10], &[whole(middle), whole(target)]), Workgroups::Count(1))?;
    recording.finish()
}

/// What two stages make of a number.
fn twice_scaled(number: u32) -> u32 {
    (number * 3 + 10) * 3 + 10
}

fn update_then_dispatch(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::SCALE_AND_OFFSET)?;
    let (source, target) = (context.zeroed(16)?, context.zeroed(16)?);
    let (updated, done) = (Fence::new(), Fence::new());
    context.update(on_any(None, &updated), &bytes_of(&[5, 6, 7, 8], u32::to_le_bytes), &source, 0)?;
    let mut recording = Recording::one_shot(context)?;
    recording.dispatch(&Kernel::new(&executable, &[2, 1], &[whole(&source), whole(&target)]), Workgroups::Count(1))?;
    recording.finish()?.execute(on_any(&updated, &done))?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, [11, 13, 15, 17]);
    Ok(())
}

fn two_dispatches(context: &Context) -> Outcome {
    let (source, middle, target) = (context.numbers(&[1, 2, 3, 4])?, context.zeroed(16)?, context.zeroed(16)?);
    two_stages(context, Recording::one_shot(context)?, [&source, &middle, &target])?.run()?;
    assert_eq!(context.read_numbers(&target)?, [1, 2, 3, 4].map(twice_scaled));
    Ok(())
}

fn fill_and_two_dispatches(context: &Context) -> Outcome {
    let (source, middle, target) = (context.zeroed(16)?, context.zeroed(16)?, context.zeroed(16)?);
    let mut recording = Recording::one_shot(context)?;
    recording.fill(whole(&source), (5, 4))?;
    recording.barrier()?;
    two_stages(context, recording, [&source, &middle, &target])?.run()?;
    assert_eq!(context.read_numbers(&target)?, [twice_scaled(5); 4]);
    Ok(())
}

fn transient_input(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::SCALE_AND_OFFSET)?;
    let target = context.zeroed(16)?;
    let [there, filled, done, gone] = std::array::from_fn(|_| Fence::new());
    let source = context.device.queue_alloca(on_any(None, &there), None, local(16), 0)?;
    context.fill(on_any(&there, &filled), whole(&source), (7, 4))?;
    let mut recording = Recording::one_shot(context)?;
    recording.dispatch(&Kernel::new(&executable, &[2, 0], &[whole(&source), whole(&target)]), Workgroups::Count(1))?;
    recording.finish()?.execute(on_any(&filled, &done))?;
    context.device.queue_dealloca(on_any(&done, &gone), &source, 0)?;
    wait(&gone)?;
    assert_eq!(context.read_numbers(&target)?, [14; 4]);
    Ok(())
}

fn other_inputs(context: &Context) -> Outcome {
    let (source, middle, target) = (context.numbers(&[1, 2, 3, 4])?, context.zeroed(16)?, context.zeroed(16)?);
    let recorded = two_stages(context, Recording::new(context)?, [&source, &middle, &target])?;
    for round in 0..4 {
        let numbers = [1, 2, 3, 4].map(|n| n + 10 * round);
        let done = Fence::new();
        if recorded.table.is_empty() {
            // Directly named buffers get other contents instead.
            context.device.write_buffer(&source, 0, &bytes_of(&numbers, u32::to_le_bytes))?;
            recorded.run()?;
            assert_eq!(context.read_numbers(&target)?, numbers.map(twice_scaled));
            continue;
        }
        let (source, target) = (context.numbers(&numbers)?, context.zeroed(16)?);
        let table = [&source, &middle, &target].map(BindingRef::whole);
        context.device.queue_execute(on_any(None, &done), &recorded.commands, &table)?;
        wait(&done)?;
        assert_eq!(context.read_numbers(&target)?, numbers.map(twice_scaled), "round {round}");
    }
    Ok(())
}
