//! Netzwerk as a [`Game`](crate::Game).

mod notation;
mod rules;
mod views;

use super::guide;
use super::observation;
use super::options::{OPTIONS, Settings};
use super::rules::Rules;
use super::ruleset::{FORMER_RULESETS, OpeningRule, RULESET};
use super::setup::{self, Setup, SetupError, SetupPart};
use super::side::Side;
use super::state::{State, View};
use crate::game::{GameRace, GameSpec};
use crate::game_id::GameId;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::setup::FromSetup;

/// Number of seats.
const SEATS: usize = 2;

static SPEC: GameSpec = GameSpec {
    id: GameId::Netzwerk,
    title: "Netzwerk",
    min_seats: SEATS,
    max_seats: SEATS,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    observation: include_str!("../OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    ruleset: RULESET,
    former_rulesets: FORMER_RULESETS,
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

/// Netzwerk with its options.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{Actor, GameNotation, GameRules, Options, RootSeed, Seat};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("width", "3")]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let mut state = game.initial_state(RootSeed::from_text("7"));
/// let step = game.parse_action("b2-b4").unwrap();
/// game.apply(&mut state, Actor::Seat(Seat::FIRST), step).unwrap();
/// assert_eq!(
///     game.format_position(&state),
///     "w d2,f2,b4 b12,d12,f12 a3,c3,e3,g3,a11,c11,e11,g11 0 r:b2>b4:1"
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Netzwerk {
    options: Options,
    settings: Settings,
    opening_rule: OpeningRule,
}

impl Netzwerk {
    /// Returns the rules of the board, for searches that need no match.
    pub fn rules(&self) -> &Rules {
        &self.settings.rules
    }

    /// Returns the outcome of a match in this state, or `None` if it is not over.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.is_over {
            return None;
        }
        let (winner, rule) = match state.departed {
            Some(side) => (Some(side.other()), "NW-30"),
            None => {
                let rules = self.rules();
                let end = rules.end(&state.position, state.is_repeated(rules))?;
                (end.winner, end.rule)
            }
        };
        let rank = |side| u8::from(winner == Some(side));
        Some(Outcome::ranked(&Side::ALL.map(rank), vec![], rule))
    }
}

impl GameRace for Netzwerk {}

impl FromSetup for Netzwerk {
    type Setup = Setup;
    type SetupPart = SetupPart;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::validate(self.rules(), setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_state(&view.state)
    }
}
