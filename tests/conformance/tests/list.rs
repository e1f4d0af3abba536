//! The suite has a case for every case of the list, and no case that stands for something else.

use std::collections::BTreeSet;

use halforge_conformance::{cases, list};

#[test]
fn the_list_is_whole() {
    let counts: Vec<(&str, usize)> = list::LIST.iter().map(|(group, names)| (*group, names.len())).collect();
    assert_eq!(counts, [("buffer", 21), ("command_buffer", 64), ("core", 39), ("file", 5), ("queue", 78)]);
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<usize>(), list::COUNT);
}

#[test]
fn every_case_of_the_list_is_stood_for_in_its_group() {
    let listed: BTreeSet<(&str, &str)> =
        list::LIST.iter().flat_map(|(group, names)| names.iter().map(move |name| (*group, *name))).collect();
    assert_eq!(listed.len(), list::COUNT, "no case is listed twice");
    let stood_for: Vec<(&str, &str)> = cases().filter_map(|case| Some((case.group(), case.stands_for?))).collect();
    let found: BTreeSet<(&str, &str)> = stood_for.iter().copied().collect();
    assert_eq!(stood_for.len(), found.len(), "no case is stood for twice");
    assert_eq!(found, listed);
}

#[test]
fn names_are_unique() {
    let names: Vec<&str> = cases().map(|case| case.name).collect();
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), unique.len());
}
