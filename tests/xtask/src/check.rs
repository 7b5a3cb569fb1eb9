//! `check`: what finds most mistakes in the least time.

use crate::Failure;
use crate::program::Program;

/// Checks the format, the lints, and the unit tests of the engine, the agents and the service.
pub(crate) fn run() -> Result<(), Failure> {
    lints()?;
    let units = [
        "-p",
        "botwerk-engine",
        "-p",
        "botwerk-agents",
        "-p",
        "botwerk-service",
    ];
    Program::cargo()
        .args(["test", "--locked", "--lib"])
        .args(units)
        .run()
}

/// Checks the format and the lints of the workspace.
pub(crate) fn lints() -> Result<(), Failure> {
    Program::cargo().args(["fmt", "--all", "--check"]).run()?;
    let all = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    Program::cargo().args(all).run()
}

/// Checks the lints of the client on its own, which has fewer features then.
pub(crate) fn client_lints() -> Result<(), Failure> {
    let client = [
        "clippy",
        "-p",
        "botwerk-client",
        "--locked",
        "--",
        "-D",
        "warnings",
    ];
    Program::cargo().args(client).run()
}
