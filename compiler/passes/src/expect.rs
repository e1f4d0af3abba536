//! Diagnostics compared with comments in the text: `// expected-error @+1 {{part of the message}}`.
//!
//! `error` may be `warning`, `remark` or `note`; the place is `@+N` or `@-N` lines from the comment, `@below`, `@above`,
//! `@unknown` for none, or the comment's own line. With `-re` after the kind, `{{…}}` inside the text stand for anything.

use halforge_ir::{Diagnostic, Place, Severity};

/// An expectation of a comment.
struct Expected {
    severity: Severity,
    /// Line, from 1; `None` for a diagnostic without a place.
    line: Option<u32>,
    /// Parts of the message, with anything between them.
    parts: Vec<String>,
    place: Place,
    met: bool,
}

/// What differs: diagnostics that no comment expects, and comments that no diagnostic meets.
pub(crate) fn compare(name: &str, text: &str, diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut expected = expectations(name, text);
    let mut wrong = Vec::new();
    for diagnostic in diagnostics {
        check(&mut expected, &mut wrong, diagnostic.severity, diagnostic.place.as_ref(), &diagnostic.message);
        for (place, message) in &diagnostic.notes {
            // Notes without a place say what helps; only those that show another place are expected.
            if place.is_some() {
                check(&mut expected, &mut wrong, Severity::Note, place.as_ref(), message);
            }
        }
    }
    for left in expected.into_iter().filter(|e| !e.met) {
        let message = format!("expected {} \"{}\" was not reported", left.severity, left.parts.join("…"));
        wrong.push(Diagnostic::error(Some(left.place), message));
    }
    wrong
}

fn check(expected: &mut [Expected], wrong: &mut Vec<Diagnostic>, severity: Severity, place: Option<&Place>, message: &str) {
    let line = place.map(|place| place.line);
    let met = expected.iter_mut().find(|e| !e.met && e.severity == severity && e.line == line && holds(message, &e.parts));
    match met {
        Some(met) => met.met = true,
        None if severity == Severity::Error => {
            wrong.push(Diagnostic::error(place.cloned(), format!("unexpected {severity}: {message}")));
        }
        None => {}
    }
}

/// Whether `message` has all parts, one after another.
fn holds(message: &str, parts: &[String]) -> bool {
    let mut rest = message;
    parts.iter().all(|part| match rest.find(part.as_str()) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

fn expectations(name: &str, text: &str) -> Vec<Expected> {
    let mut expected = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = line;
        while let Some(at) = rest.find("expected-") {
            rest = &rest[at + "expected-".len()..];
            let number = index as u32 + 1;
            let place = Place { file: name.to_owned(), line: number, column: 1, text: Some(line.to_owned()) };
            if let Some(found) = expectation(rest, number, place) {
                expected.push(found);
            }
        }
    }
    expected
}

/// The expectation after `expected-`.
fn expectation(text: &str, line: u32, place: Place) -> Option<Expected> {
    let kinds =
        [("error", Severity::Error), ("warning", Severity::Warning), ("note", Severity::Note), ("remark", Severity::Remark)];
    let (rest, severity) = kinds.iter().find_map(|(word, severity)| Some((text.strip_prefix(word)?, *severity)))?;
    let (rest, pattern) = match rest.strip_prefix("-re") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let open = rest.find("{{")?;
    let inner = &rest[open + 2..];
    let end = if pattern { inner.rfind("}}")? } else { inner.find("}}")? };
    let line = match rest[..open].trim() {
        "" => Some(line),
        "@below" => Some(line + 1),
        "@above" => Some(line.saturating_sub(1)),
        "@unknown" => None,
        offset => Some(line.saturating_add_signed(offset.strip_prefix('@')?.parse().ok()?)),
    };
    let parts = if pattern { split_pattern(&inner[..end]) } else { vec![inner[..end].to_owned()] };
    Some(Expected { severity, line, parts, place, met: false })
}

/// The texts around the `{{…}}` of a pattern.
fn split_pattern(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find("{{") {
        parts.push(rest[..open].to_owned());
        rest = rest[open..].find("}}").map_or("", |close| &rest[open + close + 2..]);
    }
    parts.push(rest.to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: u32, message: &str) -> Diagnostic {
        Diagnostic::error(Some(Place { file: "a".into(), line, column: 1, text: None }), message)
    }

    #[test]
    fn met_missing_and_unexpected_diagnostics_are_told_apart() {
        let text = "// expected-error @+1 {{no such}}\nfoo\nbar // expected-error {{odd}}\n";
        assert!(compare("a", text, &[error(2, "no such thing"), error(3, "odd number")]).is_empty());
        let wrong = compare("a", text, &[error(2, "no such thing"), error(4, "else")]);
        let messages: Vec<_> = wrong.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(messages, ["unexpected error: else", "expected error \"odd\" was not reported"]);
    }

    #[test]
    fn a_pattern_holds_what_stands_between_its_texts() {
        let text = "// expected-error-re @below {{bad{{.*}}end}}\nx\n";
        assert!(compare("a", text, &[error(2, "bad at the end")]).is_empty());
        assert_eq!(compare("a", text, &[error(2, "end bad")]).len(), 2);
    }
}
