//! `stream`: work on devices before it becomes HAL objects, a file for each group of operations.

pub(super) mod asynchronous;
pub(super) mod cmd;
pub(super) mod executable;
pub(super) mod resource;
pub(super) mod tensor;
pub(super) mod timepoint;
