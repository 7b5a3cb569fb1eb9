//! What stays the same through a match.

use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::{ClockKind, Header, OutcomeLine, RecordedSeat};
use botwerk_wire::GameDescription;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Reason};
use crate::match_description::{MatchDescription, SeatDescription, StoredOutcome};
use crate::request_origin::RequestOrigin;
use crate::server_secret::ServerSecret;
use crate::store::AttemptKey;
use crate::store::MatchRow;
use crate::token::TokenHash;

/// The message for a token that is not one of the match's.
pub(super) const BAD_SEAT_TOKEN: &str = "the token is not valid for this match";

/// Who may play a seat.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SeatAccess {
    /// The hash of the token with which the seat is joined; `None` for a seat that an agent plays.
    pub(crate) token: Option<TokenHash>,
    /// The registered bot that plays the seat; `None` for other players, and if a former version has created the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<String>,
}

/// The place of a match in a tournament.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TournamentMatch {
    /// The attempt that the match is.
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
    /// Who may play each seat.
    pub(crate) seats: Vec<SeatAccess>,
    /// The hash of the token with which the match is aborted.
    pub(crate) owner: TokenHash,
    /// How the match limits time.
    pub(crate) time_control: TimeControl,
    /// Whether seats may ask for hints.
    #[serde(default)]
    pub(crate) allow_hints: bool,
    /// Whether comments are shown to all once the record is available.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) public_comments: bool,
    /// The place in a tournament, if the match belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tournament: Option<TournamentMatch>,
    /// The request that created the match, if it has an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) request: Option<RequestOrigin>,
}

impl MatchSetup {
    /// Reads the set-up of a stored match.
    ///
    /// # Errors
    /// Returns an error if it is not valid JSON of a set-up.
    pub(crate) fn read(row: &MatchRow) -> Result<Self, Error> {
        serde_json::from_str(&row.setup).map_err(|error| {
            let message = format!("match {}: the stored set-up is corrupt: {error}", row.id);
            Error::new(Reason::StoreUnavailable, message)
        })
    }

    /// Returns the seat to which a token grants access.
    ///
    /// # Errors
    /// Returns an error if no seat has it.
    pub(crate) fn seat_of_token(&self, token: &str) -> Result<usize, Error> {
        let has_token = |seat: &SeatAccess| seat.token.is_some_and(|hash| hash.admits(token));
        let seat = self.seats.iter().position(has_token);
        seat.ok_or_else(|| Error::new(Reason::BadToken, BAD_SEAT_TOKEN))
    }

    /// Checks a token that is to be the owner's.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub(crate) fn check_owner(&self, token: &str) -> Result<(), Error> {
        if self.owner.admits(token) {
            return Ok(());
        }
        let message = "the token is not that of the match's owner";
        Err(Error::new(Reason::BadToken, message))
    }

    /// Checks the number of a seat.
    ///
    /// # Errors
    /// Returns an error if the match has no such seat.
    pub(crate) fn check_seat(&self, seat: usize) -> Result<(), Error> {
        if seat < self.seats.len() {
            return Ok(());
        }
        let last = self.seats.len().saturating_sub(1);
        let message = format!("seat: expected 0 to {last}, found {seat}");
        Err(Error::new(Reason::BadRequest, message))
    }

    /// Returns `true` if times are computed from declared search nodes (MR-25).
    pub(crate) fn is_virtual(&self) -> bool {
        self.header.clock == ClockKind::Virtual
    }

    /// Returns the game with its options and its number of seats.
    pub(super) fn game(&self) -> GameDescription {
        GameDescription {
            name: self.header.game.clone(),
            options: self.header.options.clone(),
            seats: self.header.seats.len(),
        }
    }

    /// Describes a match with this set-up as it is stored, without connected clients.
    pub(super) fn describe(&self, row: &MatchRow, secret: &ServerSecret) -> MatchDescription {
        let outcome = row.read_outcome();
        let seats = self.header.seats.iter().enumerate();
        MatchDescription {
            id: row.id.clone(),
            game: self.game(),
            state: row.state,
            seats: seats
                .map(|(seat, header)| seat_description(seat, header, outcome.as_ref()))
                .collect(),
            time_control: self.time_control,
            is_virtual: self.is_virtual(),
            events: row.events,
            seed_commitment: self.header.seed_commitment().unwrap_or_default(),
            created_micros: row.created_micros,
            ended_micros: row.ended_micros,
            outcome: outcome
                .filter(|line| !line.places.is_empty())
                .map(|line| StoredOutcome {
                    places: line.places,
                    points: line.points,
                    rule: line.outcome,
                }),
            allow_hints: self.allow_hints,
            public_comments: self.public_comments,
            record_head: row.head.as_ref().map(|head| secret.sign(head)),
            tournament: self
                .tournament
                .as_ref()
                .map(|tournament| tournament.attempt.tournament.clone()),
        }
    }
}

fn seat_description(
    seat: usize,
    header: &RecordedSeat,
    outcome: Option<&OutcomeLine>,
) -> SeatDescription {
    let agent = header.agent.as_ref();
    let termination = outcome.and_then(|line| line.terminations.get(seat));
    SeatDescription {
        name: header.name.clone(),
        agent: agent.and_then(|text| text.parse().ok()),
        is_connected: false,
        termination: termination.copied().flatten(),
    }
}

/// Describes a stored match.
///
/// # Errors
/// Returns an error if its set-up is corrupt.
pub(crate) fn describe_stored(
    row: &MatchRow,
    secret: &ServerSecret,
) -> Result<MatchDescription, Error> {
    Ok(MatchSetup::read(row)?.describe(row, secret))
}
