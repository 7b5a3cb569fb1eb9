//! What stays the same through a match, and how a match is described.

use botwerk_engine::hex;
use botwerk_engine::record::{Header, OutcomeLine, TimeKind};
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::TimeControl;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Reason};
use crate::store::MatchRow;
use crate::store::tournaments::AttemptKey;
use crate::token::TokenHash;
use crate::wire::{agent_spec_message, termination_message, time_control_message};

/// What everybody may know of a match.
pub(crate) type MatchDescription = proto::Match;

/// Who sits on a seat.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SeatPlan {
    /// The hash of the token with which it is joined; `None` for a bundled player.
    pub(crate) token: Option<TokenHash>,
}

/// Which match of which tournament this is.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TournamentPlace {
    /// The attempt that this is.
    #[serde(flatten)]
    pub(crate) attempt: AttemptKey,
    /// The entrant on each seat.
    pub(crate) entrants: Vec<usize>,
}

/// What stays the same through a match; stored as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct MatchSetup {
    /// The first line of the match's record.
    pub(crate) header: Header,
    pub(crate) seats: Vec<SeatPlan>,
    pub(crate) owner: TokenHash,
    pub(crate) time_control: TimeControl,
    /// Whether seats may ask for a hint.
    #[serde(default)]
    pub(crate) allow_hints: bool,
    /// If it belongs to a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<TournamentPlace>,
}

impl MatchSetup {
    /// Reads the set-up of a stored match.
    pub(crate) fn read(row: &MatchRow) -> Result<Self, Error> {
        serde_json::from_str(&row.setup).map_err(|error| {
            let message = format!(
                "match {} is stored in a form not understood: {error}",
                row.id
            );
            Error::new(Reason::StoreUnavailable, message)
        })
    }

    /// Whether answers are compared by declared effort.
    pub(crate) fn is_virtual(&self) -> bool {
        self.header.time == TimeKind::Virtual
    }

    fn seed_sha256(&self) -> String {
        let seed = self.header.root_seed();
        seed.map_or_else(String::new, |seed| hex(&Sha256::digest(seed.bytes())))
    }

    /// The game's set-up.
    pub(super) fn game_setup(&self) -> proto::GameSetup {
        let option = |(name, value): (&String, &String)| proto::GameOption {
            name: name.clone(),
            value: value.clone(),
        };
        proto::GameSetup {
            game: self.header.game.clone(),
            options: self.header.options.iter().map(option).collect(),
            seats: self.header.seats.len() as u32,
        }
    }
}

/// What everybody may know of a stored match.
pub(crate) fn match_message(row: &MatchRow) -> Result<proto::Match, Error> {
    Ok(message_of(row, &MatchSetup::read(row)?))
}

/// What everybody may know of a match whose set-up was read.
pub(super) fn message_of(row: &MatchRow, setup: &MatchSetup) -> proto::Match {
    let outcome: Option<OutcomeLine> = row
        .outcome
        .as_ref()
        .and_then(|line| serde_json::from_str(line).ok());
    let termination = |seat: usize| {
        let left = outcome
            .as_ref()
            .and_then(|line| line.terminations.get(seat).copied().flatten());
        termination_message(left) as i32
    };
    let seat = |(i, seat): (usize, &botwerk_engine::record::SeatHeader)| proto::MatchSeat {
        name: seat.name.clone(),
        agent: seat
            .agent
            .as_ref()
            .and_then(|text| text.parse().ok())
            .map(|spec| agent_spec_message(&spec)),
        connected: false,
        termination: termination(i),
    };
    proto::Match {
        name: row.id.name(),
        setup: Some(setup.game_setup()),
        state: row.state.number(),
        seats: setup.header.seats.iter().enumerate().map(seat).collect(),
        time_control: time_control_message(setup.time_control),
        virtual_time: setup.is_virtual(),
        events: row.events,
        seed_sha256: setup.seed_sha256(),
        create_time_micros: row.created_micros,
        outcome: outcome
            .filter(|line| !line.places.is_empty())
            .map(|line| proto::Outcome {
                places: line.places.iter().map(|place| u32::from(*place)).collect(),
                points: line.points,
                rule: line.outcome,
            }),
        allow_hints: setup.allow_hints,
        tournament: setup
            .place
            .as_ref()
            .map_or_else(String::new, |place| place.attempt.tournament.name()),
    }
}
