//! Who makes binaries of device code, by the name that targets use.

use halforge_ir::{Diagnostic, Module, Op};

use crate::vulkan::VulkanSpirv;

/// Reads a file that the program names, looking where the caller looks for such files.
pub type ReadFile<'a> = dyn Fn(&str) -> std::io::Result<Vec<u8>> + Sync + 'a;

/// What a binary is made with.
pub struct Options<'a> {
    /// How much the binary says about where its code came from: 0 nothing, 1 and 2 names and places, 3 also those of
    /// the stages it went through.
    pub debug_level: u32,
    /// Reads external objects.
    pub read: &'a ReadFile<'a>,
}

/// The binary of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binary {
    /// The format that the runtime knows it by, such as `vulkan-spirv-fb`.
    pub format: String,
    /// Its bytes.
    pub data: Vec<u8>,
    /// What its bytes are, for tools.
    pub mime_type: &'static str,
    /// What it was made of, for people who want to look.
    pub artifacts: Vec<Artifact>,
}

/// Something that a binary was made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Artifact {
    /// The entry point it belongs to.
    pub entry_point: String,
    /// What a file with it would end in, such as `.spv`.
    pub extension: &'static str,
    /// Whether it goes into the binary or is on the way there.
    pub role: Role,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What an [`Artifact`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// On the way to the binary.
    Intermediate,
    /// In the binary.
    Binary,
}

/// Makes binaries for one kind of target.
pub trait Backend: Sync {
    /// The name that `#hal.executable.target` gives.
    fn name(&self) -> &'static str;

    /// Whether a variant is in a form that [`Backend::serialize`] takes, so that nothing is left to be compiled.
    ///
    /// # Errors
    /// The operation that is not, and what it would have to be.
    fn check_translated(&self, module: &Module, variant: Op) -> Result<(), Box<Diagnostic>>;

    /// The binary of a variant.
    ///
    /// # Errors
    /// What cannot be said in the binary, or does not fit together, at its place.
    fn serialize(&self, module: &Module, variant: Op, options: &Options<'_>) -> Result<Binary, Vec<Diagnostic>>;
}

/// All backends.
pub const BACKENDS: &[&dyn Backend] = &[&VulkanSpirv];

/// The backend called `name`.
pub fn find_backend(name: &str) -> Option<&'static dyn Backend> {
    BACKENDS.iter().copied().find(|backend| backend.name() == name)
}
