//! Ctrl-C, sent to the program.

use std::fs;
use std::process::Child;

use botwerk_tests::wait_until_blocking;
use rustix::process::{Pid, Signal, kill_process};

/// Sends Ctrl-C to the program.
pub(crate) fn interrupt(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

/// Waits until the program handles Ctrl-C, which would end it as usual before.
pub(crate) fn wait_for_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    wait_until_blocking("the program handles Ctrl-C", || {
        let status = fs::read_to_string(&status).unwrap();
        let mut lines = status.lines();
        let caught = lines.find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
        caught & (1 << (Signal::INT.as_raw() - 1)) != 0
    });
}
