//! Aliases: short names for attributes, types and locations that printed text would otherwise repeat.
//!
//! Names and order are those of MLIR's printer. A module is walked once as it would be printed, and every attribute, type
//! and location met is noted; those that have an alias are then ordered by how deep aliases are nested in them, types before
//! attributes, by name, and by where they were met first. Location aliases that only trailing locations use stand at the end.
//!
//! Invariant: names are unique, and an alias stands before the aliases that use it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Writer;
use crate::attrs::{Attr, AttrKind, AttrList, DenseData};
use crate::context::Context;
use crate::dialect_attrs::AliasName;
use crate::loc::{Loc, LocKind};
use crate::types::{Piece, Type, TypeKind};

/// A tuple type of more than this many elements has an alias.
const LARGEST_TUPLE: usize = 16;

/// What may have an alias.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Symbol {
    Attr(Attr),
    Type(Type),
    Loc(Loc),
}

/// What a writer does about aliases.
pub(super) enum Aliases {
    /// Everything is written in place.
    Unused,
    /// Nothing is written; what may have an alias is noted.
    Collect(Box<Collector>),
    /// What has an alias is written as that.
    Named(FxHashMap<Symbol, String>),
}

impl Aliases {
    pub(super) fn collecting(&self) -> bool {
        matches!(self, Self::Collect(_))
    }
}

/// A symbol met.
struct Met {
    symbol: Symbol,
    /// The alias without number, when it has one.
    name: Option<String>,
    /// How deep aliases are nested, this one included; 0 when there is none.
    depth: usize,
    /// Whether the alias may stand after the module.
    deferrable: bool,
    /// What it holds.
    children: Vec<usize>,
}

/// Notes what is met while a module is printed to nowhere.
#[derive(Default)]
pub(super) struct Collector {
    met: Vec<Met>,
    index: FxHashMap<Symbol, usize>,
    /// For each symbol being visited: its children, their greatest depth, and whether they may be deferred.
    open: Vec<(Vec<usize>, usize, bool)>,
    /// What was asked about apart from the walk.
    asked: Option<Box<Self>>,
    /// The answers for types and attributes, by their numbers.
    types: Vec<Answer>,
    attrs: Vec<Answer>,
}

/// Whether something may hold an alias.
#[derive(Clone, Copy, Default)]
enum Answer {
    #[default]
    Unknown,
    No,
    Yes,
}

/// An alias to be defined.
pub(super) struct Definition {
    pub(super) symbol: Symbol,
    pub(super) name: String,
    /// Whether it stands after the module.
    pub(super) deferred: bool,
}

impl Collector {
    /// Notes `symbol`; true when what it holds must be visited, between this and [`Self::close`].
    fn open(&mut self, ctx: &Context, symbol: Symbol, deferrable: bool) -> bool {
        if let Some(&index) = self.index.get(&symbol) {
            if !deferrable {
                self.never_defer(index);
            }
            self.add_to_parent(index);
            return false;
        }
        let name = alias_name(ctx, symbol);
        let depth = usize::from(name.is_some());
        self.index.insert(symbol, self.met.len());
        self.met.push(Met { symbol, name, depth, deferrable, children: Vec::new() });
        self.open.push((Vec::new(), 0, deferrable));
        true
    }

    fn close(&mut self, symbol: Symbol) {
        let (Some((children, deepest, _)), Some(&index)) = (self.open.pop(), self.index.get(&symbol)) else { return };
        let met = &mut self.met[index];
        met.children = children;
        if deepest > 0 {
            met.depth = deepest + 1;
        }
        self.add_to_parent(index);
    }

    fn add_to_parent(&mut self, index: usize) {
        let depth = self.met[index].depth;
        if let Some((children, deepest, _)) = self.open.last_mut() {
            children.push(index);
            *deepest = (*deepest).max(depth);
        }
    }

    /// How deep aliases are nested in a symbol met.
    fn depth(&self, symbol: Symbol) -> Option<usize> {
        self.index.get(&symbol).map(|&index| self.met[index].depth)
    }

    /// Whether what is visited now may be deferred, being part of a location that may.
    fn within_deferrable(&self) -> bool {
        self.open.last().is_some_and(|(_, _, deferrable)| *deferrable)
    }

    fn never_defer(&mut self, index: usize) {
        let mut todo = vec![index];
        while let Some(index) = todo.pop() {
            let met = &mut self.met[index];
            if std::mem::replace(&mut met.deferrable, false) {
                todo.extend(&met.children);
            }
        }
    }

    /// The aliases in the order they are defined.
    pub(super) fn finish(self) -> Vec<Definition> {
        let attr_like = |symbol: &Symbol| !matches!(symbol, Symbol::Type(_));
        let named = self.met.into_iter().filter_map(|met| Some((met.depth, met.symbol, met.name?, met.deferrable)));
        let mut list: Vec<_> = named.collect();
        list.sort_by(|(d1, s1, n1, _), (d2, s2, n2, _)| (d1, attr_like(s1), n1).cmp(&(d2, attr_like(s2), n2)));
        let mut names = AliasNames::default();
        let define = |(_, symbol, base, deferred): (usize, Symbol, String, bool)| {
            let sigil = if attr_like(&symbol) { '#' } else { '!' };
            Definition { symbol, name: format!("{sigil}{}", names.unique(base)), deferred }
        };
        list.into_iter().map(define).collect()
    }
}

/// Names given, and for each the next number.
#[derive(Default)]
struct AliasNames {
    used: FxHashSet<String>,
    counts: FxHashMap<String, usize>,
}

impl AliasNames {
    /// `name`, or with a number when that is taken.
    fn unique(&mut self, name: String) -> String {
        if self.used.insert(name.clone()) {
            return name;
        }
        let base = if name.ends_with(|c: char| c.is_ascii_digit()) { name + "_" } else { name };
        let count = self.counts.entry(base.clone()).or_insert(1);
        loop {
            let numbered = format!("{base}{count}");
            *count += 1;
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// The alias of a symbol, without sigil and number.
fn alias_name(ctx: &Context, symbol: Symbol) -> Option<String> {
    let attr = match symbol {
        Symbol::Loc(_) => return Some("loc".to_owned()),
        Symbol::Type(ty) => {
            let large = matches!(ctx.type_kind(ty), TypeKind::Tuple(items) if items.len() > LARGEST_TUPLE);
            return large.then(|| "tuple".to_owned());
        }
        Symbol::Attr(attr) => attr,
    };
    Some(match ctx.attr_kind(attr) {
        AttrKind::AffineMap(_) => "map".to_owned(),
        AttrKind::IntegerSet(_) => "set".to_owned(),
        // An identity without content is short enough.
        AttrKind::Distinct(_, inner) if !matches!(ctx.attr_kind(*inner), AttrKind::Unit) => "distinct".to_owned(),
        AttrKind::Dialect(dialect) => match dialect.kind.def().alias {
            AliasName::None => return None,
            AliasName::Fixed(name) => name.to_owned(),
            AliasName::By(name) => name(ctx, dialect),
        },
        _ => return None,
    })
}

/// What a symbol has written in its place.
impl Writer<'_> {
    /// Writes the alias of `symbol`, if it has one, or notes it; false when it is to be written in place.
    pub(super) fn print_alias(&mut self, symbol: Symbol) -> bool {
        if let Aliases::Unused = self.aliases {
            return false;
        }
        // A location is the same symbol as an attribute and as the location of an operation.
        let symbol = match symbol {
            Symbol::Attr(attr) => match self.ctx.attr_kind(attr) {
                AttrKind::Loc(loc) => Symbol::Loc(*loc),
                _ => symbol,
            },
            _ => symbol,
        };
        match &mut self.aliases {
            Aliases::Unused => false,
            Aliases::Named(names) => match names.get(&symbol) {
                Some(name) => {
                    let name = name.clone();
                    self.raw(&name);
                    true
                }
                None => false,
            },
            Aliases::Collect(collector) => {
                let deferrable = collector.within_deferrable();
                self.note(symbol, deferrable);
                true
            }
        }
    }

    /// Whether `symbol` or anything in it may have an alias. What is asked is not noted.
    pub(super) fn may_hold_alias(&mut self, symbol: Symbol) -> bool {
        let Aliases::Collect(collector) = &mut self.aliases else { return true };
        let answer = match symbol {
            Symbol::Type(ty) => collector.types.get(ty.0 as usize),
            Symbol::Attr(attr) => collector.attrs.get(attr.0 as usize),
            Symbol::Loc(_) => None,
        };
        match answer {
            Some(Answer::Yes) => return true,
            Some(Answer::No) => return false,
            Some(Answer::Unknown) | None => {}
        }
        let asked = collector.asked.take().unwrap_or_default();
        let walk = std::mem::replace(&mut self.aliases, Aliases::Collect(asked));
        self.print_alias(symbol);
        let asked = std::mem::replace(&mut self.aliases, walk);
        let (Aliases::Collect(collector), Aliases::Collect(asked)) = (&mut self.aliases, asked) else { return true };
        // A symbol met under another name is not looked at closely.
        let holds = asked.depth(symbol) != Some(0);
        collector.asked = Some(asked);
        let (answers, index) = match symbol {
            Symbol::Type(ty) => (&mut collector.types, ty.0 as usize),
            Symbol::Attr(attr) => (&mut collector.attrs, attr.0 as usize),
            Symbol::Loc(_) => return holds,
        };
        if index >= answers.len() {
            answers.resize(index + 1, Answer::Unknown);
        }
        answers[index] = if holds { Answer::Yes } else { Answer::No };
        holds
    }

    /// Notes the location of an operation or argument, whose alias may stand at the end.
    pub(super) fn note_loc(&mut self, loc: Loc, deferrable: bool) {
        if self.aliases.collecting() {
            self.note(Symbol::Loc(loc), deferrable);
        }
    }

    fn note(&mut self, symbol: Symbol, deferrable: bool) {
        let ctx = self.ctx;
        let Aliases::Collect(collector) = &mut self.aliases else { return };
        if !collector.open(ctx, symbol, deferrable) {
            return;
        }
        match symbol {
            Symbol::Attr(attr) => self.note_attr(attr),
            Symbol::Type(ty) => self.note_type(ty),
            Symbol::Loc(loc) => self.note_loc_parts(loc),
        }
        if let Aliases::Collect(collector) = &mut self.aliases {
            collector.close(symbol);
        }
    }

    /// What an attribute holds, in the order it is printed.
    fn note_attr(&mut self, attr: Attr) {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Array(items) => items.iter().for_each(|&item| self.print_attr(item)),
            AttrKind::Dict(items) => self.note_list(items),
            AttrKind::Type(ty) => self.print_type(*ty),
            AttrKind::Distinct(_, inner) => self.print_attr(*inner),
            AttrKind::Dense { ty, data } => {
                if let DenseData::Attrs(items) = data {
                    items.iter().for_each(|&item| self.print_attr(item));
                }
                self.print_type(*ty);
            }
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::TypedString(_, ty)
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. } => self.print_type(*ty),
            AttrKind::Dialect(dialect) => {
                self.print_params(dialect.kind.spelling(), &dialect.params);
                if let Some(ty) = dialect.ty {
                    self.print_type(ty);
                }
            }
            AttrKind::Opaque { body, ty, .. } => {
                self.note_pieces(&body.0);
                if let Some(ty) = ty {
                    self.print_type(*ty);
                }
            }
            _ => {}
        }
    }

    fn note_list(&mut self, items: &AttrList) {
        items.iter().for_each(|&(_, value)| self.print_attr(value));
    }

    fn note_pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text(_) => {}
                Piece::Attr(attr) => self.print_attr(*attr),
                Piece::Type(ty) => self.print_type(*ty),
            }
        }
    }

    fn note_type(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ctx.type_kind(ty) {
            TypeKind::Complex(inner) | TypeKind::UtilList(inner) | TypeKind::UnrankedTensor(inner) => self.print_type(*inner),
            TypeKind::Tuple(items) => items.iter().for_each(|&item| self.print_type(item)),
            TypeKind::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|&ty| self.print_type(ty));
            }
            TypeKind::Vector { element, .. } => self.print_type(*element),
            TypeKind::Tensor { element, encoding, .. } => {
                self.print_type(*element);
                encoding.iter().for_each(|&attr| self.print_attr(attr));
            }
            TypeKind::MemRef { element, layout, space, .. } => {
                self.print_type(*element);
                layout.iter().chain(space).for_each(|&attr| self.print_attr(attr));
            }
            TypeKind::UnrankedMemRef { element, space } => {
                self.print_type(*element);
                space.iter().for_each(|&attr| self.print_attr(attr));
            }
            TypeKind::Dialect(dialect) => self.print_params(dialect.kind.spelling(), &dialect.params),
            TypeKind::Opaque { body, .. } => self.note_pieces(&body.0),
            _ => {}
        }
    }

    fn note_loc_parts(&mut self, loc: Loc) {
        let ctx = self.ctx;
        let note = |w: &mut Self, loc: Loc| {
            w.print_alias(Symbol::Loc(loc));
        };
        match &*ctx.loc_kind(loc) {
            LocKind::Unknown | LocKind::File { .. } => {}
            LocKind::Name(_, child) if *child == Loc::UNKNOWN => {}
            LocKind::Name(_, child) => note(self, *child),
            LocKind::CallSite { callee, caller } => {
                note(self, *callee);
                note(self, *caller);
            }
            LocKind::Fused { parts, metadata } => {
                if let Some(metadata) = metadata {
                    self.print_attr(*metadata);
                }
                parts.iter().for_each(|&part| note(self, part));
            }
        }
    }
}
