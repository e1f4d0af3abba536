//! Which type is this file? Runs the network of the `magika` package; `ci/demo` fetches and compiles it.
//!
//! `file_type PROGRAM CONFIG FILE...`: a plan or HAL text, the package's `config.min.json`, and the files to look at.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example shows its result")]

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use halforge::{Program, Session};
use serde_json::Value;

/// What the network looks at, from its configuration.
struct Config {
    begin: usize,
    end: usize,
    block: usize,
    padding: i32,
    labels: Vec<String>,
}

impl Config {
    fn load(path: &str) -> Result<Self, Box<dyn Error>> {
        let json: Value = serde_json::from_str(&fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?)?;
        let number = |key: &str| json[key].as_u64().map(|n| n as usize).ok_or_else(|| format!("{path}: no number {key}"));
        let labels = json["target_labels_space"].as_array().ok_or_else(|| format!("{path}: no labels"))?;
        Ok(Self {
            begin: number("beg_size")?,
            end: number("end_size")?,
            block: number("block_size")?,
            padding: number("padding_token")? as i32,
            labels: labels.iter().filter_map(|label| label.as_str().map(str::to_owned)).collect(),
        })
    }

    /// The first and the last bytes of a file, without white space around them, padded.
    fn features(&self, bytes: &[u8]) -> Vec<i32> {
        let block = self.block.min(bytes.len());
        let first = bytes[..block].trim_ascii_start();
        let last = bytes[bytes.len() - block..].trim_ascii_end();
        let first = &first[..self.begin.min(first.len())];
        let last = &last[last.len() - self.end.min(last.len())..];
        let mut features = vec![self.padding; self.begin + self.end];
        features.iter_mut().zip(first).for_each(|(feature, &byte)| *feature = byte.into());
        features.iter_mut().rev().zip(last.iter().rev()).for_each(|(feature, &byte)| *feature = byte.into());
        features
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, config, files @ ..] = &args[..] else {
        eprintln!("usage: file_type PROGRAM CONFIG FILE...");
        return ExitCode::from(2);
    };
    match run(program, config, files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("file_type: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(program: &str, config: &str, files: &[String]) -> Result<(), Box<dyn Error>> {
    let config = Config::load(config)?;
    let started = Instant::now();
    let program = Program::load(program)?;
    let session = Session::open(&program, "vulkan")?;
    let function = session.exports().into_iter().find(|e| !e.name.contains('$')).ok_or("the program has no function")?;
    println!("on {}, ready after {:.1?}", session.devices()[0].info().name, started.elapsed());
    for file in files {
        let features = config.features(&fs::read(file).map_err(|error| format!("{file}: {error}"))?);
        let started = Instant::now();
        let input = session.tensor(&[1, features.len() as u64], &features)?;
        let results = session.call(&function.name, &[input])?;
        let scores = session.to_vec::<f32>(&results[0])?;
        let time = started.elapsed();
        let best = scores.iter().zip(&config.labels).max_by(|a, b| a.0.total_cmp(b.0)).ok_or("no scores")?;
        println!("{file}: {} ({:.1} %, {time:.1?})", best.1, best.0 * 100.0);
    }
    Ok(())
}
