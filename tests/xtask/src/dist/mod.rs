//! `dist`: files to install, for every platform and registry. Each is tried where it was installed from its file.

mod archive;
mod crates;
mod deb;
mod image;
mod platform;
mod python;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use platform::Platform;

use crate::Failure;
use crate::files::npm;
use crate::program::{Program, target};

/// A file to install, or several for one registry.
pub(crate) enum Artifact {
    /// An archive of the program.
    Program(Platform),
    /// The package for Python.
    Wheel(Platform),
    /// The sources of the package for Python.
    Sources,
    /// The package for Debian and its descendants.
    Deb,
    /// The container image.
    Image,
    /// The crates of the program.
    Crates,
    /// The package of the client in TypeScript.
    Npm,
    /// The bundle of the client in Java.
    Maven,
    /// The bill of materials of the program.
    BillOfMaterials,
}

impl Artifact {
    /// Parses the words of an artifact, which may be one argument or several.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, Failure> {
        let words = words.join(" ");
        match words.split_whitespace().collect::<Vec<_>>()[..] {
            ["wheel", target] => Ok(Self::Wheel(target.parse()?)),
            ["sdist"] => Ok(Self::Sources),
            ["deb"] => Ok(Self::Deb),
            ["image"] => Ok(Self::Image),
            ["crates"] => Ok(Self::Crates),
            ["npm"] => Ok(Self::Npm),
            ["maven"] => Ok(Self::Maven),
            ["sbom"] => Ok(Self::BillOfMaterials),
            [target] => Ok(Self::Program(target.parse()?)),
            _ => Err(
                "expected a target, `wheel TARGET`, `sdist`, `deb`, `image`, `crates`, `npm`, `maven` or `sbom`"
                    .into(),
            ),
        }
    }

    /// Makes the files, in `target/dist-files`.
    pub(crate) fn build(&self) -> Result<(), Failure> {
        match self {
            Self::Program(platform) => archive::pack(*platform, &compile(*platform)?),
            Self::Wheel(platform) => wheel::build(*platform),
            Self::Sources => wheel::build_sources(),
            Self::Deb => deb::build(&compile(Platform::LINUX)?),
            Self::Image => image::build(&compile(Platform::LINUX_STATIC)?),
            Self::Crates => crates::pack(),
            Self::Npm => {
                npm("clients/typescript").args(["ci", "--silent"]).run()?;
                let pack = Program::new("npm").args(["pack", "--silent", "--pack-destination"]);
                // It packs the folder in which it runs.
                pack.arg(files()?).folder("clients/typescript").run()
            }
            // With a key for this run: only the owner of the name has one that counts.
            Self::Maven => Program::new("clients/java/check_bundle.sh").run(),
            Self::BillOfMaterials => crates::list(),
        }
    }

    /// Installs the files into an empty folder or root, and tries there what users do.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self {
            Self::Program(platform) => {
                let program = archive::install(*platform)?;
                let check = Program::new("python3").arg("tests/platforms/check.py");
                let check = platform.run_environment(check).arg("--records");
                check.arg(files()?.join("records")).arg(program).run()
            }
            Self::Wheel(platform) => wheel::check(*platform),
            Self::Sources => wheel::check_sources(),
            Self::Deb => deb::check(),
            Self::Image => image::check(),
            Self::Crates => crates::check(),
            Self::Npm => {
                let check = npm("clients/typescript").args(["run", "check-package", "--silent"]);
                check.run()
            }
            Self::Maven => self.build(),
            Self::BillOfMaterials => Err("sbom: nothing to install".into()),
        }
    }
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

/// Returns the only file to install whose name starts with `botwerk` and ends as given.
fn file(ending: &str) -> Result<PathBuf, Failure> {
    let folder = files()?;
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<_> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("botwerk") && name.ends_with(ending))
        .collect();
    match (found.pop(), found.pop()) {
        (Some(name), None) => Ok(folder.join(name)),
        (None, _) => Err(format!(
            "no file botwerk*{ending} in {}; build it first",
            folder.display()
        )),
        (Some(one), Some(other)) => Err(format!(
            "both {one} and {other} are in {}",
            folder.display()
        )),
    }
}

/// Returns an empty folder for a check.
fn empty_folder(name: &str) -> Result<PathBuf, Failure> {
    let folder = target().join("dist-check").join(name);
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Removes a file or a folder, if there is one.
fn remove(path: &Path) -> Result<(), Failure> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    };
    removed.map_err(|error| format!("{}: {error}", path.display()))
}

fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let copied = fs::copy(from, to);
    copied.map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

/// Installs a program from crates.io, and returns its path.
fn cargo_tool(name: &str, version: &str) -> Result<PathBuf, Failure> {
    let tools = target().join("dist-tools");
    let install = ["install", "--quiet", "--locked", name, "--version", version];
    let install = Program::cargo().args(install).arg("--root").arg(&tools);
    install.env("CARGO_TARGET_DIR", tools.join("build")).run()?;
    Ok(tools.join("bin").join(name))
}
