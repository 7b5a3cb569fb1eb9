//! A control group (version 2) that limits the processes of a bot, where this process may create one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use botwerk_command::cores::cores;
use botwerk_tournament::configuration::Sandbox;

use crate::sandbox::{LimitBreach, UNCOUNTED_FLAG};

/// What must be limited in the new group.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// Processes of bubblewrap itself.
pub(super) const OWN_PROCESSES: u32 = 2;

/// Memory that a bot takes with one processor between two looks, in MiB.
const MIB_BETWEEN_LOOKS: usize = 256;

/// Time in which the ended processes of a group leave it.
const REMOVAL_TIMEOUT: Duration = Duration::from_secs(1);

/// A group of processes; dropping it ends them and removes it.
#[derive(Debug)]
pub(super) struct ControlGroup(PathBuf);

impl ControlGroup {
    /// Creates a group for the processes of a bot with the limits of its sandbox. Returns `None` where the system
    /// has no such groups, or this process may create none.
    pub(super) fn create(name: &str, sandbox: &Sandbox, processes: &[u32]) -> Option<Self> {
        let own = own_group()?;
        let mut groups = own
            .ancestors()
            .take_while(|path| path.join("cgroup.procs").exists());
        groups.find_map(|parent| Self::create_in(parent, name, sandbox, processes).ok())
    }

    fn create_in(
        parent: &Path,
        name: &str,
        sandbox: &Sandbox,
        processes: &[u32],
    ) -> io::Result<Self> {
        let enabled = parent.join("cgroup.subtree_control");
        if !has_controllers(&enabled)? {
            // Refused where the parent itself has processes.
            let wanted = CONTROLLERS.map(|name| format!("+{name}"));
            fs::write(&enabled, wanted.join(" "))?;
            if !has_controllers(&enabled)? {
                return Err(io::ErrorKind::Unsupported.into());
            }
        }
        let path = parent.join(name);
        fs::create_dir(&path)?;
        let group = Self(path);
        group.write("memory.max", &memory_bytes(sandbox).to_string())?;
        // Without a swap there is no such file.
        let _ = group.write("memory.swap.max", "0");
        group.write("memory.oom.group", "1")?;
        let processes_max = sandbox.processes + OWN_PROCESSES;
        group.write("pids.max", &processes_max.to_string())?;
        for process in processes {
            group.write("cgroup.procs", &process.to_string())?;
        }
        Ok(group)
    }

    /// Returns the limit that the processes have reached, or `None`.
    pub(super) fn breach(&self, sandbox: &Sandbox) -> Option<LimitBreach> {
        if self.counter("memory.events", "oom_kill") > 0 {
            return Some(LimitBreach::Memory);
        }
        if self.counter("pids.events", "max") > 0 {
            return Some(LimitBreach::Processes);
        }
        let limit = Duration::from_secs(sandbox.processor_secs?.into());
        let used = self.clock().time().unwrap_or_default();
        (used >= limit).then_some(LimitBreach::Processor)
    }

    /// Returns what counts the processor time of the processes.
    pub(super) fn clock(&self) -> GroupClock {
        GroupClock(self.0.join("cpu.stat"))
    }

    /// Returns the number after a name in a file of the group, or 0.
    fn counter(&self, file: &str, name: &str) -> u64 {
        read_counter(&self.0.join(file), name).unwrap_or(0)
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        fs::write(self.0.join(file), text)
    }
}

/// Counts the processor time of a group, as long as there is one.
#[derive(Debug, Clone)]
pub(crate) struct GroupClock(PathBuf);

impl GroupClock {
    /// Returns the time, or `None` once the group was removed.
    pub(crate) fn time(&self) -> Option<Duration> {
        read_counter(&self.0, "usage_usec").map(Duration::from_micros)
    }
}

/// Returns the number after a name in a file, or `None` without one.
fn read_counter(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let mut pairs = text.lines().filter_map(|line| line.split_once(' '));
    let (_, value) = pairs.find(|(key, _)| *key == name)?;
    value.parse().ok()
}

/// Returns the limit of memory in bytes.
pub(super) fn memory_bytes(sandbox: &Sandbox) -> u64 {
    u64::from(sandbox.memory_mib) << 20
}

/// Returns `true` if what must be limited is enabled for the groups in another one.
fn has_controllers(enabled: &Path) -> io::Result<bool> {
    let enabled = fs::read_to_string(enabled)?;
    let is_enabled = |name: &&str| enabled.split_whitespace().any(|word| word == *name);
    Ok(CONTROLLERS.iter().all(is_enabled))
}

/// Returns what no group limits on this machine, and the remedy; `None` if this process can create groups.
fn uncounted() -> Option<&'static str> {
    static UNCOUNTED: OnceLock<Option<String>> = OnceLock::new();
    let check = || {
        let name = format!("botwerk-{}-check", std::process::id());
        if ControlGroup::create(&name, &Sandbox::default(), &[]).is_some() {
            return None;
        }
        let mib = MIB_BETWEEN_LOOKS * cores();
        Some(format!(
            "sandbox: there is no control group (version 2) that limits the memory of a bot: it is counted every \
             25 ms, and until then a bot can take about {mib} MiB more, as programs' memory, page tables, pipes \
             or sockets; start botwerk where it may create control groups (docs/sandbox.md)"
        ))
    };
    UNCOUNTED.get_or_init(check).as_deref()
}

/// Prints once what no group limits on this machine, if anything.
pub(crate) fn warn_if_uncounted() {
    static WARNING: Once = Once::new();
    if let Some(uncounted) = uncounted() {
        WARNING.call_once(|| eprintln!("botwerk: {uncounted}"));
    }
}

/// Checks that the kernel limits all memory of bots, or that the user accepts what it does not.
///
/// # Errors
/// Returns what no group limits on this machine.
pub fn check_counted(is_accepted: bool) -> Result<(), String> {
    match uncounted() {
        Some(uncounted) if !is_accepted => Err(format!("{uncounted}, or pass {UNCOUNTED_FLAG}")),
        _ => Ok(()),
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // Older systems have no such file; their processes end with the namespace.
        let _ = self.write("cgroup.kill", "1");
        let deadline = Instant::now() + REMOVAL_TIMEOUT;
        while fs::remove_dir(&self.0).is_err() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Returns the folder of this process's own group, or `None` if the system has no groups of version 2.
fn own_group() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let mut mounts = mounts
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>());
    let mount = mounts.find(|fields| fields.get(2) == Some(&"cgroup2"))?;
    let root = Path::new(mount.get(1)?);
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(root.join(own))
}

#[cfg(test)]
mod tests {
    use std::mem::ManuallyDrop;

    use tempfile::{TempDir, tempdir};

    use super::*;

    /// Returns a folder with the files of a group in which these controllers are enabled.
    fn parent(controllers: &str) -> TempDir {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("cgroup.procs"), "").unwrap();
        fs::write(folder.path().join("cgroup.subtree_control"), controllers).unwrap();
        folder
    }

    fn limits() -> Sandbox {
        Sandbox {
            memory_mib: 32,
            processes: 5,
            processor_secs: Some(3),
            ..Sandbox::default()
        }
    }

    #[test]
    fn group_has_the_limits_of_the_sandbox() {
        let parent = parent("cpu memory pids\n");
        let group = ControlGroup::create_in(parent.path(), "bot", &limits(), &[17]).unwrap();
        // The files of a real group disappear with it.
        let group = ManuallyDrop::new(group);
        for (file, content) in [
            ("memory.max", "33554432"),
            ("memory.oom.group", "1"),
            ("pids.max", "7"),
            ("cgroup.procs", "17"),
        ] {
            let written = fs::read_to_string(group.0.join(file)).unwrap();
            assert_eq!(written, content, "{file}");
        }
    }

    #[test]
    fn group_needs_both_controllers() {
        for controllers in ["", "cpu memory\n", "pids io\n"] {
            let parent = parent(controllers);
            let group = ControlGroup::create_in(parent.path(), "bot", &limits(), &[]);
            assert!(group.is_err(), "{controllers}");
        }
    }

    #[test]
    fn breach_is_read_from_the_counters_of_the_group() {
        let parent = parent("memory pids\n");
        let group = ControlGroup::create_in(parent.path(), "bot", &limits(), &[]).unwrap();
        let group = ManuallyDrop::new(group);
        assert_eq!(group.breach(&limits()), None);
        for (file, below, beyond, breach) in [
            (
                "cpu.stat",
                "usage_usec 2999999\n",
                "usage_usec 3000000\nuser_usec 1\n",
                LimitBreach::Processor,
            ),
            ("pids.events", "max 0\n", "max 2\n", LimitBreach::Processes),
            (
                "memory.events",
                "low 4\noom_kill 0\n",
                "low 4\noom_kill 1\n",
                LimitBreach::Memory,
            ),
        ] {
            fs::write(group.0.join(file), below).unwrap();
            assert_ne!(group.breach(&limits()), Some(breach));
            fs::write(group.0.join(file), beyond).unwrap();
            assert_eq!(group.breach(&limits()), Some(breach));
        }
    }
}
