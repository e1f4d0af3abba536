//! What is recorded for a dispatch: no more than hand-written Vulkan would need.
//!
//! Commands are counted on their way to the driver, which is one count for the process: the cases are one test.

use std::sync::Arc;

use halforge_hal::{
    AllocaDesc, BindingRef, Buffer, BufferRef, CommandBuffer, Device, DeviceSelector, DispatchDesc, Driver, DriverOptions,
    Executable, Fence, Grid, QueueOp, Result, buffer_usage, command_category, execution_stage, faults, memory_type,
};
use halforge_shaders::{Abi, container, kernels};

/// Dispatches of a command buffer: so many that it is recorded once.
const COUNT: u64 = 100;

/// Bytes of a kernel's four numbers, at an offset that every device takes.
const STRIDE: u64 = 256;

fn buffer(device: &Device, size_bytes: u64) -> Result<Buffer> {
    let (memory_type, usage) = (memory_type::DEVICE_LOCAL, buffer_usage::DEFAULT);
    device.allocate(AllocaDesc { memory_type, usage, size_bytes, ..AllocaDesc::default() })
}

fn part(buffer: &Buffer, number: u64) -> BindingRef {
    BindingRef { buffer: BufferRef::Direct(buffer.clone()), offset_bytes: STRIDE * number, length_bytes: 16 }
}

/// Whether a program records a barrier after each dispatch.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Barriers {
    None,
    Each,
}

/// Runs `COUNT` dispatches from one part of a buffer to another three times; the commands that were recorded.
fn recorded(
    device: &Device,
    executable: &Arc<Executable>,
    parts: impl Fn(u64) -> [BindingRef; 2],
    barriers: Barriers,
) -> Result<Vec<u64>> {
    let commands = CommandBuffer::new(device, 0, command_category::ANY, u64::MAX, 0)?;
    for number in 0..COUNT {
        let bindings = parts(number);
        let desc = DispatchDesc {
            executable,
            function: 0,
            grid: Grid::Counts([1; 3]),
            constants: &[2, 1],
            bindings: &bindings,
            flags: 0,
        };
        commands.dispatch(&desc)?;
        if barriers == Barriers::Each {
            commands.execution_barrier(execution_stage::DISPATCH, execution_stage::DISPATCH)?;
        }
    }
    commands.finalize()?;
    faults::reset();
    for _ in 0..3 {
        let done = Fence::new();
        device.queue_execute(QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) }, &commands, &[])?;
        done.wait(None)?;
    }
    Ok(faults::commands().into_iter().map(|(_, count)| count).collect())
}

/// The counts that are not zero, in the order of the names.
fn counts(expected: &[(&str, u64)]) -> Vec<u64> {
    assert!(expected.iter().all(|(name, _)| faults::COMMANDS.contains(name)));
    let count = |name: &&str| expected.iter().find(|(known, _)| known == name).map_or(0, |(_, count)| *count);
    faults::COMMANDS.iter().map(count).collect()
}

#[test]
fn a_dispatch_is_as_few_commands_as_by_hand() {
    let driver = Driver::new(DriverOptions { faults: true, ..DriverOptions::default() }).unwrap();
    let device = driver.open(&DeviceSelector::Any).unwrap();
    let kernel = &kernels::SCALE_AND_OFFSET;
    let all = buffer(&device, STRIDE * (COUNT + 1)).unwrap();
    let free = |number| [part(&all, COUNT), part(&all, number)];
    let chain = |number| [part(&all, number % 2), part(&all, (number + 1) % 2)];
    for abi in Abi::ALL {
        let code = container(kernel, abi).unwrap();
        let Ok(executable) = device.load_executable(kernel.name, abi.format(), &code, &[]) else {
            assert!(abi == Abi::Address, "every device runs kernels of the descriptor ABI");
            continue;
        };
        // Constants that stay the same are set once, but those of the address ABI lead to the bindings.
        let (sets, pushes) = if abi == Abi::Descriptor { (COUNT, 1) } else { (0, COUNT) };
        let parts = [&free as &dyn Fn(u64) -> [BindingRef; 2], &chain];
        for (parts, barriers, expected_barriers) in [
            (parts[0], Barriers::None, 0),
            (parts[1], Barriers::Each, COUNT - 1),
            // Dispatches that overlap get barriers that a program leaves out.
            (parts[1], Barriers::None, COUNT - 1),
        ] {
            let expected = counts(&[
                ("vkCmdBindPipeline", 1),
                ("vkCmdBindDescriptorSets", sets),
                ("vkCmdPushConstants", pushes),
                ("vkCmdDispatch", COUNT),
                // One more for what follows and the host.
                ("vkCmdPipelineBarrier2", expected_barriers + 1),
            ]);
            assert_eq!(recorded(&device, &executable, parts, barriers).unwrap(), expected, "{abi:?}, {barriers:?}");
        }
    }
}
