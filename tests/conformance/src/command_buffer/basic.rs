//! Command buffers without commands.

use halforge_hal::{CommandBuffer, Fence, StatusCode, command_buffer_mode, command_category};

use crate::case::{Case, case};
use crate::context::{Context, on_any, wait};
use crate::failure::{Outcome, refusal};
use crate::recording::Recording;

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/basic.create", "CommandBufferBasicTest.Create", create),
    case("command_buffer/basic.begin_and_end", "CommandBufferBasicTest.BeginEnd", begin_and_end),
    case("command_buffer/basic.empty", "CommandBufferBasicTest.SubmitEmpty", empty).both_modes(),
];

fn create(context: &Context) -> Outcome {
    let (mode, categories) = (command_buffer_mode::ONE_SHOT, command_category::DISPATCH);
    let commands = CommandBuffer::new(&context.device, mode, categories, 1, 0)?;
    assert_eq!((commands.mode(), commands.categories(), commands.affinity()), (mode, categories, 1));
    assert_eq!(commands.device_id(), context.device.id());
    for (mode, categories) in [(0x8000_0000, categories), (mode, 4)] {
        let refused = refusal(CommandBuffer::new(&context.device, mode, categories, 1, 0))?;
        assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    }
    Ok(())
}

fn begin_and_end(context: &Context) -> Outcome {
    let commands = CommandBuffer::new(&context.device, 0, command_category::ANY, u64::MAX, 0)?;
    let early = refusal(context.device.queue_execute(on_any(None, None), &commands, &[]))?;
    assert_eq!(early.code(), StatusCode::FailedPrecondition, "{early}");
    commands.begin_debug_group("group")?;
    let open = refusal(commands.finalize())?;
    assert_eq!(open.code(), StatusCode::FailedPrecondition, "{open}");
    commands.end_debug_group()?;
    commands.finalize()?;
    let late = refusal(commands.execution_barrier(0, 0))?;
    assert_eq!(late.code(), StatusCode::FailedPrecondition, "{late}");
    Ok(())
}

fn empty(context: &Context) -> Outcome {
    let once = Recording::one_shot(context)?.finish()?;
    let done = Fence::new();
    once.execute(on_any(None, &done))?;
    wait(&done)?;
    let again = refusal(once.execute(on_any(None, None)))?;
    assert_eq!(again.code(), StatusCode::FailedPrecondition, "{again}");
    let often = Recording::new(context)?.finish()?;
    for _ in 0..3 {
        often.run()?;
    }
    Ok(())
}
