//! Exports and their SPIR-V as a VKE1 container.

use std::num::NonZeroU32;

use halforge_executable::ExecutableError;
use halforge_executable::vke1::{Abi, Container, DebugInfo, Entry, FileLocation, SourceFile, StageLocation, assemble, write};

use crate::export::Export;

/// The code of an export.
pub(crate) struct Code {
    /// SPIR-V as bytes.
    pub(crate) spirv: Vec<u8>,
    /// Invocations per subgroup that it needs.
    pub(crate) subgroup_size: Option<NonZeroU32>,
}

/// An embedded source: name and content.
pub(crate) type Source = (String, Vec<u8>);

/// The container of exports, each with its code.
pub(crate) fn container<'a>(
    abi: Abi,
    exports: &'a [Export],
    codes: &'a [Code],
    debug_level: u32,
    sources: &'a [Source],
) -> Container<'a> {
    let entries = exports.iter().zip(codes).map(|(export, code)| Entry {
        name: &export.name,
        code: &code.spirv,
        constants: export.constants,
        bindings: &export.bindings,
        push_constant_bytes: abi.push_constant_bytes(export.constants),
        subgroup_size: code.subgroup_size,
        debug_info: (debug_level > 0).then(|| debug_info(export, debug_level)),
    });
    let mut container = assemble(abi, entries);
    if debug_level > 0 {
        let file = |(path, content): &'a Source| SourceFile { path, content };
        container.source_files = sources.iter().map(file).collect();
    }
    container
}

/// The container's bytes.
pub(crate) fn bytes(container: &Container<'_>) -> Result<Vec<u8>, ExecutableError> {
    write(container)
}

fn debug_info(export: &Export, debug_level: u32) -> DebugInfo<'_> {
    let stages = export.stages.iter().filter(|_| debug_level >= 3);
    DebugInfo {
        name: &export.name,
        location: export.place.as_ref().map(|(file, line)| FileLocation { file, line: *line }),
        stage_locations: stages
            .map(|(stage, file, line)| StageLocation { stage, location: Some(FileLocation { file, line: *line }) })
            .collect(),
    }
}
