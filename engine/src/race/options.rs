//! The options of a race, the same for every game that has one.

use super::RaceRuleIds;
use crate::game::IllegalAction;
use crate::options::{OptionKind, OptionSpec, Options};

/// Nanoseconds in a millisecond.
const NANOS_PER_MILLI: u64 = 1_000_000;

/// Returns the options that a game with a race adds to its own, under the ids of its rules:
/// `max_announce`, `show_limit`, `race_limit` and `nodes_per_second`.
pub const fn race_options(rules: &RaceRuleIds) -> [OptionSpec; 4] {
    [
        OptionSpec {
            name: "max_announce",
            rule: rules.announcement,
            kind: OptionKind::Number { min: 1, max: 99 },
            default: "99",
            help: "Maximum number of moves that can be announced.",
        },
        OptionSpec {
            name: "show_limit",
            rule: rules.show_limit,
            kind: OptionKind::Time {
                min: 1,
                max: 3_600_000,
            },
            default: "30s",
            help: "Time limit for showing an announced route.",
        },
        OptionSpec {
            name: "race_limit",
            rule: rules.race_limit,
            kind: OptionKind::Time {
                min: 1,
                max: 3_600_000,
            },
            default: "150s",
            help: "Time after which a round without an announcement is abandoned.",
        },
        OptionSpec {
            name: "nodes_per_second",
            rule: rules.virtual_time,
            kind: OptionKind::Number {
                min: 1,
                max: 1_000_000_000_000,
            },
            default: "1000000",
            help: "Number of search nodes per second of virtual time.",
        },
    ]
}

/// The values of the [`race_options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceOptions {
    /// Maximum number of moves that may be announced.
    pub max_announce: u8,
    /// Time limit for the show of an announced route, in milliseconds.
    pub show_limit: u64,
    /// Time limit of a race without an announcement, in milliseconds.
    pub race_limit: u64,
    /// Milliseconds after the first announcement in which others count, or `None` if it ends the race.
    pub overtime: Option<u64>,
    /// Number of search nodes in a second of virtual time.
    pub nodes_per_second: u64,
}

impl RaceOptions {
    /// Reads the values from the options of a game, without overtime.
    pub fn read(options: &Options) -> Self {
        Self {
            max_announce: options.number("max_announce") as u8,
            show_limit: options.millis("show_limit"),
            race_limit: options.millis("race_limit"),
            overtime: None,
            nodes_per_second: options.number("nodes_per_second"),
        }
    }

    /// Checks an announced number of moves.
    ///
    /// # Errors
    /// Returns an error if the number is not between 1 and `max_announce`.
    pub fn check_announcement(&self, number: u8, rules: &RaceRuleIds) -> Result<(), IllegalAction> {
        if (1..=self.max_announce).contains(&number) {
            return Ok(());
        }
        let max = self.max_announce;
        Err(IllegalAction::without_penalty(
            rules.announcement,
            format!("expected a number of moves from 1 to {max}, found {number}"),
        ))
    }

    /// Returns the virtual time of a choice in nanoseconds: its search nodes plus the requested pause.
    /// Returns `None` above `race_limit`, which counts as a pass.
    ///
    /// ```
    /// use botwerk_engine::micro_robots::MicroRobots;
    /// use botwerk_engine::{GameRules, GameType, Options};
    ///
    /// let options = Options::resolve(MicroRobots::spec().options, [("race_limit", "2s")]).unwrap();
    /// let race = MicroRobots::new(2, options).unwrap().race();
    /// assert_eq!(race.virtual_time(1_500_000, 0), Some(1_500_000_000));
    /// assert_eq!(race.virtual_time(2_000_001, 0), None);
    /// ```
    pub fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        let search = u128::from(nodes) * 1_000_000_000 / u128::from(self.nodes_per_second);
        let time = search + u128::from(pause_micros) * 1000;
        let limit = self.race_limit * NANOS_PER_MILLI;
        u64::try_from(time).ok().filter(|time| *time <= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mr_25_nodes_and_pauses_turn_into_time() {
        let options = RaceOptions {
            max_announce: 99,
            show_limit: 30_000,
            race_limit: 2_000,
            overtime: None,
            nodes_per_second: 1_000_000,
        };
        assert_eq!(options.virtual_time(36, 0), Some(36_000));
        assert_eq!(options.virtual_time(1, 1_500_000), Some(1_500_001_000));
        assert_eq!(options.virtual_time(2_000_000, 0), Some(2_000_000_000));
        assert_eq!(options.virtual_time(2_000_001, 0), None);
        assert_eq!(options.virtual_time(u64::MAX, u64::MAX), None);
    }
}
