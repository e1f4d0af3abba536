//! Loads a program, calls its function with two slices and prints the result.
//!
//! `cargo run -p halforge-examples --bin multiply`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use halforge::{Error, Program, Session};

fn main() -> Result<(), Error> {
    let program = Program::load(concat!(env!("CARGO_MANIFEST_DIR"), "/multiply.hal.mlir"))?;
    let session = Session::open(&program, "vulkan")?;
    let a = session.tensor(&[4], &[1.0f32, 2.0, 3.0, 4.0])?;
    let b = session.tensor(&[4], &[10.0f32, 20.0, 30.0, 40.0])?;
    let results = session.call("multiply", &[a, b])?;
    println!("{:?}", session.to_vec::<f32>(&results[0])?);
    Ok(())
}
