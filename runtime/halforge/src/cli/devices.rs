//! `halforge devices`: which Vulkan devices there are, and what they can do.

use std::io::{self, Write};
use std::process::ExitCode;

use halforge::hal::{DeviceInfo, Driver, DriverOptions};
use serde_json::{Map, Value, json};

use super::Outcome;

/// List every Vulkan device with the limits and features that matter here, and why one cannot be used.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  halforge devices\n  halforge devices --json | jq -r '.[].name'")]
pub(crate) struct Args {
    /// As JSON: an array of objects.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let devices = Driver::new(DriverOptions::default())?.devices()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        let list: Vec<Value> = devices.iter().map(to_json).collect();
        writeln!(out, "{:#}", Value::Array(list))?;
    } else if devices.is_empty() {
        writeln!(out, "there is no Vulkan device; install a driver such as mesa-vulkan-drivers")?;
    } else {
        devices.iter().try_for_each(|device| print(device, &mut out))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn print(device: &DeviceInfo, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {}", device.ordinal, device.name)?;
    let mut row = |name: &str, text: &str| writeln!(out, "  {name:<42} {text}");
    row("uri", &device.uri())?;
    row("kind", device.kind)?;
    row("vulkan", &device.api_version)?;
    row("driver", &device.driver)?;
    row("vendor and device", &format!("{:#06x} {:#06x}", device.ids.0, device.ids.1))?;
    row("executable formats", &device.executable_formats.join(" "))?;
    for (index, bytes) in device.memory_heaps_bytes.iter().enumerate() {
        row(&format!("memory heap {index}"), &format!("{bytes} bytes"))?;
    }
    for (name, value) in device.limits.entries() {
        row(name, &if value == u64::MAX { "none".to_owned() } else { value.to_string() })?;
    }
    for (name, there) in &device.features {
        row(name, if *there { "yes" } else { "no" })?;
    }
    if device.refusals.is_empty() {
        row("usable", "yes")?;
    }
    for refusal in &device.refusals {
        row("usable", &format!("no: {refusal}"))?;
    }
    Ok(())
}

fn to_json(device: &DeviceInfo) -> Value {
    let limits = device.limits.entries().into_iter().map(|(name, value)| (name.to_owned(), json!(value)));
    let features = device.features.iter().map(|(name, there)| ((*name).to_owned(), json!(there)));
    json!({
        "ordinal": device.ordinal,
        "name": device.name,
        "uri": device.uri(),
        "uuid": device.uuid,
        "kind": device.kind,
        "api_version": device.api_version,
        "driver": device.driver,
        "vendor_id": device.ids.0,
        "device_id": device.ids.1,
        "executable_formats": device.executable_formats,
        "memory_heaps_bytes": device.memory_heaps_bytes,
        "limits": limits.collect::<Map<_, _>>(),
        "features": features.collect::<Map<_, _>>(),
        "usable": device.refusals.is_empty(),
        "refusals": device.refusals,
    })
}
