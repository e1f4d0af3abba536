//! What the tests in this folder share: the form of their files, and the tools they call.
//!
//! The tests themselves are the targets beside `src`; `README.md` says what each protects and how to add one.

pub mod cases;
pub mod normal;
pub mod programs;
pub mod tools;
