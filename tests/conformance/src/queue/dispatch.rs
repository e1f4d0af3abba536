//! Dispatches that queues run by themselves.

use halforge_hal::{
    Buffer, Fence, FenceState, OperationKind, Profile, ProfileFilter, StatusCode, WHOLE_BUFFER, dispatch_flag, profile_data,
};
use halforge_shaders::kernels;

use crate::case::{Case, case};
use crate::command_buffer::{check_span, profiled, unwritten, written_by};
use crate::context::{Context, Mode, bytes_of, on, on_any, wait};
use crate::failure::{Outcome, refusal};
use crate::recording::{Kernel, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    case("queue/dispatch.plain", "QueueDispatchTest.DispatchWithConstantsAndBindings", plain).both_modes().kernels(),
    case("queue/dispatch.borrowed", "QueueDispatchTest.DispatchWithBorrowedResourceLifetimes", borrowed).both_modes().kernels(),
    case("queue/dispatch.profiled", "QueueDispatchTest.DispatchWithConstantsAndBindingsWhileProfiling", while_profiling)
        .both_modes()
        .kernels(),
    case("queue/dispatch.profile_of_host", "QueueDispatchTest.DispatchHostQueueEventProfiling", profile_of_host)
        .both_modes()
        .kernels(),
    case("queue/dispatch.profile_of_device", "QueueDispatchTest.DispatchDeviceQueueEventProfiling", profile_of_device)
        .both_modes()
        .kernels(),
    case(
        "queue/dispatch.profile_filtered",
        "QueueDispatchTest.DispatchProfileFilterCanSkipDirectDispatchEvents",
        profile_filtered,
    )
    .both_modes()
    .kernels(),
    case("queue/dispatch.no_workgroups", "QueueDispatchTest.NoopDispatchSignalsAndDoesNotTouchBuffers", no_workgroups)
        .both_modes()
        .kernels(),
    case("queue/dispatch.no_workgroups_wait", "QueueDispatchTest.DeferredNoopDispatch", no_workgroups_wait)
        .both_modes()
        .kernels(),
    case("queue/dispatch.wait_before_signal", "QueueDispatchTest.DeferredWaitBeforeSignalDispatch", wait_before_signal)
        .both_modes()
        .kernels(),
    case("queue/dispatch.static_counts", "QueueDispatchIndirectParametersTest.StaticParameters", static_counts)
        .both_modes()
        .kernels(),
    case("queue/dispatch.dynamic_counts", "QueueDispatchIndirectParametersTest.DynamicParameters", dynamic_counts)
        .both_modes()
        .kernels(),
    case(
        "queue/dispatch.static_counts_profiled",
        "QueueDispatchIndirectParametersTest.StaticParametersWhileProfiling",
        static_counts_profiled,
    )
    .both_modes()
    .kernels(),
    case(
        "queue/dispatch.dynamic_counts_profiled",
        "QueueDispatchIndirectParametersTest.DynamicParametersWhileProfiling",
        dynamic_counts_profiled,
    )
    .both_modes()
    .kernels(),
    case("queue/dispatch.whole_buffer_of_counts", "QueueDispatchIndirectParametersTest.WholeBufferParameterRef", whole_counts)
        .both_modes()
        .kernels(),
];

/// Scales four numbers, over so many workgroups, behind a fence.
fn scale(context: &Context, after: Option<&Fence>, workgroups: u64, flags: u64) -> halforge_hal::Result<(Buffer, Fence)> {
    let executable = context.executable(&kernels::SCALE_AND_OFFSET)?;
    let (source, target) = (context.numbers(&[1, 2, 3, 4])?, context.numbers(&[99; 4])?);
    let done = Fence::new();
    let bindings = [whole(&source), whole(&target)];
    let kernel = Kernel { flags, ..Kernel::new(&executable, &[3, 10], &bindings) };
    context.dispatch(on_any(after, &done), &kernel, Workgroups::Count(workgroups))?;
    Ok((target, done))
}

const SCALED: [u32; 4] = [13, 16, 19, 22];

fn scale_and_check(context: &Context, flags: u64) -> Outcome {
    let (target, done) = scale(context, None, 1, flags)?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, SCALED);
    Ok(())
}

fn plain(context: &Context) -> Outcome {
    scale_and_check(context, 0)
}

fn borrowed(context: &Context) -> Outcome {
    // What the dispatch uses is dropped before it is done, which the flag forbids the caller; it is kept all the same.
    scale_and_check(context, dispatch_flag::BORROW_RESOURCE_LIFETIMES)?;
    let both = dispatch_flag::STATIC_INDIRECT_PARAMETERS | dispatch_flag::DYNAMIC_INDIRECT_PARAMETERS;
    for (flags, code) in [
        (both, StatusCode::InvalidArgument),
        (1 << 40, StatusCode::InvalidArgument),
        (dispatch_flag::CUSTOM_DIRECT_ARGUMENTS, StatusCode::Unimplemented),
    ] {
        assert_eq!(refusal(scale(context, None, 1, flags))?.code(), code);
    }
    Ok(())
}

/// How the dispatch shows in a profile: in indirect mode a command buffer holds it.
fn kind(context: &Context) -> OperationKind {
    match context.mode() {
        Mode::Direct => OperationKind::Dispatch,
        Mode::Indirect => OperationKind::Execute,
    }
}

fn while_profiling(context: &Context) -> Outcome {
    let profile = profiled(context, profile_data::DISPATCH_EVENTS, ProfileFilter::default(), || scale_and_check(context, 0))?;
    let [event] = &profile.dispatch_events[..] else { panic!("expected one dispatch, found {:?}", profile.dispatch_events) };
    assert_eq!((event.function.as_str(), event.workgroup_counts), ("scale_and_offset", Some([1, 1, 1])));
    assert_eq!(event.operation.kind, kind(context));
    assert_eq!(event.command_buffer.is_some(), context.mode() == Mode::Indirect);
    check_span(&profile, event);
    // The profile is over: nothing more is recorded, and another can begin.
    scale_and_check(context, 0)?;
    let second = profiled(context, profile_data::ALL, ProfileFilter::default(), || Ok(()))?;
    assert_eq!(Profile { duration_ns: 0, ..second }, Profile::default());
    Ok(())
}

fn profile_of_host(context: &Context) -> Outcome {
    let data = profile_data::QUEUE_EVENTS | profile_data::HOST_EXECUTION_EVENTS;
    let profile = profiled(context, data, ProfileFilter::default(), || scale_and_check(context, 0))?;
    let dispatches: Vec<_> = profile.queue_events.iter().filter(|event| event.operation.kind == kind(context)).collect();
    assert_eq!(dispatches.len(), 1, "{profile:?}");
    let host = profile.host_events.iter().find(|event| event.operation == dispatches[0].operation);
    let host = host.unwrap_or_else(|| panic!("the host's work for {:?} in {profile:?}", dispatches[0]));
    assert!(dispatches[0].time_ns <= host.span.begin_ns && host.span.begin_ns <= host.span.end_ns, "{host:?}");
    assert_eq!(host.failure, None);
    assert!(profile.device_events.is_empty() && profile.dispatch_events.is_empty(), "the device is not asked");
    Ok(())
}

fn profile_of_device(context: &Context) -> Outcome {
    let data = profile_data::DEVICE_QUEUE_EVENTS;
    let profile = profiled(context, data, ProfileFilter::default(), || scale_and_check(context, 0))?;
    let [event] = &profile.device_events[..] else { panic!("expected one operation, found {:?}", profile.device_events) };
    assert_eq!(event.operation.kind, kind(context));
    assert!(event.span.begin_ns <= event.span.end_ns, "{event:?}");
    assert!(profile.dispatch_events.is_empty());
    Ok(())
}

fn profile_filtered(context: &Context) -> Outcome {
    let filter = |function: &str| ProfileFilter { function: Some(function.to_owned()), ..ProfileFilter::default() };
    let data = profile_data::DISPATCH_EVENTS;
    let none = profiled(context, data, filter("never-matches-*"), || scale_and_check(context, 0))?;
    assert!(none.dispatch_events.is_empty());
    let one = profiled(context, data, filter("scale_*"), || scale_and_check(context, 0))?;
    assert_eq!(one.dispatch_events.len(), 1);
    Ok(())
}

fn no_workgroups(context: &Context) -> Outcome {
    let (target, done) = scale(context, None, 0, 0)?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, [99; 4]);
    Ok(())
}

fn no_workgroups_wait(context: &Context) -> Outcome {
    let go = Fence::new();
    let (target, done) = scale(context, Some(&go), 0, 0)?;
    assert_eq!(done.query(), FenceState::Pending);
    go.signal()?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, [99; 4]);
    Ok(())
}

fn wait_before_signal(context: &Context) -> Outcome {
    let go = Fence::new();
    let (target, done) = scale(context, Some(&go), 1, 0)?;
    assert_eq!(done.query(), FenceState::Pending);
    // Nobody behind it is held up, on its queue or another.
    scale_and_check(context, 0)?;
    let other = Fence::new();
    context.device.queue_barrier(on(1, None, &other));
    wait(&other)?;
    assert_eq!(done.query(), FenceState::Pending);
    go.signal()?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, SCALED);
    Ok(())
}

/// Dispatches as many workgroups as a queue wrote before.
fn counted(context: &Context, flags: u64, length: u64) -> Outcome {
    let executable = context.executable(&kernels::WRITE_WORKGROUP_IDS)?;
    let (target, counts) = (unwritten(context)?, context.zeroed(12)?);
    let (updated, done) = (Fence::new(), Fence::new());
    context.update(on_any(None, &updated), &bytes_of(&[4, 1, 1], u32::to_le_bytes), &counts, 0)?;
    let bindings = [whole(&target)];
    let kernel = Kernel { flags, ..Kernel::new(&executable, &[], &bindings) };
    context.dispatch(on_any(&updated, &done), &kernel, Workgroups::From((&counts, 0, length)))?;
    wait(&done)?;
    assert_eq!(context.read_numbers(&target)?, written_by(4));
    Ok(())
}

fn static_counts(context: &Context) -> Outcome {
    counted(context, dispatch_flag::STATIC_INDIRECT_PARAMETERS, 12)
}

fn dynamic_counts(context: &Context) -> Outcome {
    counted(context, dispatch_flag::DYNAMIC_INDIRECT_PARAMETERS, 12)
}

fn whole_counts(context: &Context) -> Outcome {
    counted(context, dispatch_flag::STATIC_INDIRECT_PARAMETERS, WHOLE_BUFFER)
}

fn counted_profiled(context: &Context, flags: u64) -> Outcome {
    let data = profile_data::DISPATCH_EVENTS | profile_data::DEVICE_QUEUE_EVENTS;
    let profile = profiled(context, data, ProfileFilter::default(), || counted(context, flags, 12))?;
    let [event] = &profile.dispatch_events[..] else { panic!("expected one dispatch, found {:?}", profile.dispatch_events) };
    assert_eq!(event.workgroup_counts, None, "only the device knows the counts");
    check_span(&profile, event);
    let on_device: Vec<_> = profile.device_events.iter().filter(|e| e.operation == event.operation).collect();
    assert_eq!(on_device.len(), 1, "{profile:?}");
    assert!(on_device[0].span.begin_ns <= event.span.begin_ns && event.span.end_ns <= on_device[0].span.end_ns);
    Ok(())
}

fn static_counts_profiled(context: &Context) -> Outcome {
    counted_profiled(context, dispatch_flag::STATIC_INDIRECT_PARAMETERS)
}

fn dynamic_counts_profiled(context: &Context) -> Outcome {
    counted_profiled(context, dispatch_flag::DYNAMIC_INDIRECT_PARAMETERS)
}
