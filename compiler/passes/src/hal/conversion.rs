//! `iree-hal-conversion`: programs of the stream dialect become programs of the hal dialect.
//!
//! A file for each family: resources become buffers, timepoints fences, executions command buffers that a queue runs. What
//! commands refer to is a slot of a binding table where the recording may be used again with other buffers. What the tables
//! of devices and memory mean is left to later passes: an affinity becomes a load of its device global, a lifetime becomes
//! `hal.allocator.resolve_memory_properties`.

pub(crate) mod affinity;
mod channel;
mod commands;
mod dispatch;
mod execute;
mod fence;
mod file;
mod function;
mod global;
mod parameters;
mod resource;
mod tensor;
mod timepoint;

use halforge_ir::def::SYMBOL_TABLE;
use halforge_ir::rewrite::dominance::Dominance;
use halforge_ir::{Context, DialectTypeKind, HalType, Ident, Module, Op, OpKind, StreamType, Type, TypeKind};
use rustc_hash::FxHashMap;

use crate::conversion::{Conversion, Rule, Rules, convert};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::session::Recording;
use crate::symbols::{SymbolTable, ops_in};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-conversion",
    doc: "Makes hal operations of stream operations: buffers, fences, command buffers, queue operations.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// What the functions of this conversion share.
struct State {
    recording: Recording,
    tables: FxHashMap<Op, SymbolTable>,
    dominance: Dominance,
    /// The command buffers made so far, and which of them a command belongs to.
    recorded: Vec<execute::Commands>,
    recorded_of: FxHashMap<Op, usize>,
}

type Hal<'m> = Conversion<'m, State>;
type Done = Result<(), String>;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let state = State {
        recording: run.session.recording,
        tables: FxHashMap::default(),
        dominance: Dominance::new(),
        recorded: Vec::new(),
        recorded_of: FxHashMap::default(),
    };
    let rules = Rules { rule, types };
    convert(run.module, run.op, &rules, state).map_err(|error| error.report(run))?;
    strip_exports(run.module, run.op);
    run.module.remove_attr(run.op, affinity::DEFAULT);
    Ok(())
}

/// The type of the hal dialect that stands for a type.
fn types(ctx: &Context, ty: Type) -> Type {
    match ctx.type_kind(ty) {
        TypeKind::StreamResource(_) => ctx.hal_type(HalType::Buffer),
        TypeKind::Stream(StreamType::Timepoint) => ctx.hal_type(HalType::Fence),
        TypeKind::Stream(StreamType::File) => ctx.hal_type(HalType::File),
        TypeKind::Stream(StreamType::Channel) => ctx.hal_type(HalType::Channel),
        TypeKind::Tensor { element, .. } | TypeKind::UnrankedTensor(element) => match ctx.type_kind(*element) {
            TypeKind::Integer { .. } | TypeKind::Float(_) => ctx.hal_type(HalType::BufferView),
            _ => ty,
        },
        TypeKind::UtilList(element) => ctx.ty(TypeKind::UtilList(types(ctx, *element))),
        TypeKind::Dialect(dialect) if dialect.kind == DialectTypeKind::UtilPtr => match dialect.type_param(ctx, "target") {
            Some(target) => ctx.dialect_type(DialectTypeKind::UtilPtr, [Some(ctx.type_attr(types(ctx, target)))]),
            None => ty,
        },
        _ => ty,
    }
}

fn rule(module: &Module, op: Op) -> Rule<State> {
    use OpKind as K;
    Rule::Convert(match module.kind(op) {
        K::HalExecutable => return Rule::Keep,
        K::StreamContextResolve => affinity::context_resolve,
        K::HalDeviceResolve => affinity::device_resolve,
        K::StreamResourceAlloc => resource::alloc,
        K::StreamResourceAlloca => resource::alloca,
        K::StreamResourceDealloca => resource::dealloca,
        K::StreamResourceRetain => resource::retain,
        K::StreamResourceRelease => resource::release,
        K::StreamResourceIsTerminal => resource::is_terminal,
        K::StreamResourceSize => resource::size,
        K::StreamResourceTryMap => resource::try_map,
        K::StreamResourceLoad => resource::load,
        K::StreamResourceStore => resource::store,
        K::StreamResourceSubview => resource::subview,
        K::StreamFileConstant => file::constant,
        K::StreamFileRead => file::read,
        K::StreamFileWrite => file::write,
        K::StreamTensorImport => tensor::import,
        K::StreamTensorExport => tensor::export,
        K::StreamTensorTrace => tensor::trace,
        K::TensorDim => tensor::dim,
        K::TensorRank => tensor::rank,
        K::StreamCmdExecute => execute::execute,
        K::StreamCmdSerial => execute::serial,
        K::StreamCmdConcurrent => execute::concurrent,
        // Caches are taken care of by barriers and fences.
        K::StreamYield | K::StreamCmdFlush | K::StreamCmdInvalidate | K::StreamCmdDiscard => |conversion, op| {
            conversion.remove(op);
            Ok(())
        },
        K::StreamCmdFill => commands::fill,
        K::StreamCmdCopy => commands::copy,
        K::StreamCmdCollective => commands::collective,
        K::StreamCmdDispatch => dispatch::dispatch,
        K::HalExecutableCalculateWorkgroups => dispatch::calculate_workgroups,
        K::StreamCmdFunc => function::declaration,
        K::StreamCmdCall => function::call,
        K::StreamCmdParameterLoad => parameters::load,
        K::StreamCmdParameterRead | K::StreamCmdParameterGather => parameters::gather,
        K::StreamCmdParameterWrite | K::StreamCmdParameterScatter => parameters::scatter,
        K::StreamTimepointImmediate => timepoint::immediate,
        K::StreamTimepointImport => timepoint::import,
        K::StreamTimepointExport => timepoint::export,
        K::StreamTimepointChainExternal => timepoint::chain_external,
        K::StreamTimepointJoin => timepoint::join,
        K::StreamTimepointBarrier => timepoint::barrier,
        K::StreamTimepointAwait => timepoint::wait,
        K::StreamChannelCreate => channel::create,
        K::StreamChannelSplit => channel::split,
        K::StreamChannelRank => channel::rank,
        K::StreamChannelCount => channel::count,
        K::UtilGlobal => global::global,
        kind => return stays(module, op, kind),
    })
}

/// The rule for an operation that nothing replaces.
fn stays(module: &Module, op: Op, kind: OpKind) -> Rule<State> {
    use OpKind as K;
    match kind {
        K::UtilFunc | K::UtilCall | K::UtilReturn | K::UtilInitializer | K::FuncFunc | K::FuncCall | K::FuncReturn => {
            Rule::Retype
        }
        K::CfBr | K::CfCondBr | K::CfSwitch | K::ScfIf | K::ScfYield | K::ArithSelect => Rule::Retype,
        K::UtilGlobalLoad | K::UtilGlobalStore | K::UtilListCreate | K::UtilListGet | K::UtilListSet => Rule::Retype,
        K::UtilOptimizationBarrier | K::UtilAssumeInt => Rule::Retype,
        K::BuiltinModule => Rule::Stay,
        _ => match module.def(op).dialect() {
            "hal" => Rule::Stay,
            "stream" => Rule::Illegal,
            // Unknown operations are nobody's business unless they use what goes away.
            _ => {
                let mut values = module.operands(op).chain(module.results(op).iter().copied());
                let is_legal = |ty| types(&module.ctx, ty) == ty;
                if values.all(|value| is_legal(module.ty(value))) { Rule::Stay } else { Rule::Illegal }
            }
        },
    }
}

/// The operation that a path of names leads to from where `op` stands.
fn resolve(conversion: &mut Hal<'_>, op: Op, path: &[Ident]) -> Option<Op> {
    let module = &*conversion.module;
    let table = std::iter::successors(module.parent_op(op), |&up| module.parent_op(up));
    let table = table.into_iter().find(|&up| module.def(up).has(SYMBOL_TABLE))?;
    let table = conversion.state.tables.entry(table).or_insert_with(|| SymbolTable::new(module, table));
    table.resolve(module, path)
}

/// Empties the regions of exports, whose contents stand at the dispatches now.
fn strip_exports(module: &mut Module, root: Op) {
    for executable in of_kind(module, root, OpKind::HalExecutable) {
        for variant in of_kind(module, executable, OpKind::HalExecutableVariant) {
            for export in of_kind(module, variant, OpKind::HalExecutableExport) {
                module.remove_attr(export, "condition_fallback");
                for region in module.regions(export).to_vec() {
                    module.erase_blocks(region);
                }
            }
        }
    }
}

fn of_kind(module: &Module, op: Op, kind: OpKind) -> Vec<Op> {
    ops_in(module, op).into_iter().filter(|&inner| module.kind(inner) == kind).collect()
}
