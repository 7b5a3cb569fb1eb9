//! Those that have stayed in the group of the bot.

use std::process::Child;

use rustix::process::{Pid, Signal, kill_process_group};

/// The group of the bot.
#[derive(Debug)]
pub(in crate::guard) struct Descendants {
    group: Option<Pid>,
}

impl Descendants {
    /// Starts without a bot.
    pub(in crate::guard) const fn adopt() -> Self {
        Self { group: None }
    }

    /// Adds the bot, which leads a group of its own.
    pub(in crate::guard) fn add(&mut self, bot: &Child) {
        self.group = i32::try_from(bot.id()).ok().and_then(Pid::from_raw);
    }

    /// Kills the bot's group.
    pub(in crate::guard) fn kill(self) {
        if let Some(group) = self.group {
            // It may have ended before.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
