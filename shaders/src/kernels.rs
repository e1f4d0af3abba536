//! The kernels, by name.

/// A kernel in WGSL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kernel {
    /// Its file's name, for messages.
    pub name: &'static str,
    /// Its text.
    pub source: &'static str,
}

macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident = $file:literal,)*) => {
        $(
            $(#[$doc])*
            pub const $name: Kernel =
                Kernel { name: $file, source: include_str!(concat!("../wgsl/", $file, ".wgsl")) };
        )*

        /// All of them.
        pub const ALL: &[Kernel] = &[$($name,)*];
    };
}

kernels! {
    /// `abs_2xf32(source, target)`: the absolute values of two numbers.
    ABS = "abs",
    /// `add(target, left, right)` and `add_constant{amount}(target)`, four numbers each.
    ADD = "add",
    /// `export0{scale, bias}(source, target)`, workgroups of 8 by 4 by 2.
    EXPORT0 = "export0",
    /// `many_constants{c0, …, c63}(target)`: the constants in order.
    MANY_CONSTANTS = "many_constants",
    /// `negate(source, target)` and `double_it(source, target)`, four numbers each.
    NEGATE_AND_DOUBLE = "negate_and_double",
    /// `scale_and_offset{scale, offset}(source, target)`, four numbers a workgroup.
    SCALE_AND_OFFSET = "scale_and_offset",
    /// `spin{steps}(state)`: takes as long as it is told to.
    SPIN = "spin",
    /// `write_constants{a, b, c, d}(target)`: the constants in order.
    WRITE_CONSTANTS = "write_constants",
    /// `write_dispatch_params{x, y, z}(counts)`: workgroup counts for an indirect dispatch.
    WRITE_DISPATCH_PARAMS = "write_dispatch_params",
    /// `write_workgroup_ids(target)`: each workgroup its number.
    WRITE_WORKGROUP_IDS = "write_workgroup_ids",
}
