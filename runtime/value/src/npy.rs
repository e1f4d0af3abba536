//! The `.npy` format of numpy, versions 1.0 to 3.0, read and written.
//!
//! Reading turns big-endian and Fortran-order arrays into the layout of a [`Tensor`]. Writing gives
//! the bytes IREE's tools write where numpy can load them; types numpy lacks (`bf16`, 8-bit floats,
//! `cf32`) become raw `<V2`, as ml_dtypes does. Memory grows with the bytes a file has, not with
//! those its header promises.

mod header;

use std::io::Read;

use crate::element_type::Encoding;
use crate::limits::MAX_NPY_HEADER_SIZE_BYTES;
use crate::tensor::{reserve_bytes, tensor_size_bytes};
use crate::{Tensor, ValueError};
use header::{ByteOrder, ElementOrder, format_dtype, format_preamble, parse_header};

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Reads one array and leaves `reader` behind it, where the next may follow.
///
/// Integers other than numpy's `b1` come as `si` and `ui` types, `V2` and the like as opaque ones.
///
/// # Errors
/// `Npy` for what is not of the format or of no type the HAL has, `TooLarge`, `Rank`, `OutOfMemory`,
/// `ByteCount` if the file ends early, and `Read`.
pub fn read_npy(reader: &mut impl Read) -> Result<Tensor, ValueError> {
    let [magic @ .., major, _minor] = read_array::<8>(reader, "an array beginning with \\x93NUMPY")?;
    if magic != *MAGIC {
        return Err(npy_error("an array beginning with \\x93NUMPY", format!("{:?}", magic.escape_ascii().to_string())));
    }
    let header_size_bytes = match major {
        1 => u32::from(u16::from_le_bytes(read_array(reader, "a header length")?)),
        2 | 3 => u32::from_le_bytes(read_array(reader, "a header length")?),
        _ => return Err(npy_error("version 1, 2 or 3", format!("version {major}"))),
    };
    if header_size_bytes > MAX_NPY_HEADER_SIZE_BYTES {
        return Err(npy_error(
            "a header within the limit",
            format!("{header_size_bytes} bytes, with a limit of {MAX_NPY_HEADER_SIZE_BYTES}"),
        ));
    }
    let header = read_bytes(reader, u64::from(header_size_bytes))?;
    if header.len() < header_size_bytes as usize {
        return Err(npy_error("a whole header", format!("{} of {header_size_bytes} bytes", header.len())));
    }
    let header = parse_header(&header)?;
    let element_type = header.dtype.element_type;
    let bytes = read_bytes(reader, tensor_size_bytes(element_type, &header.shape)?)?;
    let mut tensor = Tensor::new(element_type, header.shape, bytes)?;
    if header.dtype.byte_order == ByteOrder::Big {
        tensor = swap_bytes(tensor)?;
    }
    match header.element_order {
        ElementOrder::RowMajor => Ok(tensor),
        ElementOrder::ColumnMajor => row_major(tensor),
    }
}

/// The array as the bytes of a file of version 1.0.
///
/// # Errors
/// `NpyElementType` for sub-byte types, `OutOfMemory`.
pub fn encode_npy(tensor: &Tensor) -> Result<Vec<u8>, ValueError> {
    let preamble = format_preamble(&format_dtype(tensor.element_type())?, tensor.shape());
    let size_bytes = (preamble.len() as u64).saturating_add(tensor.bytes().len() as u64);
    let mut bytes = reserve_bytes(tensor.element_type(), tensor.shape(), size_bytes)?;
    bytes.extend_from_slice(&preamble);
    bytes.extend_from_slice(tensor.bytes());
    Ok(bytes)
}

fn npy_error(expected: &'static str, found: String) -> ValueError {
    ValueError::Npy { expected, found }
}

fn read_array<const N: usize>(reader: &mut impl Read, expected: &'static str) -> Result<[u8; N], ValueError> {
    let bytes = read_bytes(reader, N as u64)?;
    let found = match bytes.len() {
        0 => "the end of the file".to_owned(),
        size => format!("the last {size} bytes of the file"),
    };
    bytes.try_into().map_err(|_| npy_error(expected, found))
}

/// Up to `size_bytes` bytes, fewer at the end of the file.
fn read_bytes(reader: &mut impl Read, size_bytes: u64) -> Result<Vec<u8>, ValueError> {
    let mut bytes = Vec::new();
    reader.take(size_bytes).read_to_end(&mut bytes).map_err(ValueError::Read)?;
    Ok(bytes)
}

/// The tensor with the bytes of each number reversed.
fn swap_bytes(tensor: Tensor) -> Result<Tensor, ValueError> {
    let element_type = tensor.element_type();
    let number_size_bytes = match (element_type.encoding(), element_type.size_bytes()) {
        (Some(Encoding::Complex(format)), _) => format.size_bytes(),
        (Some(Encoding::Integer(_) | Encoding::Float(_)), Some(size_bytes)) => size_bytes,
        _ => return Ok(tensor),
    };
    let shape = tensor.shape().to_vec();
    let mut bytes = tensor.into_bytes();
    bytes.chunks_exact_mut(number_size_bytes).for_each(<[u8]>::reverse);
    Tensor::new(element_type, shape, bytes)
}

/// The tensor of the same shape whose elements `tensor` holds in column-major order.
fn row_major(tensor: Tensor) -> Result<Tensor, ValueError> {
    let (element_type, shape) = (tensor.element_type(), tensor.shape());
    let mut bytes = reserve_bytes(element_type, shape, tensor.bytes().len() as u64)?;
    let mut index = vec![0; shape.len()];
    let mut position = 0;
    for _ in 0..tensor.element_count() {
        bytes.extend_from_slice(tensor.element_bytes(position).unwrap_or_default());
        // The next index in row-major order, and its position in column-major order. A tensor with
        // elements has no zero dimension, so no product exceeds their number.
        let mut stride = shape.iter().product::<u64>();
        for (index, &dimension) in index.iter_mut().zip(shape).rev() {
            stride /= dimension;
            *index += 1;
            position += stride;
            if *index < dimension {
                break;
            }
            position -= stride * dimension;
            *index = 0;
        }
    }
    Tensor::new(element_type, shape.to_vec(), bytes)
}
