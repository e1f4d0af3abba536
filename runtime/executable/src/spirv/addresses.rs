//! What an entry point of the address ABI does through the addresses it was given.
//!
//! Its buffers are behind a table of addresses whose own address is in the push constants. Numbers and pointers that come
//! from there are followed through the code; every access must be through one whose origin is known, or nothing is said.
//!
//! Invariant: an access that is told is never too small.

use std::collections::BTreeMap;

use rspirv::dr::Instruction;
use rspirv::spirv::{Capability, Op, StorageClass};
use rustc_hash::FxHashMap;

use super::chains::Place;
use super::pointers::Use;
use super::reach::Reach;
use super::structure::Function;
use super::words::{operand_id, operand_ids};
use super::{Access, Id, features};

/// Where a value may come from, as a set: a bit for each entry of the table, and those below.
type Origins = u64;

/// The address of the table, or half of it.
const TABLE: Origins = 1 << 61;
/// The address of constants, or half of it.
const CONSTANTS: Origins = 1 << 62;
/// Anything.
const ANY: Origins = 1 << 63;
/// All entries of the table that have a bit.
const ENTRIES: Origins = TABLE - 1;

/// Bytes of an address in the table and in the push constants, which begin with the table's and that of constants.
const ADDRESS_BYTES: u64 = 8;

/// How often the code is gone through until nothing new is found: once for each loop inside another, and to see that.
const MAX_ROUNDS: usize = 16;

/// What is done through each entry of the table whose address the push constants begin with; an entry that is not told is not
/// used. `None` if the module has no addresses, or some from elsewhere, or that take ways which are not followed.
pub(super) fn table_access(reach: &Reach<'_>, entry: usize) -> Option<BTreeMap<u32, Access>> {
    let has_addresses = features::capabilities(reach.context.code).any(|c| c == Capability::PhysicalStorageBufferAddresses);
    let ([flow], Some(function), true) = (&reach.flows[..], reach.context.functions.get(entry), has_addresses) else {
        return None;
    };
    let places = flow.uses.iter().filter_map(|used| Some((used.index, (used.place?, used.size_bytes?)))).collect();
    let mut values = Values { reach, function, places, origins: FxHashMap::default() };
    values.follow()?;
    values.check_leaves()?;
    let mut table = BTreeMap::new();
    for used in &flow.uses {
        values.add_use(used, &mut table)?;
    }
    Some(table)
}

/// The values of a function.
struct Values<'r> {
    reach: &'r Reach<'r>,
    function: &'r Function,
    /// Where an instruction reads, and how many bytes.
    places: FxHashMap<usize, (Place, u64)>,
    origins: FxHashMap<Id, Origins>,
}

impl<'r> Values<'r> {
    fn instructions(&self) -> impl Iterator<Item = (usize, &'r Instruction)> + use<'r> {
        self.reach.context.code.range(self.function.start..self.function.end)
    }

    fn origins_of(&self, id: Id) -> Origins {
        self.origins.get(&id).copied().unwrap_or_default()
    }

    /// The storage class of a pointer.
    fn class_of(&self, id: Id) -> Option<StorageClass> {
        let context = self.reach.context;
        context.types.pointer(context.code.type_of(id)?).map(|(class, _)| class)
    }

    /// Finds the origins of every value.
    fn follow(&mut self) -> Option<()> {
        for _ in 0..MAX_ROUNDS {
            let mut is_new = false;
            for (index, instruction) in self.instructions() {
                let Some(result) = instruction.result_id else { continue };
                let origins = self.origins_of_result(index, instruction);
                let known = self.origins.entry(result).or_default();
                is_new |= *known | origins != *known;
                *known |= origins;
            }
            if !is_new {
                return Some(());
            }
        }
        None
    }

    fn origins_of_result(&self, index: usize, instruction: &Instruction) -> Origins {
        if is_read(instruction) {
            return self.origins_of_read(index, operand_id(instruction, 0));
        }
        operand_ids(instruction).map(|(_, id)| self.origins_of(id)).fold(0, |all, some| all | some)
    }

    /// The origins of what is read through `pointer`.
    fn origins_of_read(&self, index: usize, pointer: Id) -> Origins {
        let place = self.places.get(&index);
        let bytes = place.and_then(|(place, size)| Some((place.offset_bytes?, *size)));
        match (self.class_of(pointer), self.origins_of(pointer)) {
            (Some(StorageClass::PushConstant), _) => match bytes {
                Some((offset, _)) if offset >= 2 * ADDRESS_BYTES => 0,
                Some((offset, size)) if size <= ADDRESS_BYTES - offset % ADDRESS_BYTES => {
                    if offset < ADDRESS_BYTES {
                        TABLE
                    } else {
                        CONSTANTS
                    }
                }
                _ => ANY,
            },
            (Some(StorageClass::PhysicalStorageBuffer), TABLE) => match bytes {
                Some((offset, size)) if size <= ADDRESS_BYTES - offset % ADDRESS_BYTES => {
                    let bit = u32::try_from(offset / ADDRESS_BYTES).ok().and_then(|entry| 1u64.checked_shl(entry));
                    bit.filter(|bit| bit & ENTRIES != 0).unwrap_or(ANY)
                }
                _ => ANY,
            },
            (Some(StorageClass::PhysicalStorageBuffer), origins) if origins == CONSTANTS || are_entries(origins) => 0,
            (Some(StorageClass::PhysicalStorageBuffer) | None, _) => ANY,
            // No address is kept there, and one that was would have no origin.
            _ => 0,
        }
    }

    /// No address goes where it is not followed: into memory.
    fn check_leaves(&self) -> Option<()> {
        for (_, instruction) in self.instructions() {
            let is_copy = matches!(instruction.class.opcode, Op::CopyMemory | Op::CopyMemorySized);
            if is_copy && self.origins_of(operand_id(instruction, 1)) & !ENTRIES != 0 {
                return None;
            }
            let is_write =
                matches!(instruction.class.opcode, Op::Store | Op::CooperativeMatrixStoreKHR) || is_atomic(instruction);
            if is_write && operand_ids(instruction).any(|(position, id)| position > 0 && self.origins_of(id) != 0) {
                return None;
            }
        }
        Some(())
    }

    /// Adds what is done through a pointer to what is done through the entries it comes from.
    fn add_use(&self, used: &Use, table: &mut BTreeMap<u32, Access>) -> Option<()> {
        let instruction = self.reach.context.code.instructions.get(used.index)?;
        // Numbers that pointers become are followed.
        let is_followed = matches!(instruction.class.opcode, Op::ConvertPtrToU | Op::Bitcast);
        if self.class_of(used.pointer) != Some(StorageClass::PhysicalStorageBuffer) || is_followed {
            return Some(());
        }
        let (known, origins) = (used.touch.known, self.origins_of(used.pointer));
        if used.touch.is_unknown {
            return None;
        }
        match origins {
            _ if known == Access::NONE => Some(()),
            TABLE | CONSTANTS => (known == Access::READ).then_some(()),
            entries if are_entries(entries) => {
                for entry in (0..u64::BITS).filter(|entry| entries >> entry & 1 != 0) {
                    let access = table.entry(entry).or_insert(Access::NONE);
                    *access = access.union(known);
                }
                Some(())
            }
            _ => None,
        }
    }
}

/// Whether all origins are entries of the table, and there are some.
fn are_entries(origins: Origins) -> bool {
    origins != 0 && origins & !ENTRIES == 0
}

/// Whether an instruction's result is what it reads through its first operand.
fn is_read(instruction: &Instruction) -> bool {
    matches!(instruction.class.opcode, Op::Load | Op::CooperativeMatrixLoadKHR) || is_atomic(instruction)
}

fn is_atomic(instruction: &Instruction) -> bool {
    instruction.class.opname.starts_with("Atomic")
}
