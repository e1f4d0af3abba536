//! Phases: what a text is at is found from what is in it, and a program at phase `executable-targets`, as `iree-compile` prints
//! it, goes to phase `hal` by our own passes.

use halforge_ir::verify::verify;
use halforge_ir::{Context, Module, OpKind, PrintOptions, module_to_string, parse_module};
use halforge_passes::{Advance, HalOptions, Phase, Session, advance};

/// `scale`, two tensors element by element, compiled for Vulkan's baseline.
const SCALE: &str = include_str!("programs/scale.targets.mlir");

fn parse(text: &str) -> Result<Module, String> {
    parse_module(&Context::new(), "scale.mlir", Box::new(text.as_bytes().to_vec())).map_err(|error| error.to_string())
}

fn at_hal() -> Result<Module, String> {
    let mut module = parse(SCALE)?;
    let from = Phase::of(&module);
    assert_eq!(from, Phase::ExecutableTargets);
    let mut seen = Vec::new();
    let mut after = |phase, _: &Module| {
        seen.push(phase);
        Ok(())
    };
    let (options, session) = (HalOptions::default(), Session::default());
    let how = Advance { from, to: Phase::Hal, options: &options, session: &session, verify: None, after: &mut after };
    advance(&mut module, how).map_err(|errors| format!("{errors:?}"))?;
    assert_eq!(seen, [Phase::Hal]);
    Ok(module)
}

/// Nothing of the earlier phase is left, and what is there keeps the rules of its operations.
#[test]
fn device_code_is_a_binary_and_host_code_calls_the_hal() -> Result<(), String> {
    let module = at_hal()?;
    assert_eq!(Phase::of(&module), Phase::Hal);
    assert_eq!(verify(&module), []);
    let kinds: Vec<OpKind> = module.walk(module.root()).into_iter().map(|op| module.kind(op)).collect();
    for kind in [OpKind::HalExecutableBinary, OpKind::HalExecutableCreate, OpKind::HalCommandBufferDispatch] {
        assert!(kinds.contains(&kind), "no {}", kind.def().name);
    }
    assert!(!kinds.iter().any(|kind| kind.def().dialect() == "spirv"));
    Ok(())
}

/// Caches of compiled programs compare bytes.
#[test]
fn the_same_text_gives_the_same_program() -> Result<(), String> {
    let text = |module: &Module| module_to_string(module, &PrintOptions::default());
    assert_eq!(text(&at_hal()?), text(&at_hal()?));
    Ok(())
}

/// What is there already is left alone by whoever asks first.
#[test]
fn a_program_at_hal_is_not_before_it() -> Result<(), String> {
    let again = parse(&module_to_string(&at_hal()?, &PrintOptions::default()))?;
    assert_eq!(Phase::of(&again), Phase::Hal);
    Ok(())
}

/// A user need not say where a text is.
#[test]
fn phases_are_found_from_what_is_there() -> Result<(), String> {
    let variant = |inner: &str| {
        format!(
            "hal.executable private @x {{ hal.executable.variant public @v target(<\"vulkan-spirv\", \"vulkan-spirv-fb\">) {{ \
             builtin.module {{ {inner} }} }} }}"
        )
    };
    let stream =
        "stream.executable private @x { stream.executable.export public @e builtin.module { func.func @e() { return } } }";
    let configured = "func.func @e() attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.spirv_pipeline<BaseVectorize>>} { return }";
    let left_over = stream.replace("@x", "@y");
    let cases = [
        (Phase::Stream, stream.to_owned()),
        (Phase::ExecutableSources, variant("func.func @e() { return }")),
        (Phase::ExecutableConfigurations, variant(configured)),
        (Phase::ExecutableTargets, format!("{} {left_over}", variant(""))),
        (Phase::ExecutableTargets, variant("spirv.module Logical GLSL450 {}")),
        (Phase::ExecutableTargets, variant("")),
        (
            Phase::ExecutableTargets,
            "util.func private @f() { %t = stream.timepoint.immediate => !stream.timepoint util.return }".to_owned(),
        ),
        (Phase::Hal, "util.func public @f() { util.return }".to_owned()),
    ];
    for (phase, text) in cases {
        assert_eq!(Phase::of(&parse(&text)?), phase, "{text}");
    }
    Ok(())
}
