//! The description of a game.

use crate::game_id::GameId;
use crate::options::OptionSpec;

/// The description of a game, independent of any match.
#[derive(Debug, Clone)]
pub struct GameSpec {
    /// The identifier of the game.
    pub id: GameId,
    /// The title as printed on the box, such as `Micro Robots`.
    pub title: &'static str,
    /// Minimum number of seats.
    pub min_seats: usize,
    /// Maximum number of seats.
    pub max_seats: usize,
    /// All options, in the order in which they are listed.
    pub options: &'static [OptionSpec],
    /// The rules document, in Markdown.
    pub rules: &'static str,
    /// The data file that the rules refer to, as text. Every record contains its SHA-256.
    pub ruleset: &'static str,
    /// The notation of actions: one line each, an example followed by its meaning.
    pub notation: &'static [&'static str],
}
