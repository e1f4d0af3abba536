//! Kernels whose workgroups count from elsewhere than zero, so that a grid over the device's limit runs in parts.
//!
//! `vkCmdDispatchBase` is no help: base and count together must stay under the same limit. Instead every value loaded from
//! `WorkgroupId` or `GlobalInvocationId` gets a constant added.

use rspirv::spirv::{BuiltIn, Decoration, Op};
use rustc_hash::FxHashMap;

use super::Id;

const HEADER_WORDS: usize = 5;
/// Position of the id bound in the header.
const BOUND: usize = 3;

/// An instruction: opcode, and its operands as words.
struct Instr<'w> {
    opcode: u32,
    operands: &'w [u32],
    all: &'w [u32],
}

fn instructions(words: &[u32]) -> impl Iterator<Item = Instr<'_>> {
    let mut at = HEADER_WORDS;
    std::iter::from_fn(move || {
        let first = *words.get(at)?;
        let length = (first >> 16) as usize;
        let all = words.get(at..at + length).filter(|all| !all.is_empty())?;
        at += length;
        Some(Instr { opcode: first & 0xFFFF, operands: &all[1..], all })
    })
}

/// Where a pointer leads: to a whole built-in vector, or to a component of it.
#[derive(Clone, Copy)]
struct Place {
    /// Added to each component.
    shift: [u32; 3],
    component: Option<usize>,
}

/// The code of a kernel with `base` added to the workgroup's number; `local_size` are the invocations of a workgroup.
///
/// # Errors
/// Why that cannot be done, in words.
pub fn with_workgroup_base(words: &[u32], base: [u32; 3], local_size: [u32; 3]) -> Result<Vec<u32>, &'static str> {
    let mut shifter = Shifter { bound: *words.get(BOUND).ok_or("it has no header")?, ..Shifter::default() };
    shifter.scan(words, base, local_size)?;
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
    fn scan(&mut self, words: &[u32], base: [u32; 3], local_size: [u32; 3]) -> Result<(), &'static str> {
        let invocations = std::array::from_fn(|i| base[i].wrapping_mul(local_size[i]));
        for instr in instructions(words) {
            match (Op::from_u32(instr.opcode), instr.operands) {
                (Some(Op::Decorate), &[id, decoration, built_in]) if decoration == Decoration::BuiltIn as u32 => {
                    match BuiltIn::from_u32(built_in) {
                        Some(BuiltIn::WorkgroupId) => self.places.insert(id, Place { shift: base, component: None }),
                        Some(BuiltIn::GlobalInvocationId) => {
                            self.places.insert(id, Place { shift: invocations, component: None })
                        }
                        Some(BuiltIn::NumWorkgroups) => return Err("it asks for the number of workgroups"),
                        _ => None,
                    };
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
        Ok(())
    }

    /// Copies an instruction, with what a shifted built-in needs.
    fn copy(&mut self, instr: &Instr<'_>, out: &mut Vec<u32>) -> Result<(), &'static str> {
        match (Op::from_u32(instr.opcode), instr.operands) {
            (Some(Op::Load), &[ty, result, pointer, ..]) if self.places.contains_key(&pointer) => {
                let Some(&place) = self.places.get(&pointer) else { return Ok(()) };
                let loaded = self.fresh();
                let mut load = instr.all.to_vec();
                load[2] = loaded;
                out.extend(load);
                let added = match place.component {
                    Some(component) => self.constant(ty, vec![place.shift[component]]),
                    None => self.vector(ty, place.shift)?,
                };
                out.extend([5 << 16 | Op::IAdd as u32, ty, result, loaded, added]);
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
                return Err("it uses the address of its workgroup's number");
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
