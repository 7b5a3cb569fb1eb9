//! The programs of PostgreSQL, and the account that runs them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder in which Debian installs a folder for each version.
const DEBIAN_FOLDER: &str = "/usr/lib/postgresql";

/// The programs of one version of PostgreSQL.
#[derive(Debug, Clone)]
pub(crate) struct PostgresPrograms {
    folder: PathBuf,
    /// The user and group that run them, if this process is root: PostgreSQL refuses to run as root.
    account: Option<(u32, u32)>,
}

impl PostgresPrograms {
    /// Finds the programs, or returns `None` if they are not installed.
    pub(crate) fn find() -> Option<Self> {
        let folder = match std::env::var_os("BOTWERK_POSTGRES_BIN") {
            Some(folder) => PathBuf::from(folder),
            None => newest_version().or_else(folder_on_path)?,
        };
        let is_root = rustix::process::geteuid().is_root();
        let account = if is_root {
            Some(unprivileged_account())
        } else {
            None
        };
        folder
            .join("initdb")
            .exists()
            .then_some(Self { folder, account })
    }

    /// Returns a command that runs a program without the privileges of root.
    pub(crate) fn command(&self, program: &str) -> Command {
        self.wrapped(program, &[])
    }

    /// Returns a command that ends the program with the thread that starts it.
    pub(crate) fn bound_command(&self, program: &str) -> Command {
        self.wrapped(program, &["--pdeathsig", "KILL"])
    }

    /// `setpriv` is part of util-linux; its options replace code that would be unsafe here.
    fn wrapped(&self, program: &str, options: &[&str]) -> Command {
        let mut command = Command::new("setpriv");
        if let Some((user, group)) = self.account {
            command.args(["--reuid", &user.to_string(), "--regid", &group.to_string()]);
            command.arg("--clear-groups");
        }
        command.args(options).arg(self.folder.join(program));
        // The account may not read the current folder.
        command.current_dir("/");
        command
    }

    /// Makes a folder the property of the account.
    pub(crate) fn give(&self, folder: &Path) -> std::io::Result<()> {
        match self.account {
            Some((user, group)) => chown(folder, Some(user), Some(group)),
            None => Ok(()),
        }
    }
}

fn newest_version() -> Option<PathBuf> {
    let versions = fs::read_dir(DEBIAN_FOLDER).ok()?.flatten();
    let number = |folder: &PathBuf| -> Option<u32> { folder.file_name()?.to_str()?.parse().ok() };
    let folder = versions.map(|entry| entry.path()).max_by_key(number)?;
    Some(folder.join("bin"))
}

fn folder_on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find(|folder| folder.join(OsStr::new("initdb")).exists())
}

/// Returns the account `postgres`, or else `nobody`.
fn unprivileged_account() -> (u32, u32) {
    let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut lines = accounts.lines().map(|line| line.split(':'));
    let account = lines.find_map(|mut fields| {
        let is_postgres = fields.next() == Some("postgres");
        let user = fields.nth(1)?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        is_postgres.then_some((user, group))
    });
    account.unwrap_or((65534, 65534))
}
