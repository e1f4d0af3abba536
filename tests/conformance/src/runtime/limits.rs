//! Devices that are smaller than they are: what is over a limit is done another way, or refused with numbers and names.

use halforge_hal::{DeviceSelector, Fence, StatusCode};
use halforge_shaders::{Abi, kernels};

use crate::case::{Case, further};
use crate::context::{Context, on_any, wait};
use crate::failure::{Outcome, refusal};
use crate::recording::{Kernel, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    further("runtime/limits.push_constants", push_constants).both_modes().kernels(),
    further("runtime/limits.push_constants_of_parts", push_constants_of_parts).both_modes().kernels(),
    further("runtime/limits.many_push_constants", many_push_constants).both_modes().kernels(),
    further("runtime/limits.no_buffer_for_push_constants", no_buffer_for_push_constants).kernels(),
];

impl Context {
    /// The same device, opened once more with these limits.
    fn with_limits(&self, limits: &[(&str, u64)]) -> halforge_hal::Result<Self> {
        let selector = DeviceSelector::Ordinal(self.device.info().ordinal);
        let tighten =
            |device: &mut halforge_hal::DeviceLimits| limits.iter().try_for_each(|&(name, value)| device.tighten(name, value));
        Ok(Self { driver: self.driver.clone(), device: self.driver.open_with_limits(&selector, tighten)?, ..*self })
    }
}

/// Each dispatch has its own constants, also when they are in a buffer, and however often it is run.
fn push_constants(context: &Context) -> Outcome {
    let small = context.with_limits(&[("maxPushConstantsSize", 4)])?;
    let executables = [small.executable(&kernels::WRITE_CONSTANTS)?, small.executable(&kernels::SCALE_AND_OFFSET)?];
    let warmed = Fence::new();
    small.device.queue_prewarm(on_any(None, &warmed), &executables)?;
    wait(&warmed)?;
    let [write, scale] = executables;
    let (first, second, scaled) = (small.zeroed(16)?, small.zeroed(16)?, small.zeroed(16)?);
    let mut recording = Recording::new(&small)?;
    recording.dispatch(&Kernel::new(&write, &[1, 2, 3, 4], &[whole(&first)]), Workgroups::Count(1))?;
    recording.dispatch(&Kernel::new(&write, &[5, 6, 7, 8], &[whole(&second)]), Workgroups::Count(1))?;
    recording.barrier()?;
    recording.dispatch(&Kernel::new(&scale, &[10, 1], &[whole(&second), whole(&scaled)]), Workgroups::Count(1))?;
    let recorded = recording.finish()?;
    for _ in 0..3 {
        recorded.run()?;
        assert_eq!(small.read_numbers(&first)?, [1, 2, 3, 4]);
        assert_eq!(small.read_numbers(&second)?, [5, 6, 7, 8]);
        assert_eq!(small.read_numbers(&scaled)?, [51, 61, 71, 81]);
        small.device.write_buffer(&first, 0, &[0; 16])?;
    }
    // One operation has them too.
    let done = Fence::new();
    small.dispatch(on_any(None, &done), &Kernel::new(&write, &[9, 8, 7, 6], &[whole(&first)]), Workgroups::Count(1))?;
    wait(&done)?;
    assert_eq!(small.read_numbers(&first)?, [9, 8, 7, 6]);
    Ok(())
}

/// A grid that runs in parts has its constants in each of them.
fn push_constants_of_parts(context: &Context) -> Outcome {
    let small = context.with_limits(&[("maxPushConstantsSize", 4), ("maxComputeWorkGroupCount[0]", 3)])?;
    let executable = small.executable(&kernels::SCALE_AND_OFFSET)?;
    let numbers: Vec<u32> = (0..40).collect();
    let (source, target) = (small.numbers(&numbers)?, small.zeroed(160)?);
    let mut recording = Recording::new(&small)?;
    recording.dispatch(&Kernel::new(&executable, &[3, 7], &[whole(&source), whole(&target)]), Workgroups::Count(10))?;
    recording.finish()?.run()?;
    assert_eq!(small.read_numbers(&target)?, numbers.iter().map(|n| 3 * n + 7).collect::<Vec<_>>());
    Ok(())
}

/// More constants than devices must have push constants for; more than lavapipe has, in the address ABI.
fn many_push_constants(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::MANY_CONSTANTS)?;
    let constants: Vec<u32> = (0..64).map(|i| i * i + 1).collect();
    let target = context.zeroed(256)?;
    let mut recording = Recording::new(context)?;
    recording.dispatch(&Kernel::new(&executable, &constants, &[whole(&target)]), Workgroups::Count(1))?;
    recording.finish()?.run()?;
    assert_eq!(context.read_numbers(&target)?, constants);
    Ok(())
}

fn no_buffer_for_push_constants(context: &Context) -> Outcome {
    // The kernel has one buffer of its own, which only the descriptor ABI counts.
    let (bytes, buffers, most) = if context.abi() == Abi::Descriptor { (16, 2, 1) } else { (48, 1, 0) };
    let small = context.with_limits(&[("maxPushConstantsSize", 12), ("maxPerStageDescriptorStorageBuffers", most)])?;
    let refused = refusal(small.executable(&kernels::WRITE_CONSTANTS).map(|_| ()))?;
    assert_eq!(refused.code(), StatusCode::Incompatible);
    for part in [
        format!("{bytes} bytes of push constants are over the device's maxPushConstantsSize of 12"),
        format!("{buffers} storage buffers are over the device's maxPerStageDescriptorStorageBuffers of {most}"),
    ] {
        assert!(refused.message().contains(&part), "{refused}");
    }
    Ok(())
}
