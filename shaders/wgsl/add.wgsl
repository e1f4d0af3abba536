// Sums of two buffers, and of a buffer and a constant, for four numbers each.

struct Constants {
    amount: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read_write> target_: array<u32>;
@group(0) @binding(1) var<storage, read> left: array<u32>;
@group(0) @binding(2) var<storage, read> right: array<u32>;

@compute @workgroup_size(4)
fn add(@builtin(local_invocation_index) i: u32) {
    target_[i] = left[i] + right[i];
}

@compute @workgroup_size(4)
fn add_constant(@builtin(local_invocation_index) i: u32) {
    target_[i] += constants.amount;
}
