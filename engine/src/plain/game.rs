//! A [`PlainGame`] as a [`Game`](crate::Game): its rules.

use std::sync::{Arc, OnceLock};

use super::plain_game::{Next, PlainGame, State, check_listed};
use super::spec;
use super::state::{PlainAction, PlainState};
use crate::chance::{ChanceKey, RootSeed, StableRng};
use crate::game::{
    Actor, Deadline, Decision, Dimension, GameNotation, GameRace, GameRules, GameType,
    IllegalAction, ObservationField, Outcome, Turn, sample_by_weight,
};
use crate::game_id::GameId;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};
use crate::race::Overtime;
use crate::seat::{Seat, Seats};

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
    actions: Arc<ActionTable<G::Action>>,
}

/// All actions in the order of their numbers, which is their own. Matches of a game that numbers its actions itself need
/// neither list.
#[derive(Debug)]
struct ActionTable<A> {
    sorted: OnceLock<Vec<A>>,
    texts: OnceLock<Vec<String>>,
}

impl<G: PlainGame> Plain<G> {
    const OBSERVATION: &'static [ObservationField] =
        &[spec::plain_observation(&[Dimension::Fixed(
            G::OBSERVATION_LEN,
        )])];

    const PLAIN_SPEC: &'static GameSpec = &GameSpec {
        options: G::OPTIONS,
        rules: G::RULES,
        ruleset: G::VERSION,
        summary: G::SUMMARY,
        observation_version: G::OBSERVATION_VERSION,
        hash_version: G::HASH_VERSION,
        ..spec::plain_spec(G::NAME, G::TITLE, G::SEATS, Self::OBSERVATION)
    };

    /// Creates the game with a description that is known only when the program runs, such as that of a game in another
    /// language: its constants are not used.
    pub fn described(game: G, spec: &'static GameSpec, seats: usize, options: Options) -> Self {
        let fields = spec.observation_fields.iter();
        Self {
            seats,
            spec,
            options,
            observation_len: fields.map(|field| field.len(seats)).sum(),
            actions: Arc::new(ActionTable {
                sorted: OnceLock::new(),
                texts: OnceLock::new(),
            }),
            game,
        }
    }

    /// Returns all actions of the game, in the order of their numbers.
    pub(super) fn sorted_actions(&self) -> &[G::Action] {
        self.actions.sorted.get_or_init(|| {
            let mut sorted = self.game.actions();
            if !sorted.is_sorted() {
                sorted.sort_unstable();
            }
            sorted.dedup();
            sorted
        })
    }

    /// Returns the texts of all actions, in the order of their numbers.
    pub(super) fn action_texts(&self) -> &[String] {
        self.actions.texts.get_or_init(|| {
            let texts = self.sorted_actions().iter();
            texts.map(|action| self.game.action_text(*action)).collect()
        })
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
            (Next::Seats(seats) | Next::Race(seats), Actor::Seat(seat)) => {
                seats.contains(seat) && !state.has_chosen(seat)
            }
            (Next::Chance, Actor::Chance) => true,
            _ => false,
        }
    }

    /// Returns `true` if the game numbers its decisions and chance outcomes itself.
    fn is_numbered(&self, state: &State<G>) -> bool {
        self.game.numbering(&state.state).is_some()
    }

    /// Returns the legal actions of the game, in order, in the memory of an empty list.
    fn listed(
        &self,
        state: &State<G>,
        actor: Actor,
        empty: Vec<PlainAction<G::Action>>,
    ) -> Vec<PlainAction<G::Action>> {
        // Collecting keeps the memory of a list whose elements have the same size: this takes millions of lists a second.
        let mut legal: Vec<G::Action> =
            empty.into_iter().filter_map(PlainAction::of_game).collect();
        if actor == Actor::Referee {
            self.game.referee_actions(&state.state, &mut legal);
        } else if self.is_to_act(state, actor) {
            self.game.legal_actions(&state.state, actor, &mut legal);
        }
        if !G::LISTS_IN_ORDER && !legal.is_sorted() {
            legal.sort_unstable();
        }
        legal.into_iter().map(PlainAction::Game).collect()
    }

    /// Keeps what one of several seats has chosen. Once all have, it is applied.
    fn choose(&self, state: &mut State<G>, seats: Seats, seat: Seat, action: G::Action) {
        let is_numbered = self.is_numbered(state);
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
        state.count(Actor::Seat(seat), is_numbered);
    }

    /// Returns the seats that choose at the same time, if the actor is one of several.
    fn choosing_seats(&self, state: &State<G>, actor: Actor) -> Option<(Seats, Seat)> {
        if !G::CHOOSES_TOGETHER {
            return None;
        }
        match (self.game.next(&state.state), actor) {
            (Next::Seats(seats), Actor::Seat(seat)) if seats.len() > 1 && seats.contains(seat) => {
                Some((seats, seat))
            }
            _ => None,
        }
    }

    /// Returns `true` if the action of a seat is kept until others have chosen theirs.
    pub(super) fn is_kept(&self, state: &State<G>, seat: Seat) -> bool {
        match self.game.next(&state.state) {
            Next::Seats(seats) => {
                let awaited = state.awaited(seats);
                awaited.len() > 1 && awaited.contains(seat)
            }
            Next::Race(_) | Next::Chance | Next::Over(_) => false,
        }
    }

    /// Returns the number of actions by which seats leave that are no actions of the game.
    pub(super) fn leave_numbers(&self) -> usize {
        match self.game.leave(Seat::FIRST) {
            Some(_) => 0,
            None => self.seats,
        }
    }

    /// Applies an action by which a seat leaves the match, which ends.
    fn apply_leaving(
        &self,
        state: &mut State<G>,
        actor: Actor,
        action: PlainAction<G::Action>,
    ) -> Result<(), IllegalAction> {
        let mut legal = Vec::new();
        self.legal_actions(state, actor, &mut legal);
        if legal.contains(&action) {
            self.apply_unchecked(state, actor, action);
            return Ok(());
        }
        let text = self.format_action(action);
        let message = format!("`{text}` is not an action of {actor}");
        Err(IllegalAction::new(LEFT, message))
    }

    /// Returns the outcome of a match that seats have left: those who stay share the first place.
    fn outcome_without_those_who_left(&self, state: &State<G>) -> Outcome {
        let stays = Seat::all(self.seats).map(|seat| !state.has_left(seat));
        Outcome::ranked(&stays.collect::<Vec<_>>(), Vec::new(), LEFT)
    }
}

impl<G: PlainGame> GameType for Plain<G> {
    const SPEC: &'static GameSpec = match G::SPEC {
        Some(spec) => spec,
        None => Self::PLAIN_SPEC,
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
        G::seats_of_text(text)
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
        PlainState::new(self.game.start_from_seed(seed), self.seats)
    }

    fn turn(&self, state: &Self::State) -> Turn {
        if state.left != 0 {
            return Turn::Over(self.outcome_without_those_who_left(state));
        }
        let decision = |seats, simultaneous| {
            let numbering = self.game.numbering(&state.state);
            let (stage, number) = numbering.unwrap_or(("turn", state.decisions));
            Turn::Decision(Decision {
                seats,
                stage,
                number,
                simultaneous,
            })
        };
        match self.game.next(&state.state) {
            Next::Seats(seats) => decision(state.awaited(seats), false),
            Next::Race(seats) => decision(seats, true),
            Next::Chance => {
                let numbering = self.game.numbering(&state.state);
                let (kind, round) = numbering.unwrap_or(("chance", state.outcomes));
                Turn::Chance(ChanceKey {
                    kind,
                    seat: None,
                    round,
                    index: 0,
                })
            }
            Next::Over(outcome) => Turn::Over(outcome),
        }
    }

    fn legal_actions(&self, state: &Self::State, actor: Actor, actions: &mut Vec<Self::Action>) {
        let is_referee = actor == Actor::Referee;
        if is_referee && matches!(self.turn(state), Turn::Over(_)) {
            return;
        }
        if actions.is_empty() {
            *actions = self.listed(state, actor, std::mem::take(actions));
        } else {
            actions.append(&mut self.listed(state, actor, Vec::new()));
        }
        if is_referee && self.leave_numbers() > 0 {
            actions.extend(Seat::all(self.seats).map(PlainAction::Leave));
        }
    }

    fn apply(
        &self,
        state: &mut Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> Result<(), IllegalAction> {
        let PlainAction::Game(played) = action else {
            return self.apply_leaving(state, actor, action);
        };
        if state.left != 0 {
            return Err(IllegalAction::new(LEFT, "the match is over"));
        }
        if let Some((seats, seat)) = self.choosing_seats(state, actor) {
            if state.has_chosen(seat) {
                return Err(IllegalAction::new("turn", format!("{actor} has chosen")));
            }
            let mut legal = Vec::new();
            self.game.legal_actions(&state.state, actor, &mut legal);
            check_listed(&self.game, &state.state, actor, played, &legal)?;
            self.choose(state, seats, seat, played);
            return Ok(());
        }
        let is_numbered = self.is_numbered(state);
        self.game.try_apply(&mut state.state, actor, played)?;
        state.count(actor, is_numbered);
        Ok(())
    }

    fn apply_unchecked(&self, state: &mut Self::State, actor: Actor, action: Self::Action) {
        match action {
            PlainAction::Game(action) => {
                if let Some((seats, seat)) = self.choosing_seats(state, actor) {
                    return self.choose(state, seats, seat, action);
                }
                let is_numbered = self.is_numbered(state);
                self.game.apply(&mut state.state, actor, action);
                state.count(actor, is_numbered);
            }
            PlainAction::Leave(seat) => state.left |= 1 << seat.index(),
        }
    }

    fn outcome_weight(&self, state: &Self::State, outcome: Self::Action) -> u32 {
        match outcome {
            PlainAction::Game(outcome) => self.game.weight(&state.state, outcome),
            PlainAction::Leave(_) => 0,
        }
    }

    fn sample_outcome(&self, state: &Self::State, generator: &mut StableRng) -> Self::Action {
        match self.game.sample_outcome(&state.state, generator) {
            Some(outcome) => PlainAction::Game(outcome),
            None => sample_by_weight(self, state, generator),
        }
    }

    fn deadline(&self, state: &Self::State) -> Option<Deadline<Self::Action>> {
        let deadline = self.game.deadline(&state.state)?;
        Some(deadline.map(PlainAction::Game))
    }

    fn max_match_length(&self) -> Option<u64> {
        self.game.max_length()
    }

    fn leave_action(&self, seat: Seat) -> Self::Action {
        let leave = self.game.leave(seat);
        leave.map_or(PlainAction::Leave(seat), PlainAction::Game)
    }

    fn hash(&self, state: &Self::State) -> u64 {
        self.game.hash(state, None)
    }
}

impl<G: PlainGame> GameRace for Plain<G> {
    fn is_contested(&self, _state: &Self::State, action: Self::Action) -> bool {
        matches!(action, PlainAction::Game(action) if self.game.announces(action))
    }

    fn pass_action(&self, state: &Self::State) -> Option<Self::Action> {
        match self.game.next(&state.state) {
            Next::Race(_) => self.game.pass().map(PlainAction::Game),
            Next::Seats(_) | Next::Chance | Next::Over(_) => None,
        }
    }

    fn overtime(&self, state: &Self::State) -> Option<Overtime<Self::Action>> {
        let overtime = self.game.overtime(&state.state)?;
        Some(overtime.map(PlainAction::Game))
    }

    fn ignores_trailing(&self, action: Self::Action) -> bool {
        matches!(action, PlainAction::Game(action) if self.game.ignores_trailing(action))
    }

    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        self.game.virtual_time(nodes, pause_micros)
    }
}
