//! The crates that the program consists of, as crates.io has them.

use crate::Failure;
use crate::program::Program;

/// Packs them, without compiling.
pub(super) fn pack() -> Result<(), Failure> {
    publish(&["--no-verify"])
}

/// Compiles each from its package, with the packages of the others, as crates.io would have them.
pub(super) fn check() -> Result<(), Failure> {
    publish(&[])
}

fn publish(flags: &[&str]) -> Result<(), Failure> {
    let publish = ["publish", "--workspace", "--locked", "--dry-run"];
    Program::cargo().args(publish).args(flags).run()
}
