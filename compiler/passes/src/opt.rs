//! What `halforge opt` does, as a function: text in, passes, text out.

use std::fmt;

use halforge_ir::verify::verify;
use halforge_ir::{Context, Diagnostic, PrintOptions, Severity, SourceText, parse_module, print_module};

use crate::expect;
use crate::instrument::Instruments;
use crate::manager::{Manager, VerifyFn};
use crate::pipeline::Pipeline;
use crate::session::Session;

/// What to do with a text.
pub struct Opt<'s> {
    /// The passes to run.
    pub pipeline: Pipeline,
    /// What they share.
    pub session: &'s Session,
    /// What to watch while they run.
    pub instruments: &'s Instruments,
    /// The check after each pass.
    pub verify: Option<VerifyFn>,
    /// How to print the result.
    pub print: PrintOptions,
    /// How to read the text.
    pub parts: Parts,
    /// What diagnostics are for.
    pub expect: Expect,
}

/// Whether a text is one module or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// One.
    Whole,
    /// One for each part between lines that are `// -----`.
    Split,
}

/// What diagnostics are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    /// To be shown; an error fails the run.
    Nothing,
    /// To be compared with comments such as `// expected-error @+1 {{text}}`; what differs fails the run.
    Comments,
}

/// How it went.
#[derive(Debug, Default)]
pub struct OptResult {
    /// Everything that was reported and is to be shown.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether anything went wrong.
    pub failed: bool,
}

/// The line between parts.
pub const SEPARATOR: &str = "// -----";

/// Runs passes on a text and writes the modules to `out`, parts separated as they were; of those that fail, nothing is
/// written. `name` is how messages call the text.
///
/// # Errors
/// The first error of `out`.
pub fn opt(name: &str, text: Box<dyn SourceText>, how: &Opt<'_>, out: &mut dyn fmt::Write) -> Result<OptResult, fmt::Error> {
    let parts = match how.parts {
        Parts::Whole => vec![text],
        Parts::Split => split(text.bytes()),
    };
    let mut result = OptResult::default();
    let mut first = true;
    for part in parts {
        if !std::mem::take(&mut first) {
            writeln!(out, "{SEPARATOR}")?;
        }
        let comments = (how.expect == Expect::Comments).then(|| String::from_utf8_lossy(part.bytes()).into_owned());
        let (passed, diagnostics) = opt_part(name, part, how, out)?;
        if let Some(comments) = comments {
            let wrong = expect::compare(name, &comments, &diagnostics);
            result.failed |= !wrong.is_empty();
            result.diagnostics.extend(wrong);
        } else {
            result.failed |= !passed || diagnostics.iter().any(|d| d.severity == Severity::Error);
            result.diagnostics.extend(diagnostics);
        }
    }
    Ok(result)
}

/// The parts between separator lines. Each keeps the lines before it, empty, so that places in messages are right.
fn split(text: &[u8]) -> Vec<Box<dyn SourceText>> {
    let mut parts = vec![Vec::new()];
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii_end() == SEPARATOR.as_bytes() {
            parts.push(vec![b'\n'; number + 1]);
        } else if let Some(part) = parts.last_mut() {
            part.extend_from_slice(line);
        }
    }
    parts.into_iter().map(|part| Box::new(part) as Box<dyn SourceText>).collect()
}

/// Whether all went well, so that the result was written, and what was reported.
fn opt_part(
    name: &str,
    text: Box<dyn SourceText>,
    how: &Opt<'_>,
    out: &mut dyn fmt::Write,
) -> Result<(bool, Vec<Diagnostic>), fmt::Error> {
    let mut module = match parse_module(&Context::new(), name, text) {
        Ok(module) => module,
        Err(mistakes) => return Ok((false, mistakes.0)),
    };
    let wrong = verify(&module);
    if !wrong.is_empty() {
        return Ok((false, wrong));
    }
    let manager = Manager { session: how.session, instruments: how.instruments, verify: how.verify };
    let report = manager.run(&mut module, &how.pipeline);
    let passed = report.failed.is_none();
    if passed {
        print_module(&module, &how.print, out)?;
    }
    Ok((passed, report.diagnostics))
}
