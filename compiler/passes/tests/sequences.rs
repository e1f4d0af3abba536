//! Passes in any order: what they are not made for they refuse or leave alone, and what they give keeps the rules of its
//! operations.

use halforge_ir::verify::{verify, verify_op};
use halforge_ir::{Context, Module, OpKind, PrintOptions, module_to_string, parse_module};
use halforge_passes::{
    Advance, Anchor, HalOptions, Instruments, Manager, PASSES, Phase, Pipeline, Session, advance, find_pass,
};

/// Programs as `iree-compile` prints them at a phase, for Vulkan's baseline: `scale` multiplies element by element; `steps` has
/// a loop of dispatches on tensors of any length, and one that changes a global.
const PROGRAMS: &[&str] = &[
    include_str!("programs/scale.targets.mlir"),
    include_str!("programs/steps.targets.mlir"),
    include_str!("programs/steps.stream.mlir"),
];

/// Orders to try for each program at each phase, and passes in each.
const ORDERS: u64 = 12;
const PASSES_IN_ORDER: usize = 10;

fn parse(text: &str) -> Module {
    let module = parse_module(&Context::new(), "program.mlir", Box::new(text.as_bytes().to_vec()));
    module.unwrap_or_else(|mistake| panic!("{mistake}"))
}

/// A session that writes nothing.
fn session() -> Session {
    Session::new(Box::new(|_, _| Ok(())))
}

/// Runs a pipeline with a check after each pass; fails when one that says it is done leaves something wrong behind.
fn run(module: &mut Module, pipeline: &Pipeline, what: &str) -> bool {
    let session = session();
    let manager = Manager { session: &session, instruments: &Instruments::default(), verify: None };
    let report = manager.run(module, pipeline);
    let wrong = verify(module);
    assert!(report.failed.is_some() || wrong.is_empty(), "{what} leaves {wrong:?}");
    report.failed.is_none()
}

fn one_pass(name: &str) -> Pipeline {
    let mut pipeline = Pipeline { anchor: Anchor::Kind(OpKind::BuiltinModule), steps: Vec::new() };
    pipeline.push(find_pass(name).expect("a row"), "").unwrap_or_else(|what| panic!("{what}"));
    pipeline
}

/// The programs, and what they are at phase `hal`.
fn texts() -> Vec<String> {
    let at_hal =
        PROGRAMS.iter().map(|text| parse(text)).filter(|module| Phase::of(module) > Phase::Stream).map(|mut module| {
            to_hal(&mut module, None).unwrap_or_else(|errors| panic!("{errors:?}"));
            module_to_string(&module, &PrintOptions::default())
        });
    PROGRAMS.iter().map(|&text| text.to_owned()).chain(at_hal).collect()
}

fn to_hal(module: &mut Module, verify: Option<halforge_passes::VerifyFn>) -> Result<(), Vec<halforge_ir::Diagnostic>> {
    let (from, options, session) = (Phase::of(module), HalOptions::default(), session());
    let mut after = |_, _: &Module| Ok(());
    let how = Advance { from, to: Phase::Hal, options: &options, session: &session, verify, after: &mut after };
    advance(module, how).map(drop)
}

/// The whole way, looked at after each pass.
#[test]
fn what_is_right_before_a_pass_is_right_after_it() {
    for text in PROGRAMS {
        let mut module = parse(text);
        if Phase::of(&module) > Phase::Stream {
            to_hal(&mut module, Some(verify_op)).unwrap_or_else(|errors| panic!("{errors:?}"));
        }
    }
}

/// Also where it has nothing to do, and where it comes too early or too late.
#[test]
fn every_pass_runs_on_every_program() {
    for text in texts() {
        for pass in PASSES {
            run(&mut parse(&text), &one_pass(pass.name), pass.name);
        }
    }
}

/// The same orders each time; one that fails is in the message.
#[test]
fn orders_that_make_no_sense_do_no_harm() {
    let mut seed = 1u64;
    let mut next = || {
        // Knuth's generator, of which the upper bits are random enough.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        PASSES[(seed >> 33) as usize % PASSES.len()].name
    };
    for text in texts() {
        for _ in 0..ORDERS {
            let mut module = parse(&text);
            let mut order = Vec::new();
            for _ in 0..PASSES_IN_ORDER {
                let name = next();
                order.push(name);
                // A pass that fails may leave anything behind.
                if !run(&mut module, &one_pass(name), &order.join(", ")) {
                    module = parse(&text);
                    order.clear();
                }
            }
        }
    }
}
