//! `iree_encoding`: tensors laid out for the operations that use them.

use super::rules::*;
use crate::def::*;

pub(super) const SET_ENCODING: OpDef = op("iree_encoding.set_encoding", "The tensor in an encoding.")
    .operands(&[one("source", TENSOR), many("encoding_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .pure()
    .text("&attrs $source[? encoding_dims {$encoding_dims^} ?] : @source -> @result");

pub(super) const UNSET_ENCODING: OpDef = op("iree_encoding.unset_encoding", "The tensor row by row.")
    .operands(&[one("source", TENSOR), many("result_dims", INDEX), many("encoding_dims", INDEX)])
    .results(&[result("result", TENSOR)])
    .traits(OPERAND_SEGMENTS)
    .pure()
    .text("&attrs $source[? encoding_dims {$encoding_dims^} ?] : @source -> @result [? ~{$result_dims^} ?]");
