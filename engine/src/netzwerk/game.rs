//! Netzwerk as a [`Game`].

use std::hash::Hasher;

use super::action::{ACTIONS, Action};
use super::options::{OPTIONS, Settings};
use super::position::{Phase, Position};
use super::rules::Rules;
use super::setup::{self, Setup, SetupError};
use super::side::Side;
use super::state::{State, View};
use super::{drawing, notation, observation, opening};
use crate::chance::{Generator, RootSeed};
use crate::diagram::Diagram;
use crate::game::{Actor, Ask, Game, GameSpec, IllegalAction, Turn, Viewer};
use crate::games::GameId;
use crate::hash::StableHasher;
use crate::notation::ParseError;
use crate::options::{OptionError, Options};
use crate::outcome::Outcome;
use crate::seat::{Seat, Seats};
use crate::setup::FromSetup;

/// Both players.
const SEATS: usize = 2;

static SPEC: GameSpec = GameSpec {
    id: GameId::Netzwerk,
    title: "Netzwerk",
    min_seats: SEATS,
    max_seats: SEATS,
    options: &OPTIONS,
    rules: include_str!("RULES.md"),
    ruleset: include_str!("ruleset.json"),
    notation: &[
        "b2-b4                  a robot's step to the next square, or its jump over an own robot",
        "b2xb4                  a step or jump that captures",
        "/                      the end of the robot phase",
        "k3-g3                  a battery goes along its line to the next empty energy field",
        ".                      the end of the turn",
        "b2-b4 b4-b6 / k3-g3 .  a turn: its actions in order",
        "leave w                referee: a side leaves the match",
    ],
};

/// Netzwerk with its options.
#[derive(Debug, Clone)]
pub struct Netzwerk {
    options: Options,
    settings: Settings,
}

impl Netzwerk {
    /// The rules of the board, for those that search.
    pub fn rules(&self) -> &Rules {
        &self.settings.rules
    }

    /// How a match in this state ended.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.over {
            return None;
        }
        let (winner, rule) = match state.left {
            Some(side) => (Some(side.other()), "NW-30"),
            None => {
                let end = self.rules().end(&state.position, state.repeated)?;
                (end.winner, end.rule)
            }
        };
        let won = |side| u8::from(winner == Some(side));
        Some(Outcome::ranked(&Side::ALL.map(won), vec![], rule))
    }
}

impl Game for Netzwerk {
    type State = State;
    type Action = Action;
    type View = View;

    fn spec() -> &'static GameSpec {
        &SPEC
    }

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        if seats != SEATS {
            return Err(OptionError::Seats {
                given: seats,
                least: SEATS,
                most: SEATS,
            });
        }
        let settings = Settings::read(&options)?;
        Ok(Self { options, settings })
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        let side = text.split(' ').next();
        let named = Side::ALL.iter().any(|known| side == Some(known.letter()));
        named.then_some(SEATS)
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self, seed: RootSeed) -> State {
        let Settings {
            rules,
            first_player,
            opening_turns,
            opening_seed,
        } = &self.settings;
        let start = Position::start(&rules.board, *first_player);
        let seed = opening_seed.unwrap_or(seed);
        State::new(rules, opening::draw(rules, start, *opening_turns, seed))
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(outcome) = self.outcome(state) {
            return Turn::Over(outcome);
        }
        let side = state.position.side;
        Turn::Act(Ask {
            seats: Seats::one(side.seat()),
            stage: "turn",
            // Sides take turns, so the side tells one request from the next.
            number: side.index() as u32,
            simultaneous: false,
        })
    }

    fn legal_actions(&self, state: &State, actor: Actor, actions: &mut Vec<Action>) {
        if state.over {
            return;
        }
        match actor {
            Actor::Seat(seat) if Side::of(seat) == Some(state.position.side) => {
                self.rules().list_actions(&state.position, actions);
            }
            Actor::Referee => actions.extend(Side::ALL.map(Action::Leave)),
            Actor::Seat(_) | Actor::Chance => {}
        }
    }

    fn count_actions(&self, state: &State, actor: Actor) -> usize {
        match actor {
            _ if state.over => 0,
            Actor::Seat(seat) if Side::of(seat) == Some(state.position.side) => {
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
            (Actor::Seat(seat), _) if Side::of(seat) == Some(state.position.side) => {
                self.rules().check(&state.position, action)?;
                self.play(state, actor, action);
            }
            (Actor::Referee, Action::Leave(_)) => self.play(state, actor, action),
            (Actor::Referee, _) => {
                return Err(IllegalAction::new(
                    "NW-30",
                    "the referee moves nothing; a side leaves with `leave w` or `leave b`",
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
    fn play(&self, state: &mut State, actor: Actor, action: Action) {
        if let (Actor::Referee, Action::Leave(side)) = (actor, action) {
            state.left = Some(side);
            state.over = true;
            return;
        }
        let rules = self.rules();
        rules.play(&mut state.position, action);
        // What batteries do ends a match at the start of the next turn only.
        match action {
            Action::Robot { .. } => state.over = rules.decided(&state.position).is_some(),
            Action::EndTurn => state.notice_end(rules),
            _ => {}
        }
    }

    fn leave(&self, seat: Seat) -> Action {
        Action::Leave(Side::of(seat).unwrap_or(Side::White))
    }

    fn occurrence(&self, state: &State) -> Option<State> {
        let is_turn = state.position.is_start_of_turn() && state.left.is_none();
        (is_turn && self.rules().repetition > 0).then(|| State {
            position: state.position.as_repeated(),
            ..state.clone()
        })
    }

    fn forgets(&self, state: &State) -> bool {
        // A robot has gone forward or was captured: neither is ever undone.
        state.position.quiet == 0
    }

    fn repeated(&self, state: &mut State, times: u32) {
        state.repeated = times >= self.rules().repetition;
        if state.repeated {
            state.notice_end(self.rules());
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            viewer,
            state: state.clone(),
        }
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.state, Actor::Seat(seat), actions);
        }
    }

    fn sample_hidden(&self, view: &View, _generator: &mut Generator) -> State {
        view.state.clone()
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(state, &mut hasher);
        hasher.finish()
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(&view.state, &mut hasher);
        hasher.write_u64(match view.viewer {
            Viewer::Seat(seat) => seat.index() as u64 + 1,
            Viewer::Spectator => 0,
        });
        hasher.finish()
    }

    fn format_position(&self, state: &State) -> String {
        notation::format_state(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        notation::parse_state(self.rules(), text)
    }

    fn format_view(&self, view: &View) -> String {
        notation::format_state(&view.state)
    }

    fn format_action(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseError> {
        text.parse()
    }

    fn format_turn(&self, _view: &View, actions: &[Action]) -> String {
        notation::format_turn(actions)
    }

    fn parse_turn(&self, _view: &View, text: &str) -> Result<Vec<Action>, ParseError> {
        notation::parse_turn(text)
    }

    fn action_count(&self) -> u32 {
        ACTIONS as u32
    }

    fn action_number(&self, action: Action) -> u32 {
        action.number()
    }

    fn numbered_action(&self, number: u32) -> Option<Action> {
        Action::from_number(number)
    }

    fn observation_len(&self) -> usize {
        observation::LEN
    }

    fn observe(&self, view: &View, bytes: &mut [u8]) {
        observation::write(self.rules(), view, bytes);
    }

    fn diagram(&self, view: &View) -> Diagram {
        drawing::draw(self.rules(), view)
    }
}

/// Feeds everything that stands in a state's text to a hasher, in a frozen order.
fn absorb(state: &State, hasher: &mut StableHasher) {
    let position = &state.position;
    for robots in position.robots {
        hasher.write_u64(robots.bits());
    }
    hasher.write_u64(position.batteries.bits());
    let phase = match position.phase {
        Phase::Robots => 0,
        Phase::Batteries => 1 + position.moved.bits(),
    };
    hasher.write_u64(phase);
    let left = state.left.map_or(0, |side| side.index() as u64 + 1);
    let side = position.side.index() as u64;
    let quiet = u64::from(position.quiet);
    hasher.write_u64(side | left << 8 | quiet << 16 | u64::from(position.turns) << 32);
    for spender in position.spenders.as_slice() {
        let [start, now] = [spender.start, spender.now].map(super::lattice::Point::bit);
        let captured = u8::from(spender.captured);
        hasher.write_u64(u64::from(u32::from_le_bytes([
            start,
            now,
            spender.spent,
            captured,
        ])));
    }
}

impl FromSetup for Netzwerk {
    type Setup = Setup;
    type SetupError = SetupError;

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
