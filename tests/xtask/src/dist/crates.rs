//! The crates that the program consists of, as crates.io has them.

use super::{cargo_tool, files, write};
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

/// Writes their bill of materials, in the form of SPDX.
pub(super) fn list() -> Result<(), Failure> {
    let list = Program::new(cargo_tool("cargo-sbom", "0.10.0")?);
    let list = list.args(["sbom", "--cargo-package", "botwerk"]);
    let list = list.args(["--output-format", "spdx_json_2_3"]).output()?;
    let file = concat!("botwerk-", env!("CARGO_PKG_VERSION"), ".spdx.json");
    write(&files()?.join(file), list)
}

fn publish(flags: &[&str]) -> Result<(), Failure> {
    let publish = ["publish", "--workspace", "--locked", "--dry-run"];
    Program::cargo().args(publish).args(flags).run()
}
