//! The description of Droids, and how it is created.

use std::sync::Arc;

use super::game::Droids;
use super::options::{self, OPTIONS};
use super::{guide, notation, observation, ruleset};
use crate::game::GameType;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};

// In one place, however many crates refer to it.
static SPEC: GameSpec = GameSpec {
    name: "droids",
    title: "Droids",
    min_seats: 1,
    max_seats: 4,
    options: &OPTIONS,
    race_rules: None,
    score_unit: None,
    rules: include_str!("RULES.md"),
    observation: include_str!("OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    observation_version: 1,
    hash_version: 1,
    ruleset: ruleset::STANDARD_TEXT,
    former_rulesets: &[
        include_str!("former_rulesets/1.0.0.json"),
        include_str!("former_rulesets/1.1.0.json"),
    ],
    notation: &[
        "draw violet            draw a stone from a container: violet, blue, red or grey",
        "draw v2,b1,r3,g1       name the containers of all seven stones, if draw_mode is commit",
        "set V2 S 5.1           set a stone of the hand: kind, arrow, transmitter and slot",
        "stop                   stop setting",
        "send 5                 send the front stone of a transmitter",
        "send 5 >N              send a relay stone to the droid of N",
        "lift 7                 lift the damage strip of a transmitter",
        "set V1 E 5.1 ; stop    a turn: its actions in order",
        "start S4,N9            chance: the start roll",
        "stone V2               chance: the stone that is drawn",
        "die 7                  chance: the die for a transmitter or for the solo shift",
        "leave S                referee: a seat leaves the match",
    ],
    position_notation: guide::POSITION,
    summary: guide::SUMMARY,
    legend: guide::LEGEND,
};

impl GameType for Droids {
    const SPEC: &'static GameSpec = &SPEC;

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        Self::with_ruleset(seats, options, Self::SPEC.ruleset)
    }

    fn with_ruleset(
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        let (least, most) = (Self::SPEC.min_seats, Self::SPEC.max_seats);
        if !(least..=most).contains(&seats) {
            return Err(OptionError::SeatCount {
                found: seats,
                min: least,
                max: most,
            });
        }
        let parsed = options::ruleset(&options, ruleset)?;
        let rules = Arc::new(options::rules(&options, &parsed, seats)?);
        let lift_limit = options.millis("lift_limit");
        Ok(Self {
            options,
            ruleset,
            rules,
            lift_limit,
        })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }
}
