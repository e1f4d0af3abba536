//! What a safetensors file says, and the mistakes it can hold.

use halforge_parameters::Format;

use crate::corpus::{safetensors, safetensors_of, words};
use crate::{data, error, index, named};

/// Offsets in the header count from its end; those of the index from the start of the file.
#[test]
fn offsets_are_absolute_and_in_the_order_of_the_file() {
    let file = safetensors();
    let base = file.len() as u64 - 32;
    assert_eq!(
        index(&file, Format::Safetensors),
        [named("w", data(base, 16)), named("e0", data(0, 0)), named("e1", data(0, 0)), named("v", data(base + 16, 16)),]
    );
}

#[test]
fn an_archive_may_be_empty() {
    assert_eq!(index(&safetensors_of("{}", 0), Format::Safetensors), []);
}

#[test]
fn a_parameter_cut_off_by_the_end_of_the_file_is_named() {
    let header = r#"{"w": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}"#;
    assert_eq!(
        error(&safetensors_of(header, 15), Format::Safetensors),
        "entry \"w\": bytes 70..86 lie outside the 85-byte file; the archive is truncated"
    );
}

#[test]
fn a_header_that_makes_no_sense_says_what_was_expected() {
    for (header, data_length, expected) in [
        (
            "{",
            0,
            "safetensors header: expected a JSON table of tensors, \
             found EOF while parsing an object at line 1 column 1",
        ),
        (
            r#"{"w":{"dtype":"U8","shape":[4],"data_offsets":[1,5]}}"#,
            5,
            "safetensors header: expected a JSON table of tensors, \
             found invalid offset for tensor `w`",
        ),
        (
            r#"{"w":{"dtype":"U8","shape":[4],"data_offsets":[0,3]}}"#,
            3,
            "safetensors header: expected a JSON table of tensors, \
             found invalid shape, data type, or offset for tensor",
        ),
        (
            r#"{"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}"#,
            5,
            "safetensors header: expected the tensors to end with the file at byte 66, \
             found byte 65",
        ),
    ] {
        let file = safetensors_of(header, data_length);
        assert_eq!(error(&file, Format::Safetensors), expected);
    }
    assert_eq!(
        error(&words(&[100_000_001]), Format::Safetensors),
        "safetensors header: expected at most 100000000 bytes, found 100000001"
    );
}

/// Eight tensors of 2^61 bytes: the sum with the header wraps around 64 bits.
#[test]
fn sizes_whose_sum_overflows_are_an_error() {
    let size = (1u64 << 61) - 1;
    let tensors: Vec<String> = (0..8)
        .map(|i| {
            let (begin, end) = (i * size, (i + 1) * size);
            format!(r#""t{i}":{{"dtype":"U8","shape":[{size}],"data_offsets":[{begin},{end}]}}"#)
        })
        .collect();
    let header = format!("{{{}}}", tensors.join(","));
    assert!(error(&safetensors_of(&header, 8), Format::Safetensors).starts_with("entry \"t0\": bytes "));
}
