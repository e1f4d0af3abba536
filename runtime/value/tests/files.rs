//! Files: npy in both directions, streams of several values, and writing that leaves nothing half
//! done.

use std::fs;
use std::path::PathBuf;

use halforge_value::{
    DEFAULT_MAX_ELEMENT_COUNT, ExpectedType, FileRef, InputFiles, Value, encode_npy, format_value, parse_value, read_npy,
    write_value,
};
use proptest::prelude::*;

fn tensor(text: &str) -> Value {
    parse_value(text, Some(ExpectedType::AnyTensor), &mut InputFiles::new()).expect("a valid text")
}

fn print(value: &Value) -> String {
    format_value(value, DEFAULT_MAX_ELEMENT_COUNT)
}

/// An npy file with a header as given, padded as numpy pads it.
fn npy(version: u8, dictionary: &str, elements: &[u8]) -> Vec<u8> {
    let mut file = b"\x93NUMPY".to_vec();
    file.extend([version, 0]);
    let size = dictionary.len() + 1;
    match version {
        1 => file.extend((size as u16).to_le_bytes()),
        _ => file.extend((size as u32).to_le_bytes()),
    }
    file.extend(dictionary.as_bytes());
    file.push(b'\n');
    file.extend(elements);
    file
}

fn dictionary(descr: &str, fortran_order: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {fortran_order}, 'shape': {shape}, }}")
}

fn read(file: &[u8]) -> Result<String, String> {
    let mut rest = file;
    match read_npy(&mut rest) {
        Ok(tensor) if rest.is_empty() => Ok(print(&Value::Tensor(tensor))),
        Ok(_) => Err("bytes left".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn encode(value: &Value) -> Vec<u8> {
    match value {
        Value::Tensor(tensor) => encode_npy(tensor).expect("a type of npy"),
        Value::Scalar(scalar) => encode_npy(&(*scalar).into()).expect("a type of npy"),
    }
}

/// A folder of this test's own, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a writable folder");
    folder
}

/// Types, byte orders, element orders, versions and key orders that numpy writes.
#[test]
fn reads_what_numpy_writes() {
    let two = |bytes: &[u8]| bytes.repeat(2);
    for (descr, element, printed) in [
        ("|b1", &[1][..], "2xi1=01 01"),
        ("|i1", &[255], "2xsi8=-1 -1"),
        ("<i2", &[0, 1], "2xsi16=256 256"),
        (">i2", &[0, 1], "2xsi16=1 1"),
        ("<i4", &[5, 0, 0, 0], "2xsi32=5 5"),
        (">i8", &[0, 0, 0, 0, 0, 0, 1, 2], "2xsi64=258 258"),
        ("|u1", &[255], "2xui8=255 255"),
        (">u2", &[0, 1], "2xui16=1 1"),
        ("<u4", &[0, 0, 0, 128], "2xui32=2147483648 2147483648"),
        ("=u8", &[1, 0, 0, 0, 0, 0, 0, 0], "2xui64=1 1"),
        ("<f2", &[0, 0x3C], "2xf16=1 1"),
        (">f4", &[0x3F, 0x80, 0, 0], "2xf32=1 1"),
        ("f8", &[0, 0, 0, 0, 0, 0, 0xF0, 0x3F], "2xf64=1 1"),
        (">c8", &[0x3F, 0x80, 0, 0, 0x40, 0, 0, 0], "2xcf64=0000803F00000040 0000803F00000040"),
        ("<c4", &[0, 0x3C, 0, 0x40], "2xcf32=003C0040 003C0040"),
        ("|V2", &[0x80, 0x3F], "2x*16=803F 803F"),
        ("<f1", &[0x3C], "2xf8E5M2=1 1"),
    ] {
        assert_eq!(read(&npy(1, &dictionary(descr, "False", "(2,)"), &two(element))).as_deref(), Ok(printed), "{descr}");
    }
    assert_eq!(read(&npy(1, &dictionary("|i1", "False", "()"), &[7])).as_deref(), Ok("si8=7"));
    assert_eq!(read(&npy(2, &dictionary("|i1", "False", "(0, 3)"), &[])).as_deref(), Ok("0x3xsi8="));
    assert_eq!(
        read(&npy(3, "{\"shape\":(1L,2),\"fortran_order\":False,\"descr\":\"|i1\"}", &[1, 2])).as_deref(),
        Ok("1x2xsi8=[1 2]")
    );
}

/// Fortran order becomes row major, in any rank.
#[test]
fn transposes_fortran_order() {
    let bytes: Vec<u8> = (0..24).collect();
    assert_eq!(read(&npy(1, &dictionary("|i1", "True", "(2, 3)"), &bytes[..6])).as_deref(), Ok("2x3xsi8=[0 2 4][1 3 5]"));
    assert_eq!(
        read(&npy(1, &dictionary("|i1", "True", "(2, 3, 4)"), &bytes)).as_deref(),
        Ok("2x3x4xsi8=[[0 6 12 18][2 8 14 20][4 10 16 22]][[1 7 13 19][3 9 15 21][5 11 17 23]]")
    );
    assert_eq!(read(&npy(1, &dictionary("<i2", "True", "(1, 2)"), &[1, 0, 2, 0])).as_deref(), Ok("1x2xsi16=[1 2]"));
    assert_eq!(read(&npy(1, &dictionary("|i1", "True", "(2, 0, 3)"), &[])).as_deref(), Ok("2x0x3xsi8=[][]"));
    assert_eq!(read(&npy(1, &dictionary("|i1", "True", "()"), &[1])).as_deref(), Ok("si8=1"));
}

/// The bytes of IREE's files, whose headers fill whole 64 bytes.
#[test]
fn writes_what_iree_writes() {
    for (text, descr, shape, header_end) in [
        ("4xf32=1", "<f4", "(4,)", 128),
        ("3x4xf64=1", "<f8", "(3, 4)", 128),
        ("f16=1", "<f2", "()", 128),
        ("0x4xf32", "<f4", "(0, 4)", 128),
        ("4xi1=01", "|b1", "(4,)", 128),
        ("4xi8=1", "|i1", "(4,)", 128),
        ("4xsi8=1", "|i1", "(4,)", 128),
        ("4xui8=1", "|u1", "(4,)", 128),
        ("4xi32=1", "<i4", "(4,)", 128),
        ("4xui64=1", "<u8", "(4,)", 128),
        ("4xcf64=1", "<c8", "(4,)", 128),
        ("2x*32=00000000", "<V4", "(2,)", 128),
        (
            "10x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32",
            "<f4",
            "(10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
            128,
        ),
        (
            "100x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32",
            "<f4",
            "(100, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
            192,
        ),
    ] {
        let value = tensor(text);
        let file = encode(&value);
        let header = format!("{:<width$}\n", dictionary(descr, "False", shape), width = header_end - 11);
        assert_eq!(file[..10], [b"\x93NUMPY\x01\x00", &((header_end - 10) as u16).to_le_bytes()[..]].concat(), "{text}");
        assert_eq!(str::from_utf8(&file[10..header_end]), Ok(header.as_str()), "{text}");
        let Value::Tensor(tensor) = &value else { panic!("{text}") };
        assert_eq!(&file[header_end..], tensor.bytes(), "{text}");
    }
}

/// Types npy lacks travel as raw elements and come back where they are expected; packed ones cannot.
#[test]
fn expected_types_return_from_raw_elements() {
    let folder = folder("expected_types");
    for text in
        ["2xbf16=1 -2", "2xf8E4M3FN=1 448", "2xcf32=003C0040 00000000", "2xi32=1 -2", "2xi64=1 -2", "2xf32=1 2", "2xi1=01 00"]
    {
        let path = folder.join("value.npy");
        let reference = format!("@{}", path.display());
        let value = tensor(text);
        write_value(&value, &FileRef::parse(&reference).unwrap()).unwrap();
        let Value::Tensor(written) = &value else { panic!("{text}") };
        let expected = Some(ExpectedType::Tensor(written.element_type()));
        assert_eq!(parse_value(&reference, expected, &mut InputFiles::new()).unwrap(), value, "{text}");
    }
    let reference = format!("@{}", folder.join("packed.npy").display());
    let message = write_value(&tensor("4xi4=1"), &FileRef::parse(&reference).unwrap()).unwrap_err().to_string();
    assert_eq!(message, "npy has no type for i4; write raw bytes to a .bin file instead");
    assert!(!folder.join("packed.npy").exists());
}

/// `@` starts a file over, `+` goes on in it, for npy and raw files, reading and writing alike.
#[test]
fn streams_hold_several_values() {
    let folder = folder("streams");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, first, next) in [("values.npy", "", ""), ("values.bin", "2xf32=", "3xsi32=")] {
        let [at, plus] = ["@", "+"].map(|sign| format!("{sign}{}", path(name)));
        write_value(&tensor("9xf32=9"), &FileRef::parse(&at).unwrap()).unwrap();
        write_value(&tensor("2xf32=1 2"), &FileRef::parse(&at).unwrap()).unwrap();
        write_value(&tensor("3xsi32=3 4 5"), &FileRef::parse(&plus).unwrap()).unwrap();
        let mut files = InputFiles::new();
        let mut value =
            |prefix: &str, file: &str| parse_value(&format!("{prefix}{file}"), None, &mut files).map(|value| print(&value));
        assert_eq!(value(first, &plus).unwrap(), "2xf32=1 2");
        assert_eq!(value(next, &plus).unwrap(), "3xsi32=3 4 5");
        assert!(value(next, &plus).unwrap_err().to_string().contains("found "), "the file has ended");
        assert_eq!(value(first, &at).unwrap(), "2xf32=1 2");
        assert_eq!(value(next, &plus).unwrap(), "3xsi32=3 4 5");
    }
    // Nothing but the two files: the temporary ones are gone.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

/// Scalars are arrays of rank 0, as in IREE, and can be expected again from there.
#[test]
fn scalars_in_files() {
    let folder = folder("scalars");
    let reference = format!("@{}", folder.join("scalar.npy").display());
    let expected = Some(ExpectedType::Scalar("i32".parse().unwrap()));
    let value = parse_value("-7", expected, &mut InputFiles::new()).unwrap();
    write_value(&value, &FileRef::parse(&reference).unwrap()).unwrap();
    assert_eq!(print(&parse_value(&reference, None, &mut InputFiles::new()).unwrap()), "si32=-7");
    assert_eq!(parse_value(&reference, expected, &mut InputFiles::new()).unwrap(), value);
}

/// A failed write leaves the file as it was and nothing beside it.
#[test]
fn failed_writes_leave_no_trace() {
    let folder = folder("failed_writes");
    let missing = format!("@{}", folder.join("missing").join("a.npy").display());
    let message = write_value(&tensor("f32=1"), &FileRef::parse(&missing).unwrap()).unwrap_err().to_string();
    assert!(message.starts_with("cannot write ") && message.ends_with("No such file or directory (os error 2)"), "{message}");
    let directory = format!("@{}", folder.display());
    assert!(write_value(&tensor("f32=1"), &FileRef::parse(&directory).unwrap()).is_err());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// A link to a file stays a link, and devices are written, not replaced.
#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    let folder = folder("links");
    let link = folder.join("link.bin");
    fs::write(folder.join("file.bin"), [9; 9]).unwrap();
    std::os::unix::fs::symlink("file.bin", &link).unwrap();
    let reference = format!("@{}", link.display());
    write_value(&tensor("2xi8=1 2"), &FileRef::parse(&reference).unwrap()).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(folder.join("file.bin")).unwrap(), [1, 2]);
    write_value(&tensor("f32=1"), &FileRef::parse("@/dev/null").unwrap()).unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// Messages about files carry the path and the reason.
#[test]
fn file_errors_name_the_file() {
    let folder = folder("file_errors");
    let short = folder.join("short.bin").display().to_string();
    fs::write(&short, [0; 12]).unwrap();
    let message = |text: &str| parse_value(text, None, &mut InputFiles::new()).unwrap_err().to_string();
    assert_eq!(message("@nope.npy"), "value `@nope.npy`: cannot open \"nope.npy\": No such file or directory (os error 2)");
    assert_eq!(
        message("@a.bin"),
        "value `@a.bin`: expected a .npy file, or a shape and type in front of raw bytes as in 4xf32=@file.bin, found `a.bin`"
    );
    let array = folder.join("array.npy").display().to_string();
    write_value(&tensor("3xi32=1"), &FileRef::parse(&format!("@{array}")).unwrap()).unwrap();
    assert!(message(&format!("3xf32=@{array}")).ends_with("expected 3xf32, found 3xsi32"));
    assert!(parse_value(&format!("3xi32=@{array}"), None, &mut InputFiles::new()).is_ok());
    assert!(message(&format!("4xf32=@{short}")).ends_with(&format!("{short:?}: expected 16 bytes for 4xf32, found 12")));
    assert!(message(&format!("4xf32=@{}", folder.display())).contains("cannot read: "));
}

/// Every way a header can be wrong is told apart.
#[test]
fn npy_errors_say_what_was_expected() {
    let header = |text: &str| read(&npy(1, text, &[])).unwrap_err();
    for (text, message) in [
        (
            dictionary("<f16", "False", "(2,)"),
            "npy: expected a type such as '<f4' (b1, i1 to i8, u1 to u8, f2 to f8, c8, c16 or V1 to V31), found `<f16`",
        ),
        (
            dictionary("|V32", "False", "(2,)"),
            "npy: expected a type such as '<f4' (b1, i1 to i8, u1 to u8, f2 to f8, c8, c16 or V1 to V31), found `|V32`",
        ),
        (dictionary("<f4", "0", "(2,)"), "npy: expected True or False, found `0, 'shape': (2,), }`"),
        (dictionary("<f4", "False", "(-2,)"), "npy: expected a dimension from 0 to 2^64 - 1, found `-2,), }`"),
        (dictionary("<f4", "False", "(2 3)"), "npy: expected `,` or `)`, found `3), }`"),
        (dictionary("<f4", "False", "(2, 3)"), "expected 24 bytes for 2x3xf32, found 0"),
        (
            dictionary("<f4", "False", "(99999999999,)"),
            "99999999999xf32: expected at most 17179869184 bytes, found 399999999996",
        ),
        ("{'descr': '<f4'}".to_owned(), "npy: expected the keys descr, fortran_order and shape, found `{'descr': '<f4'}`"),
        ("{'a': '<f4'}".to_owned(), "npy: expected the keys descr, fortran_order and shape, found `a`"),
        (String::new(), "npy: expected a dictionary `{...}`, found the end of the header"),
        ("{} 1".to_owned(), "npy: expected nothing after the dictionary, found `1`"),
    ] {
        assert_eq!(header(&text), message);
    }
    assert!(header("{'descr': [('a', '<f4')]}").starts_with("npy: expected a type such as '<f4'"));
    assert_eq!(read(b"").unwrap_err(), "npy: expected an array beginning with \\x93NUMPY, found the end of the file");
    assert_eq!(
        read(b"PK\x03\x04....").unwrap_err(),
        "npy: expected an array beginning with \\x93NUMPY, found \"PK\\\\x03\\\\x04..\""
    );
    assert_eq!(read(&npy(4, "{}", &[])).unwrap_err(), "npy: expected version 1, 2 or 3, found version 4");
    assert_eq!(
        read(b"\x93NUMPY\x02\x00\x00\x00\x01\x00").unwrap_err(),
        "npy: expected a header within the limit, found 65536 bytes, with a limit of 65535"
    );
    assert_eq!(read(b"\x93NUMPY\x01\x00\x09\x00{}").unwrap_err(), "npy: expected a whole header, found 2 of 9 bytes");
}

proptest! {
    /// No bytes make the reader panic.
    #[test]
    fn any_bytes_are_an_array_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
        let mut with_magic = b"\x93NUMPY\x01\x00".to_vec();
        with_magic.extend(&bytes);
        let _ = read(&with_magic);
    }

    /// Nor do files that were good but for a few bytes.
    #[test]
    fn mutated_files_are_an_array_or_an_error(
        changes in prop::collection::vec((0usize..128, any::<u8>()), 1..4),
        fortran in prop::sample::select(&["True", "False"][..]),
        descr in prop::sample::select(&["<f4", ">c8", "|V3", ">i2"][..]),
        size in 0usize..64,
    ) {
        let mut file = npy(1, &dictionary(descr, fortran, "(2, 3)"), &[7; 48]);
        for (position, byte) in changes {
            if let Some(target) = file.get_mut(position) {
                *target = byte;
            }
        }
        file.truncate(file.len() - size);
        let _ = read(&file);
    }

    /// Every array survives writing and reading.
    #[test]
    fn written_arrays_read_back(shape in prop::collection::vec(0u64..4, 0..4), descr in prop::sample::select(&["si8", "ui16", "f32", "f64", "cf128", "*24"][..])) {
        let text: String = shape.iter().map(|dimension| format!("{dimension}x")).collect();
        let value = tensor(&format!("{text}{descr}"));
        prop_assert_eq!(read(&encode(&value)), Ok(print(&value)));
    }
}
