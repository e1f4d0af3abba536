//! Runs the conformance suite on a device and prints what passed.
//!
//! `HALFORGE_DEVICE` names the device; the first one otherwise. Arguments are those of any Rust test.
#![allow(clippy::print_stdout, reason = "the table is for people")]

use std::process::ExitCode;
use std::sync::Arc;

use halforge_conformance::{Harness, Row, Verdict, cases, report};
use halforge_hal::DeviceSelector;
use libtest_mimic::{Arguments, Completion, Trial};
use parking_lot::Mutex;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // What is left of a case can be told only while no other runs.
    arguments.test_threads = Some(1);
    let name = std::env::var("HALFORGE_DEVICE").unwrap_or_else(|_| "vulkan".to_owned());
    let harness = match DeviceSelector::parse(&name).and_then(|selector| Harness::new(&selector)) {
        Ok(harness) => Arc::new(harness),
        Err(status) => {
            println!("no device to test: {status}");
            return ExitCode::FAILURE;
        }
    };
    let rows = Arc::new(Mutex::new(Vec::new()));
    let mut trials = Vec::new();
    for case in cases() {
        for variant in case.variants() {
            let (harness, rows) = (harness.clone(), rows.clone());
            let name = match variant.name().as_str() {
                "once" => case.name.to_owned(),
                variant => format!("{} [{variant}]", case.name),
            };
            let trial = Trial::ignorable_test(name, move || {
                let verdict = harness.run(case, variant);
                rows.lock().push(Row { group: case.group(), variant: variant.name(), verdict: verdict.clone() });
                match verdict {
                    Verdict::Passed => Ok(Completion::Completed),
                    Verdict::Unsupported(why) => Ok(Completion::ignored_with(why)),
                    Verdict::Failed(why) => Err(why.into()),
                }
            });
            trials.push(trial.with_ignored_flag(case.is_long));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        let info = harness.device().info();
        println!("{} ({})\n{}", info.name, info.driver, report(&rows.lock()));
    }
    conclusion.exit_code()
}
