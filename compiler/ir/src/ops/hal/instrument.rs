//! `hal.instrument`: records that device code writes about itself.

use crate::def::*;
use crate::ops::rules::*;

pub(crate) const WORKGROUP: OpDef = op("hal.instrument.workgroup", "Begins the record of a workgroup; its key.")
    .operands(&[one("buffer", MEMREF), one("dispatchId", I32)])
    .results(&[result("workgroupKey", INDEX)])
    .text("~[$buffer : @buffer] dispatch($dispatchId) &attrs : @workgroupKey");

pub(crate) const PRINT: OpDef = op("hal.instrument.print", "Records formatted values.")
    .operands(&[one("buffer", MEMREF), one("workgroupKey", INDEX), many("values", ANY)])
    .attrs(&[attr("format", AttrRule::Str)])
    .text("~[$buffer : @buffer for $workgroupKey] $format [? *($values^ : @values) ?] &attrs");

pub(crate) const VALUE: OpDef = op("hal.instrument.value", "Records a value and gives it on.")
    .operands(&[one("buffer", MEMREF), one("workgroupKey", INDEX), one("operand", ANY).var("T")])
    .attrs(&[attr("ordinal", AttrRule::TypedInt(IntKind::Width(8)))])
    .results(&[result("result", ANY).var("T")])
    .text("~[$buffer : @buffer for $workgroupKey] $ordinal = $operand &attrs : @operand");

const fn memory(name: &'static str, doc: &'static str, operands: &'static [ValueRow]) -> OpDef {
    op(name, doc).operands(operands).results(const { &[result("result", ANY).var("T")] })
}

pub(crate) const MEMORY_LOAD: OpDef = memory(
    "hal.instrument.memory.load",
    "Records a load and gives on what was loaded.",
    &[
        one("buffer", MEMREF),
        one("workgroupKey", INDEX),
        one("loadValue", ANY).var("T"),
        one("base", MEMREF),
        many("indices", INDEX),
    ],
)
.text("~[$buffer : @buffer for $workgroupKey] $base[$indices], $loadValue &attrs : @base, @result");

pub(crate) const MEMORY_STORE: OpDef = memory(
    "hal.instrument.memory.store",
    "Records a store and gives on what is stored.",
    &[
        one("buffer", MEMREF),
        one("workgroupKey", INDEX),
        one("storeValue", ANY).var("T"),
        one("base", MEMREF),
        many("indices", INDEX),
    ],
)
.text("~[$buffer : @buffer for $workgroupKey] $base[$indices], $storeValue &attrs : @base, @result");
