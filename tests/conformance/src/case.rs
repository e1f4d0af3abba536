//! Cases and the variants they run in.

use halforge_shaders::Abi;

use crate::context::{Context, Mode};
use crate::failure::Outcome;

/// A case.
#[derive(Clone, Copy)]
pub struct Case {
    /// Its name: `group/subject.what`.
    pub name: &'static str,
    /// The case of [`list`](crate::list) that it stands for; nothing for a case beyond it.
    pub stands_for: Option<&'static str>,
    /// Whether buffers are named in both ways.
    both_modes: bool,
    /// Whether kernels run, of both ABIs.
    kernels: bool,
    /// Whether it takes so long that it runs only when asked for.
    pub is_long: bool,
    pub(crate) run: fn(&Context) -> Outcome,
}

/// How a case runs: how buffers are named and which ABI kernels have, where that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// How buffers are named.
    pub mode: Option<Mode>,
    /// How kernels find their bindings.
    pub abi: Option<Abi>,
}

/// A case of the list that runs once.
pub(crate) const fn case(name: &'static str, stands_for: &'static str, run: fn(&Context) -> Outcome) -> Case {
    Case { name, stands_for: Some(stands_for), both_modes: false, kernels: false, is_long: false, run }
}

/// A case beyond the list.
pub(crate) const fn further(name: &'static str, run: fn(&Context) -> Outcome) -> Case {
    Case { name, stands_for: None, both_modes: false, kernels: false, is_long: false, run }
}

impl Case {
    /// The case names buffers, directly and through a table.
    pub(crate) const fn both_modes(self) -> Self {
        Self { both_modes: true, ..self }
    }

    /// The case runs kernels.
    pub(crate) const fn kernels(self) -> Self {
        Self { kernels: true, ..self }
    }

    /// The case takes long.
    pub(crate) const fn long(self) -> Self {
        Self { is_long: true, ..self }
    }

    /// The group, up to the slash.
    pub fn group(&self) -> &'static str {
        self.name.split('/').next().unwrap_or(self.name)
    }

    /// How it runs.
    pub fn variants(&self) -> Vec<Variant> {
        let modes = if self.both_modes { vec![Some(Mode::Direct), Some(Mode::Indirect)] } else { vec![None] };
        let abis = if self.kernels { Abi::ALL.map(Some).to_vec() } else { vec![None] };
        modes.iter().flat_map(|&mode| abis.iter().map(move |&abi| Variant { mode, abi })).collect()
    }
}

impl Variant {
    /// `direct, descriptor`; `once` when there is one way only.
    pub fn name(&self) -> String {
        let mode = self.mode.map(Mode::name);
        let abi = self.abi.map(|abi| match abi {
            Abi::Descriptor => "descriptor",
            Abi::Address => "address",
        });
        let parts: Vec<&str> = mode.into_iter().chain(abi).collect();
        if parts.is_empty() { "once".to_owned() } else { parts.join(", ") }
    }
}
