//! Events in command buffers.

use halforge_hal::{Event, Fence};

use crate::case::{Case, case};
use crate::context::{Context, on_any, wait};
use crate::failure::Outcome;
use crate::recording::{Recording, whole};

pub(crate) const CASES: &[Case] = &[
    case("core/event.create", "EventTest.Create", create),
    case("core/event.signal_and_reset", "EventTest.SignalAndReset", signal_and_reset),
    case("core/event.wait_in_another", "EventTest.SubmitWithChainedCommandBuffers", wait_in_another).both_modes(),
];

fn create(context: &Context) -> Outcome {
    let event = Event::new(&context.device)?;
    assert_eq!(event.device_id(), context.device.id());
    Ok(())
}

fn signal_and_reset(context: &Context) -> Outcome {
    let event = Event::new(&context.device)?;
    let recording = Recording::one_shot(context)?;
    let recorded = recording.finish_after(|commands| {
        commands.signal_event(&event)?;
        commands.reset_event(&event)
    })?;
    // The submission keeps it.
    drop(event);
    recorded.run()?;
    Ok(())
}

fn wait_in_another(context: &Context) -> Outcome {
    let event = Event::new(&context.device)?;
    let (first, second) = (context.zeroed(64)?, context.zeroed(64)?);
    let mut producer = Recording::one_shot(context)?;
    producer.fill(whole(&first), (0x0102_0304, 4))?;
    let producer = producer.finish_after(|commands| commands.signal_event(&event))?;
    let mut consumer = Recording::one_shot(context)?;
    consumer.wait_events(std::slice::from_ref(&event))?;
    consumer.copy(whole(&first), whole(&second))?;
    let consumer = consumer.finish()?;
    let (produced, consumed) = (Fence::new(), Fence::new());
    producer.execute(on_any(None, &produced))?;
    wait(&produced)?;
    consumer.execute(on_any(None, &consumed))?;
    wait(&consumed)?;
    assert_eq!(context.read_numbers(&second)?, [0x0102_0304; 16]);
    Ok(())
}
