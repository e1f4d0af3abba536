//! Random kernels: whatever control flow and arithmetic a `spirv.module` holds, its words are SPIR-V that
//! `halforge-executable` accepts, and the same each time.

use std::fmt::Write as _;

use halforge_codegen::serialize_module;
use halforge_ir::{Context, OpKind, parse_module};
use proptest::prelude::*;

/// A piece of a kernel that works on one `i32`.
#[derive(Clone, Debug)]
enum Code {
    /// An operation of two numbers: what came before and a constant.
    Binary(&'static str, i32),
    /// Either of two pieces, by whether the number is below a constant; perhaps only the first.
    Select(i32, Vec<Code>, Option<Vec<Code>>),
    /// A piece repeated this often.
    Loop(i32, Vec<Code>),
    /// A store, so that memory is used.
    Store,
}

fn code() -> impl Strategy<Value = Vec<Code>> {
    let names =
        prop::sample::select(vec!["IAdd", "ISub", "IMul", "BitwiseAnd", "BitwiseXor", "SDiv", "UMod", "GL.SMax", "GL.UMin"]);
    let leaf = prop_oneof![(names, any::<i32>()).prop_map(|(name, n)| Code::Binary(name, n)), Just(Code::Store)];
    let piece = leaf.prop_recursive(4, 24, 4, |inner| {
        let list = || prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            (any::<i32>(), list(), prop::option::of(list())).prop_map(|(n, a, b)| Code::Select(n, a, b)),
            (0..9, list()).prop_map(|(n, body)| Code::Loop(n, body)),
        ]
    });
    prop::collection::vec(piece, 0..6)
}

const ARRAY: &str = "!spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0])>, StorageBuffer>";

/// Text of a kernel while it is written.
#[derive(Default)]
struct Writer {
    text: String,
    next: usize,
}

impl Writer {
    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn constant(&mut self, n: i32) -> usize {
        let id = self.fresh();
        let _ = writeln!(self.text, "%v{id} = spirv.Constant {n} : i32");
        id
    }

    /// Writes pieces that begin with the number `%v{at}`; gives where it ends.
    fn pieces(&mut self, pieces: &[Code], mut at: usize) -> usize {
        for piece in pieces {
            at = self.piece(piece, at);
        }
        at
    }

    fn piece(&mut self, piece: &Code, at: usize) -> usize {
        match piece {
            Code::Binary(name, n) => {
                let n = self.constant(*n);
                let id = self.fresh();
                let _ = writeln!(self.text, "%v{id} = spirv.{name} %v{at}, %v{n} : i32");
                id
            }
            Code::Store => {
                let id = self.fresh();
                let _ = writeln!(
                    self.text,
                    "%p{id} = spirv.AccessChain %a[%zero, %v{at}] : {ARRAY}, i32, i32 -> !spirv.ptr<i32, StorageBuffer>"
                );
                let _ = writeln!(self.text, "spirv.Store \"StorageBuffer\" %p{id}, %v{at} : i32");
                at
            }
            Code::Select(n, then, otherwise) => {
                let (n, id) = (self.constant(*n), self.fresh());
                let _ = writeln!(self.text, "%c{id} = spirv.SLessThan %v{at}, %v{n} : i32");
                let _ = writeln!(self.text, "%v{id} = spirv.mlir.selection -> i32 {{");
                let target = if otherwise.is_some() { format!("^else{id}") } else { format!("^end{id}(%v{at} : i32)") };
                let _ = writeln!(self.text, "spirv.BranchConditional %c{id}, ^then{id}, {target}\n^then{id}:");
                let last = self.pieces(then, at);
                let _ = writeln!(self.text, "spirv.Branch ^end{id}(%v{last} : i32)");
                if let Some(otherwise) = otherwise {
                    let _ = writeln!(self.text, "^else{id}:");
                    let last = self.pieces(otherwise, at);
                    let _ = writeln!(self.text, "spirv.Branch ^end{id}(%v{last} : i32)");
                }
                let _ = writeln!(self.text, "^end{id}(%r{id}: i32):\nspirv.mlir.merge %r{id} : i32\n}}");
                id
            }
            Code::Loop(n, body) => {
                let (n, id) = (self.constant(*n), self.fresh());
                let _ = writeln!(self.text, "%v{id} = spirv.mlir.loop -> i32 {{");
                let _ = writeln!(
                    self.text,
                    "spirv.Branch ^head{id}(%zero, %v{at} : i32, i32)\n^head{id}(%i{id}: i32, %s{id}: i32):"
                );
                let _ = writeln!(self.text, "%c{id} = spirv.SLessThan %i{id}, %v{n} : i32");
                let _ = writeln!(self.text, "spirv.BranchConditional %c{id}, ^body{id}, ^end{id}\n^body{id}:");
                let sum = self.fresh();
                let _ = writeln!(self.text, "%v{sum} = spirv.IAdd %s{id}, %i{id} : i32");
                let last = self.pieces(body, sum);
                let _ = writeln!(self.text, "spirv.Branch ^next{id}\n^next{id}:\n%j{id} = spirv.IAdd %i{id}, %one : i32");
                let _ = writeln!(self.text, "spirv.Branch ^head{id}(%j{id}, %v{last} : i32, i32)");
                let _ = writeln!(self.text, "^end{id}:\nspirv.mlir.merge %s{id} : i32\n}}");
                id
            }
        }
    }
}

fn kernel(pieces: &[Code]) -> String {
    let mut writer = Writer::default();
    let first = writer.constant(7);
    let last = writer.pieces(pieces, first);
    writer.piece(&Code::Store, last);
    format!(
        "spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {{\n\
         spirv.GlobalVariable @a bind(0, 0) : {ARRAY}\n\
         spirv.func @main() \"None\" {{\n\
         %zero = spirv.Constant 0 : i32\n%one = spirv.Constant 1 : i32\n\
         %a = spirv.mlir.addressof @a : {ARRAY}\n{}spirv.Return\n}}\n\
         spirv.EntryPoint \"GLCompute\" @main\nspirv.ExecutionMode @main \"LocalSize\", 1, 1, 1\n}}\n",
        writer.text
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn words_are_valid_and_always_the_same(pieces in code()) {
        let text = kernel(&pieces);
        let words = |text: &str| {
            let module = parse_module(&Context::new(), "random.mlir", Box::new(text.as_bytes().to_vec())).unwrap();
            let op = module.walk(module.root()).into_iter().find(|&op| module.kind(op) == OpKind::SpirvModule).unwrap();
            serialize_module(&module, op).map_err(|error| error.to_string())
        };
        let found = words(&text);
        prop_assert!(found.is_ok(), "{text}\n{found:?}");
        let found = found.unwrap();
        prop_assert_eq!(&found, &words(&text).unwrap());
        let bytes: Vec<u8> = found.iter().flat_map(|word| word.to_le_bytes()).collect();
        let read = halforge_executable::Module::reflect(&bytes);
        prop_assert!(read.is_ok(), "{text}\n{read:?}");
        let read = read.unwrap();
        prop_assert_eq!(read.entry_points[0].bindings.len(), 1);
    }
}
