//! Tokens of MLIR text, one at a time.
//!
//! Invariant: the lexer never looks behind its position and reads each byte a bounded number of times, so reading is linear.
//! It knows words and punctuation, not grammar.

use memchr::{memchr, memchr2};

use crate::blob::find_non_hex;
use crate::context::Context;
use crate::source::{SourceId, SourceRange};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// End of the text.
    End,
    /// `word`, `arith.addi`, `loc`
    Word,
    /// `%name`
    Percent,
    /// `^name`
    Caret,
    /// `#name`, also alone before a digit as in `%0#1`
    Hash,
    /// `!name`
    Bang,
    /// `@name` or `@"name"`
    At,
    /// `12`
    Int,
    /// `0x1F`
    Hex,
    /// `1.5`, `1.0e-3`
    Float,
    /// `"text"`
    Str,
    /// Punctuation.
    Punct(Punct),
    /// A byte no token starts with.
    Bad,
}

impl Tok {
    /// What closes this bracket, if it opens one.
    pub(crate) fn closing(self) -> Option<Punct> {
        match self {
            Self::Punct(Punct::OPEN_PAREN) => Some(Punct::CLOSE_PAREN),
            Self::Punct(Punct::OPEN_SQUARE) => Some(Punct::CLOSE_SQUARE),
            Self::Punct(Punct::OPEN_BRACE) => Some(Punct::CLOSE_BRACE),
            Self::Punct(Punct::OPEN_ANGLE) => Some(Punct::CLOSE_ANGLE),
            _ => None,
        }
    }
}

/// Punctuation of one to three characters; the bytes after its end are zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Punct([u8; 3]);

impl Punct {
    pub(crate) const MINUS: Self = Self::of("-");
    pub(crate) const STAR: Self = Self::of("*");
    pub(crate) const EQUAL: Self = Self::of("=");
    pub(crate) const OPEN_PAREN: Self = Self::of("(");
    pub(crate) const CLOSE_PAREN: Self = Self::of(")");
    pub(crate) const OPEN_SQUARE: Self = Self::of("[");
    pub(crate) const CLOSE_SQUARE: Self = Self::of("]");
    pub(crate) const OPEN_BRACE: Self = Self::of("{");
    pub(crate) const CLOSE_BRACE: Self = Self::of("}");
    pub(crate) const OPEN_ANGLE: Self = Self::of("<");
    pub(crate) const CLOSE_ANGLE: Self = Self::of(">");
    pub(crate) const OPEN_RESOURCES: Self = Self::of("{-#");
    pub(crate) const CLOSE_RESOURCES: Self = Self::of("#-}");

    /// The punctuation `text`; one that no token is when it is longer than any.
    pub(crate) const fn of(text: &str) -> Self {
        match *text.as_bytes() {
            [a] => Self([a, 0, 0]),
            [a, b] => Self([a, b, 0]),
            [a, b, c] => Self([a, b, c]),
            _ => Self([0; 3]),
        }
    }
}

impl std::fmt::Display for Punct {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().take_while(|&&c| c != 0).try_for_each(|&c| write!(f, "{}", char::from(c)))
    }
}

impl std::fmt::Debug for Punct {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Tok,
    /// Line, from 1.
    pub(crate) line: u32,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Offset of the line's first byte.
    pub(crate) line_start: usize,
}

/// Reads tokens from `src`.
#[derive(Clone)]
pub(crate) struct Lexer<'s> {
    src: &'s [u8],
    pos: usize,
    line: u32,
    line_start: usize,
    /// Told of long runs of digits that were looked at.
    text: Option<(&'s Context, SourceId)>,
    /// Start of the last string that is `0x` and hexadecimal digits to its end.
    hex_string: Option<usize>,
}

/// Digits of a string looked at before their pages are given back.
const DIGITS_AT_ONCE: usize = 4 << 20;

const fn is_letter(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_'
}

/// Bytes a token goes on with, by what it began with.
#[derive(Clone, Copy)]
enum Run {
    /// Of a word.
    Word = 1,
    /// Of a name after a sigil.
    Suffix = 2,
    Digits = 4,
    HexDigits = 8,
}

/// For each byte the runs it belongs to.
const RUNS: [u8; 256] = {
    let mut runs = [0; 256];
    let mut c = 0u8;
    while c < 128 {
        if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.') {
            runs[c as usize] |= Run::Word as u8;
        }
        if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.' | b'-') {
            runs[c as usize] |= Run::Suffix as u8;
        }
        if c.is_ascii_digit() {
            runs[c as usize] |= Run::Digits as u8;
        }
        if c.is_ascii_hexdigit() {
            runs[c as usize] |= Run::HexDigits as u8;
        }
        c += 1;
    }
    runs
};

impl<'s> Lexer<'s> {
    pub(crate) fn new(src: &'s [u8]) -> Self {
        Self { src, pos: 0, line: 1, line_start: 0, text: None, hex_string: None }
    }

    /// Reads a text of `ctx`, which may give back pages of long blobs as they were read.
    pub(crate) fn of_source(ctx: &'s Context, source: SourceId) -> Self {
        Self { text: Some((ctx, source)), ..Self::new(ctx.source_bytes(source)) }
    }

    /// Whether `tok` is a string of `0x` and hexadecimal digits, if it is the last that was.
    pub(crate) fn is_hex_string(&self, tok: Token) -> bool {
        self.hex_string == Some(tok.start)
    }

    /// Goes on from `pos`, which must lie in the line of the token read last.
    pub(crate) fn set_pos(&mut self, pos: usize) {
        self.pos = pos;
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.src.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while let Some(&c) = self.src.get(self.pos) {
            match c {
                b'\n' => {
                    self.pos += 1;
                    self.line = self.line.saturating_add(1);
                    self.line_start = self.pos;
                }
                b' ' | b'\t' | b'\r' => self.pos += 1,
                b'/' if self.peek(1) == b'/' => {
                    let rest = &self.src[self.pos..];
                    self.pos += memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Token {
        self.skip_space();
        let start = self.pos;
        let kind = self.scan();
        Token { kind, start, end: self.pos, line: self.line, line_start: self.line_start }
    }

    fn scan(&mut self) -> Tok {
        let Some(&c) = self.src.get(self.pos) else { return Tok::End };
        match c {
            _ if is_letter(c) => {
                self.take(Run::Word);
                Tok::Word
            }
            b'0'..=b'9' => self.number(),
            b'"' => self.string(),
            b'%' => self.sigil(Tok::Percent),
            b'^' => self.sigil(Tok::Caret),
            b'#' => self.hash(),
            b'!' => self.sigil(Tok::Bang),
            b'@' => self.at(),
            _ => self.punct(),
        }
    }

    fn take(&mut self, run: Run) {
        let rest = &self.src[self.pos..];
        self.pos += rest.iter().position(|&c| RUNS[usize::from(c)] & run as u8 == 0).unwrap_or(rest.len());
    }

    /// `%name`, `^name`, `!name`: a number, or a letter, `_`, `$`, `.`, `-` and what may follow it.
    fn sigil(&mut self, kind: Tok) -> Tok {
        self.pos += 1;
        let first = self.peek(0);
        if first.is_ascii_digit() {
            self.take(Run::Digits);
        } else if is_letter(first) || matches!(first, b'$' | b'.' | b'-') {
            self.take(if kind == Tok::Bang { Run::Word } else { Run::Suffix });
        } else {
            return Tok::Bad;
        }
        kind
    }

    fn hash(&mut self) -> Tok {
        if self.peek(1) == b'-' && self.peek(2) == b'}' {
            self.pos += 3;
            return Tok::Punct(Punct::CLOSE_RESOURCES);
        }
        self.pos += 1;
        if self.peek(0).is_ascii_digit() {
            return Tok::Hash;
        }
        self.take(Run::Word);
        Tok::Hash
    }

    fn at(&mut self) -> Tok {
        self.pos += 1;
        match self.peek(0) {
            b'"' => match self.string() {
                Tok::Str => Tok::At,
                other => other,
            },
            c if is_letter(c) => {
                self.take(Run::Word);
                Tok::At
            }
            _ => Tok::Bad,
        }
    }

    fn number(&mut self) -> Tok {
        if self.peek(0) == b'0' && self.peek(1) == b'x' && self.peek(2).is_ascii_hexdigit() {
            self.pos += 2;
            self.take(Run::HexDigits);
            return Tok::Hex;
        }
        self.take(Run::Digits);
        if self.peek(0) != b'.' {
            return Tok::Int;
        }
        self.pos += 1;
        self.take(Run::Digits);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.take(Run::Digits);
            }
        }
        Tok::Float
    }

    /// A string up to its closing quote; it may not contain a line end.
    fn string(&mut self) -> Tok {
        let start = self.pos;
        self.pos += 1;
        if self.src[self.pos..].starts_with(b"0x") {
            self.hex_digits(self.pos + 2);
            if self.peek(0) == b'"' {
                self.hex_string = Some(start);
            }
        }
        loop {
            let rest = &self.src[self.pos..];
            let Some(at) = memchr2(b'"', b'\\', rest) else {
                self.pos += memchr(b'\n', rest).unwrap_or(rest.len());
                return Tok::Bad;
            };
            if let Some(line_end) = self.newline_before(at) {
                self.pos += line_end;
                return Tok::Bad;
            }
            self.pos += at + 1;
            if rest[at] == b'"' {
                return Tok::Str;
            }
            // The escaped character is checked when the string is read.
            self.pos = (self.pos + 1).min(self.src.len());
        }
    }

    /// Goes past the hexadecimal digits from `start` on.
    fn hex_digits(&mut self, start: usize) {
        self.pos = start;
        loop {
            let rest = &self.src[self.pos..];
            let piece = &rest[..rest.len().min(DIGITS_AT_ONCE)];
            let length = find_non_hex(piece).unwrap_or(piece.len());
            if length > DIGITS_AT_ONCE / 4
                && let Some((ctx, source)) = self.text
            {
                ctx.done_with(SourceRange { source, start: self.pos, length });
            }
            self.pos += length;
            if length < piece.len() || piece.is_empty() {
                return;
            }
        }
    }

    /// A line end within the next `length` bytes. Long blobs are only looked at once, by whoever decodes them.
    fn newline_before(&self, length: usize) -> Option<usize> {
        const LOOK: usize = 1 << 16;
        let window = &self.src[self.pos..self.pos + length.min(LOOK)];
        memchr(b'\n', window)
    }

    fn punct(&mut self) -> Tok {
        let bytes = [self.peek(0), self.peek(1), self.peek(2)];
        let length = match bytes {
            [b'{', b'-', b'#'] | [b'.', b'.', b'.'] => 3,
            [b'-', b'>', _] | [b':', b':', _] | [b'=', b'=', _] | [b'>', b'=', _] => 2,
            [
                b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b',' | b':' | b'=' | b'+' | b'-' | b'*' | b'?' | b'/'
                | b'|' | b'&' | b';' | b'~' | b'$' | b'.',
                ..,
            ] => 1,
            _ => {
                self.pos += 1;
                return Tok::Bad;
            }
        };
        self.pos += length;
        let [a, b, c] = bytes;
        Tok::Punct(Punct(match length {
            1 => [a, 0, 0],
            2 => [a, b, 0],
            _ => [a, b, c],
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Tok, &str)> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut out = Vec::new();
        loop {
            let t = lexer.next();
            if t.kind == Tok::End {
                return out;
            }
            out.push((t.kind, &text[t.start..t.end]));
        }
    }

    #[test]
    fn names_may_hold_dashes_only_after_a_sigil() {
        assert_eq!(kinds("%c-1_i64->x"), [(Tok::Percent, "%c-1_i64-"), (Tok::Punct(Punct::of(">")), ">"), (Tok::Word, "x")]);
        assert_eq!(kinds("a-b"), [(Tok::Word, "a"), (Tok::Punct(Punct::of("-")), "-"), (Tok::Word, "b")]);
    }

    #[test]
    fn numbers_strings_and_results() {
        assert_eq!(
            kinds(r#"0x1F 1.5e-3 7 "a\22" @"q q" %0#1"#),
            [
                (Tok::Hex, "0x1F"),
                (Tok::Float, "1.5e-3"),
                (Tok::Int, "7"),
                (Tok::Str, r#""a\22""#),
                (Tok::At, r#"@"q q""#),
                (Tok::Percent, "%0"),
                (Tok::Hash, "#"),
                (Tok::Int, "1"),
            ]
        );
    }

    #[test]
    fn a_string_ends_with_its_line() {
        assert_eq!(kinds("\"abc\nx")[0].0, Tok::Bad);
        assert_eq!(kinds("\"abc")[0].0, Tok::Bad);
        assert_eq!(kinds("\"abc\\")[0].0, Tok::Bad);
    }
}
