//! Programs from text to numbers: what is in `programs` is compiled by IREE's own compiler, what is in `hal` is HAL already,
//! and both run through the `halforge` command line under the Khronos validation layer.
//!
//! [`halforge_tests::programs`] says what stands at the head of each file. A program must do the same as text and as a plan,
//! and its plan must be the same each time it is made. The device is the one the environment gives (`ci/devices` sets it);
//! what compiles is kept in `.halforge/cache`. A device that lacks what a program needs must refuse it with the reason; the
//! last lines say which programs were refused, for they did not run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock, PoisonError};

use halforge_tests::cases::files_below;
use halforge_tests::programs::{Call, Need, Program, Variant, compile};
use halforge_tests::tools::{Output, Scratch, halforge, run};
use libtest_mimic::{Arguments, Failed, Trial};

/// What the device lacks, and the programs it refused for that.
static REFUSED: Mutex<BTreeMap<String, Vec<String>>> = Mutex::new(BTreeMap::new());

#[expect(clippy::print_stderr, reason = "the harness prints what it cannot run")]
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => {
            let conclusion = libtest_mimic::run(&arguments, trials);
            for (features, names) in REFUSED.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                let (count, names) = (names.len(), names.join(", "));
                eprintln!("{count} refused, for the device lacks {features}: {names}");
            }
            conclusion.exit_code()
        }
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for path in files_below(&here.join("programs"), "mlir")? {
        let program = Program::read(here, &path)?;
        for variant in program.variants.clone() {
            let (name, program) = (format!("{} [{}]", program.name, variant.name), program.clone());
            trials.push(Trial::test(name, move || compiled(&program, &variant).map_err(Failed::from)));
        }
    }
    for path in files_below(&here.join("hal"), "mlir")? {
        let program = Program::read(here, &path)?;
        trials.push(Trial::test(program.name.clone(), move || {
            calls(&program, &program.name, &program.needs, &program.path).map_err(Failed::from)
        }));
    }
    Ok(trials)
}

fn compiled(program: &Program, variant: &Variant) -> Result<(), String> {
    let needs = [&program.needs[..], &variant.needs()].concat();
    calls(program, &format!("{} [{}]", program.name, variant.name), &needs, &compile(program, variant)?)
}

/// Makes the calls of a program whose HAL text is at `text`.
fn calls(program: &Program, name: &str, needs: &[Need], text: &Path) -> Result<(), String> {
    let scratch = Scratch::new()?;
    let plan = scratch.path("program.plan");
    let again = scratch.path("again.plan");
    for output in [&plan, &again] {
        run(halforge()?.arg("compile").arg(text).arg("-o").arg(output))?.success()?;
    }
    if read(&plan)? != read(&again)? {
        return Err("two plans of one text differ".to_owned());
    }
    let lacking: Vec<&Need> = needs.iter().filter(|need| features().get(&need.feature) != Some(&true)).collect();
    if !lacking.is_empty() {
        let features: Vec<&str> = lacking.iter().map(|need| &need.feature[..]).collect();
        let mut refused = REFUSED.lock().unwrap_or_else(PoisonError::into_inner);
        refused.entry(features.join(", ")).or_default().push(name.to_owned());
    }
    for call in &program.calls {
        for module in [text, &plan] {
            let output = make(program, module, call)?;
            // What is wrong with the call may show before the device is asked for anything.
            let checked = match check(program, call, &output) {
                Err(_) if !lacking.is_empty() => check_refusal(&lacking, &output),
                Ok(()) if !lacking.is_empty() && call.errors.is_empty() => Err("expected a refusal".to_owned()),
                checked => checked,
            };
            checked.map_err(|what| {
                format!("{} {:?}: {what}\n{}{}", module.display(), call.arguments, output.text(), output.stderr)
            })?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn make(program: &Program, module: &Path, call: &Call) -> Result<Output, String> {
    let archives = program.path.with_file_name("archives").display().to_string();
    let mut command = halforge()?;
    command.arg("run").arg(module).arg("--vulkan_validation_layers");
    command.args(call.arguments.iter().map(|argument| argument.replace("ARCHIVES", &archives)));
    command.args(call.inputs.iter().map(|value| format!("--input={value}")));
    command.args(call.outputs.iter().map(|value| format!("--expected_output={value}")));
    run(&mut command)
}

fn check(program: &Program, call: &Call, output: &Output) -> Result<(), String> {
    if call.errors.is_empty() {
        if output.code != Some(0) {
            return Err(format!("expected success, found exit code {:?}", output.code));
        }
        if call.warnings.is_empty() && !output.stderr.is_empty() {
            return Err("expected nothing on standard error".to_owned());
        }
        return contains(&output.stderr, &call.warnings);
    }
    if output.code != Some(1) {
        return Err(format!("expected exit code 1, found {:?}", output.code));
    }
    contains(&output.stderr, &call.errors)?;
    match guilty_line(program)? {
        Some(place) => contains(&output.stderr, &[place]),
        None => Ok(()),
    }
}

/// The place of the line before `// fails here`, as messages write it.
fn guilty_line(program: &Program) -> Result<Option<String>, String> {
    let text = String::from_utf8_lossy(&read(&program.path)?).into_owned();
    let line = text.lines().position(|line| line.trim() == "// fails here");
    let name = program.path.file_name().unwrap_or_default().to_string_lossy();
    Ok(line.map(|line| format!("{name}:{line}:")))
}

fn contains(text: &str, parts: &[String]) -> Result<(), String> {
    match parts.iter().find(|part| !text.contains(part.as_str())) {
        Some(part) => Err(format!("expected `{part}` on standard error")),
        None => Ok(()),
    }
}

/// A device that lacks what a program needs must say so rather than run it.
fn check_refusal(lacking: &[&Need], output: &Output) -> Result<(), String> {
    let refused = output.stderr.contains("error: INCOMPATIBLE: ");
    if output.code == Some(1) && refused && lacking.iter().any(|need| output.stderr.contains(&need.refusal)) {
        return Ok(());
    }
    Err(format!("expected a refusal that names one of {lacking:?}, found exit code {:?}", output.code))
}

/// What the device can do, by Vulkan's names.
fn features() -> &'static BTreeMap<String, bool> {
    static FEATURES: OnceLock<BTreeMap<String, bool>> = OnceLock::new();
    FEATURES.get_or_init(|| {
        let output = halforge().and_then(|mut command| run(command.args(["devices", "--json"]))).and_then(Output::success);
        let list: serde_json::Value = output.ok().and_then(|o| serde_json::from_slice(&o.stdout).ok()).unwrap_or_default();
        let device = list.as_array().into_iter().flatten().find(|device| device["usable"] == true);
        let features = device.and_then(|device| device["features"].as_object()).into_iter().flatten();
        features.map(|(name, there)| (name.clone(), there == true)).collect()
    })
}
