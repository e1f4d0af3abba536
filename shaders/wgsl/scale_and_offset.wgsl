// target = source * scale + offset, for four numbers a workgroup.

struct Constants {
    scale: u32,
    offset: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(4)
fn scale_and_offset(@builtin(global_invocation_id) id: vec3<u32>) {
    target_[id.x] = source[id.x] * constants.scale + constants.offset;
}
