//! The bytes that an attribute stands for in a program's constants.
//!
//! Rules as in IREE: little-endian, densely packed; `i1` takes a byte; other integers below a byte share one, as many as fit
//! whole; integers between are widened to the next power of two; a composite is its parts one after another.

use crate::attrs::{Attr, AttrKind, DenseData};
use crate::blob::{dense_chunks, element_count, element_size, hex_chunks};
use crate::context::Context;
use crate::dialect_attrs::{DialectAttr, DialectAttrKind};
use crate::module::{Module, ResourceValue};
use crate::source::SourceRange;
use crate::types::{Type, TypeKind};

/// Bytes a resource blob begins with: its alignment.
const RESOURCE_HEADER_BYTES: usize = 4;
/// Zeros and patterns are written in pieces of this size.
const FILL_BYTES: usize = 4096;

/// How elements lie in memory.
#[derive(Clone, Copy)]
enum Packing {
    /// Each in this many bytes.
    Whole(usize),
    /// Each in `bits`, as many as fit whole into every chunk of `bytes`.
    Packed { bits: u32, bytes: usize },
}

impl Packing {
    fn of(ctx: &Context, element: Type) -> Option<Self> {
        let bits = match ctx.type_kind(element) {
            TypeKind::Integer { width, .. } => *width,
            TypeKind::Float(kind) => kind.bits(),
            _ => return element_size(ctx, element).map(Self::Whole),
        };
        Some(match bits {
            1 => Self::Whole(1),
            _ if bits.is_multiple_of(8) && (bits / 8).is_power_of_two() => Self::Whole(bits as usize / 8),
            _ => Self::Packed { bits, bytes: (bits as usize).div_ceil(8).next_power_of_two() },
        })
    }

    fn size(self, count: u64) -> Option<u64> {
        match self {
            Self::Whole(bytes) => count.checked_mul(bytes as u64),
            Self::Packed { bits, bytes } => count.div_ceil(bytes as u64 * 8 / u64::from(bits)).checked_mul(bytes as u64),
        }
    }
}

/// Bytes of a value of `ty` in memory; `None` when it has no fixed size.
pub fn type_size(ctx: &Context, ty: Type) -> Option<u64> {
    match ctx.type_kind(ty) {
        TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. } => {
            Packing::of(ctx, *element)?.size(element_count(shape)?)
        }
        _ => Packing::of(ctx, ty)?.size(1),
    }
}

/// The number of bytes that `attr` stands for.
///
/// # Errors
/// Why it stands for none, in words.
pub fn storage_size(module: &Module, attr: Attr) -> Result<u64, String> {
    let ctx = &*module.ctx;
    let sized = |ty: Type| type_size(ctx, ty).ok_or_else(|| "expected a type of fixed size for constant data".to_owned());
    match ctx.attr_kind(attr) {
        AttrKind::String(bytes) | AttrKind::TypedString(bytes, _) => Ok(bytes.len() as u64),
        AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. } => sized(*ty),
        AttrKind::Dense { ty, data } if !matches!(data, DenseData::Attrs(_)) => sized(*ty),
        AttrKind::DenseResource { key, ty } => {
            let found = match resource(module, attr) {
                Some(ResourceValue::Hex(range)) => (range.length / 2).saturating_sub(RESOURCE_HEADER_BYTES) as u64,
                Some(ResourceValue::Bytes(_, bytes)) => bytes.len() as u64,
                _ => {
                    return Err(format!(
                        "expected a blob {:?} in the resource section at the end of the file, found none: was the text \
                         printed with its resources elided?",
                        ctx.str(*key)
                    ));
                }
            };
            match type_size(ctx, *ty) {
                Some(expected) if expected != found => {
                    Err(format!("expected {expected} bytes in the resource {:?}, found {found}", ctx.str(*key)))
                }
                _ => Ok(found),
            }
        }
        AttrKind::Dialect(DialectAttr { kind: DialectAttrKind::UtilComposite, params, .. }) => {
            let parts = params.get(1).copied().flatten().and_then(|list| ctx.array_value(list)).unwrap_or_default();
            let total = parts.iter().try_fold(0u64, |sum, &part| Ok::<_, String>(sum + storage_size(module, part)?))?;
            match ctx.attr_type(attr).and_then(|ty| type_size(ctx, ty)) {
                Some(stated) if stated != total => Err(format!("expected {stated} bytes of constant data, found {total}")),
                _ => Ok(total),
            }
        }
        AttrKind::Dialect(DialectAttr {
            kind: DialectAttrKind::UtilBytePattern | DialectAttrKind::UtilUninitialized,
            ty: Some(ty),
            ..
        }) => sized(*ty),
        _ => Err("expected constant data: a string, dense elements, a resource or a composite of these".to_owned()),
    }
}

/// Calls `each` with the bytes that `attr` stands for, in order, in pieces; together as many as [`storage_size`] says.
///
/// # Errors
/// The first error of `each`.
pub fn write_storage<E>(module: &Module, attr: Attr, each: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let ctx = &*module.ctx;
    match ctx.attr_kind(attr) {
        AttrKind::String(bytes) | AttrKind::TypedString(bytes, _) => each(bytes),
        AttrKind::Integer { value, ty } => {
            let size = type_size(ctx, *ty).unwrap_or(0) as usize;
            each(&value.to_le_bytes()[..size.min(16)])
        }
        AttrKind::Float { bits, ty } => {
            let size = type_size(ctx, *ty).unwrap_or(0) as usize;
            each(&bits.to_le_bytes()[..size.min(16)])
        }
        AttrKind::Dense { ty, .. } => write_dense(ctx, attr, *ty, each),
        AttrKind::DenseResource { .. } => match resource(module, attr) {
            Some(ResourceValue::Bytes(_, bytes)) => each(bytes),
            Some(ResourceValue::Hex(range)) => {
                let skip = (2 * RESOURCE_HEADER_BYTES).min(range.length);
                hex_chunks(ctx, SourceRange { start: range.start + skip, length: range.length - skip, ..*range }, each)
            }
            _ => Ok(()),
        },
        AttrKind::Dialect(DialectAttr { kind: DialectAttrKind::UtilComposite, params, .. }) => {
            let parts = params.get(1).copied().flatten().and_then(|list| ctx.array_value(list)).unwrap_or_default();
            parts.iter().try_for_each(|&part| write_storage(module, part, each))
        }
        AttrKind::Dialect(DialectAttr { params, ty, .. }) => {
            let pattern = params.first().copied().flatten().and_then(|p| ctx.int_value(p)).unwrap_or(0);
            fill(pattern as u8, ty.and_then(|ty| type_size(ctx, ty)).unwrap_or(0), each)
        }
        _ => Ok(()),
    }
}

fn fill<E>(byte: u8, mut left: u64, each: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let piece = [byte; FILL_BYTES];
    while left > 0 {
        let n = left.min(FILL_BYTES as u64);
        each(&piece[..n as usize])?;
        left -= n;
    }
    Ok(())
}

fn write_dense<E>(ctx: &Context, attr: Attr, ty: Type, each: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let element = crate::ops::rules::element(ctx, ty);
    let Some(Packing::Packed { bits, bytes }) = Packing::of(ctx, element) else {
        return dense_chunks(ctx, attr, each).unwrap_or(Ok(()));
    };
    let size = (bits as usize).div_ceil(8);
    let mut packer = Packer { bits, bytes, chunk: 0, used: 0, out: Vec::new() };
    // Elements lie in whole bytes here, but pieces of the source may end inside one.
    let mut rest = Vec::new();
    let written = dense_chunks(ctx, attr, |piece| {
        rest.extend_from_slice(piece);
        let whole = rest.len() / size * size;
        for element in rest[..whole].chunks_exact(size) {
            packer.push(element.iter().rev().fold(0, |n, &b| n << 8 | u128::from(b)));
        }
        rest.drain(..whole);
        each(&std::mem::take(&mut packer.out))
    });
    written.unwrap_or(Ok(()))?;
    packer.flush();
    each(&packer.out)
}

/// Puts narrow elements side by side, the first lowest.
struct Packer {
    bits: u32,
    bytes: usize,
    chunk: u128,
    used: u32,
    out: Vec<u8>,
}

impl Packer {
    fn push(&mut self, value: u128) {
        if self.used + self.bits > 8 * self.bytes as u32 {
            self.flush();
        }
        self.chunk |= (value & ((1 << self.bits) - 1)) << self.used;
        self.used += self.bits;
    }

    fn flush(&mut self) {
        if self.used > 0 {
            self.out.extend_from_slice(&self.chunk.to_le_bytes()[..self.bytes]);
            (self.chunk, self.used) = (0, 0);
        }
    }
}

fn resource(module: &Module, attr: Attr) -> Option<&ResourceValue> {
    let ctx = &*module.ctx;
    let AttrKind::DenseResource { key, .. } = ctx.attr_kind(attr) else { return None };
    let found = module.resources.iter().find(|r| r.key == *key && ctx.str(r.section) == "dialect_resources");
    found.map(|r| &r.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(text: &str) -> Result<Vec<u8>, String> {
        let ctx = Context::new();
        let source = format!("\"test.op\"() {{value = {text}}} : () -> ()\n{RESOURCES}");
        let module = crate::parse_module(&ctx, "test.mlir", Box::new(source.into_bytes())).map_err(|e| e.to_string())?;
        let op = module.first(module.body()).ok_or("no op")?;
        let attr = module.get_attr(op, "value").ok_or("no value")?;
        let size = storage_size(&module, attr)?;
        let mut bytes = Vec::new();
        let _ = write_storage(&module, attr, &mut |piece| {
            bytes.extend_from_slice(piece);
            Ok::<(), ()>(())
        });
        assert_eq!(size, bytes.len() as u64, "{text}");
        Ok(bytes)
    }

    const RESOURCES: &str = "{-# dialect_resources: { builtin: { blob: \"0x040000000102030405060708\" } } #-}";

    #[test]
    fn constants_are_packed_as_the_runtime_expects() {
        for (text, expected) in [
            ("\"abc\"", &b"abc"[..]),
            ("dense<[1, -2]> : tensor<2xi16>", &[1, 0, 0xFE, 0xFF]),
            ("dense<[true, false, true]> : tensor<3xi1>", &[1, 0, 1]),
            ("dense<[1, 2, -1]> : tensor<3xi4>", &[0x21, 0x0F]),
            ("dense<[1, 2, 3]> : tensor<3xi3>", &[0x11, 0x03]),
            ("dense<1> : tensor<3xi2>", &[0x15]),
            ("dense<[1, 2]> : tensor<2xi24>", &[1, 0, 0, 0, 2, 0, 0, 0]),
            ("dense<1.0> : tensor<2xf32>", &[0, 0, 0x80, 0x3F, 0, 0, 0x80, 0x3F]),
            ("dense_resource<blob> : tensor<2xi32>", &[1, 2, 3, 4, 5, 6, 7, 8]),
            (
                "#util.composite<10xi8, [dense<9> : tensor<2xi8>, dense_resource<blob> : tensor<8xi8>]>",
                &[9, 9, 1, 2, 3, 4, 5, 6, 7, 8],
            ),
            ("#util.byte_pattern<7> : tensor<3xi8>", &[7, 7, 7]),
            ("#util.uninitialized : tensor<1xi16>", &[0, 0]),
        ] {
            assert_eq!(bytes_of(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn missing_data_is_named() {
        let error = bytes_of("dense_resource<gone> : tensor<2xi32>").unwrap_err();
        assert!(error.contains("\"gone\"") && error.contains("resource section"), "{error}");
        let error = bytes_of("dense_resource<blob> : tensor<1xi32>").unwrap_err();
        assert_eq!(error, "expected 4 bytes in the resource \"blob\", found 8");
        let error = bytes_of("#util.composite<6xi8, [dense<1> : tensor<2xi8>]>").unwrap_err();
        assert_eq!(error, "expected 6 bytes of constant data, found 2");
    }
}
