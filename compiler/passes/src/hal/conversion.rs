//! `iree-hal-conversion`: the program on resources and timepoints becomes one on buffers and fences.
//!
//! Operations are converted one after another, in order of the text. What stands for a value has its final type at once;
//! types of everything else (arguments, calls, selections, globals) are changed when all operations are converted. An
//! operation of `stream` that is left is one that no rule takes, which is an error that names it.

mod calls;
mod channels;
mod commands;
mod devices;
mod dispatch;
mod execute;
mod parameters;
mod resources;
mod tensors;
mod timepoints;
mod types;

use halforge_ir::def::SYMBOL_TABLE;
use halforge_ir::rewrite::dominance::Dominance;
use halforge_ir::{Attr, Diagnostic, Lifetime, Module, Op, OpKind, TypeKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::build::Build;
use crate::hal::prune_executables::of_kind;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::session::CommandBuffers;
use crate::symbols::{SymbolTable, ops_in};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-conversion",
    doc: "Converts `stream` and what belongs to it to `hal`.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let root = run.op;
    let mut convert = Convert {
        symbols: SymbolTable::new(run.module, root),
        default_affinity: run.module.get_attr(root, "stream.affinity.default"),
        command_buffers: run.session.command_buffers,
        module: run.module,
        lifetimes: FxHashMap::default(),
        plans: FxHashMap::default(),
        consumed: FxHashSet::default(),
        dominance: Dominance::new(),
        diagnostics: Vec::new(),
    };
    let scopes = ops_in(convert.module, root).into_iter().filter(|&op| !convert.module.def(op).has(SYMBOL_TABLE));
    let scopes: Vec<Op> = scopes.collect();
    for &scope in &scopes {
        convert.note(scope);
    }
    for &scope in &scopes {
        convert.scope(scope);
    }
    let diagnostics = convert.diagnostics;
    run.diagnostics.extend(diagnostics);
    run.finish()?;
    types::convert_all(run.module, root);
    strip_exports(run.module, root);
    run.module.remove_attr(root, "stream.affinity.default");
    Ok(())
}

/// What counts workgroups and chooses exports has done its work.
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

/// A conversion under way.
struct Convert<'m> {
    module: &'m mut Module,
    symbols: SymbolTable,
    default_affinity: Option<Attr>,
    command_buffers: CommandBuffers,
    /// Lifetimes of resources that are given back, by the operation that does so.
    lifetimes: FxHashMap<Op, Lifetime>,
    /// How commands are to be recorded, by their `stream.cmd.execute`.
    plans: FxHashMap<Op, execute::Plan>,
    /// `stream.timepoint.chain_external` whose fence is signaled by the work itself.
    consumed: FxHashSet<Op>,
    dominance: Dominance,
    diagnostics: Vec<Diagnostic>,
}

/// Why an operation could not be converted.
type Refused = String;
type Converted = Result<(), Refused>;
/// Converts an operation.
type Rule = fn(&mut Convert<'_>, Op) -> Converted;

/// The rule for a kind of operation.
fn rule(kind: OpKind) -> Option<Rule> {
    Some(match kind {
        OpKind::StreamContextResolve | OpKind::HalDeviceResolve => devices::resolve,
        OpKind::StreamResourceAlloc => resources::alloc,
        OpKind::StreamResourceAlloca => resources::alloca,
        OpKind::StreamResourceDealloca => resources::dealloca,
        OpKind::StreamResourceRetain => resources::retain,
        OpKind::StreamResourceRelease => resources::release,
        OpKind::StreamResourceIsTerminal => resources::is_terminal,
        OpKind::StreamResourceSize => resources::size,
        OpKind::StreamResourceTryMap => resources::try_map,
        OpKind::StreamResourceLoad => resources::load,
        OpKind::StreamResourceStore => resources::store,
        OpKind::StreamResourceSubview => resources::subview,
        OpKind::StreamFileConstant => resources::file_constant,
        OpKind::StreamFileRead => resources::file_read,
        OpKind::StreamFileWrite => resources::file_write,
        OpKind::StreamTensorImport => tensors::import,
        OpKind::StreamTensorExport => tensors::export,
        OpKind::StreamTensorTrace => tensors::trace,
        OpKind::TensorDim => tensors::dim,
        OpKind::TensorRank => tensors::rank,
        OpKind::StreamTimepointImmediate => timepoints::immediate,
        OpKind::StreamTimepointImport => timepoints::import,
        OpKind::StreamTimepointExport => timepoints::export,
        OpKind::StreamTimepointChainExternal => timepoints::chain_external,
        OpKind::StreamTimepointJoin => timepoints::join,
        OpKind::StreamTimepointBarrier => timepoints::barrier,
        OpKind::StreamTimepointAwait => timepoints::await_,
        OpKind::StreamChannelCreate => channels::create,
        OpKind::StreamChannelSplit => channels::split,
        OpKind::StreamChannelRank => channels::rank,
        OpKind::StreamChannelCount => channels::count,
        OpKind::StreamCmdExecute => execute::execute,
        OpKind::StreamCmdFunc => calls::func,
        OpKind::StreamCmdParameterLoad => parameters::load,
        OpKind::StreamCmdParameterRead => parameters::read,
        OpKind::StreamCmdParameterWrite => parameters::write,
        OpKind::StreamCmdParameterGather => parameters::gather,
        OpKind::StreamCmdParameterScatter => parameters::scatter,
        OpKind::HalExecutableCalculateWorkgroups => dispatch::calculate_workgroups,
        _ => return None,
    })
}

impl Convert<'_> {
    /// Notes what must be known of a scope as it was.
    fn note(&mut self, scope: Op) {
        for op in self.module.walk(scope) {
            match self.module.kind(op) {
                OpKind::StreamResourceDealloca => {
                    let lifetime = self.lifetime(self.module.operand(op, 0));
                    self.lifetimes.insert(op, lifetime);
                }
                OpKind::StreamCmdExecute => {
                    let plan = execute::Plan::new(self.module, op, self.command_buffers);
                    self.plans.insert(op, plan);
                }
                _ => {}
            }
        }
    }

    /// Converts everything in a scope. Commands are converted with what they stand in.
    fn scope(&mut self, scope: Op) {
        let mut pending: Vec<Op> = self.module.walk(scope);
        pending.reverse();
        while let Some(op) = pending.pop() {
            let kind = self.module.kind(op);
            if self.consumed.remove(&op) {
                self.module.erase(op);
                continue;
            }
            let inside = match kind {
                OpKind::StreamCmdExecute | OpKind::StreamCmdFunc => self.module.walk(op).len() - 1,
                _ => 0,
            };
            pending.truncate(pending.len() - inside);
            let refused = match rule(kind) {
                Some(rule) => rule(self, op).err(),
                None if self.module.def(op).dialect() == "stream" => {
                    Some("it should have been lowered before; is the text of an earlier phase?".to_owned())
                }
                None => None,
            };
            if let Some(why) = refused {
                self.refuse(op, &why);
            }
        }
    }

    fn refuse(&mut self, op: Op, why: &str) {
        let name = self.module.op_name(op);
        let message = format!("{name} cannot be converted to hal: {why}");
        self.diagnostics.push(Diagnostic::error(self.module.ctx.place(self.module.op(op).loc), message));
    }

    fn build(&mut self, op: Op) -> Build<'_> {
        Build::before(self.module, op)
    }

    /// The single operand called `name`.
    fn operand(&self, op: Op, name: &str) -> Result<Value, Refused> {
        self.module.named(op, name).ok_or_else(|| format!("expected the operand {name}"))
    }

    /// Puts values in the place of an operation's results.
    fn replace(&mut self, op: Op, values: &[Value]) {
        for (result, &value) in self.module.results(op).to_vec().into_iter().zip(values) {
            self.module.replace_uses(result, value);
        }
        self.module.erase(op);
    }

    /// How long a resource lives, by its type.
    fn lifetime(&self, value: Value) -> Lifetime {
        match self.module.ctx.type_kind(self.module.ty(value)) {
            TypeKind::StreamResource(lifetime) => *lifetime,
            _ => Lifetime::Unknown,
        }
    }
}

/// Where a value comes from, for who wants to use it at another time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// A constant.
    Constant,
    /// A global that never changes.
    ImmutableGlobal,
    /// Only known where it is.
    Dynamic,
}

fn origin(module: &Module, value: Value) -> Origin {
    let Some(def) = module.defining_op(value) else { return Origin::Dynamic };
    if module.def(def).has(halforge_ir::def::CONSTANT_LIKE) {
        return Origin::Constant;
    }
    let is_immutable = module.kind(def) == OpKind::UtilGlobalLoad && module.get_attr(def, "is_immutable").is_some();
    if is_immutable { Origin::ImmutableGlobal } else { Origin::Dynamic }
}
