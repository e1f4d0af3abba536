//! What we print, IREE's own tools read, and as the same module: `iree-opt` gives the same generic text for an input, for what
//! we print of it and for what we print of it in generic form, byte for byte.
//!
//! The inputs are the cases of `ir` and `plan` that print or compile, and the HAL text of `programs`.
//!
//! What our passes make of the cases in `compiler/passes/tests/cases`, `iree-opt` makes of them, too, and what they refuse it
//! refuses. A case that begins with `// unlike iree-opt: why` is left out.

use std::path::Path;
use std::process::ExitCode;

use halforge_ir::{Context, PrintOptions, module_to_string, parse_module};
use halforge_tests::cases::{Case, Found, INPUT_NAME, files_below, read_cases};
use halforge_tests::normal::normal_form;
use halforge_tests::programs::{Program, compile};
use halforge_tests::tools::{iree, root, run_with};
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
    for path in [files_below(&here.join("ir"), "mlir")?, files_below(&here.join("plan"), "mlir")?].concat() {
        let name = path.strip_prefix(here).unwrap_or(&path).display().to_string();
        for case in read_cases(&path, "//")?.cases {
            if matches!(&case.command[..], "print" | "print --generic" | "plan") {
                let check = move || same(case.input.as_bytes()).map_err(Failed::from);
                trials.push(Trial::test(format!("{name}: {}", case.title), check));
            }
        }
    }
    let passes = root().join("compiler/passes/tests/cases");
    for path in files_below(&passes, "mlir")? {
        let name = path.strip_prefix(&passes).unwrap_or(&path).display().to_string();
        for case in read_cases(&path, "//")?.cases.into_iter().filter(|case| !case.input.starts_with(UNLIKE)) {
            let name = format!("passes/{name}: {}", case.title);
            trials.push(Trial::test(name, move || same_passes(&case).map_err(Failed::from)));
        }
    }
    for path in files_below(&here.join("programs"), "mlir")? {
        let program = Program::read(here, &path)?;
        for variant in program.variants.clone() {
            let (name, program) = (format!("{} [{}]", program.name, variant.name), program.clone());
            let check = move || {
                let text = compile(&program, &variant)?;
                same(&std::fs::read(&text).map_err(|error| format!("{}: {error}", text.display()))?).map_err(Failed::from)
            };
            trials.push(Trial::test(name, check));
        }
    }
    Ok(trials)
}

/// The first line of cases in which our passes do something else.
const UNLIKE: &str = "// unlike iree-opt: ";

/// Whether iree-opt makes of a case what is expected of our passes.
fn same_passes(case: &Case) -> Result<(), String> {
    let mut command = iree("iree-opt")?;
    let flags = case.command.strip_prefix("opt").ok_or_else(|| format!("no command `{}`", case.command))?;
    command.arg("-").arg("--allow-unregistered-dialect").args(shell_words(flags));
    let output = run_with(command.current_dir(root().join("compiler/passes")), case.input.as_bytes())?;
    let expected = match &case.expected {
        Found::Mistakes(mistakes) if output.code == Some(0) => {
            return Err(format!("iree-opt finds no mistake; ours: {mistakes:?}"));
        }
        Found::Mistakes(_) => return Ok(()),
        Found::Text(text) => normal_form(text)?,
    };
    let found = normal_form(&output.success()?.text())?;
    let at = expected.iter().zip(&found).find(|(a, b)| a != b);
    if expected == found { Ok(()) } else { Err(format!("iree-opt makes something else; the first lines that differ: {at:#?}")) }
}

/// Words separated by spaces outside of single quotes.
fn shell_words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, part) in text.split('\'').enumerate() {
        // Every other part stands in quotes.
        let pieces: Vec<&str> = if number % 2 == 0 { part.split(' ').collect() } else { vec![part] };
        for (index, piece) in pieces.into_iter().enumerate() {
            match words.last_mut().filter(|_| index == 0) {
                Some(word) => word.push_str(piece),
                None => words.push(piece.to_owned()),
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn same(input: &[u8]) -> Result<(), String> {
    let module = parse_module(&Context::new(), INPUT_NAME, Box::new(input.to_vec())).map_err(|error| error.to_string())?;
    let print = |generic| module_to_string(&module, &PrintOptions { generic, ..PrintOptions::default() });
    let texts = [String::from_utf8_lossy(input).into_owned(), print(false), print(true)];
    // One process for all, for it takes longer to start than to read.
    let found = generic(&texts.join(SPLIT))?;
    let found: Vec<&str> = found.split(SPLIT).collect();
    let [expected, custom_form, generic_form] = found[..] else {
        return Err(format!("expected three modules, found {}", found.len()));
    };
    for (found, printed) in [custom_form, generic_form].iter().zip(&texts[1..]) {
        if found.trim_end() != expected.trim_end() {
            let at = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
            return Err(format!("iree-opt reads another module; the first lines that differ: {at:#?}\n{printed}"));
        }
    }
    Ok(())
}

/// The line between modules in one text.
const SPLIT: &str = "\n// -----\n";

/// The modules in generic form, as iree-opt prints them.
fn generic(text: &str) -> Result<String, String> {
    let mut command = iree("iree-opt")?;
    command.args(["-", "--mlir-print-op-generic", "--allow-unregistered-dialect", "--split-input-file"]);
    let output = run_with(&mut command, text.as_bytes())?.success();
    Ok(output.map_err(|what| format!("iree-opt does not take it: {what}\n{text}"))?.text())
}
