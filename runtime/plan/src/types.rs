//! Types of registers.

use std::fmt;

macro_rules! reg_types {
    ($($(#[$doc:meta])* $name:ident = $code:literal $text:literal,)*) => {
        /// What a register holds, for its whole life. Numbers start as zero, objects as null.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum RegType { $($(#[$doc])* $name,)* }

        impl RegType {
            /// All types.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The byte that stands for it in a plan.
            pub const fn code(self) -> u8 {
                match self { $(Self::$name => $code,)* }
            }

            /// The type of a byte.
            pub const fn from_code(code: u8) -> Option<Self> {
                match code { $($code => Some(Self::$name),)* _ => None }
            }

            /// The name in disassembly.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }

        /// Types as types, for the fields of instructions.
        pub mod kind {
            $($(#[$doc])* #[derive(Clone, Copy, PartialEq, Eq, Debug)] pub struct $name;
            impl super::Kind for $name { const TYPE: super::RegType = super::RegType::$name; })*
        }
    };
}

/// A register type as a type.
pub trait Kind: Copy + fmt::Debug + PartialEq {
    /// The type.
    const TYPE: RegType;
}

reg_types! {
    /// A truth value.
    I1 = 1 "i1",
    /// An integer of 8 bits.
    I8 = 2 "i8",
    /// An integer of 16 bits.
    I16 = 3 "i16",
    /// An integer of 32 bits.
    I32 = 4 "i32",
    /// An integer of 64 bits; also `index`.
    I64 = 5 "i64",
    /// IEEE 754 half precision.
    F16 = 6 "f16",
    /// The upper half of an `f32`.
    BF16 = 7 "bf16",
    /// IEEE 754 single precision.
    F32 = 8 "f32",
    /// IEEE 754 double precision.
    F64 = 9 "f64",
    /// `!util.buffer`
    Bytes = 32 "util.buffer",
    /// `!hal.allocator`
    Allocator = 64 "hal.allocator",
    /// `!hal.buffer`
    Buffer = 65 "hal.buffer",
    /// `!hal.buffer_view`
    BufferView = 66 "hal.buffer_view",
    /// `!hal.channel`
    Channel = 67 "hal.channel",
    /// `!hal.command_buffer`
    CommandBuffer = 68 "hal.command_buffer",
    /// `!hal.device`
    Device = 69 "hal.device",
    /// `!hal.executable`
    Executable = 70 "hal.executable",
    /// `!hal.fence`
    Fence = 71 "hal.fence",
    /// `!hal.file`
    File = 72 "hal.file",
}

impl RegType {
    /// Whether it is an integer.
    pub const fn is_int(self) -> bool {
        matches!(self, Self::I1 | Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// Whether it is a float.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32 | Self::F64)
    }

    /// Whether it is an integer or a float.
    pub const fn is_number(self) -> bool {
        self.is_int() || self.is_float()
    }

    /// Whether it is an object, which may be null.
    pub const fn is_object(self) -> bool {
        !self.is_number()
    }

    /// Bits of a number; 0 for objects.
    pub const fn bits(self) -> u32 {
        match self {
            Self::I1 => 1,
            Self::I8 => 8,
            Self::I16 | Self::F16 | Self::BF16 => 16,
            Self::I32 | Self::F32 => 32,
            Self::I64 | Self::F64 => 64,
            _ => 0,
        }
    }
}

impl fmt::Display for RegType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
