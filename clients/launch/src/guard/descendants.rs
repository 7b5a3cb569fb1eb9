//! The processes that a bot has started.

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt, kill};
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) use unix::{adopt, kill};

/// All of them.
#[cfg(target_os = "linux")]
mod linux {
    use std::thread;
    use std::time::Duration;

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
        wait,
    };

    use crate::process_tree::children;

    /// Time between two looks for processes that are left.
    const PAUSE: Duration = Duration::from_millis(5);

    /// Makes this process the parent of all descendants whose own parent ends.
    pub(in crate::guard) fn adopt() {
        // Without it, processes that leave the group of the bot outlive it.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Kills the bot's process group and all other descendants.
    pub(in crate::guard) fn kill(group: Option<u32>) {
        if let Some(group) = group.and_then(pid) {
            // It may have ended before.
            let _ = kill_process_group(group, Signal::KILL);
        }
        // A killed process leaves its children to this one.
        while let Ok(ended) = wait(WaitOptions::NOHANG) {
            if ended.is_none() {
                let children = children(getpid().as_raw_nonzero().get().unsigned_abs());
                for child in children.into_iter().filter_map(pid) {
                    let _ = kill_process(child, Signal::KILL);
                }
                thread::sleep(PAUSE);
            }
        }
    }

    fn pid(process: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(process).ok()?)
    }
}

/// Those that have stayed in the group of the bot.
#[cfg(all(unix, not(target_os = "linux")))]
mod unix {
    use rustix::process::{Pid, Signal, kill_process_group};

    pub(in crate::guard) fn adopt() {}

    pub(in crate::guard) fn kill(group: Option<u32>) {
        let group = group.and_then(|group| i32::try_from(group).ok());
        if let Some(group) = group.and_then(Pid::from_raw) {
            // It may have ended before.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
