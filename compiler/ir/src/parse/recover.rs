//! Going on after a mistake, so that all mistakes of a text are reported.
//!
//! An operation that was not understood is skipped as a whole, with its regions; its results may then be used as anything,
//! so that one mistake is reported once. Where it ends is told by brackets: at the first line that begins outside of all that
//! it opened. Where these do not balance, the next line that is indented no deeper than the operation goes on.
//!
//! Invariant: every skip goes past at least one token, and all skips together read the text [`MAX_READINGS`] times at most.

use smallvec::SmallVec;

use super::lexer::Lexer;
use super::scopes::Key;
use super::{ParseResult, Parser, Punct, Tok, Token, column};
use crate::diag::{Diagnostic, Mistakes};
use crate::limits::{MAX_MISTAKES, MAX_READINGS};
use crate::module::Module;

/// The mistakes of a text.
#[derive(Default)]
pub(super) struct Found {
    list: Vec<Diagnostic>,
    /// Whether brackets are known not to balance, so that there is no use in looking for the one that closes.
    unbalanced: bool,
    /// Bytes that were read again to find where to go on, and from there on.
    reread: usize,
}

/// What is around an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    File,
    /// A region, which `}` ends.
    Region,
}

impl<'s> Parser<'s> {
    /// Notes a mistake, unless there is one at the same place already; after too many nothing more is read.
    pub(super) fn report(&mut self, error: Diagnostic) {
        let found = &mut self.mistakes.list;
        if found.len() < MAX_MISTAKES && found.iter().all(|other| position(other) != position(&error)) {
            found.push(error);
        }
        if found.len() == MAX_MISTAKES {
            self.stop();
        }
    }

    /// The module, or what is wrong.
    pub(super) fn finish(mut self) -> Result<Module, Mistakes> {
        if self.mistakes.list.is_empty() {
            return Ok(self.module);
        }
        self.mistakes.list.sort_by_key(position);
        Err(Mistakes(self.mistakes.list))
    }

    /// What `read` gives; none when it found a mistake, which is reported, and the text of an operation or of the header of a
    /// block is skipped.
    pub(super) fn or_skip<T>(&mut self, around: Around, read: impl FnOnce(&mut Self) -> ParseResult<T>) -> Option<T> {
        let (start, lexer) = (self.tok, self.lexer.clone());
        let (scopes, dialects) = (self.scopes.len(), self.default_dialects.len());
        match read(self) {
            Ok(value) => Some(value),
            Err(error) => {
                self.scopes.truncate(scopes);
                self.default_dialects.truncate(dialects);
                self.report(*error);
                if self.mistakes.list.len() < MAX_MISTAKES {
                    let reached = self.tok.start;
                    let looked = self.skip(start, lexer, around);
                    self.mistakes.reread += looked - start.start + reached.saturating_sub(self.tok.start);
                }
                if self.mistakes.reread > MAX_READINGS * self.src.len() {
                    self.stop();
                }
                None
            }
        }
    }

    /// Goes on after what begins with `start`; `lexer` reads what follows that. Gives how far it looked.
    fn skip(&mut self, start: Token, mut lexer: Lexer<'s>, around: Around) -> usize {
        // What closes the brackets that are open.
        let mut open = SmallVec::<[Punct; 8]>::new();
        // Where to go on when they do not balance.
        let mut aligned = None;
        let mut in_names = matches!(start.kind, Tok::Percent | Tok::Caret);
        let mut tok = start;
        let balanced = loop {
            // Results stand before `=`, arguments anywhere in the header of a block.
            in_names &= tok.kind != Tok::Punct(Punct::EQUAL);
            if in_names && tok.kind == Tok::Percent {
                self.forgive(tok);
            }
            if let Some(close) = tok.kind.closing().filter(|&close| close != Punct::CLOSE_ANGLE) {
                open.push(close);
            } else if closes(tok.kind).is_some() && !open.is_empty() && open.pop() != closes(tok.kind) {
                break false;
            }
            let (before, rest) = (tok, lexer.clone());
            tok = lexer.next();
            if tok.kind == Tok::End {
                break open.is_empty();
            }
            let is_next = tok.line > before.line && closes(tok.kind).is_none();
            let ends_region = around == Around::Region && tok.kind == Tok::Punct(Punct::CLOSE_BRACE);
            if open.is_empty() && (is_next || ends_region) {
                break true;
            }
            let (column, least) = (column(tok), column(start));
            if is_next && column <= least || ends_region && tok.line > before.line && column < least {
                aligned.get_or_insert((rest, before));
                if self.mistakes.unbalanced {
                    break false;
                }
            }
        };
        self.mistakes.unbalanced |= !balanced;
        match aligned {
            Some((rest, before)) if !balanced => {
                self.lexer = rest;
                self.last_end = before.end;
                self.tok = self.lexer.next();
            }
            _ if balanced => (self.lexer, self.last_end, self.tok) = (lexer, tok.start, tok),
            _ => self.stop(),
        }
        tok.start
    }

    /// Reads nothing more.
    fn stop(&mut self) {
        self.lexer.set_pos(self.src.len());
        self.tok = self.lexer.next();
    }

    /// Lets a name that a mistake leaves undefined be used as anything.
    fn forgive(&mut self, tok: Token) {
        let key = Key::of(self.ctx, self.name(tok));
        self.scopes.drop_forwards(key);
        if self.scopes.lookup(key).is_none() {
            self.scopes.define(key, None, 0);
        }
    }
}

/// The bracket `kind`, if it closes one.
fn closes(kind: Tok) -> Option<Punct> {
    match kind {
        Tok::Punct(close @ (Punct::CLOSE_PAREN | Punct::CLOSE_SQUARE | Punct::CLOSE_BRACE)) => Some(close),
        _ => None,
    }
}

fn position(error: &Diagnostic) -> Option<(u32, u32)> {
    error.place.as_ref().map(|place| (place.line, place.column))
}
