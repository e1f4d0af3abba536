//! Flatbuffers, as much as VKE1 needs: a checked reader and a deterministic writer.
//!
//! Invariant: reading never leaves the buffer, whatever the offsets say, and the number of vector elements decoded is
//! bounded ([`MAX_VECTOR_ELEMENTS`]) even when many tables share one vector. Generated readers need `unsafe`, which
//! this crate forbids. Field numbers, defaults and meaning are the caller's.

use std::borrow::Cow;
use std::cell::Cell;

use crate::error::{ExecutableError, check_limit};
use crate::limits::{MAX_STRING_BYTES, MAX_VECTOR_ELEMENTS};

/// One field of a table: its vtable slot and its name in the schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    slot: usize,
    name: &'static str,
}

/// The field of that slot and name.
pub(crate) const fn field(slot: usize, name: &'static str) -> Field {
    Field { slot, name }
}

/// The bytes of a flatbuffer and what is left of its element budget.
pub(crate) struct Buffer<'a> {
    bytes: &'a [u8],
    elements_left: Cell<usize>,
}

/// A table whose vtable and fixed part lie inside the buffer.
pub(crate) struct Table<'a, 'b> {
    buffer: &'b Buffer<'a>,
    position: usize,
    size_bytes: usize,
    /// The 16-bit field offsets of the vtable, without its two sizes.
    offsets: &'a [u8],
}

struct Vector<'a> {
    position: usize,
    bytes: &'a [u8],
}

impl<'a> Buffer<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, elements_left: Cell::new(MAX_VECTOR_ELEMENTS) }
    }

    /// The root table, if the file identifier matches.
    pub(crate) fn root(&self, identifier: [u8; 4]) -> Result<Table<'a, '_>, ExecutableError> {
        let found = self.array::<4>(4);
        if found != Some(identifier) {
            return Err(malformed_at_root(format_args!(
                "expected the file identifier {:?}, found {:?}",
                identifier.escape_ascii().to_string(),
                found.map(|found| found.escape_ascii().to_string())
            )));
        }
        self.follow(0)
            .and_then(|position| self.table_at(position))
            .ok_or_else(|| malformed_at_root("expected a root table inside the buffer"))
    }

    fn array<const N: usize>(&self, position: usize) -> Option<[u8; N]> {
        self.bytes.get(position..)?.first_chunk().copied()
    }

    /// The position that the unsigned offset stored at `position` points at.
    fn follow(&self, position: usize) -> Option<usize> {
        let offset = u32::from_le_bytes(self.array(position)?);
        position.checked_add(usize::try_from(offset).ok()?)
    }

    fn table_at(&self, position: usize) -> Option<Table<'a, '_>> {
        let to_vtable = i64::from(i32::from_le_bytes(self.array(position)?));
        let vtable = i64::try_from(position).ok()?.checked_sub(to_vtable)?;
        let vtable = self.bytes.get(usize::try_from(vtable).ok()?..)?;
        let (sizes, _) = vtable.split_first_chunk::<4>()?;
        let vtable_bytes = usize::from(u16::from_le_bytes([sizes[0], sizes[1]]));
        let size_bytes = usize::from(u16::from_le_bytes([sizes[2], sizes[3]]));
        self.bytes.get(position..).filter(|rest| rest.len() >= size_bytes)?;
        Some(Table { buffer: self, position, size_bytes, offsets: vtable.get(4..vtable_bytes)? })
    }
}

impl<'a, 'b> Table<'a, 'b> {
    pub(crate) fn u8(&self, field: Field, default: u8) -> Result<u8, ExecutableError> {
        Ok(self.scalar(field)?.map_or(default, u8::from_le_bytes))
    }

    pub(crate) fn u32(&self, field: Field, default: u32) -> Result<u32, ExecutableError> {
        Ok(self.scalar(field)?.map_or(default, u32::from_le_bytes))
    }

    pub(crate) fn i32(&self, field: Field, default: i32) -> Result<i32, ExecutableError> {
        Ok(self.scalar(field)?.map_or(default, i32::from_le_bytes))
    }

    pub(crate) fn u64(&self, field: Field, default: u64) -> Result<u64, ExecutableError> {
        Ok(self.scalar(field)?.map_or(default, u64::from_le_bytes))
    }

    /// A string of at most [`MAX_STRING_BYTES`].
    pub(crate) fn string(&self, field: Field) -> Result<Option<&'a str>, ExecutableError> {
        let Some(vector) = self.vector(field, 1)? else {
            return Ok(None);
        };
        check_limit(field.name, "bytes of text", vector.bytes.len(), MAX_STRING_BYTES)?;
        match std::str::from_utf8(vector.bytes) {
            Ok(text) => Ok(Some(text)),
            Err(error) => Err(ExecutableError::malformed(field.name, format_args!("expected UTF-8 text, found {error}"))),
        }
    }

    /// A vector of scalars of `scalar_bytes` each, borrowed as it lies in the buffer.
    pub(crate) fn bytes(&self, field: Field, scalar_bytes: usize) -> Result<&'a [u8], ExecutableError> {
        let vector = self.vector(field, scalar_bytes)?;
        Ok(vector.map_or(&[][..], |vector| vector.bytes))
    }

    /// A vector of `N`-byte scalars or structs.
    pub(crate) fn structs<const N: usize>(&self, field: Field, limit: usize) -> Result<Vec<[u8; N]>, ExecutableError> {
        let bytes = self.bytes(field, N)?;
        let (elements, _) = bytes.as_chunks::<N>();
        self.spend(field, elements.len(), limit)?;
        Ok(elements.to_vec())
    }

    /// The table a field points at.
    pub(crate) fn table(&self, field: Field) -> Result<Option<Table<'a, 'b>>, ExecutableError> {
        let Some(position) = self.field_position(field, 4)? else {
            return Ok(None);
        };
        let buffer = self.buffer;
        let table = buffer.follow(position).and_then(|position| buffer.table_at(position));
        table.map(Some).ok_or_else(|| outside(field.name, "a table"))
    }

    /// Reads each table of a vector; errors name the element.
    pub(crate) fn tables<T>(
        &self,
        field: Field,
        limit: usize,
        read: impl Fn(Table<'a, 'b>) -> Result<T, ExecutableError>,
    ) -> Result<Vec<T>, ExecutableError> {
        let Some(vector) = self.vector(field, 4)? else {
            return Ok(Vec::new());
        };
        let count = vector.bytes.len() / 4;
        self.spend(field, count, limit)?;
        let buffer = self.buffer;
        (0..count)
            .map(|index| {
                let name = field.name;
                let table = buffer
                    .follow(vector.position + 4 * index)
                    .and_then(|position| buffer.table_at(position))
                    .ok_or_else(|| outside(format_args!("{name}[{index}]"), "a table"))?;
                read(table).map_err(|error| error.within(format_args!("{name}[{index}]")))
            })
            .collect()
    }

    fn spend(&self, field: Field, count: usize, limit: usize) -> Result<(), ExecutableError> {
        check_limit(field.name, "elements", count, limit)?;
        let left = self.buffer.elements_left.get();
        check_limit(field.name, "more vector elements", count, left)?;
        self.buffer.elements_left.set(left - count);
        Ok(())
    }

    fn field_position(&self, field: Field, width_bytes: usize) -> Result<Option<usize>, ExecutableError> {
        let (offsets, _) = self.offsets.as_chunks::<2>();
        let offset = offsets.get(field.slot).copied().map(u16::from_le_bytes);
        match offset.map(usize::from) {
            None | Some(0) => Ok(None),
            Some(offset) if offset + width_bytes <= self.size_bytes => Ok(Some(self.position + offset)),
            Some(_) => Err(outside(field.name, "a field")),
        }
    }

    fn scalar<const N: usize>(&self, field: Field) -> Result<Option<[u8; N]>, ExecutableError> {
        match self.field_position(field, N)? {
            None => Ok(None),
            Some(position) => match self.buffer.array(position) {
                Some(bytes) => Ok(Some(bytes)),
                None => Err(outside(field.name, "a scalar")),
            },
        }
    }

    fn vector(&self, field: Field, element_bytes: usize) -> Result<Option<Vector<'a>>, ExecutableError> {
        let Some(position) = self.field_position(field, 4)? else {
            return Ok(None);
        };
        let buffer = self.buffer;
        let read = || {
            let start = buffer.follow(position)?;
            let count = usize::try_from(u32::from_le_bytes(buffer.array(start)?)).ok()?;
            let bytes = buffer.bytes.get(start + 4..)?.get(..count.checked_mul(element_bytes)?)?;
            Some(Vector { position: start + 4, bytes })
        };
        read().map(Some).ok_or_else(|| outside(field.name, "a vector"))
    }
}

fn malformed_at_root(message: impl std::fmt::Display) -> ExecutableError {
    ExecutableError::malformed("flatbuffer", message)
}

fn outside(path: impl std::fmt::Display, what: &str) -> ExecutableError {
    ExecutableError::malformed(path, format_args!("expected {what} inside the buffer, found it outside"))
}

/// What a field holds when it is written.
pub(crate) enum Value<'a> {
    /// Any scalar, zero-extended.
    Scalar(u64),
    String(&'a str),
    /// A vector of scalars or structs, as bytes.
    Vector {
        element_bytes: usize,
        bytes: Cow<'a, [u8]>,
    },
    Table(Fields<'a>),
    Tables(Vec<Fields<'a>>),
}

/// The present fields of a table to be written.
pub(crate) type Fields<'a> = Vec<(Field, Value<'a>)>;

/// Writes a root table with its file identifier. Equal input gives equal bytes.
///
/// Offsets are 32 bits wide: the caller refuses a result of 2 GiB or more.
pub(crate) fn write(identifier: [u8; 4], root: &Fields<'_>) -> Vec<u8> {
    let mut out = vec![0; 4];
    out.extend(identifier);
    let position = write_table(&mut out, root);
    store(&mut out, 0, (position as u32).to_le_bytes());
    out
}

/// Every field gets eight aligned bytes, whatever its width: a little space for no layout rules at all.
fn write_table(out: &mut Vec<u8>, fields: &Fields<'_>) -> usize {
    let offset = |index: usize| 8 + 8 * index;
    let slots = fields.iter().map(|(field, _)| field.slot + 1).max();
    let mut vtable = vec![0u16; 2 + slots.unwrap_or(0)];
    vtable[0] = 2 * vtable.len() as u16;
    vtable[1] = offset(fields.len()) as u16;
    for (index, (field, _)) in fields.iter().enumerate() {
        vtable[2 + field.slot] = offset(index) as u16;
    }

    pad(out, 8);
    let vtable_position = out.len();
    out.extend(vtable.iter().flat_map(|entry| entry.to_le_bytes()));
    pad(out, 8);
    let position = out.len();
    out.resize(position + offset(fields.len()), 0);
    store(out, position, ((position - vtable_position) as u32).to_le_bytes());
    for (index, (_, value)) in fields.iter().enumerate() {
        let at = position + offset(index);
        let bits = write_value(out, at, value);
        store(out, at, bits.to_le_bytes());
    }
    position
}

/// What the field at `at` holds: its scalar, or the offset to its contents, which are appended.
fn write_value(out: &mut Vec<u8>, at: usize, value: &Value<'_>) -> u64 {
    let start = match value {
        Value::Scalar(bits) => return *bits,
        Value::Table(fields) => write_table(out, fields),
        Value::Tables(tables) => {
            let start = write_vector(out, tables.len(), &vec![0; 4 * tables.len()]);
            for (index, fields) in tables.iter().enumerate() {
                let at = start + 4 + 4 * index;
                let distance = write_table(out, fields) - at;
                store(out, at, (distance as u32).to_le_bytes());
            }
            start
        }
        Value::String(text) => {
            let start = write_vector(out, text.len(), text.as_bytes());
            out.push(0);
            start
        }
        Value::Vector { element_bytes, bytes } => write_vector(out, bytes.len() / element_bytes, bytes),
    };
    (start - at) as u64
}

fn write_vector(out: &mut Vec<u8>, count: usize, bytes: &[u8]) -> usize {
    pad(out, 4);
    let start = out.len();
    out.extend((count as u32).to_le_bytes());
    out.extend_from_slice(bytes);
    start
}

fn store<const N: usize>(out: &mut [u8], at: usize, bytes: [u8; N]) {
    out[at..at + N].copy_from_slice(&bytes);
}

fn pad(out: &mut Vec<u8>, alignment: usize) {
    out.resize(out.len().next_multiple_of(alignment), 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBER: Field = field(0, "number");
    const NAME: Field = field(2, "name");
    const CHILDREN: Field = field(3, "children");
    const PAIRS: Field = field(4, "pairs");

    fn example() -> Vec<u8> {
        let child = |number| vec![(NUMBER, Value::Scalar(number))];
        write(
            *b"TEST",
            &vec![
                (NUMBER, Value::Scalar(u64::MAX)),
                (NAME, Value::String("nämlich")),
                (CHILDREN, Value::Tables(vec![child(7), child(9)])),
                (PAIRS, Value::Vector { element_bytes: 2, bytes: vec![1, 2, 3, 4].into() }),
            ],
        )
    }

    /// Reader and writer agree about every kind of field, and about absent ones.
    #[test]
    fn reads_what_it_writes() {
        let bytes = example();
        let buffer = Buffer::new(&bytes);
        let root = buffer.root(*b"TEST").unwrap();
        assert_eq!(root.u64(NUMBER, 0).unwrap(), u64::MAX);
        assert_eq!(root.u32(field(1, "absent"), 5).unwrap(), 5);
        assert_eq!(root.string(NAME).unwrap(), Some("nämlich"));
        let children = root.tables(CHILDREN, 2, |child| child.u32(NUMBER, 0));
        assert_eq!(children.unwrap(), [7, 9]);
        assert_eq!(root.structs::<2>(PAIRS, 9).unwrap(), [[1, 2], [3, 4]]);
        assert_eq!(root.u8(field(9, "beyond the vtable"), 3).unwrap(), 3);
    }

    /// Errors name the element and the field they are about.
    #[test]
    fn errors_carry_paths() {
        let bytes = example();
        let buffer = Buffer::new(&bytes);
        let root = buffer.root(*b"TEST").unwrap();
        let error = root.tables(CHILDREN, 1, |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "children: expected at most 1 elements, found 2");
        let wrong = |child: Table<'_, '_>| child.string(NUMBER).map(|_| ());
        let error = root.tables(CHILDREN, 2, wrong).unwrap_err();
        assert_eq!(error.path(), "children[0].number");
        assert!(buffer.root(*b"ABCD").is_err());
    }

    /// Many tables that share one long vector cannot make a small file decode into gigabytes.
    #[test]
    fn shared_vectors_are_budgeted() {
        let bytes = write(
            *b"TEST",
            &vec![(PAIRS, Value::Vector { element_bytes: 2, bytes: vec![0; 2 * (MAX_VECTOR_ELEMENTS / 2 + 1)].into() })],
        );
        let buffer = Buffer::new(&bytes);
        let root = buffer.root(*b"TEST").unwrap();
        assert!(root.structs::<2>(PAIRS, MAX_VECTOR_ELEMENTS).is_ok());
        assert!(root.structs::<2>(PAIRS, MAX_VECTOR_ELEMENTS).is_err());
    }

    /// Whatever one byte of the file says, reading stays inside and returns.
    #[test]
    fn survives_any_byte_change() {
        let bytes = example();
        for position in 0..bytes.len() {
            for value in [0, 1, 4, 0x7F, 0x80, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[position] = value;
                let buffer = Buffer::new(&bytes);
                let Ok(root) = buffer.root(*b"TEST") else {
                    continue;
                };
                let _ = root.u64(NUMBER, 0);
                let _ = root.string(NAME);
                let _ = root.tables(CHILDREN, 9, |child| child.u32(NUMBER, 0));
                let _ = root.structs::<2>(PAIRS, 9);
            }
        }
    }
}
