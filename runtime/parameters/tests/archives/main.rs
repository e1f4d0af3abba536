//! Archives built byte by byte, read back, damaged, and shown to IREE's own tools.

#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod corpus;
mod gguf;
mod hostile;
mod iree;
mod irpa;
mod safetensors;

use halforge_parameters::{Archive, Entry, Format, Pattern};

/// The index of `bytes` as owned pairs, in order.
fn index(bytes: &[u8], format: Format) -> Vec<(String, Entry)> {
    Archive::parse(bytes, format).unwrap().iter().map(|(name, entry)| (name.to_owned(), entry.clone())).collect()
}

fn error(bytes: &[u8], format: Format) -> String {
    Archive::parse(bytes, format).unwrap_err().to_string()
}

fn named(name: &str, entry: Entry) -> (String, Entry) {
    (name.to_owned(), entry)
}

fn data(offset_bytes: u64, length_bytes: u64) -> Entry {
    Entry::Data { offset_bytes, length_bytes }
}

fn splat(pattern: &[u8], length_bytes: u64) -> Entry {
    Entry::Splat { pattern: Pattern::new(pattern).unwrap(), length_bytes }
}
