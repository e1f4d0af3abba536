//! Comparison of a result with what was expected of it, by the rules of `iree-run-module`.

use crate::element_type::Encoding;
use crate::float::FloatFormat;
use crate::print::{format_element, format_scalar, format_tensor_type, format_value};
use crate::{DEFAULT_MAX_ELEMENT_COUNT, Element, ElementType, Tensor, Value};

/// How close two numbers must be. The defaults are those of `iree-run-module`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Whether the numbers below matter at all.
    pub mode: EqualityMode,
    /// Absolute difference allowed for `f16` and its complex pair.
    pub f16_absolute: f64,
    /// Absolute difference allowed for `bf16`.
    pub bf16_absolute: f64,
    /// Absolute difference allowed for `f32` and its complex pair.
    pub f32_absolute: f64,
    /// Absolute difference allowed for `f64` and its complex pair.
    pub f64_absolute: f64,
    /// Allowed on top of the absolute difference, as a fraction of the expected magnitude.
    pub relative: f64,
}

/// What makes two elements equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualityMode {
    /// The same bits: 0 differs from -0, and NaNs differ in their payload.
    Exact,
    /// Floating-point numbers of 16 bits and more, and complex numbers of them, equal if
    /// `|actual - expected| <= absolute + relative * |expected|`, if both are NaN or if both are the
    /// same infinity. Elements of all other types as in `Exact`.
    Approximate,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            mode: EqualityMode::Approximate,
            f16_absolute: 1e-3,
            bf16_absolute: 1e-2,
            f32_absolute: 1e-4,
            f64_absolute: 1e-4,
            relative: 1e-5,
        }
    }
}

/// The first difference between a result and what was expected. Messages read as IREE's.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Mismatch {
    /// A scalar stands where a tensor was expected, or the reverse.
    #[error("value is the {actual}; expected the {expected}")]
    Kind {
        /// What was expected, as in `tensor 4xf32`.
        expected: String,
        /// What was found.
        actual: String,
    },

    /// Shape or element type differ.
    #[error(
        "metadata is {actual}; expected that the view matches {expected}; expected that the view is equal to contents of a view of {expected}"
    )]
    Metadata {
        /// The type expected, as in `4xf32`.
        expected: String,
        /// The type found.
        actual: String,
    },

    /// An element differs.
    #[error(
        "element at index {index} ({actual}) does not match the expected ({expected}); expected that the view is equal to contents of a view of {tensor_type}"
    )]
    Element {
        /// Flat position of the first such element, from 0.
        index: u64,
        /// The element expected, as printed.
        expected: String,
        /// The element found, as printed.
        actual: String,
        /// The type of both tensors, as in `4xf32`.
        tensor_type: String,
    },

    /// A scalar differs in type or value.
    #[error("value is {actual}; expected {expected}")]
    Scalar {
        /// The scalar expected, as in `i32=7`.
        expected: String,
        /// The scalar found.
        actual: String,
    },
}

/// Checks that `actual` is what was `expected`.
///
/// # Errors
/// The first difference; its text is that of `iree-run-module` after `[FAILED] result[0]: `.
pub fn compare(expected: &Value, actual: &Value, tolerances: &Tolerances) -> Result<(), Mismatch> {
    match (expected, actual) {
        (Value::Tensor(expected), Value::Tensor(actual)) => compare_tensors(expected, actual, tolerances),
        (Value::Scalar(a), Value::Scalar(b)) => {
            let same_type = a.element_type() == b.element_type();
            if same_type && first_difference(&(*a).into(), &(*b).into(), tolerances).is_none() {
                return Ok(());
            }
            let text = |value| format_value(value, DEFAULT_MAX_ELEMENT_COUNT);
            Err(Mismatch::Scalar { expected: text(expected), actual: text(actual) })
        }
        _ => Err(Mismatch::Kind { expected: describe(expected), actual: describe(actual) }),
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Scalar(scalar) => format!("scalar {}={}", scalar.element_type(), format_scalar(*scalar)),
        Value::Tensor(tensor) => format!("tensor {}", format_tensor_type(tensor.element_type(), tensor.shape())),
    }
}

fn compare_tensors(expected: &Tensor, actual: &Tensor, tolerances: &Tolerances) -> Result<(), Mismatch> {
    let [expected_type, actual_type] =
        [expected, actual].map(|tensor| format_tensor_type(tensor.element_type(), tensor.shape()));
    if expected_type != actual_type {
        return Err(Mismatch::Metadata { expected: expected_type, actual: actual_type });
    }
    match first_difference(expected, actual, tolerances) {
        None => Ok(()),
        Some(index) => Err(Mismatch::Element {
            index,
            expected: format_element(expected, index),
            actual: format_element(actual, index),
            tensor_type: expected_type,
        }),
    }
}

/// The flat position of the first element that differs between tensors of one type.
fn first_difference(expected: &Tensor, actual: &Tensor, tolerances: &Tolerances) -> Option<u64> {
    if expected.bytes() == actual.bytes() {
        return None;
    }
    let absolute = absolute_tolerance(expected.element_type(), tolerances);
    let close = |absolute, expected, actual| is_close(expected, actual, absolute, tolerances.relative);
    let matches = |index| match (absolute, expected.element(index), actual.element(index)) {
        (Some(absolute), Some(Element::Float(e)), Some(Element::Float(a))) => close(absolute, e, a),
        (
            Some(absolute),
            Some(Element::Complex { real, imaginary }),
            Some(Element::Complex { real: a_real, imaginary: a_imaginary }),
        ) => close(absolute, real, a_real) && close(absolute, imaginary, a_imaginary),
        (_, Some(Element::Integer(e)), Some(Element::Integer(a))) => e == a,
        _ => expected.element_bytes(index) == actual.element_bytes(index),
    };
    (0..expected.element_count()).find(|&index| !matches(index))
}

/// The absolute tolerance of a type; `None` where bits decide.
fn absolute_tolerance(element_type: ElementType, tolerances: &Tolerances) -> Option<f64> {
    let (EqualityMode::Approximate, Encoding::Float(format) | Encoding::Complex(format)) =
        (tolerances.mode, element_type.encoding()?)
    else {
        return None;
    };
    match format {
        FloatFormat::F16 => Some(tolerances.f16_absolute),
        FloatFormat::BF16 => Some(tolerances.bf16_absolute),
        FloatFormat::F32 => Some(tolerances.f32_absolute),
        FloatFormat::F64 => Some(tolerances.f64_absolute),
        FloatFormat::F8(_) => None,
    }
}

fn is_close(expected: f64, actual: f64, absolute: f64, relative: f64) -> bool {
    if expected == actual || (expected.is_nan() && actual.is_nan()) {
        return true;
    }
    // An infinity is close to itself only; without this its own magnitude would excuse anything.
    expected.is_finite() && (actual - expected).abs() <= absolute + relative * expected.abs()
}
