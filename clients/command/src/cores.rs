//! The cores of this machine.

use std::num::NonZeroUsize;
use std::thread;

/// Returns the number of cores that this process may use, or 1 if it is unknown.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
