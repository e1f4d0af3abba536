//! Nothing an archive holds may panic, and whatever is accepted must lie in the file.

use halforge_parameters::{Archive, Entry, Format, Pattern};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::corpus;

const FORMATS: [Format; 3] = [Format::Irpa, Format::Safetensors, Format::Gguf];

/// Parses and checks what [`Archive`] promises of what it accepts.
fn check(bytes: &[u8], format: Format) {
    let Ok(archive) = Archive::parse(bytes, format) else {
        return;
    };
    for (name, entry) in archive.iter() {
        assert_eq!(archive.require("", name).unwrap(), entry);
        match entry {
            Entry::Data { offset_bytes, length_bytes } => {
                let end_bytes = offset_bytes.checked_add(*length_bytes).unwrap();
                assert!(end_bytes <= bytes.len() as u64, "{name}");
            }
            Entry::Splat { pattern, length_bytes } => {
                assert!(Pattern::new(pattern.as_bytes()).is_some(), "{name}");
                assert_eq!(length_bytes % pattern.as_bytes().len() as u64, 0, "{name}");
            }
            Entry::External { .. } => {}
        }
    }
}

/// A download that stopped must be told from a whole file wherever it stopped.
#[test]
fn an_archive_cut_anywhere_is_an_error() {
    for (bytes, format) in corpus::all() {
        Archive::parse(&bytes, format).unwrap();
        for length in 0..bytes.len() {
            let error = Archive::parse(&bytes[..length], format).unwrap_err();
            let text = error.to_string();
            assert!(
                text.ends_with(&format!("{length}-byte file; the archive is truncated")),
                "{format} cut at {length}: {text}"
            );
        }
    }
}

/// What a mutation writes: the values at the edges of every check, or any.
fn word() -> impl Strategy<Value = u64> {
    let edges =
        vec![0, 1, 2, 15, 16, 64, 88, 1 << 20, 1 << 31, 1 << 32, 1 << 61, 1 << 63, u64::MAX - 63, u64::MAX - 1, u64::MAX];
    prop_oneof![select(edges), 0..1024u64, any::<u64>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..512), format in select(&FORMATS)) {
        check(&bytes, format);
    }

    /// Words, halves and bytes of valid archives replaced, then perhaps cut.
    #[test]
    fn mutated_archives_never_panic(
        (bytes, format) in select(corpus::all()),
        edits in vec((any::<Index>(), word(), select(&[1, 2, 4, 8][..])), 1..6),
        cut in prop::option::of(any::<Index>()),
    ) {
        let mut bytes = bytes;
        for (at, word, width) in edits {
            let at = at.index(bytes.len());
            for (byte, new) in bytes[at..].iter_mut().zip(word.to_le_bytes()).take(width) {
                *byte = new;
            }
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        check(&bytes, format);
    }

    /// The JSON of a safetensors header with numbers and names replaced.
    #[test]
    fn mutated_tensor_tables_never_panic(
        tensors in vec(("[a-c]", select(&["F4", "U8", "F64", "X"][..]), vec(word(), 0..3), word(), word()), 0..6),
        data_length in 0..64usize,
    ) {
        let table: Vec<String> = tensors
            .iter()
            .map(|(name, dtype, shape, begin, end)| {
                format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#)
            })
            .collect();
        let header = format!("{{{}}}", table.join(","));
        check(&corpus::safetensors_of(&header, data_length), Format::Safetensors);
    }
}
