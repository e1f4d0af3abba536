//! Types as text.

use super::Writer;
use super::aliases::Symbol;
use crate::attrs::Attr;
use crate::types::{Body, DYNAMIC, Dim, Piece, Signedness, Type, TypeKind};

impl Writer<'_> {
    /// A type.
    pub fn print_type(&mut self, ty: Type) {
        if !self.print_alias(Symbol::Type(ty)) {
            self.print_type_in_place(ty);
        }
    }

    pub(super) fn print_type_in_place(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ctx.type_kind(ty) {
            TypeKind::Integer { width, sign } => {
                let prefix = match sign {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                };
                self.raw(prefix);
                self.number((*width).into());
            }
            TypeKind::Index => self.raw("index"),
            TypeKind::None => self.raw("none"),
            TypeKind::Float(kind) => self.raw(kind.name()),
            TypeKind::Complex(element) => {
                self.raw("complex<");
                self.print_type(*element);
                self.raw(">");
            }
            TypeKind::Tuple(items) => {
                self.raw("tuple<");
                self.print_types(items);
                self.raw(">");
            }
            TypeKind::Function { inputs, results } => self.print_signature(inputs, results),
            TypeKind::Vector { shape, scalable, element } => {
                self.raw("vector<");
                for (dim, scalable) in shape.iter().zip(scalable) {
                    self.raw(&if *scalable { format!("[{dim}]x") } else { format!("{dim}x") });
                }
                self.print_type(*element);
                self.raw(">");
            }
            TypeKind::Tensor { shape, element, encoding } => self.print_shaped("tensor", shape, *element, &[*encoding]),
            TypeKind::MemRef { shape, element, layout, space } => {
                self.print_shaped("memref", shape, *element, &[*layout, *space]);
            }
            TypeKind::UnrankedTensor(element) => self.print_unranked("tensor", *element, None),
            TypeKind::UnrankedMemRef { element, space } => self.print_unranked("memref", *element, *space),
            TypeKind::Hal(ty) => {
                self.raw("!hal.");
                self.raw(ty.keyword());
            }
            TypeKind::UtilBuffer => self.raw("!util.buffer"),
            TypeKind::UtilVariant => self.raw("!util.variant"),
            TypeKind::UtilObject => self.raw("!util.object"),
            TypeKind::UtilList(element) => {
                self.raw("!util.list<");
                match ctx.type_kind(*element) {
                    TypeKind::UtilVariant => self.raw("?"),
                    _ => self.print_type(*element),
                }
                self.raw(">");
            }
            TypeKind::Stream(ty) => self.formatted(format_args!("!stream.{}", ty.keyword())),
            TypeKind::StreamResource(lifetime) => self.formatted(format_args!("!stream.resource<{}>", lifetime.keyword())),
            TypeKind::Dialect(dialect) => {
                self.raw("!");
                self.raw(dialect.kind.def().name);
                self.print_params(dialect.kind.spelling(), &dialect.params);
            }
            TypeKind::Opaque { dialect, body } => {
                self.raw("!");
                self.print_opaque(ctx.str(*dialect), body);
            }
        }
    }

    fn print_shaped(&mut self, name: &str, shape: &[Dim], element: Type, extras: &[Option<Attr>]) {
        self.raw(name);
        self.raw("<");
        for &dim in shape {
            match dim {
                DYNAMIC => self.raw("?x"),
                _ => self.formatted(format_args!("{dim}x")),
            }
        }
        self.print_type(element);
        for extra in extras.iter().flatten() {
            self.raw(", ");
            self.print_attr(*extra);
        }
        self.raw(">");
    }

    fn print_unranked(&mut self, name: &str, element: Type, space: Option<Attr>) {
        self.raw(name);
        self.raw("<*x");
        self.print_type(element);
        if let Some(space) = space {
            self.raw(", ");
            self.print_attr(space);
        }
        self.raw(">");
    }

    /// `dialect.body`, or `dialect<body>` in the verbose spelling.
    pub(super) fn print_opaque(&mut self, dialect: &str, body: &Body) {
        self.raw(dialect);
        let verbose = matches!(body.0.first(), Some(Piece::Text(text)) if text.starts_with('<'));
        if !verbose {
            self.raw(".");
        }
        for piece in &body.0 {
            match piece {
                Piece::Text(text) => self.raw(text),
                Piece::Attr(attr) => self.print_attr(*attr),
                Piece::Type(ty) => self.print_type(*ty),
            }
        }
    }
}
