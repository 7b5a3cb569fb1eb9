//! What a player's settings ask of whoever lets it decide.

use std::time::Duration;

use botwerk_engine::{OptionKind, OptionSpec, Options, milliseconds};

use crate::agent::Budget;

/// The setting of every player that can be told how long to think.
const TIME: &str = "time";

/// The setting of every player that can search with several threads.
const THREADS: &str = "threads";

/// The longest time of a decision in milliseconds: an hour.
const LONGEST: u64 = 3_600_000;

/// What a player's settings ask of whoever lets it decide, the same in every game: `time` and
/// `threads`.
///
/// Players read no clock, so whoever asks keeps the time: see [`Budget::should_stop`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long a decision may take; `None` if the settings do not limit it.
    pub time: Option<Duration>,
    /// Threads that search at the same time.
    pub threads: usize,
}

impl Limits {
    /// What these settings ask for.
    pub fn of(settings: &Options) -> Self {
        let value = |name| settings.iter().find(|(known, _)| *known == name);
        let millis = value(TIME).and_then(|(_, time)| milliseconds(time));
        let threads = value(THREADS).and_then(|(_, number)| number.parse().ok());
        Self {
            time: millis
                .filter(|millis| *millis > 0)
                .map(Duration::from_millis),
            threads: threads.unwrap_or(1),
        }
    }

    /// Whether the player's choices are a function of settings, view, seed and a budget of nodes or
    /// depth. All others are timed: a clock cuts them off, or their threads race.
    pub fn is_reproducible(self) -> bool {
        self.time.is_none() && self.threads == 1
    }

    /// The budget of a decision for which `should_stop` keeps the time.
    pub fn budget(self, should_stop: &(dyn Fn() -> bool + Sync)) -> Budget<'_> {
        Budget {
            is_timed: self.time.is_some(),
            should_stop,
            ..Budget::UNLIMITED
        }
    }
}

/// The setting that limits the time of a decision.
pub(crate) const fn time_setting(rule: &'static str) -> OptionSpec {
    OptionSpec {
        name: TIME,
        rule,
        kind: OptionKind::Time {
            min: 0,
            max: LONGEST,
        },
        default: "0s",
        help: "The longest time of a decision, kept by whoever asks for it; 0s for no limit.",
    }
}

#[cfg(test)]
mod tests;
