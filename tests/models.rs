//! Networks as people use them: `ci/models` takes them from PyPI packages and compiles them, `halforge run` must give what
//! onnxruntime gives, within the error that `ci/models` states, as text and as a plan, under the validation layer.

use std::path::Path;
use std::process::{Command, ExitCode};

use halforge_tests::tools::{Scratch, halforge, root, run};
use libtest_mimic::{Arguments, Failed, Trial};

/// The compiler's default target, which every device can run.
const TARGET: &str = "vp_android_baseline_2022";

#[expect(clippy::print_stderr, reason = "the harness prints what it cannot run")]
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let names = match models(&["--list"]) {
        Ok(names) => names,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::FAILURE;
        }
    };
    let trial = |name: &str| {
        let name = name.to_owned();
        Trial::test(name.clone(), move || check(&name).map_err(Failed::from))
    };
    libtest_mimic::run(&arguments, names.lines().map(trial).collect()).exit_code()
}

/// What `ci/models` says with these arguments.
fn models(arguments: &[&str]) -> Result<String, String> {
    Ok(run(Command::new(root().join("ci/models")).args(arguments))?.success()?.text())
}

fn check(name: &str) -> Result<(), String> {
    models(&["--target", TARGET, name])?;
    let folder = root().join(".halforge/models").join(name);
    let text = folder.join(format!("{TARGET}.hal.mlir"));
    let scratch = Scratch::new()?;
    let plan = scratch.path("model.plan");
    run(halforge()?.arg("compile").arg(&text).arg("-o").arg(&plan))?.success()?;
    call(&folder, &text)?;
    call(&folder, &plan)
}

fn call(folder: &Path, module: &Path) -> Result<(), String> {
    let threshold = folder.join("threshold");
    let threshold = std::fs::read_to_string(&threshold).map_err(|error| format!("{}: {error}", threshold.display()))?;
    let mut command = halforge()?;
    command.arg("run").arg(module).arg("--vulkan_validation_layers");
    let inputs = (0..).map(|index| folder.join(format!("input{index}.npy"))).take_while(|path| path.exists());
    command.args(inputs.map(|path| format!("--input=@{}", path.display())));
    command.arg(format!("--expected_output=@{}", folder.join("expected.npy").display()));
    command.arg(format!("--expected_f32_threshold={}", threshold.trim()));
    let output = run(&mut command)?.success()?;
    if output.text().contains("[SUCCESS]") && output.stderr.is_empty() {
        return Ok(());
    }
    Err(format!("expected success and nothing on standard error, found\n{}{}", output.text(), output.stderr))
}
