//! Configurations as far as they could be read.

use botwerk_engine::clock::TimeControl;
use botwerk_engine::{Adjudication, GameId};

use super::{Configuration, Entrant, Player, Sandbox};
use crate::format::{Format, Rotation};
use crate::openings::OpeningOrder;

/// The number of seats of a match if a file or message does not set it.
pub const DEFAULT_SEATS: usize = 2;

/// A configuration as far as it could be read from a file or a message. A field without a value is one
/// that its reader has reported; the others can be checked all the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConfigurationDraft {
    /// The display name.
    pub name: Option<String>,
    /// The game.
    pub game: Option<GameId>,
    /// Options of the game by name.
    pub options: Vec<(String, String)>,
    /// The number of seats of a match.
    pub seats: usize,
    /// The format.
    pub format: Option<Format>,
    /// How entrants change seats within a block.
    pub rotation: Rotation,
    /// The number of turns sampled before each match. `None`: the game's default.
    pub opening_turns: Option<u32>,
    /// The positions from which blocks start.
    pub openings: Vec<String>,
    /// The order in which blocks start from the openings.
    pub opening_order: OpeningOrder,
    /// When matches are adjudicated; `None` if they are not.
    pub adjudication: Option<Adjudication>,
    /// The participants.
    pub entrants: Vec<EntrantDraft>,
    /// The server's time limits.
    pub time_control: TimeControl,
    /// Whether submissions in a race are compared by declared effort.
    pub virtual_time: bool,
    /// What confines launched bots.
    pub sandbox: Option<Sandbox>,
    /// The number of days after which the record of a match is deleted. `None`: never.
    pub record_days: Option<u32>,
    /// Whether the comments of players are shown to all once the matches of their block have ended.
    pub public_comments: bool,
}

/// A participant as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrantDraft {
    /// The name in all tables.
    pub name: Option<String>,
    /// The version of the player.
    pub version: Option<String>,
    /// The player that acts for the entrant.
    pub player: Option<Player>,
    /// The fixed rating of an anchor, in Elo.
    pub anchor: Option<i32>,
}

impl ConfigurationDraft {
    /// Returns the configuration, or `None` if a field has no value.
    pub fn complete(self) -> Option<Configuration> {
        let entrants = self.entrants.into_iter().map(EntrantDraft::complete);
        Some(Configuration {
            name: self.name?,
            game: self.game?,
            options: self.options,
            seats: self.seats,
            format: self.format?,
            rotation: self.rotation,
            opening_turns: self.opening_turns,
            openings: self.openings,
            opening_order: self.opening_order,
            adjudication: self.adjudication,
            entrants: entrants.collect::<Option<_>>()?,
            time_control: self.time_control,
            virtual_time: self.virtual_time,
            sandbox: self.sandbox,
            record_days: self.record_days,
            public_comments: self.public_comments,
        })
    }
}

impl EntrantDraft {
    /// Returns the entrant, or `None` if a field has no value.
    pub fn complete(self) -> Option<Entrant> {
        Some(Entrant {
            name: self.name?,
            version: self.version,
            player: self.player?,
            anchor: self.anchor,
        })
    }
}

impl From<Configuration> for ConfigurationDraft {
    fn from(configuration: Configuration) -> Self {
        let entrant = |entrant: Entrant| EntrantDraft {
            name: Some(entrant.name),
            version: entrant.version,
            player: Some(entrant.player),
            anchor: entrant.anchor,
        };
        Self {
            name: Some(configuration.name),
            game: Some(configuration.game),
            options: configuration.options,
            seats: configuration.seats,
            format: Some(configuration.format),
            rotation: configuration.rotation,
            opening_turns: configuration.opening_turns,
            openings: configuration.openings,
            opening_order: configuration.opening_order,
            adjudication: configuration.adjudication,
            entrants: configuration.entrants.into_iter().map(entrant).collect(),
            time_control: configuration.time_control,
            virtual_time: configuration.virtual_time,
            sandbox: configuration.sandbox,
            record_days: configuration.record_days,
            public_comments: configuration.public_comments,
        }
    }
}
