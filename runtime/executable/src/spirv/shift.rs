//! Kernels that run part of a grid, so that one over the device's limit runs in several.
//!
//! `vkCmdDispatchBase` is no help: base and count together must stay under the same limit. Instead every value loaded from
//! `WorkgroupId` or `GlobalInvocationId` gets a constant added, and `NumWorkgroups` is the whole grid's.

use rspirv::spirv::{BuiltIn, Decoration, Op};
use rustc_hash::FxHashMap;

use super::Id;
use super::raw::{BOUND, HEADER_WORDS, Instr, instructions};

/// A part of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridPart {
    /// The number of its first workgroup.
    pub base: [u32; 3],
    /// Workgroups of the whole grid.
    pub total: [u32; 3],
}

/// Where a pointer leads: to a whole built-in vector, or to a component of it.
#[derive(Clone, Copy)]
struct Place {
    value: Change,
    component: Option<usize>,
}

/// What becomes of a built-in vector.
#[derive(Clone, Copy)]
enum Change {
    /// This is added.
    Add([u32; 3]),
    /// It is this.
    Set([u32; 3]),
}

/// The code of a kernel that runs `part` of a grid; `local_size` are the invocations of a workgroup.
///
/// # Errors
/// Why that cannot be done, in words.
pub fn with_grid_part(words: &[u32], part: GridPart, local_size: [u32; 3]) -> Result<Vec<u32>, &'static str> {
    let mut shifter = Shifter { bound: *words.get(BOUND).ok_or("it has no header")?, ..Shifter::default() };
    shifter.scan(words, part, local_size);
    let mut out = words.get(..HEADER_WORDS).ok_or("it has no header")?.to_vec();
    let mut body = Vec::with_capacity(words.len());
    let mut first_function = None;
    for instr in instructions(words) {
        if instr.opcode == Op::Function as u32 && first_function.is_none() {
            first_function = Some(body.len());
        }
        shifter.copy(&instr, &mut body)?;
    }
    let first_function = first_function.ok_or("it has no function")?;
    out.extend(&body[..first_function]);
    out.extend(&shifter.declarations);
    out.extend(&body[first_function..]);
    out[BOUND] = shifter.bound;
    Ok(out)
}

#[derive(Default)]
struct Shifter {
    bound: u32,
    /// Pointers to built-ins that are shifted.
    places: FxHashMap<Id, Place>,
    constants: FxHashMap<Id, u32>,
    /// Element types of vector types.
    vectors: FxHashMap<Id, Id>,
    /// New constants, by type and value.
    made: FxHashMap<(Id, Vec<u32>), Id>,
    declarations: Vec<u32>,
}

impl Shifter {
    fn scan(&mut self, words: &[u32], part: GridPart, local_size: [u32; 3]) {
        let invocations = std::array::from_fn(|i| part.base[i].wrapping_mul(local_size[i]));
        for instr in instructions(words) {
            match (Op::from_u32(instr.opcode), instr.operands) {
                (Some(Op::Decorate), &[id, decoration, built_in]) if decoration == Decoration::BuiltIn as u32 => {
                    let value = match BuiltIn::from_u32(built_in) {
                        Some(BuiltIn::WorkgroupId) => Change::Add(part.base),
                        Some(BuiltIn::GlobalInvocationId) => Change::Add(invocations),
                        Some(BuiltIn::NumWorkgroups) => Change::Set(part.total),
                        _ => continue,
                    };
                    self.places.insert(id, Place { value, component: None });
                }
                (Some(Op::TypeVector), &[id, element, _]) => {
                    self.vectors.insert(id, element);
                }
                (Some(Op::Constant), &[_, id, value]) => {
                    self.constants.insert(id, value);
                }
                _ => {}
            }
        }
    }

    /// Copies an instruction, with what a shifted built-in needs.
    fn copy(&mut self, instr: &Instr<'_>, out: &mut Vec<u32>) -> Result<(), &'static str> {
        match (Op::from_u32(instr.opcode), instr.operands) {
            (Some(Op::Load), &[ty, result, pointer, ..]) if self.places.contains_key(&pointer) => {
                let Some(&place) = self.places.get(&pointer) else { return Ok(()) };
                let (Change::Add(vector) | Change::Set(vector)) = place.value;
                let known = match place.component {
                    Some(component) => self.constant(ty, vec![vector[component]]),
                    None => self.vector(ty, vector)?,
                };
                if let Change::Set(_) = place.value {
                    out.extend([4 << 16 | Op::CopyObject as u32, ty, result, known]);
                } else {
                    let loaded = self.fresh();
                    let mut load = instr.all.to_vec();
                    load[2] = loaded;
                    out.extend(load);
                    out.extend([5 << 16 | Op::IAdd as u32, ty, result, loaded, known]);
                }
                return Ok(());
            }
            (Some(Op::AccessChain | Op::InBoundsAccessChain), &[_, result, pointer, index])
                if self.places.contains_key(&pointer) =>
            {
                let component = self.constants.get(&index).map(|&c| c as usize).filter(|&c| c < 3);
                let component = component.ok_or("it indexes its workgroup's number by a variable")?;
                if let Some(&place) = self.places.get(&pointer) {
                    self.places.insert(result, Place { component: Some(component), ..place });
                }
            }
            (Some(Op::Name | Op::Decorate | Op::EntryPoint | Op::Variable), _) => {}
            (Some(op), operands) if is_pointer_use(op) && operands.iter().any(|id| self.places.contains_key(id)) => {
                return Err("it passes on the address of its workgroup's number");
            }
            _ => {}
        }
        out.extend(instr.all);
        Ok(())
    }

    fn fresh(&mut self) -> Id {
        self.bound += 1;
        self.bound - 1
    }

    fn constant(&mut self, ty: Id, value: Vec<u32>) -> Id {
        if let Some(&id) = self.made.get(&(ty, value.clone())) {
            return id;
        }
        let id = self.fresh();
        let op = if value.len() == 1 { Op::Constant } else { Op::ConstantComposite };
        self.declarations.push((value.len() as u32 + 3) << 16 | op as u32);
        self.declarations.extend([ty, id]);
        self.declarations.extend(&value);
        self.made.insert((ty, value), id);
        id
    }

    fn vector(&mut self, ty: Id, value: [u32; 3]) -> Result<Id, &'static str> {
        let element = *self.vectors.get(&ty).ok_or("its workgroup's number is no vector")?;
        let parts = value.map(|v| self.constant(element, vec![v]));
        Ok(self.constant(ty, parts.to_vec()))
    }
}

/// Whether an operation may take a pointer of which it is not known what happens next.
fn is_pointer_use(op: Op) -> bool {
    matches!(
        op,
        Op::CopyObject
            | Op::FunctionCall
            | Op::CopyMemory
            | Op::CopyMemorySized
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::AccessChain
            | Op::InBoundsAccessChain
            | Op::Phi
            | Op::Select
            | Op::ConvertPtrToU
            | Op::Bitcast
    )
}
