//! The same archives in the eyes of IREE's own tools. Where these are not on the path, the tests have
//! nothing to compare with and pass; the bytes they agreed on are pinned beside the writer.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use halforge_parameters::{Archive, Content, Entry, Format, Pattern, write_irpa};

use crate::corpus;

const PROGRAM: &str = r#"
util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<4xf32>
util.global private @s = #flow.parameter.named<"model"::"s"> : tensor<4xf32>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %w = util.global.load @w : tensor<4xf32>
  %s = util.global.load @s : tensor<4xf32>
  %0 = arith.mulf %a, %w : tensor<4xf32>
  %1 = arith.addf %0, %s : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"#;

/// What the tool prints, or `None` where it is not installed.
fn run(tool: &str, arguments: &[String]) -> Option<String> {
    let output = Command::new(tool).args(arguments).output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool} {arguments:?}: {errors}");
    Some(String::from_utf8(output.stdout).unwrap())
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// Lines as `iree-dump-parameters` prints them: start and end in the file, length, name.
fn listing(archive: &Archive) -> Vec<[String; 4]> {
    archive
        .iter()
        .map(|(name, entry)| {
            let length = entry.length_bytes();
            let (start, end) = match entry {
                Entry::Data { offset_bytes, .. } => {
                    let end = offset_bytes + length;
                    (offset_bytes.to_string(), end.to_string())
                }
                Entry::Splat { .. } | Entry::External { .. } => ("-".to_owned(), "-".to_owned()),
            };
            [start, end, length.to_string(), format!("`{name}`")]
        })
        .collect()
}

fn assert_dumped_alike(name: &str, bytes: &[u8], format: Format) {
    let path = file(&format!("{name}.{format}"), bytes);
    let arguments = [format!("--parameters={}", path.display())];
    let Some(dump) = run("iree-dump-parameters", &arguments) else {
        return;
    };
    let dumped: Vec<Vec<&str>> = dump
        .lines()
        .filter(|line| line.ends_with('`') && !line.starts_with("//"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(dumped, listing(&Archive::parse(bytes, format).unwrap()), "{dump}");
}

fn written() -> Vec<u8> {
    let pattern = Pattern::new(&1f32.to_le_bytes()).unwrap();
    let splat = Content::Splat { pattern, length_bytes: 16 };
    let twos = [2f32; 4].map(f32::to_le_bytes);
    let mut bytes = Vec::new();
    write_irpa(&[("s", splat), ("w", Content::Data(twos.as_flattened())), ("ü", Content::Data(&[1]))], &mut bytes).unwrap();
    bytes
}

#[test]
fn iree_lists_the_same_entries() {
    assert_dumped_alike("written", &written(), Format::Irpa);
    // An external entry is beyond IREE's reader: erase it. The first header alone, see below.
    let mut single = corpus::irpa_chain();
    let entry = 96 + 64 + 96 + 80;
    assert_eq!(single[entry + 8], 3);
    single[entry + 8] = 0;
    corpus::put_word(&mut single, 16, 0);
    assert_dumped_alike("single", &single, Format::Irpa);
    // IREE 3.13 reads every linked header with the sizes of the first, so these have the same.
    let link = |next, name| {
        let entry = corpus::irpa_entry(2, 0..1, &corpus::words(&[0, 64]));
        corpus::irpa(next, &[entry], name, &[1; 64])
    };
    let chain = [link(256, b"w"), link(0, b"v")].concat();
    assert_dumped_alike("chain", &chain, Format::Irpa);
    // IREE lists tensors as the header does and leaves empty ones at their offset.
    let header = r#"{"v":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},
                     "w":{"dtype":"F32","shape":[4],"data_offsets":[8,24]}}"#;
    let bytes = corpus::safetensors_of(header, 24);
    assert_dumped_alike("tensors", &bytes, Format::Safetensors);
    // IREE's table has ggml types up to 15 right, and none of its metadata arrays may nest.
    let bytes = corpus::gguf_of(
        3,
        &[corpus::gguf_pair("name", 8, &corpus::gguf_string("test"))],
        &[
            corpus::gguf_tensor("w", &[4], 0, 0),
            corpus::gguf_tensor("h", &[5, 3], 1, 32),
            corpus::gguf_tensor("q", &[32, 2], 8, 64),
            corpus::gguf_tensor("k", &[256], 12, 160),
        ],
        32,
        160 + 144,
    );
    assert_dumped_alike("tensors", &bytes, Format::Gguf);
}

#[test]
fn iree_writes_the_same_bytes() {
    let path = file("created.irpa", &[]);
    let arguments = [
        "--data=w=4xi8".to_owned(),
        "--data=x=8xi32".to_owned(),
        "--splat=s=4xf32=1.5".to_owned(),
        "--splat=c=2xf64=-1".to_owned(),
        format!("--output={}", path.display()),
    ];
    if run("iree-create-parameters", &arguments).is_none() {
        return;
    }
    let splat = |pattern: &[u8]| Content::Splat { pattern: Pattern::new(pattern).unwrap(), length_bytes: 16 };
    let mut ours = Vec::new();
    write_irpa(
        &[
            ("s", splat(&1.5f32.to_le_bytes())),
            ("c", splat(&(-1f64).to_le_bytes())),
            ("w", Content::Data(&[0; 4])),
            ("x", Content::Data(&[0; 32])),
        ],
        &mut ours,
    )
    .unwrap();
    ours.resize(ours.len().next_multiple_of(4096), 0);
    assert_eq!(fs::read(path).unwrap(), ours);
}

#[test]
fn iree_runs_a_program_with_written_parameters() {
    let source = file("program.mlir", PROGRAM.as_bytes());
    let program = source.with_extension("vmfb");
    let compiled = run(
        "iree-compile",
        &[
            "--iree-hal-target-device=local".to_owned(),
            "--iree-hal-local-target-device-backends=vmvx".to_owned(),
            format!("-o={}", program.display()),
            source.display().to_string(),
        ],
    );
    let archive = file("program.irpa", &written());
    let arguments = [
        "--device=local-sync".to_owned(),
        format!("--module={}", program.display()),
        "--function=main".to_owned(),
        "--input=4xf32=1,2,3,4".to_owned(),
        format!("--parameters=model={}", archive.display()),
    ];
    if compiled.is_none() {
        return;
    }
    if let Some(output) = run("iree-run-module", &arguments) {
        assert!(output.contains("4xf32=3 5 7 9"), "{output}");
    }
}
