// Each workgroup writes its number.

@group(0) @binding(0) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(1)
fn write_workgroup_ids(@builtin(workgroup_id) id: vec3<u32>) {
    target_[id.x] = id.x;
}
