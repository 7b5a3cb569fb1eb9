//! Ricochet Robots as a [`Game`](crate::Game).

use std::hash::Hasher;

use super::action::Action;
use super::attempt::Task;
use super::layout::Layout;
use super::options::{BoardSource, Settings};
use super::robot::{Robot, Robots};
use super::sections::Arrangement;
use super::setup::{self, Setup, SetupError, SetupPart};
use super::slide::SlideRules;
use super::state::{Phase, PublicState, State, Targets, View};
use super::{observation, rules};
use crate::chance::{ChanceKey, RootSeed};
use crate::game::{
    Actor, Deadline, Decision, GameRace, GameRules, GameType, IllegalAction, Turn, Viewer,
};
use crate::game_id::GameId;
use crate::hash::StableHasher;
use crate::options::Options;
use crate::race::{Overtime, RaceOptions};
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::setup::FromSetup;

/// Ricochet Robots with its options, for a number of seats.
///
/// ```
/// use botwerk_engine::ricochet::{Ricochet, Robot};
/// use botwerk_engine::{GameRules, GameType, Options};
///
/// let options = Options::resolve(Ricochet::spec().options, [("transparent", "true")]).unwrap();
/// let game = Ricochet::new(3, options).unwrap();
/// assert_eq!(game.robots().len(), 5);
/// assert!(game.robots().contains(&Robot::Transparent));
/// ```
#[derive(Debug, Clone)]
pub struct Ricochet {
    pub(super) seats: usize,
    pub(super) options: Options,
    pub(super) settings: Settings,
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
        self.settings.race.overtime.is_none()
    }

    /// Returns the task of the open round, or `None` if no target is open.
    pub fn task<'a>(&self, table: &'a PublicState) -> Option<Task<'a>> {
        super::rules::task(&self.settings, table)
    }
}

impl GameRace for Ricochet {
    fn is_contested(&self, _state: &State, action: Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn pass_action(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Race(_)).then_some(Action::Pass)
    }

    fn overtime(&self, state: &State) -> Option<Overtime<Action>> {
        let milliseconds = self.settings.race.overtime?;
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

/// Decisions of one round have numbers below the next multiple of this one.
const NUMBERS_PER_ROUND: u32 = MAX_SEATS as u32;

impl GameRules for Ricochet {
    type State = State;
    type Action = Action;

    fn id(&self) -> GameId {
        Self::ID
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn initial_state(&self, seed: RootSeed) -> State {
        let layout = match &self.settings.board {
            BoardSource::Given(layout) => layout.clone(),
            BoardSource::Sampled(sides) => sample_layout(sides, seed),
        };
        let table = PublicState {
            robots: Robots::EMPTY,
            target: None,
            undrawn: layout.targets().iter().copied().collect(),
            under: Targets::new(),
            won: std::iter::repeat_n(0, self.seats).collect(),
            departed: Seats::EMPTY,
            round: 0,
            layout,
        };
        State {
            table,
            phase: Phase::Start,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(rule) = rules::ending_rule(&self.settings, state) {
            return Turn::Over(state.outcome(rule));
        }
        let round = state.table.round;
        let chance = |kind, round, index| {
            Turn::Chance(ChanceKey {
                kind,
                seat: None,
                round,
                index,
            })
        };
        let decision = |stage, number, simultaneous| {
            Turn::Decision(Decision {
                seats: state.seats_to_act(),
                stage,
                number,
                simultaneous,
            })
        };
        match &state.phase {
            Phase::Start => chance("start", 0, state.table.robots.len() as u32),
            Phase::Target => chance("draw", round.saturating_add(1), 0),
            Phase::Race(_) => decision("race", round, true),
            Phase::Show(show) => {
                // Every show of a round leaves fewer announced numbers.
                let remaining = show.remaining.as_slice().len() as u32;
                let first = round.wrapping_mul(NUMBERS_PER_ROUND);
                decision("show", first.wrapping_add(remaining), false)
            }
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        let race = self.seats as u64;
        // In overtime the announcements are shown one after another until one is correct (RR-7).
        let shows = self.settings.race.overtime.map_or(1, |_| race);
        let show = u64::from(self.settings.race.max_announce);
        Some(u64::from(self.settings.round_cap) * (race + shows * show))
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        if rules::ending_rule(&self.settings, state).is_none() {
            rules::legal_actions(&self.settings, state, actor, actions);
        }
    }

    fn apply(&self, state: &mut State, actor: Actor, action: Action) -> Result<(), IllegalAction> {
        if let Some(rule) = rules::ending_rule(&self.settings, state) {
            return Err(IllegalAction::new(rule, "the match is over"));
        }
        rules::apply(&self.settings, state, actor, action)
    }

    fn deadline(&self, state: &State) -> Option<Deadline<Action>> {
        state.deadline(&self.settings.race, Action::Break, Action::Late)
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(seat)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(
            &self.settings,
            &View::new(state, Viewer::Spectator),
            &mut hasher,
        );
        hasher.write_u64(state.passed().bits());
        hasher.finish()
    }
}

/// Samples an arrangement of printed sections with these sides (RR-1).
fn sample_layout(sides: &str, seed: RootSeed) -> Layout {
    let count = Arrangement::count(sides) as u64;
    let index = seed.rng_for_chance(ChanceKey::setup("board")).below(count) as usize;
    let arrangement = Arrangement::from_index(sides, index);
    arrangement
        .expect("an index below the number of arrangements")
        .into()
}
