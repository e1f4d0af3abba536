//! The text of types, attributes and inner modules without a table.

use super::{ParseResult, Parser, Punct, Tok, column};
use crate::attrs::AttrKind;
use crate::loc::Loc;
use crate::module::{At, Block, NewOp, Op};
use crate::ops::OpKind;
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
        let close = open.kind.closing().unwrap_or(Punct::CLOSE_BRACE);
        loop {
            if self.tok.start > self.last_end {
                pieces.text(" ");
            }
            match self.tok.kind {
                Tok::Punct(p) if p == close => {
                    self.advance();
                    pieces.text(&close.to_string());
                    return Ok(());
                }
                kind if kind.closing().is_some() => self.nested(|p| p.parse_balanced(pieces))?,
                Tok::Punct(Punct::CLOSE_PAREN | Punct::CLOSE_SQUARE | Punct::CLOSE_BRACE | Punct::CLOSE_ANGLE)
                | Tok::End
                | Tok::Bad => return Err(self.expected(&format!("`{close}`"))),
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
                    pieces.bytes(&self.src[tok.start..tok.end]);
                }
            }
        }
    }
}

/// Inner modules.
impl Parser<'_> {
    /// Whether the body of `op`, which begins here, is to be kept as text: `op` is a module inside another operation, and its
    /// first operation is of a dialect without a row.
    pub(super) fn opaque_module_starts_here(&self, op: Op) -> bool {
        let inner = self.module.parent_op(op).is_some_and(|outer| self.module.parent_op(outer).is_some());
        let word = if self.at_kind(Tok::Word) { self.text(self.tok) } else { "" };
        inner
            && self.module.kind(op) == OpKind::BuiltinModule
            && word.split_once('.').is_some_and(|(dialect, _)| !OpKind::is_dialect(dialect))
    }

    /// The operations up to the end of the region, as one that keeps their text.
    ///
    /// Attributes and types are read as such, so that aliases in them are resolved; comments and locations are dropped.
    pub(super) fn parse_opaque_ops(&mut self, block: Block) -> ParseResult<()> {
        let start = self.tok;
        let mut pieces = Pieces::default();
        let mut open = Vec::new();
        loop {
            if self.at_word("loc") && self.peek_after_open_paren() {
                self.skip_loc()?;
                continue;
            }
            let tok = self.tok;
            match tok.kind {
                Tok::Punct(Punct::CLOSE_BRACE) if open.is_empty() => break,
                Tok::End | Tok::Bad => return Err(self.expected("`}`")),
                _ if tok.start > start.start => pieces.text(&self.gap(column(start))),
                _ => {}
            }
            match tok.kind {
                // `<` and `>` may also stand alone.
                Tok::Punct(Punct::OPEN_PAREN | Punct::OPEN_SQUARE | Punct::OPEN_BRACE) => open.extend(tok.kind.closing()),
                Tok::Punct(close @ (Punct::CLOSE_PAREN | Punct::CLOSE_SQUARE | Punct::CLOSE_BRACE))
                    if open.pop() != Some(close) =>
                {
                    return Err(self.error(format!("`{close}` closes nothing")));
                }
                Tok::Hash if !self.name(tok).is_empty() => {
                    pieces.push(Piece::Attr(self.parse_attr(None)?));
                    continue;
                }
                Tok::Bang => {
                    pieces.push(Piece::Type(self.parse_type()?));
                    continue;
                }
                _ => {}
            }
            self.advance();
            pieces.bytes(&self.src[tok.start..tok.end]);
        }
        let body = Body(pieces.finish());
        let text = self.ctx.attr(AttrKind::Opaque { dialect: self.ctx.ident(""), body, ty: None });
        let props = [(self.ctx.ident("text"), text)].into_iter().collect();
        // Its text is printed without a location.
        self.module.insert_new(At::End(block), OpKind::Opaque, Loc::UNKNOWN, NewOp { props, ..NewOp::default() });
        Ok(())
    }

    fn peek_after_open_paren(&self) -> bool {
        self.lexer.clone().next().kind == Tok::Punct(Punct::OPEN_PAREN)
    }

    /// `loc(…)`
    fn skip_loc(&mut self) -> ParseResult<()> {
        let mut depth = 0;
        self.advance();
        loop {
            match self.tok.kind {
                Tok::Punct(Punct::OPEN_PAREN) => depth += 1,
                Tok::Punct(Punct::CLOSE_PAREN) => depth -= 1,
                Tok::End => return Err(self.expected("`)`")),
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// What stands between the last token and this one: a space, nothing, or a new line with the indentation beyond `base`.
    fn gap(&self, base: u32) -> String {
        let gap = &self.src[self.last_end..self.tok.start];
        if gap.contains(&b'\n') {
            return format!("\n{}", " ".repeat(column(self.tok).saturating_sub(base) as usize));
        }
        if gap.is_empty() { String::new() } else { " ".to_owned() }
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

    /// A token; bytes of a string that are no UTF-8 are kept as its escapes.
    fn bytes(&mut self, token: &[u8]) {
        for chunk in token.utf8_chunks() {
            self.text(chunk.valid());
            self.text.extend(chunk.invalid().iter().map(|byte| format!("\\{byte:02X}")));
        }
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
