//! `dist`: files to install the program from, for every platform.

mod archive;
mod platform;

use std::fs;
use std::path::PathBuf;

use platform::Platform;

use crate::Failure;
use crate::program::{Program, target};

/// Builds the program for a target, and an archive of it with a checksum.
pub(crate) fn build(target_name: &str) -> Result<(), Failure> {
    let platform: Platform = target_name.parse()?;
    let program = compile(platform)?;
    let archive = archive::pack(platform, &program)?;
    println!("{}", archive.display());
    Ok(())
}

/// Installs the program from its archive into an empty folder and tries there what users do.
pub(crate) fn check(target_name: &str) -> Result<(), Failure> {
    let platform: Platform = target_name.parse()?;
    let folder = archive::unpack(platform)?;
    let check = Program::new("python3").arg("tests/platforms/check.py");
    let check = check.args(["--records", "target/dist-records"]);
    platform
        .run_environment(check)
        .arg(folder.join(platform.program()))
        .run()
}

/// Compiles the program with everything that released programs have.
fn compile(platform: Platform) -> Result<PathBuf, Failure> {
    let name = platform.name();
    Program::new("rustup").args(["target", "add", name]).run()?;
    platform
        .build_command()?
        .args(["--profile", "dist", "--locked", "--package", "botwerk"])
        .args(["--features", "full"])
        .run()?;
    Ok(target().join(name).join("dist").join(platform.program()))
}

/// Returns the folder of files to install, which it creates.
fn files() -> Result<PathBuf, Failure> {
    let folder = target().join("dist-files");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}
