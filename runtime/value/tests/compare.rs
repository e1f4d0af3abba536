//! Comparison, against the verdicts and messages of `iree-run-module` 3.13.

use halforge_value::{EqualityMode, ExpectedType, InputFiles, Tolerances, Value, compare, parse_value};

fn tensor(text: &str) -> Value {
    parse_value(text, Some(ExpectedType::AnyTensor), &mut InputFiles::new()).expect("a valid text")
}

fn scalar(text: &str) -> Value {
    parse_value(text, None, &mut InputFiles::new()).expect("a valid text")
}

fn matches(expected: &str, actual: &str, tolerances: &Tolerances) -> bool {
    compare(&tensor(expected), &tensor(actual), tolerances).is_ok()
}

/// Default tolerances: the absolute one plus the relative one times the expected magnitude.
#[test]
fn default_verdicts_are_those_of_iree() {
    for (expected, actual, verdict) in [
        ("f32=1000005", "f32=1000000", true),
        ("f32=1000010", "f32=1000000", true),
        ("f32=1000011", "f32=1000000", false),
        ("f32=1000000", "f32=1000010", true),
        ("f32=1000000", "f32=1000011", false),
        ("f32=1.0001", "f32=1", true),
        ("f32=1.000105", "f32=1", true),
        ("f32=1.00011", "f32=1", false),
        ("bf16=4.1", "bf16=4", false),
        ("4xf32=1 nan inf -inf", "4xf32=1 -nan inf -inf", true),
        ("f32=2", "f32=nan", false),
        ("f32=nan", "f32=2", false),
        ("f32=inf", "f32=-inf", false),
        ("f32=3", "f32=inf", false),
        ("f32=inf", "f32=3", false),
        ("f32=0", "f32=-0", true),
        ("f16=nan", "f16=-nan", true),
        ("bf16=inf", "bf16=inf", true),
        ("f8E5M2=5", "f8E5M2=4", false),
        ("f8E5M2=-0", "f8E5M2=0", false),
        ("f8E5M2=-nan", "f8E5M2=nan", false),
        ("i32=-3", "i32=3", false),
        ("i1=00", "i1=01", false),
    ] {
        assert_eq!(matches(expected, actual, &Tolerances::default()), verdict, "{expected} {actual}");
    }
}

/// The relative tolerance is of the expected magnitude and adds to the absolute one.
#[test]
fn given_tolerances_are_used_as_in_iree() {
    let relative = Tolerances { f32_absolute: 0.0, relative: 0.5, ..Tolerances::default() };
    let both = Tolerances { f32_absolute: 0.5, ..relative };
    let absolute =
        Tolerances { f16_absolute: 0.1, bf16_absolute: 0.1, f32_absolute: 0.5, f64_absolute: 0.1, relative: 0.0, ..relative };
    let negative = Tolerances { f32_absolute: -1.0, ..absolute };
    for (tolerances, expected, actual, verdict) in [
        (relative, "f32=2", "f32=1", true),
        (relative, "f32=1", "f32=2", false),
        (relative, "f32=-2", "f32=-1", true),
        (relative, "f32=-1", "f32=-2", false),
        (relative, "f32=1", "f32=1.5", true),
        (relative, "f32=1", "f32=inf", false),
        (relative, "f32=inf", "f32=1", false),
        (relative, "f32=inf", "f32=-inf", false),
        (both, "f32=1", "f32=2", true),
        (both, "f32=1", "f32=2.01", false),
        (absolute, "f32=1", "f32=1.5", true),
        (absolute, "f64=0.9", "f64=1", true),
        (absolute, "f64=1.1", "f64=1", false),
        (absolute, "f16=1.1", "f16=1", true),
        (absolute, "bf16=1.1", "bf16=1", false),
        (negative, "f32=1", "f32=1", true),
        (negative, "f32=1.5", "f32=1", false),
    ] {
        assert_eq!(matches(expected, actual, &tolerances), verdict, "{expected} {actual}");
    }
}

/// Exact comparison is of bits.
#[test]
fn exact_mode_compares_bits() {
    let exact = Tolerances { mode: EqualityMode::Exact, ..Tolerances::default() };
    for (expected, actual, verdict) in [
        ("f32=nan", "f32=nan", true),
        ("f32=nan", "f32=-nan", false),
        ("f32=0", "f32=-0", false),
        ("f32=1", "f32=1.0000001", false),
    ] {
        assert_eq!(matches(expected, actual, &exact), verdict, "{expected} {actual}");
    }
}

/// Complex numbers, which IREE compares as bytes, have the tolerance of their parts; packed integers
/// ignore the bits after the last one.
#[test]
fn complex_and_packed_elements_compare_as_numbers() {
    let tolerances = Tolerances::default();
    assert!(matches("2xcf64=1+2i 3", "2xcf64=1.00001+2i 3", &tolerances));
    assert!(!matches("2xcf64=1+2i 3", "2xcf64=1+2.1i 3", &tolerances));
    assert!(matches("3xi4=1 2 3", "3xi4=1 2 3", &tolerances));
    assert!(!matches("3xi4=1 2 3", "3xi4=1 2 4", &tolerances));
}

/// Messages are those after `[FAILED] result[0]: `, with the flat index of the first difference.
#[test]
fn messages_are_those_of_iree() {
    let message = |expected: &str, actual: &str| {
        compare(&tensor(expected), &tensor(actual), &Tolerances::default()).unwrap_err().to_string()
    };
    for (expected, actual, text) in [
        (
            "4xf32=10 20 30 41",
            "4xf32=10 20 30 40",
            "element at index 3 (40) does not match the expected (41); expected that the view is equal to contents of a view of 4xf32",
        ),
        (
            "3xf32=10 20 30",
            "4xf32=10 20 30 40",
            "metadata is 4xf32; expected that the view matches 3xf32; expected that the view is equal to contents of a view of 3xf32",
        ),
        (
            "2x2xi32=1 2 3 4",
            "2x2xf32",
            "metadata is 2x2xf32; expected that the view matches 2x2xi32; expected that the view is equal to contents of a view of 2x2xi32",
        ),
        (
            "4xi1=01 00 00 00",
            "4xi1=01 00 01 00",
            "element at index 2 (01) does not match the expected (00); expected that the view is equal to contents of a view of 4xi1",
        ),
    ] {
        assert_eq!(message(expected, actual), text);
    }
}

/// Scalars compare by value and tolerance; IREE refuses even equal ones.
#[test]
fn scalars_compare_as_numbers() {
    let verdict = |expected: &str, actual: &str| {
        compare(&scalar(expected), &scalar(actual), &Tolerances::default()).map_err(|error| error.to_string())
    };
    assert_eq!(verdict("7", "7"), Ok(()));
    assert_eq!(verdict("7.0", "7.00001"), Ok(()));
    assert_eq!(verdict("8", "7"), Err("value is i32=7; expected i32=8".to_owned()));
    assert_eq!(verdict("7.0", "7"), Err("value is i32=7; expected f32=7".to_owned()));
    assert_eq!(verdict("4xf32", "7"), Err("value is the scalar i32=7; expected the tensor 4xf32".to_owned()));
}
