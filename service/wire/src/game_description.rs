//! The public description of a game.

use std::collections::BTreeMap;

use botwerk_engine::{AnyGame, GameRules};
use botwerk_proto::v1 as proto;

/// A game with its options and its number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameDescription {
    /// The name of the game.
    pub name: String,
    /// The values of its options by name.
    pub options: BTreeMap<String, String>,
    /// The number of seats.
    pub seats: usize,
}

impl GameDescription {
    /// Describes a game.
    pub fn new(game: &AnyGame) -> Self {
        let options = game.options().iter();
        Self {
            name: game.id().name().into(),
            options: options
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            seats: game.seats(),
        }
    }
}

/// Returns the message that names a game with its options and its number of seats.
pub fn game_setup_message(game: GameDescription) -> proto::GameSetup {
    let option = |(name, value)| proto::GameOption { name, value };
    proto::GameSetup {
        game: game.name,
        options: game.options.into_iter().map(option).collect(),
        seats: game.seats as u32,
    }
}
