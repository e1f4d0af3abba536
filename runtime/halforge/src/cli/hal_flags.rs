//! The flags of `iree-compile` that say which passes run on the way to the HAL, for every command that runs some.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ArgAction;
use halforge::passes::{Dumps, External, HalOptions, Linking, Memoization, Recording, Session, Substitution, write_file};

#[derive(clap::Args)]
#[command(next_help_heading = "Devices")]
pub(crate) struct HalFlags {
    /// Compile for this device when the program names none: `[name=]id[ordinal]` or an attribute; of several between commas
    /// the first that is there.
    #[arg(long, value_name = "DEVICE")]
    iree_hal_target_device: Vec<String>,
    /// Compile with these backends for their devices when the program names none.
    #[arg(long, value_name = "BACKEND", value_delimiter = ',')]
    iree_hal_target_backends: Vec<String>,
    /// The default device, by its name or its number.
    #[arg(long, value_name = "DEVICE", default_value = "", hide_default_value = true)]
    iree_hal_default_device: String,
    /// The backends that make code for devices of the kind `local`.
    #[arg(long, value_name = "BACKEND", value_delimiter = ',')]
    iree_hal_local_target_device_backends: Vec<String>,
    #[command(flatten)]
    commands: Commands,
    #[command(flatten)]
    executables: Executables,
    #[command(flatten)]
    dumps: DumpFlags,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Commands")]
struct Commands {
    /// Buffers from outside can be mapped by the host.
    #[arg(long, value_name = "BOOL", default_value_t = false, num_args = 0..=1, default_missing_value = "true", require_equals = true, action = ArgAction::Set)]
    iree_hal_external_resources_mappable: bool,
    /// Record commands once where only buffers differ each time they run.
    #[arg(long, value_name = "BOOL", default_value_t = true, num_args = 0..=1, default_missing_value = "true", require_equals = true, action = ArgAction::Set)]
    iree_hal_indirect_command_buffers: bool,
    /// Record commands once even where they depend on other values, which then must not differ.
    #[arg(long, value_name = "BOOL", default_value_t = false, num_args = 0..=1, default_missing_value = "true", require_equals = true, action = ArgAction::Set)]
    iree_hal_force_indirect_command_buffers: bool,
    /// Record commands ahead where nothing they depend on changes.
    #[arg(long, value_name = "BOOL", default_value_t = true, num_args = 0..=1, default_missing_value = "true", require_equals = true, action = ArgAction::Set)]
    iree_hal_memoization: bool,
    /// Run each dispatch this often, to measure it; results are wrong then.
    #[arg(long, value_name = "N", default_value_t = 1)]
    iree_hal_benchmark_dispatch_repeat_count: u32,
    /// Let dispatches note what they do in a buffer of this many bytes, a power of two: `16mib`.
    #[arg(long, value_name = "BYTES", value_parser = power_of_two, default_value = "0", hide_default_value = true)]
    iree_hal_instrument_dispatches: u64,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Executables")]
struct Executables {
    /// Look for device code in this folder, too.
    #[arg(long, value_name = "DIR")]
    iree_hal_executable_object_search_path: Vec<PathBuf>,
    /// How much binaries say about their sources: 0 nothing, 3 everything.
    #[arg(long, value_name = "LEVEL", default_value_t = 2)]
    iree_hal_executable_debug_level: u32,
    /// Make one executable of several where that can be done.
    #[arg(long, value_name = "BOOL", default_value_t = true, num_args = 0..=1, default_missing_value = "true", require_equals = true, action = ArgAction::Set)]
    iree_hal_link_executables: bool,
    /// Run each executable through a pipeline, `builtin.module(...)`, or a tool that reads and writes it.
    #[arg(long, value_name = "COMMAND")]
    iree_hal_preprocess_executables_with: Vec<String>,
    /// Replace an executable before it is decided how it is compiled.
    #[arg(long, value_name = "NAME=FILE", value_delimiter = ',')]
    iree_hal_substitute_executable_source: Vec<String>,
    /// The same for all executables with a file in this folder.
    #[arg(long, value_name = "DIR", default_value = "", hide_default_value = true)]
    iree_hal_substitute_executable_sources_from: String,
    /// Replace an executable once it is decided how it is compiled.
    #[arg(long, value_name = "NAME=FILE", value_delimiter = ',')]
    iree_hal_substitute_executable_configuration: Vec<String>,
    /// The same for all executables with a file in this folder.
    #[arg(long, value_name = "DIR", default_value = "", hide_default_value = true)]
    iree_hal_substitute_executable_configurations_from: String,
    /// Replace an executable once it is compiled.
    #[arg(long, value_name = "NAME=FILE", value_delimiter = ',')]
    iree_hal_substitute_executable_object: Vec<String>,
    /// The same for all executables with a file in this folder.
    #[arg(long, value_name = "DIR", default_value = "", hide_default_value = true)]
    iree_hal_substitute_executable_objects_from: String,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Dumps")]
struct DumpFlags {
    /// The folder for all that is dumped of executables, unless it has a folder of its own.
    #[arg(long, value_name = "DIR")]
    iree_hal_dump_executable_files_to: Option<String>,
    /// The folder for executables before it is decided how they are compiled; `-` for standard output.
    #[arg(long, value_name = "DIR")]
    iree_hal_dump_executable_sources_to: Option<String>,
    /// The folder for executables once that is decided; `-` for standard output.
    #[arg(long, value_name = "DIR")]
    iree_hal_dump_executable_configurations_to: Option<String>,
    /// The folder for programs that run one executable; `-` for standard output.
    #[arg(long, value_name = "DIR")]
    iree_hal_dump_executable_benchmarks_to: Option<String>,
    /// The folder for what stands between device code and binaries.
    #[arg(long, value_name = "DIR")]
    iree_hal_dump_executable_intermediates_to: Option<String>,
    /// The folder for the code in binaries.
    #[arg(long, value_name = "DIR")]
    iree_hal_dump_executable_binaries_to: Option<String>,
}

impl HalFlags {
    /// Which passes run, and what they share.
    pub(crate) fn read(self) -> (HalOptions, Session) {
        let Self { commands, executables, dumps, .. } = self;
        let mut session = Session::new(Box::new(write_out));
        session.object_paths = executables.iree_hal_executable_object_search_path;
        session.local_backends = self.iree_hal_local_target_device_backends;
        if commands.iree_hal_external_resources_mappable {
            session.external_resources = External::Mappable;
        }
        let recorded = (commands.iree_hal_indirect_command_buffers, commands.iree_hal_force_indirect_command_buffers);
        session.recording = match recorded {
            (false, _) => Recording::EachTime,
            (true, false) => Recording::Reused,
            (true, true) => Recording::AlwaysReused,
        };
        let options = HalOptions {
            target_devices: self.iree_hal_target_device,
            target_backends: self.iree_hal_target_backends,
            default_device: self.iree_hal_default_device,
            debug_level: executables.iree_hal_executable_debug_level,
            memoization: if commands.iree_hal_memoization { Memoization::Outlined } else { Memoization::Inlined },
            linking: if executables.iree_hal_link_executables { Linking::Linked } else { Linking::Apart },
            dispatch_repeats: commands.iree_hal_benchmark_dispatch_repeat_count,
            instrumentation_bytes: commands.iree_hal_instrument_dispatches,
            sources: Substitution {
                files: executables.iree_hal_substitute_executable_source,
                folder: executables.iree_hal_substitute_executable_sources_from,
            },
            configurations: Substitution {
                files: executables.iree_hal_substitute_executable_configuration,
                folder: executables.iree_hal_substitute_executable_configurations_from,
            },
            objects: Substitution {
                files: executables.iree_hal_substitute_executable_object,
                folder: executables.iree_hal_substitute_executable_objects_from,
            },
            preprocess_with: executables.iree_hal_preprocess_executables_with,
            dumps: dumps.read(),
            ..HalOptions::default()
        };
        (options, session)
    }
}

impl DumpFlags {
    fn read(self) -> Dumps {
        let folder = |own: Option<String>| own.or_else(|| self.iree_hal_dump_executable_files_to.clone()).unwrap_or_default();
        Dumps {
            sources: folder(self.iree_hal_dump_executable_sources_to),
            configurations: folder(self.iree_hal_dump_executable_configurations_to),
            benchmarks: folder(self.iree_hal_dump_executable_benchmarks_to),
            intermediates: folder(self.iree_hal_dump_executable_intermediates_to),
            binaries: folder(self.iree_hal_dump_executable_binaries_to),
        }
    }
}

/// `16mib`: a power of two, or 0.
fn power_of_two(text: &str) -> Result<u64, String> {
    let text = text.to_ascii_lowercase();
    let units = [("kib", 10), ("mib", 20), ("gib", 30)];
    let unit = units.iter().find_map(|&(unit, shift)| Some((text.strip_suffix(unit)?, shift)));
    let (digits, shift) = unit.unwrap_or((&text, 0));
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    match bytes {
        Some(bytes) if bytes == 0 || bytes.is_power_of_two() => Ok(bytes),
        _ => Err("expected a power of two, such as 16mib".to_owned()),
    }
}

/// Writes what passes write.
fn write_out(path: Option<&Path>, bytes: &[u8]) -> io::Result<()> {
    match path {
        Some(path) => write_file(path, bytes),
        None => io::stdout().write_all(bytes),
    }
}
