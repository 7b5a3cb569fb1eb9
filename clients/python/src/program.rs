//! The program `botwerk`.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Runs the program `botwerk` with these arguments, the program's name first, and returns its exit code.
/// `command` starts it again, up to the arguments, and needs to read `read_paths`.
#[pyfunction]
pub(crate) fn run_program(
    python: Python<'_>,
    command: Vec<OsString>,
    arguments: Vec<OsString>,
    read_paths: Vec<PathBuf>,
) -> u8 {
    python.detach(|| botwerk::run_as(command, arguments, read_paths))
}
