// Two functions of one executable, for four numbers each.

@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> target_: array<f32>;

@compute @workgroup_size(4)
fn negate(@builtin(local_invocation_index) i: u32) {
    target_[i] = -source[i];
}

@compute @workgroup_size(4)
fn double_it(@builtin(local_invocation_index) i: u32) {
    target_[i] = source[i] * 2.0;
}
