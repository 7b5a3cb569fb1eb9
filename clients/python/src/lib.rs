//! The extension module of the Python package `botwerk`: games, states and lanes in this process, and the
//! program `botwerk`.

mod errors;
mod game;
mod history;
mod own_game;
mod program;
mod record;
mod state;
mod stats;
mod vec_env;

use pyo3::prelude::*;

/// The compiled part of the package `botwerk`.
#[cfg(feature = "module")]
#[pymodule(gil_used = false)]
fn _botwerk(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_to(module)
}

/// Adds the compiled part of the package `botwerk` to a module, such as one that registers a game as well: see
/// `docs/adding-a-game.md`.
///
/// # Errors
/// Returns an error if Python raises one.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vec_env::Lanes>()?;
    module.add_class::<record::Record>()?;
    module.add_function(wrap_pyfunction!(game::game_names, module)?)?;
    module.add_function(wrap_pyfunction!(own_game::register_game, module)?)?;
    module.add_function(wrap_pyfunction!(program::run_program, module)?)?;
    module.add_function(wrap_pyfunction!(stats::measure_game, module)?)?;
    errors::register(module)
}
