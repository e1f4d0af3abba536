//! Every limit is enforced, and the message says which.

use std::sync::Arc;

use super::file_with;
use crate::limits::{MAX_BLOCKS, MAX_INSTRUCTIONS, MAX_LIST, MAX_REGISTERS, MAX_STRING_BYTES, MAX_TABLE_ENTRIES};
use crate::{Instr, PlanError, RegType, Writer, verify};

const STRINGS: usize = 0;
const TABLES: usize = 1;
const FUNCTIONS: usize = 2;

/// What is wrong with a file whose section `section` begins with these numbers, when its last one is over `limit`.
fn check(section: usize, numbers: &[u64], what: &str, limit: u32) {
    let mut w = Writer::default();
    numbers.iter().for_each(|&number| w.number(number));
    w.number(u64::from(limit) + 1);
    let mut sections = [vec![0], vec![0; 5], vec![0], Vec::new(), Vec::new()];
    sections[section] = w.bytes;
    let error = verify(Arc::new(file_with(&sections))).unwrap_err();
    let PlanError::TooMuch { what: found, found: count, limit: of, .. } = &error else { panic!("{what}: {error}") };
    assert_eq!((*found, *count, *of), (what, u64::from(limit) + 1, u64::from(limit)));
    assert!(error.to_string().ends_with(&format!("{what} count is {count}, the limit is {limit}")), "{error}");
}

#[test]
fn counts_over_a_limit_are_refused_by_name() {
    check(STRINGS, &[], "string", MAX_TABLE_ENTRIES);
    check(STRINGS, &[1], "string byte", MAX_STRING_BYTES);
    check(TABLES, &[], "global", MAX_TABLE_ENTRIES);
    check(TABLES, &[0], "export", MAX_TABLE_ENTRIES);
    check(TABLES, &[0, 0], "initializer", MAX_TABLE_ENTRIES);
    check(TABLES, &[0, 0, 0], "executable", MAX_TABLE_ENTRIES);
    check(TABLES, &[0, 0, 0, 0], "constant", MAX_TABLE_ENTRIES);
    check(TABLES, &[0, 0, 0, 0, 1, 0, 8], "alignment", 1 << 31);
    check(FUNCTIONS, &[], "function", MAX_TABLE_ENTRIES);
    check(FUNCTIONS, &[1, 0], "parameter", MAX_LIST);
    check(FUNCTIONS, &[1, 0, 0], "result", MAX_LIST);
    check(FUNCTIONS, &[1, 0, 0, 0], "register", MAX_REGISTERS);
    check(FUNCTIONS, &[1, 0, 0, 0, 0], "block", MAX_BLOCKS);
    check(FUNCTIONS, &[1, 0, 0, 0, 0, 1], "block parameter", MAX_LIST);
    check(FUNCTIONS, &[1, 0, 0, 0, 0, 0], "instruction", MAX_INSTRUCTIONS);
    let copy = Instr::ALL.iter().find(|(_, name)| *name == "copy").unwrap().0;
    check(FUNCTIONS, &[1, 0, 0, 0, 0, 0, 1, copy.into()], "list", MAX_LIST);
}

/// Ids are within the limits of their tables even before the tables are known.
#[test]
fn ids_over_a_limit_are_refused() {
    let number = u64::from(RegType::I32.code());
    check(TABLES, &[1], "string", MAX_TABLE_ENTRIES);
    check(TABLES, &[0, 1, 0], "function", MAX_TABLE_ENTRIES);
    check(FUNCTIONS, &[1, 0, 0, 0, 1, number, 1, 1], "register", MAX_REGISTERS);
}

/// A count within its limit still needs the bytes that it counts, so memory is never taken for what is not there.
#[test]
fn counts_need_their_bytes() {
    let mut w = Writer::default();
    w.number(MAX_TABLE_ENTRIES.into());
    let sections = [w.bytes, vec![0; 5], vec![0], Vec::new(), Vec::new()];
    let error = verify(Arc::new(file_with(&sections))).unwrap_err().to_string();
    assert!(error.contains("expected 1048576 entries (string), found 0 bytes"), "{error}");
}
