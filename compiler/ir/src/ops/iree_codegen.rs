//! `iree_codegen`: what the generators of device code say to each other.

use super::rules::*;
use crate::def::*;
use crate::dialect_types::DialectTypeKind;

pub(super) const DISPATCH_CONFIG: OpDef = op("iree_codegen.dispatch_config", "How a function is run: its grid and workgroups.")
    .attrs(&[
        attr("function_ref", AttrRule::FlatSymbol),
        attr_opt("workgroup_size", AttrRule::DenseArray(64)),
        attr_opt("subgroup_size", AttrRule::Int(IntKind::Width(64))),
        attr_opt("workgroup_local_memory", INDEX_ATTR),
    ])
    .regions(&["body"])
    .traits(ISOLATED)
    .implicit_terminator("iree_codegen.yield")
    .text(concat!(
        "$function_ref [? workgroup_size = $workgroup_size^ ?] [? subgroup_size = $subgroup_size^ ?] ",
        "[? workgroup_local_memory = $workgroup_local_memory^ ?] $body &attrs"
    ));

pub(super) const YIELD: OpDef = op("iree_codegen.yield", "Ends a region of the dialect.")
    .operands(&[many("values", ANY)])
    .traits(TERMINATOR)
    .pure()
    .text("&attrs [? $values^ : @values ?]");

pub(super) const QUERY_TILE_SIZES: OpDef = op("iree_codegen.query_tile_sizes", "How large the tiles of an encoding are.")
    .attrs(&[attr("tensor_type", AttrRule::Type)])
    .results(&[results("results", INDEX)])
    .pure()
    .text("&attrs $tensor_type -> @results");

pub(super) const EXTRACT_STRIDED_METADATA: OpDef =
    op("iree_codegen.extract_strided_metadata", "The memory of a buffer, and how it lies there; kept until late.")
        .operands(&[one("source", MEMREF)])
        .results(&[result("base_buffer", MEMREF), result("offset", INDEX), results("sizes", INDEX), results("strides", INDEX)])
        .traits(SAME_VARIADIC)
        .pure()
        .text("$source : @source -> @results &attrs");

pub(super) const SWIZZLE_HINT: OpDef = op("iree_codegen.swizzle_hint", "The data, to be laid out in another order.")
    .operands(&[one("operand", SHAPED).var("T")])
    .attrs(&[attr("swizzle", AttrRule::Any)])
    .results(&[result("result", SHAPED).var("T")])
    .pure()
    .text("$operand[$swizzle &attrs] : @result");

pub(super) const LOAD_FROM_BUFFER: OpDef = op("iree_codegen.load_from_buffer", "The content of a buffer as a tensor.")
    .operands(&[one("buffer", MEMREF)])
    .results(&[result("tensor", TENSOR)])
    .effects(effect::READ)
    .text("$buffer &attrs : @buffer -> @tensor");

pub(super) const STORE_TO_BUFFER: OpDef = op("iree_codegen.store_to_buffer", "Writes a tensor to a buffer.")
    .operands(&[one("tensor", TENSOR), one("buffer", MEMREF)])
    .effects(effect::WRITE)
    .text("$tensor, $buffer &attrs : @tensor into @buffer");

pub(super) const NULL_POINTER: OpDef = op("iree_codegen.null_pointer", "A pointer to nothing.")
    .results(&[result("result", TypeRule::Dialect(DialectTypeKind::CodegenNullPointer))])
    .pure()
    .text("&attrs");

pub(super) const INDEX_HINT: OpDef = op("iree_codegen.index_hint", "The index, with what is known of it.")
    .operands(&[one("input", INDEX)])
    .attrs(&[attr("hint", AttrRule::Any)])
    .results(&[result("result", INDEX)])
    .pure()
    .text("$input($hint) &attrs : @input");
