//! Files that are built and checked in.

use crate::Failure;
use crate::program::Program;

/// Builds the modules and the web pages, or compares the pages with those in the repository.
pub(crate) fn pages(check_flag: &[&str]) -> Result<(), Failure> {
    npm("clients/web").args(["ci", "--silent"]).run()?;
    npm("clients/web")
        .args(["run", "engine", "--silent"])
        .run()?;
    let pages = npm("clients/web").args(["run", "pages", "--silent", "--"]);
    pages.args(check_flag).run()
}

/// Builds the pages with a game of one's own in their modules, from the library of its crate.
pub(crate) fn pages_with(game: &str) -> Result<(), Failure> {
    let game = std::path::absolute(game).map_err(|error| format!("{game}: {error}"))?;
    npm("clients/web").args(["ci", "--silent"]).run()?;
    let engine = npm("clients/web").args(["run", "engine", "--silent", "--", "--with"]);
    engine.arg(game).run()
}

/// Creates npm for the package in a folder.
pub(crate) fn npm(folder: &str) -> Program {
    Program::new("npm").args(["--prefix", folder])
}
