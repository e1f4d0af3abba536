//! A call that was made before allocates nothing on the host that it need not.

use halforge::hal::{CountingAllocator, allocation_count};
use halforge::{Program, Session, Value};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const CALLS: u64 = 100;

fn allocations_per_call(call: impl Fn() -> Vec<Value>) -> u64 {
    for _ in 0..CALLS {
        call();
    }
    let before = allocation_count();
    for _ in 0..CALLS {
        call();
    }
    (allocation_count() - before) / CALLS
}

#[test]
fn steady_calls_allocate_little() {
    let program = Program::load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/multiply.hal.mlir")).unwrap();
    let session = Session::open(&program, "vulkan").unwrap();
    let a = session.tensor(&[4], &[1.0f32, 2.0, 3.0, 4.0]).unwrap();
    let b = session.tensor(&[4], &[5.0f32; 4]).unwrap();
    let arguments = [a, b];
    let count = allocations_per_call(|| session.call("multiply", &arguments).unwrap());
    // Two fences, a buffer, its view, and the list of results.
    assert!(count <= 5, "a call makes {count} allocations");
}
