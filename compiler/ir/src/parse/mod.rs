//! Text in: MLIR in custom and generic form to a [`Module`].
//!
//! Invariant: any bytes either parse or give a diagnostic; nothing panics, recursion is bounded by
//! [`limits::MAX_NESTING`](crate::limits), and work is linear in the text. The parser checks syntax and the types its rows
//! promise; whether the operations are right is the verifier's question.
//!
//! This file is the parser's state and its vocabulary for single tokens; the grammar is in the files beside it.

mod affine;
mod aliases;
mod attrs;
mod dense;
mod lexer;
mod locs;
mod opaque;
mod ops;
mod recover;
mod regions;
mod resources;
mod rules;
mod scopes;
mod types;
mod values;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::attrs::Attr;
use crate::context::{Context, Ident};
use crate::diag::{Diagnostic, Mistakes, Place};
use crate::limits;
use crate::loc::{Loc, LocKind};
use crate::module::{Module, Op, Value};
use crate::source::{SourceId, SourceRange, SourceText};
use crate::types::Type;

use lexer::Lexer;
pub(crate) use lexer::{Punct, Tok, Token};
pub(crate) use ops::Keyword;
pub use ops::OpState;
pub(crate) use regions::EntryArg;
pub use values::Unresolved;

/// What parsing a piece of text gives: a value, or the mistake that kept it from being understood.
pub type ParseResult<T> = Result<T, Box<Diagnostic>>;

/// Reads a module from `text`; `name` is how messages call it.
///
/// # Errors
/// The mistakes in the text, in its order, at most [`limits::MAX_MISTAKES`]: after one the parser goes on with the next
/// operation, and what depends on an operation with a mistake has none for that.
pub fn parse_module(ctx: &Arc<Context>, name: &str, text: Box<dyn SourceText>) -> Result<Module, Mistakes> {
    let source = ctx.add_source(name, text);
    parse_source(ctx, source)
}

/// Reads a module from a text the context already has.
///
/// # Errors
/// As [`parse_module`].
pub fn parse_source(ctx: &Arc<Context>, source: SourceId) -> Result<Module, Mistakes> {
    let bytes = ctx.source_bytes(source);
    if bytes.len() > limits::MAX_SOURCE_BYTES {
        let what = format!("expected at most {} bytes of text, found {}", limits::MAX_SOURCE_BYTES, bytes.len());
        return Err(Mistakes(vec![Diagnostic::error(None, what)]));
    }
    let mut parser = Parser::new(ctx, source, bytes);
    if let Err(error) = parser.parse_top() {
        parser.report(*error);
    }
    // Only messages look at the text again.
    ctx.done_with(SourceRange { source, start: 0, length: bytes.len() });
    parser.finish()
}

/// Reads an attribute that is all of `text`; `name` is how messages call the text.
///
/// # Errors
/// The first mistake, with its place and what was expected.
pub fn parse_attr(ctx: &Arc<Context>, name: &str, text: &str) -> ParseResult<Attr> {
    let source = ctx.add_source(name, Box::new(text.as_bytes().to_vec()));
    let mut parser = Parser::new(ctx, source, ctx.source_bytes(source));
    let attr = parser.parse_attr(None)?;
    match parser.tok.kind {
        Tok::End => Ok(attr),
        _ => Err(parser.expected("the end of the attribute")),
    }
}

/// The parser's state.
pub struct Parser<'s> {
    /// What the module shares with others.
    pub ctx: &'s Context,
    /// The module being read.
    pub module: Module,
    source: SourceId,
    file: Ident,
    src: &'s [u8],
    lexer: Lexer<'s>,
    tok: Token,
    /// End of the token before `tok`.
    last_end: usize,
    depth: u32,
    /// Of what is being read since the last alias was begun.
    extent: aliases::Extent,
    attr_aliases: FxHashMap<&'s str, aliases::Alias<Attr>>,
    type_aliases: FxHashMap<&'s str, aliases::Alias<Type>>,
    /// Location aliases may be defined after their use.
    pending_locs: Vec<(LocTarget, Token)>,
    scopes: scopes::Scopes<'s>,
    /// Dialects whose prefix may be left out, innermost last.
    default_dialects: Vec<&'static str>,
    mistakes: recover::Found,
}

/// What a location whose alias is still to come belongs to.
#[derive(Clone, Copy)]
enum LocTarget {
    Op(Op),
    Arg(Value),
}

impl<'s> Parser<'s> {
    fn new(ctx: &'s Arc<Context>, source: SourceId, src: &'s [u8]) -> Self {
        let mut lexer = Lexer::of_source(ctx, source);
        let tok = lexer.next();
        let file = ctx.source_name(source);
        let loc = ctx.loc(LocKind::File { file, line: tok.line, column: column(tok), end: None });
        Self {
            ctx,
            module: Module::new(ctx.clone(), loc),
            source,
            file,
            src,
            lexer,
            tok,
            last_end: 0,
            depth: 0,
            extent: aliases::Extent::default(),
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            pending_locs: Vec::new(),
            scopes: scopes::Scopes::default(),
            default_dialects: vec!["builtin"],
            mistakes: recover::Found::default(),
        }
    }
}

/// Column of a token in bytes, from 1.
fn column(tok: Token) -> u32 {
    u32::try_from(tok.start - tok.line_start + 1).unwrap_or(u32::MAX)
}

/// Single tokens.
impl<'s> Parser<'s> {
    pub(crate) fn token(&self) -> Token {
        self.tok
    }

    /// Takes the current token.
    pub(crate) fn advance(&mut self) -> Token {
        self.last_end = self.tok.end;
        std::mem::replace(&mut self.tok, self.lexer.next())
    }

    /// Takes the current token; its text.
    pub(crate) fn take_text(&mut self) -> &'s str {
        let tok = self.advance();
        self.text(tok)
    }

    /// Goes on reading at byte `pos` of the current token's line.
    fn rewind_to(&mut self, pos: usize) {
        self.lexer.set_pos(pos);
        self.last_end = pos;
        self.tok = self.lexer.next();
    }

    /// The token's text; punctuation and words are ASCII, so this never fails for them.
    pub(crate) fn text(&self, tok: Token) -> &'s str {
        std::str::from_utf8(&self.src[tok.start..tok.end]).unwrap_or("")
    }

    /// The text after the sigil of a `%`, `^`, `#`, `!` or `@` token.
    fn name(&self, tok: Token) -> &'s str {
        self.text(tok).get(1..).unwrap_or("")
    }

    #[inline]
    pub(crate) fn at(&self, punct: &str) -> bool {
        self.tok.kind == Tok::Punct(Punct::of(punct))
    }

    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.tok.kind == Tok::Word && self.src[self.tok.start..self.tok.end] == *word.as_bytes()
    }

    pub(crate) fn at_kind(&self, kind: Tok) -> bool {
        self.tok.kind == kind
    }

    #[inline]
    pub(crate) fn accept(&mut self, punct: &str) -> bool {
        let found = self.at(punct);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub(crate) fn expect(&mut self, punct: &str) -> ParseResult<()> {
        if self.accept(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> ParseResult<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Takes a token of `kind`, called `what` in the message.
    pub(crate) fn expect_kind(&mut self, kind: Tok, what: &str) -> ParseResult<Token> {
        if self.tok.kind == kind { Ok(self.advance()) } else { Err(self.expected(what)) }
    }

    /// The token after the current one, which opens a list.
    pub(crate) fn peek_after_open(&self) -> Tok {
        self.lexer.clone().next().kind
    }

    /// `item, item, …` until `close`, which is taken; empty lists are fine.
    pub(crate) fn list(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> ParseResult<()>) -> ParseResult<()> {
        if self.accept(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.accept(",") {
                return self.expect(close);
            }
        }
    }

    /// Runs `inner` one level deeper, within the bound.
    pub(crate) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth >= limits::MAX_NESTING {
            let what = format!("expected at most {} levels of nesting", limits::MAX_NESTING);
            return Err(self.error(what));
        }
        self.depth += 1;
        self.extent.depth = self.extent.depth.max(self.depth);
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

/// Messages.
impl Parser<'_> {
    /// The place of a token.
    pub(crate) fn place(&self, tok: Token) -> Place {
        let end = memchr::memchr(b'\n', self.src.get(tok.line_start..).unwrap_or(&[]));
        let end = end.map_or(self.src.len(), |n| tok.line_start + n);
        let line = &self.src[tok.line_start..end];
        // Enough of the line to show the caret in.
        let shown = &line[..line.len().min(tok.start - tok.line_start + 256)];
        Place {
            file: self.ctx.str(self.file).to_owned(),
            line: tok.line,
            column: column(tok),
            text: Some(String::from_utf8_lossy(shown).into_owned()),
        }
    }

    /// The location of a token, for an operation that gives none.
    pub(crate) fn loc_of(&self, tok: Token) -> Loc {
        self.ctx.loc(LocKind::File { file: self.file, line: tok.line, column: column(tok), end: None })
    }

    /// A mistake at `tok`.
    pub(crate) fn error_at(&self, tok: Token, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(Some(self.place(tok)), message))
    }

    /// A mistake at the current token.
    pub(crate) fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        self.error_at(self.tok, message)
    }

    /// `what` was expected where the current token stands.
    pub(crate) fn expected(&self, what: &str) -> Box<Diagnostic> {
        self.error(format!("expected {what}, found {}", self.found(self.tok)))
    }

    /// A token in words.
    fn found(&self, tok: Token) -> String {
        const SHOWN: usize = 40;
        // A byte that begins no token may begin a character.
        let end = if tok.kind == Tok::Bad { self.src.len().min(tok.end + 3) } else { tok.end };
        let bytes = &self.src[tok.start..end];
        let text = String::from_utf8_lossy(bytes);
        match tok.kind {
            Tok::End => "end of file".to_owned(),
            Tok::Bad if text.starts_with('"') => "a string without closing quote".to_owned(),
            Tok::Bad => format!("`{}`", text.chars().take(1).flat_map(char::escape_debug).collect::<String>()),
            _ if text.chars().count() > SHOWN => format!("`{}...`", text.chars().take(SHOWN).collect::<String>()),
            _ => format!("`{text}`"),
        }
    }
}
