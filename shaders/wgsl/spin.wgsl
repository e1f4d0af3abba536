// Steps a generator of pseudorandom numbers: work that takes as long as it is told to, and whose result can be checked.

struct Constants {
    steps: u32,
}

var<immediate> constants: Constants;
@group(0) @binding(0) var<storage, read_write> state: array<u32>;

@compute @workgroup_size(1)
fn spin() {
    var value = state[0];
    for (var step = 0u; step < constants.steps; step++) {
        value = value * 1664525u + 1013904223u;
    }
    state[0] = value;
}
