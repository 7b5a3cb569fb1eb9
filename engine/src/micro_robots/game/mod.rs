//! Micro Robots as a [`Game`](crate::Game).

mod notation;
mod rules;
mod views;

use super::action::Action;
use super::guide;
use super::observation;
use super::options::{OPTIONS, RACE_RULES, Settings};
use super::sections::RULESET;
use super::setup::{self, Setup, SetupError, SetupPart};
use super::state::{Phase, State, View};
use crate::game::{GameRace, GameSpec};
use crate::game_id::GameId;
use crate::options::Options;
use crate::race::{RaceOptions, RaceRuleIds};
use crate::seat::MAX_SEATS;
use crate::setup::FromSetup;

static SPEC: GameSpec = GameSpec {
    id: GameId::MicroRobots,
    title: "Micro Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    observation: include_str!("../OBSERVATION.md"),
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

/// Micro Robots with its options, for a number of seats.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{GameRules, Options};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("expert", "true")]).unwrap();
/// let game = MicroRobots::new(3, options).unwrap();
/// assert!(game.is_expert());
/// assert_eq!(game.seats(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct MicroRobots {
    seats: usize,
    options: Options,
    settings: Settings,
}

impl MicroRobots {
    /// Returns the options of the race.
    pub fn race(&self) -> RaceOptions {
        self.settings.race
    }

    /// Returns `true` if the expert variant is played (MR-29).
    pub fn is_expert(&self) -> bool {
        self.settings.expert
    }
}

impl GameRace for MicroRobots {
    fn race_rules() -> Option<&'static RaceRuleIds> {
        Some(&RACE_RULES)
    }

    fn is_contested(&self, _state: &State, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn pass_action(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Race(_)).then_some(Action::Pass)
    }

    fn ignores_trailing(&self, action: Action) -> bool {
        matches!(action, Action::To(_) | Action::End)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.settings.race.virtual_time(nodes, pause_micros)
    }
}

impl FromSetup for MicroRobots {
    type Setup = Setup;
    type SetupPart = SetupPart;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::validate(&self.settings, self.seats, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_state(&view.minimal_state())
    }
}
