//! Reads the chain of headers of an irpa file into an [`Archive`].
//!
//! Invariant: each header of a chain starts after the one before, so a chain ends. The alignment an
//! entry asks for is not checked: it is a promise to those who map a parameter in place.

use std::str;

use super::{ALIGNMENT_BYTES, ENTRY_HEADER_BYTES, HEADER_BYTES, KIND_DATA, KIND_EXTERNAL, KIND_SKIP, KIND_SPLAT, MAGIC};
use crate::archive::check_text;
use crate::bytes::{Cursor, outside, slice};
use crate::error::{ArchiveError, Container, Part, check_limit, invalid};
use crate::limits::{MAX_ENTRIES, MAX_IRPA_HEADERS};
use crate::{Archive, Entry, Pattern};

const HEADER: Part<'_> = Part::Named("irpa header");

#[derive(Clone, Copy)]
struct Span {
    offset_bytes: u64,
    length_bytes: u64,
}

struct Header {
    next_offset_bytes: u64,
    entry_count: u64,
    table: Span,
    names: Span,
    storage: Span,
}

/// One header with the bytes its entries refer to.
struct Segments<'a> {
    file: &'a [u8],
    base_bytes: u64,
    names: &'a [u8],
    storage: Span,
}

pub(crate) fn read(file: &[u8]) -> Result<Archive, ArchiveError> {
    let mut archive = Archive::default();
    let mut base_bytes = 0;
    let mut header_count = 0;
    let mut entry_count: u64 = 0;
    loop {
        header_count += 1;
        check_limit(HEADER, "linked headers", header_count, MAX_IRPA_HEADERS)?;
        let header = read_header(file, base_bytes)?;
        entry_count = entry_count.saturating_add(header.entry_count);
        check_limit(HEADER, "entries", entry_count, MAX_ENTRIES)?;
        read_entries(file, base_bytes, &header, &mut archive)?;
        if header.next_offset_bytes == 0 {
            return Ok(archive);
        }
        base_bytes = absolute(base_bytes, header.next_offset_bytes);
    }
}

/// A file offset from one relative to a header. One that saturates lies in no file and is found
/// out by the range check that follows.
fn absolute(base_bytes: u64, offset_bytes: u64) -> u64 {
    base_bytes.saturating_add(offset_bytes)
}

fn read_header(file: &[u8], base_bytes: u64) -> Result<Header, ArchiveError> {
    let mut cursor = Cursor::new(file, Container::File, HEADER, base_bytes);
    let magic = cursor.take(MAGIC.len() as u64)?;
    if magic != MAGIC.as_bytes() {
        return Err(ArchiveError::Magic { part: HEADER.to_string(), expected: MAGIC, found: magic.escape_ascii().to_string() });
    }
    let (major, minor) = (cursor.u16()?, cursor.u16()?);
    if (major, minor) != (0, 0) {
        return Err(ArchiveError::Version { format: "irpa", found: format!("{major}.{minor}"), expected: "0.0" });
    }
    let size_bytes = cursor.u64()?;
    if size_bytes != HEADER_BYTES {
        let expected = format!("a size of {HEADER_BYTES} bytes");
        return Err(invalid(HEADER, expected, size_bytes.to_string()));
    }
    let next_offset_bytes = cursor.u64()?;
    if !next_offset_bytes.is_multiple_of(ALIGNMENT_BYTES) {
        let expected = format!("the next header at a multiple of {ALIGNMENT_BYTES}");
        return Err(invalid(HEADER, expected, next_offset_bytes.to_string()));
    }
    let _flags = cursor.u64()?;
    Ok(Header {
        next_offset_bytes,
        entry_count: cursor.u64()?,
        table: read_span(&mut cursor)?,
        names: read_span(&mut cursor)?,
        storage: read_span(&mut cursor)?,
    })
}

fn read_span(cursor: &mut Cursor<'_>) -> Result<Span, ArchiveError> {
    Ok(Span { offset_bytes: cursor.u64()?, length_bytes: cursor.u64()? })
}

fn read_entries(file: &[u8], base_bytes: u64, header: &Header, archive: &mut Archive) -> Result<(), ArchiveError> {
    let table = segment(file, base_bytes, header.table, "irpa entry table")?;
    let segments = Segments {
        file,
        base_bytes,
        names: segment(file, base_bytes, header.names, "irpa metadata segment")?,
        // Its entries are compared with the file one by one, to name the first that is cut off.
        storage: header.storage,
    };
    let mut offset_bytes = 0;
    for number in 0..header.entry_count {
        let part = Part::Number(number);
        let size_bytes = Cursor::new(table, Container::EntryTable, part, offset_bytes).u64()?;
        let entry = slice(table, Container::EntryTable, part, offset_bytes, size_bytes)?;
        read_entry(entry, part, &segments, archive)?;
        // Cannot overflow: the entry lies inside a slice.
        offset_bytes += size_bytes.next_multiple_of(ALIGNMENT_BYTES);
    }
    Ok(())
}

/// The bytes of a segment. An empty one may claim to be anywhere.
fn segment<'a>(file: &'a [u8], base_bytes: u64, span: Span, name: &'static str) -> Result<&'a [u8], ArchiveError> {
    if span.length_bytes == 0 {
        return Ok(&[]);
    }
    let offset_bytes = absolute(base_bytes, span.offset_bytes);
    let part = Part::Named(name);
    slice(file, Container::File, part, offset_bytes, span.length_bytes)
}

fn read_entry(entry: &[u8], number: Part<'_>, segments: &Segments<'_>, archive: &mut Archive) -> Result<(), ArchiveError> {
    let mut cursor = Cursor::new(entry, Container::Entry, number, 0);
    let _size_bytes = cursor.u64()?;
    let kind = cursor.u32()?;
    let _flags = cursor.u64()?;
    let name_span = read_span(&mut cursor)?;
    let _metadata = read_span(&mut cursor)?;
    let _alignment_bytes = cursor.u64()?;
    if kind == KIND_SKIP {
        return Ok(());
    }
    let name = read_text(segments.names, name_span, number)?;
    let part = Part::Entry(name);
    let mut body = Cursor::new(entry, Container::Entry, part, ENTRY_HEADER_BYTES);
    let entry = match kind {
        KIND_SPLAT => read_splat(&mut body, part)?,
        KIND_DATA => read_data(&mut body, part, segments)?,
        KIND_EXTERNAL => {
            let path = read_span(&mut body)?;
            let range = read_span(&mut body)?;
            Entry::External {
                path: read_text(segments.names, path, part)?.to_owned(),
                offset_bytes: range.offset_bytes,
                length_bytes: range.length_bytes,
            }
        }
        _ => {
            let expected = "an entry of kind 0 (skip), 1 (splat), 2 (data) or 3 (external)";
            return Err(invalid(part, expected, kind.to_string()));
        }
    };
    archive.insert(name, entry)
}

fn read_text<'a>(names: &'a [u8], span: Span, part: Part<'_>) -> Result<&'a str, ArchiveError> {
    check_text(part, span.length_bytes)?;
    if span.length_bytes == 0 {
        return Ok("");
    }
    let text = slice(names, Container::MetadataSegment, part, span.offset_bytes, span.length_bytes)?;
    str::from_utf8(text).map_err(|_| invalid(part, "UTF-8 text", text.escape_ascii().to_string()))
}

fn read_splat(body: &mut Cursor<'_>, part: Part<'_>) -> Result<Entry, ArchiveError> {
    let length_bytes = body.u64()?;
    let padded: [u8; 16] = body.array()?;
    let pattern_bytes = body.u8()?;
    let pattern = padded.get(..usize::from(pattern_bytes)).and_then(Pattern::new).ok_or_else(|| {
        let expected = "a pattern of 1, 2, 4, 8 or 16 bytes";
        invalid(part, expected, pattern_bytes.to_string())
    })?;
    Entry::splat(part, pattern, length_bytes)
}

fn read_data(body: &mut Cursor<'_>, part: Part<'_>, segments: &Segments<'_>) -> Result<Entry, ArchiveError> {
    let span = read_span(body)?;
    let storage = segments.storage;
    let fits = storage.length_bytes.checked_sub(span.offset_bytes).is_some_and(|rest_bytes| span.length_bytes <= rest_bytes);
    if span.length_bytes != 0 && !fits {
        return Err(outside(part, span.offset_bytes, span.length_bytes, Container::StorageSegment, storage.length_bytes));
    }
    let offset_bytes = absolute(absolute(segments.base_bytes, storage.offset_bytes), span.offset_bytes);
    Entry::data(segments.file, part, offset_bytes, span.length_bytes)
}
