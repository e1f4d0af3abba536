//! Attributes and types as trees: visiting what is inside one, and building it anew with parts replaced.

use rustc_hash::FxHashMap;

use crate::attrs::{Attr, AttrKind, AttrList, DenseData};
use crate::context::Context;
use crate::types::{Body, Piece, Type, TypeKind};

/// An attribute or a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    /// An attribute.
    Attr(Attr),
    /// A type.
    Type(Type),
}

impl Context {
    /// Calls `each` for `attr` and every attribute inside it, types included, each before what it holds.
    pub fn visit_attrs(&self, attr: Attr, each: &mut dyn FnMut(Attr)) {
        self.visit(Node::Attr(attr), each);
    }

    fn visit(&self, node: Node, each: &mut dyn FnMut(Attr)) {
        if let Node::Attr(attr) = node {
            each(attr);
        }
        self.children(node, &mut |child| self.visit(child, each));
    }

    /// `attr` with every part for which `f` has another put in its place; what `f` gives is not looked into.
    pub fn replace_attrs(&self, attr: Attr, f: &dyn Fn(Attr) -> Option<Attr>) -> Attr {
        match self.rebuild(Node::Attr(attr), f, &mut FxHashMap::default()) {
            Node::Attr(attr) => attr,
            Node::Type(_) => attr,
        }
    }

    fn children(&self, node: Node, each: &mut dyn FnMut(Node)) {
        let attr = |a: &Attr, each: &mut dyn FnMut(Node)| each(Node::Attr(*a));
        let ty = |t: &Type, each: &mut dyn FnMut(Node)| each(Node::Type(*t));
        match node {
            Node::Attr(a) => match self.attr_kind(a) {
                AttrKind::Type(t)
                | AttrKind::TypedString(_, t)
                | AttrKind::Integer { ty: t, .. }
                | AttrKind::Float { ty: t, .. }
                | AttrKind::DenseResource { ty: t, .. }
                | AttrKind::DenseArray { element: t, .. } => ty(t, each),
                AttrKind::Array(items) => items.iter().for_each(|a| attr(a, each)),
                AttrKind::Dict(items) => items.iter().for_each(|(_, a)| attr(a, each)),
                AttrKind::Dense { ty: t, data } => {
                    ty(t, each);
                    if let DenseData::Attrs(items) = data {
                        items.iter().for_each(|a| attr(a, each));
                    }
                }
                AttrKind::Sparse { indices, values, ty: t } => {
                    attr(indices, each);
                    attr(values, each);
                    ty(t, each);
                }
                AttrKind::Distinct(_, inner) => attr(inner, each),
                AttrKind::Dialect(dialect) => {
                    dialect.params.iter().flatten().for_each(|a| attr(a, each));
                    dialect.ty.iter().for_each(|t| ty(t, each));
                }
                AttrKind::Opaque { body, ty: t, .. } => {
                    self.body_children(body, each);
                    t.iter().for_each(|t| ty(t, each));
                }
                AttrKind::Unit
                | AttrKind::String(_)
                | AttrKind::Symbol { .. }
                | AttrKind::AffineMap(_)
                | AttrKind::IntegerSet(_)
                | AttrKind::Strided { .. }
                | AttrKind::Loc(_) => {}
            },
            Node::Type(t) => match self.type_kind(t) {
                TypeKind::Complex(t) | TypeKind::UnrankedTensor(t) | TypeKind::UtilList(t) => ty(t, each),
                TypeKind::Tuple(items) => items.iter().for_each(|t| ty(t, each)),
                TypeKind::Function { inputs, results } => inputs.iter().chain(results).for_each(|t| ty(t, each)),
                TypeKind::Vector { element, .. } => ty(element, each),
                TypeKind::Tensor { element, encoding, .. } => {
                    ty(element, each);
                    encoding.iter().for_each(|a| attr(a, each));
                }
                TypeKind::MemRef { element, layout, space, .. } => {
                    ty(element, each);
                    layout.iter().chain(space).for_each(|a| attr(a, each));
                }
                TypeKind::UnrankedMemRef { element, space } => {
                    ty(element, each);
                    space.iter().for_each(|a| attr(a, each));
                }
                TypeKind::Opaque { body, .. } => self.body_children(body, each),
                _ => {}
            },
        }
    }

    fn body_children(&self, body: &Body, each: &mut dyn FnMut(Node)) {
        for piece in &body.0 {
            match piece {
                Piece::Text(_) => {}
                Piece::Attr(a) => each(Node::Attr(*a)),
                Piece::Type(t) => each(Node::Type(*t)),
            }
        }
    }

    fn rebuild(&self, node: Node, f: &dyn Fn(Attr) -> Option<Attr>, done: &mut FxHashMap<Node, Node>) -> Node {
        if let Some(&new) = done.get(&node) {
            return new;
        }
        let replaced = match node {
            Node::Attr(attr) => f(attr),
            Node::Type(_) => None,
        };
        let new = match replaced {
            Some(attr) => Node::Attr(attr),
            None => {
                let mut changed = false;
                self.children(node, &mut |child| changed |= self.rebuild(child, f, done) != child);
                if changed { self.with_children(node, done) } else { node }
            }
        };
        done.insert(node, new);
        new
    }

    /// `node` with its parts replaced as `done` says.
    fn with_children(&self, node: Node, done: &FxHashMap<Node, Node>) -> Node {
        let attr = |a: Attr| match done.get(&Node::Attr(a)) {
            Some(Node::Attr(new)) => *new,
            _ => a,
        };
        let ty = |t: Type| match done.get(&Node::Type(t)) {
            Some(Node::Type(new)) => *new,
            _ => t,
        };
        let attrs = |items: &[Attr]| items.iter().map(|&a| attr(a)).collect::<Vec<_>>();
        let body = |body: &Body| {
            Body(
                body.0
                    .iter()
                    .map(|piece| match piece {
                        Piece::Text(text) => Piece::Text(text.clone()),
                        Piece::Attr(a) => Piece::Attr(attr(*a)),
                        Piece::Type(t) => Piece::Type(ty(*t)),
                    })
                    .collect(),
            )
        };
        match node {
            Node::Attr(old) => Node::Attr(self.attr(match self.attr_kind(old).clone() {
                AttrKind::Type(t) => AttrKind::Type(ty(t)),
                AttrKind::TypedString(text, t) => AttrKind::TypedString(text, ty(t)),
                AttrKind::DenseResource { key, ty: t } => AttrKind::DenseResource { key, ty: ty(t) },
                AttrKind::Array(items) => AttrKind::Array(attrs(&items)),
                AttrKind::Dict(items) => AttrKind::Dict(items.into_iter().map(|(k, a)| (k, attr(a))).collect()),
                AttrKind::Dense { ty: t, data: DenseData::Attrs(items) } => {
                    AttrKind::Dense { ty: ty(t), data: DenseData::Attrs(attrs(&items)) }
                }
                AttrKind::Dense { ty: t, data } => AttrKind::Dense { ty: ty(t), data },
                AttrKind::Sparse { indices, values, ty: t } => {
                    AttrKind::Sparse { indices: attr(indices), values: attr(values), ty: ty(t) }
                }
                AttrKind::Distinct(id, inner) => AttrKind::Distinct(id, attr(inner)),
                AttrKind::Dialect(mut dialect) => {
                    dialect.params.iter_mut().flatten().for_each(|a| *a = attr(*a));
                    dialect.ty = dialect.ty.map(ty);
                    AttrKind::Dialect(dialect)
                }
                AttrKind::Opaque { dialect, body: b, ty: t } => AttrKind::Opaque { dialect, body: body(&b), ty: t.map(ty) },
                other => other,
            })),
            Node::Type(old) => Node::Type(self.ty(match self.type_kind(old).clone() {
                TypeKind::Complex(t) => TypeKind::Complex(ty(t)),
                TypeKind::UnrankedTensor(t) => TypeKind::UnrankedTensor(ty(t)),
                TypeKind::UtilList(t) => TypeKind::UtilList(ty(t)),
                TypeKind::Tuple(items) => TypeKind::Tuple(items.into_iter().map(ty).collect()),
                TypeKind::Function { inputs, results } => TypeKind::Function {
                    inputs: inputs.into_iter().map(ty).collect(),
                    results: results.into_iter().map(ty).collect(),
                },
                TypeKind::Vector { shape, scalable, element } => TypeKind::Vector { shape, scalable, element: ty(element) },
                TypeKind::Tensor { shape, element, encoding } => {
                    TypeKind::Tensor { shape, element: ty(element), encoding: encoding.map(attr) }
                }
                TypeKind::MemRef { shape, element, layout, space } => {
                    TypeKind::MemRef { shape, element: ty(element), layout: layout.map(attr), space: space.map(attr) }
                }
                TypeKind::UnrankedMemRef { element, space } => {
                    TypeKind::UnrankedMemRef { element: ty(element), space: space.map(attr) }
                }
                TypeKind::Opaque { dialect, body: b } => TypeKind::Opaque { dialect, body: body(&b) },
                other => other,
            })),
        }
    }
}

impl Context {
    /// Every list entry with its attributes replaced as in [`Context::replace_attrs`]; `None` when nothing changes.
    pub fn replace_in_list(&self, list: &AttrList, f: &dyn Fn(Attr) -> Option<Attr>) -> Option<AttrList> {
        let new: AttrList = list.iter().map(|&(key, attr)| (key, self.replace_attrs(attr, f))).collect();
        (new != *list).then_some(new)
    }
}
