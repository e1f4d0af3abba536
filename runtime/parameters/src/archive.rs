//! The index itself: names to entries, in the order of the file.
//!
//! Invariant: names are unique, and names and paths are within the [`limits`](crate::limits). The
//! formats fill it; it knows none of them beyond [`Archive::parse`].

use indexmap::IndexMap;
use indexmap::map::Entry as Slot;

use crate::bytes::slice;
use crate::error::{ArchiveError, Container, Part, check_limit, invalid};
use crate::limits::{MAX_ENTRIES, MAX_NAME_BYTES, MAX_TEXT_BYTES};
use crate::{Format, gguf, irpa, safetensors, unknown_parameter};

/// Where the parameters of one file are. Holds no bytes of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    entries: IndexMap<String, Entry>,
    text_bytes: u64,
}

/// Where one parameter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// In the archive's own file.
    Data {
        /// From the start of the file. The range lies inside it; an empty one starts at 0.
        offset_bytes: u64,
        /// Size of the parameter.
        length_bytes: u64,
    },
    /// Nowhere: a pattern repeated to the length.
    Splat {
        /// What is repeated.
        pattern: Pattern,
        /// Size of the parameter, a multiple of the pattern's.
        length_bytes: u64,
    },
    /// In another file, which nobody has looked at yet. Only irpa archives have these.
    External {
        /// As the archive spells it; what a relative path is relative to is the reader's choice.
        path: String,
        /// From the start of that file.
        offset_bytes: u64,
        /// Size of the parameter.
        length_bytes: u64,
    },
}

/// The 1, 2, 4, 8 or 16 bytes of a splat, as they lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    bytes: [u8; 16],
    length_bytes: u8,
}

impl Archive {
    /// Reads the index of the file with the contents `bytes`.
    ///
    /// # Errors
    ///
    /// Any [`ArchiveError`] but `UnknownFormat`, `UnknownParameter` and `Write`. An entry whose
    /// bytes are not in the file is named.
    pub fn parse(bytes: &[u8], format: Format) -> Result<Self, ArchiveError> {
        match format {
            Format::Irpa => irpa::read(bytes),
            Format::Safetensors => safetensors::read(bytes),
            Format::Gguf => gguf::read(bytes),
        }
    }

    /// The entry called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// The entry called `name`, or an error that helps to find it. `scope` is for the message only.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::UnknownParameter`]. Where a scope has several archives, try [`Archive::get`]
    /// on each and then raise [`unknown_parameter`] for all of them.
    pub fn require(&self, scope: &str, name: &str) -> Result<&Entry, ArchiveError> {
        self.get(name).ok_or_else(|| unknown_parameter(scope, name, self.iter().map(|(name, _)| name)))
    }

    /// Names and entries in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds an entry at the end, where the limits and the other names allow it.
    pub(crate) fn insert(&mut self, name: &str, entry: Entry) -> Result<(), ArchiveError> {
        let path = match &entry {
            Entry::External { path, .. } => path.as_str(),
            Entry::Data { .. } | Entry::Splat { .. } => "",
        };
        check_text(Part::Named("entry name"), name.len() as u64)?;
        let part = Part::Entry(name);
        check_text(part, path.len() as u64)?;
        // Both lengths were just checked, so the sum is small.
        let text_bytes = self.text_bytes + (name.len() + path.len()) as u64;
        check_limit(part, "bytes of names so far", text_bytes, MAX_TEXT_BYTES)?;
        check_limit(part, "entries", self.len() as u64 + 1, MAX_ENTRIES)?;
        match self.entries.entry(name.to_owned()) {
            Slot::Occupied(_) => Err(ArchiveError::Duplicate { name: name.to_owned() }),
            Slot::Vacant(slot) => {
                slot.insert(entry);
                self.text_bytes = text_bytes;
                Ok(())
            }
        }
    }
}

impl Entry {
    /// Size of the parameter.
    #[must_use]
    pub fn length_bytes(&self) -> u64 {
        match self {
            Self::Data { length_bytes, .. } | Self::Splat { length_bytes, .. } | Self::External { length_bytes, .. } => {
                *length_bytes
            }
        }
    }

    /// [`Entry::Data`] for a range that must lie in `file`. Where an empty parameter is said to
    /// start does not matter and is not checked.
    pub(crate) fn data(file: &[u8], part: Part<'_>, offset_bytes: u64, length_bytes: u64) -> Result<Self, ArchiveError> {
        let offset_bytes = if length_bytes == 0 { 0 } else { offset_bytes };
        slice(file, Container::File, part, offset_bytes, length_bytes)?;
        Ok(Self::Data { offset_bytes, length_bytes })
    }

    /// [`Entry::Splat`] for a pattern that must fit the length.
    pub(crate) fn splat(part: Part<'_>, pattern: Pattern, length_bytes: u64) -> Result<Self, ArchiveError> {
        let pattern_bytes = u64::from(pattern.length_bytes);
        if !length_bytes.is_multiple_of(pattern_bytes) {
            let expected = format!("a length that is a multiple of the {pattern_bytes}-byte pattern");
            return Err(invalid(part, expected, length_bytes.to_string()));
        }
        Ok(Self::Splat { pattern, length_bytes })
    }
}

impl Pattern {
    /// A pattern of these bytes; `None` unless there are 1, 2, 4, 8 or 16 of them.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Self> {
        if !matches!(bytes.len(), 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let mut padded = [0; 16];
        padded.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self { bytes: padded, length_bytes: u8::try_from(bytes.len()).ok()? })
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length_bytes)).unwrap_or_default()
    }
}

/// Fails for a name or path that is too long to keep, or to print in an error.
pub(crate) fn check_text(part: Part<'_>, length_bytes: u64) -> Result<(), ArchiveError> {
    check_limit(part, "bytes of text", length_bytes, MAX_NAME_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: Entry = Entry::Data { offset_bytes: 0, length_bytes: 0 };

    /// A pattern of any other length has no meaning in a fill.
    #[test]
    fn patterns_have_a_power_of_two_length_up_to_sixteen() {
        let lengths: Vec<usize> = (0..=40).filter(|&length| Pattern::new(&[7; 40][..length]).is_some()).collect();
        assert_eq!(lengths, [1, 2, 4, 8, 16]);
        assert_eq!(Pattern::new(&[1, 2]).unwrap().as_bytes(), [1, 2]);
    }

    /// Which of two entries a program means could not be told.
    #[test]
    fn a_second_entry_of_the_same_name_is_refused() {
        let mut archive = Archive::default();
        archive.insert("w", EMPTY).unwrap();
        assert_eq!(
            archive.insert("w", EMPTY).unwrap_err().to_string(),
            r#"entry "w" is declared twice; expected every name once"#
        );
    }

    /// Overlapping names must not turn a small file into much memory.
    #[test]
    fn names_are_limited_each_and_together() {
        let mut archive = Archive::default();
        let long = "n".repeat(MAX_NAME_BYTES as usize);
        archive.insert(&long, EMPTY).unwrap();
        assert_eq!(
            archive.insert(&format!("{long}n"), EMPTY).unwrap_err().to_string(),
            "entry name: expected at most 4096 bytes of text, found 4097"
        );
        archive.text_bytes = MAX_TEXT_BYTES - 1;
        archive.insert("x", EMPTY).unwrap();
        assert!(matches!(archive.insert("y", EMPTY), Err(ArchiveError::Limit { limit: MAX_TEXT_BYTES, .. })));
    }
}
