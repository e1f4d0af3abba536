//! Two devices in one process: order across them, memory that both use, failures that cross over.

use halforge_hal::{Buffer, Device, DeviceSelector, Fence, HostCall, Status, StatusCode};
use halforge_shaders::kernels;

use crate::case::{Case, further};
use crate::context::{Context, local, on_any, wait};
use crate::failure::{Failure, Outcome, refusal};
use crate::recording::{Kernel, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    further("runtime/devices.chain", chain),
    further("runtime/devices.wait_before_signal", wait_before_signal),
    further("runtime/devices.failure_crosses", failure_crosses),
    further("runtime/devices.copy_by_the_host", copy_by_the_host),
    further("runtime/devices.shared_memory", shared_memory).both_modes().kernels(),
    further("runtime/devices.shared_copies", shared_copies).both_modes(),
    further("runtime/devices.shared_transients", shared_transients),
    further("runtime/devices.own_memory_is_refused", own_memory_is_refused).both_modes(),
    further("runtime/devices.one_goes", one_goes),
];

impl Context {
    /// The same device, opened once more.
    fn other(&self) -> halforge_hal::Result<Self> {
        let device = self.driver.open(&DeviceSelector::parse(&format!("vulkan://{}", self.device.info().ordinal))?)?;
        assert_ne!(device.id(), self.device.id());
        Ok(Self { driver: self.driver.clone(), device, ..*self })
    }
}

/// A buffer that both devices use, with these numbers.
fn shared(device: &Device, numbers: &[u32]) -> Result<Buffer, Failure> {
    if device.limits().min_imported_host_pointer_alignment == 0 {
        return Err(Failure::Unsupported("memory of the host is not imported (VK_EXT_external_memory_host)".to_owned()));
    }
    let buffer = device.sharing().allocate(local(4 * numbers.len() as u64))?;
    device.write_buffer(&buffer, 0, &numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>())?;
    Ok(buffer)
}

/// Devices take turns.
fn chain(context: &Context) -> Outcome {
    let other = context.other()?;
    let (mine, theirs, go) = (context.zeroed(4)?, other.zeroed(4)?, Fence::new());
    let mut last = go.clone();
    for i in 0..100 {
        let (between, next) = (Fence::new(), Fence::new());
        context.fill(on_any(&last, &between), whole(&mine), (i, 4))?;
        other.fill(on_any(&between, &next), whole(&theirs), (i + 1, 4))?;
        last = next;
    }
    go.signal()?;
    wait(&last)?;
    assert_eq!((context.read_numbers(&mine)?, other.read_numbers(&theirs)?), (vec![99], vec![100]));
    Ok(())
}

/// What waits is submitted first, and its device is not blocked meanwhile.
fn wait_before_signal(context: &Context) -> Outcome {
    let other = context.other()?;
    let (mine, theirs) = (context.zeroed(4)?, other.zeroed(4)?);
    let (first, second, free) = (Fence::new(), Fence::new(), Fence::new());
    other.fill(on_any(&first, &second), whole(&theirs), (2, 4))?;
    other.fill(on_any(None, &free), whole(&theirs), (1, 4))?;
    wait(&free)?;
    assert_eq!(other.read_numbers(&theirs)?, [1]);
    context.fill(on_any(None, &first), whole(&mine), (3, 4))?;
    wait(&second)?;
    assert_eq!((context.read_numbers(&mine)?, other.read_numbers(&theirs)?), (vec![3], vec![2]));
    Ok(())
}

fn failure_crosses(context: &Context) -> Outcome {
    let other = context.other()?;
    let (broken, after) = (Fence::new(), Fence::new());
    other.device.queue_barrier(on_any(&broken, &after));
    let fails = || Err(Status::new(StatusCode::DataLoss, "it broke"));
    context.device.queue_host_call(on_any(None, &broken), HostCall::Blocking(Box::new(fails)));
    let status = refusal(wait(&after))?;
    assert_eq!((status.code(), status.message()), (StatusCode::DataLoss, "it broke"));
    // The rest of both devices goes on.
    for device in [&context.device, &other.device] {
        let done = Fence::new();
        device.queue_barrier(on_any(None, &done));
        wait(&done)?;
    }
    Ok(())
}

/// Memory that one device alone reaches goes to another by way of the host, in the order of fences.
fn copy_by_the_host(context: &Context) -> Outcome {
    let other = context.other()?;
    let (source, target) = (context.zeroed(64)?, other.zeroed(64)?);
    let (filled, moved, doubled) = (Fence::new(), Fence::new(), Fence::new());
    let (from, to, their_source, their_target) = (context.device.clone(), other.device.clone(), source.clone(), target.clone());
    let call = move || {
        let mut bytes = [0; 64];
        from.read_buffer(&their_source, 0, &mut bytes)?;
        to.write_buffer(&their_target, 0, &bytes)
    };
    other.copy(on_any(&moved, &doubled), (&target, 0), (&target, 32), 32)?;
    other.device.queue_host_call(on_any(&filled, &moved), HostCall::Blocking(Box::new(call)));
    context.fill(on_any(None, &filled), (&source, 0, 32), (7, 4))?;
    wait(&doubled)?;
    assert_eq!(other.read_numbers(&target)?, [7; 16]);
    Ok(())
}

/// Kernels of both devices on the same bytes.
fn shared_memory(context: &Context) -> Outcome {
    let other = context.other()?;
    let numbers = shared(&context.device, &[1, 2, 3, 4])?;
    let mut last: Option<Fence> = None;
    for round in 0..4 {
        let on = if round % 2 == 0 { context } else { &other };
        let executable = on.executable(&kernels::SCALE_AND_OFFSET)?;
        let result = shared(&on.device, &[0; 4])?;
        let (ran, copied) = (Fence::new(), Fence::new());
        let mut recording = Recording::new(on)?;
        let bindings = [whole(&numbers), whole(&result)];
        recording.dispatch(&Kernel::new(&executable, &[2, 1], &bindings), Workgroups::Count(1))?;
        recording.finish()?.execute(on_any(last.as_ref(), &ran))?;
        on.copy(on_any(&ran, &copied), (&result, 0), (&numbers, 0), 16)?;
        last = Some(copied);
    }
    last.iter().try_for_each(wait)?;
    // x -> 2x + 1, four times.
    assert_eq!(context.read_numbers(&numbers)?, [31, 47, 63, 79]);
    assert_eq!(other.read_numbers(&numbers)?, [31, 47, 63, 79]);
    Ok(())
}

/// Fills, updates and copies of one device in memory of another, also of odd bytes.
fn shared_copies(context: &Context) -> Outcome {
    let other = context.other()?;
    let (theirs, mine) = (shared(&other.device, &[0; 4])?, context.zeroed(16)?);
    let [filled, updated, copied, back] = std::array::from_fn(|_| Fence::new());
    context.fill(on_any(None, &filled), (&theirs, 1, 3), (0xAB, 1))?;
    context.update(on_any(&filled, &updated), &[1, 2, 3, 4, 5], &theirs, 7)?;
    context.copy(on_any(&updated, &copied), (&theirs, 0), (&mine, 0), 16)?;
    other.fill(on_any(&copied, &back), (&theirs, 12, 4), (9, 4))?;
    wait(&back)?;
    assert_eq!(context.bytes(&mine)?, [0, 0xAB, 0xAB, 0xAB, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0]);
    assert_eq!(other.bytes(&theirs)?[12..], [9, 0, 0, 0]);
    Ok(())
}

/// Memory of one device that the other uses and ends; what is allocated next must not be in its way.
fn shared_transients(context: &Context) -> Outcome {
    shared(&context.device, &[0])?;
    let (other, sharing) = (context.other()?, context.device.sharing());
    let mut results = Vec::new();
    for i in 0..50 {
        let [there, filled, copied, gone] = std::array::from_fn(|_| Fence::new());
        let transient = sharing.queue_alloca(on_any(None, &there), None, local(1 << 16), 0)?;
        other.fill(on_any(&there, &filled), whole(&transient), (i, 4))?;
        let result = shared(&other.device, &[0])?;
        other.copy(on_any(&filled, &copied), (&transient, (1 << 16) - 4), (&result, 0), 4)?;
        let on = if i % 2 == 0 { &other.device } else { &context.device };
        on.queue_dealloca(on_any(&copied, &gone), &transient, 0)?;
        wait(&gone)?;
        results.push(result);
    }
    for (i, result) in (0..).zip(&results) {
        assert_eq!(other.read_numbers(result)?, [i]);
    }
    let pools = context.device.memory_statistics().pools;
    let reserved = pools.iter().find(|(name, _)| *name == "shared").map(|(_, pool)| pool.peak_reserved_bytes);
    assert!(reserved.is_some_and(|bytes| bytes <= 1 << 20), "{pools:?}");
    Ok(())
}

fn own_memory_is_refused(context: &Context) -> Outcome {
    let other = context.other()?;
    let (mine, theirs) = (context.zeroed(16)?, other.zeroed(16)?);
    let refused = refusal(context.copy(on_any(None, None), (&theirs, 0), (&mine, 0), 16))?;
    assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    assert!(refused.message().contains("the buffer belongs to another device"), "{refused}");
    Ok(())
}

/// A device may go while work of another waits for its own, which is done first.
fn one_goes(context: &Context) -> Outcome {
    let buffer = context.zeroed(4)?;
    let (filled, done) = (Fence::new(), Fence::new());
    {
        let other = context.other()?;
        let theirs = other.zeroed(4)?;
        context.fill(on_any(&filled, &done), whole(&buffer), (1, 4))?;
        other.fill(on_any(None, &filled), whole(&theirs), (2, 4))?;
    }
    wait(&done)?;
    assert_eq!(context.read_numbers(&buffer)?, [1]);
    Ok(())
}
