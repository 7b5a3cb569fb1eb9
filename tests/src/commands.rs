//! Processes of other languages.

use std::process::{Command, Output};

/// Runs a command to completion and returns its output.
///
/// # Panics
/// Panics with the standard error if the command cannot be started or fails.
pub fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{stderr}");
    output
}
