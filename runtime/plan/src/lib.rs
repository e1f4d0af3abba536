//! The plan: where compiler and runtime meet.
//!
//! A plan is one file: functions of a register machine whose HAL operations are instructions of their own, the tables they
//! refer to, and constants that are used in place. Every register has one type for life and starts as zero or null; branches
//! name blocks.
//!
//! - [`Instr`] is the list of instructions; [`field`] the kinds of their fields.
//! - [`Encoder`] writes a [`Plan`]; [`verify`] makes a [`VerifiedPlan`] of untrusted bytes, and nothing else does.
//! - [`disassemble`] shows one.
//!
//! The crate knows no text IR and no device.

mod build;
mod bytes;
mod disassemble;
mod encode;
mod error;
pub mod field;
mod instr;
pub mod limits;
mod ops;
mod plan;
mod rules;
#[cfg(test)]
mod tests;
mod types;
mod verify;

pub use build::Source;
pub use bytes::{Reader, Writer};
pub use disassemble::{disassemble, disassemble_function, disassemble_instr};
pub use encode::{Encoder, Section, VERSION};
pub use error::PlanError;
pub use instr::Instr;
pub use ops::{BinaryOp, Predicate, UnaryOp};
pub use plan::{Block, CallModel, Constant, Executable, Export, Function, Global, Location, Plan};
pub use types::{Kind, RegType, kind};
pub use verify::{FieldCheck, PlanBytes, TableSizes, VerifiedPlan, check, is_plan, verify};
