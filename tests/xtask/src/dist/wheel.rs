//! The package for Python: wheels for every platform, and the sources.

use std::path::PathBuf;

use super::platform::{Platform, zig_path};
use super::{empty_folder, file, files};
use crate::Failure;
use crate::program::{Program, python_environment, target};

/// Builds the wheel for a platform.
pub(super) fn build(platform: Platform) -> Result<(), Failure> {
    let build = maturin()?.args(["build", "--profile", "dist", "--locked", "--out"]);
    let build = build.arg(files()?).args(["--target", platform.name()]);
    let build = match platform.wheel_tag() {
        Some(tag) => build.args(["--zig", "--compatibility", tag]),
        None => build,
    };
    let build = build.folder("clients/python");
    build.env("PATH", zig_path()?).run()?;
    // In the same format by libdeflate, which saves a fortieth.
    let compress = Program::new("advzip").args(["--recompress", "--quiet"]);
    compress.arg(file(platform.wheel_ending())?).run()
}

/// Packs the sources.
pub(super) fn build_sources() -> Result<(), Failure> {
    let sources = maturin()?.args(["sdist", "--out"]).arg(files()?);
    sources.folder("clients/python").run()
}

/// Installs the package from its file into an empty environment, and follows there the chapter of a first bot.
pub(super) fn check(ending: &str) -> Result<(), Failure> {
    let package = file(ending)?;
    let twine = tool("twine", "twine>=6,<7")?.args(["check", "--strict"]);
    twine.arg(&package).run()?;
    let folder = empty_folder("python")?;
    let environment = python_environment(&folder)?;
    let install = Program::new(environment.join("pip")).args(["install", "--quiet"]);
    // Not in the repository, whose files a build would find.
    install.arg(package).folder(&folder).run()?;
    let path = std::env::var("PATH").unwrap_or_default();
    let follow = Program::new(environment.join("python")).arg("../tests/book/run.py");
    let follow = follow.arg("first-bot.md#python").folder("docs");
    follow
        .env("PATH", format!("{}:{path}", environment.display()))
        .run()
}

fn maturin() -> Result<Program, Failure> {
    tool("maturin", "maturin>=1.16,<2")
}

/// Returns a program of Python, which it installs.
fn tool(name: &str, requirement: &str) -> Result<Program, Failure> {
    let programs: PathBuf = python_environment(&target().join("dist-tools"))?;
    let install = Program::new(programs.join("pip")).args(["install", "--quiet"]);
    install.arg(requirement).run()?;
    Ok(Program::new(programs.join(name)))
}
