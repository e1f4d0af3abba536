//! How each operation becomes instructions: the table of the lowering.
//!
//! Every operation of the host dialects has a row; the tests below ask for it. Other dialects have one answer each.

use halforge_ir::OpKind;
use halforge_plan::{BinaryOp, UnaryOp};

use crate::function::{FunctionLowering, Lowering};
use crate::special;

/// What an operation becomes.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// The instruction with the operation's name, whose fields have the names of operands, attributes and results.
    Same,
    /// Arithmetic on two operands.
    Binary(BinaryOp),
    /// Arithmetic on one operand.
    Unary(UnaryOp),
    /// What the function emits.
    Special(fn(&mut FunctionLowering<'_, '_>, halforge_ir::Op) -> Lowering),
    /// Nothing: it has no place in host code at phase hal.
    Not(&'static str),
}

const EARLIER: How = How::Not("stands before phase hal: run the HAL passes first (compile to phase hal)");
const DEVICE_CODE: How = How::Not("stands in device code, not in host code");
const STRUCTURE: How = How::Not("stands in a module or executable, not in a function");
const TENSORS: How = How::Not("works on tensors or constants, which are buffer views at phase hal");

/// The row of an operation.
pub(crate) fn how(kind: OpKind) -> How {
    use BinaryOp as B;
    use How::{Binary, Same, Special, Unary};
    use OpKind as K;
    use UnaryOp as U;
    match kind {
        K::BuiltinModule | K::UtilInitializer | K::UtilFunc | K::UtilGlobal | K::FuncFunc => STRUCTURE,
        K::BuiltinUnrealizedConversionCast => EARLIER,

        K::CfBr => Special(special::br),
        K::CfCondBr => Special(special::cond_br),
        K::CfSwitch => Special(special::switch),
        K::CfAssert => Same,
        K::FuncCall | K::UtilCall => Special(special::call),
        K::FuncReturn | K::UtilReturn => Special(special::ret),

        K::ArithConstant => Special(special::constant),
        K::ArithAddI => Binary(B::AddI),
        K::ArithSubI => Binary(B::SubI),
        K::ArithMulI => Binary(B::MulI),
        K::ArithDivSI => Binary(B::DivSI),
        K::ArithDivUI => Binary(B::DivUI),
        K::ArithCeilDivSI => Binary(B::CeilDivSI),
        K::ArithCeilDivUI => Binary(B::CeilDivUI),
        K::ArithFloorDivSI => Binary(B::FloorDivSI),
        K::ArithRemSI => Binary(B::RemSI),
        K::ArithRemUI => Binary(B::RemUI),
        K::ArithAndI => Binary(B::AndI),
        K::ArithOrI => Binary(B::OrI),
        K::ArithXOrI => Binary(B::XOrI),
        K::ArithShLI => Binary(B::ShLI),
        K::ArithShRSI => Binary(B::ShRSI),
        K::ArithShRUI => Binary(B::ShRUI),
        K::ArithMaxSI => Binary(B::MaxSI),
        K::ArithMaxUI => Binary(B::MaxUI),
        K::ArithMinSI => Binary(B::MinSI),
        K::ArithMinUI => Binary(B::MinUI),
        K::ArithAddF => Binary(B::AddF),
        K::ArithSubF => Binary(B::SubF),
        K::ArithMulF => Binary(B::MulF),
        K::ArithDivF => Binary(B::DivF),
        K::ArithRemF => Binary(B::RemF),
        K::ArithMaximumF => Binary(B::MaximumF),
        K::ArithMinimumF => Binary(B::MinimumF),
        K::ArithMaxNumF => Binary(B::MaxNumF),
        K::ArithMinNumF => Binary(B::MinNumF),
        K::ArithNegF => Unary(U::NegF),
        K::ArithExtSI => Unary(U::ExtSI),
        K::ArithExtUI => Unary(U::ExtUI),
        K::ArithTruncI => Unary(U::TruncI),
        K::ArithExtF => Unary(U::ExtF),
        K::ArithTruncF => Unary(U::TruncF),
        K::ArithSIToFP => Unary(U::SIToFP),
        K::ArithUIToFP => Unary(U::UIToFP),
        K::ArithFPToSI => Unary(U::FPToSI),
        K::ArithFPToUI => Unary(U::FPToUI),
        K::ArithBitcast => Unary(U::Bitcast),
        K::ArithIndexCast => Special(special::index_cast),
        K::ArithIndexCastUI => Special(special::index_castui),
        K::ArithCmpI => Special(special::cmpi),
        K::ArithCmpF => Special(special::cmpf),
        K::ArithSelect => Same,

        K::UtilNull | K::UtilBufferConstant | K::UtilGlobalLoad | K::UtilGlobalStore => Same,
        K::UtilSwitch | K::UtilStatusCheckOk | K::UtilUnreachable => Same,
        K::UtilAlign => Binary(B::Align),
        K::UtilCast | K::UtilOptimizationBarrier => Special(special::copy),
        K::UtilCmpEq => Special(special::cmp_eq),
        K::UtilCmpNe => Special(special::cmp_ne),
        K::UtilSizeof => Special(special::sizeof),

        K::CheckExpectTrue | K::CheckExpectFalse | K::CheckExpectAllTrue | K::CheckExpectEq => Same,
        K::CheckExpectAlmostEq => Special(special::expect_almost_eq),
        K::CheckExpectEqConst | K::CheckExpectAlmostEqConst => TENSORS,

        K::IoParametersLoad | K::IoParametersGather | K::IoParametersScatter => Same,

        K::HalTensorImport | K::HalTensorExport | K::HalTensorAlias | K::HalTensorTransients | K::HalTensorBarrier => EARLIER,
        K::HalDispatchExtern | K::HalDeviceMemoize | K::HalReturn | K::HalDeviceResolve | K::HalExecutableExportOrdinal => {
            EARLIER
        }
        K::HalAllocatorResolveMemoryProperties | K::HalExecutableLookup | K::HalExecutableCalculateWorkgroups => EARLIER,

        K::HalAllocatorSelect | K::HalAllocatorAllocate | K::HalAllocatorImport => Same,
        K::HalBufferAssert | K::HalBufferSubspan | K::HalBufferLength | K::HalBufferLoad | K::HalBufferStore => Same,
        K::HalBufferAllocationPreserve | K::HalBufferAllocationDiscard | K::HalBufferAllocationIsTerminal => Same,
        K::HalBufferUsage => Special(special::buffer_usage),
        K::HalMemoryType => Special(special::memory_type),
        K::HalElementType => Special(special::element_type),
        K::HalEncodingType => Special(special::encoding_type),
        K::HalBufferViewCreate | K::HalBufferViewAssert | K::HalBufferViewBuffer | K::HalBufferViewElementType => Same,
        K::HalBufferViewEncodingType | K::HalBufferViewRank | K::HalBufferViewDim | K::HalBufferViewTrace => Same,
        K::HalChannelCreate | K::HalChannelSplit | K::HalChannelRankAndCount => Same,
        K::HalCommandBufferCreate | K::HalCommandBufferFinalize => Same,
        K::HalCommandBufferDevice => Special(special::command_buffer_device),
        K::HalCommandBufferBeginDebugGroup | K::HalCommandBufferEndDebugGroup | K::HalCommandBufferExecutionBarrier => Same,
        K::HalCommandBufferFillBuffer | K::HalCommandBufferUpdateBuffer | K::HalCommandBufferCopyBuffer => Same,
        K::HalCommandBufferCollective => Special(special::collective),
        K::HalCommandBufferDispatch | K::HalCommandBufferDispatchIndirect => Same,
        K::HalDeviceAllocator | K::HalDeviceQuery | K::HalDevicesCount | K::HalDevicesGet | K::HalExFileFromMemory => Same,
        K::HalDeviceQueueAlloca | K::HalDeviceQueueDealloca | K::HalDeviceQueueFill | K::HalDeviceQueueUpdate => Same,
        K::HalDeviceQueueCopy | K::HalDeviceQueueRead | K::HalDeviceQueueWrite | K::HalDeviceQueueBarrier => Same,
        K::HalDeviceQueueExecute | K::HalDeviceQueueExecuteIndirect | K::HalDeviceQueueFlush => Same,
        K::HalExecutableCreate | K::HalExecutableLookupFunction => Same,
        K::HalFenceCreate | K::HalFenceJoin | K::HalFenceQuery | K::HalFenceSignal | K::HalFenceFail | K::HalFenceAwait => Same,

        K::HalExecutableSource | K::HalExecutableSourceEnd | K::HalExecutable | K::HalExecutableEnd => STRUCTURE,
        K::HalExecutableExport | K::HalExecutableVariant | K::HalExecutableVariantEnd | K::HalExecutableCondition => STRUCTURE,
        K::HalExecutableConstantBlock | K::HalExecutableBinary => STRUCTURE,
        K::HalExecutableConstantLoad | K::HalInterfaceWorkgroupId | K::HalInterfaceWorkgroupCount => DEVICE_CODE,
        K::HalInterfaceWorkgroupSize | K::HalInterfaceConstantLoad | K::HalInterfaceBindingSubspan => DEVICE_CODE,
        K::HalInstrumentWorkgroup | K::HalInstrumentPrint | K::HalInstrumentValue => DEVICE_CODE,
        K::HalInstrumentMemoryLoad | K::HalInstrumentMemoryStore => DEVICE_CODE,

        _ => elsewhere(kind.def().name),
    }
}

/// Where an operation stands that the table does not name, by its dialect.
fn elsewhere(name: &str) -> How {
    match name.split('.').next() {
        Some("stream" | "flow" | "iree_tensor_ext" | "tensor" | "linalg" | "iree_linalg_ext") => EARLIER,
        Some("spirv" | "gpu" | "vector" | "memref" | "affine" | "iree_codegen" | "iree_gpu") => DEVICE_CODE,
        _ => How::Not("is not an operation of the dialects that stand at phase hal"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that says `Same` has an instruction of that name; without one, lowering would fail on real programs.
    #[test]
    fn same_names_have_instructions() {
        let names: Vec<&str> = halforge_plan::Instr::ALL.iter().map(|(_, name)| *name).collect();
        for &kind in OpKind::ALL {
            if matches!(how(kind), How::Same) {
                assert!(names.contains(&kind.def().name), "{}", kind.def().name);
            }
        }
    }

    /// Every instruction of the HAL, of parameters and of checks comes from an operation of its name.
    #[test]
    fn instructions_have_operations() {
        for (_, name) in halforge_plan::Instr::ALL {
            if name.starts_with("hal.") || name.starts_with("io_parameters.") || name.starts_with("check.") {
                let kind = OpKind::from_name(name);
                assert!(kind.is_some_and(|kind| !matches!(how(kind), How::Not(_))), "{name}");
            }
        }
    }

    /// An operation that is lowered needs a case beside the others, which shows what it becomes.
    #[test]
    fn lowered_operations_have_cases() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/plan");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let text: String = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '_')).collect();
        for &kind in OpKind::ALL {
            // Inside a function, operations of `func` go without their dialect.
            let name = kind.def().name.trim_start_matches("func.");
            assert!(matches!(how(kind), How::Not(_)) || words.contains(&name), "no case has {name}");
        }
    }
}
