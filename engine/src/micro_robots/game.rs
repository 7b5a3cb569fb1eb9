//! Micro Robots as a [`Game`](crate::Game).

use std::hash::Hasher;

use arrayvec::ArrayVec;

use super::action::Action;
use super::options::{BoardSource, Settings};
use super::sections::ARRANGEMENTS;
use super::setup::{self, Setup, SetupError, SetupPart};
use super::state::{Phase, PublicState, State, View};
use super::{observation, rules};
use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::game::{
    Actor, Deadline, Decision, GameRace, GameRules, GameType, IllegalAction, Turn, Viewer,
};
use crate::game_id::GameId;
use crate::hash::StableHasher;
use crate::options::Options;
use crate::race::RaceOptions;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::setup::FromSetup;

/// Micro Robots with its options, for a number of seats.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{GameRules, GameType, Options};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("expert", "true")]).unwrap();
/// let game = MicroRobots::new(3, options).unwrap();
/// assert!(game.is_expert());
/// assert_eq!(game.seats(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct MicroRobots {
    pub(super) seats: usize,
    pub(super) options: Options,
    pub(super) settings: Settings,
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

impl GameRules for MicroRobots {
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
        let board = match self.settings.board {
            BoardSource::Given(board) => board,
            BoardSource::Sampled(side) => {
                let arrangement = seed
                    .rng_for_chance(ChanceKey::setup("board"))
                    .below(u64::from(ARRANGEMENTS));
                side.board(arrangement as u32)
            }
        };
        let roller = if self.settings.has_random_first_roller {
            seed.rng_for_chance(ChanceKey::setup("first-roller"))
                .below(self.seats as u64) as usize
        } else {
            0
        };
        let table = PublicState {
            board,
            start: None,
            target: None,
            intermediate: None,
            chips: std::iter::repeat_n(0, self.seats).collect::<ArrayVec<_, MAX_SEATS>>(),
            departed: Seats::EMPTY,
            roller: Seat::new(roller).unwrap_or(Seat::FIRST),
            round: 0,
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
        let chance = |kind, round| {
            Turn::Chance(ChanceKey {
                kind,
                seat: None,
                round,
                index: 0,
            })
        };
        let decision = |stage, simultaneous| {
            Turn::Decision(Decision {
                seats: state.seats_to_act(),
                stage,
                number: round,
                simultaneous,
            })
        };
        match state.phase {
            Phase::Start => chance("start", 0),
            Phase::Target => chance("roll", round + 1),
            Phase::Race(_) => decision("race", true),
            Phase::Show(_) => decision("show", false),
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        let race = self.seats as u64;
        let show = u64::from(self.settings.race.max_announce);
        Some(u64::from(self.settings.round_cap) * (race + show))
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

    fn sample_outcome(&self, state: &State, generator: &mut StableRng) -> Action {
        let start = rules::sample_start(state, generator);
        let sampled = start.or_else(|| rules::sample_roll(&self.settings, state, generator));
        sampled.unwrap_or_else(|| {
            let mut outcomes = Vec::new();
            rules::legal_actions(&self.settings, state, Actor::Chance, &mut outcomes);
            outcomes[generator.below(outcomes.len() as u64) as usize]
        })
    }

    fn deadline(&self, state: &State) -> Option<Deadline<Action>> {
        state.deadline(&self.settings.race, Action::Break, Action::Late)
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(seat)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        let view = View::new(state, Viewer::Spectator);
        observation::absorb(&view, &mut hasher);
        hasher.write_u64(state.passed().bits());
        hasher.finish()
    }
}
