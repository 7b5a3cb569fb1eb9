//! The container image: the program for musl, which has every library within it, and nothing else.

use std::path::Path;

use super::{copy, empty_folder, files, remove};
use crate::program::Program;
use crate::{Failure, root};

/// What the image is called.
const NAME: &str = concat!("botwerk:", env!("CARGO_PKG_VERSION"));

/// Builds the image, which needs neither a daemon nor another image.
pub(super) fn build(program: &Path) -> Result<(), Failure> {
    let context = empty_folder("image")?;
    copy(program, &context.join("botwerk"))?;
    // A copied file may be given a mode, but a folder keeps its own.
    let folders = ["tmp", "home/nonroot"].map(|folder| context.join("folders").join(folder));
    let create = Program::new("install").args(["--directory", "--mode=1777"]);
    create.args(folders).run()?;
    copy(
        Path::new("/etc/ssl/certs/ca-certificates.crt"),
        &context.join("ca-certificates.crt"),
    )?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(licence), &context.join(licence))?;
    }
    let build = buildah().args(["build", "--isolation", "chroot", "--tag", NAME, "--file"]);
    build
        .arg(root().join("docs/deployment/Containerfile"))
        .arg(context)
        .run()?;
    let archive = files()?.join(concat!("botwerk-", env!("CARGO_PKG_VERSION"), "-image.tar"));
    remove(&archive)?;
    buildah()
        .args(["push", NAME])
        .arg(format!("oci-archive:{}", archive.display()))
        .run()
}

/// Loads the image from its file, and plays the demo in a container.
pub(super) fn check() -> Result<(), Failure> {
    let archive = super::file("-image.tar")?;
    let from = buildah()
        .arg("from")
        .arg(format!("oci-archive:{}", archive.display()));
    let container = from.output()?;
    let container = container.trim();
    let run = [
        "run",
        "--isolation",
        "chroot",
        container,
        "/usr/local/bin/botwerk",
        "demo",
    ];
    let result = buildah().args(run).run();
    buildah().args(["rm", container]).output()?;
    result
}

/// Returns buildah with a storage that works in every file system, and for every user.
fn buildah() -> Program {
    Program::new("buildah").args(["--storage-driver", "vfs"])
}
