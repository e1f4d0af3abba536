//! Profiles of command buffers.

use halforge_hal::{DispatchEvent, OperationKind, Profile, ProfileFilter, ProfileOptions, profile_data};

use super::reuse::record_ids;
use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::{Failure, Outcome};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/profile.dispatch", "DispatchReuseTest.DispatchProfilingRecordsCommandBufferDispatch", dispatch)
        .both_modes()
        .kernels(),
    case("command_buffer/profile.command_index", "DispatchReuseTest.MultiDispatchProfilingFiltersCommandIndex", command_index)
        .both_modes()
        .kernels(),
];

/// Takes a profile of `work`.
pub(crate) fn profiled(
    context: &Context,
    data: u32,
    filter: ProfileFilter,
    work: impl FnOnce() -> Outcome,
) -> Result<Profile, Failure> {
    let profiling = match context.device.begin_profiling(ProfileOptions { data, filter }) {
        Ok(profiling) => profiling,
        Err(status) if status.code() == halforge_hal::StatusCode::Unavailable => {
            return Err(Failure::Unsupported(status.message().to_owned()));
        }
        Err(status) => return Err(status.into()),
    };
    work()?;
    Ok(profiling.finish()?)
}

/// A dispatch took time, within the profile's.
pub(crate) fn check_span(profile: &Profile, event: &DispatchEvent) {
    assert!(event.span.begin_ns <= event.span.end_ns, "{event:?}");
    // The clocks are related by when the host sees a timestamp: a little late.
    const SLACK_NS: u64 = 50_000_000;
    assert!(event.span.end_ns <= profile.duration_ns + SLACK_NS, "{event:?} in {} ns", profile.duration_ns);
}

fn dispatch(context: &Context) -> Outcome {
    let target = context.zeroed(128)?;
    let recorded = record_ids(context, &[&target], 32)?;
    let profile = profiled(context, profile_data::DISPATCH_EVENTS, ProfileFilter::default(), || Ok(recorded.run()?))?;
    assert_eq!(context.read_numbers(&target)?, (0..32).collect::<Vec<u32>>());
    let [event] = &profile.dispatch_events[..] else {
        return Err(Failure::Failed(format!("expected one dispatch, found {:?}", profile.dispatch_events)));
    };
    assert_eq!(event.function, "write_workgroup_ids");
    assert_eq!(event.command_buffer, Some(recorded.commands.id()));
    assert_eq!((event.command_index, event.workgroup_counts), (0, Some([32, 1, 1])));
    assert_eq!(event.operation.kind, OperationKind::Execute);
    check_span(&profile, event);
    assert!(profile.queue_events.is_empty() && profile.host_events.is_empty() && profile.device_events.is_empty());
    Ok(())
}

fn command_index(context: &Context) -> Outcome {
    let (first, second) = (context.zeroed(128)?, context.zeroed(128)?);
    let recorded = record_ids(context, &[&first, &second], 32)?;
    // The barrier between both has an index too.
    let filter = ProfileFilter { command_index: Some(2), ..ProfileFilter::default() };
    let profile = profiled(context, profile_data::DISPATCH_EVENTS, filter, || Ok(recorded.run()?))?;
    for target in [&first, &second] {
        assert_eq!(context.read_numbers(target)?, (0..32).collect::<Vec<u32>>());
    }
    let indices: Vec<u32> = profile.dispatch_events.iter().map(|event| event.command_index).collect();
    assert_eq!(indices, [2]);
    assert_eq!(profile.dispatch_events[0].command_buffer, Some(recorded.commands.id()));
    check_span(&profile, &profile.dispatch_events[0]);
    Ok(())
}
