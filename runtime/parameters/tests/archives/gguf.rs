//! What a gguf file says, and the mistakes it can hold.

use halforge_parameters::Format;

use crate::corpus::{gguf, gguf_array, gguf_of, gguf_pair, gguf_tensor, words};
use crate::{data, error, index, named};

#[test]
fn tensors_are_found_behind_metadata_of_every_kind() {
    for version in [2, 3] {
        let file = gguf(version);
        let base = file.len() as u64 - 196;
        assert_eq!(base % 64, 0);
        assert_eq!(
            index(&file, Format::Gguf),
            [
                named("w", data(base, 16)),
                named("h", data(base + 64, 30)),
                named("e", data(0, 0)),
                named("q", data(base + 128, 68)),
            ]
        );
    }
}

#[test]
fn tensors_start_at_a_multiple_of_32_by_default() {
    let file = gguf_of(3, &[], &[gguf_tensor("w", &[4], 0, 0)], 32, 16);
    assert_eq!(index(&file, Format::Gguf), [named("w", data(64, 16))]);
}

#[test]
fn a_parameter_cut_off_by_the_end_of_the_file_is_named() {
    let file = gguf_of(3, &[], &[gguf_tensor("w", &[4], 0, 0)], 32, 15);
    assert_eq!(error(&file, Format::Gguf), "entry \"w\": bytes 64..80 lie outside the 79-byte file; the archive is truncated");
}

#[test]
fn a_tensor_that_makes_no_sense_is_named() {
    for (dimensions, kind, offset, expected) in [
        (&[4][..], 9, 0, "entry \"w\": expected a known ggml type, whose size could be told, found type 9"),
        (&[1; 9], 0, 0, "entry \"w\": expected at most 8 dimensions, found 9"),
        (
            &[1],
            0,
            u64::MAX,
            "entry \"w\": bytes 18446744073709551615..18446744073709551615 \
             lie outside the 64-byte file; the archive is truncated",
        ),
    ] {
        let tensor = gguf_tensor("w", dimensions, kind, offset);
        let file = gguf_of(3, &[], &[tensor], 32, 0);
        assert_eq!(error(&file, Format::Gguf), expected);
    }
}

#[test]
fn a_header_that_makes_no_sense_says_what_was_expected() {
    let alignment = |kind, value: &[u8]| gguf_of(3, &[gguf_pair("general.alignment", kind, value)], &[], 1, 0);
    let mut many = gguf_of(3, &[], &[], 1, 0);
    many[8..16].fill(0xff);
    for (file, expected) in [
        (
            b"IRPA\0\0\0\0".to_vec(),
            "expected \"GGUF\" at the start of the gguf header, found \"IRPA\"; \
             is it another kind of file?",
        ),
        (gguf_of(1, &[], &[], 1, 0), "gguf version 1 is not supported; expected 2 or 3, little-endian"),
        (
            gguf_of(3 << 24, &[], &[], 1, 0),
            "gguf version 3 in big-endian order is not supported; expected 2 or 3, little-endian",
        ),
        (many, "gguf header: expected at most 1048576 tensors, found 18446744073709551615"),
        (
            gguf_of(3, &[gguf_pair("key", 13, &[])], &[], 1, 0),
            "gguf header: expected a metadata value of kind 0 to 12, found 13",
        ),
        (alignment(10, &words(&[32])), "gguf header: expected general.alignment of kind 4 (u32), found kind 10"),
        (alignment(4, &[48, 0, 0, 0]), "gguf header: expected general.alignment to be a power of two, found 48"),
    ] {
        assert_eq!(error(&file, Format::Gguf), expected);
    }
}

/// The reader recurses into nested arrays, so a file must not choose how deep.
#[test]
fn nesting_of_arrays_is_limited() {
    let nested = |depth| {
        let array = (1..depth).fold(gguf_array(0, 1, &[7]), |array, _| gguf_array(9, 1, &array));
        gguf_of(3, &[gguf_pair("deep", 9, &array)], &[], 1, 0)
    };
    assert_eq!(index(&nested(8), Format::Gguf), []);
    assert_eq!(error(&nested(9), Format::Gguf), "gguf header: expected at most 8 nested arrays, found 9");
}

/// An array may claim 2^64 elements; it must be refused without counting to it.
#[test]
fn a_count_beyond_the_file_ends_with_the_file() {
    for kind in [0, 8, 9, 10] {
        let array = gguf_array(kind, u64::MAX, &[]);
        let file = gguf_of(3, &[gguf_pair("key", 9, &array)], &[], 1, 0);
        assert!(error(&file, Format::Gguf).ends_with("the archive is truncated"));
    }
}
