//! Passes over whole programs: globals, calls, clean-up.

pub(crate) mod apply_patterns;
pub(crate) mod attribute_call_graph;
pub(crate) mod fixed_point_iterator;
pub(crate) mod fold_globals;
pub(crate) mod fuse_globals;
pub(crate) mod ipo;
pub(crate) mod simplify_global_accesses;
pub(crate) mod verify_initialization_order;
