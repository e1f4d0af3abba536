//! Many calls in progress at once, on one thread: each call is a future.
//!
//! `cargo run -p halforge-examples --bin many_calls`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use halforge::{Error, Program, Session};

fn main() -> Result<(), Error> {
    let program = Program::load(concat!(env!("CARGO_MANIFEST_DIR"), "/multiply.hal.mlir"))?;
    let session = Session::open(&program, "vulkan")?;
    let two = session.tensor(&[4], &[2.0f32; 4])?;
    let mut calls = Vec::new();
    for i in 0..8 {
        let numbers = session.tensor(&[4], &[i as f32; 4])?;
        calls.push(session.call_async("multiply", &[numbers, two.clone()])?);
    }
    for call in calls {
        let results = block_on(call)?;
        println!("{:?}", session.to_vec::<f32>(&results[0])?);
    }
    Ok(())
}

/// Runs one future; a program with an executor uses that instead.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
