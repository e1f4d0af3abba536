// The four constants of the dispatch, in order.

struct Constants {
    first: u32,
    second: u32,
    third: u32,
    fourth: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(1)
fn write_constants() {
    target_[0] = constants.first;
    target_[1] = constants.second;
    target_[2] = constants.third;
    target_[3] = constants.fourth;
}
