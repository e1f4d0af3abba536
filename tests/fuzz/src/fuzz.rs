//! The fuzzer: libFuzzer with the target that `HALFORGE_FUZZ_TARGET` names. `ci/fuzz` builds and runs it.

#![no_main]

use std::sync::OnceLock;

use halforge_fuzz::rng::Rng;
use halforge_fuzz::{Changes, Target, find};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fn target() -> &'static Target {
    static TARGET: OnceLock<&'static Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("HALFORGE_FUZZ_TARGET").unwrap_or_default();
        find(&name).unwrap_or_else(|| panic!("HALFORGE_FUZZ_TARGET={name} is no target"))
    })
}

fuzz_target!(|data: &[u8]| (target().run)(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let changes = target().changes;
    if changes == Changes::Bytes {
        return fuzzer_mutate(data, size, max_size);
    }
    let changed = changes.apply(&data[..size], &mut Rng::new(seed));
    let size = changed.len().min(max_size);
    data[..size].copy_from_slice(&changed[..size]);
    size
});
