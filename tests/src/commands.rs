//! Programs of other languages.

use std::process::{Command, Output};

/// Runs a program to its end.
///
/// # Panics
/// If it cannot be started or does not succeed; then with what it has said.
pub fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{said}");
    output
}
