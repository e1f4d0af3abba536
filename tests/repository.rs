//! Rules that hold for the repository as a whole: what a reader may rely on wherever they look.

use std::path::{Path, PathBuf};

use halforge_tests::tools::root;

/// Most lines of a source file. About 500 is the aim; some tables are longer.
const MOST_LINES: usize = 720;

/// The table of operations has a line for each.
const LONGER: &[&str] = &["compiler/ir/src/ops/mod.rs"];
/// The only crate that may hold unsafe code.
const UNSAFE_ROOM: &str = "runtime/hal/";

/// The text files of the repository, with paths from its root; what is built, fetched or hidden is none of them.
fn files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("a folder that is read on").path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "target" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                files.push((shown(&path), text));
            }
        }
    }
    files.sort();
    assert!(files.len() > 300, "found {} files only", files.len());
    files
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).map(PathBuf::from).unwrap_or_default().display().to_string()
}

fn sources() -> impl Iterator<Item = (String, String)> {
    files().into_iter().filter(|(path, _)| path.ends_with(".rs"))
}

fn none(what: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn every_module_says_what_it_is() {
    let silent = sources().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path);
    none("these modules do not begin with `//!`", silent.collect());
}

#[test]
fn no_source_is_too_long_to_read() {
    let short = sources().filter(|(path, _)| !LONGER.contains(&&path[..]));
    let long = short.map(|(path, text)| (path, text.lines().count())).filter(|(_, lines)| *lines > MOST_LINES);
    none("these files are two", long.map(|(path, lines)| format!("{path}: {lines} lines")).collect());
}

/// The compiler forbids unsafe code where the workspace's lints hold; this keeps them from being forgotten.
#[test]
fn every_crate_but_one_forbids_unsafe_code() {
    let manifests = files().into_iter().filter(|(path, _)| path.ends_with("/Cargo.toml") && !path.starts_with(UNSAFE_ROOM));
    let without = manifests.filter(|(_, text)| !text.contains("[lints]\nworkspace = true")).map(|(path, _)| path);
    none("these crates do not have the workspace's lints", without.collect());
}

/// A clone stands alone: nothing refers to folders of the machine it was written on.
#[test]
fn no_path_leads_out_of_the_repository() {
    let outside = ["/home", "/root", "/work", "/Users"].map(|folder| format!("{folder}/"));
    let leads_out = |line: &str| outside.iter().any(|start| is_path(line, start));
    let lines = files().into_iter().flat_map(|(path, text)| {
        let found = text.lines().zip(1..).filter(|(line, _)| leads_out(line));
        found.map(|(line, number)| format!("{path}:{number}: {}", line.trim())).collect::<Vec<_>>()
    });
    none("these lines name folders of some machine", lines.collect());
}

/// Whether `start` begins a path in the line, rather than standing within one such as `lavapipe/root/usr`.
fn is_path(line: &str, start: &str) -> bool {
    line.match_indices(start).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "_-.}>".contains(c)))
}

#[test]
fn every_dependency_has_its_sentence() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let (manifest, page) = (read("Cargo.toml"), read("ARCHITECTURE.md"));
    let section = manifest.split("[workspace.dependencies]\n").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap();
    let names = section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let foreign: Vec<&str> = names.filter(|name| !name.starts_with("halforge")).collect();
    assert!(foreign.len() > 10, "{foreign:?}");
    let explained = |name: &str| {
        page.lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(" |").next())
            .any(|cell| cell.split(", ").any(|one| one == name))
    };
    none(
        "ARCHITECTURE.md does not say why these are used",
        foreign.into_iter().filter(|name| !explained(name)).map(str::to_owned).collect(),
    );
}

#[test]
fn a_path_within_another_is_none() {
    assert!(is_path("see /mnt/a", "/mnt/") && is_path("\"/mnt/a\"", "/mnt/") && is_path("a/mnt/ /mnt/", "/mnt/"));
    assert!(!is_path("x86/mnt/a and $dir/a.b/mnt/c", "/mnt/"));
}
