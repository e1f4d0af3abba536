//! The table of operations, one file a family.
//!
//! Rows are written from the published dialect references and the text that IREE 3.13 prints, in the notation of
//! [`crate::def`] and [`crate::format`].

mod arith;
mod builtin;
mod cf;
mod check;
mod func;
mod function;
mod hal;
mod io_parameters;
pub(crate) mod rules;
mod util;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::def::{OpDef, op};

macro_rules! ops {
    ($($kind:ident = $row:expr,)*) => {
        /// The rows of the operation table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "each variant is the row of its name")]
        pub enum OpKind { Unregistered, $($kind,)* }

        impl OpKind {
            /// All rows; the first stands for operations without one.
            pub const ALL: &[Self] = &[Self::Unregistered, $(Self::$kind,)*];

            /// The row.
            pub const fn def(self) -> &'static OpDef {
                const UNREGISTERED: OpDef = op("", "An operation without a row.");
                static DEFS: &[OpDef] = &[UNREGISTERED, $($row,)*];
                &DEFS[self as usize]
            }
        }
    };
}

impl OpKind {
    /// The row called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        static NAMES: OnceLock<FxHashMap<&'static str, OpKind>> = OnceLock::new();
        let names = NAMES.get_or_init(|| OpKind::ALL[1..].iter().map(|&kind| (kind.def().name, kind)).collect());
        names.get(name).copied()
    }
}

ops! {
    BuiltinModule = builtin::MODULE,
    BuiltinUnrealizedConversionCast = builtin::UNREALIZED_CONVERSION_CAST,
    FuncFunc = func::FUNC,
    FuncReturn = func::RETURN,
    FuncCall = func::CALL,
    CfBr = cf::BR,
    CfCondBr = cf::COND_BR,
    CfSwitch = cf::SWITCH,
    CfAssert = cf::ASSERT,

    ArithConstant = arith::CONSTANT,
    ArithAddI = arith::ADDI,
    ArithSubI = arith::SUBI,
    ArithMulI = arith::MULI,
    ArithDivSI = arith::DIVSI,
    ArithDivUI = arith::DIVUI,
    ArithCeilDivSI = arith::CEILDIVSI,
    ArithCeilDivUI = arith::CEILDIVUI,
    ArithFloorDivSI = arith::FLOORDIVSI,
    ArithRemSI = arith::REMSI,
    ArithRemUI = arith::REMUI,
    ArithAndI = arith::ANDI,
    ArithOrI = arith::ORI,
    ArithXOrI = arith::XORI,
    ArithShLI = arith::SHLI,
    ArithShRSI = arith::SHRSI,
    ArithShRUI = arith::SHRUI,
    ArithMaxSI = arith::MAXSI,
    ArithMaxUI = arith::MAXUI,
    ArithMinSI = arith::MINSI,
    ArithMinUI = arith::MINUI,
    ArithAddF = arith::ADDF,
    ArithSubF = arith::SUBF,
    ArithMulF = arith::MULF,
    ArithDivF = arith::DIVF,
    ArithRemF = arith::REMF,
    ArithNegF = arith::NEGF,
    ArithMaximumF = arith::MAXIMUMF,
    ArithMinimumF = arith::MINIMUMF,
    ArithMaxNumF = arith::MAXNUMF,
    ArithMinNumF = arith::MINNUMF,
    ArithCmpI = arith::CMPI,
    ArithCmpF = arith::CMPF,
    ArithSelect = arith::SELECT,
    ArithExtSI = arith::EXTSI,
    ArithExtUI = arith::EXTUI,
    ArithExtF = arith::EXTF,
    ArithTruncI = arith::TRUNCI,
    ArithTruncF = arith::TRUNCF,
    ArithSIToFP = arith::SITOFP,
    ArithUIToFP = arith::UITOFP,
    ArithFPToSI = arith::FPTOSI,
    ArithFPToUI = arith::FPTOUI,
    ArithIndexCast = arith::INDEX_CAST,
    ArithIndexCastUI = arith::INDEX_CASTUI,
    ArithBitcast = arith::BITCAST,

    UtilNull = util::NULL,
    UtilCast = util::CAST,
    UtilCmpEq = util::CMP_EQ,
    UtilCmpNe = util::CMP_NE,
    UtilAlign = util::ALIGN,
    UtilSizeof = util::SIZEOF,
    UtilSwitch = util::SWITCH,
    UtilOptimizationBarrier = util::OPTIMIZATION_BARRIER,
    UtilInitializer = util::INITIALIZER,
    UtilFunc = util::FUNC,
    UtilCall = util::CALL,
    UtilReturn = util::RETURN,
    UtilUnreachable = util::UNREACHABLE,
    UtilGlobal = util::GLOBAL,
    UtilGlobalLoad = util::GLOBAL_LOAD,
    UtilGlobalStore = util::GLOBAL_STORE,

    UtilAssumeInt = util::ASSUME_INT,
    UtilNumericOptionalNarrow = util::NUMERIC_OPTIONAL_NARROW,
    UtilHoistableConversion = util::HOISTABLE_CONVERSION,
    UtilUnfoldableConstant = util::UNFOLDABLE_CONSTANT,
    UtilScfUnreachable = util::SCF_UNREACHABLE,
    UtilGlobalAddress = util::list::GLOBAL_ADDRESS,
    UtilGlobalLoadIndirect = util::list::GLOBAL_LOAD_INDIRECT,
    UtilGlobalStoreIndirect = util::list::GLOBAL_STORE_INDIRECT,
    UtilListCreate = util::list::CREATE,
    UtilListConstruct = util::list::CONSTRUCT,
    UtilListSize = util::list::SIZE,
    UtilListResize = util::list::RESIZE,
    UtilListGet = util::list::GET,
    UtilListSet = util::list::SET,
    UtilRangeMin = util::list::RANGE_MIN,
    UtilRangeMax = util::list::RANGE_MAX,
    UtilRangeExtents = util::list::RANGE_EXTENTS,
    UtilBufferConstant = util::buffer::CONSTANT,
    UtilBufferAlloc = util::buffer::ALLOC,
    UtilBufferDealloc = util::buffer::DEALLOC,
    UtilBufferSlice = util::buffer::SLICE,
    UtilBufferSubspan = util::buffer::SUBSPAN,
    UtilBufferSize = util::buffer::SIZE,
    UtilBufferStorage = util::buffer::STORAGE,
    UtilBufferCopy = util::buffer::COPY,
    UtilBufferCompare = util::buffer::COMPARE,
    UtilBufferFill = util::buffer::FILL,
    UtilBufferLoad = util::buffer::LOAD,
    UtilBufferStore = util::buffer::STORE,
    UtilBufferHash = util::buffer::HASH,
    UtilStringFormat = util::buffer::STRING_FORMAT,
    UtilStringItoa = util::buffer::STRING_ITOA,
    UtilStatusCheckOk = util::STATUS_CHECK_OK,

    CheckExpectTrue = check::EXPECT_TRUE,
    CheckExpectFalse = check::EXPECT_FALSE,
    CheckExpectAllTrue = check::EXPECT_ALL_TRUE,
    CheckExpectEq = check::EXPECT_EQ,
    CheckExpectEqConst = check::EXPECT_EQ_CONST,
    CheckExpectAlmostEq = check::EXPECT_ALMOST_EQ,
    CheckExpectAlmostEqConst = check::EXPECT_ALMOST_EQ_CONST,

    IoParametersLoad = io_parameters::LOAD,
    IoParametersGather = io_parameters::GATHER,
    IoParametersScatter = io_parameters::SCATTER,

    HalTensorImport = hal::tensor::IMPORT,
    HalTensorExport = hal::tensor::EXPORT,
    HalTensorAlias = hal::tensor::ALIAS,
    HalTensorTransients = hal::tensor::TRANSIENTS,
    HalTensorBarrier = hal::tensor::BARRIER,
    HalDispatchExtern = hal::tensor::DISPATCH_EXTERN,
    HalDeviceMemoize = hal::device::MEMOIZE,
    HalReturn = hal::device::RETURN,
    HalAllocatorSelect = hal::allocator::SELECT,
    HalAllocatorAllocate = hal::allocator::ALLOCATE,
    HalAllocatorImport = hal::allocator::IMPORT,
    HalAllocatorResolveMemoryProperties = hal::allocator::RESOLVE_MEMORY_PROPERTIES,
    HalBufferAssert = hal::buffer::ASSERT,
    HalBufferAllocationPreserve = hal::buffer::ALLOCATION_PRESERVE,
    HalBufferAllocationDiscard = hal::buffer::ALLOCATION_DISCARD,
    HalBufferAllocationIsTerminal = hal::buffer::ALLOCATION_IS_TERMINAL,
    HalBufferSubspan = hal::buffer::SUBSPAN,
    HalBufferLength = hal::buffer::LENGTH,
    HalBufferLoad = hal::buffer::LOAD,
    HalBufferStore = hal::buffer::STORE,
    HalBufferUsage = hal::buffer::USAGE,
    HalMemoryType = hal::buffer::MEMORY_TYPE,
    HalElementType = hal::buffer_view::ELEMENT_TYPE,
    HalEncodingType = hal::buffer_view::ENCODING_TYPE,
    HalBufferViewCreate = hal::buffer_view::CREATE,
    HalBufferViewAssert = hal::buffer_view::ASSERT,
    HalBufferViewBuffer = hal::buffer_view::BUFFER_OF,
    HalBufferViewElementType = hal::buffer_view::ELEMENT_TYPE_OF,
    HalBufferViewEncodingType = hal::buffer_view::ENCODING_TYPE_OF,
    HalBufferViewRank = hal::buffer_view::RANK,
    HalBufferViewDim = hal::buffer_view::DIM,
    HalBufferViewTrace = hal::buffer_view::TRACE,
    HalChannelCreate = hal::channel::CREATE,
    HalChannelSplit = hal::channel::SPLIT,
    HalChannelRankAndCount = hal::channel::RANK_AND_COUNT,
    HalCommandBufferCreate = hal::command_buffer::CREATE,
    HalCommandBufferFinalize = hal::command_buffer::FINALIZE,
    HalCommandBufferDevice = hal::command_buffer::DEVICE_OF,
    HalCommandBufferBeginDebugGroup = hal::command_buffer::BEGIN_DEBUG_GROUP,
    HalCommandBufferEndDebugGroup = hal::command_buffer::END_DEBUG_GROUP,
    HalCommandBufferExecutionBarrier = hal::command_buffer::EXECUTION_BARRIER,
    HalCommandBufferFillBuffer = hal::command_buffer::FILL_BUFFER,
    HalCommandBufferUpdateBuffer = hal::command_buffer::UPDATE_BUFFER,
    HalCommandBufferCopyBuffer = hal::command_buffer::COPY_BUFFER,
    HalCommandBufferCollective = hal::command_buffer::COLLECTIVE,
    HalCommandBufferDispatch = hal::command_buffer::DISPATCH,
    HalCommandBufferDispatchIndirect = hal::command_buffer::DISPATCH_INDIRECT,
    HalDeviceResolve = hal::device::RESOLVE,
    HalDeviceAllocator = hal::device::ALLOCATOR_OF,
    HalDeviceQuery = hal::device::QUERY,
    HalDeviceQueueAlloca = hal::queue::ALLOCA,
    HalDeviceQueueDealloca = hal::queue::DEALLOCA,
    HalDeviceQueueFill = hal::queue::FILL,
    HalDeviceQueueUpdate = hal::queue::UPDATE,
    HalDeviceQueueCopy = hal::queue::COPY,
    HalDeviceQueueRead = hal::queue::READ,
    HalDeviceQueueWrite = hal::queue::WRITE,
    HalDeviceQueueBarrier = hal::queue::BARRIER,
    HalDeviceQueueExecute = hal::queue::EXECUTE,
    HalDeviceQueueExecuteIndirect = hal::queue::EXECUTE_INDIRECT,
    HalDeviceQueueFlush = hal::queue::FLUSH,
    HalDevicesCount = hal::device::DEVICES_COUNT,
    HalDevicesGet = hal::device::DEVICES_GET,
    HalExFileFromMemory = hal::device::FILE_FROM_MEMORY,
    HalExecutableSource = hal::executable::SOURCE,
    HalExecutableSourceEnd = hal::executable::SOURCE_END,
    HalExecutable = hal::executable::EXECUTABLE_OP,
    HalExecutableEnd = hal::executable::EXECUTABLE_END,
    HalExecutableExport = hal::executable::EXPORT,
    HalExecutableVariant = hal::executable::VARIANT,
    HalExecutableVariantEnd = hal::executable::VARIANT_END,
    HalExecutableCondition = hal::executable::CONDITION,
    HalExecutableConstantBlock = hal::executable::CONSTANT_BLOCK,
    HalExecutableConstantLoad = hal::executable::CONSTANT_LOAD,
    HalExecutableBinary = hal::executable::BINARY,
    HalExecutableCreate = hal::executable::CREATE,
    HalExecutableLookup = hal::executable::LOOKUP,
    HalExecutableLookupFunction = hal::executable::LOOKUP_FUNCTION,
    HalExecutableExportOrdinal = hal::executable::EXPORT_ORDINAL,
    HalExecutableCalculateWorkgroups = hal::executable::CALCULATE_WORKGROUPS,
    HalInterfaceWorkgroupId = hal::interface::WORKGROUP_ID,
    HalInterfaceWorkgroupCount = hal::interface::WORKGROUP_COUNT,
    HalInterfaceWorkgroupSize = hal::interface::WORKGROUP_SIZE,
    HalInterfaceConstantLoad = hal::interface::CONSTANT_LOAD,
    HalInterfaceBindingSubspan = hal::interface::BINDING_SUBSPAN,
    HalInstrumentWorkgroup = hal::instrument::WORKGROUP,
    HalInstrumentPrint = hal::instrument::PRINT,
    HalInstrumentValue = hal::instrument::VALUE,
    HalInstrumentMemoryLoad = hal::instrument::MEMORY_LOAD,
    HalInstrumentMemoryStore = hal::instrument::MEMORY_STORE,
    HalFenceCreate = hal::fence::CREATE,
    HalFenceJoin = hal::fence::JOIN,
    HalFenceQuery = hal::fence::QUERY,
    HalFenceSignal = hal::fence::SIGNAL,
    HalFenceFail = hal::fence::FAIL,
    HalFenceAwait = hal::fence::AWAIT,
}
