//! `halforge run`: call a function and show its results.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use halforge::hal::{BufferView, Device};
use halforge::{Session, SessionOptions, TraceSink, value};

use super::Outcome;
use super::call::CallArgs;
use super::outputs::OutputArgs;

/// Call a function of a module and show its results. Flags and value syntax are those of iree-run-module.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    outputs: OutputArgs,
    /// Memory and submissions of the run, on standard error.
    #[arg(long = "print_statistics", alias = "print-statistics", num_args = 0..=1, default_value_t = false,
          default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    print_statistics: bool,
}

const EXAMPLES: &str = "Examples:
  halforge run mul.mlir --input=4xf32=1,2,3,4 --input=4xf32=10
  halforge run model.plan --function=main --input=@x.npy --output=@y.npy
  halforge run model.plan --input=@x.npy --expected_output=@y.npy --device=llvmpipe
  iree-compile model.mlir --iree-hal-target-device=vulkan --compile-to=hal | halforge run - --input=1x8xf32=1

Exit code: 0, 1 when the program fails or a result is not as expected, 2 when the command line is wrong.";

pub(crate) fn run(args: &Args) -> Outcome {
    let prepared = args.call.prepare()?;
    let expected = args.outputs.prepare(&prepared.export)?;
    let devices = args.call.open_devices()?;
    let options = SessionOptions { trace: Some(trace_sink()), ..SessionOptions::default() };
    let session = args.call.session(&prepared.program, devices, options)?;
    let arguments = prepared.arguments(&session)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "EXEC @{}", prepared.export.name)?;
    let results = CallArgs::call(&session, &prepared.export.name, &arguments)?;
    let equal = args.outputs.finish(&session, &results, &expected, &mut out)?;
    out.flush()?;
    CallArgs::check_validation(&session)?;
    if args.print_statistics {
        print_statistics(&session);
    }
    Ok(if equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Shows what programs trace on standard error, as IREE does.
fn trace_sink() -> TraceSink {
    Arc::new(|device: &Device, key: &str, views: &[BufferView]| {
        eprintln!("=== {key} ===");
        for view in views {
            let mut bytes = vec![0; view.buffer().length_bytes() as usize];
            let read = device.read_buffer(view.buffer(), 0, &mut bytes).map_err(|status| status.to_string());
            let element_type = value::ElementType(view.element_type());
            let tensor = read.and_then(|()| {
                value::Tensor::new(element_type, view.shape().to_vec(), bytes).map_err(|error| error.to_string())
            });
            match tensor {
                Ok(tensor) => {
                    let text = value::format_value(&value::Value::Tensor(tensor), value::DEFAULT_MAX_ELEMENT_COUNT);
                    eprintln!("{text}");
                }
                Err(error) => eprintln!("{error}"),
            }
        }
        eprintln!();
    })
}

fn print_statistics(session: &Session) {
    for device in session.devices() {
        let memory = device.memory_statistics();
        eprintln!("[[ {} ]]", device.info().name);
        for (name, pool) in memory.pools {
            eprintln!(
                "{name}: {}B peak / {}B live / {}B peak reserved / {}B reserved",
                pool.peak_live_bytes, pool.live_bytes, pool.peak_reserved_bytes, pool.reserved_bytes
            );
            if let Some(operation) = session.describe_tag(pool.peak_tag) {
                eprintln!("  the peak was made by {operation}");
            }
        }
        eprintln!("submits: {}", device.submit_count());
    }
}
