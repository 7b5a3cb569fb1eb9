//! How this program was started, to start it again.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The command line of this program up to the arguments of `botwerk`; unset in other programs.
static OWN_COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// Returns the command of this process without the arguments of `botwerk`, whose name is first in
/// `arguments`.
pub fn of_process(arguments: &[OsString]) -> Vec<OsString> {
    let mut all: Vec<OsString> = std::env::args_os().collect();
    let own = (all.len() + 1).saturating_sub(arguments.len());
    all.truncate(own);
    if let (Some(first), Ok(executable)) = (all.first_mut(), std::env::current_exe()) {
        *first = executable.into();
    }
    all
}

/// What the command needs to read, in addition to its executable.
static READ_PATHS: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Remembers the command that starts this program again, and what it needs to read in addition to its executable.
pub fn remember(command: Vec<OsString>, read_paths: Vec<PathBuf>) {
    // A program has one command line.
    let _ = OWN_COMMAND.set(command);
    let _ = READ_PATHS.set(read_paths);
}

/// Returns what the command of this program needs to read, in addition to its executable.
#[cfg(target_os = "linux")]
pub(crate) fn read_paths() -> &'static [PathBuf] {
    READ_PATHS.get().map_or(&[], Vec::as_slice)
}

/// Returns the words of a command that starts this program again with other arguments.
pub fn with_arguments(arguments: &[&str]) -> Vec<String> {
    let own = get().iter().map(|word| word.to_string_lossy().into_owned());
    own.chain(arguments.iter().map(|word| (*word).to_owned()))
        .collect()
}

/// Returns the command that starts this program again; empty in a program that uses this library.
pub fn get() -> &'static [OsString] {
    OWN_COMMAND.get().map_or(&[], Vec::as_slice)
}

/// Returns the command for a person to type: as this process was called, unless its executable alone is
/// another program.
pub fn as_typed() -> String {
    match get() {
        command @ [_, _, ..] => {
            let words = command.iter().map(|word| word.display().to_string());
            words.collect::<Vec<_>>().join(" ")
        }
        _ => std::env::args().next().unwrap_or_else(|| "botwerk".into()),
    }
}
