//! What a tournament is to be.

mod check;
mod entrant;
mod file;
mod table;
mod time_control;

use botwerk_engine::{GameId, RootSeed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use check::{Fault, check};
use check::{OPENING_SEED, OPENING_TURNS};
pub use entrant::{Entrant, Player};
pub use file::{File, read};
pub use time_control::{Bank, TimeControl};

use crate::Seeds;
use crate::format::{Format, FormatError, Rotation, Schedule};

/// A tournament before its first match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// What it is called.
    pub name: String,
    /// The game.
    #[serde(with = "game_name")]
    pub game: GameId,
    /// Options of the game that are not left at their defaults, by name.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Seats of a match.
    pub seats: usize,
    /// Who meets whom.
    pub format: Format,
    /// How entrants change seats within a block.
    #[serde(default)]
    pub rotation: Rotation,
    /// Whole turns that are drawn before each match, in games that draw openings.
    #[serde(default)]
    pub opening_turns: Option<u32>,
    /// Who takes part; in a knockout the best seed first.
    pub entrants: Vec<Entrant>,
    /// How time is limited, beside what entrants limit themselves by.
    #[serde(default)]
    pub time_control: TimeControl,
    /// Compare answers of a race by declared effort instead of by the clock (MR-25).
    #[serde(default)]
    pub virtual_time: bool,
}

impl Configuration {
    /// The game's options in a match with this seed: where openings are drawn, from the seed.
    pub fn options_with(&self, seed: RootSeed) -> Vec<(String, String)> {
        let mut options = self.options.clone();
        if let Some(turns) = self.opening_turns {
            options.push((OPENING_TURNS.to_owned(), turns.to_string()));
            options.push((OPENING_SEED.to_owned(), seed.to_hex()));
        }
        options
    }

    /// Who meets whom when.
    ///
    /// # Errors
    /// If so many cannot play that.
    pub fn schedule(&self, seeds: Seeds) -> Result<Schedule, FormatError> {
        let (entrants, seed) = (self.entrants.len(), seeds.root());
        Schedule::new(self.format, entrants, self.seats, self.rotation, seed)
    }
}

/// A mistake in a file: where, and what.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {field}: {message}")]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The field, such as `entrant[1].agent`; of what is no TOML, `TOML`.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}

/// Games are written by their names.
mod game_name {
    use botwerk_engine::GameId;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        game: &GameId,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(game.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<GameId, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(D::Error::custom)
    }
}
