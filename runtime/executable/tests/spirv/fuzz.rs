//! No words make reflection panic: neither arbitrary ones, nor almost valid modules.

use crate::shader::{BOUND, Inst, inst, shader};
use halforge_executable::spirv::with_constants_in_buffer;
use halforge_executable::{Container, Module, check_interface, raw_bda_container};
use proptest::prelude::*;
use rspirv::grammar::INSTRUCTION_TABLE;

const FIXTURES: &[&[u8]] = &[
    include_bytes!("../fixtures/kernel.spv"),
    include_bytes!("../fixtures/pair.spv"),
    include_bytes!("../fixtures/raw.spv"),
    include_bytes!("../fixtures/operations.spv"),
];
/// A binding that no module here uses.
const FREE_BINDING: u32 = 10_000;
const PAIR: &[u8] = include_bytes!("../fixtures/pair.vk1");

/// Reflects and, where that succeeds, asks everything else about the module.
fn use_words(words: &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let Ok(module) = Module::reflect(&bytes) else {
        return;
    };
    // What is good stays so with its push constants in a buffer.
    let spilled: Vec<u8> = with_constants_in_buffer(words, FREE_BINDING).iter().flat_map(|word| word.to_le_bytes()).collect();
    let spilled = Module::reflect(&spilled).expect("a good module with its push constants in a buffer");
    assert!(spilled.entry_points.iter().all(|entry| entry.push_constants.is_none()));
    let raw = raw_bda_container(&module, &bytes).ok();
    let container = Container::parse(PAIR).expect("a good fixture");
    for container in raw.iter().chain([&container]) {
        for pipeline in (0..container.pipelines.len()).filter_map(|ordinal| container.pipeline(ordinal)) {
            let findings = check_interface(&module, &pipeline);
            findings.iter().for_each(|finding| assert!(!finding.to_string().is_empty()));
        }
    }
}

fn words_of(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// Ranges of the instructions of a module.
fn instructions(words: &[u32]) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 5;
    while let Some(word) = words.get(start) {
        let end = start + (word >> 16).max(1) as usize;
        ranges.push(start..end.min(words.len()));
        start = end;
    }
    ranges
}

/// One change to a module.
#[derive(Debug, Clone)]
enum Edit {
    SetWord(prop::sample::Index, u32),
    SetOpcode(prop::sample::Index, u16),
    /// An operand becomes another small number: an id, a literal, an enumerant.
    SetOperand(prop::sample::Index, prop::sample::Index, u32),
    Remove(prop::sample::Index),
    Repeat(prop::sample::Index, prop::sample::Index),
    Truncate(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        (index(), any::<u32>()).prop_map(|(at, word)| Edit::SetWord(at, word)),
        (index(), 0_u16..450).prop_map(|(at, op)| Edit::SetOpcode(at, op)),
        (index(), index(), 0_u32..120).prop_map(|(at, operand, word)| Edit::SetOperand(at, operand, word)),
        index().prop_map(Edit::Remove),
        (index(), index()).prop_map(|(from, to)| Edit::Repeat(from, to)),
        index().prop_map(Edit::Truncate),
    ]
}

fn apply(words: &mut Vec<u32>, edit: &Edit) {
    let ranges = instructions(words);
    if ranges.is_empty() {
        return;
    }
    match edit {
        Edit::SetWord(at, word) => {
            let position = at.index(words.len());
            words[position] = *word;
        }
        Edit::SetOpcode(at, op) => {
            let start = at.get(&ranges).start;
            words[start] = words[start] & 0xFFFF_0000 | u32::from(*op);
        }
        Edit::SetOperand(at, operand, word) => {
            let range = at.get(&ranges);
            if range.len() > 1 {
                words[range.start + 1 + operand.index(range.len() - 1)] = *word;
            }
        }
        Edit::Remove(at) => {
            words.drain(at.get(&ranges).clone());
        }
        Edit::Repeat(from, to) => {
            let copy = words[from.get(&ranges).clone()].to_vec();
            let position = to.get(&ranges).start;
            words.splice(position..position, copy);
        }
        Edit::Truncate(at) => words.truncate(at.get(&ranges).start),
    }
}

/// Any instruction of the grammar with a few small operands.
fn any_instruction() -> impl Strategy<Value = Inst> {
    let known = INSTRUCTION_TABLE.iter().map(|grammar| grammar.opcode);
    let op = prop::sample::select(known.collect::<Vec<_>>());
    (op, prop::collection::vec(0..BOUND, 0..8)).prop_map(|(op, operands)| inst(op, &operands))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_words(words in prop::collection::vec(any::<u32>(), 0..100)) {
        use_words(&words);
        use_words(&[&[0x0723_0203, 0x0001_0000, 0, 100, 0], &words[..]].concat());
    }

    #[test]
    fn edited_modules(
        fixture in prop::sample::select(FIXTURES),
        edits in prop::collection::vec(edit(), 1..4),
    ) {
        let mut words = words_of(fixture);
        edits.iter().for_each(|edit| apply(&mut words, edit));
        use_words(&words);
    }

    /// Every opcode of the grammar, at module level and in a function.
    #[test]
    fn any_instructions(
        global in prop::collection::vec(any_instruction(), 0..3),
        local in prop::collection::vec(any_instruction(), 0..3),
    ) {
        let mut shader = shader();
        shader.globals.extend(global);
        shader.body.extend(local);
        use_words(&words_of(&shader.assemble()));
    }
}
