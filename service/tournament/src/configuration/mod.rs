//! What a tournament is to be.

mod error;
mod file;
mod time_control;
mod toml_reader;
mod validation;

use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::{GameId, with_game};
use serde::{Deserialize, Serialize};

pub use error::{FieldError, FileError};
pub use file::{TournamentFile, parse_file};
pub use time_control::{Bank, TimeControl};
pub use validation::validate;

use crate::TournamentSeed;
use crate::format::{Format, FormatError, Rotation, Schedule};
use crate::statistics::Sprt;

/// The option of games with sampled openings: the number of turns.
const OPENING_TURNS: &str = "opening_turns";

/// The limit of a bot's turn where nothing else limits it.
const DEFAULT_BOT_TURN_MILLIS: u64 = 60_000;

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
    /// The game's options in every match. Openings are drawn from the match's own seed, which its
    /// block has in common.
    pub fn match_options(&self) -> Vec<(String, String)> {
        let mut options = self.options.clone();
        if let Some(turns) = self.opening_turns {
            options.push((OPENING_TURNS.to_owned(), turns.to_string()));
        }
        options
    }

    /// Whether anybody's time is measured: by a clock, or because a player's settings say how long
    /// it thinks.
    pub fn is_timed(&self) -> bool {
        let control = self.time_control;
        let is_timed = |entrant: &Entrant| match &entrant.player {
            Player::Agent(text) => with_game!(self.game, G => is_timed::<G>(text)),
            Player::Bot(_) | Player::Command(_) => false,
        };
        control.has_clock() || control.round_millis.is_some() || self.entrants.iter().any(is_timed)
    }

    /// The configuration with a limit for every turn where bots play and nothing limits their time:
    /// one that says nothing for ever must not hold up all others.
    pub fn with_default_turn_limit(mut self) -> Self {
        let is_bot = |entrant: &Entrant| !matches!(entrant.player, Player::Agent(_));
        let control = &mut self.time_control;
        let is_limited = control.has_clock() || control.round_millis.is_some();
        if self.entrants.iter().any(is_bot) && !is_limited && control.budget_nodes.is_none() {
            control.turn_millis = Some(DEFAULT_BOT_TURN_MILLIS);
        }
        self
    }

    /// The test that is made, if it is one.
    pub fn sprt(&self) -> Option<Sprt> {
        match self.format {
            Format::Sprt { hypotheses, .. } => Sprt::new(hypotheses).ok(),
            _ => None,
        }
    }

    /// Who meets whom when.
    ///
    /// # Errors
    /// If so many cannot play that.
    pub fn schedule(&self, seeds: TournamentSeed) -> Result<Schedule, FormatError> {
        let (entrants, seed) = (self.entrants.len(), seeds.root());
        Schedule::new(self.format, entrants, self.seats, self.rotation, seed)
    }
}

fn is_timed<G: Roster>(agent: &str) -> bool {
    let limits = agent.parse().ok().map(|spec: AgentSpec| G::limits(&spec));
    limits.is_some_and(|limits| limits.is_ok_and(|limits| limits.time.is_some()))
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in all tables; no two have the same.
    pub name: String,
    /// Who plays for it.
    pub player: Player,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A bundled player with its settings: `minimax:nodes=20000`.
    Agent(String),
    /// A bot that attends under this name.
    Bot(String),
    /// A program that is started for the tournament and attends under the entrant's name.
    Command(Vec<String>),
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
