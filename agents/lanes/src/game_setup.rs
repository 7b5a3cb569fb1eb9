//! A game with its options, and the matches that start with it or with a text.

use botwerk_engine::{
    AnyGame, Game, GameId, GameRules, History, OptionError, Options, ParseError, RootSeed, Seat,
    Viewer,
};

use crate::episode::{Episode, Progress};
use crate::error::LanesError;
use crate::held_notation::{HeldText, split_held};
use crate::information::Information;
use crate::match_state::MatchState;
use crate::registered::entry;

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
    pub fn create(&self) -> Result<AnyGame, OptionError> {
        let options = Options::resolve(
            self.game.spec().options,
            self.options.iter().map(|(n, v)| (n, v)),
        )?;
        let seats = match self.seats {
            0 => self.game.min_seats(&options),
            seats => seats,
        };
        self.game.game(seats, options)
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
    /// let setup = GameSetup { game: GameId::MICRO_ROBOTS, seats: 2, options: vec![] };
    /// let mut state = setup.start(RootSeed::from_text("7")).unwrap();
    /// assert!(matches!(state.node(), Node::Chance(_)));
    /// let (outcome, probability) = state.chance_outcomes()[0];
    /// assert_eq!(probability, 1.0 / 36.0);
    /// state.apply_outcome(outcome).unwrap();
    /// ```
    pub fn start(&self, seed: RootSeed) -> Result<Box<dyn MatchState>, OptionError> {
        Ok(entry(self.game).start(self.create()?, seed))
    }

    /// Returns a match that starts with a position in the notation of the game, or with what
    /// [`MatchState::match_text`] returned.
    ///
    /// # Errors
    /// Returns an error if an option or the number of seats is invalid, or the text is not a position.
    pub fn parse(&self, position: &str, seed: RootSeed) -> Result<Box<dyn MatchState>, StateError> {
        entry(self.game).parse(self.create()?, position, seed)
    }

    /// Returns a match that a seat sees as this view, in the notation of positions, or as this text of
    /// [`MatchState::information_text`]. What is hidden from the seat and all later chance are sampled from
    /// `seed`. In a race the seat is to act unless it has passed or announced.
    ///
    /// # Errors
    /// Returns an error if an option or a seat is invalid, or the text is not a view of the seat.
    pub fn parse_view(
        &self,
        view: &str,
        seat: usize,
        seed: RootSeed,
    ) -> Result<Box<dyn MatchState>, StateError> {
        let game = self.create()?;
        let found = Seat::new(seat).filter(|seat| seat.index() < game.seats());
        let found = found.ok_or(StateError::Seat(seat))?;
        entry(self.game).sample(game, view, found, seed)
    }

    /// Returns the match that [`MatchState::save`] returned as JSON.
    ///
    /// # Errors
    /// Returns an error if an option or the number of seats is invalid, or the text is of another game.
    pub fn load(&self, json: &str) -> Result<Box<dyn MatchState>, StateError> {
        entry(self.game).load(self.create()?, json)
    }
}

pub(crate) fn parse_match<G: Game>(
    game: &G,
    text: &str,
    seed: RootSeed,
) -> Result<Episode<G>, StateError> {
    let (position, announced) = split_held(game, text).map_err(StateError::Announcement)?;
    let history = History::new(game, game.parse_position(position)?);
    let fresh = Episode::from_history(game, seed, history.clone());
    if announced.held.is_empty() && announced.tie_order.is_empty() {
        return Ok(fresh);
    }
    let progress = Progress {
        held: &announced.held,
        tie_order: &announced.tie_order,
        ..fresh.progress()
    };
    let restored = Episode::restore(game, seed, history, progress);
    restored.map_err(|error| StateError::Announcement(error.to_string()))
}

pub(crate) fn sample_view<G: Game>(
    game: &G,
    text: &str,
    seat: Seat,
    seed: RootSeed,
) -> Result<Episode<G>, StateError> {
    let (view, HeldText { held, .. }) = split_held(game, text).map_err(StateError::Announcement)?;
    let view = game.parse_view(Viewer::Seat(seat), view)?;
    if held.len() > 1 || held.iter().any(|held| held.seat != seat) {
        let message = "expected only that of the seat whose view it is";
        return Err(StateError::Announcement(message.into()));
    }
    let mut legal = Vec::new();
    game.view_actions(&view, &mut legal);
    let information = Information {
        seat,
        view,
        earlier: &[],
        own: held.first().copied(),
        is_to_act: held.is_empty() && !legal.is_empty(),
    };
    let sampled = information.sample(game, seed, &mut seed.rng_for_agent(seat, 0));
    sampled.ok_or_else(|| StateError::Announcement("expected one that is legal in a race".into()))
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
    /// An announcement after the position or view is not valid.
    #[error("announcement: {0}")]
    Announcement(String),
    /// The viewer is not a seat of the match.
    #[error("seat {0}: expected a seat of the match")]
    Seat(usize),
}
