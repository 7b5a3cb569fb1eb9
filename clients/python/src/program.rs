//! The program `botwerk`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program `botwerk` with these arguments, the program's name first, and returns its exit code.
/// `command` starts it again, up to the arguments.
#[pyfunction]
pub(crate) fn run_program(
    python: Python<'_>,
    command: Vec<OsString>,
    arguments: Vec<OsString>,
) -> u8 {
    python.detach(|| botwerk_cli::run_as(command, arguments))
}
