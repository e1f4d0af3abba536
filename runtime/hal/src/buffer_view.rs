//! Buffer views: buffers with an element type, an encoding and a shape.

use smallvec::SmallVec;

use crate::buffer::Buffer;
use crate::recycled::{Recycle, Recycled, Shelf};
use crate::status::{Result, bail};

/// The encoding of everything: rows one after another, the last dimension contiguous.
pub const ENCODING_DENSE_ROW_MAJOR: u32 = 1;
/// An encoding nothing is known of.
pub const ENCODING_OPAQUE: u32 = 0;

/// A buffer with type and shape. Copies share the buffer.
#[derive(Clone)]
pub struct BufferView(Recycled<View>);

#[derive(Debug)]
struct View {
    buffer: Buffer,
    element_type: u32,
    encoding_type: u32,
    shape: SmallVec<[u64; 6]>,
}

impl Recycle for View {
    fn shelf() -> &'static Shelf<Self> {
        static SHELF: Shelf<View> = Shelf::new();
        &SHELF
    }
}

impl std::fmt::Debug for BufferView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("BufferView").field(&*self.0).finish()
    }
}

/// Most dimensions of a view.
pub const MAX_RANK: usize = 128;

impl BufferView {
    /// A view of all of `buffer`.
    ///
    /// # Errors
    /// When there are too many dimensions.
    pub fn new(buffer: Buffer, element_type: u32, encoding_type: u32, shape: &[u64]) -> Result<Self> {
        if shape.len() > MAX_RANK {
            bail!(InvalidArgument, "expected at most {MAX_RANK} dimensions, found {}", shape.len());
        }
        Ok(Self(Recycled::new(View { buffer, element_type, encoding_type, shape: shape.into() })))
    }

    /// The buffer.
    pub fn buffer(&self) -> &Buffer {
        &self.0.buffer
    }

    /// The number of the element type.
    pub fn element_type(&self) -> u32 {
        self.0.element_type
    }

    /// The number of the encoding.
    pub fn encoding_type(&self) -> u32 {
        self.0.encoding_type
    }

    /// Extents, outermost first.
    pub fn shape(&self) -> &[u64] {
        &self.0.shape
    }

    /// Whether both are the same view.
    pub fn is_same(&self, other: &Self) -> bool {
        Recycled::ptr_eq(&self.0, &other.0)
    }

    /// The check of `hal.buffer_view.assert`. Extents of `u64::MAX` (-1) match any. `message` says which view.
    ///
    /// # Errors
    /// The first of encoding, element type, rank and extents that does not match: expected and found.
    pub fn assert(&self, message: &str, element_type: u32, encoding_type: u32, shape: &[u64]) -> Result<()> {
        let view = &self.0;
        if view.encoding_type != encoding_type && view.encoding_type != ENCODING_OPAQUE && encoding_type != ENCODING_OPAQUE {
            bail!(
                InvalidArgument,
                "{message} encoding mismatch; expected {encoding_type:08X} but have {:08X}",
                view.encoding_type
            );
        }
        if !types_match(view.element_type, element_type) {
            bail!(
                InvalidArgument,
                "{message} element type mismatch; expected {} ({element_type:08X}) but have {} ({:08X})",
                type_name(element_type),
                type_name(view.element_type),
                view.element_type
            );
        }
        let both = || format!("expected shape `{}`, actual shape `{}`", shape_text(shape), shape_text(&view.shape));
        if shape.len() != view.shape.len() {
            let rank = |n: usize| if n == 0 { "0 (scalar)".to_owned() } else { n.to_string() };
            bail!(
                InvalidArgument,
                "{message} shape rank mismatch; expected {} but have {}; {}",
                rank(shape.len()),
                rank(view.shape.len()),
                both()
            );
        }
        for (i, (&want, &have)) in shape.iter().zip(&view.shape).enumerate() {
            if want != u64::MAX && want != have {
                bail!(InvalidArgument, "{message} shape dimension {i} mismatch; expected {want} but have {have}; {}", both());
            }
        }
        Ok(())
    }
}

/// Numerical kinds in the upper byte of an element type.
const INTEGER_KIND: u32 = 0x10;

/// Opaque types match any of their width; integers of one width match whatever their sign.
fn types_match(a: u32, b: u32) -> bool {
    let (kind_a, kind_b) = (a >> 24, b >> 24);
    let is_integer = |kind: u32| kind & 0xF0 == INTEGER_KIND && kind != 0x13;
    a == b || kind_a == 0 || kind_b == 0 || (a & 0xFF_FFFF == b & 0xFF_FFFF && is_integer(kind_a) && is_integer(kind_b))
}

fn shape_text(shape: &[u64]) -> String {
    let dims: Vec<String> = shape.iter().map(|&d| if d == u64::MAX { "?".to_owned() } else { d.to_string() }).collect();
    dims.join("x")
}

/// The name of an element type's number.
fn type_name(number: u32) -> String {
    let bits = number & 0xFF;
    match number >> 24 {
        0x10 => format!("i{bits}"),
        0x11 => format!("si{bits}"),
        0x12 => format!("ui{bits}"),
        0x13 => "i1".to_owned(),
        0x21 => format!("f{bits}"),
        0x22 => format!("bf{bits}"),
        0x23 => format!("cf{bits}"),
        0x24 => "f8E5M2".to_owned(),
        0x25 => "f8E4M3FN".to_owned(),
        0x26 => "f8E5M2FNUZ".to_owned(),
        0x27 => "f8E4M3FNUZ".to_owned(),
        0x28 => "f8E8M0FNU".to_owned(),
        _ => format!("x{bits}"),
    }
}
