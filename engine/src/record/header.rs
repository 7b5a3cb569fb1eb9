//! A record's first line: what the match was.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::chain::RecordError;
use crate::chance::{RootSeed, hex};
use crate::game::Game;
use crate::game_id::GameId;

/// The version of the format.
const VERSION: u32 = 1;

/// Where the root seed comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeedOrigin {
    /// Given by a person: the match is reproducible, but its draws are not secret.
    Given,
    /// From the system's randomness: secret until the match is over.
    System,
}

/// Which time decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Declared effort.
    Virtual,
    /// A clock.
    Wall,
}

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSeat {
    /// The name shown.
    pub name: String,
    /// The bundled agent with its settings; `None` for anybody else.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent: Option<String>,
}

/// A record's first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub botwerk: u32,
    /// The game's name.
    pub game: String,
    /// Every option, defaults included.
    pub options: BTreeMap<String, String>,
    /// Who plays.
    pub seats: Vec<RecordedSeat>,
    /// The root seed as 64 hex digits.
    pub seed: String,
    /// Where the seed comes from.
    pub seed_origin: SeedOrigin,
    /// Which time decides.
    pub clock: ClockKind,
    /// How a clock limited time beside the rules, in words such as `bank 60s+1s`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_control: Option<String>,
    /// The position before the first event.
    pub start: String,
    /// SHA-256 of the ruleset.
    pub ruleset_sha256: String,
    /// The ruleset: the data that the rules refer to.
    pub ruleset: String,
}

impl Header {
    /// The header of a match that starts as its seed and options say.
    pub fn new<G: Game>(
        game: &G,
        seats: Vec<RecordedSeat>,
        seed: RootSeed,
        seed_origin: SeedOrigin,
        time: ClockKind,
    ) -> Self {
        let start = game.format_position(&game.initial_state(seed));
        Self::with_start(game, seats, seed, seed_origin, time, start)
    }

    /// The header of a match that starts with this position, in the game's notation: for whoever
    /// knows already what seed and options say.
    pub fn with_start<G: Game>(
        game: &G,
        seats: Vec<RecordedSeat>,
        seed: RootSeed,
        seed_origin: SeedOrigin,
        time: ClockKind,
        start: String,
    ) -> Self {
        let spec = G::spec();
        let text = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            botwerk: VERSION,
            game: spec.id.name().into(),
            options: game.options().iter().map(text).collect(),
            seats,
            seed: seed.to_hex(),
            seed_origin,
            clock: time,
            time_control: None,
            start,
            ruleset_sha256: ruleset_sha256(spec.id),
            ruleset: spec.ruleset.into(),
        }
    }

    /// The game that is recorded.
    pub(super) fn validate(&self, line: usize) -> Result<GameId, RecordError> {
        let wrong = |why: String| RecordError { line, why };
        if self.botwerk != VERSION {
            let given = self.botwerk;
            return Err(wrong(format!(
                "version {given} of the format, this program reads {VERSION}"
            )));
        }
        let game: GameId = self
            .game
            .parse()
            .map_err(|e: crate::UnknownGame| wrong(e.to_string()))?;
        if hex(&Sha256::digest(self.ruleset.as_bytes())) != self.ruleset_sha256 {
            return Err(wrong(
                "ruleset_sha256 is not the hash of the ruleset".into(),
            ));
        }
        if self.ruleset_sha256 != ruleset_sha256(game) {
            return Err(wrong("another version of the ruleset was played".into()));
        }
        if RootSeed::from_hex(&self.seed).is_none() {
            return Err(wrong("seed: expected 64 lower-case hex digits".into()));
        }
        Ok(game)
    }

    /// The game that is recorded; a header that was read has one.
    pub fn game_id(&self) -> Option<GameId> {
        self.game.parse().ok()
    }

    /// The root seed; a header that was read has one.
    pub fn root_seed(&self) -> Option<RootSeed> {
        RootSeed::from_hex(&self.seed)
    }
}

/// The SHA-256 of a game's ruleset in hex digits.
pub fn ruleset_sha256(game: GameId) -> String {
    hex(&Sha256::digest(game.spec().ruleset.as_bytes()))
}
