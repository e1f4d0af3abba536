//! Command buffers that run more than once.

use halforge_hal::{BindingRef, Buffer, BufferRef, CommandBuffer, DispatchDesc, Fence, Grid, command_category};
use halforge_shaders::kernels;

use super::dispatch::binding_alignment;
use crate::case::{Case, case};
use crate::context::{Context, local, on_any, wait};
use crate::failure::Outcome;
use crate::recording::{Kernel, Recorded, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/reuse.other_bindings", "DispatchReuseTest.ResubmitWithDifferentBindings", other_bindings)
        .both_modes()
        .kernels(),
    case("command_buffer/reuse.many_workgroups", "DispatchReuseTest.LargeWorkgroupCount", many_workgroups)
        .both_modes()
        .kernels(),
    case("command_buffer/reuse.mixed_bindings", "DispatchReuseTest.MixedDirectAndIndirectBindings", mixed_bindings).kernels(),
    case(
        "command_buffer/reuse.deferred_keeps_bindings",
        "DispatchReuseTest.DeferredExecuteRetainsDispatchBindingTable",
        deferred_keeps_bindings,
    )
    .both_modes()
    .kernels(),
    case("command_buffer/reuse.alloca_cycle", "DispatchReuseTest.AllocaExecuteDeallocaCycle", alloca_cycle)
        .both_modes()
        .kernels(),
    case("command_buffer/reuse.alloca_pipelined", "DispatchReuseTest.PipelinedAllocaExecuteDealloca", alloca_pipelined)
        .both_modes()
        .kernels(),
    case("command_buffer/reuse.many_dispatches", "DispatchReuseTest.MultipleDispatchesInSingleCommandBuffer", many_dispatches)
        .both_modes()
        .kernels(),
    case("command_buffer/reuse.many_tables", "DispatchReuseTest.MultiDispatchMultiResubmit", many_tables)
        .both_modes()
        .kernels(),
];

fn ids(count: u32) -> Vec<u32> {
    (0..count).collect()
}

/// `write_workgroup_ids` into each of `targets`, with barriers between.
pub(super) fn record_ids<'c>(context: &'c Context, targets: &[&Buffer], count: u32) -> halforge_hal::Result<Recorded<'c>> {
    let executable = context.executable(&kernels::WRITE_WORKGROUP_IDS)?;
    let mut recording = Recording::new(context)?;
    for (i, target) in targets.iter().enumerate() {
        if i > 0 {
            recording.barrier()?;
        }
        recording.dispatch(&Kernel::new(&executable, &[], &[whole(target)]), Workgroups::Count(count.into()))?;
    }
    recording.finish()
}

/// Runs with these buffers in the table, or with those that the commands name.
fn run_on(context: &Context, recorded: &Recorded<'_>, targets: &[&Buffer]) -> halforge_hal::Result<()> {
    let table: Vec<BindingRef> = targets.iter().map(|target| BindingRef::whole(target)).collect();
    let done = Fence::new();
    let table = if recorded.table.is_empty() { &[][..] } else { &table };
    context.device.queue_execute(on_any(None, &done), &recorded.commands, table)?;
    wait(&done)
}

fn other_bindings(context: &Context) -> Outcome {
    let first = context.zeroed(256)?;
    let recorded = record_ids(context, &[&first], 64)?;
    // More tables than are remembered, and the first again.
    for round in 0..20 {
        let target = if recorded.table.is_empty() { first.clone() } else { context.zeroed(256)? };
        context.device.write_buffer(&target, 0, &[0; 256])?;
        run_on(context, &recorded, &[&target])?;
        assert_eq!(context.read_numbers(&target)?, ids(64), "round {round}");
    }
    run_on(context, &recorded, &[&first])?;
    assert_eq!(context.read_numbers(&first)?, ids(64));
    Ok(())
}

fn many_workgroups(context: &Context) -> Outcome {
    let target = context.zeroed(4 * 5000)?;
    let recorded = record_ids(context, &[&target], 5000)?;
    run_on(context, &recorded, &[&target])?;
    assert_eq!(context.read_numbers(&target)?, ids(5000));
    Ok(())
}

fn mixed_bindings(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::ABS)?;
    let offset_bytes = binding_alignment(context);
    let at = (offset_bytes / 4) as usize;
    let source = context.floats(&vec![-2.5; at + 4])?;
    let commands = CommandBuffer::new(&context.device, 0, command_category::DISPATCH, u64::MAX, 1)?;
    let binding = |buffer| BindingRef { buffer, offset_bytes, length_bytes: 8 };
    commands.dispatch(&DispatchDesc {
        executable: &executable,
        function: 0,
        grid: Grid::Counts([1, 1, 1]),
        constants: &[],
        bindings: &[binding(BufferRef::Direct(source.clone())), binding(BufferRef::Slot(0))],
        flags: 0,
    })?;
    commands.finalize()?;
    for _ in 0..3 {
        let (target, done) = (context.floats(&vec![-9.0; at + 4])?, Fence::new());
        context.device.queue_execute(on_any(None, &done), &commands, &[BindingRef::whole(&target)])?;
        wait(&done)?;
        let mut expected = vec![-9.0; at + 4];
        expected[at..at + 2].fill(2.5);
        assert_eq!(context.read_floats(&target)?, expected);
    }
    Ok(())
}

fn deferred_keeps_bindings(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::ABS)?;
    let (source, target) = (context.floats(&[-2.5, 1.5])?, context.zeroed(8)?);
    let (go, done) = (Fence::new(), Fence::new());
    let mut recording = Recording::one_shot(context)?;
    recording.dispatch(&Kernel::new(&executable, &[], &[whole(&source), whole(&target)]), Workgroups::Count(1))?;
    recording.finish()?.execute(on_any(&go, &done))?;
    // Nobody but the operation has these any more; what is allocated now must be other memory.
    drop((source, executable));
    let others: Vec<Buffer> = (0..8).map(|_| context.floats(&[77.0, 77.0])).collect::<Result<_, _>>()?;
    go.signal()?;
    wait(&done)?;
    assert_eq!(context.read_floats(&target)?, [2.5, 1.5]);
    drop(others);
    Ok(())
}

fn alloca_cycle(context: &Context) -> Outcome {
    for round in 0..3 {
        let [there, done, gone] = std::array::from_fn(|_| Fence::new());
        let target = context.device.queue_alloca(on_any(None, &there), None, local(512), 0)?;
        let recorded = record_ids(context, &[&target], 128)?;
        recorded.execute(on_any(&there, &done))?;
        wait(&done)?;
        assert_eq!(context.read_numbers(&target)?, ids(128), "round {round}");
        context.device.queue_dealloca(on_any(&done, &gone), &target, 0)?;
        wait(&gone)?;
    }
    Ok(())
}

fn alloca_pipelined(context: &Context) -> Outcome {
    let mut stages = Vec::new();
    for _ in 0..4 {
        let (there, done) = (Fence::new(), Fence::new());
        let target = context.device.queue_alloca(on_any(None, &there), None, local(256), 0)?;
        record_ids(context, &[&target], 64)?.execute(on_any(&there, &done))?;
        stages.push((target, done));
    }
    let mut all_gone = Vec::new();
    for (target, done) in &stages {
        wait(done)?;
        assert_eq!(context.read_numbers(target)?, ids(64));
        let gone = Fence::new();
        context.device.queue_dealloca(on_any(done, &gone), target, 0)?;
        all_gone.push(gone);
    }
    Ok(wait(&Fence::join(&all_gone))?)
}

fn many_dispatches(context: &Context) -> Outcome {
    let targets: Vec<Buffer> = (0..8).map(|_| context.zeroed(128)).collect::<Result<_, _>>()?;
    let recorded = record_ids(context, &targets.iter().collect::<Vec<_>>(), 32)?;
    recorded.run()?;
    for target in &targets {
        assert_eq!(context.read_numbers(target)?, ids(32));
    }
    Ok(())
}

fn many_tables(context: &Context) -> Outcome {
    let named = [context.zeroed(128)?, context.zeroed(128)?];
    let recorded = record_ids(context, &[&named[0], &named[1]], 32)?;
    for round in 0..5 {
        let fresh = [context.zeroed(128)?, context.zeroed(128)?];
        let targets = if recorded.table.is_empty() { &named } else { &fresh };
        run_on(context, &recorded, &[&targets[0], &targets[1]])?;
        for target in targets {
            assert_eq!(context.read_numbers(target)?, ids(32), "round {round}");
        }
    }
    Ok(())
}
