//! File tests: input, command and expectation side by side.
//!
//! A file holds cases split by lines `// -----`, where `//` stands for whatever begins a comment in the file's language. A
//! case is a line `// COMMAND: what it shows`, then the input, then what is expected:
//!
//! - a block of text after a line `// =====`, when the command shows text; without one the text must be the input itself;
//! - or, for commands that find mistakes, a comment `// error@COLUMN: message` on the line after the one that is wrong.
//!
//! Lines `//!` at the head of a file say what it is about. With `HALFORGE_BLESS=1` the runner writes what it found into the
//! files, in this same form.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What follows the comment sign in a line that splits cases.
const SPLIT: &str = " -----";
/// The same before the text that is expected.
const BLOCK: &str = " =====";
/// How messages call a case's input.
pub const INPUT_NAME: &str = "case.mlir";

/// A file of cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseFile {
    /// What begins a comment.
    pub comment: &'static str,
    /// What the file is about, as `//!` lines.
    pub head: String,
    /// The cases in order.
    pub cases: Vec<Case>,
}

/// A case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The command and its options, such as `print --generic`.
    pub command: String,
    /// What the case shows; its name.
    pub title: String,
    /// The input, without expectations and without a last newline.
    pub input: String,
    /// What is expected.
    pub expected: Found,
}

/// What a command finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Text; its last newline does not count.
    Text(String),
    /// Mistakes in the input, in order of their lines.
    Mistakes(Vec<Mistake>),
}

/// A mistake in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Line of the input, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// `error`, `note`, …
    pub severity: String,
    /// The message.
    pub message: String,
}

impl CaseFile {
    /// Reads the text of a file whose comments begin with `comment`.
    ///
    /// # Errors
    /// What breaks the form, and where.
    pub fn parse(text: &str, comment: &'static str) -> Result<Self, String> {
        let is_head = |line: &&str| line.strip_prefix(comment).is_some_and(|rest| rest.starts_with('!'));
        let head_bytes: usize = text.split_inclusive('\n').take_while(is_head).map(str::len).sum();
        let (head, rest) = text.split_at(head_bytes);
        let mut chunks = vec![Vec::new()];
        for line in rest.lines() {
            if line.strip_prefix(comment).is_some_and(|rest| rest.trim_end() == SPLIT) {
                chunks.push(Vec::new());
            } else if let Some(chunk) = chunks.last_mut() {
                chunk.push(line);
            }
        }
        let parse = |(index, lines): (usize, &Vec<&str>)| {
            Case::parse(lines, comment).map_err(|what| format!("case {}: {what}", index + 1))
        };
        let cases = chunks.iter().enumerate().map(parse).collect::<Result<_, _>>()?;
        Ok(Self { comment, head: head.to_owned(), cases })
    }

    /// The text of the file with these things found, one for each case.
    pub fn text(&self, found: &[Found]) -> String {
        let mut text = self.head.clone();
        for (index, (case, found)) in self.cases.iter().zip(found).enumerate() {
            if index > 0 {
                let _ = writeln!(text, "\n{}{SPLIT}", self.comment);
            }
            if !text.is_empty() {
                text.push('\n');
            }
            case.write(found, self.comment, &mut text);
        }
        text
    }
}

impl Case {
    fn parse(lines: &[&str], comment: &str) -> Result<Self, String> {
        let mut lines = lines.iter().copied().skip_while(|line| line.trim().is_empty());
        let header = lines.next().unwrap_or("");
        let found = header.strip_prefix(comment).and_then(|rest| rest.strip_prefix(' ')?.split_once(": "));
        let (command, title) = found.ok_or_else(|| format!("expected `{comment} COMMAND: what it shows`, found `{header}`"))?;
        let (mut input, mut mistakes, mut block) = (Vec::new(), Vec::new(), None::<String>);
        for line in lines {
            let is_block = line.strip_prefix(comment).is_some_and(|rest| rest.trim_end() == BLOCK);
            match (&mut block, Mistake::parse(line, input.len())) {
                (Some(block), _) => {
                    block.push_str(line);
                    block.push('\n');
                }
                (None, _) if is_block => block = Some(String::new()),
                (None, Some(mistake)) => mistakes.push(mistake),
                (None, None) => input.push(line),
            }
        }
        let input = input.join("\n").trim_end().to_owned();
        let expected = match block {
            Some(block) => Found::text(&block),
            None if mistakes.is_empty() => Found::text(&input),
            None => Found::Mistakes(mistakes),
        };
        Ok(Self { command: command.to_owned(), title: title.to_owned(), input, expected })
    }

    fn write(&self, found: &Found, comment: &str, text: &mut String) {
        let _ = writeln!(text, "{comment} {}: {}", self.command, self.title);
        match found {
            Found::Text(block) => {
                let _ = writeln!(text, "{}", self.input);
                if *block != self.input {
                    let _ = writeln!(text, "{comment}{BLOCK}\n{block}");
                }
            }
            Found::Mistakes(mistakes) => {
                for (line, number) in self.input.lines().zip(1..) {
                    let _ = writeln!(text, "{line}");
                    for mistake in mistakes.iter().filter(|mistake| mistake.line == number) {
                        let _ = writeln!(text, "{mistake}");
                    }
                }
            }
        }
    }

    /// Compares what was found with what is expected.
    ///
    /// # Errors
    /// Where they differ.
    pub fn check(&self, found: &Found) -> Result<(), String> {
        if *found == self.expected {
            return Ok(());
        }
        let (expected, found) = (self.expected.show(), found.show());
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (a, b) = (lines(&expected), lines(&found));
        let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let line = |lines: &[String]| lines.get(at).map_or("the end".to_owned(), |line| format!("`{line}`"));
        Err(format!(
            "line {} of the result: expected {}, found {}\n--- expected\n{expected}\n--- found\n{found}\n---\n\
             HALFORGE_BLESS=1 in the environment makes this test rewrite its expectations",
            at + 1,
            line(&a),
            line(&b)
        ))
    }
}

impl Found {
    /// Text that a command showed.
    pub fn text(text: &str) -> Self {
        Self::Text(text.trim_end().to_owned())
    }

    fn show(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Mistakes(mistakes) => mistakes.iter().map(|m| format!("line {}: {m}\n", m.line)).collect(),
        }
    }
}

impl Mistake {
    /// Reads `// error@COLUMN: message`, which belongs to line `line`.
    fn parse(text: &str, line: usize) -> Option<Self> {
        let (severity, rest) = text.trim_start().strip_prefix("// ")?.split_once('@')?;
        let (column, message) = rest.split_once(": ")?;
        if !matches!(severity, "error" | "warning" | "note" | "remark") {
            return None;
        }
        let line = u32::try_from(line).ok()?;
        Some(Self { line, column: column.parse().ok()?, severity: severity.to_owned(), message: message.to_owned() })
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "// {}@{}: {}", self.severity, self.column, self.message)
    }
}

/// Reads a file of cases.
///
/// # Errors
/// When it cannot be read, or breaks the form.
pub fn read_cases(path: &Path, comment: &'static str) -> Result<CaseFile, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    CaseFile::parse(&text, comment).map_err(|what| format!("{}: {what}", path.display()))
}

/// Writes what the cases of a file find into it, when `HALFORGE_BLESS` asks for that; cases that find nothing keep what
/// they expect.
///
/// # Errors
/// When the file cannot be read or written, or breaks the form.
pub fn bless(path: &Path, comment: &'static str, run: impl Fn(&Case) -> Result<Found, String>) -> Result<(), String> {
    if std::env::var_os("HALFORGE_BLESS").is_none() {
        return Ok(());
    }
    let file = read_cases(path, comment)?;
    let found: Vec<Found> = file.cases.iter().map(|case| run(case).unwrap_or_else(|_| case.expected.clone())).collect();
    std::fs::write(path, file.text(&found)).map_err(|error| format!("{}: {error}", path.display()))
}

/// All files with this extension in a folder and those below it, sorted.
///
/// # Errors
/// When the folder cannot be read.
pub fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            files.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//! About.\n\n// print: same\nfoo\n\n// -----\n\n// errors --x: wrong\na\n  // error@2: bad: a\nb\n\
                        \n// -----\n\n// plan: block\nin\n// =====\nout\n";

    #[test]
    fn a_file_has_its_cases() {
        let file = CaseFile::parse(TEXT, "//").unwrap();
        assert_eq!(file.head, "//! About.\n");
        assert_eq!(file.cases[0].expected, Found::Text("foo".to_owned()));
        assert_eq!((&file.cases[1].command[..], &file.cases[1].input[..]), ("errors --x", "a\nb"));
        let mistake = Mistake { line: 1, column: 2, severity: "error".to_owned(), message: "bad: a".to_owned() };
        assert_eq!(file.cases[1].expected, Found::Mistakes(vec![mistake]));
        assert_eq!(file.cases[2].expected, Found::Text("out".to_owned()));
        assert!(
            CaseFile::parse("foo\n", "//").unwrap_err().contains("case 1: expected `// COMMAND: what it shows`, found `foo`")
        );
    }

    /// What is written is read as what was found, so blessed files pass.
    #[test]
    fn a_file_is_written_as_it_is_read() {
        let file = CaseFile::parse(TEXT, "//").unwrap();
        let found: Vec<Found> = file.cases.iter().map(|case| case.expected.clone()).collect();
        let text = file.text(&found);
        assert_eq!(text, TEXT.replace("  // error", "// error"));
        assert_eq!(CaseFile::parse(&text, "//").unwrap(), file);
    }

    #[test]
    fn comments_may_begin_with_another_sign() {
        let file = CaseFile::parse(&TEXT.replace("//", "#"), "#").unwrap();
        assert_eq!((file.cases.len(), &file.cases[2].expected), (3, &Found::Text("out".to_owned())));
        assert!(CaseFile::parse("x", "#").unwrap_err().contains("expected `# COMMAND: what it shows`"));
    }

    #[test]
    fn a_difference_names_its_line_and_how_to_accept_it() {
        let file = CaseFile::parse(TEXT, "//").unwrap();
        let message = file.cases[2].check(&Found::text("other\n")).unwrap_err();
        assert!(message.starts_with("line 1 of the result: expected `out`, found `other`\n"), "{message}");
        assert!(message.contains("HALFORGE_BLESS=1"), "{message}");
        assert!(file.cases[1].check(&Found::Mistakes(Vec::new())).is_err());
    }
}
