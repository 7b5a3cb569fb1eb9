//! The command line of bubblewrap.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use botwerk_tournament::configuration::Sandbox;
use rustix::process::geteuid;
use tempfile::TempDir;

use super::handover::SOCKET;
use super::paths::{BotPaths, SYSTEM_FOLDERS, settings};
use super::server_address::ServerAddress;
use crate::own_command;
use crate::sandbox::SandboxArgs;
use crate::search_path::is_on_path;

/// The executable of bubblewrap.
const BUBBLEWRAP: &str = "bwrap";

/// Where the sandbox has the folder of the guard.
const GUARD_FOLDER: &str = "/run/botwerk";

/// Number and name of the user and the group of a bot, as it sees them.
pub(super) const BOT_ID: u32 = 1000;

/// The devices of a bot. Neither terminals, of which the system has a limited number, nor `/dev/zero`: processes share
/// what they map of it, which then belongs to none of them.
const DEVICES: [&str; 4] = ["/dev/full", "/dev/null", "/dev/random", "/dev/urandom"];

/// Names of a process's own open files.
const STANDARD_STREAMS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];

/// Environment variables that a bot keeps.
const KEPT_VARIABLES: [&str; 8] = [
    "BOTWERK_BOT_TOKEN",
    "COLORTERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "NO_COLOR",
    "TERM",
    "TZ",
];

/// Checks that sandboxes can be had on this machine.
///
/// # Errors
/// Returns an error if bubblewrap is not installed.
pub(crate) fn check_available() -> io::Result<()> {
    if is_on_path(BUBBLEWRAP) {
        return Ok(());
    }
    let message =
        "sandbox: bwrap was not found; install the package bubblewrap, or omit the sandbox";
    Err(io::Error::new(io::ErrorKind::NotFound, message))
}

/// Returns the command that starts a bot in a sandbox. `folder` is the guard's, with the socket of the handover.
///
/// # Errors
/// Returns an error if the folder cannot be written.
pub(super) fn command(
    argv: &[String],
    sandbox: &Sandbox,
    paths: &BotPaths,
    server: Option<&ServerAddress>,
    folder: &TempDir,
) -> io::Result<Command> {
    write_system_files(folder.path(), server)?;
    let mut command = Command::new(BUBBLEWRAP);
    set_environment(&mut command, paths, server);
    command.args(["--die-with-parent", "--new-session", "--hostname", "bot"]);
    command.args([
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
    ]);
    if !geteuid().is_root() {
        // Root's sandboxes get theirs from `confine`, as another user.
        let id = BOT_ID.to_string();
        command.args([
            "--unshare-user",
            "--disable-userns",
            "--uid",
            &id,
            "--gid",
            &id,
        ]);
    }
    bind_system(&mut command, folder.path());
    let own = own_command::get();
    let own_paths = own_command::read_paths();
    for folder in paths.private_folders() {
        add_private_folder(&mut command, folder, sandbox);
    }
    let executable = own.first().map(PathBuf::from);
    for path in executable.iter().chain(own_paths) {
        bind(&mut command, path, path);
    }
    for (path, place) in &paths.readable {
        bind(&mut command, place, path);
    }
    command
        .arg("--ro-bind")
        .arg(folder.path())
        .arg(GUARD_FOLDER);
    command.args(["--remount-ro", "/dev", "--remount-ro", "/"]);
    if !geteuid().is_root() {
        // Root's sandboxes do it in `confine`, which first writes a file of it.
        command.args(["--remount-ro", "/proc"]);
    }
    command.arg("--chdir").arg(&paths.private);
    command.arg("--").args(own).arg("confine");
    command.arg(format!("--socket={GUARD_FOLDER}/{SOCKET}"));
    if let Some(server) = server {
        command.arg(format!("--port={}", server.port));
    }
    command.args(SandboxArgs::arguments(Some(sandbox)));
    command.arg("--").args(argv);
    Ok(command)
}

/// Writes the files of `/etc` that the sandbox has instead of the system's.
fn write_system_files(folder: &Path, server: Option<&ServerAddress>) -> io::Result<()> {
    let name = server.and_then(ServerAddress::host_name).unwrap_or("bot");
    fs::write(
        folder.join("hosts"),
        format!("127.0.0.1 localhost {name}\n::1 localhost\n"),
    )?;
    fs::write(
        folder.join("passwd"),
        format!("root:x:0:0::/:/usr/sbin/nologin\nbot:x:{BOT_ID}:{BOT_ID}::/tmp:/bin/sh\n"),
    )?;
    fs::write(
        folder.join("group"),
        format!("root:x:0:\nbot:x:{BOT_ID}:\n"),
    )
}

fn set_environment(command: &mut Command, paths: &BotPaths, server: Option<&ServerAddress>) {
    let kept = KEPT_VARIABLES
        .iter()
        .filter_map(|name| Some((name, std::env::var_os(name)?)));
    let kept: Vec<_> = kept.collect();
    // In the environment, not on the command line: every user can read that.
    command.env_clear().envs(kept);
    command
        .env("PATH", paths.search_path())
        .env("HOME", &paths.private)
        .env("TMPDIR", "/tmp")
        .env("USER", "bot");
    match server {
        Some(server) => command.env("BOTWERK_SERVER", server.inside()),
        None => command.env_remove("BOTWERK_BOT_TOKEN"),
    };
}

/// Adds programs, libraries, devices and processes.
fn bind_system(command: &mut Command, folder: &Path) {
    for path in SYSTEM_FOLDERS.map(Path::new) {
        match fs::read_link(path) {
            Ok(target) => {
                command.arg("--symlink").arg(target).arg(path);
            }
            Err(_) if path.exists() => bind(command, path, path),
            Err(_) => {}
        }
    }
    for path in settings() {
        bind(command, &path, &path);
    }
    add_parents(command, Path::new("/etc/passwd"));
    for name in ["group", "hosts", "passwd"] {
        command
            .arg("--ro-bind")
            .arg(folder.join(name))
            .arg(Path::new("/etc").join(name));
    }
    command.args(["--proc", "/proc", "--perms", "0755", "--tmpfs", "/dev"]);
    for device in DEVICES {
        command.args(["--dev-bind", device, device]);
    }
    for (name, target) in STANDARD_STREAMS {
        command.args(["--symlink", target, name]);
    }
}

fn bind(command: &mut Command, place: &Path, path: &Path) {
    add_parents(command, path);
    command.arg("--ro-bind").arg(place).arg(path);
}

/// Adds the folders that contain a path: bubblewrap itself would create some that only root may open.
fn add_parents(command: &mut Command, path: &Path) {
    let parents: Vec<_> = path.ancestors().skip(1).collect();
    for parent in parents.into_iter().rev().skip(1) {
        command.args(["--perms", "0755", "--dir"]).arg(parent);
    }
}

/// Adds a folder in memory that only this bot sees.
fn add_private_folder(command: &mut Command, path: &Path, sandbox: &Sandbox) {
    let bytes = u64::from(sandbox.disk_mib) << 20;
    add_parents(command, path);
    command.args(["--perms", "1777", "--size", &bytes.to_string(), "--tmpfs"]);
    command.arg(path);
}
