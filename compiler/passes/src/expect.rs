//! Diagnostics compared with comments in the text: `// expected-error @+1 {{part of the message}}`.
//!
//! `error` may be `warning`, `remark` or `note`. The place is `@+N` or `@-N` lines from the comment, `@below` or `@above` for
//! the next or last line without an expectation, `@unknown` for none, or the comment's own line. With `-re` after the kind,
//! `{{…}}` inside the text are regular expressions.
//!
//! Errors, warnings and remarks that no comment expects are wrong. Notes are not: they say what helps, and may say more.

use halforge_ir::{Diagnostic, Place, Severity};
use regex_lite::Regex;

/// An expectation of a comment.
struct Expected {
    severity: Severity,
    /// Line, from 1; `None` for a diagnostic without a place.
    line: Option<u32>,
    text: String,
    /// What the text stands for, when it is a pattern.
    pattern: Option<Regex>,
    place: Place,
    met: bool,
}

/// What differs: diagnostics that no comment expects, and comments that no diagnostic meets.
pub(crate) fn compare(name: &str, text: &str, diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let mut expected = expectations(name, text, &mut wrong);
    for diagnostic in diagnostics {
        check(&mut expected, &mut wrong, diagnostic.severity, diagnostic.place.as_ref(), &diagnostic.message);
        for (place, message) in &diagnostic.notes {
            // Those without a place of their own belong to the line of the diagnostic.
            let place = place.as_ref().or(diagnostic.place.as_ref());
            check(&mut expected, &mut wrong, Severity::Note, place, message);
        }
    }
    for left in expected.into_iter().filter(|e| !e.met) {
        let message = format!("expected {} \"{}\" was not reported", left.severity, left.text);
        wrong.push(Diagnostic::error(Some(left.place), message));
    }
    wrong
}

fn check(expected: &mut [Expected], wrong: &mut Vec<Diagnostic>, severity: Severity, place: Option<&Place>, message: &str) {
    let line = place.map(|place| place.line);
    let met = expected.iter_mut().find(|e| !e.met && e.severity == severity && e.line == line && e.holds(message));
    match met {
        Some(met) => met.met = true,
        None if severity == Severity::Note => {}
        None => wrong.push(Diagnostic::error(place.cloned(), format!("unexpected {severity}: {message}"))),
    }
}

impl Expected {
    fn holds(&self, message: &str) -> bool {
        self.pattern.as_ref().map_or_else(|| message.contains(&self.text), |pattern| pattern.is_match(message))
    }
}

/// What stands before an expectation.
const MARK: &str = "expected-";

/// All expectations; those that cannot be understood are wrong.
fn expectations(name: &str, text: &str, wrong: &mut Vec<Diagnostic>) -> Vec<Expected> {
    let mut expected: Vec<Expected> = Vec::new();
    // Those that are about the next line without one.
    let mut below = Vec::new();
    let mut above = 0;
    for (line, number) in text.lines().zip(1..) {
        let before = expected.len();
        let mut rest = line;
        while let Some(at) = rest.find(MARK) {
            rest = &rest[at + MARK.len()..];
            let place = Place { file: name.to_owned(), line: number, column: 1, text: Some(line.to_owned()) };
            match expectation(rest, place.clone()) {
                Ok(None) => {}
                Ok(Some((mut found, at))) => {
                    match at {
                        At::Line(offset) => found.line = Some(number.saturating_add_signed(offset)),
                        At::Above => found.line = Some(above),
                        At::Below => below.push(expected.len()),
                        At::Unknown => {}
                    }
                    expected.push(found);
                }
                Err(message) => wrong.push(Diagnostic::error(Some(place), message)),
            }
        }
        if expected.len() == before {
            for index in below.drain(..) {
                expected[index].line = Some(number);
            }
            above = number;
        }
    }
    expected
}

/// Where a diagnostic is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// This many lines from the comment.
    Line(i32),
    Above,
    Below,
    Unknown,
}

/// The expectation after the mark; nothing when other text follows it.
fn expectation(text: &str, place: Place) -> Result<Option<(Expected, At)>, String> {
    const KINDS: [(&str, Severity); 4] =
        [("error", Severity::Error), ("warning", Severity::Warning), ("note", Severity::Note), ("remark", Severity::Remark)];
    let kind = KINDS.iter().find_map(|(word, severity)| Some((text.strip_prefix(word)?, *severity)));
    let Some((rest, severity)) = kind else { return Ok(None) };
    let (rest, is_pattern) = rest.strip_prefix("-re").map_or((rest, false), |rest| (rest, true));
    let Some((at, inner)) = rest.split_once("{{") else { return Ok(None) };
    // `expected-errors are …` is no expectation, and neither is one that was crossed out as `expected-errorx`.
    if !at.starts_with([' ', '@']) && !at.is_empty() {
        return Ok(None);
    }
    let at = match at.trim() {
        "" => At::Line(0),
        "@below" => At::Below,
        "@above" => At::Above,
        "@unknown" => At::Unknown,
        offset => {
            let number = offset.strip_prefix('@').and_then(|number| number.parse().ok());
            At::Line(number.ok_or_else(|| format!("expected @+N, @-N, @above, @below or @unknown, found {offset}"))?)
        }
    };
    let end = if is_pattern { inner.rfind("}}") } else { inner.find("}}") };
    let text = inner[..end.ok_or("expected `}}` after the text of an expectation, found the end of the line")?].to_owned();
    let pattern = if is_pattern { Some(pattern(&text)?) } else { None };
    Ok(Some((Expected { severity, line: None, text, pattern, place, met: false }, at)))
}

/// A text with regular expressions in `{{…}}`.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut all = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inner, after) = after.split_once("}}").ok_or("expected `}}` after a regular expression")?;
        all.push_str(&regex_lite::escape(before));
        all.push_str(&format!("(?:{inner})"));
        rest = after;
    }
    all.push_str(&regex_lite::escape(rest));
    Regex::new(&all).map_err(|error| format!("expected a regular expression: {error}"))
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
    fn a_pattern_holds_regular_expressions() {
        let text = "// expected-error-re @below {{bad {{[0-9]+}} (end)}}\nx\n";
        assert!(compare("a", text, &[error(2, "so bad 42 (end)")]).is_empty());
        assert_eq!(compare("a", text, &[error(2, "bad x (end)")]).len(), 2);
        let wrong = compare("a", "// expected-error-re {{bad {{[}}}}\n", &[]);
        assert!(wrong[0].message.starts_with("expected a regular expression"), "{}", wrong[0].message);
    }

    #[test]
    fn other_words_are_no_expectations() {
        assert!(compare("a", "x // NO-expected-errorx@+1 {{odd}}\n// expected-errors: {{all}}\n", &[]).is_empty());
    }

    #[test]
    fn above_and_below_skip_other_expectations() {
        let text = "x\n// expected-error@above {{a}}\n// expected-error@below {{b}}\n// expected-error@+1 {{c}}\ny\n";
        assert!(compare("a", text, &[error(1, "a"), error(5, "b"), error(5, "c")]).is_empty());
        let wrong = compare("a", "// expected-error @9x {{a}}\n", &[]);
        assert_eq!(wrong[0].message, "expected @+N, @-N, @above, @below or @unknown, found @9x");
    }

    #[test]
    fn warnings_must_be_expected_and_notes_need_not() {
        let mut warning = error(1, "odd").note(None, "try y");
        warning.severity = Severity::Warning;
        let of = |text: &str| compare("a", text, std::slice::from_ref(&warning)).len();
        assert_eq!(of("x\n"), 1);
        assert_eq!(of("x // expected-warning {{odd}}\n"), 0);
        assert_eq!(of("x // expected-warning {{odd}} expected-note {{try y}}\n"), 0);
        assert_eq!(of("x // expected-warning {{odd}} expected-note {{try z}}\n"), 1);
    }
}
