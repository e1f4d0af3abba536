//! SPIR-V: what reflection says, what it refuses, how it fits pipelines, and that nothing makes it panic.

mod fuzz;
mod interface;
mod reflection;
mod refusals;
mod shader;
mod spill;
