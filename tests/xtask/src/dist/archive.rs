//! Archives: the program with its documents and licences.

use std::fs;
use std::path::{Path, PathBuf};

use super::platform::Platform;
use super::{copy, empty_folder, files, remove, write};
use crate::program::Program;
use crate::{Failure, root};

/// What each archive has in addition to the program.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Packs a program. Next to its archive there is a file with the checksum.
pub(super) fn pack(platform: Platform, program: &Path) -> Result<(), Failure> {
    let folder = files()?.join(name(platform));
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    copy(program, &folder.join(platform.program()))?;
    for document in DOCUMENTS {
        copy(&root().join(document), &folder.join(document))?;
    }
    let archive = archive(platform)?;
    remove(&archive)?;
    // The same bytes each time: in order of names, of one owner and time.
    let pack = if platform.is_windows() {
        Program::new("python3")
            .args(["-m", "zipfile", "-c"])
            .arg(&archive)
            .arg(name(platform))
    } else {
        let tar = Program::new("tar").args(["--sort=name", "--owner=0", "--group=0"]);
        let tar = tar.args(["--numeric-owner", "--mtime=@0", "-czf"]);
        tar.env("GZIP", "-9n").arg(&archive).arg(name(platform))
    };
    pack.folder(files()?).run()?;
    remove(&folder)?;
    let file = file_name(platform);
    let checksum = Program::new("sha256sum").arg(&file).folder(files()?);
    let checksum = checksum.output()?;
    let checksum_file = files()?.join(format!("{file}.sha256"));
    write(&checksum_file, checksum)
}

/// Installs the program from the archive of a platform into an empty folder, whose name has a blank and an umlaut, and
/// returns the program.
///
/// # Errors
/// Returns an error if there is no archive, or its bytes have another checksum.
pub(super) fn install(platform: Platform) -> Result<PathBuf, Failure> {
    let folder = empty_folder("für alle")?;
    let version = env!("CARGO_PKG_VERSION");
    if platform.is_windows() && !cfg!(windows) {
        // Wine has no PowerShell.
        let unpack = Program::new("python3").args(["-m", "zipfile", "-e"]);
        unpack.arg(archive(platform)?).arg(&folder).run()?;
        return Ok(folder.join(name(platform)).join(platform.program()));
    }
    let install = if platform.is_windows() {
        let shell = ["-ExecutionPolicy", "Bypass", "-File"];
        let install = Program::new("powershell").args(shell);
        let install = install.args(["clients/cli/install/install.ps1", version]);
        install.env("BOTWERK_DOWNLOADS", files()?)
    } else {
        let install = Program::new("sh").args(["clients/cli/install/install.sh", version]);
        let install = install.env("BOTWERK_TARGET", platform.name());
        let install = platform.library_environment(install);
        install.env(
            "BOTWERK_DOWNLOADS",
            format!("file://{}", files()?.display()),
        )
    };
    install.env("BOTWERK_BIN", &folder).run()?;
    Ok(folder.join(platform.program()))
}

/// Returns the name of the folder in the archive.
fn name(platform: Platform) -> String {
    format!("botwerk-{}-{}", env!("CARGO_PKG_VERSION"), platform.name())
}

fn file_name(platform: Platform) -> String {
    let extension = if platform.is_windows() {
        "zip"
    } else {
        "tar.gz"
    };
    format!("{}.{extension}", name(platform))
}

fn archive(platform: Platform) -> Result<PathBuf, Failure> {
    Ok(files()?.join(file_name(platform)))
}
