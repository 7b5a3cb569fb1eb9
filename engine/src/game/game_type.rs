//! A game as a whole, and a game before it has options: what a program registers.

use super::notation::GameNotation;
use super::race::GameRace;
use super::views::GameEncoding;
use crate::drawing::GameDrawing;
use crate::game_id::GameId;
use crate::game_spec::GameSpec;
use crate::options::{OptionError, Options};

/// A game with its options and number of seats: pure functions of position and action.
///
/// The value holds what stays the same throughout a match; the position is a
/// [`State`](super::GameRules::State). Every function is deterministic, reads no clock and never panics
/// on a state that comes from [`GameRules::initial_state`](super::GameRules::initial_state), [`GameNotation::parse_position`] or
/// [`GameRules::apply`](super::GameRules::apply). A type implements it by implementing [`GameType`].
pub trait Game: GameNotation + GameDrawing + GameEncoding + GameRace {
    /// Creates the game with this identifier: see [`GameType::with_ruleset`].
    ///
    /// # Errors
    /// Returns an error if the game cannot be played by this number of seats, or if the value of an option contradicts
    /// the rules.
    fn create(
        id: GameId,
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError>;

    /// Returns the game that this type is, or `None` if it can be any.
    fn only_id() -> Option<GameId>;
}

impl<G: GameType> Game for G {
    fn create(
        _id: GameId,
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        Self::with_ruleset(seats, options, ruleset)
    }

    fn only_id() -> Option<GameId> {
        Some(Self::ID)
    }
}

/// A game as a type: its description, and how it is created.
///
/// Code that works for every game takes a [`GameId`] instead, whose methods have the same names, and creates an
/// [`AnyGame`](crate::AnyGame).
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameRules, GameType, Options};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("width", "3")]).unwrap();
/// assert_eq!(Netzwerk::new(2, options.clone()).unwrap().seats(), 2);
/// assert_eq!(Netzwerk::ID.game(2, options).unwrap().id(), Netzwerk::ID);
/// ```
pub trait GameType: Game {
    /// The description of the game.
    const SPEC: &'static GameSpec;

    /// The identifier of the game.
    const ID: GameId = GameId::new(Self::SPEC);

    /// Returns the description of the game.
    fn spec() -> &'static GameSpec {
        Self::SPEC
    }

    /// Creates the game for a number of seats and the given options.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played by this number of seats, or if the value of
    /// an option contradicts the rules.
    fn new(seats: usize, options: Options) -> Result<Self, OptionError>;

    /// Creates the game under a ruleset of its [`GameSpec`]: the current one or a former one, so that the
    /// record of a match is replayed under the ruleset with which it was played.
    ///
    /// # Errors
    /// Returns an error as [`GameType::new`] does.
    fn with_ruleset(
        seats: usize,
        options: Options,
        ruleset: &'static str,
    ) -> Result<Self, OptionError> {
        debug_assert_eq!(ruleset, Self::spec().ruleset, "a game with former rulesets");
        Self::new(seats, options)
    }

    /// Returns the number of seats that the text of a position is for, or `None` if the text does
    /// not show it.
    fn seats_of_position(text: &str) -> Option<usize>;

    /// Returns the options of a match that can reach the position of a text: those that are given, in which an
    /// option that has its default may get the value that the position needs. A text that is no position changes
    /// none of them.
    fn options_for_position(options: Options, text: &str) -> Options {
        let _ = text;
        options
    }
}
