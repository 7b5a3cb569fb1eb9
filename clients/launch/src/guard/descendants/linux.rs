//! All of them, also those that leave the group of the bot.

use std::process::Child;
use std::thread;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper, wait,
};

use crate::process_tree::children;

/// Time between two looks for processes that are left.
const PAUSE: Duration = Duration::from_millis(5);

/// What this process starts, directly or not.
#[derive(Debug)]
pub(in crate::guard) struct Descendants {
    group: Option<Pid>,
}

impl Descendants {
    /// Makes this process the parent of all descendants whose own parent ends.
    pub(in crate::guard) fn adopt() -> Self {
        // Without it, processes that leave the group of the bot outlive it.
        let _ = set_child_subreaper(Some(getpid()));
        Self { group: None }
    }

    /// Adds the bot, which leads a group of its own.
    pub(in crate::guard) fn add(&mut self, bot: &Child) {
        self.group = pid(bot.id());
    }

    /// Kills the bot's group and all other descendants.
    pub(in crate::guard) fn kill(self) {
        if let Some(group) = self.group {
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
}

fn pid(process: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(process).ok()?)
}
