//! Texts of values, against what `iree-run-module` of IREE 3.13 prints for a program that returns
//! its argument.

use halforge_value::{DEFAULT_MAX_ELEMENT_COUNT, ExpectedType, InputFiles, Value, ValueError, format_value, parse_value};

fn parse(text: &str, expected: Option<ExpectedType>) -> Result<Value, ValueError> {
    parse_value(text, expected, &mut InputFiles::new())
}

/// Input, `--output_max_element_count`, and the line IREE printed.
#[rustfmt::skip]
const PRINTED_BY_IREE: &[(&str, u64, &str)] = &[
    ("16xf32=1 10 0.1 1e-5 123456 1234567 1e8 134218000 3.14159265 -0.0 nan inf -inf 0x10 1e-40 -nan", 1024, "16xf32=1 10 0.1 1E-05 123456 1.23457E+06 1E+08 1.34218E+08 3.14159 -0 NAN INF -INF 16 9.99995E-41 -NAN"),
    ("7xf32=999999 999999.5 0.0001 0.00009999995 0.1015625 1234565 -16777216", 1024, "7xf32=999999 1E+06 0.0001 9.99999E-05 0.101562 1.23456E+06 -1.67772E+07"),
    ("4xf64=1e300 1e-300 0.1 -123456.75", 1024, "4xf64=1E+300 1E-300 0.1 -123457"),
    ("8xf16=0.1 65504 65520 1e-7 6e-8 nan inf -1.5", 1024, "8xf16=0.0999756 65504 INF 1.19209E-07 5.96046E-08 NAN INF -1.5"),
    ("8xbf16=0.1 65504 3.4e38 1e-7 6e-8 -nan inf -1.5", 1024, "8xbf16=0.100098 65536 INF 1.00117E-07 6.00703E-08 NAN INF -1.5"),
    ("4xi1=00 01 01 FF", 1024, "4xi1=00 01 01 FF"),
    ("2x2xi1=[01 00][01 01]", 1024, "2x2xi1=[01 00][01 01]"),
    ("5xi8=0 1 -128 127 255", 1024, "5xi8=0 1 -128 127 -1"),
    ("4xsi8=0 1 -128 127", 1024, "4xsi8=0 1 -128 127"),
    ("4xui8=0 1 255 128", 1024, "4xui8=0 1 255 128"),
    ("4xi16=0 1 -32768 65535", 1024, "4xi16=0 1 -32768 -1"),
    ("5xi32=0 1 -2147483648 4294967295 0x1F", 1024, "5xi32=0 1 -2147483648 -1 31"),
    ("2xi64=-9223372036854775808 9223372036854775807", 1024, "2xi64=-9223372036854775808 9223372036854775807"),
    ("2xui64=0 18446744073709551615", 1024, "2xui64=0 18446744073709551615"),
    ("2xui32=0 4294967295", 1024, "2xui32=0 4294967295"),
    ("12xf8E5M2=0 1 -1 0.1 448 464 465 1000000 nan inf -0.0 3.3", 1024, "12xf8E5M2=0 1 -1 0.09375 448 448 448 INF NAN INF -0 3.5"),
    ("12xf8E4M3FN=0 1 -1 0.1 448 464 465 1000000 nan inf -0.0 3.3", 1024, "12xf8E4M3FN=0 1 -1 0.101562 448 448 NAN NAN NAN NAN -0 3.25"),
    ("12xf8E5M2FNUZ=0 1 -1 0.1 448 464 465 1000000 nan inf -0.0 3.3", 1024, "12xf8E5M2FNUZ=0 1 -1 0.09375 448 448 448 NAN NAN NAN 0 3.5"),
    ("12xf8E4M3FNUZ=0 1 -1 0.1 448 464 465 1000000 nan inf -0.0 3.3", 1024, "12xf8E4M3FNUZ=0 1 -1 0.101562 NAN NAN NAN NAN NAN NAN 0 3.25"),
    ("8xf8E8M0FNU=1 0.1 448 3 1000000 nan inf 1e-30", 1024, "8xf8E8M0FNU=1 0.125 512 4 1.04858E+06 NAN NAN 7.88861E-31"),
    ("1xcf64=0000803F00000040", 1024, "1xcf64=0000803F00000040"),
    ("1xcf32=003C0040", 1024, "1xcf32=003C0040"),
    ("2x*32=0000803f 01020304", 1024, "2x*32=0000803F 01020304"),
    ("4xcf64", 1024, "4xcf64=0000000000000000 0000000000000000 0000000000000000 0000000000000000"),
    ("2x*16=0aFF", 1024, "2x*16=0AFF 0AFF"),
    ("2x3xf32=1 2 3 4 5 6", 1024, "2x3xf32=[1 2 3][4 5 6]"),
    ("2x2x2xf32=[[1 2][3 4]][[5 6][7 8]]", 1024, "2x2x2xf32=[[1 2][3 4]][[5 6][7 8]]"),
    ("0x4xf32", 1024, "0x4xf32="),
    ("4x0xf32", 1024, "4x0xf32=[][][][]"),
    ("2x0x2xf32", 1024, "2x0x2xf32=[][]"),
    ("2x2x0xf32", 1024, "2x2x0xf32=[[][]][[][]]"),
    ("0x2x2xf32", 1024, "0x2x2xf32="),
    ("0xf32=", 1024, "0xf32="),
    ("2xf32=", 1024, "2xf32=0 0"),
    ("f32=5", 1024, "f32=5"),
    ("f32=[5]", 1024, "f32=5"),
    ("4xf32=[[5,,6]  7]]] 8", 1024, "4xf32=5 6 7 8"),
    ("4xf32=5", 1024, "4xf32=5 5 5 5"),
    ("4xf32=.5 5. 010 -0x10", 1024, "4xf32=0.5 5 10 -16"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 0, "2x2x2xf32=[[...][...]][[...][...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 1, "2x2x2xf32=[[1...][...]][[...][...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 2, "2x2x2xf32=[[1 2][...]][[...][...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 3, "2x2x2xf32=[[1 2][3...]][[...][...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 4, "2x2x2xf32=[[1 2][3 4]][[...][...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 5, "2x2x2xf32=[[1 2][3 4]][[5...][...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 7, "2x2x2xf32=[[1 2][3 4]][[5 6][7...]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 8, "2x2x2xf32=[[1 2][3 4]][[5 6][7 8]]"),
    ("2x2x2xf32=1 2 3 4 5 6 7 8", 9, "2x2x2xf32=[[1 2][3 4]][[5 6][7 8]]"),
    ("4xi32=1 2 3 4", 0, "4xi32=..."),
    ("4xi32=1 2 3 4", 1, "4xi32=1..."),
    ("4xi32=1 2 3 4", 3, "4xi32=1 2 3..."),
    ("4xi32=1 2 3 4", 4, "4xi32=1 2 3 4"),
    ("f32=2", 0, "f32=..."),
    ("f32=2", 1, "f32=2"),
    ("3x1xf32=1 2 3", 2, "3x1xf32=[1][2][...]"),
    ("3x1xi1=01 00 01", 2, "3x1xi1=[01][00][...]"),
    ("3x0xf32", 0, "3x0xf32=[][][]"),
];

/// Same input, same output as IREE: reading, rounding, number format, brackets and elision.
#[test]
fn tensors_read_and_print_as_in_iree() {
    for &(input, max_element_count, printed) in PRINTED_BY_IREE {
        let value = parse(input, Some(ExpectedType::AnyTensor)).unwrap();
        assert_eq!(format_value(&value, max_element_count), printed, "{input}");
    }
}

/// What is printed can be given as an input or expected output, and means the same again.
#[test]
fn printed_text_reads_back() {
    for &(input, max_element_count, printed) in PRINTED_BY_IREE {
        if max_element_count == DEFAULT_MAX_ELEMENT_COUNT {
            let value = parse(printed, Some(ExpectedType::AnyTensor)).unwrap();
            assert_eq!(format_value(&value, max_element_count), printed, "{input}");
        }
    }
}

/// Scalars take the declared type; their numbers are in lower case, unlike elements.
#[test]
fn scalars_read_and_print_as_in_iree() {
    for (element_type, input, printed) in [
        ("i32", "7", "i32=7"),
        ("i32", "-3", "i32=-3"),
        ("i32", "0x1F", "i32=31"),
        ("i32", "4294967295", "i32=-1"),
        ("i64", "-9223372036854775808", "i64=-9223372036854775808"),
        ("i32", " 7", "i32=7"),
        ("f32", "7", "f32=7"),
        ("f32", "3.14", "f32=3.14"),
        ("f32", "0x1F", "f32=31"),
        ("f32", "0xf32", "f32=3890"),
        ("f32", "123456789", "f32=1.23457e+08"),
        ("f32", "1e-30", "f32=1e-30"),
        ("f32", "nan", "f32=nan"),
        ("f32", "-nan", "f32=-nan"),
        ("f32", "inf", "f32=inf"),
        ("f64", "0.1", "f64=0.1"),
    ] {
        let value = parse(input, Some(ExpectedType::Scalar(element_type.parse().unwrap()))).unwrap();
        assert_eq!(format_value(&value, DEFAULT_MAX_ELEMENT_COUNT), printed, "{input}");
    }
}

/// What IREE has no answer for: sub-byte and complex numbers, truth values by name, scalars as they
/// are printed, narrow scalars, and scalars of a type nobody declared.
#[test]
fn texts_beyond_iree() {
    use ExpectedType::{AnyTensor, Scalar};
    let scalar = |element_type: &str| Some(Scalar(element_type.parse().unwrap()));
    for (expected, input, printed) in [
        (Some(AnyTensor), "5xi4=0 1 2 -3 15", "5xi4=0 1 2 -3 -1"),
        (Some(AnyTensor), "2x3xi2=1 -2 3 0 1 2", "2x3xi2=[1 -2 -1][0 1 -2]"),
        (Some(AnyTensor), "3xi4=7", "3xi4=7 7 7"),
        (Some(AnyTensor), "4xi1=0 1 true false", "4xi1=00 01 01 00"),
        (Some(AnyTensor), "3xcf64=1+2j -0.5i 2", "3xcf64=0000803F00000040 00000000000000BF 0000004000000000"),
        (Some(AnyTensor), "cf32=1e+1-2e-1i", "cf32=004966B2"),
        (Some(AnyTensor), "2xx16=0A0B", "2x*16=0A0B 0A0B"),
        (Some(AnyTensor), "1xi64=18446744073709551615", "1xi64=-1"),
        (scalar("i32"), "i32=7", "i32=7"),
        (scalar("i1"), "true", "i1=1"),
        (scalar("i8"), "255", "i8=-1"),
        (scalar("bf16"), "0.1", "bf16=0.100098"),
        (None, "7", "i32=7"),
        (None, "4294967296", "i64=4294967296"),
        (None, "0x1F", "i32=31"),
        (None, "3.14", "f32=3.14"),
        (None, "false", "i1=0"),
        (None, "i32=7", "i32=7"),
        (None, "0xf32", "0xf32="),
        (None, "f32", "f32=0"),
    ] {
        let value = parse(input, expected).unwrap();
        assert_eq!(format_value(&value, DEFAULT_MAX_ELEMENT_COUNT), printed, "{input}");
    }
}

/// A shape of many empty rows is cut off rather than printed for hours.
#[test]
fn brackets_are_limited() {
    let value = parse("4000000000x0xf32", None).unwrap();
    let text = format_value(&value, DEFAULT_MAX_ELEMENT_COUNT);
    assert!(text.ends_with("[][]...") && text.len() < 1 << 22);
}

/// Texts that IREE misreads, or refuses without a reason, fail with the place and the remedy.
#[test]
fn errors_say_where_and_what() {
    use ExpectedType::{AnyTensor, Scalar, Tensor};
    let scalar = |element_type: &str| Some(Scalar(element_type.parse().unwrap()));
    let f32_tensor = Some(Tensor("f32".parse().unwrap()));
    for (expected, input, message) in [
        (f32_tensor, "4xf32=1 2 3 a", "element 3 of 4xf32: expected a number, found \"a\""),
        (f32_tensor, "4xf32=1,2,3", "expected 4 elements for 4xf32, found 3"),
        (f32_tensor, "4xf32=1,2,3,4,5,6", "expected 4 elements for 4xf32, found 6"),
        (f32_tensor, "0xf32=1", "expected 0 elements for 0xf32, found 1"),
        (f32_tensor, "7", "expected a tensor such as 4xf32=1,2,3,4 or i32=7, found \"7\""),
        (f32_tensor, "4xf33", "expected an element type such as f32, i8 or f8E4M3FN, found `f33`"),
        (f32_tensor, "4xF32=1", "expected an element type such as f32, i8 or f8E4M3FN, found `F32`"),
        (f32_tensor, "2x-1xf32", "dimension 1 of `2x-1xf32`: expected a number from 0 to 2^64 - 1, found `-1`"),
        (f32_tensor, "?xf32", "dimension 0 of `?xf32`: expected a number from 0 to 2^64 - 1, found `?`"),
        (f32_tensor, "99999999999xf32", "99999999999xf32: expected at most 17179869184 bytes, found 399999999996"),
        (f32_tensor, "2xf32=1e", "element 0 of 2xf32: expected a number, found \"1e\""),
        (f32_tensor, "4xf32=+5", "expected 16 bytes"),
        (Some(AnyTensor), "1xi8=256", "element 0 of 1xi8: expected an integer from -128 to 255, found \"256\""),
        (Some(AnyTensor), "1xsi8=-200", "element 0 of 1xsi8: expected an integer from -128 to 127, found \"-200\""),
        (Some(AnyTensor), "1xui32=-1", "element 0 of 1xui32: expected an integer from 0 to 4294967295, found \"-1\""),
        (Some(AnyTensor), "1xi4=16", "element 0 of 1xi4: expected an integer from -8 to 15, found \"16\""),
        (Some(AnyTensor), "1xi32=5.5", "element 0 of 1xi32: expected an integer, found \"5.5\""),
        (
            Some(AnyTensor),
            "1xi32=010",
            "element 0 of 1xi32: expected an integer without leading zeros, which iree-run-module reads as octal, found \"010\"",
        ),
        (
            Some(AnyTensor),
            "2xi1=0 2",
            "element 1 of 2xi1: expected 0, 1, true, false or the two hex digits of a byte, found \"2\"",
        ),
        (Some(AnyTensor), "1x*32=12", "element 0 of 1x*32: expected 8 hex digits, found \"12\""),
        (Some(AnyTensor), "1xcf64=x", "element 0 of 1xcf64: expected a number such as 1+2i or 16 hex digits, found \"x\""),
        (
            Some(AnyTensor),
            "f8E8M0FNU=0",
            "element 0 of f8E8M0FNU: expected a positive number, as f8E8M0FNU has no sign and no zero, found \"0\"",
        ),
        (scalar("i32"), "true", "expected an integer for i32, found \"true\""),
        (scalar("i32"), "f32=1", "expected a scalar of type i32, found \"f32\""),
        (scalar("i32"), "1xi32=1", "expected a scalar of type i32, found \"1xi32\""),
        (scalar("ui8"), "1", "expected a tensor, as ui8 is no scalar type, found \"1\""),
        (None, "7x", "expected a number, a tensor such as 4xf32=1,2,3,4 or a file such as @file.npy, found \"7x\""),
        (None, "", "expected a number, a tensor such as 4xf32=1,2,3,4 or a file such as @file.npy, found \"\""),
    ] {
        // A number with a plus sign names a file, here as in IREE.
        let message = if input.ends_with("+5") { "cannot open \"5\": No such file or directory (os error 2)" } else { message };
        assert_eq!(parse(input, expected).unwrap_err().to_string(), format!("value `{input}`: {message}"));
    }
}

/// Long and strange texts are quoted in part, on one line.
#[test]
fn errors_quote_in_part() {
    let message = parse(&format!("{}\n{}", "a".repeat(50), "b".repeat(500)), None).unwrap_err().to_string();
    assert!(message.len() < 400 && !message.contains('\n'), "{message}");
}

/// A rank past the limit is refused before its dimensions are multiplied or printed.
#[test]
fn rank_is_limited() {
    let message = parse(&format!("{}f32", "1x".repeat(200)), None).unwrap_err().to_string();
    assert!(message.contains("number, a tensor"), "{message}");
    let message = parse(&format!("{}f32=1", "1x".repeat(200)), None).unwrap_err().to_string();
    assert!(message.ends_with("expected at most 128 dimensions, found 129"), "{message}");
}

mod arbitrary {
    use super::*;
    use proptest::prelude::*;

    /// Seeds small enough that no two-character change makes a large tensor of them.
    const SEEDS: &[&str] = &[
        "4xf32=1,2,3,4",
        "2x3xi32=[1 2 3][4 5 6]",
        "f32=2.5",
        "4xi4=1 -2 3 4",
        "2xcf64=1+2i 3",
        "2xi1=01 true",
        "0x1F",
        "-3",
        "@a.npy",
        "2x*32=00000001",
        "3xf8E4M3FN=nan 448 -inf",
        "1x1x1xui8",
    ];

    proptest! {
        /// No text makes the parser panic.
        #[test]
        fn any_text_is_a_value_or_an_error(text in "\\PC{0,40}") {
            let _ = parse(&text, None);
            let _ = parse(&text, Some(ExpectedType::AnyTensor));
        }

        /// Nor does a text close to a good one; and what is read prints as something that is read.
        #[test]
        fn mutated_text_is_a_value_or_an_error(seed in prop::sample::select(SEEDS), at in 0usize..24, with in "[0-9a-fx=@+., \\-\\[\\]é]{0,2}") {
            let kept: String = seed.chars().take(at).collect();
            let text = format!("{kept}{with}{}", seed.chars().skip(at + 1).collect::<String>());
            for expected in [None, Some(ExpectedType::AnyTensor), Some(ExpectedType::Scalar("f16".parse().unwrap()))] {
                if let Ok(value) = parse(&text, expected) {
                    let printed = format_value(&value, u64::MAX);
                    prop_assert!(parse(&printed, None).is_ok(), "{text} {printed}");
                }
            }
        }
    }
}
