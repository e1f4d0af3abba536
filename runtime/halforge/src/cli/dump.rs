//! `halforge dump`: what is in a plan.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use halforge_plan::field::{BlockId, Names};
use halforge_plan::{Function, Plan, VerifiedPlan, disassemble, disassemble_function, disassemble_instr};
use serde_json::{Value, json};

use super::{Failure, Outcome, load};

/// Show a plan: sections and sizes, functions, registers, blocks and instructions. HAL text is compiled first.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  halforge dump model.plan\n  halforge dump model.plan --function=main --format=json")]
pub(crate) struct Args {
    /// A plan, or HAL text; `-` for standard input.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// `text`, to be read beside the IR, or `json`.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "json"])]
    format: String,
    /// Only this function.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let program = load(&args.plan)?;
    let plan = program.plan();
    let only = args.function.as_deref().map(|name| find(plan.plan(), name)).transpose()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    match (args.format.as_str(), only) {
        ("json", None) => writeln!(out, "{:#}", plan_json(plan))?,
        ("json", Some(function)) => writeln!(out, "{:#}", function_json(plan.plan(), function))?,
        (_, only) => {
            let mut text = String::new();
            // Writing to a string does not fail.
            let _ = match only {
                None => disassemble(plan, &mut text),
                Some(function) => disassemble_function(plan.plan(), function, &mut text),
            };
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn find<'p>(plan: &'p Plan, name: &str) -> Outcome<&'p Function> {
    let bare = name.strip_prefix('@').unwrap_or(name);
    let names = || plan.functions.iter().map(|f| plan.string(f.name));
    plan.functions.iter().find(|f| plan.string(f.name) == bare).ok_or_else(|| {
        let near = halforge_ir::nearest(bare, names());
        let hint = near.map(|near| format!("; did you mean @{near}?")).unwrap_or_default();
        Failure::Usage(format!("no function @{bare}{hint}; there are {}", names().collect::<Vec<_>>().join(", ")))
    })
}

fn plan_json(plan: &VerifiedPlan) -> Value {
    let p = plan.plan();
    let sections = plan
        .sections()
        .iter()
        .map(|(section, range)| json!({ "name": section.name(), "offset_bytes": range.start, "length_bytes": range.len() }));
    let constants = p
        .constants
        .iter()
        .map(|c| json!({ "name": p.string(c.name), "length_bytes": c.length_bytes, "alignment_bytes": c.alignment_bytes }));
    let executables =
        p.executables.iter().map(|e| json!({ "name": p.string(e.name), "format": p.string(e.format), "constant": e.data.0 }));
    let globals = p.globals.iter().map(|g| json!({ "name": p.string(g.name), "type": g.ty.name(), "initial": g.initial }));
    let exports = p.exports.iter().map(|e| {
        json!({
            "name": p.string(e.name),
            "function": p.function(e.function),
            "model": e.model.name(),
            "declaration": p.string(e.declaration),
        })
    });
    json!({
        "version": halforge_plan::VERSION,
        "sections": sections.collect::<Vec<_>>(),
        "constants": constants.collect::<Vec<_>>(),
        "executables": executables.collect::<Vec<_>>(),
        "globals": globals.collect::<Vec<_>>(),
        "exports": exports.collect::<Vec<_>>(),
        "initializers": p.initializers.iter().map(|&f| p.function(f)).collect::<Vec<_>>(),
        "functions": p.functions.iter().map(|f| function_json(p, f)).collect::<Vec<_>>(),
    })
}

fn function_json(plan: &Plan, function: &Function) -> Value {
    let types = |types: &[halforge_plan::RegType]| types.iter().map(|ty| ty.name()).collect::<Vec<_>>();
    let blocks = (0..function.blocks.len()).map(|index| {
        let block = &function.blocks[index];
        let code = function.block_range(BlockId(index as u32)).map(|at| instr_json(plan, function, at));
        json!({
            "parameters": block.params.iter().map(|reg| reg.0).collect::<Vec<_>>(),
            "instructions": code.collect::<Vec<_>>(),
        })
    });
    json!({
        "name": plan.string(function.name),
        "parameters": types(&function.params),
        "results": types(&function.results),
        "registers": types(&function.registers),
        "blocks": blocks.collect::<Vec<_>>(),
    })
}

fn instr_json(plan: &Plan, function: &Function, at: usize) -> Value {
    let instr = &function.code[at];
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = disassemble_instr(plan, function, instr, &mut text);
    let location = function.locations.get(at).copied().flatten();
    let location = location.map(|l| format!("{}:{}:{}", plan.string(l.file), l.line, l.column));
    json!({ "op": instr.mnemonic(), "text": text, "location": location })
}
