//! Runs a case and sees what is left of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use halforge_hal::{Device, DeviceSelector, Driver, DriverOptions, Result, live_semaphores};

use crate::case::{Case, Variant};
use crate::context::Context;
use crate::failure::Failure;

/// How long what works in the background may take to let go of what a case used.
const SETTLING: Duration = Duration::from_secs(5);

/// A device that cases run on.
pub struct Harness {
    driver: Driver,
    device: Device,
}

/// What a case came to in a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It passed.
    Passed,
    /// It failed: why.
    Failed(String),
    /// The device lacks what it needs: what.
    Unsupported(String),
}

/// What must be the same before and after a case.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Left {
    objects: Vec<(&'static str, u64)>,
    semaphores: u64,
    live_bytes: u64,
    reserved_bytes: u64,
}

impl Harness {
    /// The device that `selector` names, with the validation layer.
    ///
    /// # Errors
    /// When there is no such device, or no validation layer.
    pub fn new(selector: &DeviceSelector) -> Result<Self> {
        Self::with_driver(Driver::new(DriverOptions { validation: true, ..DriverOptions::default() })?, selector)
    }

    fn with_driver(driver: Driver, selector: &DeviceSelector) -> Result<Self> {
        let device = driver.open(selector)?;
        Ok(Self { driver, device })
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Runs a case.
    pub fn run(&self, case: &Case, variant: Variant) -> Verdict {
        if let Some(why) = self.lacks(variant) {
            return Verdict::Unsupported(why);
        }
        let messages = self.driver.validation_messages().len();
        let before = match self.settle(|_| true) {
            Ok(before) => before,
            Err(status) => return Verdict::Failed(format!("before the case: {status}")),
        };
        let context = Context::new(&self.driver, &self.device, variant);
        let outcome = catch_unwind(AssertUnwindSafe(|| (case.run)(&context)));
        drop(context);
        let after = self.settle(|after| *after == before);
        let said: Vec<String> = self.driver.validation_messages().iter().skip(messages).map(ToString::to_string).collect();
        if !said.is_empty() {
            return Verdict::Failed(said.join("\n"));
        }
        match outcome {
            Err(panic) => return Verdict::Failed(panic_text(panic.as_ref())),
            Ok(Err(Failure::Failed(why))) => return Verdict::Failed(why),
            Ok(Err(Failure::Unsupported(why))) => return Verdict::Unsupported(why),
            Ok(Ok(())) => {}
        }
        match after {
            Ok(after) if after == before => Verdict::Passed,
            Ok(after) => Verdict::Failed(format!("something is left of the case: expected {before:?}, found {after:?}")),
            Err(status) => Verdict::Failed(format!("after the case: {status}")),
        }
    }

    /// What the device lacks for a variant.
    fn lacks(&self, variant: Variant) -> Option<String> {
        let format = variant.abi?.format();
        if self.device.query("hal.executable.format", format).is_some() {
            return None;
        }
        let features = [("bufferDeviceAddress", "buffer_device_address"), ("shaderInt64", "shader_int64")];
        let missing = features.iter().filter(|(_, key)| self.device.query("vulkan.feature", key) != Some(1));
        let names: Vec<&str> = missing.map(|(name, _)| *name).collect();
        Some(format!("kernels of {format} need {}", names.join(" and ")))
    }

    /// What is left, once that is as it should be or patience ends.
    fn settle(&self, is_right: impl Fn(&Left) -> bool) -> Result<Left> {
        let end = Instant::now() + SETTLING;
        loop {
            self.device.wait_idle(Some(end))?;
            self.device.trim();
            let memory = self.device.memory_statistics().total();
            let left = Left {
                objects: self.device.live_objects(),
                semaphores: live_semaphores(),
                live_bytes: memory.live_bytes,
                reserved_bytes: memory.reserved_bytes,
            };
            if is_right(&left) || Instant::now() >= end {
                return Ok(left);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("the case panicked").to_owned()
}

#[cfg(test)]
mod tests {
    use halforge_hal::{StatusCode, faults};
    use halforge_shaders::Abi;

    use super::*;
    use crate::case::further;
    use crate::context::{Mode, local};
    use crate::failure::Outcome;

    fn leaves_a_buffer(context: &Context) -> Outcome {
        std::mem::forget(context.device.allocate(local(64))?);
        Ok(())
    }

    fn panics(_: &Context) -> Outcome {
        panic!("it is wrong")
    }

    fn lacks(_: &Context) -> Outcome {
        Err(Failure::Unsupported("nothing here".to_owned()))
    }

    #[test]
    fn only_what_leaves_nothing_passes() {
        let harness = Harness::new(&DeviceSelector::Any).unwrap();
        let run = |run| harness.run(&further("runtime/test", run), Variant { mode: None, abi: None });
        assert_eq!(run(|_| Ok(())), Verdict::Passed);
        assert_eq!(run(panics), Verdict::Failed("it is wrong".to_owned()));
        assert_eq!(run(lacks), Verdict::Unsupported("nothing here".to_owned()));
        let broken = halforge_hal::Status::new(StatusCode::Internal, "it broke");
        assert_eq!(Failure::from(broken), Failure::Failed("INTERNAL: it broke".to_owned()));
        let left = run(leaves_a_buffer);
        assert!(matches!(&left, Verdict::Failed(why) if why.contains("something is left")), "{left:?}");
    }

    /// Cases whose commands need barriers between them, for what the layer watches. What kernels write it (1.3.239) takes for
    /// read (KhronosGroup/Vulkan-ValidationLayers#6061): `tests/commands.rs` counts the barriers between kernels.
    const WITH_BARRIERS: &[&str] =
        &["command_buffer/pipeline.fill_and_two_dispatches", "command_buffer/transient.fill_then_copy"];

    /// The validation layer says so when a barrier is missing: what passes has its barriers.
    #[test]
    fn a_missing_barrier_is_seen() {
        let options = DriverOptions { validation: true, faults: true, ..DriverOptions::default() };
        let harness = Harness::with_driver(Driver::new(options).unwrap(), &DeviceSelector::Any).unwrap();
        for (name, mode) in WITH_BARRIERS.iter().flat_map(|name| [(name, Mode::Direct), (name, Mode::Indirect)]) {
            let variant = Variant { mode: Some(mode), abi: Some(Abi::Descriptor) };
            let case = crate::cases().find(|case| case.name == *name).unwrap();
            faults::reset();
            assert_eq!(harness.run(case, variant), Verdict::Passed, "{name}");
            assert!(faults::leave_out("vkCmdPipelineBarrier2", 1..=u64::MAX));
            let verdict = harness.run(case, variant);
            faults::reset();
            assert!(matches!(&verdict, Verdict::Failed(why) if why.contains("SYNC-HAZARD")), "{name}: {verdict:?}");
        }
    }
}
