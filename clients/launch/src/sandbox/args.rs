//! A sandbox on the command line.

use botwerk_tournament::configuration::Sandbox;
use clap::Args;

/// Heading in the help of commands.
const HEADING: &str = "Sandbox";

/// Whether a program is confined, and by which limits.
#[derive(Debug, Clone, Args)]
pub struct SandboxArgs {
    /// Confine programs by bubblewrap: no network, no file but their own, limits (Linux)
    #[arg(long, help_heading = HEADING)]
    sandbox: bool,
    /// Memory of a confined program [default: 1024]
    #[arg(long, value_name = "MIB", requires = "sandbox", help_heading = HEADING, value_parser = range(Sandbox::MEMORY_MIB))]
    sandbox_memory: Option<u32>,
    /// Number of processes and threads of a confined program [default: 128]
    #[arg(long, value_name = "N", requires = "sandbox", help_heading = HEADING, value_parser = range(Sandbox::PROCESSES))]
    sandbox_processes: Option<u32>,
    /// Size of each private folder of a confined program [default: 64]
    #[arg(long, value_name = "MIB", requires = "sandbox", help_heading = HEADING, value_parser = range(Sandbox::DISK_MIB))]
    sandbox_disk: Option<u32>,
    /// Processor time of a confined program [default: unlimited]
    #[arg(long, value_name = "SECONDS", requires = "sandbox", help_heading = HEADING, value_parser = range(Sandbox::PROCESSOR_SECS))]
    sandbox_processor: Option<u32>,
    /// File or folder that a confined program may read, in addition to those that its command names; may be repeated
    #[arg(long, value_name = "PATH", requires = "sandbox", help_heading = HEADING)]
    sandbox_read: Vec<String>,
}

/// The flag of [`UncountedArgs`].
#[cfg(target_os = "linux")]
pub(super) const UNCOUNTED_FLAG: &str = "--uncounted-memory";

/// Whether the programs of strangers are started where the system does not limit all memory that they take.
#[derive(Debug, Clone, Copy, Args)]
pub struct UncountedArgs {
    /// Start bots in sandboxes although no control group limits their memory on this machine
    #[arg(long, help_heading = HEADING)]
    pub uncounted_memory: bool,
}

impl UncountedArgs {
    /// Returns the arguments to repeat the choice, after a space each.
    pub const fn arguments(self) -> &'static str {
        if self.uncounted_memory {
            " --uncounted-memory"
        } else {
            ""
        }
    }
}

fn range(range: std::ops::RangeInclusive<u32>) -> clap::builder::RangedI64ValueParser<u32> {
    let (first, last) = (i64::from(*range.start()), i64::from(*range.end()));
    clap::value_parser!(u32).range(first..=last)
}

impl SandboxArgs {
    /// Returns the sandbox, or `None` if programs are not confined.
    pub fn sandbox(&self) -> Option<Sandbox> {
        let default = Sandbox::default();
        self.sandbox.then(|| Sandbox {
            memory_mib: self.sandbox_memory.unwrap_or(default.memory_mib),
            processes: self.sandbox_processes.unwrap_or(default.processes),
            disk_mib: self.sandbox_disk.unwrap_or(default.disk_mib),
            processor_secs: self.sandbox_processor,
            read_paths: self.sandbox_read.clone(),
        })
    }

    /// Returns the arguments that stand for a sandbox.
    pub fn arguments(sandbox: Option<&Sandbox>) -> Vec<String> {
        let Some(sandbox) = sandbox else {
            return Vec::new();
        };
        let mut arguments = vec![
            "--sandbox".to_owned(),
            format!("--sandbox-memory={}", sandbox.memory_mib),
            format!("--sandbox-processes={}", sandbox.processes),
            format!("--sandbox-disk={}", sandbox.disk_mib),
        ];
        let secs = sandbox.processor_secs;
        arguments.extend(secs.map(|secs| format!("--sandbox-processor={secs}")));
        let paths = sandbox.read_paths.iter();
        arguments.extend(paths.map(|path| format!("--sandbox-read={path}")));
        arguments
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct CommandLine {
        #[command(flatten)]
        sandbox: SandboxArgs,
    }

    #[test]
    fn arguments_stand_for_the_sandbox() {
        let sandbox = Sandbox {
            memory_mib: 17,
            processes: 3,
            disk_mib: 5,
            processor_secs: Some(9),
            read_paths: vec!["--a b".into(), "/c".into()],
        };
        for sandbox in [None, Some(Sandbox::default()), Some(sandbox)] {
            let arguments = SandboxArgs::arguments(sandbox.as_ref());
            let arguments = std::iter::once("botwerk".to_owned()).chain(arguments);
            let parsed = CommandLine::parse_from(arguments).sandbox.sandbox();
            assert_eq!(parsed, sandbox);
        }
    }

    #[test]
    fn limits_need_a_sandbox_and_have_ranges() {
        for arguments in [
            &["--sandbox-memory=100"][..],
            &["--sandbox", "--sandbox-memory=1"],
            &["--sandbox", "--sandbox-processes=0"],
            &["--sandbox", "--sandbox-disk=much"],
        ] {
            let arguments = std::iter::once(&"botwerk").chain(arguments);
            assert!(CommandLine::try_parse_from(arguments).is_err());
        }
    }
}
