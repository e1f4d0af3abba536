//! A process ends well, whatever its devices were doing.

use std::process::Command;
use std::time::{Duration, Instant};

use halforge_hal::{Device, DeviceSelector, Driver, DriverOptions, Fence, HostCall, QueueOp, Result};

/// Says that this process is the one that ends.
const CHILD: &str = "HALFORGE_TEST_EXIT";
/// Longest that the process may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn op(signal: &Fence) -> QueueOp<'_> {
    QueueOp { affinity: u64::MAX, wait: None, signal: Some(signal) }
}

fn device() -> Result<Device> {
    Driver::new(DriverOptions::default())?.open(&DeviceSelector::Any)
}

/// Runs the test called `name` in processes of its own, one after another; whether this is one of them.
fn in_processes(count: usize, name: &str) -> std::io::Result<bool> {
    if std::env::var(CHILD).is_ok_and(|child| child == name) {
        return Ok(true);
    }
    let program = std::env::current_exe()?;
    for _ in 0..count {
        let begin = Instant::now();
        let output = Command::new(&program).args(["--exact", name, "--nocapture"]).env(CHILD, name).output()?;
        assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
        assert!(begin.elapsed() < PATIENCE, "the process took {:?}", begin.elapsed());
    }
    Ok(false)
}

#[test]
fn while_a_call_never_returns() {
    if in_processes(1, "while_a_call_never_returns").unwrap() {
        let device = device().unwrap();
        let call = || loop {
            std::thread::park();
        };
        device.queue_host_call(op(&Fence::new()), HostCall::Blocking(Box::new(call)));
    }
}

#[test]
fn while_calls_return() {
    if in_processes(5, "while_calls_return").unwrap() {
        let device = device().unwrap();
        for i in 0..32 {
            let call = move || {
                std::thread::sleep(Duration::from_millis(i));
                Ok(())
            };
            device.queue_host_call(op(&Fence::new()), HostCall::Blocking(Box::new(call)));
        }
    }
}
