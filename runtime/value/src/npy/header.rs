//! The header of an npy array: a Python dictionary of a type, an element order and a shape.
//!
//! The parser takes the dictionaries numpy writes in any version, with keys in any order; it is no
//! parser of Python. Input is untrusted.

use crate::ValueError;
use crate::element_type::ElementType;
use crate::error::quoted;
use crate::limits::MAX_RANK;

/// What a header says of its array.
#[derive(Debug, PartialEq)]
pub(super) struct Header {
    pub(super) dtype: Dtype,
    pub(super) element_order: ElementOrder,
    pub(super) shape: Vec<u64>,
}

/// Type and byte order of the elements, numpy's `descr`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dtype {
    pub(super) element_type: ElementType,
    pub(super) byte_order: ByteOrder,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ElementOrder {
    RowMajor,
    ColumnMajor,
}

/// numpy's names, kind and bytes, of the types both have.
const DTYPES: [(&str, ElementType); 14] = [
    ("b1", ElementType::I1),
    ("i1", ElementType::SI8),
    ("i2", ElementType::SI16),
    ("i4", ElementType::SI32),
    ("i8", ElementType::SI64),
    ("u1", ElementType::UI8),
    ("u2", ElementType::UI16),
    ("u4", ElementType::UI32),
    ("u8", ElementType::UI64),
    ("f2", ElementType::F16),
    ("f4", ElementType::F32),
    ("f8", ElementType::F64),
    ("c8", ElementType::CF64),
    ("c16", ElementType::CF128),
];

/// Names that numpy itself cannot load: `cf32` as IREE writes it, and an 8-bit float as ml_dtypes does.
const FOREIGN_DTYPES: [(&str, ElementType); 2] = [("c4", ElementType::CF32), ("f1", ElementType::F8E5M2)];

impl Dtype {
    fn parse(text: &str) -> Option<Self> {
        let (byte_order, name) = match text.split_at_checked(1)? {
            (">", name) => (ByteOrder::Big, name),
            ("<" | "|" | "=", name) => (ByteOrder::Little, name),
            _ => (ByteOrder::Little, text),
        };
        let known =
            DTYPES.iter().chain(&FOREIGN_DTYPES).find(|(known, _)| *known == name).map(|&(_, element_type)| element_type);
        let opaque = || {
            let bits = name.strip_prefix('V')?.parse::<u8>().ok()?.checked_mul(8)?;
            Some(ElementType::opaque(bits)).filter(|opaque| opaque.size_bytes().is_some())
        };
        Some(Self { element_type: known.or_else(opaque)?, byte_order })
    }
}

/// The `descr` to write for a type, little-endian.
///
/// # Errors
/// `NpyElementType` for types narrower than a byte.
pub(super) fn format_dtype(element_type: ElementType) -> Result<String, ValueError> {
    let size_bytes = element_type.size_bytes().ok_or(ValueError::NpyElementType { element_type })?;
    let signed = element_type.to_signed();
    match DTYPES.iter().find(|(_, known)| *known == signed) {
        Some((name, _)) => Ok(format!("{}{name}", if size_bytes == 1 { '|' } else { '<' })),
        None => Ok(format!("<V{size_bytes}")),
    }
}

/// Everything of a file of version 1.0 that comes before the elements.
pub(super) fn format_preamble(dtype: &str, shape: &[u64]) -> Vec<u8> {
    let dimensions: Vec<String> = shape.iter().map(u64::to_string).collect();
    let shape = match dimensions.as_slice() {
        [dimension] => format!("({dimension},)"),
        dimensions => format!("({})", dimensions.join(", ")),
    };
    let dictionary = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}");
    // Magic, version, length, dictionary and line end fill whole 64 bytes. With at most MAX_RANK
    // dimensions of 20 digits that is far less than the length field can hold.
    let header_size_bytes = (10 + dictionary.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header_size_bytes as u16).to_le_bytes());
    bytes.extend(format!("{dictionary:<width$}\n", width = header_size_bytes - 1).into_bytes());
    bytes
}

/// Parses the dictionary of a header.
///
/// # Errors
/// `Npy` with the place of the first thing that is not as numpy writes it, `Rank`.
pub(super) fn parse_header(header: &[u8]) -> Result<Header, ValueError> {
    let mut rest = header;
    let (mut dtype, mut element_order, mut shape) = (None, None, None);
    expect(&mut rest, b"{", "a dictionary `{...}`")?;
    while !take(&mut rest, b"}") {
        let key = parse_string(&mut rest).ok_or_else(|| error("a key in quotes or `}`", rest))?;
        expect(&mut rest, b":", "`:`")?;
        match key {
            b"descr" => dtype = Some(parse_dtype(&mut rest)?),
            b"fortran_order" => element_order = Some(parse_element_order(&mut rest)?),
            b"shape" => shape = Some(parse_shape(&mut rest)?),
            _ => return Err(error("the keys descr, fortran_order and shape", key)),
        }
        if !take(&mut rest, b",") {
            expect(&mut rest, b"}", "`,` or `}`")?;
            break;
        }
    }
    if !rest.trim_ascii().is_empty() {
        return Err(error("nothing after the dictionary", rest));
    }
    match (dtype, element_order, shape) {
        (Some(dtype), Some(element_order), Some(shape)) => Ok(Header { dtype, element_order, shape }),
        _ => Err(error("the keys descr, fortran_order and shape", header)),
    }
}

fn parse_dtype(rest: &mut &[u8]) -> Result<Dtype, ValueError> {
    let expected = "a type such as '<f4' (b1, i1 to i8, u1 to u8, f2 to f8, c8, c16 or V1 to V31)";
    let start = *rest;
    let text = parse_string(rest).ok_or_else(|| error(expected, start))?;
    str::from_utf8(text).ok().and_then(Dtype::parse).ok_or_else(|| error(expected, text))
}

fn parse_element_order(rest: &mut &[u8]) -> Result<ElementOrder, ValueError> {
    if take(rest, b"False") {
        Ok(ElementOrder::RowMajor)
    } else if take(rest, b"True") {
        Ok(ElementOrder::ColumnMajor)
    } else {
        Err(error("True or False", rest))
    }
}

fn parse_shape(rest: &mut &[u8]) -> Result<Vec<u64>, ValueError> {
    let mut shape = Vec::new();
    expect(rest, b"(", "a shape `(...)`")?;
    while !take(rest, b")") {
        if shape.len() == MAX_RANK {
            return Err(ValueError::Rank { found: MAX_RANK + 1 });
        }
        shape.push(parse_dimension(rest)?);
        if !take(rest, b",") {
            expect(rest, b")", "`,` or `)`")?;
            break;
        }
    }
    Ok(shape)
}

fn parse_dimension(rest: &mut &[u8]) -> Result<u64, ValueError> {
    let text = rest.trim_ascii_start();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, after) = text.split_at(digits);
    let dimension = str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    *rest = after;
    // Python 2 wrote long integers as `4L`.
    take(rest, b"L");
    dimension.ok_or_else(|| error("a dimension from 0 to 2^64 - 1", text))
}

/// A string in single or double quotes, without escapes, which no key or type has.
fn parse_string<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (quote, text) = rest.trim_ascii_start().split_first()?;
    let end = text.iter().position(|byte| byte == quote).filter(|_| matches!(quote, b'\'' | b'"'))?;
    let (string, after) = text.split_at(end);
    *rest = after.get(1..)?;
    Some(string)
}

/// Whether `token` came next; if so it is consumed, with the spaces before it.
fn take(rest: &mut &[u8], token: &[u8]) -> bool {
    let after = rest.trim_ascii_start().strip_prefix(token);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

fn expect(rest: &mut &[u8], token: &[u8], expected: &'static str) -> Result<(), ValueError> {
    if take(rest, token) { Ok(()) } else { Err(error(expected, rest)) }
}

fn error(expected: &'static str, found: &[u8]) -> ValueError {
    let found = match found.trim_ascii() {
        [] => "the end of the header".to_owned(),
        found => format!("`{}`", quoted(&String::from_utf8_lossy(found))),
    };
    ValueError::Npy { expected, found }
}
