//! Attributes of the dialects that device code stands in: `arith`, `linalg`, `vector`, `gpu`.

use super::{DialectAttrDef, case, row};
use crate::def::AttrRule;
use crate::enums;

pub(super) const OVERFLOW: DialectAttrDef =
    case!("arith.overflow", "Promises that an integer operation does not overflow.", enums::OVERFLOW_FLAGS);
pub(super) const FASTMATH: DialectAttrDef =
    case!("arith.fastmath", "Liberties that a float operation may take.", enums::FAST_MATH_FLAGS);

pub(super) const ITERATOR_TYPE: DialectAttrDef =
    case!("linalg.iterator_type", "What a loop over a dimension does.", enums::ITERATOR_TYPE);
pub(super) const UNARY_FN: DialectAttrDef = case!("linalg.unary_fn", "A function of one number.", enums::LINALG_UNARY_FN);
pub(super) const BINARY_FN: DialectAttrDef = case!("linalg.binary_fn", "A function of two numbers.", enums::LINALG_BINARY_FN);
pub(super) const TYPE_FN: DialectAttrDef = case!("linalg.type_fn", "A conversion of element types.", enums::LINALG_TYPE_FN);
pub(super) const ELEMENTWISE_KIND: DialectAttrDef =
    case!("linalg.elementwise_kind", "What is done to each element.", enums::LINALG_ELEMENTWISE_KIND);

pub(super) const VECTOR_KIND: DialectAttrDef = case!("vector.kind", "How elements are combined.", enums::VECTOR_COMBINING);
pub(super) const VECTOR_ITERATOR_TYPE: DialectAttrDef =
    case!("vector.iterator_type", "What a loop over a dimension does.", enums::ITERATOR_TYPE);
pub(super) const VECTOR_PUNCTUATION: DialectAttrDef =
    case!("vector.punctuation", "What stands after a printed vector.", enums::VECTOR_PUNCTUATION);

pub(super) const GPU_DIM: DialectAttrDef = case!("gpu.dim", "A dimension of the grid.", enums::GPU_DIM);
pub(super) const GPU_ADDRESS_SPACE: DialectAttrDef = case!("gpu.address_space", "Where memory lies.", enums::GPU_ADDRESS_SPACE);
pub(super) const GPU_ALL_REDUCE: DialectAttrDef =
    case!("gpu.all_reduce_op", "How a group combines values.", enums::GPU_ALL_REDUCE);
pub(super) const GPU_BARRIER_SCOPE: DialectAttrDef =
    case!("gpu.barrier_scope", "Who waits at a barrier.", enums::GPU_BARRIER_SCOPE);
pub(super) const GPU_BROADCAST: DialectAttrDef = case!("gpu.broadcast", "Whose value is taken.", enums::GPU_BROADCAST);
pub(super) const GPU_SHUFFLE_MODE: DialectAttrDef = case!("gpu.shuffle_mode", "Which lane is read.", enums::GPU_SHUFFLE_MODE);
pub(super) const GPU_MMA_ELEMENTWISE: DialectAttrDef =
    case!("gpu.mma_element_wise", "What is done to each element of a matrix.", enums::GPU_MMA_ELEMENTWISE);
pub(super) const GPU_BLOCK: DialectAttrDef = case!("gpu.block", "A loop mapped to workgroups.", enums::GPU_MAPPING_ID);
pub(super) const GPU_THREAD: DialectAttrDef = case!("gpu.thread", "A loop mapped to invocations.", enums::GPU_MAPPING_ID);
pub(super) const GPU_WARP: DialectAttrDef = case!("gpu.warp", "A loop mapped to subgroups.", enums::GPU_MAPPING_ID);
pub(super) const GPU_WARPGROUP: DialectAttrDef =
    case!("gpu.warpgroup", "A loop mapped to groups of subgroups.", enums::GPU_MAPPING_ID);
pub(super) const GPU_LANE: DialectAttrDef = case!("gpu.lane", "A loop mapped to lanes.", enums::GPU_MAPPING_ID);
