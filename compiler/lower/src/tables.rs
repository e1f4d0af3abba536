//! The tables of the plan: what the symbols of the module refer to.
//!
//! Everything is declared before any body is lowered, so bodies may refer to what comes later in the text.

use halforge_ir::{
    Attr, AttrKind, Context, Diagnostic, DialectAttrKind, Loc, LocKind, Module, Op, OpKind, Type, TypeKind, nearest, storage,
};
use halforge_plan::field::{ConstantId, ExecutableId, FunctionId, GlobalId, Names, StringId};
use halforge_plan::{CallModel, Constant, Executable, Export, Function, Global, Plan, PlanError, RegType};
use rustc_hash::FxHashMap;

use crate::Lowered;
use crate::types::{reg_type, truncate};

/// Constants of this size or more begin at a page, so that a device can use the mapped file in place.
const PAGED_BYTES: u64 = 64 << 10;
/// The page size assumed for plans; Vulkan's `minImportedHostPointerAlignment` is rarely larger.
const PAGE_BYTES: u32 = 4096;
/// Alignment of device code, whose words have four bytes.
const CODE_ALIGNMENT_BYTES: u32 = 64;
/// Mistakes reported before the rest is left out.
const MAX_DIAGNOSTICS: usize = 100;

/// A function whose body is still to be lowered.
pub(crate) struct Body {
    pub(crate) op: Op,
    pub(crate) function: FunctionId,
}

/// The tables, and the mistakes found so far.
pub(crate) struct Tables<'m> {
    pub(crate) module: &'m Module,
    pub(crate) plan: Plan,
    data: Vec<Attr>,
    diagnostics: Vec<Diagnostic>,
    strings: FxHashMap<String, StringId>,
    functions: FxHashMap<&'m str, FunctionId>,
    globals: FxHashMap<&'m str, GlobalId>,
    executables: FxHashMap<(&'m str, &'m str), ExecutableId>,
    constants: FxHashMap<(Attr, u32), ConstantId>,
}

impl<'m> Tables<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        Self {
            module,
            plan: Plan::default(),
            data: Vec::new(),
            diagnostics: Vec::new(),
            strings: FxHashMap::default(),
            functions: FxHashMap::default(),
            globals: FxHashMap::default(),
            executables: FxHashMap::default(),
            constants: FxHashMap::default(),
        }
    }

    pub(crate) fn ctx(&self) -> &'m Context {
        &self.module.ctx
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(crate) fn error(&self, loc: Loc, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.ctx().place(loc), message)
    }

    fn report_at(&mut self, op: Op, message: impl Into<String>) {
        let diagnostic = self.error(self.module.op(op).loc, message);
        self.report(diagnostic);
    }

    pub(crate) fn string(&mut self, text: &str) -> StringId {
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        let id = StringId(self.plan.strings.len() as u32);
        self.plan.strings.push(text.to_owned());
        self.strings.insert(text.to_owned(), id);
        id
    }

    /// The constant with the bytes of `attr`, at a multiple of `alignment_bytes`.
    ///
    /// # Errors
    /// Why `attr` has no bytes.
    pub(crate) fn constant(&mut self, attr: Attr, alignment_bytes: u32, name: &str) -> Result<ConstantId, String> {
        if let Some(&id) = self.constants.get(&(attr, alignment_bytes)) {
            return Ok(id);
        }
        let length_bytes = storage::storage_size(self.module, attr)?;
        let paged = if length_bytes >= PAGED_BYTES { PAGE_BYTES } else { 1 };
        let id = ConstantId(self.plan.constants.len() as u32);
        let name = self.string(name);
        self.plan.constants.push(Constant { name, length_bytes, alignment_bytes: alignment_bytes.max(paged) });
        self.data.push(attr);
        self.constants.insert((attr, alignment_bytes), id);
        Ok(id)
    }

    /// Declares all symbols; the bodies that are left to lower, in order of the text.
    pub(crate) fn declare(&mut self) -> Vec<Body> {
        let module = self.module;
        let mut bodies = Vec::new();
        for op in module.ops(module.body()) {
            match module.kind(op) {
                OpKind::UtilFunc | OpKind::FuncFunc => bodies.extend(self.declare_function(op)),
                OpKind::UtilInitializer => bodies.extend(self.declare_initializer(op)),
                OpKind::UtilGlobal => self.declare_global(op),
                OpKind::HalExecutable => self.declare_executable(op),
                _ => {
                    let what = format!(
                        "expected util.func, util.initializer, util.global or hal.executable in a module at phase hal, found {}",
                        module.op_name(op)
                    );
                    self.report_at(op, what);
                }
            }
        }
        bodies
    }

    fn reg_types(&mut self, op: Op, types: &[Type]) -> Option<Vec<RegType>> {
        let ctx = self.ctx();
        let found: Option<Vec<RegType>> = types.iter().map(|&ty| reg_type(ctx, ty)).collect();
        if found.is_none() {
            let bad = types.iter().find(|&&ty| reg_type(ctx, ty).is_none());
            let text = bad.map(|&ty| ctx.show_type(ty).to_string()).unwrap_or_default();
            self.report_at(op, format!("expected types that exist at phase hal in the signature, found {text}"));
        }
        found
    }

    fn declare_function(&mut self, op: Op) -> Option<Body> {
        let (module, ctx) = (self.module, self.ctx());
        let name = module.symbol_name(op)?;
        let AttrKind::Type(ty) = ctx.attr_kind(module.get_attr(op, "function_type")?) else { return None };
        let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else { return None };
        let (params, results) = (self.reg_types(op, inputs)?, self.reg_types(op, results)?);
        let id = self.add_function(name, params, results);
        self.functions.insert(name, id);
        let public = module.str_attr(op, "sym_visibility").is_none_or(|v| v == "public");
        let external = module.blocks(module.region(op, 0)).is_empty();
        if public && !external {
            self.export(op, name, id);
        }
        (!external).then_some(Body { op, function: id })
    }

    fn add_function(&mut self, name: &str, params: Vec<RegType>, results: Vec<RegType>) -> FunctionId {
        let id = FunctionId(self.plan.functions.len() as u32);
        let name = self.string(name);
        let (registers, blocks, code, locations) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        self.plan.functions.push(Function { name, params, results, registers, blocks, code, locations });
        id
    }

    fn export(&mut self, op: Op, name: &str, function: FunctionId) {
        let (module, ctx) = (self.module, self.ctx());
        let reflection = module.get_attr(op, "iree.reflection");
        let text = |key: &str| reflection.and_then(|r| ctx.str_value(ctx.dict_get(r, key)?)).unwrap_or_default();
        let model = match text("iree.abi.model") {
            "coarse-fences" => CallModel::CoarseFences,
            _ => CallModel::Synchronous,
        };
        let (name, declaration) = (self.string(name), self.string(text("iree.abi.declaration")));
        self.plan.exports.push(Export { name, function, model, declaration });
    }

    fn declare_initializer(&mut self, op: Op) -> Option<Body> {
        // `#` stands in no symbol of the text, so the name is free.
        let name = format!("util.initializer#{}", self.plan.initializers.len());
        let function = self.add_function(&name, Vec::new(), Vec::new());
        self.plan.initializers.push(function);
        Some(Body { op, function })
    }

    fn declare_global(&mut self, op: Op) {
        let (module, ctx) = (self.module, self.ctx());
        let (Some(name), Some(attr)) = (module.symbol_name(op), module.get_attr(op, "type")) else { return };
        let AttrKind::Type(ty) = ctx.attr_kind(attr) else { return };
        let Some(reg) = reg_type(ctx, *ty) else {
            let text = ctx.show_type(*ty).to_string();
            return self.report_at(op, format!("expected a global of a type that exists at phase hal, found {text}"));
        };
        let value = module.get_attr(op, "initial_value");
        let Some(initial) = value.map_or(Some(0), |value| initial_bits(ctx, value, reg)) else {
            let what = match reg {
                RegType::Device => "expected a device global without a value, which iree-hal-initialize-devices leaves behind",
                _ => "expected a number or nothing as the value of a global at phase hal",
            };
            return self.report_at(op, what);
        };
        let id = GlobalId(self.plan.globals.len() as u32);
        let string = self.string(name);
        self.plan.globals.push(Global { name: string, ty: reg, initial });
        self.globals.insert(name, id);
    }

    fn declare_executable(&mut self, op: Op) {
        let module = self.module;
        let Some(executable) = module.symbol_name(op) else { return };
        let blocks = module.blocks(module.region(op, 0));
        for inner in blocks.iter().flat_map(|&block| module.ops(block)) {
            match module.kind(inner) {
                OpKind::HalExecutableBinary => self.declare_binary(executable, inner),
                OpKind::HalExecutableEnd => {}
                OpKind::HalExecutableVariant => {
                    let variant = module.symbol_name(inner).unwrap_or_default();
                    let what = format!(
                        "expected serialized device code, found the variant @{executable}::@{variant}: compile to phase hal"
                    );
                    self.report_at(inner, what);
                }
                _ => {
                    let what = format!("expected hal.executable.binary, found {}", module.op_name(inner));
                    self.report_at(inner, what);
                }
            }
        }
    }

    fn declare_binary(&mut self, executable: &'m str, op: Op) {
        let module = self.module;
        let (Some(binary), Some(data)) = (module.symbol_name(op), module.get_attr(op, "data")) else { return };
        let name = format!("{executable}::{binary}");
        let format = module.str_attr(op, "format").unwrap_or_default();
        match self.constant(data, CODE_ALIGNMENT_BYTES, &name) {
            Err(what) => self.report_at(op, what),
            Ok(data) => {
                let id = ExecutableId(self.plan.executables.len() as u32);
                let (name, format) = (self.string(&name), self.string(format));
                self.plan.executables.push(Executable { name, format, data });
                self.executables.insert((executable, binary), id);
            }
        }
    }

    /// The function called `name`.
    pub(crate) fn find_function(&self, name: &str) -> Result<FunctionId, String> {
        find(&self.functions, name, "a function")
    }

    /// The global called `name`.
    pub(crate) fn find_global(&self, name: &str) -> Result<GlobalId, String> {
        find(&self.globals, name, "a global")
    }

    /// The binary at `path`.
    pub(crate) fn find_executable(&self, path: &[&str]) -> Result<ExecutableId, String> {
        let found = match *path {
            [executable, binary] => self.executables.get(&(executable, binary)).copied(),
            _ => None,
        };
        found.ok_or_else(|| {
            let names = self.executables.keys().map(|(executable, binary)| format!("@{executable}::@{binary}"));
            let text: Vec<String> = path.iter().map(|name| format!("@{name}")).collect();
            unknown("an executable binary", &text.join("::"), names)
        })
    }

    pub(crate) fn finish(mut self) -> Result<Lowered<'m>, Vec<Diagnostic>> {
        if self.diagnostics.is_empty()
            && let Err(error) = halforge_plan::check(&self.plan)
        {
            let diagnostic = self.broken_rule(&error);
            self.report(diagnostic);
        }
        if self.diagnostics.is_empty() {
            Ok(Lowered { module: self.module, plan: self.plan, data: self.data })
        } else {
            Err(self.diagnostics)
        }
    }

    /// A rule of plans that the program breaks, at the operation whose instruction breaks it.
    fn broken_rule(&self, error: &PlanError) -> Diagnostic {
        let PlanError::Instruction { function, index, mnemonic, what, .. } = error else {
            return Diagnostic::error(None, error.to_string());
        };
        let body = self.plan.functions.iter().find(|f| self.plan.string(f.name) == function);
        let place = body.and_then(|body| body.locations.get(*index).copied().flatten()).and_then(|at| {
            let file = self.ctx().ident(self.plan.string(at.file));
            let loc = self.ctx().loc(LocKind::File { file, line: at.line, column: at.column, end: None });
            self.ctx().place(loc)
        });
        Diagnostic::error(place, format!("{mnemonic}: {what}"))
    }
}

fn find<T: Copy>(map: &FxHashMap<&str, T>, name: &str, what: &str) -> Result<T, String> {
    map.get(name).copied().ok_or_else(|| unknown(what, &format!("@{name}"), map.keys().map(|name| format!("@{name}"))))
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = String>) -> String {
    let mut known: Vec<String> = known.collect();
    known.sort();
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("expected {what} of the module, found {name}; did you mean {near}?"),
        None => format!("expected {what} of the module, found {name}, which is not there"),
    }
}

/// Bits that a global starts with; `None` when the value is no number.
fn initial_bits(ctx: &Context, value: Attr, ty: RegType) -> Option<u64> {
    match ctx.attr_kind(value) {
        AttrKind::Integer { value, .. } if ty.is_int() => Some(truncate(*value, ty)),
        AttrKind::Float { bits, .. } if ty.is_float() => Some(*bits as u64),
        AttrKind::Dialect(attr) if attr.kind == DialectAttrKind::UtilUninitialized => Some(0),
        _ => None,
    }
}
