//! Part of Halforge.
