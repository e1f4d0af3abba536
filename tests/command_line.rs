//! The `halforge` command line: what a user types and sees.
//!
//! `command_line/*.sh` are cases as [`halforge_tests::cases`] says, whose input is a shell script. It runs in an empty folder
//! where `programs` is this package's `hal` and `examples` the repository's, links so that no path of a machine is shown or
//! kept in a plan; what is expected is standard output, then standard error and the exit code when there is something to
//! say about them. Below are the checks that a transcript cannot make.

use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use halforge_tests::cases::{Case, Found, bless, files_below, read_cases};
use halforge_tests::tools::{Output, Scratch, halforge, root, run};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

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
    type Check = fn() -> Result<(), String>;
    let checks: [(&str, Check); 6] = [
        ("every command has help with examples", help_has_examples),
        ("completions are for every shell and know every command", completions_know_all),
        ("devices --json has its keys", devices_have_keys),
        ("bench --json has its keys", bench_has_keys),
        ("dump --format=json has its keys", dump_has_keys),
        ("nobody has to read all of the output", closed_pipe),
    ];
    let mut trials: Vec<Trial> =
        checks.into_iter().map(|(name, check)| Trial::test(name, move || check().map_err(Failed::from))).collect();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in files_below(&here.join("command_line"), "sh")? {
        let name = path.strip_prefix(here).unwrap_or(&path).display().to_string();
        bless(&path, "#", transcript)?;
        for case in read_cases(&path, "#")?.cases {
            let name = format!("{name}: {}", case.title);
            trials.push(Trial::test(name, move || case.check(&transcript(&case)?).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// Runs the script of a case.
fn transcript(case: &Case) -> Result<Found, String> {
    if case.command != "shell" {
        return Err(format!("no command `{}`", case.command));
    }
    let binary = halforge()?;
    let binaries = Path::new(binary.get_program()).parent().ok_or("halforge is in no folder")?;
    let path = std::env::var("PATH").unwrap_or_default();
    let scratch = Scratch::new()?;
    let mut command = Command::new("bash");
    command.arg("-c").arg(&case.input).current_dir(scratch.path("."));
    command.env("PATH", format!("{}:{path}", binaries.display())).env("COLUMNS", "100");
    for (link, folder) in [("programs", "tests/hal"), ("examples", "examples")] {
        symlink(root().join(folder), scratch.path(link)).map_err(|error| format!("{link}: {error}"))?;
    }
    let output = run(&mut command)?;
    let mut text = output.text();
    if !output.stderr.is_empty() {
        text.push_str(&format!("--- standard error\n{}", output.stderr));
    }
    if output.code != Some(0) {
        text.push_str(&format!("--- exit code {}\n", output.code.map_or("none".to_owned(), |code| code.to_string())));
    }
    Ok(Found::text(&text))
}

fn run_halforge(arguments: &[&str]) -> Result<Output, String> {
    let shown = arguments.join(" ");
    run(halforge()?.args(arguments))?.success().map_err(|what| format!("halforge {shown}: {what}"))
}

/// The names of all commands, as the help lists them.
fn commands() -> Result<Vec<String>, String> {
    let help = run_halforge(&["--help"])?.text();
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Descriptions go on in lines that begin further right.
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    Ok(names.filter(|name| *name != "help").map(str::to_owned).collect())
}

fn help_has_examples() -> Result<(), String> {
    let commands = commands()?;
    if commands.len() < 6 {
        return Err(format!("expected all commands in the help, found {commands:?}"));
    }
    for command in commands {
        let help = run_halforge(&[&command, "--help"])?.text();
        let example = format!("halforge {command} ");
        let examples = help.split_once("Example").map_or("", |(_, examples)| examples);
        // A command without arguments is its own example.
        if !examples.contains(&example) && !examples.contains(&format!("halforge {command}\n")) {
            return Err(format!("the help of {command} has no example of its own:\n{help}"));
        }
    }
    Ok(())
}

fn completions_know_all() -> Result<(), String> {
    for shell in ["bash", "zsh", "fish"] {
        let script = run_halforge(&["completions", shell])?.text();
        let missing: Vec<String> = commands()?.into_iter().filter(|command| !script.contains(command.as_str())).collect();
        if !missing.is_empty() || !script.contains("output_max_element_count") {
            return Err(format!("the completions for {shell} do not know {missing:?}"));
        }
    }
    let scratch = Scratch::new()?;
    let script = scratch.path("halforge.bash");
    std::fs::write(&script, run_halforge(&["completions", "bash"])?.stdout).map_err(|error| error.to_string())?;
    run(Command::new("bash").arg("-n").arg(&script))?.success().map(drop)
}

fn json(arguments: &[&str]) -> Result<Value, String> {
    let output = run_halforge(arguments)?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{arguments:?}: {error}"))
}

/// The keys of an object are exactly these.
fn keys(what: &str, value: &Value, expected: &[&str]) -> Result<(), String> {
    let object = value.as_object().ok_or_else(|| format!("{what}: expected an object, found {value}"))?;
    let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
    let expected: BTreeSet<&str> = expected.iter().copied().collect();
    if found == expected { Ok(()) } else { Err(format!("{what}: expected the keys {expected:?}, found {found:?}")) }
}

fn devices_have_keys() -> Result<(), String> {
    let devices = json(&["devices", "--json"])?;
    let [device, ..] = &devices.as_array().ok_or("expected an array")?[..] else {
        return Err("expected a device: run ci/setup".to_owned());
    };
    let expected = [
        "ordinal",
        "name",
        "uri",
        "uuid",
        "kind",
        "api_version",
        "driver",
        "vendor_id",
        "device_id",
        "executable_formats",
        "memory_heaps_bytes",
        "limits",
        "features",
        "usable",
        "refusals",
    ];
    keys("device", device, &expected)?;
    let number = device["limits"]["maxStorageBufferRange"].as_u64();
    let truth = device["features"]["timelineSemaphore"].as_bool();
    if number.is_none() || truth.is_none() {
        return Err(format!("expected limits as numbers and features as truths, found {device}"));
    }
    Ok(())
}

fn multiply() -> String {
    root().join("examples/multiply.hal.mlir").display().to_string()
}

fn bench_has_keys() -> Result<(), String> {
    let module = multiply();
    let call = ["bench", &module, "--input=4xf32=1", "--input=4xf32=2", "--repetitions=3", "--warmup=1", "--json"];
    let report = json(&call)?;
    let expected = [
        "function",
        "device",
        "calls",
        "warmup",
        "min_s",
        "median_s",
        "mean_s",
        "p95_s",
        "max_s",
        "submits_per_call",
        "load_s",
        "init_s",
        "first_call_s",
    ];
    keys("report", &report, &expected)?;
    let number = |key: &str| report[key].as_f64().unwrap_or(f64::NAN);
    let sorted = number("min_s") <= number("median_s") && number("median_s") <= number("max_s");
    if report["calls"] != 3 || report["function"] != "multiply" || !sorted {
        return Err(format!("expected three calls in order, found {report}"));
    }
    Ok(())
}

fn dump_has_keys() -> Result<(), String> {
    let module = multiply();
    let plan = json(&["dump", &module, "--format=json"])?;
    let tables = ["version", "sections", "constants", "executables", "globals", "exports", "initializers", "functions"];
    keys("plan", &plan, &tables)?;
    keys("section", &plan["sections"][0], &["name", "offset_bytes", "length_bytes"])?;
    keys("constant", &plan["constants"][0], &["name", "length_bytes", "alignment_bytes"])?;
    keys("executable", &plan["executables"][0], &["name", "format", "constant"])?;
    keys("global", &plan["globals"][0], &["name", "type", "initial"])?;
    keys("export", &plan["exports"][0], &["name", "function", "model", "declaration"])?;
    let function = json(&["dump", &module, "--format=json", "--function=multiply"])?;
    keys("function", &function, &["name", "parameters", "results", "registers", "blocks"])?;
    keys("block", &function["blocks"][0], &["parameters", "instructions"])?;
    let instruction = &function["blocks"][0]["instructions"][0];
    keys("instruction", instruction, &["op", "text", "location"])?;
    match instruction["location"].as_str() {
        Some(place) if place.starts_with(&format!("{module}:")) => Ok(()),
        found => Err(format!("expected the place in the source, found {found:?}")),
    }
}

/// `halforge dump … | head -1`
fn closed_pipe() -> Result<(), String> {
    let mut command = halforge()?;
    command.args(["dump", &multiply(), "--format=json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut first = [0];
    child.stdout.take().map(|mut stdout| stdout.read_exact(&mut first));
    let mut stderr = String::new();
    child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut stderr));
    let status = child.wait().map_err(|error| error.to_string())?;
    if status.success() && stderr.is_empty() && &first == b"{" {
        return Ok(());
    }
    Err(format!("expected a quiet end, found {status} {stderr}"))
}
