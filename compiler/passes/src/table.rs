//! The table of passes.

use crate::hal::{
    annotate_target_devices, assign_legacy_target_devices, assign_target_devices, capture_executable_sources, conversion,
    dump_executable_benchmarks, dump_executable_sources, elide_redundant_commands, hoist_executable_objects,
    initialize_devices, inline_memoize_regions, link_executables, materialize_dispatch_instrumentation, materialize_interfaces,
    materialize_resource_caches, materialize_target_devices, memoize_device_queries, memoize_device_selection,
    outline_memoize_regions, preprocess_executables_with_pipeline, preprocess_executables_with_tool, prune_executables,
    repeat_dispatches, resolve_device_aliases, resolve_device_promises, resolve_export_ordinals, resolve_topology_queries,
    serialize_executables, strip_executable_contents, substitute_executables, translate_executables, verify_devices,
};
use crate::pass::Pass;
use crate::util::{
    apply_patterns, attribute_call_graph, fixed_point_iterator, fold_globals, fuse_globals, ipo, simplify_global_accesses,
    verify_initialization_order,
};
use crate::{affine_expand_index_ops, canonicalize, convert_scf_to_cf, cse, lower_affine, symbol_dce};

/// All passes.
pub const PASSES: &[Pass] = &[
    canonicalize::PASS,
    cse::PASS,
    symbol_dce::PASS,
    convert_scf_to_cf::PASS,
    affine_expand_index_ops::PASS,
    lower_affine::PASS,
    apply_patterns::PASS,
    attribute_call_graph::PASS,
    fixed_point_iterator::PASS,
    fold_globals::PASS,
    fuse_globals::PASS,
    ipo::PASS,
    simplify_global_accesses::PASS,
    verify_initialization_order::PASS,
    annotate_target_devices::PASS,
    assign_legacy_target_devices::PASS,
    assign_target_devices::PASS,
    capture_executable_sources::PASS,
    conversion::PASS,
    dump_executable_benchmarks::PASS,
    dump_executable_sources::PASS,
    elide_redundant_commands::PASS,
    hoist_executable_objects::PASS,
    initialize_devices::PASS,
    inline_memoize_regions::PASS,
    link_executables::ALL,
    link_executables::TARGET,
    materialize_dispatch_instrumentation::PASS,
    materialize_interfaces::PASS,
    materialize_resource_caches::PASS,
    materialize_target_devices::PASS,
    memoize_device_queries::PASS,
    memoize_device_selection::PASS,
    outline_memoize_regions::PASS,
    preprocess_executables_with_pipeline::PASS,
    preprocess_executables_with_tool::PASS,
    prune_executables::PASS,
    repeat_dispatches::PASS,
    resolve_device_aliases::PASS,
    resolve_device_promises::PASS,
    resolve_export_ordinals::PASS,
    resolve_topology_queries::PASS,
    strip_executable_contents::PASS,
    substitute_executables::PASS,
    verify_devices::PASS,
    serialize_executables::ALL,
    serialize_executables::TARGET,
    translate_executables::CONFIGURE_ALL,
    translate_executables::CONFIGURE_TARGET,
    translate_executables::TRANSLATE_ALL,
    translate_executables::TRANSLATE_TARGET,
];

/// The pass called `name`.
pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}
