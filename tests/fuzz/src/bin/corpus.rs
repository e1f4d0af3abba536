//! Writes what a target starts from: `corpus FOLDER` makes `FOLDER/TARGET/…` for every target, with what once broke it, and
//! says the targets' names.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool of ci/fuzz")]

use std::path::Path;
use std::process::ExitCode;

use halforge_fuzz::{TARGETS, regressions, seeds::seeds};

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: corpus FOLDER");
        return ExitCode::from(2);
    };
    for target in TARGETS {
        if let Err(what) = write(&Path::new(&folder).join(target.name), target.name) {
            eprintln!("{what}");
            return ExitCode::FAILURE;
        }
        println!("{}", target.name);
    }
    ExitCode::SUCCESS
}

fn write(folder: &Path, target: &str) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let all = seeds(target)?.into_iter().chain(regressions(target)?.into_iter().map(|(_, bytes)| bytes));
    for (number, bytes) in all.enumerate() {
        let path = folder.join(format!("seed-{number:04}"));
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
