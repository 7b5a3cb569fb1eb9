//! Programs that tasks run, in the folder of the workspace.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Failure, root};

/// A program with its arguments.
pub(crate) struct Program {
    command: Command,
    text: String,
}

impl Program {
    /// Creates a program that is found on the path.
    pub(crate) fn new(name: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(&name);
        command.current_dir(root());
        // Variables that describe this task's package. Build scripts ask for some of them, so that crates would be compiled
        // again, once with the variables and once without.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        Self {
            text: name.as_ref().to_string_lossy().into_owned(),
            command,
        }
    }

    /// Creates the cargo that runs this task, so that a chosen toolchain stays the same.
    pub(crate) fn cargo() -> Self {
        Self::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.text.push(' ');
        self.text.push_str(&argument.as_ref().to_string_lossy());
        self.command.arg(argument);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(self, arguments: impl IntoIterator<Item = A>) -> Self {
        arguments.into_iter().fold(self, Self::arg)
    }

    /// Runs it in a folder: of the workspace, if the path is relative.
    pub(crate) fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(root().join(folder));
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it and shows what it prints.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        println!("$ {}", self.text);
        let status = self.command.status();
        let status = status.map_err(|error| format!("{}: {error}", self.text))?;
        if status.success() {
            return Ok(());
        }
        Err(format!("{}: {status}", self.text))
    }

    /// Runs it and returns what it prints to standard output.
    pub(crate) fn output(mut self) -> Result<String, Failure> {
        let output = self.command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("{}: {error}", self.text))?;
        if !output.status.success() {
            return Err(format!("{}: {}", self.text, output.status));
        }
        String::from_utf8(output.stdout).map_err(|error| format!("{}: {error}", self.text))
    }
}

/// Returns the program `botwerk` that tests of clients run: that of the variable `BOTWERK`, or else one that is built
/// with the features that the tests of the workspace have.
pub(crate) fn botwerk() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os("BOTWERK") {
        return Ok(path.into());
    }
    Program::cargo()
        .args(["build", "--workspace", "--locked", "--bin", "botwerk"])
        .args(["--example", "connect_four"])
        .run()?;
    Ok(target().join("debug/botwerk"))
}

/// Returns the OpenID Connect provider with which tests sign in: that of the variable `BOTWERK_OIDC_PROVIDER`, or else one
/// that is built. Without Go there is none, and what needs it is skipped.
pub(crate) fn oidc_provider() -> Result<Option<PathBuf>, Failure> {
    if let Some(path) = std::env::var_os("BOTWERK_OIDC_PROVIDER") {
        return Ok(Some(path.into()));
    }
    if Command::new("go").arg("version").output().is_err() {
        println!("go is not installed: no test signs in with an OpenID Connect provider");
        return Ok(None);
    }
    let folder = target().join("oidc-provider");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Program::new("tests/oidc_provider/build")
        .arg(&folder)
        .run()?;
    Ok(Some(folder.join("server")))
}

/// Returns the folder that cargo builds in.
pub(crate) fn target() -> PathBuf {
    let chosen = std::env::var_os("CARGO_TARGET_DIR");
    chosen.map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Creates a virtual environment of Python in a folder that has no environment yet, and returns its folder of programs.
pub(crate) fn python_environment(folder: &Path) -> Result<PathBuf, Failure> {
    let programs = folder.join("bin");
    if !programs.join("pip").exists() {
        Program::new("python3")
            .args(["-m", "venv"])
            .arg(folder)
            .run()?;
    }
    Ok(programs)
}
