//! Pipelines that have a name: they stand where passes stand, on command lines and in pipelines.

use crate::hal::pipelines;
use crate::hal_options::{HalOptions, Linking, Serialization};
use crate::options::{OptionDef, OptionKind, Values};

/// A pipeline with a name, for `builtin.module`.
pub struct NamedPipeline {
    /// Name in pipelines and on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// Its options.
    pub options: &'static [OptionDef],
    /// Its steps as text.
    pub steps: fn(&Values, &HalOptions) -> String,
}

/// All pipelines with names.
pub const PIPELINES: &[NamedPipeline] = &[
    NamedPipeline {
        name: "iree-hal-device-assignment-pipeline",
        doc: "Says which devices a program is for.",
        options: &[
            OptionDef {
                name: "legacy-target-backends",
                doc: "The backends that make its code, when it names no devices.",
                default: OptionKind::List,
            },
            OptionDef { name: "target-devices", doc: "The devices, when it names none.", default: OptionKind::List },
            OptionDef {
                name: "default-device",
                doc: "The default device, by its name or its number; the first one when empty.",
                default: OptionKind::Text(""),
            },
        ],
        steps: |values, options| {
            pipelines::device_assignment(&HalOptions {
                target_backends: values.list("legacy-target-backends").to_vec(),
                target_devices: values.list("target-devices").to_vec(),
                default_device: values.text("default-device").to_owned(),
                ..options.clone()
            })
        },
    },
    NamedPipeline {
        name: "iree-hal-configuration-pipeline",
        doc: "Makes executables of device code for the devices that a program is for.",
        options: &[],
        steps: |_, options| pipelines::configuration(options),
    },
    NamedPipeline {
        name: "iree-hal-transformation-pipeline",
        doc: "Takes a program from phase `stream` to phase `hal`.",
        options: &[
            OptionDef {
                name: "serialize-executables",
                doc: "Whether device code becomes binaries.",
                default: OptionKind::Flag(true),
            },
            OptionDef {
                name: "link-executables",
                doc: "Whether executables become one where they can.",
                default: OptionKind::Flag(true),
            },
        ],
        steps: |values, options| {
            let mut options = options.clone();
            if !values.flag("serialize-executables") {
                options.serialization = Serialization::Kept;
            }
            if !values.flag("link-executables") {
                options.linking = Linking::Apart;
            }
            pipelines::transformation(&options)
        },
    },
];

/// The pipeline called `name`.
pub fn find_pipeline(name: &str) -> Option<&'static NamedPipeline> {
    PIPELINES.iter().find(|pipeline| pipeline.name == name)
}
