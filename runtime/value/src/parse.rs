//! Reading a value from the text of a flag: `7`, `4xf32=1,2,3,4`, `@file.npy`, `4xf32=@file.bin`.

use std::io::Read;

use crate::error::quoted;
use crate::limits::MAX_RANK;
use crate::literal::{encode_literal, parse_integer};
use crate::npy::read_npy;
use crate::print::format_tensor_type;
use crate::tensor::{element_count, reserve_bytes, tensor_size_bytes};
use crate::{ElementType, FileRef, InputFiles, Scalar, Tensor, Value, ValueError};

/// What the program declares for a value. It settles what a text leaves open: the type of a bare
/// number, and whether npy's `<i4` is `i32` or `<V2` is `bf16`. It does not check the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedType {
    /// A scalar of this type.
    Scalar(ElementType),
    /// A tensor of these elements.
    Tensor(ElementType),
    /// A tensor of unknown elements.
    AnyTensor,
}

/// Reads a value.
///
/// - `7`, `-3`, `0x1F`, `3.14`, `true`: a scalar of the expected type. With none expected, `i32` if
///   that can hold it, else `i64`; `f32` for other numbers, `i1` for `true` and `false`.
/// - `SHAPExTYPE=data`: a tensor. Brackets, commas and spaces all separate elements; one element is
///   repeated; without data all bytes are zero. `f32=2.5` has rank 0, and is a scalar where a scalar
///   is expected.
/// - `SHAPExTYPE=@file.bin`: raw little-endian bytes. `@file.npy`: an array with its own type, which must be the one in
///   front of it if there is one.
///   `@` reads from the start, `+` goes on where the last value of that file ended, as `files` knows.
///
/// # Errors
/// [`ValueError::InText`] around what is wrong with the text or the file it names.
pub fn parse_value(text: &str, expected: Option<ExpectedType>, files: &mut InputFiles) -> Result<Value, ValueError> {
    parse_trimmed(text.trim(), expected, files)
        .map_err(|cause| ValueError::InText { text: quoted(text), cause: Box::new(cause) })
}

fn parse_trimmed(text: &str, expected: Option<ExpectedType>, files: &mut InputFiles) -> Result<Value, ValueError> {
    if let Some(file) = FileRef::parse(text) {
        return conform(read_npy_file(&file, files)?, expected);
    }
    let (tensor_type, data) = match text.split_once('=') {
        Some((tensor_type, data)) => (tensor_type.trim_end(), data.trim()),
        None => match expected {
            Some(ExpectedType::Scalar(element_type)) => {
                return parse_scalar(text, element_type).map(Value::Scalar);
            }
            None if parse_tensor_type(text).is_err() => {
                return guess_scalar(text).map(Value::Scalar);
            }
            // Not left to the parser of types, which would ask for a type instead.
            Some(_) if parse_tensor_type(text).is_err() && guess_scalar(text).is_ok() => {
                let expected = "a tensor such as 4xf32=1,2,3,4 or i32=7".to_owned();
                return Err(ValueError::Scalar { expected, found: quoted(text) });
            }
            _ => (text, ""),
        },
    };
    let (shape, element_type) = parse_tensor_type(tensor_type)?;
    let tensor = if data.is_empty() {
        Tensor::zeros(element_type, shape)?
    } else if let Some(file) = FileRef::parse(data) {
        read_raw_file(element_type, shape, &file, files)?
    } else {
        parse_elements(element_type, shape, data)?
    };
    conform(tensor, expected)
}

/// Shape and element type of a text such as `4x2xf32`; `f32` alone has rank 0.
///
/// # Errors
/// `UnknownElementType`, `Dimension` and `Rank`.
pub fn parse_tensor_type(text: &str) -> Result<(Vec<u64>, ElementType), ValueError> {
    let mut shape = Vec::new();
    let mut rest = text;
    while let Some((dimension, after)) = rest.split_once('x')
        && dimension.starts_with(|c: char| c.is_ascii_digit() || "-+?".contains(c))
    {
        let is_number = dimension.bytes().all(|digit| digit.is_ascii_digit());
        let parsed = dimension.parse().ok().filter(|_| is_number);
        let error = || ValueError::Dimension { index: shape.len(), text: quoted(text), found: quoted(dimension) };
        let parsed = parsed.ok_or_else(error)?;
        if shape.len() == MAX_RANK {
            return Err(ValueError::Rank { found: MAX_RANK + 1 });
        }
        shape.push(parsed);
        rest = after;
    }
    Ok((shape, rest.parse()?))
}

/// Elements of a tensor, or one for all of them.
fn parse_elements(element_type: ElementType, shape: Vec<u64>, data: &str) -> Result<Tensor, ValueError> {
    let size_bytes = tensor_size_bytes(element_type, &shape)?;
    let tensor_type = format_tensor_type(element_type, &shape);
    let encoding = element_type.tensor_encoding()?;
    let expected = element_count(&shape).unwrap_or(u64::MAX);

    let mut bytes = reserve_bytes(element_type, &shape, size_bytes)?;
    let mut found = 0;
    let mut element = Vec::new();
    for literal in data.split(is_separator).filter(|literal| !literal.is_empty()) {
        // Elements in excess are counted for the message, not kept.
        if found < expected {
            element.clear();
            encode_literal(literal, element_type, encoding, &mut element).map_err(|accepted| ValueError::Element {
                index: found,
                tensor_type: tensor_type.clone(),
                expected: accepted,
                found: quoted(literal),
            })?;
            push_element(&mut bytes, found, element_type, &element);
        }
        found += 1;
    }
    match found {
        _ if found == expected => {}
        1 if expected > 1 => {
            for index in 1..expected {
                push_element(&mut bytes, index, element_type, &element);
            }
        }
        _ => {
            return Err(ValueError::ElementCount { tensor_type, expected, found });
        }
    }
    Tensor::new(element_type, shape, bytes)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '[' | ']')
}

/// Appends the element at flat position `index`, packing sub-byte types from the low bits up.
fn push_element(bytes: &mut Vec<u8>, index: u64, element_type: ElementType, element: &[u8]) {
    let shift = index.wrapping_mul(u64::from(element_type.bit_count())) % 8;
    match (shift, element, bytes.last_mut()) {
        (1.., &[low_bits], Some(last)) => *last |= low_bits << shift,
        _ => bytes.extend_from_slice(element),
    }
}

fn parse_scalar(text: &str, element_type: ElementType) -> Result<Scalar, ValueError> {
    let error = |expected| ValueError::Scalar { expected, found: quoted(text) };
    let mut bytes = Vec::new();
    let encoding = element_type.tensor_encoding()?;
    encode_literal(text, element_type, encoding, &mut bytes)
        .map_err(|accepted| error(format!("{accepted} for {element_type}")))?;
    Scalar::from_le_bytes(element_type, &bytes).ok_or_else(|| error(format!("a tensor, as {element_type} is no scalar type")))
}

/// A scalar whose type nothing but its text tells.
fn guess_scalar(text: &str) -> Result<Scalar, ValueError> {
    let element_type = match (text, parse_integer(text)) {
        ("true" | "false", _) => ElementType::I1,
        (_, Ok(value)) if i32::try_from(value).is_ok() => ElementType::I32,
        (_, Ok(_)) => ElementType::I64,
        _ => ElementType::F32,
    };
    parse_scalar(text, element_type).map_err(|_| ValueError::Scalar {
        expected: "a number, a tensor such as 4xf32=1,2,3,4 or a file such as @file.npy".to_owned(),
        found: quoted(text),
    })
}

/// The tensor as what is expected, as far as types allow.
fn conform(tensor: Tensor, expected: Option<ExpectedType>) -> Result<Value, ValueError> {
    match expected {
        None | Some(ExpectedType::AnyTensor) => Ok(Value::Tensor(tensor)),
        Some(ExpectedType::Tensor(element_type)) => Ok(Value::Tensor(tensor.retyped(element_type))),
        Some(ExpectedType::Scalar(element_type)) => {
            let tensor = tensor.retyped(element_type);
            let matches = tensor.shape().is_empty() && tensor.element_type() == element_type;
            let scalar = Scalar::from_le_bytes(element_type, tensor.bytes()).filter(|_| matches);
            scalar.map(Value::Scalar).ok_or_else(|| ValueError::Scalar {
                expected: format!("a scalar of type {element_type}"),
                found: format_tensor_type(tensor.element_type(), tensor.shape()),
            })
        }
    }
}

fn read_npy_file(file: &FileRef<'_>, files: &mut InputFiles) -> Result<Tensor, ValueError> {
    if !file.is_npy() {
        let expected = "a .npy file, or a shape and type in front of raw bytes as in 4xf32=@file.bin";
        return Err(ValueError::FileKind { expected, found: quoted(file.path) });
    }
    read_npy(files.reader(file)?).map_err(|cause| in_file(file, cause))
}

fn read_raw_file(
    element_type: ElementType,
    shape: Vec<u64>,
    file: &FileRef<'_>,
    files: &mut InputFiles,
) -> Result<Tensor, ValueError> {
    if file.is_npy() {
        // The file has a type of its own, which must be the one written.
        let tensor = read_npy_file(file, files)?.retyped(element_type);
        let (expected, found) =
            (format_tensor_type(element_type, &shape), format_tensor_type(tensor.element_type(), tensor.shape()));
        return if found == expected { Ok(tensor) } else { Err(in_file(file, ValueError::TensorType { expected, found })) };
    }
    let size_bytes = tensor_size_bytes(element_type, &shape)?;
    let mut bytes = Vec::new();
    let read = files.reader(file)?.take(size_bytes).read_to_end(&mut bytes);
    read.map_err(ValueError::Read).and_then(|_| Tensor::new(element_type, shape, bytes)).map_err(|cause| in_file(file, cause))
}

fn in_file(file: &FileRef<'_>, cause: ValueError) -> ValueError {
    ValueError::InFile { path: file.path.into(), cause: Box::new(cause) }
}
