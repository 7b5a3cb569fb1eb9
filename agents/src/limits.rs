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
mod tests {
    use botwerk_engine::{GameId, with_game};

    use super::*;
    use crate::roster::Roster;
    use crate::spec::AgentSpec;

    static SETTINGS: [OptionSpec; 2] = [
        time_setting("MR-12"),
        OptionSpec {
            name: THREADS,
            rule: "MR-12",
            kind: OptionKind::Number { min: 1, max: 64 },
            default: "1",
            help: "",
        },
    ];

    fn limits(given: &[(&str, &str)]) -> Limits {
        Limits::of(&Options::resolve(&SETTINGS, given.iter().copied()).unwrap())
    }

    #[test]
    fn time_and_several_threads_make_a_player_timed() {
        let time = Some(Duration::from_millis(100));
        let timed = Limits { time, threads: 1 };
        assert_eq!(limits(&[("time", "100ms")]), timed);
        assert!(!timed.is_reproducible());
        assert!(!limits(&[("threads", "2")]).is_reproducible());
        assert!(limits(&[]).is_reproducible());
        assert_eq!(limits(&[("time", "0ms")]), limits(&[]));
    }

    #[test]
    fn a_player_without_such_settings_is_reproducible() {
        let limits = Limits::of(&Options::default());
        assert_eq!((limits.time, limits.threads), (None, 1));
        assert!(limits.is_reproducible());
    }

    #[test]
    fn the_budget_says_whether_somebody_keeps_the_time() {
        let stop = || true;
        assert!(limits(&[("time", "1s")]).budget(&stop).is_timed);
        let budget = limits(&[]);
        let budget = budget.budget(&stop);
        assert!(!budget.is_timed && (budget.should_stop)());
    }

    #[test]
    fn both_settings_mean_the_same_in_every_game() {
        fn check<G: Roster>() {
            for entry in G::roster() {
                for setting in entry.info.settings {
                    match setting.name {
                        TIME => assert_eq!(*setting, time_setting(setting.rule)),
                        THREADS => {
                            let is_number =
                                matches!(setting.kind, OptionKind::Number { min: 1, .. });
                            assert!(is_number && setting.default == "1", "{setting:?}");
                        }
                        _ => {}
                    }
                }
                assert!(entry.info.limits().is_reproducible(), "{}", entry.info.name);
            }
        }
        for game in GameId::ALL {
            with_game!(*game, G => check::<G>());
        }
    }

    #[test]
    fn the_limits_of_a_player_are_those_of_its_settings() {
        fn of(text: &str) -> Result<Limits, crate::AgentError> {
            let spec: AgentSpec = text.parse().unwrap();
            botwerk_engine::micro_robots::MicroRobots::limits(&spec)
        }
        assert_eq!(of("human:mean=1s").unwrap().time, None);
        assert!(of("human:mean=never").is_err());
        assert!(of("nobody").is_err());
    }
}
