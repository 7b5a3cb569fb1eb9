//! An episode of any game, with actions as numbers.

use std::sync::Arc;

use botwerk_engine::{
    Actor, Game, GameId, GameNotation, GameRules, GameViews, OptionError, Options, Outcome,
    ParseError, Picture, RootSeed, Seat, Viewer, with_game,
};

use crate::episode::{ActError, Effort, Episode, Node};
use crate::error::LanesError;

/// A game with its options, without its type.
#[derive(Debug, Clone)]
pub struct GameSetup {
    /// The game.
    pub game: GameId,
    /// The number of seats; 0 for the minimum with these options.
    pub seats: usize,
    /// The options that differ from their defaults.
    pub options: Vec<(String, String)>,
}

impl GameSetup {
    /// Creates the game.
    ///
    /// # Errors
    /// Returns an error if an option or the number of seats is invalid.
    pub fn create<G: Game>(&self) -> Result<G, OptionError> {
        let options =
            Options::resolve(G::spec().options, self.options.iter().map(|(n, v)| (n, v)))?;
        let seats = match self.seats {
            0 => G::min_seats(&options),
            seats => seats,
        };
        G::new(seats, options)
    }

    /// Returns a match at its start; `seed` is that of sampled chance outcomes.
    ///
    /// # Errors
    /// Returns an error if an option or the number of seats is invalid.
    ///
    /// ```
    /// use botwerk_engine::{GameId, RootSeed};
    /// use botwerk_lanes::{GameSetup, Node};
    ///
    /// let setup = GameSetup { game: GameId::MicroRobots, seats: 2, options: vec![] };
    /// let mut state = setup.start(RootSeed::from_text("7")).unwrap();
    /// assert!(matches!(state.node(), Node::Chance(_)));
    /// let (outcome, probability) = state.chance_outcomes()[0];
    /// assert_eq!(probability, 1.0 / 36.0);
    /// state.apply_outcome(outcome).unwrap();
    /// ```
    pub fn start(&self, seed: RootSeed) -> Result<Box<dyn MatchState>, OptionError> {
        with_game!(self.game, G => {
            let game: G = self.create()?;
            let episode = Episode::new(&game, seed);
            Ok(MatchOf::boxed(Arc::new(game), episode))
        })
    }

    /// Returns a match that starts with a position in the notation of the game.
    ///
    /// # Errors
    /// Returns an error if an option or the number of seats is invalid, or the text is not a position.
    pub fn parse(&self, position: &str, seed: RootSeed) -> Result<Box<dyn MatchState>, StateError> {
        with_game!(self.game, G => {
            let game: G = self.create()?;
            let state = game.parse_position(position)?;
            let episode = Episode::from_position(&game, seed, state);
            Ok(MatchOf::boxed(Arc::new(game), episode))
        })
    }

    /// Returns a match in a position that a seat sees as this view, in the notation of positions. What is
    /// hidden from the seat and all later chance are sampled from `seed`.
    ///
    /// # Errors
    /// Returns an error if an option or a seat is invalid, or the text is not a view of the seat.
    pub fn parse_view(
        &self,
        view: &str,
        seat: usize,
        seed: RootSeed,
    ) -> Result<Box<dyn MatchState>, StateError> {
        with_game!(self.game, G => {
            let game: G = self.create()?;
            let found = Seat::new(seat).filter(|seat| seat.index() < game.seats());
            let found = found.ok_or(StateError::Seat(seat))?;
            let view = game.parse_view(Viewer::Seat(found), view)?;
            let state = game.sample_hidden(&view, &mut seed.rng_for_agent(found, 0));
            let episode = Episode::from_position(&game, seed, state);
            Ok(MatchOf::boxed(Arc::new(game), episode))
        })
    }

    /// Returns the match that [`MatchState::save`] returned as JSON.
    ///
    /// # Errors
    /// Returns an error if an option or the number of seats is invalid, or the text is of another game.
    pub fn load(&self, json: &str) -> Result<Box<dyn MatchState>, StateError> {
        with_game!(self.game, G => {
            let game: G = self.create()?;
            let episode = Episode::load(&game, json)?;
            Ok(MatchOf::boxed(Arc::new(game), episode))
        })
    }
}

/// The error of a match that cannot be created from a text.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// An option or the number of seats is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The text is not a position.
    #[error("position: {0}")]
    Position(#[from] ParseError),
    /// The text is not a saved match of this game.
    #[error(transparent)]
    Saved(#[from] LanesError),
    /// The viewer is not a seat of the match.
    #[error("seat {0}: expected a seat of the match")]
    Seat(usize),
}

/// An episode of any game, with actions as numbers. The outcomes of a tie are the numbers after those of all
/// actions: the first seat is [`Self::action_count`].
pub trait MatchState: Send + Sync {
    /// Returns a copy.
    fn clone_boxed(&self) -> Box<dyn MatchState>;

    /// Returns the seed of sampled chance outcomes.
    fn seed(&self) -> RootSeed;

    /// Returns what the match waits for.
    fn node(&self) -> Node;

    /// Returns the seats that must still act in the open decision.
    fn awaited(&self) -> Vec<Seat>;

    /// Returns `true` in a decision in which several seats act without seeing what the others do.
    fn is_simultaneous(&self) -> bool;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the number of action numbers.
    fn action_count(&self) -> u32;

    /// Returns the number of bytes of an observation.
    fn observation_len(&self) -> usize;

    /// Returns the legal actions of a seat in order; none if it is not awaited.
    fn legal_actions(&self, seat: Seat) -> Vec<u32>;

    /// Returns the outcomes of chance with their probabilities; none unless chance acts.
    fn chance_outcomes(&self) -> Vec<(u32, f64)>;

    /// Applies an action of an awaited seat.
    ///
    /// # Errors
    /// Returns an error if the seat is not awaited or the action is illegal; nothing is changed.
    fn act(&mut self, seat: Seat, action: u32, effort: Effort) -> Result<(), NumberedActError>;

    /// Applies an outcome of chance.
    ///
    /// # Errors
    /// Returns an error if chance is not to act or has no such outcome; nothing is changed.
    fn apply_outcome(&mut self, outcome: u32) -> Result<(), NumberedActError>;

    /// Samples chance outcomes from the seed until a seat must act or the match is over.
    fn resolve_chance(&mut self);

    /// Returns the outcome, or `None` if the match is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the text of an action or an outcome of chance, or `None` if there is no such number.
    fn action_text(&self, action: u32) -> Option<String>;

    /// Returns the number of an action.
    ///
    /// # Errors
    /// Returns an error if the text is not an action of the game.
    fn action_number(&self, text: &str) -> Result<u32, ParseError>;

    /// Returns the position in the notation of the game.
    fn position_text(&self) -> String;

    /// Returns the hash of the position, the same in every version.
    fn position_hash(&self) -> u64;

    /// Returns what a viewer may know, in the notation of positions.
    fn view_text(&self, viewer: Viewer) -> String;

    /// Returns the hash of what a viewer may know.
    fn view_hash(&self, viewer: Viewer) -> u64;

    /// Returns a drawing of what a viewer may know.
    fn diagram(&self, viewer: Viewer) -> String;

    /// Returns a picture of what a viewer may know.
    fn picture(&self, viewer: Viewer) -> Picture;

    /// Writes the observation of a viewer.
    ///
    /// # Panics
    /// Panics if `bytes` is not [`Self::observation_len`] long.
    fn write_observation(&self, viewer: Viewer, bytes: &mut [u8]);

    /// Returns a match in a position that a seat cannot distinguish from this one, with everything that is
    /// hidden from it and all later chance sampled from `seed`.
    fn resample(&self, seat: Seat, seed: RootSeed) -> Box<dyn MatchState>;

    /// Returns the match as JSON: see [`GameSetup::load`].
    fn save(&self) -> String;
}

/// The error of an action number that was not applied; nothing is changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NumberedActError {
    /// There is no such number.
    #[error("action {action}: expected a number below {count}")]
    NoSuchAction {
        /// The number that was given.
        action: u32,
        /// The number of action numbers.
        count: u32,
    },
    /// The action was not applied.
    #[error("{text}: {error}")]
    Act {
        /// The action in the notation of the game.
        text: String,
        /// Why it was not applied.
        error: ActError,
    },
}

pub(crate) struct MatchOf<G: Game> {
    game: Arc<G>,
    episode: Episode<G>,
}

impl<G: Game> MatchOf<G> {
    pub(crate) fn boxed(game: Arc<G>, episode: Episode<G>) -> Box<dyn MatchState> {
        Box::new(Self { game, episode })
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(self.episode.state(), viewer)
    }

    fn action(&self, number: u32) -> Result<G::Action, NumberedActError> {
        let action = self.game.action_from_number(number);
        action.ok_or_else(|| NumberedActError::NoSuchAction {
            action: number,
            count: self.game.action_count(),
        })
    }

    fn describe(&self, number: u32, error: ActError) -> NumberedActError {
        NumberedActError::Act {
            text: self.action_text(number).unwrap_or_default(),
            error,
        }
    }

    /// Returns the seat of an outcome of a tie.
    fn tied_seat(&self, outcome: u32) -> Option<Seat> {
        let index = outcome.checked_sub(self.game.action_count())?;
        Seat::new(index as usize).filter(|seat| seat.index() < self.game.seats())
    }
}

impl<G: Game> MatchState for MatchOf<G> {
    fn clone_boxed(&self) -> Box<dyn MatchState> {
        Self::boxed(Arc::clone(&self.game), self.episode.clone())
    }

    fn seed(&self) -> RootSeed {
        self.episode.seed()
    }

    fn node(&self) -> Node {
        self.episode.node()
    }

    fn awaited(&self) -> Vec<Seat> {
        self.episode.awaited().collect()
    }

    fn is_simultaneous(&self) -> bool {
        let decision = self.episode.decision();
        decision.is_some_and(|decision| decision.simultaneous)
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn action_count(&self) -> u32 {
        self.game.action_count()
    }

    fn observation_len(&self) -> usize {
        self.game.observation_len()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<u32> {
        let mut actions = Vec::new();
        if self.episode.awaited().contains(seat) {
            let state = self.episode.state();
            self.game
                .legal_actions(state, Actor::Seat(seat), &mut actions);
        }
        let numbers = actions.into_iter();
        numbers
            .map(|action| self.game.action_number(action))
            .collect()
    }

    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        match self.episode.node() {
            Node::Chance(_) => {
                let state = self.episode.state();
                let mut outcomes = Vec::new();
                self.game.legal_actions(state, Actor::Chance, &mut outcomes);
                let weight = |outcome| f64::from(self.game.outcome_weight(state, outcome));
                let total: f64 = outcomes.iter().copied().map(weight).sum();
                let outcomes = outcomes.into_iter();
                outcomes
                    .map(|outcome| (self.game.action_number(outcome), weight(outcome) / total))
                    .collect()
            }
            Node::Tie(tied) => {
                let count = tied.len() as f64;
                let number = |seat: Seat| self.game.action_count() + seat.index() as u32;
                tied.map(|seat| (number(seat), 1.0 / count)).collect()
            }
            Node::Seat(_) | Node::Over => Vec::new(),
        }
    }

    fn act(&mut self, seat: Seat, action: u32, effort: Effort) -> Result<(), NumberedActError> {
        let read = self.action(action)?;
        let acted = self.episode.act(&self.game, seat, read, effort);
        acted.map_err(|error| self.describe(action, error))
    }

    fn apply_outcome(&mut self, outcome: u32) -> Result<(), NumberedActError> {
        let applied = match self.tied_seat(outcome) {
            Some(seat) => self.episode.break_tie(&self.game, seat),
            None => {
                let read = self.action(outcome)?;
                self.episode.apply_outcome(&self.game, read)
            }
        };
        applied.map_err(|error| self.describe(outcome, error))
    }

    fn resolve_chance(&mut self) {
        self.episode.resolve_chance(&self.game);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.episode.outcome(&self.game)
    }

    fn action_text(&self, action: u32) -> Option<String> {
        if let Some(seat) = self.tied_seat(action) {
            return Some(format!("seat {seat} first"));
        }
        let action = self.game.action_from_number(action)?;
        Some(self.game.format_action(action))
    }

    fn action_number(&self, text: &str) -> Result<u32, ParseError> {
        let action = self.game.parse_action(text)?;
        Ok(self.game.action_number(action))
    }

    fn position_text(&self) -> String {
        self.game.format_position(self.episode.state())
    }

    fn view_text(&self, viewer: Viewer) -> String {
        self.game.format_view(&self.view(viewer))
    }

    fn position_hash(&self) -> u64 {
        self.game.hash(self.episode.state())
    }

    fn view_hash(&self, viewer: Viewer) -> u64 {
        self.game.view_hash(&self.view(viewer))
    }

    fn diagram(&self, viewer: Viewer) -> String {
        self.game.diagram(&self.view(viewer)).to_string()
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        self.game.picture(&self.view(viewer))
    }

    fn write_observation(&self, viewer: Viewer, bytes: &mut [u8]) {
        self.game.write_observation(&self.view(viewer), bytes);
    }

    fn resample(&self, seat: Seat, seed: RootSeed) -> Box<dyn MatchState> {
        let episode = self.episode.resample(&self.game, seat, seed);
        Self::boxed(Arc::clone(&self.game), episode)
    }

    fn save(&self) -> String {
        self.episode.save(&self.game)
    }
}
