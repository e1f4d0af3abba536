//! Dispatches.

use halforge_hal::StatusCode;
use halforge_shaders::{Abi, kernels};

use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::{Outcome, refusal};
use crate::recording::{Kernel, Recording, Workgroups, whole};

pub(crate) const CASES: &[Case] = &[
    case("command_buffer/dispatch.constants_and_bindings", "DispatchConstantsBindingsTest.ScaleAndOffset", scale)
        .both_modes()
        .kernels(),
    case("command_buffer/dispatch.constants", "DispatchConstantsTest.DispatchWithDispatchConstants", constants)
        .both_modes()
        .kernels(),
    case("command_buffer/dispatch.two_functions", "DispatchMultiEntrypointTest.NegateAndDouble", two_functions)
        .both_modes()
        .kernels(),
    case("command_buffer/dispatch.workgroups", "DispatchMultiWorkgroupTest.WriteWorkgroupIds", workgroups)
        .both_modes()
        .kernels(),
    case("command_buffer/dispatch.part", "DispatchTest.DispatchAbs", part).both_modes().kernels(),
];

/// What offsets of bindings must be multiples of.
pub(super) fn binding_alignment(context: &Context) -> u64 {
    match context.abi() {
        Abi::Descriptor => context.device.limits().min_storage_buffer_offset_alignment.max(4),
        Abi::Address => 4,
    }
}

fn scale(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::SCALE_AND_OFFSET)?;
    let (source, target) = (context.numbers(&[1, 2, 3, 4])?, context.zeroed(16)?);
    let mut recording = Recording::one_shot(context)?;
    let bindings = [whole(&source), whole(&target)];
    recording.dispatch(&Kernel::new(&executable, &[3, 10], &bindings), Workgroups::Count(1))?;
    recording.finish()?.run()?;
    assert_eq!(context.read_numbers(&target)?, [13, 16, 19, 22]);
    // The numbers of constants and bindings are checked.
    let mut recording = Recording::one_shot(context)?;
    for kernel in [Kernel::new(&executable, &[3], &bindings), Kernel::new(&executable, &[3, 10], &bindings[..1])] {
        let refused = refusal(recording.dispatch(&kernel, Workgroups::Count(1)))?;
        assert_eq!(refused.code(), StatusCode::InvalidArgument, "{refused}");
    }
    Ok(())
}

fn constants(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::WRITE_CONSTANTS)?;
    let target = context.zeroed(16)?;
    let mut recording = Recording::one_shot(context)?;
    let values = [0x1111_1111, 0x2222_2222, 0x3333_3333, 0xFFFF_FFFF];
    recording.dispatch(&Kernel::new(&executable, &values, &[whole(&target)]), Workgroups::Count(1))?;
    recording.finish()?.run()?;
    assert_eq!(context.read_numbers(&target)?, values);
    Ok(())
}

fn two_functions(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::NEGATE_AND_DOUBLE)?;
    let source = context.floats(&[1.0, -2.5, 0.0, 1e30])?;
    let (negated, doubled) = (context.zeroed(16)?, context.zeroed(16)?);
    let mut recording = Recording::one_shot(context)?;
    for (name, target) in [("negate", &negated), ("double_it", &doubled)] {
        let bindings = [whole(&source), whole(target)];
        let function = executable.lookup_function(name)?;
        recording.dispatch(&Kernel { function, ..Kernel::new(&executable, &[], &bindings) }, Workgroups::Count(1))?;
    }
    recording.finish()?.run()?;
    assert_eq!(context.read_floats(&negated)?, [-1.0, 2.5, -0.0, -1e30]);
    assert_eq!(context.read_floats(&doubled)?, [2.0, -5.0, 0.0, 2e30]);
    Ok(())
}

fn workgroups(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::WRITE_WORKGROUP_IDS)?;
    let target = context.buffer(&[0xFF; 4 * 40])?;
    let mut recording = Recording::one_shot(context)?;
    recording.dispatch(&Kernel::new(&executable, &[], &[whole(&target)]), Workgroups::Count(32))?;
    recording.finish()?.run()?;
    let expected: Vec<u32> = (0..32).chain([u32::MAX; 8]).collect();
    assert_eq!(context.read_numbers(&target)?, expected);
    Ok(())
}

fn part(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::ABS)?;
    let offset = binding_alignment(context);
    let at = (offset / 4) as usize;
    let mut numbers = vec![-9.0; at + 4];
    numbers[at..at + 2].copy_from_slice(&[-2.5, 3.5]);
    let (source, target) = (context.floats(&numbers)?, context.floats(&vec![-1.0; at + 4])?);
    let mut recording = Recording::one_shot(context)?;
    let bindings = [(&source, offset, 8), (&target, offset, 8)];
    recording.dispatch(&Kernel::new(&executable, &[], &bindings), Workgroups::Count(1))?;
    recording.finish()?.run()?;
    let mut expected = vec![-1.0; at + 4];
    expected[at..at + 2].copy_from_slice(&[2.5, 3.5]);
    assert_eq!(context.read_floats(&target)?, expected);
    if offset > 4 {
        // The driver never sees an offset that the device cannot do.
        let mut recording = Recording::one_shot(context)?;
        let bindings = [(&source, 4, 8), (&target, offset, 8)];
        recording.dispatch(&Kernel::new(&executable, &[], &bindings), Workgroups::Count(1))?;
        let refused = refusal(recording.finish()?.run())?;
        assert!(refused.message().contains("minStorageBufferOffsetAlignment"), "{refused}");
    }
    Ok(())
}
