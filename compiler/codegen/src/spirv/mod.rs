//! `spirv.module` to SPIR-V words.
//!
//! Types and constants are declared once, where they are first needed; ids count up from 1 in the order of the text, so that
//! equal modules give equal words. What an instruction's operands are is read from SPIR-V's grammar ([`instructions`]); only
//! what the dialect says in another way than SPIR-V has code of its own: types, constants, variables, control flow.

mod blocks;
mod constants;
mod functions;
mod globals;
mod instructions;
mod types;

use halforge_ir::{Attr, AttrKind, Context, Diagnostic, DialectAttrKind, Ident, Module, Op, OpKind, Type, Value};
use rspirv::binary::Assemble;
use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Capability, Word};
use rustc_hash::FxHashMap;

use crate::limits::MAX_INSTRUCTION_WORDS;

/// What went wrong, at its place.
type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// The words of a `spirv.module`.
///
/// # Errors
/// What SPIR-V cannot say, or what this crate does not know how to say, with the line of the operation.
pub fn serialize_module(module: &Module, op: Op) -> Result<Vec<u32>> {
    let mut serializer = Serializer::new(module, op);
    serializer.module_header(op)?;
    let body = module.regions(op).first().and_then(|&region| module.entry(region));
    let ops: Vec<Op> = body.map(|block| module.ops(block).collect()).unwrap_or_default();
    serializer.name_symbols(&ops);
    // Entry points come last: what they need to know of variables is known then.
    let of_entry = |op: &Op| matches!(module.kind(*op), OpKind::SpirvEntryPoint | OpKind::SpirvExecutionMode);
    let (entries, others): (Vec<Op>, Vec<Op>) = ops.into_iter().partition(of_entry);
    for op in others.into_iter().chain(entries) {
        serializer.at = op;
        serializer.module_op(op)?;
    }
    serializer.finish()
}

struct Serializer<'m> {
    module: &'m Module,
    ctx: &'m Context,
    out: dr::Module,
    /// The operation being written, for messages.
    at: Op,
    next_id: Word,
    version: (u8, u8),
    /// Whether integers may be said not to wrap around.
    has_wrap_decorations: bool,
    types: FxHashMap<Type, Word>,
    /// What was declared of types and constants that SPIR-V wants only once.
    declared: FxHashMap<(spirv::Op, Option<Word>, Vec<Operand>), Word>,
    /// Structures with the decoration `Block`.
    blocks: rustc_hash::FxHashSet<Word>,
    values: FxHashMap<Value, Word>,
    /// Functions, variables and specialization constants.
    symbols: FxHashMap<Ident, Word>,
    /// Storage classes of the module's variables.
    classes: FxHashMap<Word, spirv::StorageClass>,
    /// The import of `GLSL.std.450`.
    glsl: Option<Word>,
}

impl<'m> Serializer<'m> {
    fn new(module: &'m Module, op: Op) -> Self {
        Self {
            module,
            ctx: &module.ctx,
            out: dr::Module::new(),
            at: op,
            next_id: 1,
            version: (1, 0),
            has_wrap_decorations: false,
            types: FxHashMap::default(),
            declared: FxHashMap::default(),
            blocks: rustc_hash::FxHashSet::default(),
            values: FxHashMap::default(),
            symbols: FxHashMap::default(),
            classes: FxHashMap::default(),
            glsl: None,
        }
    }

    fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.ctx.place(self.module.op(self.at).loc), message))
    }

    fn id(&mut self) -> Word {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Version, capabilities, extensions and models.
    fn module_header(&mut self, op: Op) -> Result<()> {
        if let Some(vce) = self.module.get_attr(op, "vce_triple") {
            self.version_capabilities_extensions(vce)?;
        }
        let addressing = self.case(op, "addressing_model")?;
        let memory = self.case(op, "memory_model")?;
        let addressing = spirv::AddressingModel::from_u32(addressing).ok_or_else(|| self.error("unknown addressing model"))?;
        let memory = spirv::MemoryModel::from_u32(memory).ok_or_else(|| self.error("unknown memory model"))?;
        let operands = vec![Operand::AddressingModel(addressing), Operand::MemoryModel(memory)];
        self.out.memory_model = Some(dr::Instruction::new(spirv::Op::MemoryModel, None, None, operands));
        Ok(())
    }

    fn version_capabilities_extensions(&mut self, vce: Attr) -> Result<()> {
        let AttrKind::Dialect(vce) = self.ctx.attr_kind(vce) else { return Err(self.error("expected #spirv.vce<…>")) };
        if vce.kind != DialectAttrKind::SpirvVce {
            return Err(self.error("expected #spirv.vce<…>"));
        }
        let words = |name: &str| -> Vec<&str> {
            let list = vce.param(name).and_then(|list| self.ctx.array_value(list)).unwrap_or_default();
            list.iter().filter_map(|&word| self.ctx.str_value(word)).collect()
        };
        let version = vce.param("version").and_then(|version| self.ctx.str_value(version)).unwrap_or("");
        let numbers = version.strip_prefix('v').and_then(|text| text.split_once('.'));
        let numbers = numbers.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let (capabilities, extensions) = (words("capabilities"), words("extensions"));
        self.version =
            numbers.ok_or_else(|| self.error(format!("expected a SPIR-V version such as v1.3, found `{version}`")))?;
        self.has_wrap_decorations = self.version >= (1, 4) || extensions.contains(&"SPV_KHR_no_integer_wrap_decoration");
        for name in capabilities {
            let capability: Capability =
                name.parse().map_err(|()| self.error(format!("SPIR-V has no capability named `{name}`")))?;
            let operands = vec![Operand::Capability(capability)];
            self.out.capabilities.push(dr::Instruction::new(spirv::Op::Capability, None, None, operands));
        }
        for name in extensions {
            let operands = vec![Operand::LiteralString(name.to_owned())];
            self.out.extensions.push(dr::Instruction::new(spirv::Op::Extension, None, None, operands));
        }
        Ok(())
    }

    /// The number of the case in an attribute such as `#spirv.scope<Device>`.
    fn case(&self, op: Op, name: &str) -> Result<u32> {
        let attr = self.module.get_attr(op, name);
        let case = attr.and_then(|attr| self.case_of(attr));
        case.ok_or_else(|| self.error(format!("expected a case of the `spirv` dialect for `{name}`")))
    }

    fn case_of(&self, attr: Attr) -> Option<u32> {
        let AttrKind::Dialect(attr) = self.ctx.attr_kind(attr) else { return None };
        u32::try_from(attr.case(self.ctx)?).ok()
    }

    /// Gives ids to what has a name, so that it can be used before it is defined.
    fn name_symbols(&mut self, ops: &[Op]) {
        for &op in ops {
            if let Some(name) = self.module.symbol_name(op).map(|name| self.ctx.ident(name)) {
                let id = self.id();
                self.symbols.insert(name, id);
            }
        }
    }

    fn module_op(&mut self, op: Op) -> Result<()> {
        match self.module.kind(op) {
            OpKind::SpirvGlobalVariable => self.global_variable(op),
            OpKind::SpirvSpecConstant => self.spec_constant(op),
            OpKind::SpirvSpecConstantComposite => self.spec_constant_composite(op),
            OpKind::SpirvFunc => self.function(op),
            OpKind::SpirvEntryPoint => self.entry_point(op),
            OpKind::SpirvExecutionMode => self.execution_mode(op),
            _ => Err(self.error(format!("`{}` does not belong into a SPIR-V module", self.module.op_name(op)))),
        }
    }

    /// The id of a symbol that an attribute names.
    fn symbol(&self, op: Op, name: &str) -> Result<Word> {
        let attr = self.module.get_attr(op, name).ok_or_else(|| self.error(format!("expected a symbol for `{name}`")))?;
        self.symbol_of(attr)
    }

    fn symbol_of(&self, attr: Attr) -> Result<Word> {
        let path = self.ctx.symbol_path(attr).unwrap_or_default();
        let id = path.first().and_then(|name| self.symbols.get(name));
        let name = path.first().map_or("", |&name| self.ctx.str(name));
        id.copied().ok_or_else(|| self.error(format!("the SPIR-V module has no symbol `@{name}`")))
    }

    fn own_symbol(&self, op: Op) -> Result<(Word, String)> {
        let name = self.module.symbol_name(op).unwrap_or("");
        let id = self.symbols.get(&self.ctx.ident(name)).copied();
        Ok((id.ok_or_else(|| self.error("expected a name"))?, name.to_owned()))
    }

    fn value(&self, value: Value) -> Result<Word> {
        self.values.get(&value).copied().ok_or_else(|| self.error("a value is used where it is not defined"))
    }

    fn debug_name(&mut self, id: Word, name: &str) {
        // A name is for people; a NUL would end it in SPIR-V.
        let name = name.replace('\0', "");
        let operands = vec![Operand::IdRef(id), Operand::LiteralString(name)];
        self.out.debug_names.push(dr::Instruction::new(spirv::Op::Name, None, None, operands));
    }

    fn decorate(&mut self, id: Word, decoration: spirv::Decoration, more: impl IntoIterator<Item = Operand>) {
        let mut operands = vec![Operand::IdRef(id), Operand::Decoration(decoration)];
        operands.extend(more);
        self.out.annotations.push(dr::Instruction::new(spirv::Op::Decorate, None, None, operands));
    }

    /// Declares something that SPIR-V wants only once, or finds it.
    fn declare(&mut self, opcode: spirv::Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let key = (opcode, ty, operands);
        if let Some(&id) = self.declared.get(&key) {
            return id;
        }
        let id = self.declare_new(opcode, ty, key.2.clone());
        self.declared.insert(key, id);
        id
    }

    /// Declares something of its own.
    fn declare_new(&mut self, opcode: spirv::Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        self.out.types_global_values.push(dr::Instruction::new(opcode, ty, Some(id), operands));
        id
    }

    fn finish(mut self) -> Result<Vec<u32>> {
        let mut header = dr::ModuleHeader::new(self.next_id);
        header.set_version(self.version.0, self.version.1);
        header.generator = 0;
        self.out.header = Some(header);
        for instruction in self.out.all_inst_iter() {
            let words = instruction.assemble().len();
            if words > MAX_INSTRUCTION_WORDS {
                let name = instruction.class.opname;
                let message = format!("Op{name} has {words} words, SPIR-V allows {MAX_INSTRUCTION_WORDS}");
                return Err(self.error(message));
            }
        }
        Ok(self.out.assemble())
    }
}
