//! The table of what passed.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::harness::Verdict;

/// A case that ran: group, name, variant, verdict.
pub type Row = (&'static str, &'static str, String, Verdict);

/// Columns, in order.
const VARIANTS: [&str; 9] = [
    "once",
    "direct",
    "indirect",
    "descriptor",
    "address",
    "direct, descriptor",
    "direct, address",
    "indirect, descriptor",
    "indirect, address",
];

/// Passed of all that ran, by group and variant; then what is unsupported and why.
pub fn report(rows: &[Row]) -> String {
    let mut table: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for (group, _, variant, verdict) in rows {
        for key in [(*group, variant.as_str()), (*group, "all"), ("all", variant.as_str()), ("all", "all")] {
            let (passed, all) = table.entry(key).or_default();
            *passed += usize::from(*verdict == Verdict::Passed);
            *all += 1;
        }
    }
    let groups = ["buffer", "command_buffer", "core", "file", "queue", "runtime", "all"];
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(text, "{:<22}{}", "passed of run", groups.map(|group| format!("{group:>16}")).concat());
    for variant in VARIANTS.into_iter().chain(["all"]) {
        let cell = |group: &&str| match table.get(&(*group, variant)) {
            Some((passed, all)) => format!("{:>16}", format!("{passed}/{all}")),
            None => format!("{:>16}", "-"),
        };
        let _ = writeln!(text, "{variant:<22}{}", groups.iter().map(cell).collect::<String>());
    }
    for (_, name, variant, verdict) in rows {
        if let Verdict::Unsupported(why) = verdict {
            let _ = writeln!(text, "unsupported: {name} [{variant}]: {why}");
        }
    }
    text
}
