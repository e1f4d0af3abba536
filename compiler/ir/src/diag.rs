//! Messages about the input: where, what was expected, what was found, what helps.
//!
//! Printed as `file:line:column: error: message` with the source line and a caret below, notes after; the first line can be grepped.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is odd.
    Warning,
    /// More about the message before.
    Note,
    /// For information.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Remark => "remark",
        })
    }
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// File name as the user gave it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// The text of the line, when it is at hand.
    pub text: Option<String>,
}

/// A message with its place and notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where, when known.
    pub place: Option<Place>,
    /// What: lower case, no full stop.
    pub message: String,
    /// What helps, and the other places involved.
    pub notes: Vec<(Option<Place>, String)>,
}

impl Diagnostic {
    /// An error at `place`.
    pub fn error(place: Option<Place>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, place, message: message.into(), notes: Vec::new() }
    }

    /// The same with a note.
    #[must_use]
    pub fn note(mut self, place: Option<Place>, message: impl Into<String>) -> Self {
        self.notes.push((place, message.into()));
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, self.place.as_ref(), self.severity, &self.message)?;
        for (place, message) in &self.notes {
            writeln!(f)?;
            show(f, place.as_ref(), Severity::Note, message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// What is wrong with a text, in its order; never nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes(pub Vec<Diagnostic>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{mistake}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}

/// Longest source line shown; the rest is cut around the caret.
const SHOWN_COLUMNS: usize = 160;

fn show(f: &mut fmt::Formatter<'_>, place: Option<&Place>, severity: Severity, message: &str) -> fmt::Result {
    let Some(place) = place else { return write!(f, "{severity}: {message}") };
    write!(f, "{}:{}:{}: {severity}: {message}", place.file, place.line, place.column)?;
    let Some(text) = &place.text else { return Ok(()) };
    let column = (place.column as usize).saturating_sub(1);
    let (line, caret) = window(text, column);
    write!(f, "\n{line}\n{:caret$}^", "")
}

/// The part of `text` to show for a caret before byte `column`, and the caret's position in characters.
fn window(text: &str, column: usize) -> (String, usize) {
    let chars: Vec<char> = text.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
    let at = text.char_indices().take_while(|(i, _)| *i < column).count();
    if chars.len() <= SHOWN_COLUMNS {
        return (chars.into_iter().collect(), at);
    }
    let start = at.saturating_sub(SHOWN_COLUMNS / 2);
    let end = (start + SHOWN_COLUMNS).min(chars.len());
    let (head, tail) = (if start > 0 { "..." } else { "" }, if end < chars.len() { "..." } else { "" });
    let middle: String = chars[start..end].iter().collect();
    (format!("{head}{middle}{tail}"), at - start + head.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stays_under_its_byte_in_a_long_line() {
        let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let (shown, caret) = window(&text, 500);
        assert_eq!(shown.chars().nth(caret), Some('X'));
        assert!(shown.len() < 200);
    }

    #[test]
    fn a_message_shows_place_line_caret_and_notes() {
        let place = Place { file: "a.mlir".into(), line: 3, column: 2, text: Some("\tfoo".into()) };
        let text = Diagnostic::error(Some(place), "expected x, found y").note(None, "try z").to_string();
        assert_eq!(text, "a.mlir:3:2: error: expected x, found y\n foo\n ^\nnote: try z");
    }
}
