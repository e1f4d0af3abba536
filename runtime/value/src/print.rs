//! Values as text, in the form `iree-run-module` prints and [`parse_value`](crate::parse_value)
//! reads.

use std::fmt::Write;

use crate::general::format_general;
use crate::limits::MAX_PRINTED_BRACKETS;
use crate::{Element, ElementType, Scalar, Tensor, Value};

/// Elements printed before the rest is left out, unless told otherwise; that of `iree-run-module`.
pub const DEFAULT_MAX_ELEMENT_COUNT: u64 = 1024;

/// `value` as `i32=7` or `2x2xf32=[1 2][3 4]`, without a line end.
///
/// Past `max_element_count` elements each row ends in `...`. Numbers have six significant digits;
/// `i1`, complex and opaque elements are hex bytes in memory order.
pub fn format_value(value: &Value, max_element_count: u64) -> String {
    match value {
        Value::Scalar(scalar) => format!("{}={}", scalar.element_type(), format_scalar(*scalar)),
        Value::Tensor(tensor) => {
            let mut text = format_tensor_type(tensor.element_type(), tensor.shape());
            text.push('=');
            let mut progress = Progress { index: 0, elements_left: max_element_count, brackets_left: MAX_PRINTED_BRACKETS };
            write_dimension(tensor, tensor.shape(), &mut progress, &mut text);
            text
        }
    }
}

/// Shape and type as in `4x2xf32`.
pub fn format_tensor_type(element_type: ElementType, shape: &[u64]) -> String {
    let mut text = String::new();
    for dimension in shape {
        // Writing to a string cannot fail.
        let _ = write!(text, "{dimension}x");
    }
    let _ = write!(text, "{element_type}");
    text
}

/// How far a print has come.
struct Progress {
    /// Flat position of the next element.
    index: u64,
    elements_left: u64,
    brackets_left: usize,
}

fn write_dimension(tensor: &Tensor, shape: &[u64], progress: &mut Progress, text: &mut String) {
    let [dimension, inner @ ..] = shape else {
        return write_element(tensor, progress, text);
    };
    if inner.is_empty() {
        for position in 0..*dimension {
            if progress.elements_left == 0 {
                return text.push_str("...");
            }
            if position > 0 {
                text.push(' ');
            }
            write_element(tensor, progress, text);
        }
    } else {
        for _ in 0..*dimension {
            if progress.brackets_left == 0 {
                return text.push_str("...");
            }
            progress.brackets_left -= 1;
            text.push('[');
            write_dimension(tensor, inner, progress, text);
            text.push(']');
        }
    }
}

fn write_element(tensor: &Tensor, progress: &mut Progress, text: &mut String) {
    if progress.elements_left == 0 {
        return text.push_str("...");
    }
    text.push_str(&format_element(tensor, progress.index));
    progress.index += 1;
    progress.elements_left -= 1;
}

/// The element at flat position `index`; empty past the end.
pub(crate) fn format_element(tensor: &Tensor, index: u64) -> String {
    match tensor.element(index) {
        Some(Element::Integer(value)) => value.to_string(),
        Some(Element::Float(value)) => format_general(value).to_ascii_uppercase(),
        Some(Element::Complex { .. } | Element::Bytes(_)) => {
            tensor.element_bytes(index).unwrap_or_default().iter().map(|byte| format!("{byte:02X}")).collect()
        }
        None => String::new(),
    }
}

/// The number alone; unlike elements, scalars have lower-case letters and `i1` is a digit.
pub(crate) fn format_scalar(scalar: Scalar) -> String {
    match scalar {
        Scalar::I1(value) => u8::from(value).to_string(),
        Scalar::I8(value) => value.to_string(),
        Scalar::I16(value) => value.to_string(),
        Scalar::I32(value) => value.to_string(),
        Scalar::I64(value) => value.to_string(),
        Scalar::F16(value) => format_general(value.to_f64()),
        Scalar::BF16(value) => format_general(value.to_f64()),
        Scalar::F32(value) => format_general(f64::from(value)),
        Scalar::F64(value) => format_general(value),
    }
}
