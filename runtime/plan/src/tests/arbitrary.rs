//! Plans out of random numbers: well typed, with every kind of instruction.
//!
//! Each kind of field knows how to make a field of its kind; [`Instr::arbitrary`] follows from the list of instructions, as
//! encoding does. What a rule demands beyond that is found by trying.

use crate::field::{
    BlockId, Cases, ConstantId, ExecutableId, FunctionId, GlobalId, In, InAny, InList, InListAny, Number, OptIn, Out, OutAny,
    OutList, OutListAny, Reg, SameList, StringId, Target,
};
use crate::instr::Instr;
use crate::ops::{BinaryOp, Predicate, UnaryOp};
use crate::plan::{Block, CallModel, Constant, Executable, Export, Function, Global, Location, Plan};
use crate::types::{Kind, RegType};

/// Registers of each type that a function has.
const REGISTERS_A_TYPE: usize = 3;
/// How often an instruction is made before its rule is given up on.
const TRIES: usize = 300;

/// Random numbers, and what is being made.
pub(crate) struct Gen {
    state: u64,
    /// Sizes of the tables.
    strings: u32,
    functions: u32,
    globals: u32,
    executables: u32,
    constants: u32,
    registers: Vec<RegType>,
    blocks: Vec<Block>,
    /// The type that fields of any type most often have in this instruction, so that rules hold now and then.
    usual: RegType,
    /// The length that lists most often have.
    length: usize,
}

impl Gen {
    /// Splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn register(&mut self, ty: RegType) -> Reg {
        let index = RegType::ALL.iter().position(|&t| t == ty).unwrap();
        Reg((index * REGISTERS_A_TYPE + self.below(REGISTERS_A_TYPE)) as u32)
    }

    fn any_register(&mut self) -> Reg {
        let ty = if self.below(4) > 0 { self.usual } else { self.pick(RegType::ALL) };
        self.register(ty)
    }

    fn list_length(&mut self) -> usize {
        if self.below(8) > 0 { self.length } else { self.below(4) }
    }

    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Reg) -> Vec<Reg> {
        (0..self.list_length()).map(|_| item(self)).collect()
    }
}

/// A field out of random numbers.
pub(crate) trait Arbitrary {
    fn arbitrary(g: &mut Gen) -> Self;
}

macro_rules! arbitrary {
    ($($field:ty $(where $t:ident)? = |$g:ident| $value:expr;)*) => {$(
        impl $(<$t: Kind>)? Arbitrary for $field {
            fn arbitrary($g: &mut Gen) -> Self {
                $value
            }
        }
    )*};
}

arbitrary! {
    In<T> where T = |g| g.register(T::TYPE).into();
    Out<T> where T = |g| g.register(T::TYPE).into();
    OptIn<T> where T = |g| (g.below(2) == 0).then(|| g.register(T::TYPE)).into();
    InList<T> where T = |g| g.list(|g| g.register(T::TYPE)).into();
    OutList<T> where T = |g| g.list(|g| g.register(T::TYPE)).into();
    InAny = |g| Self(g.any_register());
    OutAny = |g| Self(g.any_register());
    InListAny = |g| g.list(Gen::any_register).into();
    OutListAny = |g| g.list(Gen::any_register).into();
    SameList = |g| g.list(Gen::any_register).into();
    Number = |g| g.next() >> g.below(64);
    StringId = |g| Self(g.below(g.strings as usize) as u32);
    FunctionId = |g| Self(g.below(g.functions as usize) as u32);
    GlobalId = |g| Self(g.below(g.globals as usize) as u32);
    ExecutableId = |g| Self(g.below(g.executables as usize) as u32);
    ConstantId = |g| Self(g.below(g.constants as usize) as u32);
    Target = |g| {
        let block = g.below(g.blocks.len());
        let types: Vec<RegType> = g.blocks[block].params.iter().map(|p| g.registers[p.0 as usize]).collect();
        Self { block: BlockId(block as u32), args: types.into_iter().map(|ty| g.register(ty)).collect() }
    };
    Cases = |g| (0..g.below(4)).map(|_| (g.next() as i64, Target::arbitrary(g))).collect();
    BinaryOp = |g| g.pick(Self::ALL);
    UnaryOp = |g| g.pick(Self::ALL);
    Predicate = |g| g.pick(Self::ALL);
}

/// An instruction that keeps the rules; `None` when none was found.
fn instr(g: &mut Gen, plan: &Plan, function: &Function, code: u16) -> Option<Instr> {
    (0..TRIES).find_map(|_| {
        g.usual = g.pick(RegType::ALL);
        g.length = g.below(4);
        let instr = Instr::arbitrary(code, g)?;
        crate::rules::check(plan, function, &instr).is_ok().then_some(instr)
    })
}

fn types(g: &mut Gen) -> Vec<RegType> {
    (0..g.below(4)).map(|_| g.pick(RegType::ALL)).collect()
}

/// A plan, the same for the same seed.
pub(super) fn plan(seed: u64) -> Plan {
    let (strings, functions, globals, executables, constants) = (6, 3, 4, 2, 4);
    let registers = RegType::ALL.iter().flat_map(|&ty| [ty; REGISTERS_A_TYPE]).collect();
    let (blocks, usual) = (Vec::new(), RegType::I64);
    let mut g = Gen { state: seed, strings, functions, globals, executables, constants, registers, blocks, usual, length: 0 };
    let g = &mut g;
    let mut plan = Plan {
        strings: (0..strings).map(|i| "häl.%\n\"0".chars().cycle().skip(i as usize).take(g.below(9)).collect()).collect(),
        globals: (0..globals).map(|_| global(g)).collect(),
        executables: (0..executables)
            .map(|_| Executable {
                name: StringId::arbitrary(g),
                format: StringId::arbitrary(g),
                data: ConstantId::arbitrary(g),
            })
            .collect(),
        constants: (0..constants)
            .map(|_| Constant {
                name: StringId::arbitrary(g),
                length_bytes: g.below(200) as u64,
                alignment_bytes: 1 << g.below(9),
            })
            .collect(),
        ..Plan::default()
    };
    // Signatures first: bodies call functions that come later. The first has none, so that it may be an initializer.
    for index in 0..functions {
        let (params, results) = if index == 0 { (Vec::new(), Vec::new()) } else { (types(g), types(g)) };
        let (registers, blocks, code, locations) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        plan.functions.push(Function { name: StringId(index), params, results, registers, blocks, code, locations });
    }
    for index in 0..functions as usize {
        if index == 0 || g.below(4) > 0 {
            let body = body(g, &plan, index);
            plan.functions[index] = body;
        }
    }
    let bodies: Vec<u32> = (0..functions).filter(|&i| !plan.functions[i as usize].is_import()).collect();
    plan.exports = (0..g.below(3)).map(|_| export(g, &bodies)).collect();
    plan.initializers = vec![FunctionId(0); g.below(3)];
    plan
}

fn global(g: &mut Gen) -> Global {
    let ty = g.pick(RegType::ALL);
    let initial = g.next().checked_shr(64 - ty.bits()).unwrap_or(0);
    Global { name: StringId::arbitrary(g), ty, initial }
}

fn export(g: &mut Gen, bodies: &[u32]) -> Export {
    let function = FunctionId(g.pick(bodies));
    let model = g.pick(&[CallModel::Synchronous, CallModel::CoarseFences]);
    Export { name: StringId::arbitrary(g), function, model, declaration: StringId::arbitrary(g) }
}

fn body(g: &mut Gen, plan: &Plan, index: usize) -> Function {
    let mut function = plan.functions[index].clone();
    function.registers = g.registers.clone();
    let count = 1 + g.below(4);
    g.blocks = (0..count).map(|_| Block { params: g.list(Gen::any_register), start: 0 }).collect();
    g.blocks[0].params = function.params.clone().into_iter().map(|ty| g.register(ty)).collect();
    let (ends, others): (Vec<u16>, Vec<u16>) = Instr::ALL
        .iter()
        .map(|(code, _)| *code)
        .partition(|&code| Instr::arbitrary(code, g).is_some_and(|instr| instr.is_terminator()));
    for block in 0..count {
        g.blocks[block].start = function.code.len() as u32;
        for _ in 0..g.below(12) {
            let code = g.pick(&others);
            function.code.extend(instr(g, plan, &function, code));
        }
        let code = g.pick(&ends);
        let unreachable = Instr::Unreachable { message: StringId(0) };
        function.code.push(instr(g, plan, &function, code).unwrap_or(unreachable));
    }
    function.blocks = std::mem::take(&mut g.blocks);
    let place = |g: &mut Gen| Location { file: StringId::arbitrary(g), line: g.next() as u32, column: g.below(80) as u32 };
    while function.locations.len() < function.code.len() {
        let location = (g.below(3) > 0).then(|| place(g));
        let run = 1 + g.below(3).min(function.code.len() - function.locations.len() - 1);
        function.locations.extend(std::iter::repeat_n(location, run));
    }
    function
}
