//! The limits of a sandbox that a bot exceeds.

use std::fmt::{self, Display, Formatter};
use std::process::ExitStatus;

/// The limit for which a bot was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitBreach {
    /// Memory of all processes together.
    Memory,
    /// Number of processes and threads.
    Processes,
    /// A private folder is full.
    Disk,
    /// Processor time.
    Processor,
}

/// Exit codes of a guard that has ended its bot, one for each limit, in order.
const EXIT_CODES: std::ops::Range<i32> = 240..244;

impl LimitBreach {
    const ALL: [Self; 4] = [Self::Memory, Self::Processes, Self::Disk, Self::Processor];

    /// Returns the reason.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Memory => "SANDBOX_MEMORY",
            Self::Processes => "SANDBOX_PROCESSES",
            Self::Disk => "SANDBOX_DISK",
            Self::Processor => "SANDBOX_PROCESSOR",
        }
    }

    /// Returns the field of the tournament file with the limit.
    const fn field(self) -> &'static str {
        match self {
            Self::Memory => "memory_mib",
            Self::Processes => "processes",
            Self::Disk => "disk_mib",
            Self::Processor => "processor_secs",
        }
    }

    /// Returns the exit code of the guard.
    pub fn exit_code(self) -> i32 {
        EXIT_CODES.start + self as i32
    }

    /// Returns the limit for which a guard has ended its bot, or `None` if it has ended by itself.
    pub fn from_status(status: ExitStatus) -> Option<Self> {
        let is_own = |breach: &Self| Some(breach.exit_code()) == status.code();
        Self::ALL.into_iter().find(is_own)
    }

    /// Returns the exit code of a guard whose bot has exited with this one. Those of limits are not for bots.
    pub fn bot_exit_code(code: i32) -> i32 {
        if EXIT_CODES.contains(&code) { 1 } else { code }
    }
}

/// Names the reason and the limit.
impl Display for LimitBreach {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (reason, field) = (self.reason(), self.field());
        write!(f, "{reason}: it exceeded {field} of its sandbox")
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn exit_codes_stand_for_limits_and_no_bot_has_them() {
        for breach in LimitBreach::ALL {
            let code = breach.exit_code();
            let status = ExitStatus::from_raw(code << 8);
            assert_eq!(LimitBreach::from_status(status), Some(breach));
            assert_eq!(LimitBreach::bot_exit_code(code), 1);
        }
        for code in [0, 1, 137, 239, 244] {
            let status = ExitStatus::from_raw(code << 8);
            assert_eq!(LimitBreach::from_status(status), None);
            assert_eq!(LimitBreach::bot_exit_code(code), code);
        }
    }
}
