//! File tests: every case below `cases`.
//!
//! A file holds cases split by lines `// -----`. A case is a line `// opt FLAGS: what it shows`, the input, and what is
//! expected: after a line `// =====` what the passes give, or for inputs that are refused a comment
//! `// error@COLUMN: message` after the line that is wrong (`// error: message` where there is no place). With
//! `HALFORGE_BLESS=1` the test writes what it found into the files.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use halforge_ir::verify::verify_op;
use halforge_ir::{Diagnostic, OpKind, PrintOptions, Severity};
use halforge_passes::{
    Anchor, Expect, External, HalOptions, Instruments, Opt, Parts, Pipeline, Recording, Session, Which, opt,
};

const SPLIT: &str = "// -----";
const BLOCK: &str = "// =====";

struct Case {
    flags: String,
    title: String,
    input: String,
    expected: String,
}

/// What a case gives, in the form it has in the file.
fn found(case: &Case) -> Result<String, String> {
    let mut how = Flags::default();
    for flag in shell_words(&case.flags) {
        how.add(&flag)?;
    }
    let written = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let log = written.clone();
    let mut session = Session::new(Box::new(move |path, bytes| {
        let mut log = log.lock().unwrap();
        if let Some(path) = path {
            let _ = writeln!(log, "// file {}", path.display());
        }
        log.push_str(&String::from_utf8_lossy(bytes));
        Ok(())
    }));
    session.external_resources = how.external;
    session.recording = how.recording;
    session.local_backends = how.local_backends;
    let mut text = String::new();
    let result = opt(
        "case.mlir",
        Box::new(case.input.clone().into_bytes()),
        &Opt {
            pipeline: how.pipeline,
            session: &session,
            instruments: &how.instruments,
            verify: Some(verify_op),
            print: PrintOptions::default(),
            parts: Parts::Whole,
            expect: Expect::Nothing,
        },
        &mut text,
    );
    let result = result.map_err(|error| error.to_string())?;
    let written = written.lock().unwrap().clone();
    if !result.failed {
        let shown: String = result.diagnostics.iter().map(|d| format!("// {}\n", one_line(d))).collect();
        let log = how.instruments.log.lock().unwrap().clone();
        return Ok(format!("{}\n{BLOCK}\n{shown}{log}{written}{}\n", case.input, text.trim_end()));
    }
    let mut text = String::new();
    for (line, number) in case.input.lines().zip(1..) {
        let _ = writeln!(text, "{line}");
        for d in result.diagnostics.iter().filter(|d| d.place.as_ref().is_some_and(|place| place.line == number)) {
            let _ = writeln!(text, "// {}", one_line(d));
        }
    }
    for d in result.diagnostics.iter().filter(|d| d.place.is_none()) {
        let _ = writeln!(text, "// {}", one_line(d));
    }
    Ok(text)
}

/// `error@3: message; note`, of longer messages the first line
fn one_line(d: &Diagnostic) -> String {
    let column = d.place.as_ref().map_or(String::new(), |place| format!("@{}", place.column));
    let notes: String = d.notes.iter().map(|(_, note)| format!("; {note}")).collect();
    format!("{}{column}: {}{notes}", d.severity, d.message.lines().next().unwrap_or_default())
}

struct Flags {
    pipeline: Pipeline,
    instruments: Instruments,
    external: External,
    recording: Recording,
    local_backends: Vec<String>,
}

impl Default for Flags {
    fn default() -> Self {
        Self {
            pipeline: Pipeline { anchor: Anchor::Kind(OpKind::BuiltinModule), steps: Vec::new() },
            instruments: Instruments::default(),
            external: External::default(),
            recording: Recording::default(),
            local_backends: Vec::new(),
        }
    }
}

impl Flags {
    fn add(&mut self, flag: &str) -> Result<(), String> {
        let flag = flag.strip_prefix("--").ok_or_else(|| format!("expected a flag, found {flag}"))?;
        let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
        match name {
            "pass-pipeline" => self.pipeline = Pipeline::parse(value)?,
            "mlir-print-ir-after-all" => self.instruments.print_after = Which::All,
            "mlir-print-ir-before-all" => self.instruments.print_before = Which::All,
            "mlir-print-ir-after-change" => {
                (self.instruments.print_after, self.instruments.only_changes) = (Which::All, true);
            }
            "iree-hal-external-resources-mappable" => self.external = External::Mappable,
            "iree-hal-indirect-command-buffers" if value == "false" => self.recording = Recording::EachTime,
            "iree-hal-force-indirect-command-buffers" => self.recording = Recording::AlwaysReused,
            "iree-hal-local-target-device-backends" => self.local_backends.push(value.to_owned()),
            _ => self.pipeline.push_by_name(name, value, &HalOptions::default())?,
        }
        Ok(())
    }
}

/// Words separated by spaces outside of single quotes.
fn shell_words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for part in text.split(&format!("{SPLIT}\n")) {
        let part = part.trim_start();
        let (head, rest) = part.split_once('\n').unwrap_or((part, ""));
        let head = head.strip_prefix("// opt").and_then(|head| head.split_once(": "));
        let (flags, title) = head.unwrap_or_else(|| panic!("expected `// opt FLAGS: what it shows`, found {part}"));
        let input = rest.split(&format!("{BLOCK}\n")).next().unwrap_or_default();
        let comments = ["// error", "// warning", "// remark"];
        let input: Vec<&str> = input.lines().filter(|line| !comments.iter().any(|c| line.starts_with(c))).collect();
        cases.push(Case {
            flags: flags.trim().to_owned(),
            title: title.to_owned(),
            input: input.join("\n").trim_end().to_owned(),
            expected: rest.trim_end().to_owned(),
        });
    }
    cases
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "mlir") {
            found.push(path);
        }
    }
    found.sort();
}

/// Every case gives what is written down.
#[test]
fn cases_give_what_they_say() {
    let bless = std::env::var_os("HALFORGE_BLESS").is_some();
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), &mut paths);
    let mut wrong = Vec::new();
    for path in paths {
        let mut blessed = Vec::new();
        for case in parse(&std::fs::read_to_string(&path).unwrap()) {
            let found = found(&case).unwrap_or_else(|message| format!("{}\n{BLOCK}\n// {message}\n", case.input));
            if found.trim_end() != case.expected {
                wrong.push(format!("{}: {}\n{found}", path.display(), case.title));
            }
            let flags = if case.flags.is_empty() { String::new() } else { format!(" {}", case.flags) };
            blessed.push(format!("// opt{flags}: {}\n{}\n", case.title, found.trim_end()));
        }
        if bless {
            std::fs::write(&path, blessed.join(&format!("\n{SPLIT}\n\n"))).unwrap();
        }
    }
    assert!(bless || wrong.is_empty(), "{}\nHALFORGE_BLESS=1 writes what was found", wrong.join("\n"));
}

/// Severities have the names that expectations use.
#[test]
fn severities_print_as_expected() {
    assert_eq!(Severity::Error.to_string(), "error");
}
