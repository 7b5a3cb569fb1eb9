//! The description of Netzwerk, and how it is created.

use super::game::{Netzwerk, SEATS};
use super::opening::OpeningRule;
use super::options::{OPTIONS, Settings};
use super::{guide, notation, observation};
use crate::game::GameType;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};

// In one place, however many crates refer to it.
static SPEC: GameSpec = GameSpec {
    name: "netzwerk",
    title: "Netzwerk",
    min_seats: SEATS,
    max_seats: SEATS,
    options: &OPTIONS,
    race_rules: None,
    score_unit: Some("hundredths of a robot; above 29000: a certain win"),
    rules: include_str!("RULES.md"),
    observation: include_str!("OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    observation_version: 1,
    hash_version: 1,
    ruleset: include_str!("ruleset.json"),
    former_rulesets: &[include_str!("former_rulesets/1.json")],
    notation: &[
        "b2-b4                  a robot's step to the next square, or its jump over an own robot",
        "b2xb4                  a step or jump that captures",
        "/                      the end of the robot phase",
        "k3-g3                  a battery goes along its line to the next empty energy field",
        ".                      the end of the turn",
        "b2-b4 b4-b6 / k3-g3 .  a turn: its actions in order",
        "leave w                referee: a side leaves the match",
    ],
    position_notation: guide::POSITION,
    summary: guide::SUMMARY,
    legend: guide::LEGEND,
};

impl GameType for Netzwerk {
    const SPEC: &'static GameSpec = &SPEC;

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        Self::with_ruleset(seats, options, Self::SPEC.ruleset)
    }

    fn with_ruleset(
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        if seats != SEATS {
            return Err(OptionError::SeatCount {
                found: seats,
                min: SEATS,
                max: SEATS,
            });
        }
        let settings = Settings::read(&options)?;
        Ok(Self {
            options,
            settings,
            opening_rule: OpeningRule::of(ruleset),
        })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }
}
