//! What a call costs that was made before: one submission and one wait, and no allocation of the host; and what is left of
//! many: nothing.
//!
//! All of it is counted for the whole process, so there is one test.

use halforge::hal::{CountingAllocator, DeviceSelector, Driver, DriverOptions, allocation_count, faults, live_allocations};
use halforge::{Program, Session, SessionOptions};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const CALLS: u64 = 20_000;

#[test]
fn a_steady_call_costs_little() {
    let driver = Driver::new(DriverOptions { faults: true, ..DriverOptions::default() }).unwrap();
    let device = driver.open(&DeviceSelector::Any).unwrap();
    let program = Program::load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/multiply.hal.mlir")).unwrap();
    let session = Session::new(&program, vec![device], SessionOptions::default()).unwrap();
    let a = session.tensor(&[4], &[1.0f32, 2.0, 3.0, 4.0]).unwrap();
    let b = session.tensor(&[4], &[5.0f32; 4]).unwrap();
    let arguments = [a, b];
    let call_often = || (0..CALLS).for_each(|_| drop(session.call("multiply", &arguments).unwrap()));
    call_often();
    faults::reset();
    let (before, live_before) = (allocation_count(), live_allocations());
    call_often();
    let allocations = allocation_count() - before;
    assert_eq!(live_allocations(), live_before, "something is left of {CALLS} calls");
    assert_eq!(allocations, 0, "allocations of {CALLS} calls");
    for (name, count) in faults::calls() {
        match name {
            "vkQueueSubmit2" => assert_eq!(count, CALLS),
            // A wait for what is done already is none.
            "vkWaitSemaphores" => assert!(count <= CALLS, "{CALLS} calls waited {count} times"),
            _ => assert_eq!(count, 0, "{name}"),
        }
    }
    assert!(faults::commands().iter().all(|(_, count)| *count == 0), "{:?} were recorded", faults::commands());
}
