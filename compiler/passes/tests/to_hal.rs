//! A program at phase `executable-targets`, as `iree-compile` prints it, goes to phase `hal` by our own passes.

use halforge_ir::verify::verify;
use halforge_ir::{Context, Module, OpKind, PrintOptions, module_to_string, parse_module};
use halforge_passes::{Session, is_before_hal, to_hal};

/// `scale`, two tensors element by element, compiled for Vulkan's baseline.
const SCALE: &str = include_str!("programs/scale.targets.mlir");

fn parse(text: &str) -> Result<Module, String> {
    parse_module(&Context::new(), "scale.mlir", Box::new(text.as_bytes().to_vec())).map_err(|error| error.to_string())
}

fn at_hal() -> Result<Module, String> {
    let mut module = parse(SCALE)?;
    assert!(is_before_hal(&module));
    to_hal(&mut module, &Session::default()).map_err(|errors| format!("{errors:?}"))?;
    Ok(module)
}

/// Nothing of the earlier phase is left, and what is there keeps the rules of its operations.
#[test]
fn device_code_is_a_binary_and_host_code_calls_the_hal() -> Result<(), String> {
    let module = at_hal()?;
    assert!(!is_before_hal(&module));
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
    assert!(!is_before_hal(&again));
    Ok(())
}
