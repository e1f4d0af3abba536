//! What the format language cannot say: named pairs of functions, one to read and one to write.
//!
//! Invariant: each pair reads what it writes. The space before its text is the format's.

mod blocks;
mod encoded;
mod indices;
mod lists;
mod parameters;
mod regions;
mod shaped;
mod signatures;
mod stream;
mod types;

use crate::module::Op;
use crate::parse::{OpState, ParseResult, Parser, Tok};
use crate::print::Printer;

pub(crate) use regions::{parse_condition_region, print_condition_region};
pub(crate) use shaped::parse_results;

type Parse = for<'s> fn(&mut Parser<'s>, &mut OpState<'s>, &[&'static str]) -> ParseResult<()>;
type Print = fn(&mut Printer<'_>, Op, &[&'static str]);

/// A named pair of functions. Arguments are the names given in the format.
pub(crate) struct Directive {
    /// Name in formats, after `&`.
    name: &'static str,
    /// Whether its text starts at the current token; asked when it opens an optional group.
    pub(crate) starts: fn(&Parser<'_>) -> bool,
    /// Reads its text.
    pub(crate) parse: Parse,
    /// Writes its text.
    pub(crate) print: Print,
}

impl std::fmt::Debug for Directive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "&{}", self.name)
    }
}

impl Directive {
    /// The directive called `name`.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|d| d.name == name)
    }
}

const fn pair(name: &'static str, starts: fn(&Parser<'_>) -> bool, parse: Parse, print: Print) -> Directive {
    Directive { name, starts, parse, print }
}

static ALL: &[Directive] = &[
    pair("Visibility", |p| p.at_kind(Tok::Word), types::parse_visibility, types::print_visibility),
    pair("TypeAlias", |_| true, types::parse_type_alias, types::print_type_alias),
    pair("TypeOrValue", |_| true, types::parse_type_or_value, types::print_type_or_value),
    pair("ParenTypes", |p| p.at("("), types::parse_paren_types, types::print_paren_types),
    pair("ArrowTypes", |p| p.at("->"), types::parse_arrow_types, types::print_arrow_types),
    pair("TypedOrSymbol", |_| true, types::parse_typed_or_symbol, types::print_typed_or_symbol),
    pair("SelectType", |_| true, types::parse_select_type, types::print_select_type),
    pair("SwitchValues", |_| true, types::parse_switch_values, types::print_switch_values),
    pair("ListGet", |_| true, types::parse_list_get, types::print_list_get),
    pair("ListSet", |_| true, types::parse_list_set, types::print_list_set),
    pair("TiedResults", |_| true, shaped::parse_tied_results, shaped::print_tied_results),
    pair("ShapedSignature", |p| p.at("("), shaped::parse_shaped_signature, shaped::print_shaped_signature),
    pair("ShapedTypes", |_| true, shaped::parse_shaped_types, shaped::print_shaped_types),
    pair("ShapedTied", |_| true, shaped::parse_shaped_tied, shaped::print_shaped_tied),
    pair("EncodedOperands", |p| p.at_kind(Tok::Percent), encoded::parse_encoded_operands, encoded::print_encoded_operands),
    pair("EncodedSignature", |p| p.at("("), encoded::parse_encoded_signature, encoded::print_encoded_signature),
    pair("ShapedResultList", |p| p.at("("), shaped::parse_shaped_result_list, shaped::print_shaped_result_list),
    pair("ShapedOperands", |p| p.at_kind(Tok::Percent), shaped::parse_shaped_operands, shaped::print_shaped_operands),
    pair("Indices", |p| p.at("["), indices::parse_list, indices::print_list),
    pair("Basis", |p| p.at("("), indices::parse_basis, indices::print_basis),
    pair("NestedIndices", |p| p.at("["), indices::parse_nested, indices::print_nested),
    pair("MapOperands", |_| true, indices::parse_map_operands, indices::print_map_operands),
    pair("Bindings", |p| p.at("("), lists::parse_bindings, lists::print_bindings),
    pair("DeviceList", |p| p.at("["), lists::parse_device_list, lists::print_device_list),
    pair("TypedValues", |p| p.at("["), lists::parse_typed_values, lists::print_typed_values),
    pair("RangeList", |p| p.at("["), lists::parse_range_list, lists::print_range_list),
    pair("Assumptions", |_| true, lists::parse_assumptions, lists::print_assumptions),
    pair("Target", |p| p.at_kind(Tok::Caret), blocks::parse_target, blocks::print_target),
    pair("SwitchCases", |p| p.at("["), blocks::parse_switch_cases, blocks::print_switch_cases),
    pair("Count", |p| p.at("("), regions::parse_count, regions::print_count),
    pair("WorkgroupCount", |p| p.at_word("workgroups"), regions::parse_workgroup_count, regions::print_workgroup_count),
    pair("DispatchCount", |p| p.at_word("count"), regions::parse_dispatch_count, regions::print_dispatch_count),
    pair("DispatchBody", |p| p.at("("), regions::parse_dispatch_body, regions::print_dispatch_body),
    pair("Condition", |p| p.at("("), regions::parse_condition, regions::print_condition),
    pair("TargetObjects", |p| p.at_kind(Tok::Hash), regions::parse_target_objects, regions::print_target_objects),
    pair("AssignedRegion", |p| p.at("("), regions::parse_assigned_region, regions::print_assigned_region),
    pair("ParameterReference", |p| p.at_kind(Tok::Percent), parameters::parse_reference_of, parameters::print_reference_of),
    pair("ParameterLoads", |_| true, parameters::parse_loads, parameters::print_loads),
    pair("ParameterGathers", |_| true, parameters::parse_gathers, parameters::print_gathers),
    pair("ParameterScatters", |_| true, parameters::parse_scatters, parameters::print_scatters),
    pair("EntryPoints", |_| true, stream::parse_entry_points, stream::print_entry_points),
    pair("ResourceRanges", |p| p.at("("), stream::parse_resource_ranges, stream::print_resource_ranges),
    pair("CallOperands", |p| p.at("("), stream::parse_call_operands, stream::print_call_operands),
    pair("DispatchResources", |_| true, stream::parse_dispatch_resources, stream::print_dispatch_resources),
    pair("ResourceRegion", |p| p.at("("), stream::parse_resource_region, stream::print_resource_region),
    pair("CapturingRegion", |p| p.at("("), stream::parse_capturing_region, stream::print_capturing_region),
    pair("PackedSlices", |_| true, stream::parse_packed_slices, stream::print_packed_slices),
    pair("ConstantValues", |_| true, stream::parse_constant_values, stream::print_constant_values),
    pair("SymbolAlias", |p| p.at_kind(Tok::At), stream::parse_symbol_alias, stream::print_symbol_alias),
    pair("CollectiveParam", |_| true, stream::parse_collective_param, stream::print_collective_param),
    pair("AsyncSignature", |p| p.at("("), signatures::parse_async, signatures::print_async),
    pair("CmdSignature", |p| p.at("("), signatures::parse_cmd, signatures::print_cmd),
];

/// Index of the operand group called `name`.
pub(super) fn operand(state: &OpState<'_>, name: &str) -> usize {
    state.kind.def().operand_index(name).unwrap_or_else(|| panic!("no operand {name}"))
}

/// Index of the result called `name`.
pub(super) fn result(state: &OpState<'_>, name: &str) -> usize {
    state.kind.def().result_index(name).unwrap_or_else(|| panic!("no result {name}"))
}
