//! A [`PlainGame`] as a [`Game`](crate::Game): its rules.

use std::hash::Hasher;
use std::sync::Arc;

use super::plain_game::{Next, PlainGame};
use super::state::{PlainAction, PlainState, State};
use super::{flat, spec};
use crate::chance::{ChanceKey, RootSeed};
use crate::game::{
    Actor, Decision, Dimension, GameRace, GameRules, GameType, IllegalAction, ObservationField,
    Outcome, Turn,
};
use crate::game_id::GameId;
use crate::game_spec::GameSpec;
use crate::hash::StableHasher;
use crate::options::{OptionError, Options};
use crate::seat::Seat;

/// The rule by which a match ends that a seat has left.
pub(super) const LEFT: &str = "left";

/// A [`PlainGame`] with its options and number of seats.
#[derive(Debug, Clone)]
pub struct Plain<G: PlainGame> {
    pub(super) game: G,
    pub(super) seats: usize,
    spec: &'static GameSpec,
    options: Options,
    pub(super) observation_len: usize,
    pub(super) actions: Arc<ActionTable<G::Action>>,
}

/// All actions in the order of their numbers, which is their own.
#[derive(Debug)]
pub(super) struct ActionTable<A> {
    pub(super) sorted: Vec<A>,
    pub(super) texts: Vec<String>,
}

impl<G: PlainGame> Plain<G> {
    const OBSERVATION: &'static [ObservationField] =
        &[spec::plain_observation(&[Dimension::Fixed(
            G::OBSERVATION_LEN,
        )])];

    /// Creates the game with a description that is known only when the program runs, such as that of a game in another
    /// language: its constants are not used.
    pub fn described(game: G, spec: &'static GameSpec, seats: usize, options: Options) -> Self {
        let mut sorted = game.actions();
        sorted.sort_unstable();
        sorted.dedup();
        let texts = sorted.iter().map(|action| game.action_text(*action));
        let texts = texts.collect();
        let fields = spec.observation_fields.iter();
        Self {
            seats,
            spec,
            options,
            observation_len: fields.map(|field| field.len(seats)).sum(),
            actions: Arc::new(ActionTable { sorted, texts }),
            game,
        }
    }

    /// Returns the game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    fn is_to_act(&self, state: &State<G>, actor: Actor) -> bool {
        if state.left != 0 {
            return false;
        }
        match (self.game.next(&state.state), actor) {
            (Next::Seats(seats), Actor::Seat(seat)) => {
                seats.contains(seat) && !state.has_chosen(seat)
            }
            (Next::Chance, Actor::Chance) => true,
            _ => false,
        }
    }

    /// Applies an action of the game, and counts decisions and chance outcomes. What several seats choose at the same
    /// time is applied once all have chosen.
    fn advance(&self, state: &mut State<G>, actor: Actor, action: G::Action) {
        let Actor::Seat(seat) = actor else {
            self.game.apply(&mut state.state, actor, action);
            state.outcomes = state.outcomes.saturating_add(1);
            return;
        };
        state.decisions = match self.game.next(&state.state) {
            Next::Seats(seats) if seats.len() > 1 => {
                let choice = (seat.index() as u8, action);
                let place = state.chosen.partition_point(|(other, _)| *other < choice.0);
                state.chosen.insert(place, choice);
                if !state.awaited(seats).is_empty() {
                    return;
                }
                for (seat, action) in std::mem::take(&mut state.chosen) {
                    if let Some(seat) = Seat::new(seat.into()) {
                        self.game.apply(&mut state.state, Actor::Seat(seat), action);
                    }
                }
                state.decisions.saturating_add(1)
            }
            _ => {
                self.game.apply(&mut state.state, actor, action);
                state.decisions.saturating_add(1)
            }
        };
    }

    /// Returns `true` if the action of a seat is kept until others have chosen theirs.
    pub(super) fn is_kept(&self, state: &State<G>, seat: Seat) -> bool {
        match self.game.next(&state.state) {
            Next::Seats(seats) => {
                let awaited = state.awaited(seats);
                awaited.len() > 1 && awaited.contains(seat)
            }
            Next::Chance | Next::Over(_) => false,
        }
    }

    /// Returns the outcome of a match that seats have left: those who stay share the first place.
    fn outcome_without_those_who_left(&self, state: &State<G>) -> Outcome {
        let stays = Seat::all(self.seats).map(|seat| !state.has_left(seat));
        Outcome::ranked(&stays.collect::<Vec<_>>(), Vec::new(), LEFT)
    }
}

impl<G: PlainGame> GameType for Plain<G> {
    const SPEC: &'static GameSpec = &GameSpec {
        options: G::OPTIONS,
        rules: G::RULES,
        ruleset: G::VERSION,
        summary: G::SUMMARY,
        ..spec::plain_spec(G::NAME, G::TITLE, G::SEATS, Self::OBSERVATION)
    };

    fn new(seats: usize, options: Options) -> Result<Self, OptionError> {
        let (min, max) = G::SEATS;
        if !(min..=max).contains(&seats) {
            let found = seats;
            return Err(OptionError::SeatCount { found, min, max });
        }
        let game = G::new(seats, &options)?;
        Ok(Self::described(game, Self::SPEC, seats, options))
    }

    fn seats_of_position(text: &str) -> Option<usize> {
        let state: State<G> = serde_json::from_str(text).ok()?;
        Some(state.seats.into())
    }
}

impl<G: PlainGame> GameRules for Plain<G> {
    type State = State<G>;
    type Action = PlainAction<G::Action>;

    fn id(&self) -> GameId {
        GameId::new(self.spec)
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn initial_state(&self, seed: RootSeed) -> Self::State {
        let mut rng = seed.rng_for_chance(ChanceKey::setup("start"));
        PlainState {
            state: self.game.start(&mut rng),
            decisions: 0,
            outcomes: 0,
            chosen: Vec::new(),
            left: 0,
            seats: self.seats as u8,
        }
    }

    fn turn(&self, state: &Self::State) -> Turn {
        if state.left != 0 {
            return Turn::Over(self.outcome_without_those_who_left(state));
        }
        match self.game.next(&state.state) {
            Next::Seats(seats) => Turn::Decision(Decision {
                seats: state.awaited(seats),
                stage: "turn",
                number: state.decisions,
                simultaneous: false,
            }),
            Next::Chance => Turn::Chance(ChanceKey {
                kind: "chance",
                seat: None,
                round: state.outcomes,
                index: 0,
            }),
            Next::Over(outcome) => Turn::Over(outcome),
        }
    }

    fn legal_actions(&self, state: &Self::State, actor: Actor, actions: &mut Vec<Self::Action>) {
        if actor == Actor::Referee {
            if !matches!(self.turn(state), Turn::Over(_)) {
                actions.extend(Seat::all(self.seats).map(PlainAction::Leave));
            }
            return;
        }
        if !self.is_to_act(state, actor) {
            return;
        }
        let mut legal = Vec::new();
        self.game.legal_actions(&state.state, actor, &mut legal);
        if !legal.is_sorted() {
            legal.sort_unstable();
        }
        actions.extend(legal.into_iter().map(PlainAction::Game));
    }

    fn apply(
        &self,
        state: &mut Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> Result<(), IllegalAction> {
        let mut legal = Vec::new();
        self.legal_actions(state, actor, &mut legal);
        if legal.contains(&action) {
            self.apply_unchecked(state, actor, action);
            return Ok(());
        }
        let (rule, message) = match action {
            PlainAction::Game(action) if self.is_to_act(state, actor) => {
                self.game.explain(&state.state, actor, action)
            }
            PlainAction::Game(_) => ("turn", format!("{actor} is not to act").into()),
            PlainAction::Leave(seat) => {
                ("left", format!("{actor} cannot remove seat {seat}").into())
            }
        };
        Err(IllegalAction::new(rule, message))
    }

    fn apply_unchecked(&self, state: &mut Self::State, actor: Actor, action: Self::Action) {
        match action {
            PlainAction::Game(action) => self.advance(state, actor, action),
            PlainAction::Leave(seat) => state.left |= 1 << seat.index(),
        }
    }

    fn outcome_weight(&self, state: &Self::State, outcome: Self::Action) -> u32 {
        match outcome {
            PlainAction::Game(outcome) => self.game.weight(&state.state, outcome),
            PlainAction::Leave(_) => 0,
        }
    }

    fn max_match_length(&self) -> Option<u64> {
        G::MAX_LENGTH
    }

    fn leave_action(&self, seat: Seat) -> Self::Action {
        PlainAction::Leave(seat)
    }

    fn hash(&self, state: &Self::State) -> u64 {
        let mut hasher = StableHasher::new();
        hasher.write(&flat::bytes(state));
        hasher.finish()
    }
}

impl<G: PlainGame> GameRace for Plain<G> {}
