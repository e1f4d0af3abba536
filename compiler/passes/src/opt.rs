//! What `halforge opt` does, as a function: text in, passes, text out.

use halforge_ir::{Context, Diagnostic, PrintOptions, Severity, module_to_string, parse_module};

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

/// What came out.
#[derive(Debug)]
pub struct OptResult {
    /// The modules as text, parts separated as they were.
    pub text: String,
    /// Everything that was reported and is to be shown.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether anything went wrong.
    pub failed: bool,
}

/// The line between parts.
pub const SEPARATOR: &str = "// -----";

/// Runs passes on a text; `name` is how messages call it.
pub fn opt(name: &str, text: &str, how: &Opt<'_>) -> OptResult {
    let parts = match how.parts {
        Parts::Whole => vec![text.to_owned()],
        Parts::Split => split(text),
    };
    let mut result = OptResult { text: String::new(), diagnostics: Vec::new(), failed: false };
    let mut first = true;
    for part in parts {
        let (printed, diagnostics) = opt_part(name, &part, how);
        if how.expect == Expect::Comments {
            let wrong = expect::compare(name, &part, &diagnostics);
            result.failed |= !wrong.is_empty();
            result.diagnostics.extend(wrong);
        } else {
            result.failed |= printed.is_none() || diagnostics.iter().any(|d| d.severity == Severity::Error);
            result.diagnostics.extend(diagnostics);
        }
        if !std::mem::take(&mut first) {
            result.text.push_str(SEPARATOR);
            result.text.push('\n');
        }
        result.text.push_str(&printed.unwrap_or_default());
    }
    result
}

/// The parts between separator lines. Each keeps the lines before it, empty, so that places in messages are right.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.trim_end() == SEPARATOR {
            parts.push("\n".repeat(number + 1));
        } else if let Some(part) = parts.last_mut() {
            part.push_str(line);
        }
    }
    parts
}

/// The result as text when all went well, and what was reported.
fn opt_part(name: &str, text: &str, how: &Opt<'_>) -> (Option<String>, Vec<Diagnostic>) {
    let ctx = Context::new();
    let mut module = match parse_module(&ctx, name, Box::new(text.as_bytes().to_vec())) {
        Ok(module) => module,
        Err(error) => return (None, vec![*error]),
    };
    if let Some(verify) = how.verify {
        let wrong = verify(&module, module.root());
        if !wrong.is_empty() {
            return (None, wrong);
        }
    }
    let manager = Manager { session: how.session, instruments: how.instruments, verify: how.verify };
    let report = manager.run(&mut module, &how.pipeline);
    let printed = report.failed.is_none().then(|| module_to_string(&module, &how.print));
    (printed, report.diagnostics)
}
