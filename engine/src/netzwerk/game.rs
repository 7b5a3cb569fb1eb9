//! Netzwerk as a [`Game`](crate::Game).

use std::hash::Hasher;

use super::action::Action;
use super::opening;
use super::opening::OpeningRule;
use super::options::Settings;
use super::position::Position;
use super::rules::Rules;
use super::setup::{self, Setup, SetupError, SetupPart};
use super::side::Side;
use super::state::{State, View};
use crate::chance::RootSeed;
use crate::game::{Actor, Decision, GameRace, GameRules, GameType, IllegalAction, Outcome, Turn};
use crate::game_id::GameId;
use crate::hash::StableHasher;
use crate::options::Options;
use crate::seat::{Seat, Seats};
use crate::setup::FromSetup;

/// Number of seats.
pub(super) const SEATS: usize = 2;

/// Netzwerk with its options.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{Actor, GameNotation, GameRules, GameType, Options, RootSeed, Seat};
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
    pub(super) options: Options,
    pub(super) settings: Settings,
    pub(super) opening_rule: OpeningRule,
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

impl GameRules for Netzwerk {
    type State = State;
    type Action = Action;

    fn id(&self) -> GameId {
        Self::ID
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn initial_state(&self, seed: RootSeed) -> State {
        let Settings {
            rules,
            first_player,
            opening_turns,
            opening_seed,
        } = &self.settings;
        let start = Position::start(&rules.board, *first_player);
        let seed = opening_seed.unwrap_or(seed);
        let start = opening::sample(rules, start, *opening_turns, seed, self.opening_rule);
        State::new(rules, start)
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(outcome) = self.outcome(state) {
            return Turn::Over(outcome);
        }
        let side = state.position.side;
        Turn::Decision(Decision {
            seats: Seats::one(side.seat()),
            stage: "turn",
            // Sides alternate, so the side distinguishes consecutive decisions.
            number: side.index() as u32,
            simultaneous: false,
        })
    }

    fn max_match_length(&self) -> Option<u64> {
        let rules = self.rules();
        Some(rules.max_turns()? * rules.max_turn_length())
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        if state.is_over {
            return;
        }
        match actor {
            Actor::Seat(seat) if Side::from_seat(seat) == Some(state.position.side) => {
                self.rules().list_actions(&state.position, actions);
            }
            Actor::Referee => actions.extend(Side::ALL.map(Action::Leave)),
            Actor::Seat(_) | Actor::Chance => {}
        }
    }

    fn count_actions(&self, state: &State, actor: Actor) -> usize {
        match actor {
            _ if state.is_over => 0,
            Actor::Seat(seat) if Side::from_seat(seat) == Some(state.position.side) => {
                self.rules().count_actions(&state.position) as usize
            }
            Actor::Referee => SEATS,
            Actor::Seat(_) | Actor::Chance => 0,
        }
    }

    fn apply(&self, state: &mut State, actor: Actor, action: Action) -> Result<(), IllegalAction> {
        if let Some(outcome) = self.outcome(state) {
            return Err(IllegalAction::new(outcome.rule, "the match is over"));
        }
        match (actor, action) {
            (Actor::Seat(seat), _) if Side::from_seat(seat) == Some(state.position.side) => {
                self.rules().check(&state.position, action)?;
                self.apply_unchecked(state, actor, action);
            }
            (Actor::Referee, Action::Leave(_)) => self.apply_unchecked(state, actor, action),
            (Actor::Referee, _) => {
                return Err(IllegalAction::new(
                    "NW-30",
                    "the referee only removes a side, with `leave w` or `leave b`",
                ));
            }
            (Actor::Seat(_), _) => {
                let side = state.position.side;
                return Err(IllegalAction::new("NW-5", format!("it is {side}'s turn")));
            }
            (Actor::Chance, _) => {
                return Err(IllegalAction::new("NW-5", "nothing is left to chance"));
            }
        }
        Ok(())
    }

    #[inline]
    fn apply_unchecked(&self, state: &mut State, actor: Actor, action: Action) {
        if let (Actor::Referee, Action::Leave(side)) = (actor, action) {
            state.departed = Some(side);
            state.is_over = true;
            return;
        }
        let rules = self.rules();
        state.occurrences = 0;
        rules.play(&mut state.position, action);
        // Battery moves end a match at the start of the next turn only.
        match action {
            Action::Robot { .. } => state.is_over = rules.decided(&state.position).is_some(),
            Action::EndTurn => state.update_end(rules),
            _ => {}
        }
    }

    fn leave_action(&self, seat: Seat) -> Action {
        Action::Leave(Side::from_seat(seat).unwrap_or(Side::White))
    }

    fn repetition_key(&self, state: &State) -> Option<State> {
        let is_turn = state.position.is_start_of_turn() && state.departed.is_none();
        (is_turn && self.rules().repetition > 0).then(|| State {
            position: state.position.without_counters(),
            ..state.clone()
        })
    }

    fn is_irreversible(&self, state: &State) -> bool {
        // A robot has moved forward or was captured, neither of which can be undone.
        state.position.quiet == 0
    }

    fn set_repetitions(&self, state: &mut State, times: u32) {
        state.occurrences = times;
        if state.is_repeated(self.rules()) {
            state.update_end(self.rules());
        }
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        state.absorb(&mut hasher);
        hasher.finish()
    }
}
