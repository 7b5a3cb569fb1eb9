//! Positions in requests, which are text or messages.

use botwerk_agents::position_or_view;
use botwerk_engine::{
    AnyGame, AnyState, AnyView, GameId, GameNotation, GameViews, RootSeed, Seat, Viewer,
};
use botwerk_proto::v1 as proto;

use super::Wire;
use super::game::{setup, setup_for_position};
use super::messages::{options_for_message, seats_of_message};
use crate::error::{Error, Reason};

/// A position of a request, not yet read by a game.
#[derive(Debug, Clone, Copy)]
pub enum InputPosition<'a> {
    /// In the game's notation.
    Text(&'a str),
    /// As a message.
    Message(&'a proto::Position),
}

impl<'a> InputPosition<'a> {
    /// Creates the position from the two fields of a request; an empty text without a message is the text.
    ///
    /// # Errors
    /// Returns an error if both fields are set.
    pub fn new(text: &'a str, message: Option<&'a proto::Position>) -> Result<Self, Error> {
        match message {
            None => Ok(Self::Text(text)),
            Some(message) if text.is_empty() => Ok(Self::Message(message)),
            Some(_) => {
                let message = "position: given as text and as a message; set only one of them";
                Err(Error::new(Reason::BadRequest, message))
            }
        }
    }

    /// Returns `true` if the position is an empty text.
    pub fn is_empty(self) -> bool {
        matches!(self, Self::Text(""))
    }

    /// Creates the game of a set-up, with the position's number of seats unless the set-up has one.
    ///
    /// # Errors
    /// Returns an error if the game does not allow the options or the number of seats.
    pub fn game(self, setup_message: &proto::GameSetup) -> Result<AnyGame, Error> {
        let game: GameId = setup_message.game.parse()?;
        match self {
            Self::Text(text) => setup(setup_message, Some(text)),
            Self::Message(message) => {
                let seats = match seats_of_message(game, message) {
                    0 => None,
                    seats => Some(seats as usize),
                };
                let adapt = |options| options_for_message(game, options, message);
                setup_for_position(game, setup_message, seats, adapt)
            }
        }
    }

    /// Reads the position.
    ///
    /// # Errors
    /// Returns an error if it is not a position of the game.
    pub fn state(self, game: &AnyGame) -> Result<AnyState, Error> {
        match self {
            Self::Text(text) => Ok(game.read_position(text)?),
            Self::Message(message) => game.position(message),
        }
    }

    /// Reads the view of a complete position, or the view itself.
    ///
    /// # Errors
    /// Returns an error if it is neither; the error refers to the complete position.
    pub fn view(self, game: &AnyGame, viewer: Viewer) -> Result<AnyView, Error> {
        self.state(game)
            .map(|state| game.view(&state, viewer))
            .or_else(|error| self.view_of(game, viewer).map_err(|_| error))
    }

    fn view_of(self, game: &AnyGame, viewer: Viewer) -> Result<AnyView, Error> {
        match self {
            Self::Text(text) => Ok(game.parse_view(viewer, text)?),
            Self::Message(message) => game.view_of_message(viewer, message),
        }
    }

    /// Reads the game and the position.
    ///
    /// # Errors
    /// Returns an error if the options or the position are not valid.
    pub fn read(self, setup: &proto::GameSetup) -> Result<(AnyGame, AnyState), Error> {
        let game = self.game(setup)?;
        let state = self.state(&game)?;
        Ok((game, state))
    }

    /// Reads the position, or the view of a seat that is to act there; hidden information of a view is
    /// sampled.
    ///
    /// # Errors
    /// Returns an error if it is neither.
    pub fn state_or_sample(
        self,
        game: &AnyGame,
        seat: Option<Seat>,
        seed: RootSeed,
    ) -> Result<AnyState, Error> {
        let read_view = |viewer| self.view_of(game, viewer);
        position_or_view(game, self.state(game), read_view, seed, seat)
    }
}

/// Reads the earlier positions of a match.
///
/// # Errors
/// Returns an error if both lists are given; otherwise one that names the first that is not a position.
pub fn earlier_positions(
    game: &AnyGame,
    texts: &[String],
    messages: &[proto::Position],
) -> Result<Vec<AnyState>, Error> {
    if !texts.is_empty() && !messages.is_empty() {
        let message = "earlier_positions: given as texts and as messages; set only one of them";
        return Err(Error::new(Reason::BadRequest, message));
    }
    let texts = texts.iter().map(|text| InputPosition::Text(text));
    let positions = texts.chain(messages.iter().map(InputPosition::Message));
    let read = |(i, position): (usize, InputPosition<'_>)| {
        position.state(game).map_err(|error| {
            let message = format!("earlier[{i}]: {}", error.message);
            Error::new(Reason::BadPosition, message)
        })
    };
    positions.enumerate().map(read).collect()
}
