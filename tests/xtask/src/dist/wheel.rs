//! The package for Python: wheels for every platform, and the sources.

use std::path::{Path, PathBuf};

use super::platform::{Platform, zig_path};
use super::python::Python;
use super::{file, files};
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

/// Tries the wheel of a platform, whose module may call nothing but the stable functions of Python.
pub(super) fn check(platform: Platform) -> Result<(), Failure> {
    let package = file(platform.wheel_ending())?;
    let audit = tool("abi3audit", "abi3audit>=0.0.26,<0.1")?.arg("--strict");
    audit.arg(&package).run()?;
    check_package(&package, &Python::new(platform)?)
}

/// Tries the sources, which it compiles for this machine.
pub(super) fn check_sources() -> Result<(), Failure> {
    // Archives of the program end with a target.
    let package = file(concat!(env!("CARGO_PKG_VERSION"), ".tar.gz"))?;
    check_package(&package, &Python::native()?)
}

/// Installs the package from its file, and follows the chapter of a first bot.
fn check_package(package: &Path, python: &Python) -> Result<(), Failure> {
    let twine = tool("twine", "twine>=6,<7")?.args(["check", "--strict"]);
    twine.arg(package).run()?;
    python.install(package)?;
    let follow = python.program("python3").arg("../tests/book/run.py");
    follow.arg("first-bot.md#python").folder("docs").run()
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
