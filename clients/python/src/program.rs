//! The program `botwerk`.

use pyo3::prelude::*;

/// Runs the program `botwerk` with these arguments, the program's name first, and returns its exit code.
#[pyfunction]
pub(crate) fn run_program(python: Python<'_>, arguments: Vec<String>) -> u8 {
    python.detach(|| botwerk_cli::run(arguments.into_iter().map(Into::into)))
}
