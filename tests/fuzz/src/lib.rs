//! Fuzz targets: functions that give bytes from outside to everything that reads such bytes.
//!
//! Each target states a law: it never panics, and what is accepted is the same when written and read again. `ci/fuzz` drives
//! them with libFuzzer, which follows the coverage and watches time and memory; it needs no nightly compiler, since safe code
//! needs no sanitizer. What once broke a target stands below `regressions/TARGET` and is tried by `cargo test`.

pub mod seeds;
pub mod targets;
pub mod tokens;

use std::path::{Path, PathBuf};

/// A function to be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Takes any bytes; panics only when its law is broken.
    pub run: fn(&[u8]),
    /// How inputs are changed.
    pub changes: Changes,
}

/// How inputs are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changes {
    /// Bytes, as libFuzzer does.
    Bytes,
    /// Tokens of text: most results are nearly right programs.
    Tokens,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "mlir_bytes", run: targets::mlir, changes: Changes::Bytes },
    Target { name: "mlir_tokens", run: targets::mlir, changes: Changes::Tokens },
    Target { name: "passes", run: targets::passes, changes: Changes::Tokens },
    Target { name: "plan", run: targets::plan, changes: Changes::Bytes },
    Target { name: "npy", run: targets::npy, changes: Changes::Bytes },
    Target { name: "value_text", run: targets::value_text, changes: Changes::Bytes },
    Target { name: "irpa", run: targets::irpa, changes: Changes::Bytes },
    Target { name: "safetensors", run: targets::safetensors, changes: Changes::Bytes },
    Target { name: "gguf", run: targets::gguf, changes: Changes::Bytes },
    Target { name: "vke1", run: targets::vke1, changes: Changes::Bytes },
    Target { name: "spirv", run: targets::spirv, changes: Changes::Bytes },
];

/// The target called `name`.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// What once broke a target: names and bytes of the files below `regressions`.
///
/// # Errors
/// When a file cannot be read.
pub fn regressions(target: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let paths = std::fs::read_dir(&folder).map_err(failed)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    paths.sort();
    let read = |path: PathBuf| Ok((path.display().to_string(), std::fs::read(&path)?));
    paths.into_iter().map(read).collect::<Result<_, _>>().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_seeds_and_takes_them() {
        for target in TARGETS {
            let seeds = seeds::seeds(target.name).unwrap();
            assert!(!seeds.is_empty(), "{}", target.name);
            seeds.iter().for_each(|seed| (target.run)(seed));
        }
    }

    #[test]
    fn what_broke_a_target_breaks_it_no_more() {
        for target in TARGETS {
            regressions(target.name).unwrap().iter().for_each(|(_, bytes)| (target.run)(bytes));
        }
    }

    /// A short round without the fuzzer, the same each time.
    #[test]
    fn nearly_right_texts_do_no_harm() {
        for target in TARGETS.iter().filter(|target| target.changes == Changes::Tokens) {
            for (seed, number) in seeds::seeds(target.name).unwrap().iter().zip(0..) {
                (0..8).for_each(|round| (target.run)(&tokens::change(seed, &mut tokens::Rng::new(number * 8 + round))));
            }
        }
    }
}
