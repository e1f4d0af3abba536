//! The table of what passed.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::harness::Verdict;

/// A case that ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its group.
    pub group: &'static str,
    /// How it ran.
    pub variant: String,
    /// What it came to.
    pub verdict: Verdict,
}

/// Groups and variants, in order.
const GROUPS: [&str; 7] = ["buffer", "command_buffer", "core", "file", "queue", "runtime", "all"];
const VARIANTS: [&str; 10] = [
    "once",
    "direct",
    "indirect",
    "descriptor",
    "address",
    "direct, descriptor",
    "direct, address",
    "indirect, descriptor",
    "indirect, address",
    "all",
];

/// Cases of one cell.
#[derive(Default, Clone, Copy)]
struct Cell {
    passed: u32,
    failed: u32,
    unsupported: u32,
}

impl Cell {
    fn count(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Passed => &mut self.passed,
            Verdict::Failed(_) => &mut self.failed,
            Verdict::Unsupported(_) => &mut self.unsupported,
        } += 1;
    }

    /// `5/6` for five passed and one failed; unsupported ones do not count.
    fn text(self) -> String {
        match self.passed + self.failed {
            0 => "-".to_owned(),
            all => format!("{}/{all}", self.passed),
        }
    }
}

/// Passed of all that the device can do, by group and variant; then what it cannot do and why.
pub fn report(rows: &[Row]) -> String {
    let mut table: BTreeMap<(&str, &str), Cell> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for Row { group, variant, verdict } in rows {
        for key in [(*group, variant.as_str()), (*group, "all"), ("all", variant.as_str()), ("all", "all")] {
            table.entry(key).or_default().count(verdict);
        }
        if let Verdict::Unsupported(why) = verdict {
            *reasons.entry(why).or_default() += 1;
        }
    }
    let mut text = String::new();
    let mut line = |name: &str, cell: &dyn Fn(&str) -> String| {
        let cells: String = GROUPS.iter().map(|group| format!("{:>16}", cell(group))).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:<22}{cells}");
    };
    let cell = |group: &str, variant: &str| table.get(&(group, variant)).copied().unwrap_or_default();
    line("passed", &|group| group.to_owned());
    for variant in VARIANTS {
        line(variant, &|group| cell(group, variant).text());
    }
    line("unsupported", &|group| cell(group, "all").unsupported.to_string());
    for (why, count) in reasons {
        let _ = writeln!(text, "unsupported, {count} times: {why}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_device_cannot_do_is_no_failure_and_no_pass() {
        let row = |verdict| Row { group: "queue", variant: "direct".to_owned(), verdict };
        let lacking = || Verdict::Unsupported("no such feature".to_owned());
        let text = report(&[row(Verdict::Passed), row(Verdict::Failed("it broke".to_owned())), row(lacking()), row(lacking())]);
        let all = text.lines().find(|line| line.starts_with("all ")).unwrap();
        assert_eq!(all.split_whitespace().last(), Some("1/2"));
        assert!(text.ends_with("unsupported, 2 times: no such feature\n"), "{text}");
    }
}
