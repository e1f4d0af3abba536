// Workgroup counts for an indirect dispatch.

struct Constants {
    x: u32,
    y: u32,
    z: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(1)
fn write_dispatch_params() {
    counts[0] = constants.x;
    counts[1] = constants.y;
    counts[2] = constants.z;
}
