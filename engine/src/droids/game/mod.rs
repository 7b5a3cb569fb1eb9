//! Droids as a [`Game`](crate::Game).

mod chance;
mod notation;
mod rules;
mod views;

use std::sync::Arc;

use super::guide;
use super::observation;
use super::options::{self, OPTIONS};
use super::rules::Rules;
use super::ruleset::{self, Goal};
use super::setup::{self, Setup, SetupError, SetupPart};
use super::state::{State, View};
use crate::game::{GameRace, GameSpec, Viewer};
use crate::game_id::GameId;
use crate::options::Options;
use crate::setup::FromSetup;

static SPEC: GameSpec = GameSpec {
    id: GameId::Droids,
    title: "Droids",
    min_seats: 1,
    max_seats: 4,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    observation: include_str!("../OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    ruleset: ruleset::STANDARD_TEXT,
    former_rulesets: &[
        include_str!("../former_rulesets/1.0.0.json"),
        include_str!("../former_rulesets/1.1.0.json"),
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

/// Droids with its options, for a number of seats.
#[derive(Debug, Clone)]
pub struct Droids {
    options: Options,
    /// The text of the printed game's ruleset, the current or a former one.
    ruleset: &'static str,
    rules: Arc<Rules>,
    lift_limit: u64,
}

impl Droids {
    /// Returns the rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the time limit for choosing the strip to lift, in milliseconds (DR-27).
    pub const fn lift_limit(&self) -> u64 {
        self.lift_limit
    }

    /// Returns `true` if the option `garden` chooses the prepared layout (DR-36).
    pub fn has_prepared_garden(&self) -> bool {
        self.rules.goal == Goal::OwnGardenClosed && options::has_prepared_garden(&self.options)
    }
}

impl GameRace for Droids {}

impl FromSetup for Droids {
    type Setup = Setup;
    type SetupPart = SetupPart;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::position(&self.rules, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(&self.rules, state)
    }

    fn view_from_setup(&self, viewer: Viewer, setup: &Setup) -> Result<View, SetupError> {
        setup::view(&self.rules, viewer, setup)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_view(&self.rules, view)
    }
}
