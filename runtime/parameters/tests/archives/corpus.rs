//! Small archives of each format and the helpers that build them. Written from the formats'
//! descriptions, apart from the crate's own writer.

use halforge_parameters::Format;

/// Every archive here with its format. Each ends with the last byte of its last parameter.
pub(crate) fn all() -> Vec<(Vec<u8>, Format)> {
    vec![(irpa_chain(), Format::Irpa), (safetensors(), Format::Safetensors), (gguf(2), Format::Gguf), (gguf(3), Format::Gguf)]
}

pub(crate) fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Overwrites one word.
pub(crate) fn put_word(bytes: &mut [u8], offset: usize, word: u64) {
    bytes[offset..offset + 8].copy_from_slice(&word.to_le_bytes());
}

/// An entry of an irpa table whose name is `name` within the header's names.
pub(crate) fn irpa_entry(kind: u32, name: std::ops::Range<u64>, body: &[u8]) -> Vec<u8> {
    let mut entry = words(&[60 + body.len() as u64]);
    entry.extend(kind.to_le_bytes());
    entry.extend(words(&[0, name.start, name.end - name.start, 0, 0, 64]));
    entry.extend(body);
    entry
}

pub(crate) fn irpa_splat_body(length: u64, pattern: &[u8]) -> Vec<u8> {
    let mut body = words(&[length]);
    body.extend(pattern);
    body.resize(24, 0);
    body.push(pattern.len() as u8);
    body
}

/// One irpa header, its table at 96, its storage at the next multiple of 64 after the names.
pub(crate) fn irpa(next: u64, entries: &[Vec<u8>], names: &[u8], storage: &[u8]) -> Vec<u8> {
    let mut table = Vec::new();
    for entry in entries {
        table.resize(table.len().next_multiple_of(16), 0);
        table.extend(entry);
    }
    let names_offset = 96 + table.len() as u64;
    let names_length = names.len() as u64;
    let storage_offset = (names_offset + names_length).next_multiple_of(64);
    let mut file = b"IRPA\0\0\0\0".to_vec();
    file.extend(words(&[88, next, 0, entries.len() as u64]));
    file.extend(words(&[96, table.len() as u64, names_offset, names_length]));
    file.extend(words(&[storage_offset, storage.len() as u64]));
    file.resize(96, 0);
    file.extend(table);
    file.extend(names);
    file.resize(storage_offset as usize, 0);
    file.extend(storage);
    file
}

/// Every kind of entry over two linked headers:
/// at 0 skip `gone`, splat `s`, data `w`, external `x`, storage at 448; at 512 data `v`, storage at 704.
pub(crate) fn irpa_chain() -> Vec<u8> {
    let mut file = irpa(
        512,
        &[
            irpa_entry(0, 0..4, &[]),
            irpa_entry(1, 4..5, &irpa_splat_body(6, &[1, 2])),
            irpa_entry(2, 5..6, &words(&[8, 16])),
            irpa_entry(3, 6..7, &words(&[7, 5, 1024, 32])),
        ],
        b"goneswxw.bin",
        &[2; 24],
    );
    file.resize(512, 0);
    file.extend(irpa(0, &[irpa_entry(2, 0..1, &words(&[0, 16]))], b"v", &[3; 16]));
    file
}

/// `w` and `v` of 16 bytes, and two empty tensors, in an order that is neither that of the names
/// nor that of the offsets.
pub(crate) fn safetensors() -> Vec<u8> {
    safetensors_of(
        r#"{"v":{"dtype":"F32","shape":[4],"data_offsets":[16,32]},
            "e1":{"dtype":"F16","shape":[0,4],"data_offsets":[16,16]},
            "__metadata__":{"made_by":"hand"},
            "e0":{"dtype":"F16","shape":[0],"data_offsets":[16,16]},
            "w":{"dtype":"BF16","shape":[2,4],"data_offsets":[0,16]}}   "#,
        32,
    )
}

pub(crate) fn safetensors_of(header: &str, data_length: usize) -> Vec<u8> {
    let mut file = words(&[header.len() as u64]);
    file.extend(header.as_bytes());
    file.resize(file.len() + data_length, 1);
    file
}

pub(crate) fn gguf_string(text: &str) -> Vec<u8> {
    let mut string = words(&[text.len() as u64]);
    string.extend(text.as_bytes());
    string
}

/// A metadata pair; `value` is encoded already.
pub(crate) fn gguf_pair(key: &str, kind: u32, value: &[u8]) -> Vec<u8> {
    let mut pair = gguf_string(key);
    pair.extend(kind.to_le_bytes());
    pair.extend(value);
    pair
}

pub(crate) fn gguf_array(kind: u32, count: u64, elements: &[u8]) -> Vec<u8> {
    let mut array = kind.to_le_bytes().to_vec();
    array.extend(words(&[count]));
    array.extend(elements);
    array
}

pub(crate) fn gguf_tensor(name: &str, dimensions: &[u64], kind: u32, offset: u64) -> Vec<u8> {
    let mut tensor = gguf_string(name);
    tensor.extend((dimensions.len() as u32).to_le_bytes());
    tensor.extend(words(dimensions));
    tensor.extend(kind.to_le_bytes());
    tensor.extend(words(&[offset]));
    tensor
}

/// A gguf file with `data_length` bytes after the padding to `alignment`.
pub(crate) fn gguf_of(version: u32, pairs: &[Vec<u8>], tensors: &[Vec<u8>], alignment: usize, data_length: usize) -> Vec<u8> {
    let mut file = b"GGUF".to_vec();
    file.extend(version.to_le_bytes());
    file.extend(words(&[tensors.len() as u64, pairs.len() as u64]));
    file.extend(pairs.concat());
    file.extend(tensors.concat());
    file.resize(file.len().next_multiple_of(alignment), 0);
    file.resize(file.len() + data_length, 1);
    file
}

/// Metadata of every kind, tensors aligned to 64: `w` 4xF32, `h` 3x5xF16, `e` 0xI64, `q` 2x32xQ8_0.
pub(crate) fn gguf(version: u32) -> Vec<u8> {
    let nested = gguf_array(9, 1, &gguf_array(5, 2, &words(&[9])));
    let tokens = [gguf_string("a"), gguf_string("bc")].concat();
    gguf_of(
        version,
        &[
            gguf_pair("general.alignment", 4, &64u32.to_le_bytes()),
            gguf_pair("general.name", 8, &gguf_string("test")),
            gguf_pair("flag", 7, &[1]),
            gguf_pair("half", 3, &[1, 0]),
            gguf_pair("real", 12, &words(&[0])),
            gguf_pair("tokens", 9, &gguf_array(8, 2, &tokens)),
            gguf_pair("nested", 9, &nested),
        ],
        &[
            gguf_tensor("w", &[4], 0, 0),
            gguf_tensor("h", &[5, 3], 1, 64),
            gguf_tensor("e", &[0], 27, 128),
            gguf_tensor("q", &[32, 2], 8, 128),
        ],
        64,
        128 + 68,
    )
}
