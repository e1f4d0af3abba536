//! File tests: every case below `ir` and `plan`; [`halforge_tests::cases`] says what they look like.
//!
//! Commands:
//!
//! | command | shows |
//! | --- | --- |
//! | `print [--generic] [--locations] [--elide]` | the module, printed; it must read back as the same module |
//! | `print --ours` | the same, where upstream does not read its own generic form |
//! | `errors` | mistakes that parser, verifier and lowering find, each on its line |
//! | `messages` | the same as a user sees them, with source line and caret |
//! | `plan` | the tables and functions of the compiled plan |
//! | `dump` | the whole plan, as `halforge dump` does |

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use halforge_ir::{Context, Diagnostic, Module, OpKind, PrintOptions, module_to_string, operation_reference, parse_module};
use halforge_plan::{BinaryOp, Instr, Predicate, UnaryOp, VerifiedPlan, disassemble, verify};
use halforge_tests::cases::{Case, Found, INPUT_NAME, Mistake, bless, files_below, read_cases};
use libtest_mimic::{Arguments, Failed, Trial};

#[expect(clippy::print_stderr, reason = "the harness prints what it cannot run")]
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    let (mut printed, mut shown) = (Vec::new(), String::new());
    for folder in ["ir", "plan"] {
        for path in files_below(&here.join(folder), "mlir")? {
            let name = path.strip_prefix(here).unwrap_or(&path).display().to_string();
            bless(&path, "//", run)?;
            for case in read_cases(&path, "//")?.cases {
                match &case.expected {
                    Found::Text(text) if case.command == "plan" && *text != case.input => shown.push_str(text),
                    Found::Text(_) if case.command.starts_with("print") => printed.push(case.input.clone()),
                    _ => {}
                }
                let name = format!("{name}: {}", case.title);
                trials.push(Trial::test(name, move || {
                    let found = run(&case)?;
                    case.check(&found).map_err(Failed::from)
                }));
            }
        }
    }
    trials.push(Trial::test("ir: every operation is in some case", move || all_are_printed(&printed)));
    let page = here.join("../docs/operations.md");
    if std::env::var_os("HALFORGE_BLESS").is_some() {
        std::fs::write(&page, operation_reference()).map_err(|error| format!("{}: {error}", page.display()))?;
    }
    trials.push(Trial::test("docs: the operation reference says what the table says", move || is_reference(&page)));
    trials.push(Trial::test("plan: every instruction and operator is in some case", move || all_are_in(&shown)));
    Ok(trials)
}

fn run(case: &Case) -> Result<Found, String> {
    let mut words = case.command.split(' ');
    let command = words.next().unwrap_or("");
    let options: Vec<&str> = words.collect();
    match (command, &options[..]) {
        ("print", options) => print(&case.input, options),
        ("errors", []) => errors(&case.input),
        ("messages", []) => messages(&case.input),
        ("plan", []) => plan(&case.input),
        ("dump", []) => Ok(Found::text(&text_of(&compile(&case.input).map_err(show)?))),
        _ => Err(format!("no command `{}`", case.command)),
    }
}

fn show(diagnostics: Vec<Diagnostic>) -> String {
    diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}

fn parse(ctx: &Arc<Context>, text: &str) -> Result<Module, Vec<Diagnostic>> {
    parse_module(ctx, INPUT_NAME, Box::new(text.as_bytes().to_vec())).map_err(|mistakes| mistakes.0)
}

/// Elements that `--elide` leaves.
const ELIDE_ABOVE: u64 = 4;

fn print(input: &str, options: &[&str]) -> Result<Found, String> {
    let mut how = PrintOptions::default();
    for &option in options {
        match option {
            "--generic" => how.generic = true,
            "--locations" => how.locations = true,
            "--ours" => {}
            "--elide" => how.elide_elements_if_larger = Some(ELIDE_ABOVE),
            _ => return Err(format!("no option {option}")),
        }
    }
    let ctx = Context::new();
    let module = parse(&ctx, input).map_err(show)?;
    let text = module_to_string(&module, &how);
    if how.elide_elements_if_larger.is_none() {
        let again = parse(&ctx, &text).map_err(|errors| format!("{text}\ndoes not read back: {}", show(errors)))?;
        for options in [how, PrintOptions::default()] {
            let (first, second) = (module_to_string(&module, &options), module_to_string(&again, &options));
            if first != second {
                return Err(format!("{first}\nreads back as another module:\n{second}"));
            }
        }
    }
    Ok(Found::text(&text))
}

/// The plan's bytes, checked.
fn compile(input: &str) -> Result<VerifiedPlan, Vec<Diagnostic>> {
    let module = parse(&Context::new(), input)?;
    let lowered = halforge_lower::lower(&module)?;
    let ours = |what: String| vec![Diagnostic::error(None, what)];
    let mut bytes = Vec::new();
    lowered.file().and_then(|file| file.write(&mut bytes)).map_err(|error| ours(error.to_string()))?;
    verify(Arc::new(bytes)).map_err(|error| ours(error.to_string()))
}

fn text_of(plan: &VerifiedPlan) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = disassemble(plan, &mut text);
    text
}

fn plan(input: &str) -> Result<Found, String> {
    let text = text_of(&compile(input).map_err(show)?);
    let is_size = |line: &str| line.starts_with("plan version ") || line.starts_with("section ");
    let lines: Vec<&str> = text.lines().skip_while(|line| is_size(line) || line.is_empty()).collect();
    Ok(Found::text(&lines.join("\n")))
}

/// The mistakes of an input that must have some.
fn mistakes(input: &str) -> Result<Vec<Diagnostic>, String> {
    match compile(input) {
        Err(diagnostics) => Ok(diagnostics),
        Ok(plan) => Err(format!("expected mistakes, found a plan:\n{}", text_of(&plan))),
    }
}

fn messages(input: &str) -> Result<Found, String> {
    Ok(Found::text(&show(mistakes(input)?)))
}

fn errors(input: &str) -> Result<Found, String> {
    let mut found = Vec::new();
    for diagnostic in mistakes(input)? {
        let Some(place) = &diagnostic.place else { return Err(format!("a mistake without a place: {diagnostic}")) };
        let at = |place: &halforge_ir::Place, severity: String, message: &str| Mistake {
            line: place.line,
            column: place.column,
            severity,
            message: message.to_owned(),
        };
        found.push(at(place, diagnostic.severity.to_string(), &diagnostic.message));
        for (noted, message) in &diagnostic.notes {
            found.push(at(noted.as_ref().unwrap_or(place), "note".to_owned(), message));
        }
    }
    found.sort_by_key(|mistake| mistake.line);
    Ok(Found::Mistakes(found))
}

/// The page is written from the table, never by hand.
fn is_reference(page: &Path) -> Result<(), Failed> {
    let found = std::fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
    let expected = operation_reference();
    match expected.lines().zip(found.lines()).find(|(expected, found)| expected != found) {
        Some((expected, found)) => {
            Err(format!("expected `{expected}`, found `{found}`; HALFORGE_BLESS=1 in the environment writes the page anew")
                .into())
        }
        None if expected.len() != found.len() => Err("the page is cut off; HALFORGE_BLESS=1 writes it anew".into()),
        None => Ok(()),
    }
}

/// A new operation needs a case that prints it.
fn all_are_printed(inputs: &[String]) -> Result<(), Failed> {
    let generic = PrintOptions { generic: true, ..PrintOptions::default() };
    let modules = inputs.iter().map(|input| parse(&Context::new(), input).map_err(show));
    let texts: Vec<String> = modules.map(|module| Ok(module_to_string(&module?, &generic))).collect::<Result<_, String>>()?;
    // Rows without a dialect stand for what has none.
    let names = OpKind::ALL.iter().map(|kind| kind.def().name).filter(|name| name.contains('.'));
    let missing: Vec<&str> = names.filter(|name| !texts.iter().any(|text| text.contains(&format!("\"{name}\"(")))).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case prints: {}", missing.join(", ")).into()) }
}

/// A new instruction or operator needs a case that shows it.
fn all_are_in(shown: &str) -> Result<(), Failed> {
    let instructions = Instr::ALL.iter().map(|(_, name)| format!("{name} "));
    let binary = BinaryOp::ALL.iter().map(|op| format!("binary op={} ", op.name()));
    let unary = UnaryOp::ALL.iter().map(|op| format!("unary op={} ", op.name()));
    let predicates = Predicate::ALL.iter().map(|predicate| format!("cmp predicate={} ", predicate.name()));
    // Something may stand between the mnemonic and a line's end.
    let lines: Vec<String> = shown.lines().map(|line| format!("{line} ")).collect();
    let is_shown = |text: &String| lines.iter().any(|line| line.contains(&format!(" {text}")));
    let missing: Vec<String> = instructions.chain(binary).chain(unary).chain(predicates).filter(|x| !is_shown(x)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case of a plan shows: {}", missing.join(", ")).into()) }
}
