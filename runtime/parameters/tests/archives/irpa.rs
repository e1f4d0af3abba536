//! What an irpa file says, and the mistakes it can hold.

use halforge_parameters::{Archive, Content, Entry, Format, Pattern, write_irpa};

use crate::corpus::{irpa, irpa_chain, irpa_entry, irpa_splat_body, put_word, words};
use crate::{data, error, index, named, splat};

#[test]
fn every_kind_of_entry_is_read_over_linked_headers() {
    let external = Entry::External { path: "w.bin".to_owned(), offset_bytes: 1024, length_bytes: 32 };
    let expected = [named("s", splat(&[1, 2], 6)), named("w", data(456, 16)), named("x", external), named("v", data(704, 16))];
    let file = irpa_chain();
    assert_eq!(index(&file, Format::Irpa), expected);
    assert_eq!(file[456..472], [2; 16]);
    assert_eq!(file[704..720], [3; 16]);
}

#[test]
fn what_is_written_is_read_back() {
    let pattern = Pattern::new(&[7; 16]).unwrap();
    let entries = [
        ("a", Content::Data(&[1, 2, 3][..])),
        ("b", Content::Splat { pattern, length_bytes: 1 << 40 }),
        ("", Content::Data(&[])),
        ("ü/π", Content::Data(&[9; 65])),
        ("last", Content::Data(&[4])),
    ];
    let mut file = Vec::new();
    write_irpa(&entries, &mut file).unwrap();
    let archive = Archive::parse(&file, Format::Irpa).unwrap();
    assert_eq!(archive.len(), entries.len());
    for (name, content) in entries {
        match (archive.get(name).unwrap(), content) {
            (&Entry::Data { offset_bytes, length_bytes }, Content::Data(bytes)) => {
                let begin = offset_bytes as usize;
                assert_eq!(&file[begin..begin + length_bytes as usize], bytes, "{name}");
                assert_eq!(offset_bytes % 64, 0, "{name}");
            }
            (entry, _) => assert_eq!(entry, &splat(&[7; 16], 1 << 40), "{name}"),
        }
    }
}

#[test]
fn an_archive_may_be_empty() {
    let mut file = Vec::new();
    write_irpa(&[], &mut file).unwrap();
    assert!(Archive::parse(&file, Format::Irpa).unwrap().is_empty());
}

/// IREE takes an empty segment or parameter wherever it claims to be, and so do files in the field.
#[test]
fn an_empty_parameter_may_claim_any_place() {
    let file = irpa(0, &[irpa_entry(2, 0..1, &words(&[u64::MAX, 0]))], b"w", &[]);
    assert_eq!(index(&file, Format::Irpa), [named("w", data(0, 0))]);
}

#[test]
fn a_parameter_cut_off_by_the_end_of_the_file_is_named() {
    let file = irpa(0, &[irpa_entry(2, 0..1, &words(&[0, 16]))], b"w", &[1; 16]);
    assert_eq!(
        error(&file[..file.len() - 1], Format::Irpa),
        "entry \"w\": bytes 192..208 lie outside the 207-byte file; the archive is truncated"
    );
}

#[test]
fn an_entry_that_makes_no_sense_is_named() {
    let word = |word| words(&[word, 1]);
    for (kind, body, expected) in [
        (2, word(1), "entry \"w\": bytes 1..2 lie outside the 1-byte storage segment"),
        (
            2,
            word(u64::MAX),
            "entry \"w\": bytes 18446744073709551615..18446744073709551615 \
             lie outside the 1-byte storage segment",
        ),
        (2, vec![0; 15], "entry \"w\": bytes 68..76 lie outside the 75-byte entry"),
        (1, irpa_splat_body(4, &[]), "entry \"w\": expected a pattern of 1, 2, 4, 8 or 16 bytes, found 0"),
        (1, irpa_splat_body(3, &[1, 2, 3]), "entry \"w\": expected a pattern of 1, 2, 4, 8 or 16 bytes, found 3"),
        (
            1,
            irpa_splat_body(6, &[1, 2, 3, 4]),
            "entry \"w\": expected a length that is a multiple of the 4-byte pattern, found 6",
        ),
        (3, words(&[0, 2, 0, 0]), "entry \"w\": bytes 0..2 lie outside the 1-byte metadata segment"),
        (
            4,
            word(0),
            "entry \"w\": expected an entry of kind 0 (skip), 1 (splat), 2 (data) or 3 (external), \
             found 4",
        ),
    ] {
        let file = irpa(0, &[irpa_entry(kind, 0..1, &body)], b"w", &[1]);
        assert_eq!(error(&file, Format::Irpa), expected);
    }
}

#[test]
fn an_entry_without_a_readable_name_is_numbered() {
    let body = words(&[0, 1]);
    for (name, names, expected) in [
        (0..2, &b"w"[..], "entry 0: bytes 0..2 lie outside the 1-byte metadata segment"),
        (0..2, b"w\xff", "entry 0: expected UTF-8 text, found w\\xff"),
        (0..4097, b"w", "entry 0: expected at most 4096 bytes of text, found 4097"),
    ] {
        let file = irpa(0, &[irpa_entry(2, name, &body)], names, &[1]);
        assert_eq!(error(&file, Format::Irpa), expected);
    }
}

#[test]
fn a_header_that_makes_no_sense_says_what_was_expected() {
    let good = irpa(0, &[irpa_entry(2, 0..1, &words(&[0, 1]))], b"w", &[1]);
    let version_0_1 = u64::from_le_bytes(*b"IRPA\0\0\x01\0");
    let magic = u64::from_le_bytes(*b"GGUF\x03\0\0\0");
    for (offset, word, expected) in [
        (
            0,
            magic,
            "expected \"IRPA\" at the start of the irpa header, found \"GGUF\"; \
             is it another kind of file?",
        ),
        (0, version_0_1, "irpa version 0.1 is not supported; expected 0.0"),
        (8, 96, "irpa header: expected a size of 88 bytes, found 96"),
        (16, 24, "irpa header: expected the next header at a multiple of 16, found 24"),
        (
            16,
            16,
            "expected \"IRPA\" at the start of the irpa header, found \"\\\\x10\\\\x00\\\\x00\\\\x00\"; \
             is it another kind of file?",
        ),
        (32, u64::MAX, "irpa header: expected at most 1048576 entries, found 18446744073709551615"),
        (32, 2, "entry 1: bytes 80..88 lie outside the 76-byte entry table"),
        (
            40,
            193,
            "irpa entry table: bytes 193..269 lie outside the 193-byte file; \
             the archive is truncated",
        ),
        (96, 59, "entry 0: bytes 52..60 lie outside the 59-byte entry"),
        (96, 77, "entry 0: bytes 0..77 lie outside the 76-byte entry table"),
    ] {
        let mut file = good.clone();
        put_word(&mut file, offset, word);
        assert_eq!(error(&file, Format::Irpa), expected, "at {offset}");
    }
}

/// Headers may share one long table, so a small file could otherwise be read again and again.
#[test]
fn headers_and_their_entries_are_limited_together() {
    let link = irpa(128, &[], &[], &[]);
    assert_eq!(link.len(), 128);
    assert_eq!(error(&link.repeat(65537), Format::Irpa), "irpa header: expected at most 65536 linked headers, found 65537");

    let mut file = irpa(192, &[irpa_entry(0, 0..0, &[])], &[], &[]);
    file.extend(irpa(0, &[], &[], &[]));
    put_word(&mut file, 192 + 32, 1 << 20);
    assert_eq!(error(&file, Format::Irpa), "irpa header: expected at most 1048576 entries, found 1048577");
}
