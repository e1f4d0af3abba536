//! Types of values: the builtin ones, those of the dialects with a table, and a text form for all others.
//!
//! A [`Type`] is an id; its content is a [`TypeKind`] in the [`Context`](crate::Context). Two equal types have equal ids.
//! Types of dialects without a table are kept as [`TypeKind::Opaque`]: their text, with nested types and attributes resolved.

use smallvec::SmallVec;

use crate::attrs::Attr;
use crate::context::Ident;
use crate::dialect_types::DialectType;

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub(crate) u32);

/// Types in order; few fit without memory of their own.
pub type Types = SmallVec<[Type; 4]>;

impl std::fmt::Debug for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "type{}", self.0)
    }
}

/// How the bits of an integer are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i32`
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

macro_rules! float_kinds {
    ($($kind:ident $name:literal $bits:literal,)*) => {
        /// The float formats of the builtin dialect.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is the format of the name it prints")]
        pub enum FloatKind { $($kind,)* }

        impl FloatKind {
            /// All formats.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// The keyword, such as `f32`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// Width in bits.
            pub const fn bits(self) -> u32 {
                match self { $(Self::$kind => $bits,)* }
            }
        }
    };
}

float_kinds! {
    F4E2M1FN "f4E2M1FN" 4,
    F6E2M3FN "f6E2M3FN" 6,
    F6E3M2FN "f6E3M2FN" 6,
    F8E5M2 "f8E5M2" 8,
    F8E4M3 "f8E4M3" 8,
    F8E4M3FN "f8E4M3FN" 8,
    F8E5M2FNUZ "f8E5M2FNUZ" 8,
    F8E4M3FNUZ "f8E4M3FNUZ" 8,
    F8E4M3B11FNUZ "f8E4M3B11FNUZ" 8,
    F8E3M4 "f8E3M4" 8,
    F8E8M0FNU "f8E8M0FNU" 8,
    F16 "f16" 16,
    BF16 "bf16" 16,
    TF32 "tf32" 19,
    F32 "f32" 32,
    F64 "f64" 64,
    F80 "f80" 80,
    F128 "f128" 128,
}

macro_rules! keyword_types {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $keyword:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is the type of its keyword")]
        pub enum $name { $($variant,)* }

        impl $name {
            /// All of them, in alphabetical order of the keyword.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The keyword after the dialect prefix.
            pub const fn keyword(self) -> &'static str {
                match self { $(Self::$variant => $keyword,)* }
            }

            /// The type of `keyword`.
            pub fn from_keyword(keyword: &str) -> Option<Self> {
                match keyword { $($keyword => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

keyword_types! {
    /// The 11 types of the `hal` dialect, `!hal.KEYWORD`.
    HalType {
        Allocator "allocator",
        Buffer "buffer",
        BufferView "buffer_view",
        Channel "channel",
        CommandBuffer "command_buffer",
        Device "device",
        Event "event",
        Executable "executable",
        Fence "fence",
        File "file",
        Semaphore "semaphore",
    }
}

keyword_types! {
    /// The types of the `stream` dialect without parameters, `!stream.KEYWORD`.
    StreamType {
        Binding "binding",
        Channel "channel",
        File "file",
        TestFence "test.fence",
        Timepoint "timepoint",
    }
}

keyword_types! {
    /// How long a `!stream.resource` lives, `!stream.resource<KEYWORD>`.
    Lifetime {
        Unknown "*",
        Constant "constant",
        External "external",
        Staging "staging",
        Transient "transient",
        Variable "variable",
    }
}

/// A dimension of a shaped type: its extent, or [`DYNAMIC`] for `?`.
pub type Dim = u64;

/// The extent `?`, known only when the program runs.
pub const DYNAMIC: Dim = u64::MAX;

/// Extents, outermost first.
pub type Shape = SmallVec<[Dim; 4]>;

/// What a [`Type`] is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui64`
    Integer {
        /// Bits, 1 to 2^24 - 1 as upstream.
        width: u32,
        /// How they are read.
        sign: Signedness,
    },
    /// `index`
    Index,
    /// `none`
    None,
    /// `f32` and its kin
    Float(FloatKind),
    /// `complex<f32>`
    Complex(Type),
    /// `tuple<i32, f32>`
    Tuple(Vec<Type>),
    /// `(i32) -> f32`
    Function {
        /// Parameters.
        inputs: Vec<Type>,
        /// Results.
        results: Vec<Type>,
    },
    /// `vector<4x[8]xf32>`
    Vector {
        /// Extents; never dynamic.
        shape: Shape,
        /// For each dimension, whether it is scalable (`[8]`).
        scalable: SmallVec<[bool; 4]>,
        /// Element type.
        element: Type,
    },
    /// `tensor<?x4xf32, #encoding>`
    Tensor {
        /// Extents.
        shape: Shape,
        /// Element type.
        element: Type,
        /// Encoding, when written.
        encoding: Option<Attr>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(Type),
    /// `memref<?x4xf32, strided<[?, 1]>, #space>`
    MemRef {
        /// Extents.
        shape: Shape,
        /// Element type.
        element: Type,
        /// Layout, when it is not the identity.
        layout: Option<Attr>,
        /// Memory space, when written.
        space: Option<Attr>,
    },
    /// `memref<*xf32, #space>`
    UnrankedMemRef {
        /// Element type.
        element: Type,
        /// Memory space, when written.
        space: Option<Attr>,
    },
    /// `!hal.buffer` and its kin
    Hal(HalType),
    /// `!util.buffer`
    UtilBuffer,
    /// `!util.list<T>`
    UtilList(Type),
    /// `!util.variant`, written `?` inside `!util.list<?>`
    UtilVariant,
    /// `!util.object`
    UtilObject,
    /// `!stream.timepoint` and its kin
    Stream(StreamType),
    /// `!stream.resource<external>`
    StreamResource(Lifetime),
    /// `!spirv.ptr<…>` and other types with a table
    Dialect(DialectType),
    /// `!dialect.body`, of a dialect or type without a table
    Opaque {
        /// Dialect name.
        dialect: Ident,
        /// Text after the dot.
        body: Body,
    },
}

/// The text of a type or attribute without a table.
///
/// Nested attributes and types are resolved, so that it means the same wherever it is printed; runs of white space are one space.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Body(pub Vec<Piece>);

/// A part of a [`Body`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// Text as it stood.
    Text(Box<str>),
    /// A nested attribute.
    Attr(Attr),
    /// A nested type.
    Type(Type),
}
