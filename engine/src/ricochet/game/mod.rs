//! Ricochet Robots as a [`Game`](crate::Game).

mod notation;
mod rules;
mod views;

use super::action::Action;
use super::attempt::Task;
use super::guide;
use super::observation;
use super::options::{OPTIONS, RACE_RULES, Settings};
use super::robot::Robot;
use super::sections::RULESET;
use super::setup::{self, Setup, SetupError, SetupPart};
use super::slide::SlideRules;
use super::state::{Phase, PublicState, State, View};
use crate::game::{GameRace, GameSpec};
use crate::game_id::GameId;
use crate::options::Options;
use crate::race::{Overtime, RaceOptions, RaceRuleIds};
use crate::seat::MAX_SEATS;
use crate::setup::FromSetup;

static SPEC: GameSpec = GameSpec {
    id: GameId::Ricochet,
    title: "Ricochet Robots",
    min_seats: 2,
    max_seats: MAX_SEATS,
    options: &OPTIONS,
    rules: include_str!("../RULES.md"),
    observation: include_str!("../OBSERVATION.md"),
    observation_fields: observation::FIELDS,
    ruleset: RULESET,
    former_rulesets: &[include_str!("../former_rulesets/1.json")],
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

/// Ricochet Robots with its options, for a number of seats.
///
/// ```
/// use botwerk_engine::ricochet::{Ricochet, Robot};
/// use botwerk_engine::{GameRules, Options};
///
/// let options = Options::resolve(Ricochet::spec().options, [("transparent", "true")]).unwrap();
/// let game = Ricochet::new(3, options).unwrap();
/// assert_eq!(game.robots().len(), 5);
/// assert!(game.robots().contains(&Robot::Transparent));
/// ```
#[derive(Debug, Clone)]
pub struct Ricochet {
    seats: usize,
    options: Options,
    settings: Settings,
}

impl Ricochet {
    /// Returns the options of the race.
    pub fn race(&self) -> RaceOptions {
        self.settings.race
    }

    /// Returns the robots that take part, in order (RR-2).
    pub fn robots(&self) -> &[Robot] {
        &self.settings.robots
    }

    /// Returns how robots slide (RR-5, RR-14).
    pub fn slide_rules(&self) -> SlideRules {
        self.settings.slide_rules
    }

    /// Returns `true` if the robot that fulfils the target must have turned (RR-6).
    pub fn has_ricochet_rule(&self) -> bool {
        self.settings.ricochet_rule
    }

    /// Returns `true` if the first announcement of a race decides it (RR-7).
    pub fn is_decided_by_first(&self) -> bool {
        self.settings.overtime.is_none()
    }

    /// Returns the task of the open round, or `None` if no target is open.
    pub fn task<'a>(&self, table: &'a PublicState) -> Option<Task<'a>> {
        super::rules::task(&self.settings, table)
    }
}

impl GameRace for Ricochet {
    fn race_rules() -> Option<&'static RaceRuleIds> {
        Some(&RACE_RULES)
    }

    fn is_contested(&self, _state: &State, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn pass_action(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Race(_)).then_some(Action::Pass)
    }

    fn overtime(&self, state: &State) -> Option<Overtime<Action>> {
        let milliseconds = self.settings.overtime?;
        let close = Action::Close;
        match &state.phase {
            Phase::Race(race) if !race.announced.is_empty() => Some(Overtime {
                milliseconds,
                close,
            }),
            _ => None,
        }
    }

    fn ignores_trailing(&self, action: Action) -> bool {
        matches!(action, Action::Step(_) | Action::End)
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.settings.race.virtual_time(nodes, pause_micros)
    }
}

impl FromSetup for Ricochet {
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
