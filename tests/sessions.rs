//! Sessions of the library: state from call to call, calls in progress, many threads, limits of the device.
//!
//! What one call on the command line cannot show; the programs are those of `programs`.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use halforge::hal::collective::Hub;
use halforge::hal::{ChannelDesc, Device, DeviceLimits, DeviceSelector, Driver, DriverOptions};
use halforge::{Session, SessionOptions, Value};
use halforge_tests::programs::{Program, compile};

/// A program of `programs`, compiled in one of its ways.
fn program(name: &str, variant: &str) -> halforge::Program {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Program::read(here, &here.join(format!("programs/{name}.mlir"))).unwrap();
    let variant = program.variants.iter().find(|found| found.name == variant).unwrap();
    halforge::Program::load(compile(&program, variant).unwrap()).unwrap()
}

/// The device, as one with other limits, watched by the validation layer.
fn device(limits: impl FnOnce(&mut DeviceLimits)) -> Device {
    let driver = Driver::new(DriverOptions { validation: true, ..DriverOptions::default() }).unwrap();
    let change = |found: &mut DeviceLimits| {
        limits(found);
        Ok(())
    };
    driver.open_with_limits(&DeviceSelector::Any, change).unwrap()
}

fn session_on(device: Device, program: &halforge::Program) -> Session {
    Session::new(program, vec![device], SessionOptions::default()).unwrap()
}

fn session(name: &str, variant: &str) -> Session {
    session_on(device(|_| {}), &program(name, variant))
}

fn floats(session: &Session, results: &[Value]) -> Vec<f32> {
    session.to_vec(&results[0]).unwrap()
}

/// The validation layer has nothing to say.
fn check_validation(session: &Session) {
    let messages: Vec<_> = session.devices().iter().flat_map(Device::validation_messages).collect();
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn state_lives_as_long_as_the_session() {
    for variant in ["sync, descriptor", "async, descriptor"] {
        let session = session("state", variant);
        let x = session.tensor(&[4], &[1.0f32, 1.0, 1.0, 1.0]).unwrap();
        let step = |x: &Value| floats(&session, &session.call("step", std::slice::from_ref(x)).unwrap());
        assert_eq!(step(&x), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(step(&x), [2.0, 6.0, 12.0, 20.0]);
        assert_eq!(floats(&session, &session.call("get", &[]).unwrap()), [2.0, 6.0, 12.0, 20.0]);
        let other = session_on(session.devices()[0].clone(), &program("state", variant));
        assert_eq!(floats(&other, &other.call("get", &[]).unwrap()), [0.0; 4], "another session begins anew");
        check_validation(&session);
    }
}

#[test]
fn a_result_goes_into_the_storage_its_caller_gives() {
    let session = session("result_storage", "descriptor");
    let a = session.tensor(&[4], &[1.0f32, 2.0, 3.0, 4.0]).unwrap();
    let storage = session.tensor(&[4], &[0.0f32; 4]).unwrap();
    session.call("double", &[a, storage.clone()]).unwrap();
    assert_eq!(session.to_vec::<f32>(&storage).unwrap(), [2.0, 4.0, 6.0, 8.0]);
    check_validation(&session);
}

#[test]
fn the_same_call_gives_the_same_again_and_needs_no_more_memory() {
    let session = session("perceptron", "kept, descriptor");
    let x = session.tensor(&[4, 32], &[0.5f32; 128]).unwrap();
    let device = session.devices()[0].clone();
    let call = || floats(&session, &session.call("forward", std::slice::from_ref(&x)).unwrap());
    let live = || device.memory_statistics().pools.iter().map(|(_, pool)| pool.live_bytes).sum::<u64>();
    let first = call();
    // Some buffers are kept to be used again; their number has a bound.
    (0..50).for_each(|_| assert_eq!(first, call()));
    let (before, submits) = (live(), device.submit_count());
    (0..100).for_each(|_| assert_eq!(first, call()));
    assert_eq!((live(), device.submit_count() - submits), (before, 100), "one submission a call, nothing left over");
    check_validation(&session);
}

/// In the descriptor ABI a binding has a largest size; a program that goes beyond gets the limit's name, not a wrong result.
#[test]
fn a_binding_over_the_limit_is_refused_by_name() {
    let small = |limits: &mut DeviceLimits| limits.max_storage_buffer_range = 1024;
    let session = session_on(device(small), &program("dynamic_length", "sync, descriptor"));
    let fits = session.tensor(&[256], &[1.0f32; 256]).unwrap();
    assert_eq!(floats(&session, &session.call("double", &[fits]).unwrap()), [2.0; 256]);
    let over = session.tensor(&[257], &[1.0f32; 257]).unwrap();
    let error = session.call("double", &[over]).unwrap_err().to_string();
    assert!(error.contains("maxStorageBufferRange of 1024"), "{error}");
    check_validation(&session);
}

/// Addresses know no such limit.
#[test]
fn addresses_reach_beyond_the_limit_of_bindings() {
    let device = device(|limits| limits.max_storage_buffer_range = 1024);
    if device.info().executable_formats.contains(&"vulkan-spirv-bda-v1") {
        let session = session_on(device, &program("dynamic_length", "sync, bda"));
        let a = session.tensor(&[1000], &[1.0f32; 1000]).unwrap();
        assert_eq!(floats(&session, &session.call("double", &[a]).unwrap()), [2.0; 1000]);
        check_validation(&session);
    }
}

/// A grid larger than a dispatch may be runs in parts, and each part knows where it is.
#[test]
fn a_grid_over_the_limit_runs_in_parts() {
    let few = |limits: &mut DeviceLimits| {
        limits.max_compute_work_group_count_x = 7;
        limits.max_compute_work_group_count_y = 3;
    };
    let session = session_on(device(few), &program("matmul", "default, descriptor"));
    let n = 256;
    let a: Vec<f32> = (0..n * n).map(|i| i as f32).collect();
    let identity: Vec<f32> = (0..n * n).map(|i| if i / n == i % n { 1.0 } else { 0.0 }).collect();
    let values = [&a, &identity].map(|data| session.tensor(&[n as u64, n as u64], data).unwrap());
    assert_eq!(floats(&session, &session.call("matmul", &values).unwrap()), a);
    check_validation(&session);
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[test]
fn one_thread_has_many_calls_in_progress() {
    for variant in ["sync, descriptor", "async, descriptor"] {
        let session = session("loop", variant);
        let calls: Vec<_> = (0..8)
            .map(|n: i32| {
                let x = session.tensor(&[4], &[n as f32; 4]).unwrap();
                session.call_async("repeat", &[n.into(), x]).unwrap()
            })
            .collect();
        for (n, call) in calls.into_iter().enumerate().rev() {
            let results = block_on(call).unwrap();
            assert_eq!(floats(&session, &results), [n as f32 * f32::powi(2.0, n as i32); 4]);
        }
        check_validation(&session);
    }
}

#[test]
fn threads_share_a_session() {
    let session = session("multiply", "descriptor");
    thread::scope(|scope| {
        for n in 0..4u8 {
            let session = &session;
            scope.spawn(move || {
                for turn in 0..10u8 {
                    let (a, b) = (f32::from(n), f32::from(turn));
                    let values = [session.tensor(&[4], &[a; 4]).unwrap(), session.tensor(&[4], &[b; 4]).unwrap()];
                    assert_eq!(floats(session, &session.call("multiply", &values).unwrap()), [a * b; 4]);
                }
            });
        }
    });
    check_validation(&session);
}

#[test]
fn mistakes_of_a_caller_are_named() {
    let session = session("multiply", "descriptor");
    let a = session.tensor(&[4], &[1.0f32; 4]).unwrap();
    let message = |name: &str, values: &[Value]| session.call(name, values).unwrap_err().to_string();
    assert!(message("multiplied", &[]).contains("no exported function @multiplied; the program has @multiply"));
    let few = message("multiply", std::slice::from_ref(&a));
    assert!(few.contains("function @multiply takes 2 arguments, found 1"), "{few}");
    let kind = message("multiply", &[a.clone(), 7i32.into()]);
    assert!(kind.contains("buffer_view") && kind.contains("i32"), "{kind}");
    let five = session.tensor(&[5], &[1.0f32; 5]).unwrap();
    let shape = message("multiply", &[a.clone(), five]);
    assert!(shape.contains("input1") && shape.contains("at hal.buffer_view.assert in @multiply"), "{shape}");
    assert!(session.tensor(&[4], &[1.0f32; 3]).is_err());
    assert!(session.to_vec::<i32>(&a).unwrap_err().to_string().contains("expected a tensor of i32, found f32"));
}

/// The same program on several devices, each one rank of a group, as it would run in several processes.
#[test]
fn ranks_are_sessions() {
    let program = program("collective", "descriptor");
    let hub = Hub::default();
    let run = &|rank: u32| {
        let device = device(|_| {});
        device.set_channel_provider(Arc::new(hub.rank(rank, 3)));
        let session = session_on(device, &program);
        for round in 0..3u32 {
            let x = session.tensor(&[64], &[(rank + round) as f32; 64]).unwrap();
            assert_eq!(floats(&session, &session.call("sum", &[x]).unwrap()), [(3 + 3 * round) as f32; 64]);
        }
        check_validation(&session);
    };
    thread::scope(|scope| {
        let ranks: Vec<_> = (0..3).map(|rank| scope.spawn(move || run(rank))).collect();
        ranks.into_iter().for_each(|rank| rank.join().unwrap());
    });
}

/// A rank whose device is closed is not waited for.
#[test]
fn a_rank_that_leaves_fails_the_others() {
    let program = program("collective", "descriptor");
    let hub = Hub::default();
    let ranks: Vec<_> = (0..2)
        .map(|rank| {
            let device = device(|_| {});
            device.set_channel_provider(Arc::new(hub.rank(rank, 2)));
            session_on(device, &program)
        })
        .collect();
    let x = ranks[0].tensor(&[64], &[1.0f32; 64]).unwrap();
    let waiting = ranks[0].call_async("sum", &[x]).unwrap();
    let channel = ranks[1].devices()[0].create_channel(&ChannelDesc::default()).unwrap();
    drop((ranks, channel));
    let failure = block_on(waiting).unwrap_err().to_string();
    assert!(failure.contains("left the group"), "{failure}");
}
