//! The time and thread limits in an agent's settings.

use std::time::Duration;

use botwerk_engine::{OptionKind, OptionSpec, Options, parse_millis};

use crate::agent::Budget;
use crate::level::LEVEL;
use crate::spec::AgentSpec;

/// The setting that limits the time of a decision, where an agent has one.
const TIME: &str = "time";

/// The setting for the number of search threads, where an agent has one.
const THREADS: &str = "threads";

/// The setting that limits the nodes of a decision, where an agent has one; 0 for no limit.
const NODES: &str = "nodes";

/// The setting that limits the depth of a search, where an agent has one; 0 for no limit.
const DEPTH: &str = "depth";

/// The maximum of [`TIME`] in milliseconds: one hour.
const MAX_TIME_MILLIS: u64 = 3_600_000;

/// The limits in an agent's settings that mean the same in every game: `time` and `threads`.
///
/// Agents read no clock, so the caller enforces the time: see [`Budget::should_stop`].
///
/// ```
/// use std::time::Duration;
///
/// use botwerk_agents::Roster;
/// use botwerk_engine::netzwerk::Netzwerk;
///
/// let limits = |text: &str| Netzwerk::limits(&text.parse().unwrap()).unwrap();
/// let timed = limits("minimax:time=2s,threads=4");
/// assert_eq!((timed.time, timed.threads), (Some(Duration::from_secs(2)), 4));
/// assert!(!timed.is_reproducible());
/// assert!(limits("minimax:nodes=20000").is_reproducible());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentLimits {
    /// Time limit of a decision; `None` if the settings set none.
    pub time: Option<Duration>,
    /// Number of threads that search at the same time.
    pub threads: usize,
    /// Whether a search ends by itself even if a clock could stop it: the settings limit its nodes,
    /// its depth or its level, or the agent does not search for as long as it may.
    pub is_bounded: bool,
}

impl AgentLimits {
    /// The limits of a player without settings, whose search its caller does not end.
    pub const NONE: Self = Self {
        time: None,
        threads: 1,
        is_bounded: true,
    };

    /// Reads the limits from resolved settings.
    pub fn from_settings(settings: &Options) -> Self {
        let value = |name| settings.iter().find(|(known, _)| *known == name);
        let millis = value(TIME).and_then(|(_, time)| parse_millis(time));
        let threads = value(THREADS).and_then(|(_, number)| number.parse().ok());
        let limits_search = |name| {
            value(name).is_some_and(|(_, number)| number.parse::<u64>().is_ok_and(|n| n > 0))
        };
        Self {
            time: millis
                .filter(|millis| *millis > 0)
                .map(Duration::from_millis),
            threads: threads.unwrap_or(1),
            is_bounded: value(TIME).is_none()
                || [NODES, DEPTH, LEVEL].into_iter().any(limits_search),
        }
    }

    /// Returns the number of threads that the settings of a spec request, whichever game its agent plays;
    /// 1 if they request none.
    ///
    /// ```
    /// use botwerk_agents::AgentLimits;
    ///
    /// let threads = |text: &str| AgentLimits::requested_threads(&text.parse().unwrap());
    /// assert_eq!((threads("minimax:threads=4"), threads("minimax")), (4, 1));
    /// ```
    pub fn requested_threads(spec: &AgentSpec) -> u64 {
        let settings = spec.settings.iter().filter(|(name, _)| name == THREADS);
        let numbers = settings.filter_map(|(_, number)| number.parse().ok());
        numbers.max().unwrap_or(1)
    }

    /// Returns `true` if the agent's choices are a function of its settings, the view, the seed and
    /// a budget of nodes or depth. Other agents are timed: a clock stops them, or their threads
    /// race.
    pub fn is_reproducible(self) -> bool {
        self.time.is_none() && self.threads == 1
    }

    /// Returns the budget of a decision whose time limit `should_stop` enforces.
    pub fn budget(self, should_stop: &(dyn Fn() -> bool + Sync)) -> Budget<'_> {
        Budget {
            is_timed: self.time.is_some(),
            should_stop,
            ..Budget::UNLIMITED
        }
    }
}

/// Returns the setting that limits the time of a decision.
pub(crate) const fn time_setting(rule: &'static str) -> OptionSpec {
    OptionSpec {
        name: TIME,
        rule,
        kind: OptionKind::Time {
            min: 0,
            max: MAX_TIME_MILLIS,
        },
        default: "0s",
        help: "Time limit of a decision, enforced by the caller; 0s for none",
    }
}

#[cfg(test)]
mod tests;
