//! Writes irpa files of one header: the table, the names, the parameters.
//!
//! For an archive with data the bytes are those IREE's own `iree-create-parameters` writes, less its
//! padding of the file to whole pages.

use std::io::Write;

use super::{ALIGNMENT_BYTES, ENTRY_HEADER_BYTES, HEADER_BYTES, KIND_DATA, KIND_SPLAT, MAGIC};
use crate::error::{ArchiveError, Part, check_limit};
use crate::limits::MAX_WRITTEN_DATA_BYTES;
use crate::{Archive, Entry, Pattern};

/// Parameters start at multiples of this in the file, as those IREE writes do.
const DATA_ALIGNMENT_BYTES: u64 = 64;

/// A parameter to write.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// Its bytes.
    Data(&'a [u8]),
    /// A pattern and the length it is repeated to. Takes no room in the file.
    Splat {
        /// What is repeated.
        pattern: Pattern,
        /// Size of the parameter, a multiple of the pattern's.
        length_bytes: u64,
    },
}

/// What precedes the parameters, under construction.
#[derive(Default)]
struct Layout {
    /// The same entries, to have names checked as a reader would.
    index: Archive,
    table: Vec<u8>,
    names: Vec<u8>,
    storage_bytes: u64,
}

/// Writes an archive of the named parameters, in their order, and flushes `out`.
///
/// # Errors
///
/// `Duplicate`, `Limit` and `Invalid` before anything is written; `Write` when `out` fails.
pub fn write_irpa(entries: &[(&str, Content<'_>)], mut out: impl Write) -> Result<(), ArchiveError> {
    let mut layout = Layout::default();
    for &(name, content) in entries {
        place(&mut layout, name, content)?;
    }
    out.write_all(&encode_head(layout))?;
    let mut previous_bytes = 0;
    for (_, content) in entries {
        if let Content::Data(data) = content {
            out.write_all(padding(previous_bytes))?;
            out.write_all(data)?;
            previous_bytes = data.len();
        }
    }
    Ok(out.flush()?)
}

fn place(layout: &mut Layout, name: &str, content: Content<'_>) -> Result<(), ArchiveError> {
    let part = Part::Entry(name);
    let (entry, kind, alignment_bytes, body) = match content {
        Content::Data(data) => {
            let length_bytes = data.len() as u64;
            let offset_bytes = layout.storage_bytes.next_multiple_of(DATA_ALIGNMENT_BYTES);
            layout.storage_bytes = offset_bytes.saturating_add(length_bytes);
            let (found, limit) = (layout.storage_bytes, MAX_WRITTEN_DATA_BYTES);
            check_limit(part, "bytes of data so far", found, limit)?;
            let entry = Entry::Data { offset_bytes, length_bytes };
            let body = words(&[offset_bytes, length_bytes]);
            (entry, KIND_DATA, DATA_ALIGNMENT_BYTES, body)
        }
        Content::Splat { pattern, length_bytes } => {
            let entry = Entry::splat(part, pattern, length_bytes)?;
            let mut body = words(&[length_bytes]);
            let pattern = pattern.as_bytes();
            body.extend_from_slice(pattern);
            body.resize(8 + 16, 0);
            body.push(pattern.len() as u8);
            (entry, KIND_SPLAT, 0, body)
        }
    };
    layout.index.insert(name, entry)?;

    let table = &mut layout.table;
    pad(table, ALIGNMENT_BYTES);
    table.extend(words(&[ENTRY_HEADER_BYTES + body.len() as u64]));
    table.extend(kind.to_le_bytes());
    let (flags, metadata) = (0, [0, 0]);
    table.extend(words(&[flags]));
    table.extend(words(&[layout.names.len() as u64, name.len() as u64]));
    table.extend(words(&metadata));
    table.extend(words(&[alignment_bytes]));
    table.extend(body);
    layout.names.extend(name.as_bytes());
    Ok(())
}

/// Header, table and names, padded to where the parameters start. The limits on entries and names
/// keep all sizes here small.
fn encode_head(layout: Layout) -> Vec<u8> {
    let table_offset_bytes = HEADER_BYTES.next_multiple_of(ALIGNMENT_BYTES);
    let (table_bytes, names_bytes) = (layout.table.len() as u64, layout.names.len() as u64);
    let names_offset_bytes = table_offset_bytes + table_bytes;
    let names_end_bytes = names_offset_bytes + names_bytes;
    let storage_offset_bytes = names_end_bytes.next_multiple_of(DATA_ALIGNMENT_BYTES);
    let (next_offset_bytes, flags) = (0, 0);

    let mut head = MAGIC.as_bytes().to_vec();
    head.extend([0; 4]); // version 0.0
    head.extend(words(&[HEADER_BYTES, next_offset_bytes, flags]));
    head.extend(words(&[layout.index.len() as u64]));
    head.extend(words(&[table_offset_bytes, table_bytes]));
    head.extend(words(&[names_offset_bytes, names_bytes]));
    head.extend(words(&[storage_offset_bytes, layout.storage_bytes]));
    pad(&mut head, ALIGNMENT_BYTES);
    head.extend(layout.table);
    head.extend(layout.names);
    pad(&mut head, DATA_ALIGNMENT_BYTES);
    head
}

fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn pad(bytes: &mut Vec<u8>, alignment_bytes: u64) {
    bytes.resize(bytes.len().next_multiple_of(alignment_bytes as usize), 0);
}

/// The zeros between a parameter of this length, itself aligned, and the next.
fn padding(length_bytes: usize) -> &'static [u8] {
    const ZEROS: [u8; DATA_ALIGNMENT_BYTES as usize] = [0; DATA_ALIGNMENT_BYTES as usize];
    let past = length_bytes % ZEROS.len();
    ZEROS.get(past..).filter(|_| past != 0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pins the layout byte for byte: these are the bytes of
    /// `iree-create-parameters --splat=s=4xf32=1.5 --data=w=4xi8`, IREE 3.13.
    #[test]
    fn the_bytes_are_those_of_iree() {
        let pattern = Pattern::new(&1.5f32.to_le_bytes()).unwrap();
        let splat = Content::Splat { pattern, length_bytes: 16 };
        let mut file = Vec::new();
        write_irpa(&[("s", splat), ("w", Content::Data(&[0; 4]))], &mut file).unwrap();

        let mut expected = b"IRPA\0\0\0\0".to_vec();
        expected.extend(words(&[0x58, 0, 0, 2]));
        expected.extend(words(&[0x60, 0xac, 0x10c, 2, 0x140, 4]));
        expected.resize(0x60, 0);
        expected.extend([0x55, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
        expected.extend(words(&[0, 0, 1, 0, 0, 0, 16]));
        expected.extend([0, 0, 0xc0, 0x3f]);
        expected.extend([0; 12]);
        expected.push(4);
        expected.resize(0xc0, 0);
        expected.extend([0x4c, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
        expected.extend(words(&[0, 1, 1, 0, 0, 64, 0, 4]));
        expected.extend(b"sw");
        expected.resize(0x144, 0);
        assert_eq!(file, expected);
    }

    /// A file that no reader takes must not be written, not even in part.
    #[test]
    fn nothing_is_written_of_an_archive_that_cannot_be_read() {
        let pattern = Pattern::new(&[1, 2]).unwrap();
        let odd = Content::Splat { pattern, length_bytes: 3 };
        let data = Content::Data(&[1]);
        for (entries, expected) in [
            ([("w", data), ("s", odd)], "entry \"s\": expected a length that is a multiple of the 2-byte pattern, found 3"),
            ([("w", data), ("w", data)], "entry \"w\" is declared twice; expected every name once"),
        ] {
            let mut file = Vec::new();
            let error = write_irpa(&entries, &mut file).unwrap_err();
            assert_eq!(error.to_string(), expected);
            assert!(file.is_empty());
        }
    }

    #[test]
    fn a_full_destination_is_an_error() {
        let mut small = [0; 100];
        let error = write_irpa(&[("w", Content::Data(&[1]))], &mut small[..]).unwrap_err();
        assert_eq!(error.to_string(), "cannot write the archive: failed to write whole buffer");
    }
}
