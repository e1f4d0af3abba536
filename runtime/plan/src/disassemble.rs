//! A plan as text, to be read beside the IR: functions, registers, blocks and instructions under the operations' names.

use std::fmt::{self, Write};

use crate::field::{BlockId, Names, Reg};
use crate::instr::Instr;
use crate::plan::{Function, Plan};
use crate::types::RegType;
use crate::verify::VerifiedPlan;

/// Writes a whole plan: sections, tables, functions.
///
/// # Errors
/// Those of `out`.
pub fn disassemble(plan: &VerifiedPlan, out: &mut dyn Write) -> fmt::Result {
    writeln!(out, "plan version {}", crate::VERSION)?;
    for (section, range) in plan.sections() {
        writeln!(out, "section {:<9} offset {:>10} size {:>10}", section.name(), range.start, range.len())?;
    }
    let p = plan.plan();
    for (index, constant) in p.constants.iter().enumerate() {
        let name = p.string(constant.name);
        writeln!(out, "constant #{index} {name:?} size {} align {}", constant.length_bytes, constant.alignment_bytes)?;
    }
    for executable in &p.executables {
        let (name, format) = (p.string(executable.name), p.string(executable.format));
        writeln!(out, "executable @{name} {format:?} data #{}", executable.data.0)?;
    }
    for global in &p.globals {
        write!(out, "global @{}: {}", p.string(global.name), global.ty)?;
        if global.initial != 0 {
            write!(out, " = {:#x}", global.initial)?;
        }
        writeln!(out)?;
    }
    for export in &p.exports {
        let (name, function) = (p.string(export.name), p.function(export.function));
        writeln!(out, "export @{name} = @{function} {} {:?}", export.model.name(), p.string(export.declaration))?;
    }
    for function in &p.initializers {
        writeln!(out, "initializer @{}", p.function(*function))?;
    }
    for function in &p.functions {
        writeln!(out)?;
        disassemble_function(p, function, out)?;
    }
    Ok(())
}

/// Writes one function.
///
/// # Errors
/// Those of `out`.
pub fn disassemble_function(plan: &Plan, function: &Function, out: &mut dyn Write) -> fmt::Result {
    let typed = |reg: &Reg| format!("{reg}: {}", function.registers[reg.0 as usize]);
    let results: Vec<String> = function.results.iter().map(ToString::to_string).collect();
    let name = plan.string(function.name);
    if function.is_import() {
        let params: Vec<String> = function.params.iter().map(ToString::to_string).collect();
        return writeln!(out, "import @{name}({}) -> ({})", params.join(", "), results.join(", "));
    }
    let params: Vec<String> = function.blocks[0].params.iter().map(typed).collect();
    writeln!(
        out,
        "func @{name}({}) -> ({}) {{ // {} registers, {} instructions",
        params.join(", "),
        results.join(", "),
        function.registers.len(),
        function.code.len()
    )?;
    for index in 0..function.blocks.len() {
        let block = BlockId(index as u32);
        if index > 0 {
            let params: Vec<String> = function.blocks[index].params.iter().map(typed).collect();
            let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
            writeln!(out, "{block}{params}:")?;
        }
        for at in function.block_range(block) {
            out.write_str("  ")?;
            disassemble_instr(plan, function, &function.code[at], out)?;
            writeln!(out)?;
        }
    }
    writeln!(out, "}}")
}

/// Writes one instruction: results, mnemonic, fields, types of the results.
///
/// # Errors
/// Those of `out`.
pub fn disassemble_instr(plan: &Plan, function: &Function, instr: &Instr, out: &mut dyn Write) -> fmt::Result {
    if let Instr::Const { bits, result } = instr {
        let ty = function.registers[result.0.0 as usize];
        return write!(out, "{} = const {} : {ty}", result.0, number(*bits, ty));
    }
    let mut results = Vec::new();
    let mut fields = String::new();
    let mut status = Ok(());
    instr.fields(&mut |name, field| {
        let mut text = String::new();
        status = status.and(field.show(plan, &mut text));
        if field.is_result() {
            results.push(text);
        } else {
            let _ = write!(fields, " {name}={text}");
        }
    });
    status?;
    if !results.is_empty() {
        write!(out, "{} = ", results.join(", "))?;
    }
    write!(out, "{}{fields}", instr.mnemonic())?;
    let types: Vec<&str> = results
        .iter()
        .flat_map(|text| text.trim_matches(['[', ']']).split(", "))
        .filter_map(|reg| reg.strip_prefix('%')?.parse::<usize>().ok())
        .filter_map(|reg| function.registers.get(reg).map(|ty| ty.name()))
        .collect();
    if types.is_empty() { Ok(()) } else { write!(out, " : {}", types.join(", ")) }
}

/// A number as people write it: integers signed, narrow floats by their bits.
fn number(bits: u64, ty: RegType) -> String {
    match ty {
        RegType::I1 => (bits != 0).to_string(),
        RegType::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        RegType::F64 => format!("{:?}", f64::from_bits(bits)),
        RegType::F16 | RegType::BF16 => format!("{bits:#06x}"),
        _ => {
            let unused = 64 - ty.bits();
            ((bits << unused).cast_signed() >> unused).to_string()
        }
    }
}
