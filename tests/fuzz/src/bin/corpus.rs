//! Writes inputs for the fuzzer: `corpus FOLDER [COUNT]` makes `FOLDER/TARGET/…` for every target, with its seeds, what once
//! broke it and COUNT changes of these, always the same ones. It says the targets' names.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool of ci/fuzz")]

use std::path::Path;
use std::process::ExitCode;

use halforge_fuzz::{TARGETS, Target, changed, start};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (folder, count) = match &args[..] {
        [folder] => (folder, Some(0)),
        [folder, count] => (folder, count.parse().ok()),
        _ => (&String::new(), None),
    };
    let Some(count) = count else {
        eprintln!("usage: corpus FOLDER [COUNT]");
        return ExitCode::from(2);
    };
    for target in TARGETS {
        if let Err(what) = write(&Path::new(folder).join(target.name), target, count) {
            eprintln!("{what}");
            return ExitCode::FAILURE;
        }
        println!("{}", target.name);
    }
    ExitCode::SUCCESS
}

fn write(folder: &Path, target: &Target, count: u32) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let start = start(target)?;
    for (number, bytes) in start.iter().cloned().chain(changed(target, &start, count)).enumerate() {
        let path = folder.join(format!("seed-{number:05}"));
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
