// The absolute values of two numbers.

@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> target_: array<f32>;

@compute @workgroup_size(2)
fn abs_2xf32(@builtin(local_invocation_index) i: u32) {
    target_[i] = abs(source[i]);
}
