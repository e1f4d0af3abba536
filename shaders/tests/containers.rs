//! Every kernel compiles to a container of both ABIs that passes the checks of the loader.

use halforge_executable::{Container, Module, check_interface};
use halforge_shaders::{Abi, Kernel, ShaderError, container, kernels};

#[test]
fn every_kernel_fits_its_container_in_both_abis() {
    for kernel in kernels::ALL {
        for abi in Abi::ALL {
            let bytes = container(kernel, abi).unwrap_or_else(|error| panic!("{} {abi:?}: {error}", kernel.name));
            let parsed = Container::parse(&bytes).unwrap();
            assert!(!parsed.pipelines.is_empty(), "{} has entry points", kernel.name);
            for ordinal in 0..parsed.pipelines.len() {
                let view = parsed.pipeline(ordinal).unwrap();
                let module = Module::reflect(view.spirv).unwrap();
                assert_eq!(check_interface(&module, &view), [], "{} {abi:?} {}", kernel.name, view.entry_point);
            }
        }
    }
}

/// The ABIs must not differ in what a dispatch passes.
#[test]
fn both_abis_take_the_same() {
    for kernel in kernels::ALL {
        let takes = |abi| {
            let bytes = container(kernel, abi).unwrap();
            let parsed = Container::parse(&bytes).unwrap();
            let views = (0..parsed.pipelines.len()).map(|ordinal| parsed.pipeline(ordinal).unwrap());
            views.map(|v| (v.entry_point.to_owned(), v.constant_count(), v.binding_count())).collect::<Vec<_>>()
        };
        assert_eq!(takes(Abi::Descriptor), takes(Abi::Address), "{}", kernel.name);
    }
}

fn error(source: &'static str, abi: Abi) -> ShaderError {
    container(&Kernel { name: "test", source }, abi).expect_err("the kernel must be refused")
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let text = error("@compute @workgroup_size(1) fn main() { let x = y; }", Abi::Descriptor).to_string();
    assert!(text.contains("no definition in scope") && text.contains("test:1:"), "{text}");
    let gap = error(
        "@group(0) @binding(1) var<storage, read_write> b: array<u32>;
         @compute @workgroup_size(1) fn main() { b[0] = 1u; }",
        Abi::Descriptor,
    );
    assert_eq!(gap.to_string(), "main: expected binding 0 of group 0 to come next, found group 0 binding 1");
    let length = error(
        "@group(0) @binding(0) var<storage, read_write> b: array<u32>;
         @compute @workgroup_size(1) fn main() { b[0] = arrayLength(&b); }",
        Abi::Address,
    );
    assert!(matches!(length, ShaderError::Address(_)), "{length}");
}
