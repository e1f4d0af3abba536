//! The text of types and attributes without a table.

use super::{ParseResult, Parser, Tok};
use crate::types::{Body, Piece};

impl Parser<'_> {
    /// The body that starts at byte `start` inside the current token, up to the end of the balanced brackets that follow it.
    ///
    /// Nested attributes and types are read as such, so that aliases in them are resolved; the rest stays text.
    pub(crate) fn parse_opaque_body(&mut self, start: usize) -> ParseResult<Body> {
        let mut pieces = Pieces::default();
        let tok = self.tok;
        if tok.start < start {
            pieces.text(std::str::from_utf8(&self.src[start..tok.end]).unwrap_or(""));
            self.advance();
        }
        // A body is glued to its name: `#a.b <` is the attribute `#a.b` and then something else.
        if self.at("<") && self.tok.start == self.last_end.max(start) {
            self.nested(|p| p.parse_balanced(&mut pieces))?;
        }
        Ok(Body(pieces.finish()))
    }

    /// `<…>`, `(…)`, `[…]` or `{…}`, the opening bracket being the current token.
    fn parse_balanced(&mut self, pieces: &mut Pieces) -> ParseResult<()> {
        let open = self.advance();
        pieces.text(self.text(open));
        let close = match self.text(open) {
            "<" => ">",
            "(" => ")",
            "[" => "]",
            _ => "}",
        };
        loop {
            if self.tok.start > self.last_end {
                pieces.text(" ");
            }
            match self.tok.kind {
                Tok::Punct(p) if p == close => {
                    self.advance();
                    pieces.text(close);
                    return Ok(());
                }
                Tok::Punct("<" | "(" | "[" | "{") => self.nested(|p| p.parse_balanced(pieces))?,
                Tok::Punct(")" | "]" | "}" | ">") | Tok::End | Tok::Bad => return Err(self.expected(&format!("`{close}`"))),
                Tok::Hash if !self.name(self.tok).is_empty() => {
                    let attr = self.parse_attr(None)?;
                    pieces.push(Piece::Attr(attr));
                }
                Tok::Bang => {
                    let ty = self.parse_type()?;
                    pieces.push(Piece::Type(ty));
                }
                _ => {
                    let tok = self.advance();
                    pieces.text(&String::from_utf8_lossy(&self.src[tok.start..tok.end]));
                }
            }
        }
    }
}

/// Collects pieces, joining neighbouring text.
#[derive(Default)]
struct Pieces {
    list: Vec<Piece>,
    text: String,
}

impl Pieces {
    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push(&mut self, piece: Piece) {
        self.flush();
        self.list.push(piece);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.list.push(Piece::Text(std::mem::take(&mut self.text).into_boxed_str()));
        }
    }

    fn finish(mut self) -> Vec<Piece> {
        self.flush();
        self.list
    }
}
