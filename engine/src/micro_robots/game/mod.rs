//! Micro Robots as a [`Game`](crate::Game).

mod encoding;
mod notation;
mod race;
mod rules;
mod setup;
mod views;

use super::options::{OPTIONS, Settings};
use super::sections::RULESET;
use crate::game::GameSpec;
use crate::game_id::GameId;
use crate::options::Options;
use crate::race::RaceOptions;
use crate::seat::MAX_SEATS;

static SPEC: GameSpec = GameSpec {
    id: GameId::MicroRobots,
    title: "Micro Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    ruleset: RULESET,
    notation: &[
        "start 1P               chance: the first start space",
        "roll 2W [via 3B]       chance: the target, and the intermediate target of the expert variant",
        "say 5                  announce a number of moves",
        "pass                   announce nothing in this round",
        "to 6P                  the next space of the shown route",
        "end                    the shown route ends here",
        "show 1P-6P-6W          a turn: the whole route, from the start space",
        "break                  referee: the round is broken off",
        "late 0                 referee: seat 0 did not show in time",
        "leave 0                referee: seat 0 leaves the match",
    ],
};

/// Micro Robots with its options, for a number of seats.
#[derive(Debug, Clone)]
pub struct MicroRobots {
    seats: usize,
    options: Options,
    settings: Settings,
}

impl MicroRobots {
    /// The options of the race.
    pub fn race(&self) -> RaceOptions {
        self.settings.race
    }

    /// Whether the expert variant is played (MR-29).
    pub fn is_expert(&self) -> bool {
        self.settings.expert
    }
}
