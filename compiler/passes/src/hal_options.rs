//! What is asked of the pipelines of the HAL beyond their phases: the flags of `iree-compile` that say which passes run.

/// Which passes the pipelines of the HAL have, and with which options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalOptions {
    /// The devices that programs are for which name none, as `iree-hal-assign-target-devices` takes them.
    pub target_devices: Vec<String>,
    /// The backends that make code for programs which name no devices.
    pub target_backends: Vec<String>,
    /// The default device, by its name or its number; the first one when empty.
    pub default_device: String,
    /// How much binaries say about their sources: 0 nothing, 3 everything.
    pub debug_level: u32,
    /// Whether command buffers are recorded ahead.
    pub memoization: Memoization,
    /// Whether executables become one where they can.
    pub linking: Linking,
    /// What becomes of executables in the end.
    pub serialization: Serialization,
    /// How often each dispatch runs, for measurements.
    pub dispatch_repeats: u32,
    /// Bytes of the buffer that dispatches note what they do in; 0 when they do not.
    pub instrumentation_bytes: u64,
    /// Executables to be replaced before it is decided how they are compiled.
    pub sources: Substitution,
    /// Executables to be replaced once that is decided.
    pub configurations: Substitution,
    /// Executables to be replaced once they are compiled.
    pub objects: Substitution,
    /// Pipelines for executables, `builtin.module(…)`, and tools that read and write them.
    pub preprocess_with: Vec<String>,
    /// What is written on the way.
    pub dumps: Dumps,
}

/// Whether command buffers are recorded ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memoization {
    /// Where nothing they depend on changes.
    #[default]
    Outlined,
    /// Never: each time where they are executed.
    Inlined,
}

/// Whether executables become one where they can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linking {
    /// Symbols that nothing needs go; executables stay apart, as in `iree-compile` for Vulkan.
    #[default]
    Linked,
    /// Those of one target become one.
    Merged,
    /// Each stays by itself.
    Apart,
}

/// What becomes of executables in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Serialization {
    /// Binaries.
    #[default]
    Binaries,
    /// They stay as they are.
    Kept,
}

/// Executables to be replaced.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Substitution {
    /// `executable=file` each.
    pub files: Vec<String>,
    /// A folder with files named as executables; none when empty.
    pub folder: String,
}

/// Folders that executables are written to on the way; none where empty, standard output for `-`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dumps {
    /// Before it is decided how they are compiled.
    pub sources: String,
    /// Once that is decided.
    pub configurations: String,
    /// Programs that run one of them.
    pub benchmarks: String,
    /// What stands between code and binaries.
    pub intermediates: String,
    /// The code in binaries.
    pub binaries: String,
}

impl Default for HalOptions {
    /// As `iree-compile` without flags.
    fn default() -> Self {
        Self {
            target_devices: Vec::new(),
            target_backends: Vec::new(),
            default_device: String::new(),
            debug_level: 2,
            memoization: Memoization::default(),
            linking: Linking::default(),
            serialization: Serialization::default(),
            dispatch_repeats: 1,
            instrumentation_bytes: 0,
            sources: Substitution::default(),
            configurations: Substitution::default(),
            objects: Substitution::default(),
            preprocess_with: Vec::new(),
            dumps: Dumps::default(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Options that ask for every pass there is.
    pub(crate) fn everything() -> HalOptions {
        let text = |text: &str| text.to_owned();
        let substitution = Substitution { files: vec![text("x=a b.mlir"), text("y=c,d.spv")], folder: text("a folder") };
        HalOptions {
            target_devices: vec![text("a=vulkan[1],local"), text("b=#hal.device.target<\"cuda\", {x = 1, y = \"z\"}>")],
            target_backends: vec![text("vulkan-spirv"), text("vmvx")],
            default_device: text("a"),
            debug_level: 3,
            memoization: Memoization::Inlined,
            linking: Linking::Apart,
            serialization: Serialization::Kept,
            dispatch_repeats: 2,
            instrumentation_bytes: 1 << 20,
            sources: substitution.clone(),
            configurations: substitution.clone(),
            objects: substitution,
            preprocess_with: vec![text("builtin.module(canonicalize,cse)"), text("tool --flag=\"x y\"")],
            dumps: Dumps {
                sources: text("a folder"),
                configurations: text("-"),
                benchmarks: text("b"),
                intermediates: text("c"),
                binaries: text("d"),
            },
        }
    }
}
