//! The programs of uploaded bots, and what confines them.

use std::path::Path;

use botwerk_client::worker_proto::HostedVersion;
use botwerk_command::failure::{Failure, Reason};
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::sandbox::UncountedArgs;
use botwerk_tournament::configuration::Sandbox;

/// Memory of the processes of a build together, in MiB.
const BUILD_MEMORY_MIB: u32 = 3072;

/// Size of the private folders of a build, in MiB.
const BUILD_DISK_MIB: u32 = 1024;

/// Number of processes and threads of a build.
const BUILD_PROCESSES: u32 = 256;

/// Processor time of a build, in seconds.
const BUILD_PROCESSOR_SECS: u32 = 600;

/// Time of a build, in seconds.
const BUILD_SECS: u32 = 300;

/// Copies the source into the working directory, builds there, and prints the result as a tar file. `$0` is the source, `$1`
/// the command.
const BUILD_SCRIPT: &str =
    "cp -R \"$0\"/. . && timeout -k 5 \"$2\" sh -c \"$1\" >&2 </dev/null && tar -cf - .";

/// Whether programs run in sandboxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Confinement {
    Sandbox,
    /// As this program.
    None,
}

impl Confinement {
    /// Returns the confinement, and checks that it can be had.
    ///
    /// # Errors
    /// Returns an error if there are no sandboxes on this machine, or they do not count all memory.
    pub(crate) fn new(has_no_sandbox: bool, uncounted: UncountedArgs) -> Result<Self, Failure> {
        if has_no_sandbox {
            return Ok(Self::None);
        }
        check_sandbox(uncounted)?;
        Ok(Self::Sandbox)
    }

    fn sandbox(self, limits: Sandbox, folder: &Path) -> Option<Sandbox> {
        (self == Self::Sandbox).then(|| Sandbox {
            read_paths: vec![folder.to_string_lossy().into_owned()],
            ..limits
        })
    }

    /// Returns the program that plays a version which was built in a folder.
    pub(crate) fn player(self, version: &HostedVersion, folder: &Path) -> BotProgram {
        BotProgram::new(
            argv(&version.command, folder),
            self.sandbox(Sandbox::default(), folder),
        )
    }

    /// Returns the program that builds a version whose files are in a folder, and prints the result as a tar file.
    pub(crate) fn build(self, version: &HostedVersion, source: &Path) -> BotProgram {
        let limits = Sandbox {
            memory_mib: BUILD_MEMORY_MIB,
            processes: BUILD_PROCESSES,
            disk_mib: BUILD_DISK_MIB,
            processor_secs: Some(BUILD_PROCESSOR_SECS),
            read_paths: Vec::new(),
        };
        let source_text = source.to_string_lossy().into_owned();
        let words = ["sh", "-c", BUILD_SCRIPT, &source_text, &version.build];
        let mut argv: Vec<String> = words.map(str::to_owned).into();
        argv.push(BUILD_SECS.to_string());
        BotProgram::new(argv, self.sandbox(limits, source))
    }
}

#[cfg(target_os = "linux")]
fn check_sandbox(uncounted: UncountedArgs) -> Result<(), Failure> {
    let checked = botwerk_launch::sandbox::check_counted(uncounted.uncounted_memory);
    checked.map_err(|message| Failure::new(Reason::BadArgument, message))
}

#[cfg(not(target_os = "linux"))]
fn check_sandbox(_: UncountedArgs) -> Result<(), Failure> {
    let message = "sandboxes need Linux; pass --no-sandbox to run bots that you trust";
    Err(Failure::new(Reason::BadArgument, message))
}

/// Returns the words of a command, those that name files of a folder with their whole paths.
fn argv(command: &str, folder: &Path) -> Vec<String> {
    let words = shlex::split(command).unwrap_or_else(|| vec![command.to_owned()]);
    let whole = |word: String| {
        let path = folder.join(&word);
        let is_inner = !Path::new(&word).is_absolute() && !word.contains("..");
        if is_inner && path.exists() {
            let path = path.components().collect::<std::path::PathBuf>();
            path.to_string_lossy().into_owned()
        } else {
            word
        }
    };
    words.into_iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_name_files_of_the_folder_are_whole_paths() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for name in ["bot.py", "a b.txt"] {
            std::fs::write(path.join(name), "").unwrap();
        }
        let whole = |name: &str| path.join(name).to_string_lossy().into_owned();
        let words = argv("python3 ./bot.py 'a b.txt' --depth 3 ../bot.py", path);
        let expected = [
            "python3".to_owned(),
            whole("bot.py"),
            whole("a b.txt"),
            "--depth".into(),
            "3".into(),
            "../bot.py".into(),
        ];
        assert_eq!(words, expected);
    }
}
