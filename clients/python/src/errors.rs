//! The exceptions of the package.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(
    botwerk,
    BotwerkError,
    PyException,
    "The base class of all exceptions of this package."
);
create_exception!(
    botwerk,
    IllegalActionError,
    BotwerkError,
    "The rules forbid an action, or another seat or chance is to act. Nothing was changed."
);

create_exception!(
    botwerk,
    VerifyError,
    BotwerkError,
    "A record contradicts the rules, its seed or its agents. The arguments are the message and the number of the \
     event: 0 for the header, one more than the last event for the outcome."
);

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add("BotwerkError", python.get_type::<BotwerkError>())?;
    module.add(
        "IllegalActionError",
        python.get_type::<IllegalActionError>(),
    )?;
    module.add("VerifyError", python.get_type::<VerifyError>())
}

/// Returns a `ValueError` with the message of an error.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
