//! `iree-hal-materialize-interfaces`: device code gets a variant for each executable target that its dispatches need.
//!
//! A `hal.executable.source` has its layouts and is copied as it is. A `stream.executable` gets them from its functions and
//! dispatches, and its functions ask `hal.interface` for what were their arguments. Dispatches name the exports of all
//! variants that may serve them; which one does is decided when the program runs.

use halforge_ir::enums::DESCRIPTOR_FLAGS;
use halforge_ir::rewrite::greedy::{Greedy, Rows, simplify};
use halforge_ir::rewrite::regions::Blocks;
use halforge_ir::rewrite::{Rewrite, Rewriter, rewrite};
use halforge_ir::{
    At, Attr, AttrKind, DialectAttrKind, HalType, Ident, Mapping, Module, NewOp, Op, OpKind, StreamType, Type, TypeKind, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::devices::device_globals;
use crate::analysis::dispatches::{Dispatches, entry_points, layout};
use crate::analysis::executable_targets::{is_generic_of, of_affinity, of_all};
use crate::build::{Build, enum_attr};
use crate::hal::conversion::affinity;
use crate::hal::prune_executables::of_kind;
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, Visibility, ops_in, sanitize, symbol, visibility};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-materialize-interfaces",
    doc: "Makes `hal.executable` of `stream.executable` and `hal.executable.source`, with a variant for each target.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[],
    run,
};

/// The layout that an export is given by hand.
const LAYOUT: &str = "hal.interface.layout";
/// The objects that an executable is given by hand.
const OBJECTS: &str = "hal.executable.objects";

/// What is simplified in new executables besides what folds.
const SIZES: &[(OpKind, Rewrite)] = &[(
    OpKind::HalInterfaceWorkgroupSize,
    rewrite("known-size", "the size of a workgroup -> the one its export states", known_size),
)];

/// An operation that cannot be made to what it should become, and why.
struct Refused {
    op: Op,
    why: String,
}

/// What is known of the module before anything changes.
struct Known {
    dispatches: Dispatches,
    /// The targets each executable needs; those each dispatch needs.
    targets: FxHashMap<Op, Vec<Attr>>,
}

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let symbols = SymbolTable::new(run.module, run.op);
    let dispatches = Dispatches::new(run.module, run.op, &symbols);
    if let Some(dispatch) = dispatches.first
        && device_globals(run.module, run.op).is_empty()
    {
        let found = run.error_at(dispatch, "expected a device to run this on, found no global of type !hal.device");
        let helps = "declare one, as `util.global private @device = #hal.device.target<…> : !hal.device`, or name it when \
                     compiling from a phase before this one";
        run.report(found.note(None, helps));
        return Err(Failed);
    }
    let mut known = Known { dispatches, targets: FxHashMap::default() };
    let sources = of_kind(run.module, run.op, OpKind::HalExecutableSource);
    let streams = of_kind(run.module, run.op, OpKind::StreamExecutable);
    for &executable in sources.iter().chain(&streams) {
        known.find_targets(run.module, run.op, &symbols, executable);
    }
    for executable in sources {
        known.expand_source(run.module, executable);
    }
    for executable in streams {
        if exports(run.module, executable).is_empty() {
            continue;
        }
        if known.targets_by_name(run.module, executable).is_empty() {
            // As upstream: the rest stays, too. The conversion that follows says what is missing.
            break;
        }
        if let Err(Refused { op, why }) = known.expand_stream(run.module, executable) {
            return run.fail(op, why);
        }
    }
    Ok(())
}

/// The exports of an executable of either kind.
fn exports(module: &Module, executable: Op) -> Vec<Op> {
    [OpKind::HalExecutableExport, OpKind::StreamExecutableExport]
        .into_iter()
        .flat_map(|kind| of_kind(module, executable, kind))
        .collect()
}

/// The name of the variant for a target.
fn variant_name(module: &Module, target: Attr) -> String {
    let format = match module.ctx.attr_kind(target) {
        AttrKind::Dialect(target) => target.param("format").and_then(|format| module.ctx.str_value(format)),
        _ => None,
    };
    sanitize(&format.unwrap_or_default().to_ascii_lowercase())
}

impl Known {
    fn find_targets(&mut self, module: &Module, root: Op, symbols: &SymbolTable, executable: Op) {
        let mut all: Vec<Attr> = Vec::new();
        for export in exports(module, executable) {
            for &dispatch in self.dispatches.of(export) {
                let own = self.targets.entry(dispatch).or_insert_with(|| {
                    let affinity = affinity::of(module, dispatch);
                    of_affinity(module, symbols, dispatch, affinity)
                });
                all.extend(own.iter());
            }
        }
        if visibility(module, executable) == Visibility::Public {
            // Others may dispatch it on any device.
            all.extend(of_all(module, symbols, root));
        }
        let mut seen = FxHashSet::default();
        all.retain(|&target| seen.insert(target));
        self.targets.insert(executable, all);
    }

    /// The targets of an executable in the order of its variants.
    fn targets_by_name(&self, module: &Module, executable: Op) -> Vec<Attr> {
        let mut targets = self.targets.get(&executable).cloned().unwrap_or_default();
        targets.sort_by_cached_key(|&target| variant_name(module, target));
        targets
    }

    /// The exports of the variants in place of `export` in its dispatches.
    fn redirect(&self, module: &mut Module, export: Op, old: &[Ident], new: &[(Attr, Attr)]) {
        for &dispatch in self.dispatches.of(export) {
            let needed = self.targets.get(&dispatch).map(Vec::as_slice).unwrap_or_default();
            let mut names = Vec::new();
            for &name in entry_points(module, dispatch) {
                if module.ctx.symbol_path(name).as_deref() == Some(old) {
                    let fits = |target: &Attr| needed.is_empty() || needed.contains(target);
                    names.extend(new.iter().filter(|(_, target)| fits(target)).map(|&(name, _)| name));
                } else {
                    names.push(name);
                }
            }
            let names = module.ctx.array_attr(names);
            module.set_attr(dispatch, "entry_points", names);
        }
    }
}

/// A variant and its target.
#[derive(Clone, Copy)]
struct Variant {
    op: Op,
    target: Attr,
}

/// An executable of the same name beside `from`, with a variant for each target.
fn new_executable(module: &mut Module, from: Op, at: At, targets: &[Attr], objects: Option<Attr>) -> (Op, Vec<Variant>) {
    let loc = module.op(from).loc;
    let mut build = Build::new(module, at, loc);
    let named = |build: &Build<'_>, name: &str| build.module.get_attr(from, name).map(|attr| (name.to_owned(), attr));
    let props: Vec<_> = ["sym_name", "sym_visibility"].iter().filter_map(|name| named(&build, name)).collect();
    let props: Vec<(&str, Attr)> = props.iter().map(|(name, attr)| (name.as_str(), *attr)).collect();
    let executable = build.op(OpKind::HalExecutable, &[], &[], &props);
    let block = build.module.add_block(build.module.region(executable, 0));
    build.at = At::End(block);
    let mut names = SymbolTable::default();
    let mut variants = Vec::with_capacity(targets.len());
    for &target in targets {
        let ctx = build.module.ctx.clone();
        let name = names.fresh(&ctx, &variant_name(build.module, target));
        let mut props = vec![("sym_name", ctx.str_attr(ctx.str(name))), ("target", target)];
        props.extend(objects.and_then(|objects| applicable(build.module, objects, target)).map(|list| ("objects", list)));
        let op = build.op(OpKind::HalExecutableVariant, &[], &[], &props);
        names.define(name, op);
        let body = build.module.add_block(build.module.region(op, 0));
        build.within(At::End(body), |build| build.op(OpKind::HalExecutableVariantEnd, &[], &[], &[]));
        variants.push(Variant { op, target });
    }
    build.op(OpKind::HalExecutableEnd, &[], &[], &[]);
    (executable, variants)
}

/// The objects for a target, when there are any.
fn applicable(module: &Module, objects: Attr, target: Attr) -> Option<Attr> {
    let ctx = &module.ctx;
    let AttrKind::Dialect(objects) = ctx.attr_kind(objects) else { return None };
    let list = |name| objects.param(name).and_then(|list| ctx.array_value(list)).unwrap_or_default();
    let pairs = list("targets").iter().zip(list("objects"));
    let fitting = pairs.filter(|&(&generic, _)| is_generic_of(module, generic, target));
    let found: Vec<Attr> = fitting.flat_map(|(_, &list)| ctx.array_value(list).unwrap_or_default()).copied().collect();
    (!found.is_empty()).then(|| ctx.array_attr(found))
}

/// The end of a variant, before which its contents stand.
fn end_of(module: &Module, variant: Op) -> At {
    let block = module.region(variant, 0);
    let last = module.entry(block).and_then(|block| module.last(block));
    last.map_or(At::Before(variant), At::Before)
}

/// `@executable::@variant::@export`
fn path_to(module: &Module, executable: Op, variant: Op, export: Op) -> Option<Attr> {
    let nested = vec![symbol(module, variant)?, symbol(module, export)?];
    Some(module.ctx.attr(AttrKind::Symbol { root: symbol(module, executable)?, nested }))
}

/// `hal.executable.source`
impl Known {
    fn expand_source(&self, module: &mut Module, source: Op) {
        let targets = self.targets_by_name(module, source);
        if targets.is_empty() {
            return;
        }
        let objects = module.get_attr(source, "objects");
        let (executable, variants) = new_executable(module, source, At::Before(source), &targets, objects);
        let exports = of_kind(module, source, OpKind::HalExecutableExport);
        let code = of_kind(module, source, OpKind::BuiltinModule);
        let mut expansions: Vec<Vec<(Attr, Attr)>> = vec![Vec::new(); exports.len()];
        for Variant { op: variant, target } in variants {
            for (&export, expansion) in exports.iter().zip(&mut expansions) {
                let copy = module.clone_op_at(export, end_of(module, variant), &mut Mapping::new());
                expansion.extend(path_to(module, executable, variant, copy).map(|path| (path, target)));
            }
            for &code in &code {
                module.clone_op_at(code, end_of(module, variant), &mut Mapping::new());
            }
        }
        for (&export, expansion) in exports.iter().zip(&expansions) {
            if let (Some(first), Some(last)) = (symbol(module, source), symbol(module, export)) {
                self.redirect(module, export, &[first, last], expansion);
            }
        }
        module.erase(source);
    }
}

/// `stream.executable`
impl Known {
    fn expand_stream(&self, module: &mut Module, source: Op) -> Result<(), Refused> {
        let targets = self.targets_by_name(module, source);
        let objects = module.get_attr(source, OBJECTS);
        let (executable, variants) = new_executable(module, source, At::After(source), &targets, objects);
        let code = of_kind(module, source, OpKind::BuiltinModule).first().copied();
        let functions = code.map(|code| SymbolTable::new(module, code));
        // The functions that become entry points, with the layouts of their exports.
        let mut layouts: FxHashMap<Op, Attr> = FxHashMap::default();
        for (ordinal, export) in (0..).zip(of_kind(module, source, OpKind::StreamExecutableExport)) {
            let name = module.symbol_path(export, "function_ref").and_then(|path| path.last().copied());
            let function = name.and_then(|name| functions.as_ref()?.get(name));
            let function = function.filter(|&function| module.kind(function) == OpKind::FuncFunc);
            let layout = self.layout(module, export, function)?;
            layouts.extend(function.map(|function| (function, layout)));
            let mut expansion = Vec::new();
            for &Variant { op: variant, target } in &variants {
                let new = new_export(module, export, variant, ordinal, layout)?;
                expansion.extend(path_to(module, executable, variant, new).map(|path| (path, target)));
            }
            if let (Some(first), Some(last)) = (symbol(module, source), symbol(module, export)) {
                self.redirect(module, export, &[first, last], &expansion);
            }
        }
        for variant in variants {
            copy_code(module, code, variant.op, &layouts)?;
        }
        name_workgroups(module, executable);
        simplify(module, executable, &Greedy { rows: Rows::Folds, blocks: Blocks::Merge, more: SIZES, ..Greedy::default() });
        module.erase(source);
        Ok(())
    }

    /// The layout of an export: the one given by hand, or that of its function's arguments.
    fn layout(&self, module: &Module, export: Op, function: Option<Op>) -> Result<Attr, Refused> {
        let args = match function.and_then(|function| module.entry(module.region(function, 0))) {
            Some(entry) => module.args(entry),
            None => &[],
        };
        let is_binding: Vec<bool> = args.iter().map(|&arg| is_binding(module, module.ty(arg))).collect();
        for (number, (&arg, _)) in args.iter().zip(&is_binding).enumerate().filter(|(_, (_, is_binding))| !**is_binding) {
            let ty = module.ty(arg);
            if ty != module.ctx.int_type(32) {
                let found = module.ctx.show_type(ty);
                let why = format!("expected !stream.binding or i32 as argument {number} of an entry point, found {found}");
                return Err(Refused { op: function.unwrap_or(export), why });
            }
        }
        let bindings = is_binding.iter().filter(|&&is_binding| is_binding).count();
        let given = module.get_attr(export, LAYOUT);
        if given.is_none() && function.is_none() {
            let why = format!("expected a function that the export is for, or a layout in the attribute {LAYOUT}");
            return Err(Refused { op: export, why });
        }
        let layout = given.unwrap_or_else(|| layout(module, self.dispatches.of(export), args.len() - bindings, bindings));
        let has = flags(module, layout).map(|flags| flags.len());
        if has.is_none_or(|has| has < bindings) {
            let shown = module.ctx.show_attr(layout);
            let why = format!("expected a #hal.pipeline.layout of {bindings} bindings, found {shown}");
            return Err(Refused { op: export, why });
        }
        Ok(layout)
    }
}

fn is_binding(module: &Module, ty: Type) -> bool {
    matches!(module.ctx.type_kind(ty), TypeKind::Stream(StreamType::Binding))
}

/// The flags of each binding of a layout.
fn flags(module: &Module, layout: Attr) -> Option<Vec<Attr>> {
    let ctx = &module.ctx;
    let AttrKind::Dialect(layout) = ctx.attr_kind(layout) else { return None };
    if layout.kind != DialectAttrKind::HalPipelineLayout {
        return None;
    }
    let bindings = ctx.array_value(layout.param("bindings")?)?.iter();
    let flags = bindings.map(|&binding| match ctx.attr_kind(binding) {
        AttrKind::Dialect(binding) => Some(binding.param("flags").unwrap_or(enum_attr(ctx, &DESCRIPTOR_FLAGS, 0))),
        _ => None,
    });
    flags.collect()
}

/// An export of a variant, the first of all that are there.
fn new_export(module: &mut Module, from: Op, variant: Op, ordinal: i64, layout: Attr) -> Result<Op, Refused> {
    let ctx = module.ctx.clone();
    let name = module.symbol_path(from, "function_ref").and_then(|path| path.last().copied());
    let Some(name) = name else {
        return Err(Refused { op: from, why: "expected the name of a function".to_owned() });
    };
    let mut props = vec![("sym_name", ctx.str_attr(ctx.str(name))), ("ordinal", ctx.index_attr(ordinal)), ("layout", layout)];
    props.extend(workgroup_size(module, from).map(|size| ("workgroup_size", size)));
    let loc = module.op(from).loc;
    let body = module.region(variant, 0);
    let at = module.entry(body).map_or(At::Before(from), At::Start);
    let export = Build::new(module, at, loc).op(OpKind::HalExecutableExport, &[], &[], &props);
    let (count, new) = (module.region(from, 0), module.region(export, 0));
    if module.entry(count).is_some() {
        module.clone_region(count, new, None, &mut Mapping::new());
        let device = ctx.hal_type(HalType::Device);
        if let Some(entry) = module.entry(new)
            && !module.args(entry).iter().any(|&arg| module.ty(arg) == device)
        {
            module.insert_arg(entry, 0, device, loc);
        }
    }
    Ok(export)
}

/// The size of a workgroup as an export states it, in three dimensions.
fn workgroup_size(module: &Module, export: Op) -> Option<Attr> {
    let ctx = &module.ctx;
    let config = module.op(export).attrs.iter().find_map(|&(_, attr)| match ctx.attr_kind(attr) {
        AttrKind::Dialect(config) if config.kind == DialectAttrKind::CodegenExportConfig => Some(config),
        _ => None,
    })?;
    let mut sizes = ctx.int_values(config.param("workgroup_size")?);
    sizes.resize(sizes.len().max(3), 1);
    Some(ctx.array_attr(sizes.into_iter().map(|size| ctx.index_attr(size)).collect()))
}

/// Copies what stands in the code of a source to a variant; entry points lose their arguments.
fn copy_code(module: &mut Module, code: Option<Op>, variant: Op, layouts: &FxHashMap<Op, Attr>) -> Result<(), Refused> {
    let Some(code) = code else { return Ok(()) };
    let loc = module.op(code).loc;
    let at = end_of(module, variant);
    let new = module.insert_new(at, OpKind::BuiltinModule, loc, NewOp { regions: 1, ..NewOp::default() });
    let block = module.add_block(module.region(new, 0));
    for op in ops_in(module, code) {
        let copy = module.clone_op_at(op, At::End(block), &mut Mapping::new());
        if let Some(&layout) = layouts.get(&op) {
            take_interface(module, copy, layout)?;
        }
    }
    Ok(())
}

/// Makes a function ask for what were its arguments.
fn take_interface(module: &mut Module, function: Op, layout: Attr) -> Result<(), Refused> {
    let ctx = module.ctx.clone();
    let Some(entry) = module.entry(module.region(function, 0)) else { return Ok(()) };
    let arg_attrs = module.get_attr(function, "arg_attrs").and_then(|list| ctx.array_value(list)).unwrap_or_default();
    let of_arg = |number: usize, name: &str| arg_attrs.get(number).and_then(|&attrs| ctx.dict_get(attrs, name));
    let args: Vec<(usize, Value)> = module.args(entry).iter().copied().enumerate().collect();
    let (bindings, constants): (Vec<_>, Vec<_>) = args.iter().partition(|&&(_, arg)| is_binding(module, module.ty(arg)));
    let mut at = At::Start(entry);
    for ((number, arg), ordinal) in constants.into_iter().zip(0..) {
        let mut props = vec![("layout", layout), ("ordinal", ctx.index_attr(ordinal))];
        props.extend(of_arg(number, "stream.alignment").map(|attr| ("alignment", attr)));
        props.extend(of_arg(number, "stream.values").map(|attr| ("values", attr)));
        let (ty, loc) = (module.ty(arg), module.value_loc(arg));
        let mut build = Build::new(module, at, loc);
        let value = build.value(OpKind::HalInterfaceConstantLoad, &[], ty, &props);
        at = build.at;
        module.replace_uses(arg, value);
    }
    let flags = flags(module, layout).unwrap_or_default();
    for ((number, arg), (ordinal, &flags)) in bindings.into_iter().zip((0..).zip(&flags)) {
        let mut props = vec![("layout", layout), ("binding", ctx.index_attr(ordinal)), ("descriptor_flags", flags)];
        props.extend(of_arg(number, "stream.alignment").map(|attr| ("alignment", attr)));
        bind(module, arg, &props)?;
    }
    module.remove_attr(function, "arg_attrs");
    module.remove_attr(function, "res_attrs");
    let ty = ctx.type_attr(ctx.ty(TypeKind::Function { inputs: Vec::new(), results: Vec::new() }));
    module.set_attr(function, "function_type", ty);
    for number in (0..args.len()).rev() {
        module.erase_arg(entry, number);
    }
    Ok(())
}

/// `hal.interface.binding.subspan` for each `stream.binding.subspan` of an argument.
fn bind(module: &mut Module, arg: Value, props: &[(&str, Attr)]) -> Result<(), Refused> {
    let users: Vec<Op> = module.uses(arg).map(|(user, _)| user).collect();
    for user in users {
        if module.kind(user) != OpKind::StreamBindingSubspan {
            let why = format!("expected stream.binding.subspan of a binding, found {}", module.op_name(user));
            return Err(Refused { op: user, why });
        }
        let (offset, dims) = (module.group(user, "byte_offset"), module.group(user, "dynamic_dims"));
        let old = module.result(user, 0);
        let ty = module.ty(old);
        let new = Build::before(module, user).value(OpKind::HalInterfaceBindingSubspan, &[&offset, &dims], ty, props);
        module.replace_uses(old, new);
        module.erase(user);
    }
    Ok(())
}

/// What device code asks of its dispatch, in terms of `hal.interface`.
fn name_workgroups(module: &mut Module, executable: Op) {
    for op in module.walk(executable) {
        let kind = match module.kind(op) {
            OpKind::StreamReturn => OpKind::HalReturn,
            OpKind::StreamDispatchWorkgroupId => OpKind::HalInterfaceWorkgroupId,
            OpKind::StreamDispatchWorkgroupCount => OpKind::HalInterfaceWorkgroupCount,
            OpKind::StreamDispatchWorkgroupSize => OpKind::HalInterfaceWorkgroupSize,
            _ => continue,
        };
        let operands: Vec<Value> = module.operands(op).collect();
        let results: Vec<Type> = module.results(op).iter().map(|&result| module.ty(result)).collect();
        let dimension = module.get_attr(op, "dimension").map(|dimension| ("dimension", dimension));
        let new = Build::before(module, op).op(kind, &[&operands], &results, dimension.as_slice());
        for index in 0..results.len() {
            let (old, new) = (module.result(op, index), module.result(new, index));
            module.replace_uses(old, new);
        }
        module.erase(op);
    }
}

/// The size of a workgroup where the export of the function states it.
fn known_size(r: &mut Rewriter<'_>, op: Op) -> bool {
    let around = |kind| std::iter::successors(r.parent_op(op), |&up| r.parent_op(up)).find(|&up| r.kind(up) == kind);
    let (Some(function), Some(variant)) = (around(OpKind::FuncFunc), around(OpKind::HalExecutableVariant)) else {
        return false;
    };
    let name = symbol(r, function);
    let export = of_kind(r, variant, OpKind::HalExecutableExport).into_iter().find(|&export| symbol(r, export) == name);
    let sizes = export.and_then(|export| r.get_attr(export, "workgroup_size")).and_then(|sizes| r.ctx.array_value(sizes));
    let dimension = r.int_attr(op, "dimension").and_then(|dimension| usize::try_from(dimension).ok());
    let size = sizes.zip(dimension).and_then(|(sizes, dimension)| sizes.get(dimension).copied());
    size.is_some_and(|size| r.replace_with_constant(op, size))
}
