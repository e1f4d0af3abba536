//! `halforge bench`: how long a call takes.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use halforge::SessionOptions;
use serde_json::json;

use super::Outcome;
use super::call::CallArgs;

/// Measure calls of a function: warm-up, repetitions, then min, median, p95 and max of the wall time of a call.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  halforge bench model.plan --input=1x8xf32=1
  halforge bench model.plan --input=@x.npy --warmup=10 --repetitions=200 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    call: CallArgs,
    /// Calls before the measurement.
    #[arg(long, value_name = "N", default_value_t = 5)]
    warmup: u32,
    /// Calls measured; when absent, as many as fit into --min_time, at least 10.
    #[arg(long, alias = "benchmark_repetitions", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repetitions: Option<u32>,
    /// Seconds to measure for.
    #[arg(long = "min_time", aliases = ["min-time", "benchmark_min_time"], value_name = "SECONDS", default_value_t = 1.0)]
    min_time: f64,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// Fewest calls measured when their number is not given.
const MIN_CALLS: usize = 10;
/// Most calls measured when their number is not given.
const MAX_CALLS: usize = 1_000_000;

pub(crate) fn run(args: &Args) -> Outcome {
    let started = Instant::now();
    let prepared = args.call.prepare()?;
    let load = started.elapsed();
    let devices = args.call.open_devices()?;
    let started = Instant::now();
    let session = args.call.session(&prepared.program, devices, SessionOptions::default())?;
    let init = started.elapsed();
    let arguments = prepared.arguments(&session)?;
    let name = &prepared.export.name;
    let call = || -> Outcome<Duration> {
        let started = Instant::now();
        let results = CallArgs::call(&session, name, &arguments)?;
        let time = started.elapsed();
        drop(results);
        Ok(time)
    };
    let first = call()?;
    for _ in 1..args.warmup {
        call()?;
    }
    let submits = || session.devices().iter().map(halforge::hal::Device::submit_count).sum::<u64>();
    let submits_before = submits();
    let started = Instant::now();
    let mut times = Vec::new();
    let enough = |calls: usize| match args.repetitions {
        Some(n) => calls >= n as usize,
        None => calls >= MAX_CALLS || (calls >= MIN_CALLS && started.elapsed().as_secs_f64() >= args.min_time),
    };
    while !enough(times.len()) {
        times.push(call()?.as_secs_f64());
    }
    let submits_per_call = (submits() - submits_before) as f64 / times.len() as f64;
    CallArgs::check_validation(&session)?;
    times.sort_by(f64::total_cmp);
    let device = session.devices().first().map(|d| d.info().name.clone()).unwrap_or_default();
    let rank = |q: f64| times[((times.len() - 1) as f64 * q).round() as usize];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let mut out = io::stdout().lock();
    if args.json {
        let report = json!({
            "function": name,
            "device": device,
            "calls": times.len(),
            "warmup": args.warmup,
            "min_s": times[0],
            "median_s": rank(0.5),
            "mean_s": mean,
            "p95_s": rank(0.95),
            "max_s": rank(1.0),
            "submits_per_call": submits_per_call,
            "load_s": load.as_secs_f64(),
            "init_s": init.as_secs_f64(),
            "first_call_s": first.as_secs_f64(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let ms = |seconds: f64| format!("{:.4} ms", seconds * 1e3);
    writeln!(out, "{}\non {device}: {} calls after {} to warm up", prepared.signature(), times.len(), args.warmup)?;
    writeln!(out, "min {}  median {}  p95 {}  max {}", ms(times[0]), ms(rank(0.5)), ms(rank(0.95)), ms(rank(1.0)))?;
    writeln!(
        out,
        "load {}  init {}  first call {}  submits per call {submits_per_call}",
        ms(load.as_secs_f64()),
        ms(init.as_secs_f64()),
        ms(first.as_secs_f64())
    )?;
    Ok(ExitCode::SUCCESS)
}
