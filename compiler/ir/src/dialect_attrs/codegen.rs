//! Attributes of IREE's code generation dialects: `iree_codegen`, `iree_gpu`, `iree_cpu`, `iree_linalg_ext`, `iree_tensor_ext`.

use super::{DialectAttrDef, I32, I64, angled, case, custom, opt, params, row};
use crate::attrs::{Attr, AttrKind};
use crate::context::Ident;
use crate::def::{AttrRow, AttrRule, attr, attr_default, attr_opt};
use crate::dialect_attrs::DialectAttrKind;
use crate::enums;
use crate::params::Params;
use crate::parse::{ParseResult, Parser};
use crate::print::Writer;

const INTS: AttrRule = AttrRule::ListOf(&I64);

pub(super) const TRANSLATION_INFO: DialectAttrDef = row(
    "iree_codegen.translation_info",
    "How a dispatch becomes device code.",
    &[
        attr("pass_pipeline", AttrRule::Any),
        attr_opt("codegen_spec", AttrRule::Symbol),
        attr_opt("workgroup_size", INTS),
        attr_opt("subgroup_size", I64),
        attr_opt("configuration", AttrRule::Dict),
    ],
    concat!(
        "<pipeline = $pass_pipeline [? codegen_spec = $codegen_spec^ ?] [? workgroup_size = [$workgroup_size^] ?] ",
        "[? subgroup_size = $subgroup_size^ ?] [? , $configuration^ ?]>"
    ),
)
.alias("translation");

pub(super) const LOWERING_CONFIG: DialectAttrDef = custom(
    "iree_codegen.lowering_config",
    "Tile sizes of an operation, from the outermost level in.",
    &[attr("tile_sizes", AttrRule::Array)],
    |p| {
        angled(p, |p| {
            p.expect_word("tile_sizes")?;
            p.expect("=")?;
            p.expect("[")?;
            let mut levels = Vec::new();
            p.list("]", |p| {
                levels.push(parse_level(p)?);
                Ok(())
            })?;
            Ok(params([Some(p.ctx.array_attr(levels))]))
        })
    },
    |w, params| {
        w.raw("<tile_sizes = [");
        let ctx = w.ctx;
        let levels = params[0].and_then(|a| ctx.array_value(a)).unwrap_or_default();
        w.list(levels, |w, &level| print_level(w, level));
        w.raw("]>");
    },
)
.alias("config");

pub(super) const CPU_LOWERING_CONFIG: DialectAttrDef = custom(
    "iree_cpu.lowering_config",
    "Tile sizes of an operation by name of the level.",
    &[attr("levels", AttrRule::Dict)],
    parse_named_levels,
    print_named_levels,
)
.alias("config");

pub(super) const COMPILATION_INFO: DialectAttrDef = row(
    "iree_codegen.compilation_info",
    "Tile sizes and pipeline given by hand.",
    &[attr("lowering_config", AttrRule::Any), attr("translation_info", TRANSLATION)],
    "<lowering_config = $lowering_config, translation_info = $translation_info>",
)
.alias("compilation");
const TRANSLATION: AttrRule = AttrRule::Dialect(DialectAttrKind::CodegenTranslationInfo);

pub(super) const EXPORT_CONFIG: DialectAttrDef = row(
    "iree_codegen.export_config",
    "Workgroup size of an export.",
    &[attr("workgroup_size", INTS)],
    "<workgroup_size = [$workgroup_size]>",
);
pub(super) const SIMPLE_TARGET: DialectAttrDef = row(
    "iree_codegen.simple_target",
    "Limits of a target.",
    &[attr_opt("max_workgroup_count", INTS)],
    "<[? max_workgroup_count = [$max_workgroup_count^] ?]>",
);
pub(super) const VMVX_PIPELINE: DialectAttrDef = row("iree_codegen.vmvx_pipeline", "The passes for the VMVX backend.", &[], "");
pub(super) const TRANSFORM_PIPELINE: DialectAttrDef =
    row("iree_codegen.transform_dialect_codegen", "Passes given as a transform script.", &[], "");
pub(super) const NO_PIPELINE: DialectAttrDef = row("iree_codegen.no_pipeline", "No passes.", &[], "");
pub(super) const PASS_PIPELINE: DialectAttrDef =
    row("iree_codegen.pass_pipeline", "Passes given as text.", &[attr("pipeline", AttrRule::Str)], "<$pipeline>");
pub(super) const WORKGROUP_MAPPING: DialectAttrDef = row(
    "iree_codegen.workgroup_mapping",
    "A loop mapped to workgroups.",
    &[attr("id", AttrRule::Enum(&enums::WORKGROUP_ID)), attr_default("delinearized_dim", I64, 0)],
    "<$id [? ~: ~ $delinearized_dim^ ?]>",
);
pub(super) const LOCAL_MAPPING: DialectAttrDef =
    row("iree_codegen.local_mapping", "A loop that stays in the workgroup.", &[attr("dim", I64)], "<$dim>");
pub(super) const WORKGROUP_LOCAL: DialectAttrDef = row("iree_codegen.workgroup_local", "Memory of the workgroup.", &[], "");
pub(super) const ROOT_OP: DialectAttrDef =
    row("iree_codegen.root_op", "The operation a dispatch is tiled by.", &[attr("set", I64)], "<set = $set>");
pub(super) const ROTATE_ROWS: DialectAttrDef = row(
    "iree_codegen.rotate_rows",
    "Elements of each row rotated by its number.",
    &[attr("row_width", I64), attr("access_width", I64)],
    "<$row_width, $access_width>",
);
pub(super) const XOR_SHUFFLE: DialectAttrDef = row(
    "iree_codegen.xor_shuffle",
    "Elements of each row permuted by its number.",
    &[attr("row_width", I64), attr("access_width", I64), attr_opt("row_stride", I64), attr_opt("per_phase", I64)],
    "<$row_width, $access_width [? , $row_stride^ ?] [? , $per_phase^ ?]>",
);
pub(super) const UKERNEL_DESCRIPTOR: DialectAttrDef = row(
    "iree_codegen.ukernel_descriptor",
    "A micro kernel by name.",
    &[attr("ukernel_name", AttrRule::Str), attr("kind", AttrRule::Enum(&enums::UKERNEL_ARGUMENT))],
    "<$ukernel_name, $kind>",
);
pub(super) const DENORMAL_FP_MATH: DialectAttrDef =
    case!("iree_codegen.denormal_fp_math", "What becomes of denormal floats.", enums::DENORMAL_FP_MATH);

pub(super) const GPU_TARGET: DialectAttrDef = row(
    "iree_gpu.target",
    "A GPU: its name, its features, what a workgroup and the whole chip have.",
    &[
        attr("arch", AttrRule::Str),
        attr("features", AttrRule::Str),
        attr("wgp", AttrRule::Dialect(DialectAttrKind::GpuTargetWgp)),
        attr_opt("chip", AttrRule::Dialect(DialectAttrKind::GpuTargetChip)),
    ],
    "<&struct>",
);
const MMAS: AttrRule = AttrRule::Bracketed(&AttrRule::Dialect(DialectAttrKind::GpuMma));
const EXTENTS: AttrRule = AttrRule::DenseArray(32);
pub(super) const GPU_TARGET_WGP: DialectAttrDef = row(
    "iree_gpu.target_wgp",
    "What the processor that runs a workgroup has.",
    &[
        attr("compute", AttrRule::Enum(&enums::COMPUTE_BITWIDTHS)),
        attr("storage", AttrRule::Enum(&enums::STORAGE_BITWIDTHS)),
        attr("subgroup", AttrRule::Enum(&enums::SUBGROUP_OPS)),
        attr_default("dot", AttrRule::Enum(&enums::DOT_PRODUCT_OPS), 0),
        attr_opt("mma", MMAS),
        attr_opt("scaled_mma", AttrRule::Any),
        attr("subgroup_size_choices", EXTENTS),
        attr("max_workgroup_sizes", EXTENTS),
        attr("max_thread_count_per_workgroup", I32),
        attr("max_workgroup_memory_bytes", I32),
        attr("max_workgroup_counts", EXTENTS),
        attr_opt("max_load_instruction_bits", I32),
        attr_opt("simds_per_wgp", I32),
        attr_opt("vgpr_space_bits", I32),
        attr_opt("dma_sizes", AttrRule::DenseArray(64)),
        attr_opt("workgroup_memory_bank_count", I32),
        attr_opt("extra", AttrRule::Dict),
    ],
    "<&struct>",
);
pub(super) const GPU_TARGET_CHIP: DialectAttrDef = row(
    "iree_gpu.target_chip",
    "What the whole GPU has.",
    &[
        attr("wgp_count", I32),
        attr_opt("sku", AttrRule::Str),
        opt("memory_bandwidth_tbps"),
        attr_opt("perf_tflops", AttrRule::Dict),
        attr_opt("extra", AttrRule::Dict),
    ],
    "<&struct>",
);
const MMA: &[AttrRow] = &[attr("intrinsic", AttrRule::Word), attr_default("col_major", AttrRule::Bool, 0)];
pub(super) const GPU_MMA: DialectAttrDef =
    row("iree_gpu.mma_layout", "A matrix instruction of a target.", MMA, "<$intrinsic [? , col_major = $col_major^ ?]>");
pub(super) const GPU_VIRTUAL_MMA: DialectAttrDef = row(
    "iree_gpu.virtual_mma_layout",
    "A matrix instruction made of several of a target's.",
    MMA,
    "<$intrinsic [? , col_major = $col_major^ ?]>",
);
pub(super) const GPU_PIPELINE: DialectAttrDef =
    case!("iree_gpu.pipeline", "The passes that make device code of a dispatch.", enums::GPU_LOWERING_PIPELINE);
pub(super) const GPU_SPIRV_PIPELINE: DialectAttrDef =
    case!("iree_gpu.spirv_pipeline", "The passes that make SPIR-V of a dispatch.", enums::SPIRV_LOWERING_PIPELINE);
pub(super) const GPU_PIPELINE_OPTIONS: DialectAttrDef = row(
    "iree_gpu.pipeline_options",
    "Options of the passes.",
    &[
        attr_opt("prefetch_num_stages", I64),
        attr_opt("no_reduce_shared_memory_bank_conflicts", AttrRule::Bool),
        attr_opt("use_igemm_convolution", AttrRule::Bool),
        attr_opt("reorder_workgroups_strategy", AttrRule::Any),
    ],
    "<&struct>",
);
pub(super) const GPU_LOWERING_CONFIG: DialectAttrDef = row(
    "iree_gpu.lowering_config",
    "Tile sizes and the like of an operation.",
    &[attr("attributes", AttrRule::Dict)],
    "<$attributes>",
);
pub(super) const GPU_DERIVED_THREAD_CONFIG: DialectAttrDef =
    row("iree_gpu.derived_thread_config", "Tile sizes that follow from the operation.", &[], "");
pub(super) const GPU_USE_GLOBAL_LOAD_DMA: DialectAttrDef =
    row("iree_gpu.use_global_load_dma", "A copy that goes past the registers.", &[], "");
pub(super) const GPU_LANE_ID: DialectAttrDef =
    row("iree_gpu.lane_id", "A loop mapped to lanes.", &[attr("dim", I64)], "<$dim>");

pub(super) const SPLIT_REDUCTION_MAPPING: DialectAttrDef = row(
    "iree_linalg_ext.split_reduction_mapping",
    "A loop over the parts of a reduction.",
    &[attr("dimension", I64)],
    "<$dimension>",
);
pub(super) const RAGGED_SHAPE: DialectAttrDef =
    row("iree_tensor_ext.ragged_shape", "Rows of different lengths.", &[attr("ragged_row", I64)], "<$ragged_row>");
pub(super) const SPARSE_ITERATION_DIMS: DialectAttrDef = row(
    "iree_tensor_ext.sparse_iteration_dims",
    "Loops that visit only what is there.",
    &[attr_opt("dims", INTS)],
    "<[$dims]>",
);

pub(super) const NESTED_LAYOUT: DialectAttrDef = row(
    "iree_vector_ext.nested_layout",
    "How a vector is spread over subgroups and lanes.",
    &[
        attr_opt("subgroup_tile", INTS),
        attr_opt("batch_tile", INTS),
        attr_opt("outer_tile", INTS),
        attr_opt("thread_tile", INTS),
        attr_opt("element_tile", INTS),
        attr_opt("subgroup_strides", INTS),
        attr_opt("thread_strides", INTS),
    ],
    concat!(
        "<subgroup_tile = [$subgroup_tile], batch_tile = [$batch_tile], outer_tile = [$outer_tile], ",
        "thread_tile = [$thread_tile], element_tile = [$element_tile], subgroup_strides = [$subgroup_strides], ",
        "thread_strides = [$thread_strides]>"
    ),
)
.alias("nested");

/// `[32, [4]]` or `{sizes = [32, [4]], interchange = [1, 0]}`: the sizes of a level, scalable ones in brackets, and the
/// order of its loops. As an attribute: `[sizes, interchange, whether each is scalable]`.
fn parse_level(p: &mut Parser<'_>) -> ParseResult<Attr> {
    let i64 = p.ctx.int_type(64);
    let array = |p: &Parser<'_>, values: Vec<i64>| p.ctx.attr(AttrKind::DenseArray { element: i64, values });
    let mut interchange = Vec::new();
    let braces = p.accept("{");
    if braces {
        p.expect_word("sizes")?;
        p.expect("=")?;
    }
    let (mut sizes, mut scalable) = (Vec::new(), Vec::new());
    p.expect("[")?;
    p.list("]", |p| {
        let bracket = p.accept("[");
        sizes.push(p.parse_i64("a tile size")?);
        scalable.push(i64::from(bracket));
        if bracket { p.expect("]") } else { Ok(()) }
    })?;
    if braces {
        p.expect(",")?;
        p.expect_word("interchange")?;
        p.expect("=")?;
        p.expect("[")?;
        p.list("]", |p| {
            interchange.push(p.parse_i64("a dimension")?);
            Ok(())
        })?;
        p.expect("}")?;
    }
    let parts = [sizes, interchange, scalable].map(|values| array(p, values));
    Ok(p.ctx.array_attr(parts.to_vec()))
}

fn print_level(w: &mut Writer<'_>, level: Attr) {
    let ctx = w.ctx;
    let Some(&[sizes, interchange, scalable]) = ctx.array_value(level) else { return w.print_attr(level) };
    let [sizes, interchange, scalable] = [sizes, interchange, scalable].map(|part| ctx.int_values(part));
    if !interchange.is_empty() {
        w.raw("{sizes = ");
    }
    w.raw("[");
    w.list(sizes.iter().zip(scalable), |w, (size, scalable)| match scalable {
        0 => w.raw(&size.to_string()),
        _ => w.raw(&format!("[{size}]")),
    });
    w.raw("]");
    if !interchange.is_empty() {
        w.raw(", interchange = [");
        w.list(interchange, |w, dim| w.raw(&dim.to_string()));
        w.raw("]}");
    }
}

/// Keys of `iree_cpu.lowering_config` that hold a level.
const LEVEL_KEYS: &[&str] = &[
    "distribution",
    "cache_parallel",
    "cache_reduction",
    "vector_common_parallel",
    "vector_reduction",
    "vector_inner_parallel",
];

/// `<distribution = [32, 64], other = attr>`
fn parse_named_levels(p: &mut Parser<'_>) -> ParseResult<Params> {
    p.expect("<")?;
    let mut items = Vec::new();
    p.list(">", |p| {
        let tok = p.expect_kind(crate::parse::Tok::Word, "the name of a level")?;
        let key = p.text(tok);
        p.expect("=")?;
        let value = if LEVEL_KEYS.contains(&key) { parse_level(p)? } else { p.parse_attr(None)? };
        items.push((p.ctx.ident(key), value));
        Ok(())
    })?;
    Ok(params([Some(p.ctx.dict_attr(items))]))
}

fn print_named_levels(w: &mut Writer<'_>, params: &Params) {
    let ctx = w.ctx;
    let Some(AttrKind::Dict(items)) = params[0].map(|a| ctx.attr_kind(a)) else { return };
    w.raw("<");
    w.list(items, |w, &(key, value): &(Ident, Attr)| {
        w.raw(ctx.str(key));
        w.raw(" = ");
        if LEVEL_KEYS.contains(&ctx.str(key)) { print_level(w, value) } else { w.print_attr(value) }
    });
    w.raw(">");
}
