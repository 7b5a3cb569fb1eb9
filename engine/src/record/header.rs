//! The header: the first line of a record, which describes the match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::chain::RecordError;
use crate::adjudication::Adjudication;
use crate::chance::{RootSeed, hex};
use crate::game::Game;
use crate::game_id::GameId;
use crate::options::{OptionError, Options};
use crate::seed_salt::SeedSalt;

/// Version of the record format.
const VERSION: u32 = 1;

/// The origin of the root seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeedOrigin {
    /// Chosen by the creator: the match is reproducible, but its chance outcomes are not secret.
    Given,
    /// From the random number generator of the system: secret until the match is over.
    System,
}

/// The origin of the start position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartOrigin {
    /// The position that follows from seed and options.
    #[default]
    Seed,
    /// Another position, chosen by the creator of the match.
    Given,
}

impl StartOrigin {
    /// Returns `true` for the start position of seed and options, which records do not mark.
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    fn is_seed(&self) -> bool {
        *self == Self::Seed
    }
}

/// The kind of time of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Computed from declared effort.
    Virtual,
    /// Measured by a clock.
    Wall,
}

/// The player of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSeat {
    /// The display name.
    pub name: String,
    /// The built-in agent with its settings; `None` for any other player.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent: Option<String>,
}

/// The first line of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the record format.
    pub botwerk: u32,
    /// Name of the game.
    pub game: String,
    /// All options, including defaults.
    pub options: BTreeMap<String, String>,
    /// The players, by seat.
    pub seats: Vec<RecordedSeat>,
    /// The root seed as 64 hex digits.
    pub seed: String,
    /// The salt of the public commitment to the seed as 32 hex digits, in a match on a server: see
    /// [`Self::seed_commitment`].
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed_salt: Option<String>,
    /// The origin of the seed.
    pub seed_origin: SeedOrigin,
    /// The kind of time of a match.
    pub clock: ClockKind,
    /// The time control in addition to the rules' limits, such as `bank 60s+1s`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_control: Option<String>,
    /// When the match is adjudicated; `None` if it is not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub adjudication: Option<Adjudication>,
    /// The position before the first event.
    pub start: String,
    /// The origin of the start position.
    #[serde(skip_serializing_if = "StartOrigin::is_seed", default)]
    pub start_origin: StartOrigin,
    /// SHA-256 of the ruleset.
    pub ruleset_sha256: String,
    /// The ruleset: the data that the rules refer to.
    pub ruleset: String,
}

impl Header {
    /// Creates the header of a match that starts with the position of its seed and options.
    pub fn new<G: Game>(
        game: &G,
        seats: Vec<RecordedSeat>,
        seed: RootSeed,
        seed_origin: SeedOrigin,
        clock: ClockKind,
    ) -> Self {
        let start = game.format_position(&game.initial_state(seed));
        let origin = StartOrigin::Seed;
        Self::with_start(game, seats, seed, seed_origin, clock, start, origin)
    }

    /// Creates the header of a match whose start position, in the game's notation, is already known or
    /// given. It is given exactly if it is not the position of the seed and options.
    pub fn with_start<G: Game>(
        game: &G,
        seats: Vec<RecordedSeat>,
        seed: RootSeed,
        seed_origin: SeedOrigin,
        clock: ClockKind,
        start: String,
        start_origin: StartOrigin,
    ) -> Self {
        let spec = game.id().spec();
        let text = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            botwerk: VERSION,
            game: spec.name.into(),
            options: game.options().iter().map(text).collect(),
            seats,
            seed: seed.to_hex(),
            seed_salt: None,
            seed_origin,
            clock,
            time_control: None,
            adjudication: None,
            start,
            start_origin,
            ruleset_sha256: ruleset_sha256(game.id()),
            ruleset: spec.ruleset.into(),
        }
    }

    /// Checks the header and returns the recorded game.
    pub(super) fn validate(&self, line: usize) -> Result<GameId, RecordError> {
        let error = |message: String| RecordError { line, message };
        if self.botwerk != VERSION {
            let found = self.botwerk;
            return Err(error(format!(
                "botwerk: expected format version {VERSION}, found {found}"
            )));
        }
        let game: GameId = self
            .game
            .parse()
            .map_err(|e: crate::UnknownGame| error(e.to_string()))?;
        if hex(&Sha256::digest(self.ruleset.as_bytes())) != self.ruleset_sha256 {
            return Err(error("ruleset_sha256: not the hash of the ruleset".into()));
        }
        if self.known_ruleset(game).is_none() {
            return Err(error(
                "ruleset_sha256: this program does not know the ruleset of the match; use the newer one that \
                 recorded it"
                    .into(),
            ));
        }
        if RootSeed::from_hex(&self.seed).is_none() {
            return Err(error("seed: expected 64 lower-case hex digits".into()));
        }
        if self.seed_salt.is_some() && self.salt().is_none() {
            let message = "seed_salt: expected 32 lower-case hex digits";
            return Err(error(message.into()));
        }
        Ok(game)
    }

    /// Creates the game of the record, under the ruleset with which the match was played.
    ///
    /// # Errors
    /// Returns an error if the game does not allow the options or the number of seats, or if the ruleset is
    /// not one of its own.
    pub fn create_game<G: Game>(&self, game: GameId) -> Result<G, OptionError> {
        let options = Options::resolve(game.spec().options, self.options.iter())?;
        let ruleset = self.known_ruleset(game);
        let ruleset = ruleset.ok_or_else(|| OptionError::InvalidValue {
            name: "ruleset_sha256".into(),
            message: "this program does not know the ruleset of the match".into(),
        })?;
        G::create(game, self.seats.len(), options, ruleset)
    }

    /// Checks that the match can be adjudicated by the rules for that, if there are any.
    pub(super) fn check_adjudication(&self, game: GameId) -> Result<(), String> {
        let Some(rules) = self.adjudication else {
            return Ok(());
        };
        if game.spec().score_unit.is_none() {
            return Err("adjudication: the players of this game have no scores".into());
        }
        let error = rules.errors(self.seats.len()).into_iter().next();
        error.map_or(Ok(()), |error| Err(error.to_string()))
    }

    /// Returns the ruleset of the record if it is the current one of the game or a former one.
    fn known_ruleset(&self, game: GameId) -> Option<&'static str> {
        let spec = game.spec();
        let all = [spec.ruleset]
            .into_iter()
            .chain(spec.former_rulesets.iter().copied());
        all.into_iter().find(|text| *text == self.ruleset)
    }

    /// Returns the recorded game, or `None` if its name is unknown.
    pub fn game_id(&self) -> Option<GameId> {
        self.game.parse().ok()
    }

    /// Returns the root seed, or `None` if it is malformed.
    pub fn root_seed(&self) -> Option<RootSeed> {
        RootSeed::from_hex(&self.seed)
    }

    /// Returns the commitment to the seed that the server published before the match; `None` for a match
    /// without a salt.
    pub fn seed_commitment(&self) -> Option<String> {
        Some(self.salt()?.commitment(self.root_seed()?))
    }

    fn salt(&self) -> Option<SeedSalt> {
        SeedSalt::from_hex(self.seed_salt.as_ref()?)
    }
}

/// Returns the SHA-256 of a game's ruleset in hex digits.
///
/// ```
/// use botwerk_engine::GameId;
/// use botwerk_engine::record::ruleset_sha256;
///
/// assert_eq!(ruleset_sha256(GameId::DROIDS).len(), 64);
/// ```
pub fn ruleset_sha256(game: GameId) -> String {
    hex(&Sha256::digest(game.spec().ruleset.as_bytes()))
}
