//! The `halforge` command line: compile, run, measure and look into programs.
//!
//! Exit codes: 0 when all went well, 1 when a file, a program or a device is wrong, 2 when the command line is. Results go
//! to standard output, everything else to standard error.

#![expect(clippy::print_stderr, reason = "messages of a command go to standard error")]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
