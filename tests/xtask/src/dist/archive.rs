//! Archives: the program with its documents and licences.

use std::fs;
use std::path::{Path, PathBuf};

use super::files;
use super::platform::Platform;
use crate::program::{Program, target};
use crate::{Failure, root};

/// What each archive has in addition to the program.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Packs a program, and returns the archive. Next to it there is a file with its checksum.
pub(super) fn pack(platform: Platform, program: &Path) -> Result<PathBuf, Failure> {
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
    fs::write(&checksum_file, checksum)
        .map_err(|error| format!("{}: {error}", checksum_file.display()))?;
    Ok(archive)
}

/// Unpacks the archive of a platform into an empty folder, whose name has a blank and an umlaut, and returns the folder with
/// the program.
///
/// # Errors
/// Returns an error if there is no archive, or its bytes have another checksum.
pub(super) fn unpack(platform: Platform) -> Result<PathBuf, Failure> {
    let archive = archive(platform)?;
    let checksum = format!("{}.sha256", file_name(platform));
    let verify = Program::new("sha256sum").args(["--check", "--quiet", &checksum]);
    verify.folder(files()?).run()?;
    let folder = target().join("dist-check").join("für alle");
    remove(&folder)?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let unpack = if platform.is_windows() {
        Program::new("python3")
            .args(["-m", "zipfile", "-e"])
            .arg(&archive)
            .arg(".")
    } else {
        Program::new("tar").arg("-xzf").arg(&archive)
    };
    unpack.folder(&folder).run()?;
    Ok(folder.join(name(platform)))
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

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let copied = fs::copy(from, to);
    copied.map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
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
