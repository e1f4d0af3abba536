//! `hal.buffer_view`: a buffer with an element type, an encoding and a shape.

use crate::def::*;
use crate::folds::hal_buffer;
use crate::ops::rules::*;
use crate::verify::hal as verify;

pub(crate) const ELEMENT_TYPE: OpDef = op("hal.element_type", "The number of an element type.")
    .attrs(&[attr("type", AttrRule::Type)])
    .results(&[result("result", I32)])
    .pure()
    .hints_by(crate::hints::element_type)
    .text("<$type> &attrs : @result")
    .check(verify::buffer_view::element_type);

pub(crate) const ENCODING_TYPE: OpDef = op("hal.encoding_type", "The number of an encoding; dense row major is 1.")
    .attrs(&[attr_opt("encoding", AttrRule::Any)])
    .results(&[result("result", I32)])
    .pure()
    .hints("dense_row_major")
    .text("<[? $encoding^ | ~dense_row_major ?]> &attrs : @result")
    .check(verify::buffer_view::encoding_type);

pub(crate) const CREATE: OpDef = op("hal.buffer_view.create", "A view of part of a buffer.")
    .operands(&[
        one("source_buffer", BUFFER),
        one("source_offset", INDEX),
        one("source_length", INDEX),
        one("element_type", I32),
        one("encoding_type", I32),
        many("shape", INDEX),
    ])
    .results(&[result("result", BUFFER_VIEW)])
    .pure()
    .hints("view")
    .text(concat!(
        "buffer($source_buffer : @source_buffer)~[$source_offset, $source_length] shape([$shape]) ",
        "type($element_type) encoding($encoding_type) : @result &attributes"
    ))
    .rewrites(hal_buffer::VIEW_CREATE);

pub(crate) const ASSERT: OpDef = op("hal.buffer_view.assert", "Stops the program unless type, encoding and shape match.")
    .operands(&[one("buffer_view", BUFFER_VIEW), one("element_type", I32), one("encoding_type", I32), many("shape", INDEX)])
    .attrs(&[attr("message", AttrRule::Str)])
    .text(concat!(
        "<$buffer_view : @buffer_view> message($message) shape([$shape]) type($element_type) ",
        "encoding($encoding_type) &attributes"
    ));

const fn accessor(name: &'static str, doc: &'static str) -> OpDef {
    op(name, doc)
        .operands(const { &[one("buffer_view", BUFFER_VIEW)] })
        .pure()
        .text("<$buffer_view : @buffer_view> : @result &attributes")
}

pub(crate) const BUFFER_OF: OpDef =
    accessor("hal.buffer_view.buffer", "The buffer under the view.").results(&[result("result", BUFFER)]).hints("buffer");
pub(crate) const ELEMENT_TYPE_OF: OpDef =
    accessor("hal.buffer_view.element_type", "The number of the element type.").results(&[result("result", I32)]);
pub(crate) const ENCODING_TYPE_OF: OpDef =
    accessor("hal.buffer_view.encoding_type", "The number of the encoding.").results(&[result("result", I32)]);
pub(crate) const RANK: OpDef =
    accessor("hal.buffer_view.rank", "The number of dimensions.").results(&[result("result", INDEX)]);
pub(crate) const DIM: OpDef = accessor("hal.buffer_view.dim", "The extent of a dimension.")
    .attrs(&[attr("index", INDEX_ATTR)])
    .results(&[result("result", INDEX)])
    .text("<$buffer_view : @buffer_view>~[$index] : @result &attributes");

pub(crate) const TRACE: OpDef = op("hal.buffer_view.trace", "Shows the contents to whoever watches.")
    .operands(&[many("operands", BUFFER_VIEW)])
    .attrs(&[attr("key", AttrRule::Str)])
    .text("$key = $operands : @operands &attributes");
