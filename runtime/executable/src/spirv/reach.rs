//! What an entry point reaches: functions, variables, and what is done to them.

use std::collections::BTreeSet;

use rspirv::spirv::StorageClass;
use rustc_hash::FxHashMap;

use super::pointers::{self, Flow, Touch, Use};
use super::{Access, Context, Id, blocks, structure};
use crate::error::ExecutableError;

/// What an entry point reaches.
pub(super) struct Reach<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) flows: Vec<&'c Flow>,
    pub(super) variables: BTreeSet<Id>,
    pub(super) touches: FxHashMap<Id, Touch>,
    pub(super) direct: FxHashMap<Id, Direct>,
}

/// What uses of a variable without detours tell about it.
#[derive(Default, Clone, Copy)]
pub(super) struct Direct {
    /// The largest `Aligned` memory operand.
    pub(super) alignment_bytes: u32,
    /// End of the farthest use at a constant offset that every invocation makes.
    pub(super) certain_extent_bytes: u64,
}

/// What the entry function of that index reaches.
pub(super) fn reach<'c>(context: &'c Context<'c>, flows: &'c [Flow], entry: usize) -> Reach<'c> {
    let functions = structure::reachable(context.functions, entry);
    let flows_of: Vec<&Flow> = functions.iter().filter_map(|&index| flows.get(index)).collect();
    let mut direct: FxHashMap<Id, Direct> = FxHashMap::default();
    for used in flows_of.iter().flat_map(|flow| &flow.uses) {
        if let (Some(place), Some(alignment)) = (used.place, used.alignment_bytes) {
            let known = direct.entry(place.base).or_default();
            known.alignment_bytes = known.alignment_bytes.max(alignment);
        }
    }
    if let (Some(function), Some(flow)) = (context.functions.get(entry), flows.get(entry)) {
        let always = blocks::always_executed(context.code, function);
        for used in &flow.uses {
            let block = function.blocks.partition_point(|block| block.terminator < used.index);
            if let (Some(true), Some((variable, end))) = (always.get(block), constant_end(used)) {
                let known = direct.entry(variable).or_default();
                known.certain_extent_bytes = known.certain_extent_bytes.max(end);
            }
        }
    }
    Reach {
        context,
        variables: flows_of.iter().flat_map(|flow| flow.variables.iter().copied()).collect(),
        touches: pointers::touches(flows_of.iter().copied()),
        flows: flows_of,
        direct,
    }
}

/// The variable and the end of the bytes of it that an access at a constant offset touches.
fn constant_end(used: &Use) -> Option<(Id, u64)> {
    let place = used.place.filter(|_| used.touch.known != Access::NONE)?;
    Some((place.base, place.offset_bytes?.checked_add(used.size_bytes?)?))
}

impl Reach<'_> {
    /// Reached module-level variables with their storage class and pointee type.
    pub(super) fn variables(&self) -> impl Iterator<Item = (Id, StorageClass, Id)> {
        let pointer = |id: Id| self.context.types.pointer(self.context.code.type_of(id)?);
        self.variables.iter().filter_map(move |&id| pointer(id).map(|(class, pointee)| (id, class, pointee)))
    }

    /// An error at the declaration of a variable.
    pub(super) fn refuse<T>(&self, variable: Id, message: &str) -> Result<T, ExecutableError> {
        let index = self.context.code.definition(variable).unwrap_or(0);
        Err(self.context.code.malformed(index, message))
    }
}
