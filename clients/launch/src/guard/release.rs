//! When a guard must end its bot: the program that started it has ended, or wants that.

use std::io::{self, Read};

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::release;
#[cfg(unix)]
pub(super) use unix::wait_for_parent_or_signal;
#[cfg(windows)]
pub(crate) use windows::release;
#[cfg(windows)]
pub(super) use windows::wait_for_parent_or_signal;

/// Waits until standard input is closed: nothing is ever written to it.
pub(super) fn wait_for_end_of_input() {
    let mut buffer = [0; 64];
    let mut input = io::stdin();
    while let Ok(1..) = input.read(&mut buffer) {}
}
