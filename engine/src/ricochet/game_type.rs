//! The description of Ricochet Robots, and how it is created.

use super::game::Ricochet;
use super::options::{OPTIONS, RACE_RULES, Settings};
use super::sections::RULESET;
use super::slide::EndlessRule;
use super::{guide, notation, observation};
use crate::game::GameType;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};
use crate::seat::MAX_SEATS;

// In one place, however many crates refer to it.
static SPEC: GameSpec = GameSpec {
    name: "ricochet",
    title: "Ricochet Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    race_rules: Some(&RACE_RULES),
    score_unit: None,
    rules: include_str!("RULES.md"),
    observation: include_str!("OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    observation_version: 1,
    hash_version: 1,
    ruleset: RULESET,
    former_rulesets: &[include_str!("former_rulesets/1.json")],
    notation: &[
        "start r:c12            chance: the start cell of the red robot",
        "draw r:e2              chance: the next target; *:h5 is the vortex",
        "say 5                  announce a number of moves",
        "pass                   announce nothing more in this round",
        "rN                     the next move of the shown solution: robot and direction",
        "tE-+                   the same of the transparent robot: + goes through, - stops or is turned",
        "end                    the shown solution ends here",
        "show rN gE tE-+        a turn: the whole solution",
        "break                  referee: the round is abandoned",
        "close                  referee: the overtime of the race is over",
        "late 0                 referee: seat 0 did not show in time",
        "leave 0                referee: seat 0 leaves the match",
    ],
    position_notation: guide::POSITION,
    summary: guide::SUMMARY,
    legend: guide::LEGEND,
};

impl GameType for Ricochet {
    const SPEC: &'static GameSpec = &SPEC;

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        Self::with_ruleset(seats, options, Self::SPEC.ruleset)
    }

    fn with_ruleset(
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        let (min, max) = (Self::SPEC.min_seats, Self::SPEC.max_seats);
        if !(min..=max).contains(&seats) {
            return Err(OptionError::SeatCount {
                found: seats,
                min,
                max,
            });
        }
        let endless = if ruleset == Self::SPEC.ruleset {
            EndlessRule::AfterLastPlus
        } else {
            EndlessRule::SecondVisit
        };
        let settings = Settings::read(seats, &options, endless)?;
        Ok(Self {
            seats,
            options,
            settings,
        })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        notation::seats_of_position(text)
    }

    fn options_for_position(options: Options, text: &str) -> Options {
        notation::options_for_position(options, text)
    }
}
