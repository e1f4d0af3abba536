//! Passes of the `hal` dialect, a file each.

pub(crate) mod capture_executable_sources;
pub(crate) mod conversion;
pub(crate) mod dump_executable_benchmarks;
pub(crate) mod dump_executable_sources;
pub(crate) mod elide_redundant_commands;
pub(crate) mod hoist_executable_objects;
pub(crate) mod initialize_devices;
pub(crate) mod inline_memoize_regions;
pub(crate) mod link_executables;
pub(crate) mod materialize_interfaces;
pub(crate) mod materialize_resource_caches;
pub(crate) mod memoize_device_queries;
pub(crate) mod memoize_device_selection;
pub(crate) mod outline_memoize_regions;
pub(crate) mod preprocess_executables_with_pipeline;
pub(crate) mod preprocess_executables_with_tool;
pub(crate) mod prune_executables;
pub(crate) mod repeat_dispatches;
pub(crate) mod resolve_device_promises;
pub(crate) mod resolve_export_ordinals;
pub(crate) mod resolve_topology_queries;
pub(crate) mod serialize_executables;
pub(crate) mod strip_executable_contents;
pub(crate) mod substitute_executables;
pub(crate) mod translate_executables;
pub(crate) mod verify_devices;
