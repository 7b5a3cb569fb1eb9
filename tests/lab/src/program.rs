//! The program `botwerk` as a child process.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Name of the hidden command that runs a command line of `botwerk` in this executable.
pub(crate) const COMMAND: &str = "program";

/// How the program `botwerk` is started: an executable, and its arguments before the command.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    executable: PathBuf,
    arguments: Vec<OsString>,
}

impl Program {
    /// Returns the program that is linked into this executable: always of the same build.
    pub(crate) fn linked() -> io::Result<Self> {
        Ok(Self {
            executable: std::env::current_exe()?,
            arguments: [COMMAND, "--"].map(OsString::from).to_vec(),
        })
    }

    /// Returns a hidden command of this executable.
    pub(crate) fn own_command(name: &str) -> io::Result<Self> {
        Ok(Self {
            executable: std::env::current_exe()?,
            arguments: vec![OsString::from(name)],
        })
    }

    /// Returns the program of an executable file, or the linked one if `file` is `None`.
    ///
    /// # Errors
    /// Returns an error if the file does not exist.
    pub(crate) fn file_or_linked(file: Option<&Path>) -> Result<Self, Failure> {
        let Some(file) = file else {
            return Ok(Self::linked()?);
        };
        if !file.is_file() {
            let message = format!(
                "--program {}: no such file; build it with `cargo build --release --features full`, which \
                 writes target/release/botwerk",
                file.display()
            );
            return Err(Failure::new(Reason::FileError, message));
        }
        Ok(Self {
            // A child process is looked up on the search path if its name has no folder.
            executable: std::path::absolute(file)?,
            arguments: Vec::new(),
        })
    }

    /// Returns the same program, whose writes fail if a limit of the size of its files is set, instead of ending it.
    pub(crate) fn surviving_limits(&self) -> Self {
        let shell = ["-c", "trap '' XFSZ; exec \"$@\"", "sh"].map(OsString::from);
        let mut arguments = shell.to_vec();
        arguments.push(self.executable.clone().into_os_string());
        arguments.extend_from_slice(&self.arguments);
        Self {
            executable: PathBuf::from("/bin/sh"),
            arguments,
        }
    }

    /// Returns a command that still needs the program's arguments.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.args(&self.arguments);
        command
    }

    /// Returns the same as text: the executable, and its arguments before the command.
    pub(crate) fn argv(&self) -> Vec<String> {
        let executable = self.executable.display().to_string();
        let arguments = self.arguments.iter();
        let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
        std::iter::once(executable).chain(arguments).collect()
    }
}

/// Runs a command line of `botwerk` in this process and returns its exit code.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    let name = OsString::from("botwerk");
    botwerk::run(std::iter::once(name).chain(arguments)).into()
}
use botwerk_command::failure::{Failure, Reason};
