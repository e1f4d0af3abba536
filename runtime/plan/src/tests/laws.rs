//! Laws of encoding and verification, for plans out of random numbers and for their bytes with changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;

use super::arbitrary::plan;
use super::file_of;
use crate::field::ConstantId;
use crate::{Encoder, Instr, PlanError, VerifiedPlan, disassemble, verify};

fn read(bytes: &[u8]) -> Result<VerifiedPlan, PlanError> {
    verify(Arc::new(bytes.to_vec()))
}

/// The bytes that a plan that was read is written as.
fn rewritten(plan: &VerifiedPlan) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = Encoder::new(plan.plan()).unwrap();
    encoder.write(&mut bytes, &mut |id: ConstantId, out| out.write_all(plan.constant(id))).unwrap();
    bytes
}

/// Uses everything a verified plan offers; none of it may panic.
fn use_all(plan: &VerifiedPlan) -> String {
    let mut text = String::new();
    disassemble(plan, &mut text).unwrap();
    for id in 0..plan.plan().executables.len() {
        plan.executable_data(crate::field::ExecutableId(id as u32));
    }
    text
}

/// A file is refused, or it is the only way to write the plan it holds: equal plans have equal bytes.
fn check_canonical(bytes: &[u8]) {
    if let Ok(plan) = read(bytes) {
        use_all(&plan);
        assert!(rewritten(&plan) == bytes, "a plan is read from bytes that are not those it is written as");
    }
}

/// The laws below say nothing about instructions that never occur.
#[test]
fn random_plans_have_every_instruction() {
    let plans = (0..400).map(plan);
    let found: BTreeSet<u16> =
        plans.flat_map(|plan| plan.functions).flat_map(|function| function.code).map(|instr| instr.code()).collect();
    let missing: Vec<_> = Instr::ALL.iter().filter(|(code, _)| !found.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_written_reads_back(seed in any::<u64>()) {
        let plan = plan(seed);
        let bytes = file_of(&plan);
        prop_assert_eq!(&bytes, &file_of(&plan));
        let verified = read(&bytes).unwrap();
        prop_assert_eq!(verified.plan(), &plan);
        for (id, constant) in (0..).zip(&plan.constants) {
            let expected = vec![id as u8; constant.length_bytes as usize];
            prop_assert_eq!(verified.constant(ConstantId(id)), &expected[..]);
            prop_assert_eq!(verified.constant_range(ConstantId(id)).start % constant.alignment_bytes as usize, 0);
        }
        prop_assert!(use_all(&verified).starts_with("plan version 1\n"));
        prop_assert_eq!(rewritten(&verified), bytes);
    }

    #[test]
    fn a_changed_byte_is_refused_or_makes_another_plan(seed in any::<u64>(), changes in prop::collection::vec((any::<Index>(), any::<u8>()), 64)) {
        let bytes = file_of(&plan(seed));
        for (at, byte) in changes {
            let mut changed = bytes.clone();
            changed[at.index(bytes.len())] = byte;
            check_canonical(&changed);
        }
    }

    #[test]
    fn changed_words_do_no_harm(seed in any::<u64>(), changes in prop::collection::vec((any::<Index>(), any::<u32>()), 1..6)) {
        let mut bytes = file_of(&plan(seed));
        for (at, word) in changes {
            let at = at.index(bytes.len());
            bytes.iter_mut().skip(at).zip(word.to_le_bytes()).for_each(|(byte, new)| *byte = new);
        }
        check_canonical(&bytes);
    }

    #[test]
    fn a_plan_that_is_cut_is_refused(seed in any::<u64>(), at in any::<Index>()) {
        let bytes = file_of(&plan(seed));
        prop_assert!(read(&bytes[..at.index(bytes.len())]).is_err());
    }

    #[test]
    fn bytes_that_are_no_plan_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(read(&bytes).is_err());
        check_canonical(&[crate::encode::MAGIC.as_slice(), &bytes].concat());
    }
}

/// Every single byte of one plan, each set to values at the edges.
#[test]
fn every_byte_of_a_plan_matters() {
    let bytes = file_of(&plan(7));
    for at in 0..bytes.len() {
        for byte in [0, 1, 0x7F, 0x80, 0xFF, bytes[at] ^ 1, bytes[at] ^ 0x80, bytes[at].wrapping_add(1)] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            check_canonical(&changed);
        }
    }
}
