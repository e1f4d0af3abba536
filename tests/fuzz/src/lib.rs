//! Fuzz targets: functions that give bytes from outside to everything that reads such bytes.
//!
//! Each target states a law: it never panics, and what is accepted is the same when written and read again. `ci/fuzz` drives
//! them with libFuzzer, which follows the coverage and watches time and memory; it needs no nightly compiler, since safe code
//! needs no sanitizer. What once broke a target stands below `regressions/TARGET` and is tried by `cargo test`.

pub mod bytes;
pub mod rng;
pub mod seeds;
pub mod targets;
pub mod tokens;

use std::path::Path;

use rng::Rng;

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
    /// By place; libFuzzer has its own way for these.
    Bytes,
    /// Tokens of text: most results are nearly right programs.
    Tokens,
}

impl Changes {
    /// `data` with some changes, which follow from `rng`.
    pub fn apply(self, data: &[u8], rng: &mut Rng) -> Vec<u8> {
        match self {
            Self::Bytes => bytes::change(data, rng),
            Self::Tokens => tokens::change(data, rng),
        }
    }
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

/// What a target starts from: its seeds, and what once broke it.
///
/// # Errors
/// When a file cannot be read.
pub fn start(target: &Target) -> Result<Vec<Vec<u8>>, String> {
    Ok(seeds::seeds(target.name)?.into_iter().chain(regressions(target.name)?).collect())
}

/// `count` changes of `start`, always the same ones.
pub fn changed(target: &Target, start: &[Vec<u8>], count: u32) -> impl Iterator<Item = Vec<u8>> {
    start.iter().cycle().zip(0..count).map(|(data, number)| target.changes.apply(data, &mut Rng::new(number)))
}

/// What once broke a target: the files below `regressions`.
fn regressions(target: &str) -> Result<Vec<Vec<u8>>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let paths = std::fs::read_dir(&folder).map_err(failed)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    paths.sort();
    paths.into_iter().map(std::fs::read).collect::<Result<_, _>>().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_starts_from_does_no_harm() {
        for target in TARGETS {
            let start = start(target).unwrap();
            assert!(!start.is_empty(), "{}", target.name);
            start.iter().for_each(|data| (target.run)(data));
        }
    }

    /// A short round without the fuzzer, the same each time; `ci/fuzz check` has a longer one.
    #[test]
    fn nearly_right_inputs_do_no_harm() {
        for target in TARGETS {
            changed(target, &start(target).unwrap(), 2000).for_each(|data| (target.run)(&data));
        }
    }
}
