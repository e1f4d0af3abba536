//! What modules of the `spirv` dialect are as words: each `cases/NAME.mlir` beside its `NAME.spvasm`.
//!
//! `HALFORGE_BLESS=1` writes the disassembly that was found. Every module must be one that `halforge-executable` accepts, which
//! checks what a driver relies on, and that `spirv-val` accepts where it is installed (`ci/setup test` installs it). Parts of
//! `errors.mlir` are refused with the message of their `// error: …` line, on the line before it.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use halforge_codegen::serialize_module;
use halforge_ir::{Context, Diagnostic, Module, OpKind, parse_module};
use rspirv::binary::Disassemble;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn parse(text: &str) -> Module {
    parse_module(&Context::new(), "case.mlir", Box::new(text.as_bytes().to_vec())).map_err(|error| error.to_string()).unwrap()
}

/// The words of every `spirv.module` in a text.
fn words(text: &str) -> Result<Vec<Vec<u32>>, Box<Diagnostic>> {
    let module = parse(text);
    let all = module.walk(module.root()).into_iter().filter(|&op| module.kind(op) == OpKind::SpirvModule);
    all.map(|op| serialize_module(&module, op)).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Whether `spirv-val` is there and what it says against a module.
fn validate(name: &str, words: &[u32]) -> Option<String> {
    let file = std::env::temp_dir().join(format!("halforge-{}-{name}.spv", std::process::id()));
    std::fs::write(&file, bytes(words)).unwrap();
    let out = Command::new("spirv-val").args(["--target-env", "vulkan1.3"]).arg(&file).output();
    std::fs::remove_file(&file).unwrap();
    let out = out.ok()?;
    (!out.status.success()).then(|| String::from_utf8_lossy(&out.stderr).into_owned())
}

#[test]
fn modules_have_the_words_beside_them() {
    let mut wrong = String::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(cases()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if file.extension().is_none_or(|ending| ending != "mlir") || name == "errors" {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let modules = words(&text).map_err(|error| format!("{name}: {error}")).unwrap();
        let again = words(&text).map_err(|error| format!("{name}: {error}")).unwrap();
        assert_eq!(modules, again, "{name}: the same text gives other words");
        let mut found = String::new();
        for words in &modules {
            let read = rspirv::dr::load_words(words).map_err(|error| format!("{name}: {error}")).unwrap();
            let _ = writeln!(found, "{}", read.disassemble());
            if let Err(error) = halforge_executable::Module::reflect(&bytes(words)) {
                let _ = writeln!(wrong, "{name}: {error}");
            }
            // Debian's validator is older than cooperative matrices.
            if let Some(error) = validate(&name, words).filter(|error| !error.contains("Invalid capability operand")) {
                let _ = writeln!(wrong, "{name}: spirv-val: {error}");
            }
        }
        let expected = file.with_extension("spvasm");
        if std::env::var_os("HALFORGE_BLESS").is_some() {
            std::fs::write(&expected, &found).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            let _ = writeln!(wrong, "{name}: other words than in {name}.spvasm; HALFORGE_BLESS=1 writes them");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_cannot_be_said_is_refused() {
    let text = std::fs::read_to_string(cases().join("errors.mlir")).unwrap();
    for part in text.split("// -----\n") {
        let line = part.lines().position(|line| line.contains("// error: ")).unwrap();
        let expected = part.lines().nth(line).unwrap().trim().strip_prefix("// error: ").unwrap();
        let error = words(part).expect_err(part);
        assert_eq!(error.message, expected, "{part}");
        assert_eq!(error.place.as_ref().map(|place| place.line as usize), Some(line), "{part}");
    }
}
