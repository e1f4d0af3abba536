//! What targets start from: the cases of the other tests, and files of every format.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use halforge_ir::{Context, parse_module};
use halforge_tests::cases::{files_below, read_cases};
use halforge_tests::tools::root;

/// Longest text or file that is a seed: a fuzzer does more with many short ones.
const LONGEST: usize = 16_384;

/// The seeds of a target.
///
/// # Errors
/// When a file cannot be read.
pub fn seeds(target: &str) -> Result<Vec<Vec<u8>>, String> {
    let all = match target {
        "mlir_bytes" | "mlir_tokens" | "passes" => texts()?,
        "plan" => texts()?.into_iter().filter_map(plan).collect(),
        "vke1" => files(&root().join("runtime/executable/tests/fixtures"), "vk1")?,
        "spirv" => files(&root().join("runtime/executable/tests/fixtures"), "spv")?,
        "irpa" | "safetensors" | "gguf" => files(&root().join("tests/programs/archives"), target)?,
        "npy" => ["4xf32=1 2 3 4", "2x3xsi8=1", "0xui16=", "2xcf64=1"].into_iter().filter_map(npy).collect(),
        "value_text" => VALUES.iter().map(|text| text.as_bytes().to_vec()).collect(),
        _ => Vec::new(),
    };
    Ok(all.into_iter().filter(|seed| seed.len() <= LONGEST).collect())
}

const VALUES: &[&str] =
    &["4xf32=1 2 3 4", "2x2xi32=[1 2][3 4]", "-1.5", "0x3xi8=", "2xcf32=1", "3xbf16=nan inf -0x1p3", "4xi4=0x7"];

/// The inputs of all file cases, and the programs in HAL.
fn texts() -> Result<Vec<Vec<u8>>, String> {
    let tests = root().join("tests");
    let mut texts = files(&tests.join("hal"), "mlir")?;
    texts.extend(files(&tests.join("programs"), "mlir")?);
    for folder in ["ir", "plan"] {
        for path in files_below(&tests.join(folder), "mlir")? {
            texts.extend(read_cases(&path, "//")?.cases.into_iter().map(|case| case.input.into_bytes()));
        }
    }
    Ok(texts)
}

fn files(folder: &Path, extension: &str) -> Result<Vec<Vec<u8>>, String> {
    let read = |path: PathBuf| std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
    files_below(folder, extension)?.into_iter().map(read).collect()
}

/// The plan of a text that has one.
fn plan(text: Vec<u8>) -> Option<Vec<u8>> {
    let module = parse_module(&Context::new(), "seed.mlir", Box::new(text)).ok()?;
    let mut bytes = Vec::new();
    halforge_lower::lower(&module).ok()?.file().and_then(|file| file.write(&mut bytes)).ok()?;
    halforge_plan::verify(Arc::new(bytes.clone())).ok()?;
    Some(bytes)
}

fn npy(text: &str) -> Option<Vec<u8>> {
    match halforge_value::parse_value(text, None, &mut halforge_value::InputFiles::new()).ok()? {
        halforge_value::Value::Tensor(tensor) => halforge_value::encode_npy(&tensor).ok(),
        halforge_value::Value::Scalar(_) => None,
    }
}
