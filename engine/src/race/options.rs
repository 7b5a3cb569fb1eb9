//! The options of a race, the same in every game that has one.

use crate::game::IllegalAction;
use crate::options::{OptionKind, OptionSpec, Options};

/// Nanoseconds in a millisecond.
const NANOS_PER_MILLI: u64 = 1_000_000;

/// What a game with a race adds to its own options.
pub const RACE_OPTIONS: [OptionSpec; 4] = [
    OptionSpec {
        name: "max_announce",
        rule: "MR-13",
        kind: OptionKind::Number { min: 1, max: 99 },
        default: "99",
        help: "The largest number of moves that may be announced.",
    },
    OptionSpec {
        name: "show_limit",
        rule: "MR-18",
        kind: OptionKind::Time {
            min: 1,
            max: 3_600_000,
        },
        default: "30s",
        help: "Time in which an announced route must be shown.",
    },
    OptionSpec {
        name: "race_limit",
        rule: "MR-22",
        kind: OptionKind::Time {
            min: 1,
            max: 3_600_000,
        },
        default: "150s",
        help: "Time after which a round without an announcement is broken off.",
    },
    OptionSpec {
        name: "nodes_per_second",
        rule: "MR-25",
        kind: OptionKind::Number {
            min: 1,
            max: 1_000_000_000_000,
        },
        default: "1000000",
        help: "How many search nodes make a second of virtual time.",
    },
];

/// The values of [`RACE_OPTIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceOptions {
    /// The largest number of moves that may be announced (MR-13).
    pub max_announce: u8,
    /// Milliseconds in which an announced route must be shown (MR-18).
    pub show_limit: u64,
    /// Milliseconds after which a silent round is broken off (MR-22).
    pub race_limit: u64,
    /// Search nodes in a second of virtual time (MR-25).
    pub nodes_per_second: u64,
}

impl RaceOptions {
    /// Reads the values out of a game's options.
    pub fn read(options: &Options) -> Self {
        Self {
            max_announce: options.number("max_announce") as u8,
            show_limit: options.milliseconds("show_limit"),
            race_limit: options.milliseconds("race_limit"),
            nodes_per_second: options.number("nodes_per_second"),
        }
    }

    /// Checks an announced number.
    ///
    /// # Errors
    /// If it is not 1 to `max_announce` (MR-13).
    pub fn check_announcement(&self, number: u8) -> Result<(), IllegalAction> {
        if (1..=self.max_announce).contains(&number) {
            return Ok(());
        }
        let max = self.max_announce;
        Err(IllegalAction::costing_nothing(
            "MR-13",
            format!("{number} is announced, 1 to {max} may be"),
        ))
    }

    /// The virtual time of a decision in nanoseconds: its search nodes, and the pause that the
    /// player asks for (MR-25). `None` above `race_limit`, which counts as a pass.
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
            nodes_per_second: 1_000_000,
        };
        assert_eq!(options.virtual_time(36, 0), Some(36_000));
        assert_eq!(options.virtual_time(1, 1_500_000), Some(1_500_001_000));
        assert_eq!(options.virtual_time(2_000_000, 0), Some(2_000_000_000));
        assert_eq!(options.virtual_time(2_000_001, 0), None);
        assert_eq!(options.virtual_time(u64::MAX, u64::MAX), None);
    }
}
