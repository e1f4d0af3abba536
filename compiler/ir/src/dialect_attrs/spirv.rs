//! Attributes of the `spirv` dialect. Versions, capabilities and extensions are words, spelled as in the SPIR-V registry.

use super::{DialectAttrDef, I32, angled, case, custom, params, row};
use crate::def::{AttrRow, AttrRule, attr, attr_default, attr_opt};
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::params::Params;
use crate::parse::{ParseResult, Parser, Tok};
use crate::print::Writer;

pub(super) const ADDRESSING_MODEL: DialectAttrDef =
    case!("spirv.addressing_model", "How addresses are seen.", enums::SPIRV_ADDRESSING_MODEL);
pub(super) const MEMORY_MODEL: DialectAttrDef =
    case!("spirv.memory_model", "The memory model of a module.", enums::SPIRV_MEMORY_MODEL);
pub(super) const EXECUTION_MODEL: DialectAttrDef =
    case!("spirv.execution_model", "The stage an entry point belongs to.", enums::SPIRV_EXECUTION_MODEL);
pub(super) const EXECUTION_MODE: DialectAttrDef =
    case!("spirv.execution_mode", "How an entry point runs.", enums::SPIRV_EXECUTION_MODE);
pub(super) const STORAGE_CLASS: DialectAttrDef =
    case!("spirv.storage_class", "Where a variable lives.", enums::SPIRV_STORAGE_CLASS);
pub(super) const SCOPE: DialectAttrDef = case!("spirv.scope", "Which invocations take part.", enums::SPIRV_SCOPE);
pub(super) const MEMORY_SEMANTICS: DialectAttrDef =
    case!("spirv.memory_semantics", "What an atomic or barrier orders.", enums::SPIRV_MEMORY_SEMANTICS);
pub(super) const MEMORY_ACCESS: DialectAttrDef =
    case!("spirv.memory_access", "How memory is accessed.", enums::SPIRV_MEMORY_ACCESS);
pub(super) const FUNCTION_CONTROL: DialectAttrDef =
    case!("spirv.function_control", "Hints about a function.", enums::SPIRV_FUNCTION_CONTROL);
pub(super) const SELECTION_CONTROL: DialectAttrDef =
    case!("spirv.selection_control", "Hints about a selection.", enums::SPIRV_SELECTION_CONTROL);
pub(super) const LOOP_CONTROL: DialectAttrDef = case!("spirv.loop_control", "Hints about a loop.", enums::SPIRV_LOOP_CONTROL);
pub(super) const GROUP_OPERATION: DialectAttrDef =
    case!("spirv.group_operation", "How a group operation combines.", enums::SPIRV_GROUP_OPERATION);
pub(super) const MATRIX_LAYOUT: DialectAttrDef =
    case!("spirv.KHR.cooperative_matrix_layout", "A cooperative matrix in memory.", enums::SPIRV_MATRIX_LAYOUT);
pub(super) const MATRIX_OPERANDS: DialectAttrDef =
    case!("spirv.KHR.cooperative_matrix_operands", "How elements are read.", enums::SPIRV_MATRIX_OPERANDS);
pub(super) const IMAGE_OPERANDS: DialectAttrDef =
    case!("spirv.image_operands", "How an image is sampled.", enums::SPIRV_IMAGE_OPERANDS);
pub(super) const PACKED_FORMAT: DialectAttrDef =
    case!("spirv.packed_vector_format", "How packed numbers are laid out.", enums::SPIRV_PACKED_FORMAT);
pub(super) const LINKAGE_TYPE: DialectAttrDef =
    case!("spirv.linkage_type", "Whether a symbol comes from elsewhere.", enums::SPIRV_LINKAGE);

const WORDS: AttrRule = AttrRule::ListOf(&AttrRule::Word);

pub(super) const VCE: DialectAttrDef = row(
    "spirv.vce",
    "A version, with the capabilities and extensions that are used or may be.",
    &[attr("version", AttrRule::Word), attr_opt("capabilities", WORDS), attr_opt("extensions", WORDS)],
    "<$version, [$capabilities], [$extensions]>",
);

pub(super) const RESOURCE_LIMITS: DialectAttrDef = row(
    "spirv.resource_limits",
    "Limits of a target.",
    &[
        attr_default("max_compute_shared_memory_size", I32, 16384),
        attr_default("max_compute_workgroup_invocations", I32, 128),
        attr_opt("max_compute_workgroup_size", AttrRule::Array),
        attr_default("subgroup_size", I32, 32),
        attr_opt("min_subgroup_size", I32),
        attr_opt("max_subgroup_size", I32),
        attr_opt("cooperative_matrix_properties_khr", AttrRule::Array),
        attr_opt("cooperative_matrix_properties_nv", AttrRule::Array),
    ],
    "<&struct>",
);

pub(super) const MATRIX_PROPERTIES: DialectAttrDef = row(
    "spirv.coop_matrix_props_khr",
    "A shape of cooperative matrices that a target multiplies.",
    &[
        attr("m_size", I32),
        attr("n_size", I32),
        attr("k_size", I32),
        attr("a_type", AttrRule::Type),
        attr("b_type", AttrRule::Type),
        attr("c_type", AttrRule::Type),
        attr("result_type", AttrRule::Type),
        attr("acc_sat", AttrRule::Bool),
        attr("scope", AttrRule::Dialect(DialectAttrKind::SpirvScope)),
    ],
    "<&struct>",
);

pub(super) const TARGET_ENV: DialectAttrDef = custom(
    "spirv.target_env",
    "A target: what it can do, who made it, its limits.",
    &[
        attr("vce", AttrRule::Any),
        attr_opt("client_api", AttrRule::Enum(&enums::SPIRV_CLIENT_API)),
        attr_opt("vendor", AttrRule::Enum(&enums::SPIRV_VENDOR)),
        attr_opt("device_type", AttrRule::Enum(&enums::SPIRV_DEVICE_TYPE)),
        attr_opt("device_id", I32),
        attr("limits", AttrRule::Any),
    ],
    parse_target_env,
    print_target_env,
);

pub(super) const ENTRY_POINT_ABI: DialectAttrDef = row(
    "spirv.entry_point_abi",
    "How an entry point is dispatched.",
    &[attr_opt("workgroup_size", AttrRule::DenseArray(32)), attr_opt("subgroup_size", I32), attr_opt("target_width", I32)],
    "<&struct>",
);

pub(super) const INTERFACE_VAR_ABI: DialectAttrDef = row(
    "spirv.interface_var_abi",
    "Where an argument of an entry point is bound.",
    &[attr("descriptor_set", I32), attr("binding", I32), STORAGE],
    "<($descriptor_set, $binding) [? , $storage_class^ ?]>",
);
const STORAGE: AttrRow = attr_opt("storage_class", AttrRule::Enum(&enums::SPIRV_STORAGE_CLASS));

/// `<#spirv.vce<…>, api=Vulkan, AMD:DiscreteGPU:7, #spirv.resource_limits<…>>`; all between the ends may be absent
fn parse_target_env(p: &mut Parser<'_>) -> ParseResult<Params> {
    angled(p, |p| {
        let vce = p.parse_attr(None)?;
        p.expect(",")?;
        let mut api = None;
        if p.accept_word("api") {
            p.expect("=")?;
            api = Some(p.parse_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_CLIENT_API))?);
            p.expect(",")?;
        }
        let (mut vendor, mut device, mut id) = (None, None, None);
        if p.at_kind(Tok::Word) {
            vendor = Some(p.parse_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_VENDOR))?);
            if p.accept(":") {
                device = Some(p.parse_attr_by_rule(&AttrRule::Enum(&enums::SPIRV_DEVICE_TYPE))?);
                if p.accept(":") {
                    id = Some(p.parse_attr_by_rule(&I32)?);
                }
            }
            p.expect(",")?;
        }
        let limits = p.parse_attr(None)?;
        Ok(params([Some(vce), api, vendor, device, id, Some(limits)]))
    })
}

fn print_target_env(w: &mut Writer<'_>, params: &Params) {
    let parts = [
        ("", &AttrRule::Any),
        (", api=", &AttrRule::Enum(&enums::SPIRV_CLIENT_API)),
        (", ", &AttrRule::Enum(&enums::SPIRV_VENDOR)),
        (":", &AttrRule::Enum(&enums::SPIRV_DEVICE_TYPE)),
        (":", &I32),
        (", ", &AttrRule::Any),
    ];
    w.raw("<");
    for ((before, rule), param) in parts.into_iter().zip(params) {
        if let Some(param) = *param {
            w.raw(before);
            w.print_attr_by_rule(rule, param);
        }
    }
    w.raw(">");
}
