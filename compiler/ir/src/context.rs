//! What modules share: interned names, types, attributes and locations, and the texts they were read from.
//!
//! Invariant: everything here only grows; ids stay valid and references stay put for the life of the context. Any thread may intern.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::affine::AffineMap;
use crate::attrs::{Attr, AttrKind, AttrList, DenseData};
use crate::blob;
use crate::diag::Place;
use crate::dialect_attrs::DialectAttrKind;
use crate::intern::Interner;
use crate::loc::{Loc, LocKind};
use crate::ops::OpKind;
use crate::source::{Source, SourceId, SourceRange, SourceText};
use crate::types::{FloatKind, HalType, Signedness, StreamType, Type, TypeKind};

/// An interned name: an attribute key, a symbol, a dialect, an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ident(pub(crate) u32);

impl std::fmt::Debug for Ident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ident{}", self.0)
    }
}

/// Holds everything modules share.
pub struct Context {
    idents: Interner<Box<str>>,
    /// The names of operations by their kind, each interned when it is first asked for.
    op_names: Box<[OnceLock<Ident>]>,
    types: Interner<TypeKind>,
    attrs: Interner<AttrKind>,
    locs: Interner<LocKind>,
    sources: boxcar::Vec<Source>,
    /// Types that nearly every module uses, interned once.
    pub(crate) common: Common,
}

/// Ids of types that are asked for all the time.
pub(crate) struct Common {
    pub(crate) index: Type,
    pub(crate) i1: Type,
    pub(crate) i8: Type,
    pub(crate) i32: Type,
    pub(crate) i64: Type,
    pub(crate) unit: Attr,
}

impl Context {
    /// An empty context.
    pub fn new() -> Arc<Self> {
        let types = Interner::new();
        let attrs = Interner::new();
        let int = |width| Type(types.intern(TypeKind::Integer { width, sign: Signedness::Signless }));
        let common = Common {
            index: Type(types.intern(TypeKind::Index)),
            i1: int(1),
            i8: int(8),
            i32: int(32),
            i64: int(64),
            unit: Attr(attrs.intern(AttrKind::Unit)),
        };
        let locs = Interner::new();
        locs.intern(LocKind::Unknown);
        let op_names = OpKind::ALL.iter().map(|_| OnceLock::new()).collect();
        Arc::new(Self { idents: Interner::new(), op_names, types, attrs, locs, sources: boxcar::Vec::new(), common })
    }

    /// The name `text`.
    pub fn ident(&self, text: &str) -> Ident {
        Ident(self.idents.intern_ref(text))
    }

    /// The full name of operations of a kind.
    pub(crate) fn op_name(&self, kind: OpKind) -> Ident {
        let known = self.op_names.get(kind as usize).map(|name| *name.get_or_init(|| self.ident(kind.def().name)));
        known.unwrap_or_else(|| self.ident(kind.def().name))
    }

    /// The text of a name.
    pub fn str(&self, ident: Ident) -> &str {
        self.idents.get(ident.0)
    }

    /// The type `kind`.
    pub fn ty(&self, kind: TypeKind) -> Type {
        Type(self.types.intern(kind))
    }

    /// What a type is.
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty.0)
    }

    /// The attribute `kind`.
    pub fn attr(&self, kind: AttrKind) -> Attr {
        Attr(self.attrs.intern(kind))
    }

    /// What an attribute is.
    pub fn attr_kind(&self, attr: Attr) -> &AttrKind {
        self.attrs.get(attr.0)
    }

    /// The location `kind`.
    pub fn loc(&self, kind: LocKind) -> Loc {
        let place = match kind {
            LocKind::File { file, line, column, end: None } => Loc::in_file(file, line, column),
            _ => None,
        };
        place.unwrap_or_else(|| Loc::kept(self.locs.intern(kind)))
    }

    /// What a location is.
    pub fn loc_kind(&self, loc: Loc) -> Cow<'_, LocKind> {
        match loc.unpack() {
            Ok(place) => Cow::Owned(place),
            Err(number) => Cow::Borrowed(self.locs.get(number)),
        }
    }

    /// Adds a text; `name` is how messages call it.
    pub fn add_source(&self, name: &str, text: Box<dyn SourceText>) -> SourceId {
        SourceId(self.sources.push(Source::new(self.ident(name), text)) as u32)
    }

    /// The bytes of a source.
    pub fn source_bytes(&self, source: SourceId) -> &[u8] {
        self.sources[source.0 as usize].text.bytes()
    }

    /// The name of a source.
    pub fn source_name(&self, source: SourceId) -> Ident {
        self.sources[source.0 as usize].name
    }

    /// Says that a range will not be read again soon; see [`SourceText::done_with`].
    pub fn done_with(&self, range: SourceRange) {
        self.sources[range.source.0 as usize].text.done_with(range.range());
    }
}

/// Shorthand for types and attributes that are made all the time.
impl Context {
    /// `index`
    pub fn index_type(&self) -> Type {
        self.common.index
    }

    /// `iWIDTH`
    pub fn int_type(&self, width: u32) -> Type {
        match width {
            1 => self.common.i1,
            8 => self.common.i8,
            32 => self.common.i32,
            64 => self.common.i64,
            _ => self.ty(TypeKind::Integer { width, sign: Signedness::Signless }),
        }
    }

    /// `f32` and its kin.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.ty(TypeKind::Float(kind))
    }

    /// `!hal.buffer` and its kin.
    pub fn hal_type(&self, ty: HalType) -> Type {
        self.ty(TypeKind::Hal(ty))
    }

    /// `unit`
    pub fn unit(&self) -> Attr {
        self.common.unit
    }

    /// `value : ty`, reduced to the bits of `ty`.
    pub fn int_attr(&self, value: i128, ty: Type) -> Attr {
        let value = match self.type_kind(ty) {
            TypeKind::Integer { width, sign } => wrap_int(value, *width, *sign),
            _ => value,
        };
        self.attr(AttrKind::Integer { value, ty })
    }

    /// `value : index`
    pub fn index_attr(&self, value: i64) -> Attr {
        self.int_attr(value.into(), self.common.index)
    }

    /// `true` or `false`
    pub fn bool_attr(&self, value: bool) -> Attr {
        self.int_attr(value.into(), self.common.i1)
    }

    /// `"text"`
    pub fn str_attr(&self, text: &str) -> Attr {
        self.attr(AttrKind::String(text.as_bytes().into()))
    }

    /// `@name`
    pub fn symbol_attr(&self, name: Ident) -> Attr {
        self.attr(AttrKind::Symbol { root: name, nested: Vec::new() })
    }

    /// `ty`
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.attr(AttrKind::Type(ty))
    }

    /// `[…]`
    pub fn array_attr(&self, items: Vec<Attr>) -> Attr {
        self.attr(AttrKind::Array(items))
    }

    /// `{…}`; keys are sorted here, the last of equal keys wins.
    pub fn dict_attr(&self, mut items: AttrList) -> Attr {
        items.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
        items.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = later.1;
            }
            same
        });
        self.attr(AttrKind::Dict(items))
    }

    /// `array<i32: …>`
    pub fn i32_array_attr(&self, values: impl IntoIterator<Item = i64>) -> Attr {
        self.attr(AttrKind::DenseArray { element: self.common.i32, values: values.into_iter().collect() })
    }

    /// `affine_map<…>`
    pub fn affine_map_attr(&self, map: AffineMap) -> Attr {
        self.attr(AttrKind::AffineMap(map))
    }

    /// The integer in `attr`.
    pub fn int_value(&self, attr: Attr) -> Option<i128> {
        match self.attr_kind(attr) {
            AttrKind::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The text in `attr`, when it is a string of UTF-8.
    pub fn str_value(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::String(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The names of a symbol reference, from the outermost in.
    pub fn symbol_path(&self, attr: Attr) -> Option<Vec<Ident>> {
        match self.attr_kind(attr) {
            AttrKind::Symbol { root, nested } => Some(std::iter::once(*root).chain(nested.iter().copied()).collect()),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn array_value(&self, attr: Attr) -> Option<&[Attr]> {
        match self.attr_kind(attr) {
            AttrKind::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The value under `key` of a dictionary.
    pub fn dict_get(&self, attr: Attr, key: &str) -> Option<Attr> {
        match self.attr_kind(attr) {
            AttrKind::Dict(items) => items.iter().find(|(k, _)| self.str(*k) == key).map(|(_, v)| *v),
            _ => None,
        }
    }

    /// The integers in a `dense` or `array` of integers, or in an array of integer attributes.
    pub fn int_values(&self, attr: Attr) -> Vec<i64> {
        match self.attr_kind(attr) {
            AttrKind::DenseArray { values, .. } => values.clone(),
            AttrKind::Array(items) => items.iter().filter_map(|&item| Some(self.int_value(item)? as i64)).collect(),
            AttrKind::Dense { ty, .. } => {
                let element = crate::ops::rules::element(self, *ty);
                let Some(size) = blob::element_size(self, element).filter(|n| (1..=8).contains(n)) else { return Vec::new() };
                let mut bytes = Vec::new();
                let read = blob::dense_chunks(self, attr, |chunk| {
                    bytes.extend_from_slice(chunk);
                    Ok::<(), std::convert::Infallible>(())
                });
                if read.is_none() {
                    return Vec::new();
                }
                let shift = 64 - 8 * size as u32;
                let word = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
                bytes.chunks(size).map(|chunk| (word(chunk) << shift) as i64 >> shift).collect()
            }
            _ => Vec::new(),
        }
    }

    /// `dense<[…]> : vector<Nxty>` of integer attributes.
    pub fn int_elements(&self, ty: Type, values: &[Attr]) -> Attr {
        let size = blob::element_size(self, ty).unwrap_or(8);
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|&v| self.int_value(v).unwrap_or(0).to_le_bytes().into_iter().take(size).collect::<Vec<u8>>())
            .collect();
        let shape = [values.len() as u64].into_iter().collect();
        let ty = self.ty(TypeKind::Vector { shape, scalable: [false].into_iter().collect(), element: ty });
        let data = if values.len() == 1 { DenseData::Splat(bytes.into()) } else { DenseData::Bytes(bytes.into()) };
        self.attr(AttrKind::Dense { ty, data })
    }

    /// The type an attribute says it has.
    pub fn attr_type(&self, attr: Attr) -> Option<Type> {
        match self.attr_kind(attr) {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::TypedString(_, ty)
            | AttrKind::Dense { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. } => Some(*ty),
            AttrKind::Opaque { ty, .. } => *ty,
            AttrKind::Dialect(dialect) if dialect.kind == DialectAttrKind::UtilComposite => {
                match self.attr_kind(dialect.params[0]?) {
                    AttrKind::Type(ty) => Some(*ty),
                    _ => None,
                }
            }
            AttrKind::Dialect(dialect) if dialect.kind == DialectAttrKind::StreamTimepoint => {
                Some(self.ty(TypeKind::Stream(StreamType::Timepoint)))
            }
            AttrKind::Dialect(dialect) => dialect.ty,
            _ => None,
        }
    }

    /// `loc(fused[…])` of the different known locations, or the only one. Fused ones without metadata are taken apart.
    pub fn fused_loc(&self, locs: impl IntoIterator<Item = Loc>) -> Loc {
        let mut parts: Vec<Loc> = Vec::new();
        for loc in locs {
            let kind = self.loc_kind(loc);
            let inner = match &*kind {
                LocKind::Unknown => &[],
                LocKind::Fused { parts, metadata: None } => parts.as_slice(),
                _ => &[loc],
            };
            for &loc in inner {
                if !parts.contains(&loc) {
                    parts.push(loc);
                }
            }
        }
        match parts.as_slice() {
            [] => Loc::UNKNOWN,
            [one] => *one,
            _ => self.loc(LocKind::Fused { parts, metadata: None }),
        }
    }

    /// The file, line and column of a location: its own, or the first one it leads to.
    pub fn position(&self, loc: Loc) -> Option<(Ident, u32, u32)> {
        match &*self.loc_kind(loc) {
            LocKind::Unknown => None,
            LocKind::File { file, line, column, .. } => Some((*file, *line, *column)),
            LocKind::Name(_, child) => self.position(*child),
            LocKind::CallSite { callee, caller } => self.position(*callee).or_else(|| self.position(*caller)),
            LocKind::Fused { parts, .. } => parts.iter().find_map(|&part| self.position(part)),
        }
    }

    /// The place to show for a location, with the text of its line when that source was read here.
    pub fn place(&self, loc: Loc) -> Option<Place> {
        let (file, line, column) = self.position(loc)?;
        Some(Place { file: self.str(file).to_owned(), line, column, text: self.line(file, line) })
    }

    /// The text of line `line` (from 1) of the source called `file`, when that source was read here.
    fn line(&self, file: Ident, line: u32) -> Option<String> {
        let (_, source) = self.sources.iter().find(|(_, s)| s.name == file)?;
        let rest = source.starting_at(line)?;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        Some(String::from_utf8_lossy(&rest[..end.min(MAX_LINE_BYTES)]).into_owned())
    }
}

/// Longest source line kept for a message; constants can make lines of gigabytes.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// `value` reduced to `width` bits, then extended as [`AttrKind::Integer`] says.
pub fn wrap_int(value: i128, width: u32, sign: Signedness) -> i128 {
    if width >= 128 {
        return value;
    }
    if width == 0 {
        return 0;
    }
    let shift = 128 - width;
    if width == 1 || sign == Signedness::Unsigned {
        ((value as u128) << shift >> shift) as i128
    } else {
        value << shift >> shift
    }
}
