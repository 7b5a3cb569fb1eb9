//! The package for Debian and its descendants.

use super::platform::Platform;
use super::{cargo_tool, copy, empty_folder, file, files};
use crate::Failure;
use crate::program::Program;

/// Packs the compiled program by `cargo-deb`, which it installs.
pub(super) fn build() -> Result<(), Failure> {
    let pack = Program::new(cargo_tool("cargo-deb", "3.8.0")?);
    let pack = pack.args(["--no-build", "--no-strip", "--package", "botwerk"]);
    let pack = pack.args(["--profile", "dist", "--target", Platform::LINUX.name()]);
    pack.arg("--output").arg(files()?).run()
}

/// Installs the package into an empty Debian, and plays the demo there.
pub(super) fn check() -> Result<(), Failure> {
    let package = file(".deb")?;
    Program::new("lintian")
        // Changes are listed in CHANGELOG.md, which is in the package.
        .args(["--fail-on", "error", "--suppress-tags", "no-changelog"])
        .arg(&package)
        .run()?;
    let root = empty_folder("debian")?;
    let debian = Program::new("mmdebstrap").args(["--quiet", "--variant=minbase", "bookworm"]);
    debian.arg(&root).run()?;
    copy(&package, &root.join("tmp/botwerk.deb"))?;
    let install = ["dpkg", "--install", "/tmp/botwerk.deb"];
    Program::new("chroot").arg(&root).args(install).run()?;
    Program::new("chroot")
        .arg(&root)
        .args(["botwerk", "demo"])
        .run()
}
