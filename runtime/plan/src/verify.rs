//! Bytes to a plan that can be run.
//!
//! A [`VerifiedPlan`] is well formed: every offset lies in the file, every id in its table, every register in its function,
//! every operand and result has the type its instruction demands, every block ends with its only terminator, and all counts
//! are within [`limits`]. So running it cannot read what is not there. Whether the program is right is not said: it may
//! divide by zero, use null objects or loop for ever, which the interpreter answers.

use std::ops::Range;
use std::sync::Arc;

use crate::PlanError;
use crate::bytes::Reader;
use crate::encode::{ALIGNMENT, ENTRY_BYTES, HEADER_BYTES, MAGIC, Section, VERSION, data_alignment, data_layout};
use crate::field::{BlockId, ConstantId, ExecutableId, FunctionId, Reg, StringId, Target};
use crate::instr::Instr;
use crate::limits;
use crate::plan::{Block, CallModel, Constant, Executable, Export, Function, Global, Location, Plan};
use crate::rules;
use crate::types::RegType;

/// The bytes of a plan, in memory or mapped.
pub type PlanBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A plan that was checked, with its bytes.
#[derive(Clone)]
pub struct VerifiedPlan {
    plan: Plan,
    bytes: PlanBytes,
    constants: Vec<Range<usize>>,
    sections: Vec<(Section, Range<usize>)>,
}

impl std::fmt::Debug for VerifiedPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VerifiedPlan").field("plan", &self.plan).finish_non_exhaustive()
    }
}

impl VerifiedPlan {
    /// Its tables and functions.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The bytes of a constant.
    pub fn constant(&self, id: ConstantId) -> &[u8] {
        &(*self.bytes).as_ref()[self.constant_range(id)]
    }

    /// Where a constant's bytes are in [`VerifiedPlan::bytes`].
    pub fn constant_range(&self, id: ConstantId) -> Range<usize> {
        self.constants[id.0 as usize].clone()
    }

    /// The whole file.
    pub fn bytes(&self) -> &PlanBytes {
        &self.bytes
    }

    /// The bytes of device code.
    pub fn executable_data(&self, id: ExecutableId) -> &[u8] {
        self.constant(self.plan.executables[id.0 as usize].data)
    }

    /// The sections and where they are in the file.
    pub fn sections(&self) -> &[(Section, Range<usize>)] {
        &self.sections
    }
}

/// Whether `bytes` begin like a plan.
pub fn is_plan(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Checks `bytes` and makes a plan of them, in one pass.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn verify(bytes: PlanBytes) -> Result<VerifiedPlan, PlanError> {
    let file = (*bytes).as_ref();
    let sections = directory(file)?;
    let section = |kind: Section| {
        let range = sections.iter().find(|(k, _)| *k == kind).map_or(0..0, |(_, range)| range.clone());
        Reader::new(&file[range.clone()], range.start)
    };
    let mut plan = Plan { strings: strings(section(Section::Strings))?, ..Plan::default() };
    tables(section(Section::Tables), &mut plan)?;
    plan.functions = functions(section(Section::Functions))?;
    locations(section(Section::Locations), &mut plan)?;
    check(&plan)?;
    let [.., (_, before), (_, data)] = &sections[..] else {
        return Err(PlanError::malformed(HEADER_BYTES, "expected a data section after others"));
    };
    let constants = constant_ranges(&plan.constants, before.end, data)?;
    let starts = constants.iter().map(|range| range.start);
    let ends = std::iter::once(data.start).chain(constants.iter().map(|range| range.end));
    ends.zip(starts).try_for_each(|(end, start)| check_padding(file, end..start))?;
    Ok(VerifiedPlan { plan, constants, sections, bytes })
}

fn directory(file: &[u8]) -> Result<Vec<(Section, Range<usize>)>, PlanError> {
    if !is_plan(file) {
        let start = &file[..file.len().min(MAGIC.len())];
        return Err(PlanError::Foreign { found: format!("{:?}", String::from_utf8_lossy(start)) });
    }
    let u32_at = |at: usize| file.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let u64_at = |at: usize| file.get(at..at + 8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    let short = || PlanError::malformed(file.len(), "expected a header of 64 bytes and a directory; the file is truncated");
    let version = u32_at(8).ok_or_else(short)?;
    if version != VERSION {
        return Err(PlanError::Version { expected: VERSION, found: version });
    }
    let count = u32_at(12).ok_or_else(short)? as usize;
    if count != Section::ALL.len() {
        return Err(PlanError::malformed(12, format!("expected {} sections, found {count}", Section::ALL.len())));
    }
    let length = u64_at(16).ok_or_else(short)?;
    if length != file.len() as u64 || length > limits::MAX_PLAN_BYTES {
        let what =
            format!("expected a file of {length} bytes, found {}; it is truncated or has something after its end", file.len());
        return Err(PlanError::malformed(16, what));
    }
    let directory_end = HEADER_BYTES + ENTRY_BYTES * count;
    if file.len() < directory_end || file[24..HEADER_BYTES].iter().any(|&b| b != 0) {
        return Err(PlanError::malformed(24, "expected zeros up to the directory"));
    }
    let mut sections = Vec::with_capacity(count);
    let mut end = directory_end as u64;
    for (index, &section) in Section::ALL.iter().enumerate() {
        let at = HEADER_BYTES + ENTRY_BYTES * index;
        let (code, pad) = (u32_at(at).ok_or_else(short)?, u32_at(at + 4).ok_or_else(short)?);
        let (offset, length) = (u64_at(at + 8).ok_or_else(short)?, u64_at(at + 16).ok_or_else(short)?);
        let next = offset.checked_add(length).filter(|&next| next <= file.len() as u64);
        let (Some(next), true) = (next, code == section.code() && pad == 0) else {
            let what =
                format!("expected section {} inside the file, found kind {code} at {offset} of {length} bytes", section.name());
            return Err(PlanError::malformed(at, what));
        };
        // Constants ask for more of the data section, which is seen when their table is known.
        let expected = end.next_multiple_of(ALIGNMENT);
        if offset < expected || (section != Section::Data && offset > expected) {
            return Err(PlanError::malformed(at, format!("expected section {} at {expected}, found {offset}", section.name())));
        }
        check_padding(file, end as usize..offset as usize)?;
        sections.push((section, offset as usize..next as usize));
        end = next;
    }
    if end != length {
        return Err(PlanError::malformed(end as usize, "expected the end of the file after the last section"));
    }
    Ok(sections)
}

/// What stands between parts of the file is zero, so that equal plans have equal bytes.
fn check_padding(file: &[u8], range: Range<usize>) -> Result<(), PlanError> {
    match file[range.clone()].iter().position(|&byte| byte != 0) {
        Some(at) => Err(PlanError::malformed(range.start + at, "expected zeros up to the next part")),
        None => Ok(()),
    }
}

fn strings(mut r: Reader<'_>) -> Result<Vec<String>, PlanError> {
    let n = r.entries("string", limits::MAX_TABLE_ENTRIES)?;
    let mut strings = Vec::with_capacity(n as usize);
    for _ in 0..n {
        let at = r.offset();
        let length = r.count("string byte", limits::MAX_STRING_BYTES)?;
        let text = std::str::from_utf8(r.take(length as usize)?);
        strings.push(text.map_err(|_| PlanError::malformed(at, "expected a string of UTF-8"))?.to_owned());
    }
    finish(&r)?;
    Ok(strings)
}

fn finish(r: &Reader<'_>) -> Result<(), PlanError> {
    if r.is_done() { Ok(()) } else { Err(PlanError::malformed(r.offset(), "expected the end of the section")) }
}

fn reg_type(r: &mut Reader<'_>) -> Result<RegType, PlanError> {
    let at = r.offset();
    let code = r.byte()?;
    RegType::from_code(code).ok_or_else(|| PlanError::malformed(at, format!("expected a register type, found {code}")))
}

fn id(r: &mut Reader<'_>, what: &'static str) -> Result<u32, PlanError> {
    r.count(what, limits::MAX_TABLE_ENTRIES)
}

fn tables(mut r: Reader<'_>, plan: &mut Plan) -> Result<(), PlanError> {
    for _ in 0..r.entries("global", limits::MAX_TABLE_ENTRIES)? {
        let name = StringId(id(&mut r, "string")?);
        plan.globals.push(Global { name, ty: reg_type(&mut r)?, initial: r.number()? });
    }
    for _ in 0..r.entries("export", limits::MAX_TABLE_ENTRIES)? {
        let (name, function) = (StringId(id(&mut r, "string")?), FunctionId(id(&mut r, "function")?));
        let at = r.offset();
        let code = r.byte()?;
        let model = CallModel::from_code(code)
            .ok_or_else(|| PlanError::malformed(at, format!("expected a call model, found {code}")))?;
        plan.exports.push(Export { name, function, model, declaration: StringId(id(&mut r, "string")?) });
    }
    for _ in 0..r.entries("initializer", limits::MAX_TABLE_ENTRIES)? {
        plan.initializers.push(FunctionId(id(&mut r, "function")?));
    }
    for _ in 0..r.entries("executable", limits::MAX_TABLE_ENTRIES)? {
        let (name, format) = (StringId(id(&mut r, "string")?), StringId(id(&mut r, "string")?));
        plan.executables.push(Executable { name, format, data: ConstantId(id(&mut r, "constant")?) });
    }
    for _ in 0..r.entries("constant", limits::MAX_TABLE_ENTRIES)? {
        let name = StringId(id(&mut r, "string")?);
        let length_bytes = r.number()?;
        let alignment_bytes = r.count("alignment", 1 << 31)?;
        plan.constants.push(Constant { name, length_bytes, alignment_bytes });
    }
    finish(&r)
}

fn functions(mut r: Reader<'_>) -> Result<Vec<Function>, PlanError> {
    let n = r.entries("function", limits::MAX_TABLE_ENTRIES)?;
    let functions = (0..n).map(|_| function(&mut r)).collect::<Result<_, _>>()?;
    finish(&r)?;
    Ok(functions)
}

fn types(r: &mut Reader<'_>, what: &'static str, limit: u32) -> Result<Vec<RegType>, PlanError> {
    let n = r.entries(what, limit)?;
    (0..n).map(|_| reg_type(r)).collect()
}

fn function(r: &mut Reader<'_>) -> Result<Function, PlanError> {
    let name = StringId(id(r, "string")?);
    let params = types(r, "parameter", limits::MAX_LIST)?;
    let results = types(r, "result", limits::MAX_LIST)?;
    let registers = types(r, "register", limits::MAX_REGISTERS)?;
    let mut blocks = Vec::new();
    for _ in 0..r.entries("block", limits::MAX_BLOCKS)? {
        let n = r.entries("block parameter", limits::MAX_LIST)?;
        let params = (0..n).map(|_| Ok(Reg(r.count("register", limits::MAX_REGISTERS)?))).collect::<Result<_, PlanError>>()?;
        blocks.push(Block { params, start: r.count("instruction", limits::MAX_INSTRUCTIONS)? });
    }
    let mut code = Vec::new();
    for _ in 0..r.entries("instruction", limits::MAX_INSTRUCTIONS)? {
        let at = r.offset();
        let number = r.number()?;
        let found = match u16::try_from(number) {
            Ok(op) => Instr::decode(op, r)?,
            Err(_) => None,
        };
        code.push(found.ok_or_else(|| PlanError::malformed(at, format!("expected an instruction, found code {number}")))?);
    }
    let locations = vec![None; code.len()];
    Ok(Function { name, params, results, registers, blocks, code, locations })
}

fn locations(mut r: Reader<'_>, plan: &mut Plan) -> Result<(), PlanError> {
    for function in &mut plan.functions {
        let mut at = 0;
        let mut before = None;
        while at < function.locations.len() {
            let offset = r.offset();
            let run = r.count("location", limits::MAX_INSTRUCTIONS)? as usize;
            if run == 0 || run > function.locations.len() - at {
                return Err(PlanError::malformed(offset, "expected a run of locations inside the function"));
            }
            let location = match id(&mut r, "string")?.checked_sub(1) {
                None => None,
                Some(file) => Some(Location {
                    file: StringId(file),
                    line: r.count("line", u32::MAX)?,
                    column: r.count("column", u32::MAX)?,
                }),
            };
            if before == Some(location) {
                return Err(PlanError::malformed(offset, "expected one run of locations for the same place"));
            }
            before = Some(location);
            function.locations[at..at + run].fill(location);
            at += run;
        }
    }
    finish(&r)
}

/// The places of constants in the file, whose data section follows what ends at `before`.
fn constant_ranges(constants: &[Constant], before: usize, data: &Range<usize>) -> Result<Vec<Range<usize>>, PlanError> {
    let wrong = |what: String| PlanError::malformed(data.start, what);
    if let Some(constant) = constants.iter().find(|c| !c.alignment_bytes.is_power_of_two()) {
        return Err(wrong(format!("expected a power of two as alignment, found {}", constant.alignment_bytes)));
    }
    let (offsets, length) = data_layout(constants).ok_or_else(|| wrong("constants are too large".to_owned()))?;
    if length != data.len() as u64 {
        return Err(wrong(format!("expected {length} bytes of constants, found {}", data.len())));
    }
    let start = (before as u64).next_multiple_of(data_alignment(constants));
    if data.start as u64 != start {
        return Err(wrong(format!("expected the data section at {start}, where its constants are aligned")));
    }
    let ranges = offsets.iter().zip(constants).map(|(&offset, constant)| {
        let start = data.start + offset as usize;
        start..start + constant.length_bytes as usize
    });
    Ok(ranges.collect())
}

/// Sizes of the tables that ids point into.
#[derive(Clone, Copy, Debug)]
pub struct TableSizes {
    pub(crate) strings: usize,
    pub(crate) functions: usize,
    pub(crate) globals: usize,
    pub(crate) executables: usize,
    pub(crate) constants: usize,
}

/// What a field is checked against.
pub struct FieldCheck<'p> {
    function: &'p Function,
    tables: TableSizes,
}

impl FieldCheck<'_> {
    pub(crate) fn tables(&self) -> TableSizes {
        self.tables
    }

    pub(crate) fn in_table(&self, what: &str, id: u32, size: usize) -> Result<(), String> {
        if (id as usize) < size { Ok(()) } else { Err(format!("expected a {what} below {size}, found {id}")) }
    }

    fn register(&self, reg: Reg, expected: Option<RegType>) -> Result<RegType, String> {
        let Some(&found) = self.function.registers.get(reg.0 as usize) else {
            return Err(format!("expected a register below {}, found {reg}", self.function.registers.len()));
        };
        match expected {
            Some(expected) if expected != found => Err(format!("expected {reg} to be {expected}, found {found}")),
            _ => Ok(found),
        }
    }

    /// An operand.
    pub(crate) fn read(&mut self, reg: Reg, expected: Option<RegType>) -> Result<RegType, String> {
        self.register(reg, expected)
    }

    /// A result.
    pub(crate) fn write(&mut self, reg: Reg, expected: Option<RegType>) -> Result<RegType, String> {
        self.register(reg, expected)
    }

    /// A branch.
    pub(crate) fn target(&mut self, target: &Target) -> Result<(), String> {
        let Some(block) = self.function.blocks.get(target.block.0 as usize) else {
            return Err(format!("expected a block below {}, found {}", self.function.blocks.len(), target.block));
        };
        if block.params.len() != target.args.len() {
            return Err(format!("expected {} values for {}, found {}", block.params.len(), target.block, target.args.len()));
        }
        block.params.iter().zip(&target.args).try_for_each(|(&param, &arg)| {
            let expected = self.register(param, None)?;
            self.register(arg, Some(expected)).map(drop)
        })
    }
}

/// Checks the tables and functions of a plan against the rules that [`verify`] demands, its bytes apart.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(plan: &Plan) -> Result<(), PlanError> {
    let tables = TableSizes {
        strings: plan.strings.len(),
        functions: plan.functions.len(),
        globals: plan.globals.len(),
        executables: plan.executables.len(),
        constants: plan.constants.len(),
    };
    check_tables(plan, tables)?;
    for function in &plan.functions {
        check_function(plan, function, tables)?;
    }
    Ok(())
}

fn check_tables(plan: &Plan, tables: TableSizes) -> Result<(), PlanError> {
    let names = plan.globals.iter().map(|g| g.name).chain(plan.functions.iter().map(|f| f.name));
    let names = names.chain(plan.exports.iter().flat_map(|e| [e.name, e.declaration]));
    let names = names.chain(plan.executables.iter().flat_map(|e| [e.name, e.format]));
    let names = names.chain(plan.constants.iter().map(|c| c.name));
    let files = plan.functions.iter().flat_map(|f| f.locations.iter().flatten().map(|l| l.file));
    if let Some(bad) = names.chain(files).find(|id| id.0 as usize >= tables.strings) {
        return Err(PlanError::Structure(format!("expected a string below {}, found {}", tables.strings, bad.0)));
    }
    let functions = plan.exports.iter().map(|e| e.function).chain(plan.initializers.iter().copied());
    if let Some(bad) = { functions }.find(|id| id.0 as usize >= tables.functions) {
        return Err(PlanError::Structure(format!("expected a function below {}, found {}", tables.functions, bad.0)));
    }
    if let Some(bad) = plan.executables.iter().find(|e| e.data.0 as usize >= tables.constants) {
        return Err(PlanError::Structure(format!("expected a constant below {}, found {}", tables.constants, bad.data.0)));
    }
    for global in &plan.globals {
        if global.ty.bits() < 64 && global.initial >> global.ty.bits() != 0 {
            let (bits, initial) = (global.ty.bits(), global.initial);
            let what = format!("expected a global of {} to start with at most {bits} bits, found {initial:#x}", global.ty);
            return Err(PlanError::Structure(what));
        }
    }
    for id in &plan.initializers {
        let function = &plan.functions[id.0 as usize];
        if !function.params.is_empty() || !function.results.is_empty() || function.is_import() {
            return Err(PlanError::Structure("expected initializers without parameters and results".to_owned()));
        }
    }
    for export in &plan.exports {
        if plan.functions[export.function.0 as usize].is_import() {
            return Err(PlanError::Structure("expected exports to have a body".to_owned()));
        }
    }
    Ok(())
}

fn check_function(plan: &Plan, function: &Function, tables: TableSizes) -> Result<(), PlanError> {
    let name = &plan.strings[function.name.0 as usize];
    let wrong = |what: String| PlanError::Structure(format!("function @{name}: {what}"));
    if function.is_import() {
        return if function.code.is_empty() { Ok(()) } else { Err(wrong("expected no code without blocks".to_owned())) };
    }
    let mut check = FieldCheck { function, tables };
    let starts_right = function.blocks[0].start == 0
        && function.blocks.windows(2).all(|pair| pair[0].start < pair[1].start)
        && function.blocks.iter().all(|b| (b.start as usize) < function.code.len());
    if !starts_right {
        return Err(wrong("expected blocks one after another, none empty".to_owned()));
    }
    for block in &function.blocks {
        for &param in &block.params {
            check.write(param, None).map_err(wrong)?;
        }
    }
    let entry: Vec<RegType> = function.blocks[0].params.iter().map(|p| function.registers[p.0 as usize]).collect();
    if entry != function.params {
        return Err(wrong("expected the entry block to have the function's parameters".to_owned()));
    }
    for index in 0..function.blocks.len() {
        let block = BlockId(index as u32);
        let range = function.block_range(block);
        for at in range.clone() {
            let instr = &function.code[at];
            let result =
                check_instr(plan, &mut check, instr).and_then(|()| match (instr.is_terminator(), at + 1 == range.end) {
                    (true, false) => Err("expected a terminator only at the end of its block".to_owned()),
                    (false, true) => Err("expected a terminator at the end of the block".to_owned()),
                    _ => Ok(()),
                });
            result.map_err(|what| PlanError::Instruction {
                function: name.clone(),
                block: block.to_string(),
                index: at,
                mnemonic: instr.mnemonic(),
                what,
            })?;
        }
    }
    Ok(())
}

fn check_instr(plan: &Plan, check: &mut FieldCheck<'_>, instr: &Instr) -> Result<(), String> {
    let mut result = Ok(());
    instr.fields(&mut |name, field| {
        if result.is_ok() {
            result = field.check(check).map_err(|what| format!("{name}: {what}"));
        }
    });
    result?;
    rules::check(plan, check.function, instr)
}
