//! The description of Micro Robots, and how it is created.

use super::game::MicroRobots;
use super::options::{OPTIONS, RACE_RULES, Settings};
use super::sections::RULESET;
use super::{guide, notation, observation};
use crate::game::GameType;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};
use crate::seat::MAX_SEATS;

// In one place, however many crates refer to it.
static SPEC: GameSpec = GameSpec {
    name: "micro-robots",
    title: "Micro Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    race_rules: Some(&RACE_RULES),
    score_unit: None,
    rules: include_str!("RULES.md"),
    observation: include_str!("OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    ruleset: RULESET,
    former_rulesets: &[],
    notation: &[
        "start 1P               chance: the first start space",
        "roll 2W [via 3B]       chance: the target, and the intermediate target of the expert variant",
        "say 5                  announce a number of moves",
        "pass                   announce nothing in this round",
        "to 6P                  the next space of the shown route",
        "end                    the shown route ends here",
        "show 1P-6P-6W          a turn: the whole route, from the start space",
        "break                  referee: the round is abandoned",
        "late 0                 referee: seat 0 did not show in time",
        "leave 0                referee: seat 0 leaves the match",
    ],
    position_notation: guide::POSITION,
    summary: guide::SUMMARY,
    legend: guide::LEGEND,
};

impl GameType for MicroRobots {
    const SPEC: &'static GameSpec = &SPEC;

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        let (min, max) = (Self::SPEC.min_seats, Self::SPEC.max_seats);
        if !(min..=max).contains(&seats) {
            return Err(OptionError::SeatCount {
                found: seats,
                min,
                max,
            });
        }
        let settings = Settings::read(&options)?;
        Ok(Self {
            seats,
            options,
            settings,
        })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }
}
