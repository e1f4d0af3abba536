//! Instructions out of operations that have their name and fields.
//!
//! An operation of the HAL and its instruction agree in name and in the names of their operands, attributes and results.
//! [`Instr::build`] therefore needs only somebody who finds these by name: a [`Source`]. Fields that no operation spells the
//! same way (branch targets, operators) are refused; such instructions are made by hand.

use crate::field::{
    Cases, ConstantId, ExecutableId, FunctionId, GlobalId, In, InAny, InList, InListAny, Number, OptIn, Out, OutAny, OutList,
    OutListAny, Reg, SameList, StringId, Target,
};
use crate::ops::{BinaryOp, Predicate, UnaryOp};
use crate::types::Kind;

/// Finds the fields of an instruction by name.
pub trait Source {
    /// Why a field cannot be had.
    type Error;
    /// The register of an operand.
    ///
    /// # Errors
    /// When there is not exactly one.
    fn operand(&mut self, name: &'static str) -> Result<Reg, Self::Error>;
    /// The registers of a group of operands.
    ///
    /// # Errors
    /// Those of the source.
    fn operands(&mut self, name: &'static str) -> Result<Vec<Reg>, Self::Error>;
    /// The register of a result.
    ///
    /// # Errors
    /// When there is not exactly one.
    fn result(&mut self, name: &'static str) -> Result<Reg, Self::Error>;
    /// The registers of a group of results.
    ///
    /// # Errors
    /// Those of the source.
    fn results(&mut self, name: &'static str) -> Result<Vec<Reg>, Self::Error>;
    /// The number of an attribute.
    ///
    /// # Errors
    /// When it is absent or no number.
    fn number(&mut self, name: &'static str) -> Result<u64, Self::Error>;
    /// The text of an attribute, empty when absent.
    ///
    /// # Errors
    /// When it is no text.
    fn string(&mut self, name: &'static str) -> Result<StringId, Self::Error>;
    /// The function a symbol refers to.
    ///
    /// # Errors
    /// When there is none.
    fn function(&mut self, name: &'static str) -> Result<FunctionId, Self::Error>;
    /// The global a symbol refers to.
    ///
    /// # Errors
    /// When there is none.
    fn global(&mut self, name: &'static str) -> Result<GlobalId, Self::Error>;
    /// The executable a symbol refers to.
    ///
    /// # Errors
    /// When there is none.
    fn executable(&mut self, name: &'static str) -> Result<ExecutableId, Self::Error>;
    /// The constant data of an attribute.
    ///
    /// # Errors
    /// When it has no bytes.
    fn constant(&mut self, name: &'static str) -> Result<ConstantId, Self::Error>;
    /// The error for a field that no operation spells.
    fn unspelled(&mut self, name: &'static str) -> Self::Error;
}

/// A field that a [`Source`] can give.
pub(crate) trait Build: Sized {
    fn build<S: Source + ?Sized>(name: &'static str, source: &mut S) -> Result<Self, S::Error>;
}

macro_rules! build {
    ($($field:ty $(where $t:ident)? = |$name:ident, $source:ident| $value:expr;)*) => {$(
        impl $(<$t: Kind>)? Build for $field {
            fn build<S: Source + ?Sized>($name: &'static str, $source: &mut S) -> Result<Self, S::Error> {
                $value
            }
        }
    )*};
}

build! {
    In<T> where T = |name, source| Ok(source.operand(name)?.into());
    InAny = |name, source| Ok(Self(source.operand(name)?));
    OptIn<T> where T = |name, source| match &source.operands(name)?[..] {
        [] => Ok(None.into()),
        [reg] => Ok(Some(*reg).into()),
        _ => Ok(Some(source.operand(name)?).into()),
    };
    InList<T> where T = |name, source| Ok(source.operands(name)?.into());
    InListAny = |name, source| Ok(source.operands(name)?.into());
    SameList = |name, source| Ok(source.operands(name)?.into());
    Out<T> where T = |name, source| Ok(source.result(name)?.into());
    OutAny = |name, source| Ok(Self(source.result(name)?));
    OutList<T> where T = |name, source| Ok(source.results(name)?.into());
    OutListAny = |name, source| Ok(source.results(name)?.into());
    Number = |name, source| source.number(name);
    StringId = |name, source| source.string(name);
    FunctionId = |name, source| source.function(name);
    GlobalId = |name, source| source.global(name);
    ExecutableId = |name, source| source.executable(name);
    ConstantId = |name, source| source.constant(name);
    Target = |name, source| Err(source.unspelled(name));
    Cases = |name, source| Err(source.unspelled(name));
    BinaryOp = |name, source| Err(source.unspelled(name));
    UnaryOp = |name, source| Err(source.unspelled(name));
    Predicate = |name, source| Err(source.unspelled(name));
}
