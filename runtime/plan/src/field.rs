//! Kinds of instruction fields: how each is encoded, checked against its function, and shown.

use std::fmt::{self, Write};
use std::marker::PhantomData;

use crate::bytes::{Reader, Writer};
use crate::error::PlanError;
use crate::limits;
use crate::ops::{BinaryOp, Predicate, UnaryOp};
use crate::types::Kind;
use crate::verify::FieldCheck;

/// A register of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Reg(pub u32);

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

/// A block of a function; 0 is the entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BlockId(pub u32);

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "^bb{}", self.0)
    }
}

/// What all kinds of fields can do.
pub trait Field {
    /// Writes it.
    fn encode(&self, w: &mut Writer);
    /// Checks it against its function and plan.
    ///
    /// # Errors
    /// What is wrong.
    fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String>;
    /// Writes it as text.
    ///
    /// # Errors
    /// Those of `out`.
    fn show(&self, names: &dyn Names, out: &mut dyn Write) -> fmt::Result;
    /// Whether it is a result, shown before the mnemonic.
    fn is_result(&self) -> bool {
        false
    }
}

/// Reading a field back.
pub(crate) trait Decode: Sized {
    fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError>;
}

/// Names of the things that fields refer to.
pub trait Names {
    /// A string of the plan.
    fn string(&self, id: StringId) -> &str;
    /// The name of a function.
    fn function(&self, id: FunctionId) -> &str;
    /// The name of a global.
    fn global(&self, id: GlobalId) -> &str;
    /// The name of an executable.
    fn executable(&self, id: ExecutableId) -> &str;
}

/// A number in place: bits, flags, an index.
pub type Number = u64;

impl Field for Number {
    fn encode(&self, w: &mut Writer) {
        w.number(*self);
    }
    fn check(&self, _: &mut FieldCheck<'_>) -> Result<(), String> {
        Ok(())
    }
    fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{self}")
    }
}

impl Decode for Number {
    fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
        r.number()
    }
}

fn decode_reg(r: &mut Reader<'_>) -> Result<Reg, PlanError> {
    Ok(Reg(r.count("register", limits::MAX_REGISTERS)?))
}

fn show_regs(regs: &[Reg], out: &mut dyn Write) -> fmt::Result {
    out.write_char('[')?;
    for (i, reg) in regs.iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        write!(out, "{reg}")?;
    }
    out.write_char(']')
}

fn encode_regs(regs: &[Reg], w: &mut Writer) {
    w.number(regs.len() as u64);
    for reg in regs {
        w.number(reg.0.into());
    }
}

fn decode_regs(r: &mut Reader<'_>) -> Result<Box<[Reg]>, PlanError> {
    let n = r.count("list", limits::MAX_LIST)?;
    (0..n).map(|_| decode_reg(r)).collect()
}

macro_rules! typed_register {
    ($(#[$doc:meta])* $name:ident, $check:ident, $result:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $name<T>(Reg, PhantomData<T>);

        impl<T: Kind> $name<T> {
            /// The register.
            pub const fn reg(self) -> Reg {
                self.0
            }
        }

        impl<T: Kind> From<Reg> for $name<T> {
            fn from(reg: Reg) -> Self {
                Self(reg, PhantomData)
            }
        }

        impl<T: Kind> Field for $name<T> {
            fn encode(&self, w: &mut Writer) {
                w.number(self.0.0.into());
            }
            fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
                c.$check(self.0, Some(T::TYPE)).map(drop)
            }
            fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
                write!(out, "{}", self.0)
            }
            fn is_result(&self) -> bool {
                $result
            }
        }

        impl<T: Kind> Decode for $name<T> {
            fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
                Ok(decode_reg(r)?.into())
            }
        }
    };
}

typed_register! {
    /// An operand of type `T`.
    In, read, false
}
typed_register! {
    /// A result of type `T`.
    Out, write, true
}

macro_rules! any_register {
    ($(#[$doc:meta])* $name:ident, $check:ident, $result:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub Reg);

        impl Field for $name {
            fn encode(&self, w: &mut Writer) {
                w.number(self.0.0.into());
            }
            fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
                c.$check(self.0, None).map(drop)
            }
            fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
                write!(out, "{}", self.0)
            }
            fn is_result(&self) -> bool {
                $result
            }
        }

        impl Decode for $name {
            fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
                Ok(Self(decode_reg(r)?))
            }
        }
    };
}

any_register! {
    /// An operand whose type a rule of the instruction gives.
    InAny, read, false
}
any_register! {
    /// A result whose type a rule of the instruction gives.
    OutAny, write, true
}

/// None or one operand of type `T`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptIn<T>(pub Option<Reg>, PhantomData<T>);

impl<T: Kind> From<Option<Reg>> for OptIn<T> {
    fn from(reg: Option<Reg>) -> Self {
        Self(reg, PhantomData)
    }
}

impl<T: Kind> Field for OptIn<T> {
    fn encode(&self, w: &mut Writer) {
        w.number(self.0.map_or(0, |reg| u64::from(reg.0) + 1));
    }
    fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
        match self.0 {
            Some(reg) => c.read(reg, Some(T::TYPE)).map(drop),
            None => Ok(()),
        }
    }
    fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
        match self.0 {
            Some(reg) => write!(out, "{reg}"),
            None => out.write_str("none"),
        }
    }
}

impl<T: Kind> Decode for OptIn<T> {
    fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
        let n = r.count("register", limits::MAX_REGISTERS)?;
        Ok(n.checked_sub(1).map(Reg).into())
    }
}

macro_rules! register_list {
    ($(#[$doc:meta])* $name:ident $(<$t:ident>)?, $check:ident, $ty:expr, $result:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name $(<$t>)? (Box<[Reg]>, PhantomData<($($t,)?)>);

        impl $(<$t: Kind>)? $name $(<$t>)? {
            /// The registers.
            pub fn regs(&self) -> &[Reg] {
                &self.0
            }
        }

        impl $(<$t: Kind>)? From<Vec<Reg>> for $name $(<$t>)? {
            fn from(regs: Vec<Reg>) -> Self {
                Self(regs.into(), PhantomData)
            }
        }

        impl $(<$t: Kind>)? Field for $name $(<$t>)? {
            fn encode(&self, w: &mut Writer) {
                encode_regs(&self.0, w);
            }
            fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
                self.0.iter().try_for_each(|&reg| c.$check(reg, $ty).map(drop))
            }
            fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
                show_regs(&self.0, out)
            }
            fn is_result(&self) -> bool {
                $result
            }
        }

        impl $(<$t: Kind>)? Decode for $name $(<$t>)? {
            fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
                Ok(Self(decode_regs(r)?, PhantomData))
            }
        }
    };
}

register_list! {
    /// Operands of type `T`.
    InList<T>, read, Some(T::TYPE), false
}
register_list! {
    /// Results of type `T`.
    OutList<T>, write, Some(T::TYPE), true
}
register_list! {
    /// Operands whose types a rule of the instruction gives.
    InListAny, read, None, false
}
register_list! {
    /// Results whose types a rule of the instruction gives.
    OutListAny, write, None, true
}
register_list! {
    /// Operands of the same type as another field.
    SameList, read, None, false
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $what:literal $count:ident $show:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl Field for $name {
            fn encode(&self, w: &mut Writer) {
                w.number(self.0.into());
            }
            fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
                c.in_table($what, self.0, c.tables().$count)
            }
            fn show(&self, names: &dyn Names, out: &mut dyn Write) -> fmt::Result {
                $show(*self, names, out)
            }
        }

        impl Decode for $name {
            fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
                Ok(Self(r.count($what, limits::MAX_TABLE_ENTRIES)?))
            }
        }
    )*};
}

ids! {
    /// A string of the plan.
    StringId "string" strings show_string,
    /// A function of the plan.
    FunctionId "function" functions show_function,
    /// A global of the plan.
    GlobalId "global" globals show_global,
    /// An executable of the plan.
    ExecutableId "executable" executables show_executable,
    /// Constant data of the plan.
    ConstantId "constant" constants show_constant,
}

fn show_string(id: StringId, names: &dyn Names, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{:?}", names.string(id))
}

fn show_function(id: FunctionId, names: &dyn Names, out: &mut dyn Write) -> fmt::Result {
    write!(out, "@{}", names.function(id))
}

fn show_global(id: GlobalId, names: &dyn Names, out: &mut dyn Write) -> fmt::Result {
    write!(out, "@{}", names.global(id))
}

fn show_executable(id: ExecutableId, names: &dyn Names, out: &mut dyn Write) -> fmt::Result {
    write!(out, "@{}", names.executable(id))
}

fn show_constant(id: ConstantId, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
    write!(out, "#{}", id.0)
}

/// A block, and values for its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The block.
    pub block: BlockId,
    /// One value for each parameter, all read before any parameter is written.
    pub args: Box<[Reg]>,
}

impl Field for Target {
    fn encode(&self, w: &mut Writer) {
        w.number(self.block.0.into());
        encode_regs(&self.args, w);
    }
    fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
        c.target(self)
    }
    fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", self.block)?;
        if self.args.is_empty() { Ok(()) } else { show_regs(&self.args, out) }
    }
}

impl Decode for Target {
    fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
        let block = BlockId(r.count("block", limits::MAX_BLOCKS)?);
        Ok(Self { block, args: decode_regs(r)? })
    }
}

/// Values and where they lead.
pub type Cases = Box<[(i64, Target)]>;

impl Field for Cases {
    fn encode(&self, w: &mut Writer) {
        w.number(self.len() as u64);
        for (value, target) in self {
            w.number(*value as u64);
            target.encode(w);
        }
    }
    fn check(&self, c: &mut FieldCheck<'_>) -> Result<(), String> {
        self.iter().try_for_each(|(_, target)| target.check(c))
    }
    fn show(&self, names: &dyn Names, out: &mut dyn Write) -> fmt::Result {
        out.write_char('[')?;
        for (i, (value, target)) in self.iter().enumerate() {
            write!(out, "{}{value}: ", if i > 0 { ", " } else { "" })?;
            target.show(names, out)?;
        }
        out.write_char(']')
    }
}

impl Decode for Cases {
    fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
        let n = r.count("list", limits::MAX_LIST)?;
        (0..n).map(|_| Ok((r.number()? as i64, Target::decode(r)?))).collect()
    }
}

macro_rules! operator_fields {
    ($($name:ident $what:literal,)*) => {$(
        impl Field for $name {
            fn encode(&self, w: &mut Writer) {
                w.number(self.code().into());
            }
            fn check(&self, _: &mut FieldCheck<'_>) -> Result<(), String> {
                Ok(())
            }
            fn show(&self, _: &dyn Names, out: &mut dyn Write) -> fmt::Result {
                out.write_str(self.name())
            }
        }

        impl Decode for $name {
            fn decode(r: &mut Reader<'_>) -> Result<Self, PlanError> {
                let at = r.offset();
                let code = r.number()?;
                let found = u8::try_from(code).ok().and_then(Self::from_code);
                found.ok_or_else(|| PlanError::malformed(at, format!("expected {}, found {code}", $what)))
            }
        }
    )*};
}

operator_fields! {
    BinaryOp "an operator with two operands",
    UnaryOp "an operator with one operand",
    Predicate "a predicate",
}
