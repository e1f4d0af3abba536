//! What passes need to know about a whole module.

pub(crate) mod globals;
