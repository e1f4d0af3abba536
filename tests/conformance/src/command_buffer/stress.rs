//! Many command buffers, and many commands.

use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::Outcome;
use crate::recording::{Recording, whole};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/stress.fills", "CommandBufferStressTest.RapidFillSubmit", fills).both_modes(),
    case("command_buffer/stress.copies", "CommandBufferStressTest.RapidCopySubmit", copies).both_modes(),
    case("command_buffer/stress.large", "CommandBufferStressTest.LargeFillCommandBuffer", large).both_modes(),
];

const ROUNDS: u32 = 200;

fn fills(context: &Context) -> Outcome {
    let target = context.zeroed(1024)?;
    for round in 0..ROUNDS {
        let mut recording = Recording::one_shot(context)?;
        recording.fill(whole(&target), (round, 4))?;
        recording.finish()?.run()?;
        assert_eq!(context.read_numbers(&target)?, [round; 256], "round {round}");
    }
    Ok(())
}

fn copies(context: &Context) -> Outcome {
    let target = context.zeroed(1024)?;
    for round in 0..ROUNDS {
        let source = context.numbers(&[round; 256])?;
        let mut recording = Recording::one_shot(context)?;
        recording.copy(whole(&source), whole(&target))?;
        recording.finish()?.run()?;
        assert_eq!(context.read_numbers(&target)?, [round; 256], "round {round}");
    }
    Ok(())
}

fn large(context: &Context) -> Outcome {
    const COMMANDS: u32 = 5000;
    let target = context.zeroed(u64::from(COMMANDS) * 4)?;
    let mut recording = Recording::new(context)?;
    for i in 0..COMMANDS {
        recording.fill((&target, u64::from(i) * 4, 4), (i ^ 0xA5A5, 4))?;
    }
    let recorded = recording.finish()?;
    for _ in 0..2 {
        context.device.write_buffer(&target, 0, &vec![0; COMMANDS as usize * 4])?;
        recorded.run()?;
        assert!(context.read_numbers(&target)?.iter().copied().eq((0..COMMANDS).map(|i| i ^ 0xA5A5)));
    }
    Ok(())
}
