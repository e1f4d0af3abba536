//! `iree-hal-materialize-dispatch-instrumentation`: dispatches write to a buffer what they do.
//!
//! Each entry point of a `stream.executable` gets the buffer and the number of the dispatch, and notes when a workgroup
//! starts. `@__query_instruments` gives the buffer, and what its numbers mean, to whoever reads it.

use std::sync::Arc;

use halforge_ir::enums::RESOURCE_ACCESS;
use halforge_ir::{
    At, Attr, AttrKind, Block, Context, DenseData, HalType, Ident, Lifetime, Loc, Module, Op, OpKind, PrintOptions, StreamType,
    Type, TypeKind, Value, op_to_string,
};
use rustc_hash::FxHashMap;

use crate::analysis::dispatches::entry_points;
use crate::analysis::globals::callables;
use crate::build::Build;
use crate::hal::dispatch_metadata::{Function, dispatch_metadata};
use crate::hal::prune_executables::of_kind;
use crate::options::{OptionDef, OptionKind};
use crate::pass::{Anchor, Failed, Pass, Run};
use crate::symbols::{SymbolTable, symbol};

pub(crate) const PASS: Pass = Pass {
    name: "iree-hal-materialize-dispatch-instrumentation",
    doc: "Makes dispatches write to a buffer what they do, and adds a function that gives it.",
    anchor: Anchor::Kind(OpKind::BuiltinModule),
    options: &[OptionDef {
        name: "buffer-size",
        doc: "Bytes of the buffer, a power of two such as `64mib`.",
        default: OptionKind::Text("64mib"),
    }],
    run,
};

/// The global that holds the buffer.
const GLOBAL: &str = "__dispatch_instrumentation";
/// The function that gives it.
const QUERY: &str = "__query_instruments";
/// Bytes behind the buffer for what overflows, and for the place to write at.
const PADDING_BYTES: i64 = 4096;
/// What a chunk of instrumentation data begins with, `IDBD` from the last to the first.
const CHUNK_MAGIC: u32 = 0x4244_4930;
const CHUNK_METADATA: u16 = 0;
const CHUNK_RECORDS: u16 = 1;
/// What chunks are aligned to.
const CHUNK_ALIGNMENT: usize = 16;

fn run(run: &mut Run<'_>) -> Result<(), Failed> {
    let text = run.options.text("buffer-size").to_owned();
    let bytes = size(&text).and_then(|bytes| bytes.checked_add(PADDING_BYTES));
    let Some(bytes) = bytes else {
        let message = format!("buffer-size: expected a power of two, such as 1024, 64kib or 16mib, found `{text}`");
        return run.fail(run.op, message);
    };
    let module = &mut *run.module;
    let Some(body) = module.entry(module.region(run.op, 0)).filter(|&body| module.first(body).is_some()) else {
        return Ok(());
    };
    let executables = of_kind(module, run.op, OpKind::StreamExecutable);
    let mut instruments = Instruments { bytes, functions: Vec::new(), numbers: FxHashMap::default(), sites: Vec::new() };
    for executable in executables {
        instruments.functions_of(module, executable);
    }
    for callable in callables(module, run.op) {
        for op in module.walk(callable) {
            if module.kind(op) == OpKind::StreamCmdExecute {
                instruments.dispatches_in(module, op);
            }
        }
    }
    instruments.declare(module, body);
    Ok(())
}

/// A number of bytes that is a power of two, with or without a unit.
fn size(text: &str) -> Option<i64> {
    const UNITS: [(&str, i64); 7] = [
        ("kb", 1000),
        ("kib", 1 << 10),
        ("mb", 1_000_000),
        ("mib", 1 << 20),
        ("gb", 1_000_000_000),
        ("gib", 1 << 30),
        ("b", 1),
    ];
    let lower = text.to_ascii_lowercase();
    let split = UNITS.iter().find_map(|&(unit, scale)| Some((lower.strip_suffix(unit)?, scale)));
    let (digits, scale) = split.unwrap_or((&lower, 1));
    let bytes = digits.parse::<i64>().ok()?.checked_mul(scale)?;
    (bytes.count_ones() == 1 && bytes > 0).then_some(bytes)
}

/// What is instrumented.
struct Instruments {
    /// Of the buffer, with padding.
    bytes: i64,
    functions: Vec<Function>,
    /// The numbers of functions by the paths of their exports.
    numbers: FxHashMap<Vec<Ident>, u32>,
    /// The function of each dispatch.
    sites: Vec<u32>,
}

fn resource_type(ctx: &Context) -> Type {
    ctx.ty(TypeKind::StreamResource(Lifetime::External))
}

impl Instruments {
    /// Instruments the functions of an executable's exports.
    fn functions_of(&mut self, module: &mut Module, executable: Op) {
        let code = of_kind(module, executable, OpKind::BuiltinModule).first().copied();
        let Some(functions) = code.map(|code| SymbolTable::new(module, code)) else { return };
        for export in of_kind(module, executable, OpKind::StreamExecutableExport) {
            let name = module.symbol_path(export, "function_ref").and_then(|path| path.last().copied());
            let Some(function) = name.and_then(|name| functions.get(name)) else { continue };
            let body = module.regions(function).first().and_then(|&region| module.entry(region));
            let (Some(body), Some(first), Some(last)) = (body, symbol(module, executable), symbol(module, export)) else {
                continue;
            };
            let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
            let source = op_to_string(module, function, &options);
            self.numbers.insert(vec![first, last], self.functions.len() as u32);
            let name = module.ctx.str(last).to_owned();
            self.functions.push(Function { name, target: target(module, export), source });
            self.instrument(module, function, body);
        }
    }

    fn instrument(&self, module: &mut Module, function: Op, body: Block) {
        let ctx = module.ctx.clone();
        let (binding, i32) = (ctx.ty(TypeKind::Stream(StreamType::Binding)), ctx.int_type(32));
        let buffer = module.add_arg(body, binding, Loc::UNKNOWN);
        let number = module.add_arg(body, i32, Loc::UNKNOWN);
        let types: Vec<Type> = module.args(body).iter().map(|&arg| module.ty(arg)).collect();
        let old = module.get_attr(function, "function_type").map(|ty| ctx.attr_kind(ty));
        let results = match old {
            Some(&AttrKind::Type(ty)) => match ctx.type_kind(ty) {
                TypeKind::Function { results, .. } => results.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let mut attrs =
            module.get_attr(function, "arg_attrs").and_then(|list| ctx.array_value(list)).unwrap_or_default().to_vec();
        let none = ctx.dict_attr(Vec::new());
        attrs.resize(types.len() - 2, none);
        attrs.push(ctx.dict_attr(vec![(ctx.ident("stream.alignment"), ctx.index_attr(64))]));
        attrs.push(none);
        module.set_attr(function, "arg_attrs", ctx.array_attr(attrs));
        let ty = ctx.type_attr(ctx.ty(TypeKind::Function { inputs: types, results }));
        module.set_attr(function, "function_type", ty);
        let mut build = Build::new(module, At::Start(body), Loc::UNKNOWN);
        let zero = build.index(0);
        let shape = [self.bytes as u64].into_iter().collect();
        let memory = ctx.ty(TypeKind::MemRef { shape, element: ctx.int_type(8), layout: None, space: None });
        let view = build.value(OpKind::StreamBindingSubspan, &[&[buffer], &[zero], &[]], memory, &[]);
        build.value(OpKind::HalInstrumentWorkgroup, &[&[view], &[number]], ctx.index_type(), &[]);
    }

    /// Gives the buffer to the dispatches of an execution.
    fn dispatches_in(&mut self, module: &mut Module, execute: Op) {
        let ctx = module.ctx.clone();
        let Some(body) = module.entry(module.region(execute, 0)) else { return };
        let ty = resource_type(&ctx);
        let mut build = Build::new(module, At::Before(execute), Loc::UNKNOWN);
        let buffer = build.load(ctx.ident(GLOBAL), ty);
        let (zero, bytes) = (build.index(0), build.index(self.bytes));
        add(module, execute, "resource_operands", buffer);
        add(module, execute, "resource_operand_sizes", bytes);
        let buffer = module.add_arg(body, ty, Loc::UNKNOWN);
        for dispatch in module.walk(execute) {
            if module.kind(dispatch) != OpKind::StreamCmdDispatch {
                continue;
            }
            let paths = entry_points(module, dispatch).iter().filter_map(|&name| ctx.symbol_path(name));
            let Some(function) = paths.filter_map(|path| self.numbers.get(&path).copied()).next() else { continue };
            let site = Build::new(module, At::Before(execute), Loc::UNKNOWN).int(self.sites.len() as i64, 32);
            self.sites.push(function);
            let added = [
                ("uniform_operands", site),
                ("resources", buffer),
                ("resource_sizes", bytes),
                ("resource_offsets", zero),
                ("resource_lengths", bytes),
            ];
            for (group, value) in added {
                add(module, dispatch, group, value);
            }
            let accesses = module.get_attr(dispatch, "resource_accesses").and_then(|list| ctx.array_value(list));
            let mut accesses = accesses.unwrap_or_default().to_vec();
            let both = RESOURCE_ACCESS.parse("Read|Write").unwrap_or_default();
            accesses.push(ctx.int_attr(both.into(), ctx.int_type(32)));
            module.set_attr(dispatch, "resource_accesses", ctx.array_attr(accesses));
        }
    }

    /// Declares the buffer and the function that gives it, before all else.
    fn declare(&self, module: &mut Module, body: Block) {
        let ctx = module.ctx.clone();
        let metadata = dispatch_metadata(&self.functions, &self.sites);
        let (name, ty) = (ctx.ident(GLOBAL), resource_type(&ctx));
        let public = ctx.str_attr("public");
        let mut build = Build::new(module, At::Start(body), Loc::UNKNOWN);
        let global = build.global(name, ty);
        build.module.set_attr(global, "sym_visibility", public);
        build.initializer(|build| {
            let bytes = build.index(self.bytes);
            let buffer = build.value(OpKind::StreamResourceAlloc, &[&[bytes]], ty, &[("uninitialized", ctx.unit())]);
            build.store(name, buffer);
        });
        let list = ctx.ty(TypeKind::UtilList(ctx.ty(TypeKind::UtilVariant)));
        let (query, entry) = build.function(ctx.ident(QUERY), &[list], &[]);
        build.module.set_attr(query, "sym_visibility", public);
        let list = build.module.args(entry)[0];
        build.within(At::End(entry), |build| {
            let chunks = self.chunks(build, metadata);
            append(build, list, &chunks);
            build.op(OpKind::UtilReturn, &[&[]], &[], &[]);
        });
    }

    /// The parts of the data, headers and padding among them.
    fn chunks(&self, build: &mut Build<'_>, metadata: Vec<u8>) -> Vec<Value> {
        let ctx = build.module.ctx.clone();
        let padding = |build: &mut Build<'_>, bytes: usize| {
            let padding = bytes.next_multiple_of(CHUNK_ALIGNMENT) - bytes;
            (padding > 0).then(|| constant(build, vec![0; padding], &[]))
        };
        let metadata_bytes = metadata.len();
        let mut chunks = vec![constant(build, chunk_header(CHUNK_METADATA, metadata_bytes as u64), &[])];
        let name = ctx.str_attr("dispatch_instrument.fb");
        let mime_type = ctx.str_attr("application/x-flatbuffers");
        chunks.push(constant(build, metadata, &[("name", name), ("mime_type", mime_type)]));
        chunks.extend(padding(build, metadata_bytes));
        chunks.push(constant(build, chunk_header(CHUNK_RECORDS, self.bytes as u64), &[]));
        let ty = resource_type(&ctx);
        let buffer = build.load(ctx.ident(GLOBAL), ty);
        let bytes = build.index(self.bytes);
        let shape = [self.bytes as u64].into_iter().collect();
        let tensor = ctx.type_attr(ctx.ty(TypeKind::Tensor { shape, element: ctx.int_type(8), encoding: None }));
        let view = build.hal_type(HalType::BufferView);
        let groups: [&[Value]; 3] = [&[buffer], &[], &[bytes]];
        chunks.push(build.value(OpKind::StreamTensorExport, &groups, view, &[("source_encoding", tensor)]));
        chunks.extend(padding(build, self.bytes as usize));
        chunks
    }
}

/// Adds a value to a group of operands.
fn add(module: &mut Module, op: Op, group: &str, value: Value) {
    let mut values = module.group(op, group);
    values.push(value);
    module.set_group(op, group, &values);
}

/// The executable target around an operation as text; empty where there is none.
fn target(module: &Module, op: Op) -> String {
    let mut around = std::iter::successors(Some(op), |&up| module.parent_op(up));
    let target: Option<Attr> = around.find_map(|up| module.get_attr(up, "hal.executable.target"));
    target.map_or(String::new(), |target| module.ctx.show_attr(target).to_string())
}

/// Magic, kind, version and length of a chunk.
fn chunk_header(kind: u16, bytes: u64) -> Vec<u8> {
    let mut header = CHUNK_MAGIC.to_le_bytes().to_vec();
    header.extend(kind.to_le_bytes());
    header.extend(0u16.to_le_bytes());
    header.extend(bytes.to_le_bytes());
    header
}

/// Bytes as a constant buffer.
fn constant(build: &mut Build<'_>, bytes: Vec<u8>, more: &[(&str, Attr)]) -> Value {
    let ctx = build.module.ctx.clone();
    let shape = [bytes.len() as u64].into_iter().collect();
    let ty = ctx.ty(TypeKind::Vector { shape, scalable: [false].into_iter().collect(), element: ctx.int_type(8) });
    let value = ctx.attr(AttrKind::Dense { ty, data: DenseData::Bytes(Arc::from(bytes)) });
    let props = [&[("value", value), ("alignment", ctx.index_attr(CHUNK_ALIGNMENT as i64))], more].concat();
    build.value(OpKind::UtilBufferConstant, &[], ctx.ty(TypeKind::UtilBuffer), &props)
}

/// Appends values to a list.
fn append(build: &mut Build<'_>, list: Value, items: &[Value]) {
    let index = build.module.ctx.index_type();
    let old = build.value(OpKind::UtilListSize, &[&[list]], index, &[]);
    let sum = |build: &mut Build<'_>, number: usize| {
        let number = build.index(number as i64);
        build.value(OpKind::ArithAddI, &[&[old], &[number]], index, &[])
    };
    let new = sum(build, items.len());
    build.op(OpKind::UtilListResize, &[&[list], &[new]], &[], &[]);
    for (number, &item) in items.iter().enumerate() {
        let place = sum(build, number);
        build.op(OpKind::UtilListSet, &[&[list], &[place], &[item]], &[], &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_units_and_are_powers_of_two() {
        let texts = ["1024", "64kib", "2MiB", "1gib", "8b", "1kb", "0", "-4", "x", "", "99999999999gib"];
        let sizes = [Some(1024), Some(64 << 10), Some(2 << 20), Some(1 << 30), Some(8), None, None, None, None, None, None];
        assert_eq!(texts.map(size), sizes);
    }
}
