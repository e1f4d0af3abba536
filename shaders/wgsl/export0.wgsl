// A function that takes some of everything, to be asked about.

struct Constants {
    scale: u32,
    bias: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(8, 4, 2)
fn export0(@builtin(local_invocation_index) i: u32) {
    target_[i] = source[i] * constants.scale + constants.bias;
}
