//! Positions in requests, which are text or messages.

use botwerk_agents::position_or_view;
use botwerk_engine::{RootSeed, Seat, Viewer};
use botwerk_proto::v1 as proto;

use super::Wire;
use super::game::{setup, setup_for_position};
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
    pub fn game<G: Wire>(self, game: &proto::GameSetup) -> Result<G, Error> {
        match self {
            Self::Text(text) => setup(game, Some(text)),
            Self::Message(message) => {
                let seats = match G::seats_of_message(message) {
                    0 => None,
                    seats => Some(seats as usize),
                };
                let adapt = |options| G::options_for_message(options, message);
                setup_for_position(game, seats, adapt)
            }
        }
    }

    /// Reads the position.
    ///
    /// # Errors
    /// Returns an error if it is not a position of the game.
    pub fn state<G: Wire>(self, game: &G) -> Result<G::State, Error> {
        match self {
            Self::Text(text) => Ok(game.read_position(text)?),
            Self::Message(message) => game.position(message),
        }
    }

    /// Reads the view of a complete position, or the view itself.
    ///
    /// # Errors
    /// Returns an error if it is neither; the error refers to the complete position.
    pub fn view<G: Wire>(self, game: &G, viewer: Viewer) -> Result<G::View, Error> {
        self.state(game)
            .map(|state| game.view(&state, viewer))
            .or_else(|error| self.view_of(game, viewer).map_err(|_| error))
    }

    fn view_of<G: Wire>(self, game: &G, viewer: Viewer) -> Result<G::View, Error> {
        match self {
            Self::Text(text) => Ok(game.parse_view(viewer, text)?),
            Self::Message(message) => game.view_of_message(viewer, message),
        }
    }

    /// Reads the game and the position.
    ///
    /// # Errors
    /// Returns an error if the options or the position are not valid.
    pub fn read<G: Wire>(self, setup: &proto::GameSetup) -> Result<(G, G::State), Error> {
        let game: G = self.game(setup)?;
        let state = self.state(&game)?;
        Ok((game, state))
    }

    /// Reads the position, or the view of a seat that is to act there; hidden information of a view is
    /// sampled.
    ///
    /// # Errors
    /// Returns an error if it is neither.
    pub fn state_or_sample<G: Wire>(
        self,
        game: &G,
        seat: Option<Seat>,
        seed: RootSeed,
    ) -> Result<G::State, Error> {
        let read_view = |viewer| self.view_of(game, viewer);
        position_or_view(game, self.state(game), read_view, seed, seat)
    }
}

/// Reads the earlier positions of a match.
///
/// # Errors
/// Returns an error if both lists are given; otherwise one that names the first that is not a position.
pub fn earlier_positions<G: Wire>(
    game: &G,
    texts: &[String],
    messages: &[proto::Position],
) -> Result<Vec<G::State>, Error> {
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
