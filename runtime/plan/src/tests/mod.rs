//! Laws of plans: what is written reads back, what is read is written the same way, and no bytes do harm.

mod arbitrary;
mod laws;
mod limits;

pub(crate) use arbitrary::{Arbitrary, Gen};

use crate::encode::{ALIGNMENT, ENTRY_BYTES, HEADER_BYTES, MAGIC, Section};
use crate::{Encoder, Plan, VERSION};

/// The file of a plan whose constants hold their own numbers.
fn file_of(plan: &Plan) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = Encoder::new(plan).unwrap();
    let write = |id: crate::field::ConstantId, out: &mut dyn std::io::Write| {
        out.write_all(&vec![id.0 as u8; plan.constants[id.0 as usize].length_bytes as usize])
    };
    encoder.write(&mut bytes, &mut { write }).unwrap();
    assert_eq!(bytes.len() as u64, encoder.length_bytes());
    bytes
}

/// A file with these sections, in order, where they belong.
fn file_with(sections: &[Vec<u8>; Section::ALL.len()]) -> Vec<u8> {
    let alignment = ALIGNMENT as usize;
    let mut body = vec![0; HEADER_BYTES + ENTRY_BYTES * Section::ALL.len()];
    let mut directory = Vec::new();
    for (section, bytes) in Section::ALL.iter().zip(sections) {
        body.resize(body.len().next_multiple_of(alignment), 0);
        directory.extend([section.code(), 0].map(u32::to_le_bytes).concat());
        directory.extend([body.len() as u64, bytes.len() as u64].map(u64::to_le_bytes).concat());
        body.extend(bytes);
    }
    let header = [&MAGIC[..], &VERSION.to_le_bytes(), &5u32.to_le_bytes(), &(body.len() as u64).to_le_bytes()].concat();
    body[..header.len()].copy_from_slice(&header);
    body[HEADER_BYTES..HEADER_BYTES + directory.len()].copy_from_slice(&directory);
    body
}
