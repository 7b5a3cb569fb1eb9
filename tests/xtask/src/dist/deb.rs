//! The package for Debian and its descendants.

use std::path::{Path, PathBuf};

use super::platform::Platform;
use super::{cargo_tool, copy, empty_folder, file, files, write};
use crate::Failure;
use crate::program::Program;

/// The release of Debian in which packages are tried.
const RELEASE: &str = "bookworm";

/// What the manual page says of the program in its first line.
const SUMMARY: &str = "matches and tournaments of board games about robots";

/// Packs the compiled program by `cargo-deb`, which it installs.
pub(super) fn build(program: &Path) -> Result<(), Failure> {
    let page = Program::new("help2man").args(["--no-info", "--name", SUMMARY]);
    write_compressed(&program.with_extension("1"), &page.arg(program).output()?)?;
    write_compressed(&program.with_file_name("changelog.Debian"), &changelog()?)?;
    let pack = Program::new(cargo_tool("cargo-deb", "3.8.0")?);
    let pack = pack.args(["--no-build", "--no-strip", "--package", "botwerk"]);
    let pack = pack.args(["--profile", "dist", "--target", Platform::LINUX.name()]);
    pack.arg("--output").arg(files()?).run()
}

/// Installs the package into an empty Debian, and plays the demo there. Lintian must have neither an error nor a warning.
pub(super) fn check() -> Result<(), Failure> {
    let package = file(".deb")?;
    let lint = Program::new("lintian").args(["--fail-on", "error,warning"]);
    // For packages of Debian's own archive.
    let lint = lint.args(["--suppress-tags", "initial-upload-closes-no-bugs"]);
    lint.arg(&package).run()?;
    let root = debian("debian", &["--variant=minbase"])?;
    copy(&package, &root.join("tmp/botwerk.deb"))?;
    let install = ["dpkg", "--install", "/tmp/botwerk.deb"];
    Program::new("chroot").arg(&root).args(install).run()?;
    Program::new("chroot")
        .arg(&root)
        .args(["botwerk", "demo"])
        .run()
}

/// Creates a Debian in an empty folder for a check, and returns the folder.
pub(super) fn debian(name: &str, flags: &[&str]) -> Result<PathBuf, Failure> {
    let root = empty_folder(name)?;
    let create = Program::new("mmdebstrap").arg("--quiet").args(flags);
    create.arg(RELEASE).arg(&root).run()?;
    Ok(root)
}

/// Returns the changes of the package as Debian lists them; those of the program are in `CHANGELOG.md`.
fn changelog() -> Result<String, Failure> {
    let date = Program::new("git").args(["log", "-1", "--format=%aD"]);
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!(
        "botwerk ({version}-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n \
         -- The Botwerk authors <maintainers@botwerk.dev>  {}",
        date.output()?
    ))
}

/// Writes a text to the file with `.gz` after the name, the same bytes each time.
fn write_compressed(file: &Path, text: &str) -> Result<(), Failure> {
    write(file, text)?;
    let compress = Program::new("gzip").args(["--best", "--no-name", "--force"]);
    compress.arg(file).run()
}
