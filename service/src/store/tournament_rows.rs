//! Tournaments and their attempts as they are stored.

use botwerk_tournament::MatchResult;
use serde::{Deserialize, Serialize};

use super::league_rows::{LeagueRoundRow, RatingSnapshotRow, SeasonTableRow};
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::tournament_state::TournamentState;

/// A tournament as it is stored, without its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TournamentRow {
    pub(crate) id: TournamentId,
    /// The last request with an id that has created or extended it; if it was found by a request id, the request with
    /// this id.
    pub(crate) request: Option<TournamentRequest>,
    pub(crate) state: TournamentState,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The configuration, as JSON.
    pub(crate) configuration: String,
    /// The root seed, 64 hex digits.
    pub(crate) seed: String,
    /// The secret that tokens are derived from, 64 hex digits.
    pub(crate) secret: String,
    /// What has changed since its creation, as JSON.
    pub(crate) status: String,
    /// The number of days after which the record of a match is deleted; `None` if none is deleted.
    pub(crate) record_days: Option<u32>,
}

/// A request that has created or extended a tournament, to recognise it when it is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TournamentRequest {
    /// The id that its sender has chosen.
    pub(crate) id: String,
    /// The hash of its content, 64 hex digits; `None` if it is not known.
    pub(crate) sha256: Option<String>,
}

/// A tournament with the number of its results.
#[derive(Debug, Clone)]
pub(crate) struct StoredTournament {
    pub(crate) row: TournamentRow,
    /// Number of results in its checkpoint: of all once it has ended.
    pub(crate) results: u64,
}

/// What a director has computed from the first results of its tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CheckpointRow {
    pub(crate) tournament: TournamentId,
    /// Number of results that it contains.
    pub(crate) results: u64,
    /// As JSON.
    pub(crate) content: String,
}

/// Forfeits that are removed, since their matches are played after all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RemovedForfeits {
    pub(crate) tournament: TournamentId,
    /// The pairings with their attempts.
    pub(crate) attempts: Vec<(u64, u32)>,
}

/// The result of a pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ResultRow {
    pub(crate) pairing: u64,
    pub(crate) attempt: u32,
    /// Whether there is no match of it.
    pub(crate) is_forfeit: bool,
    pub(crate) result: MatchResult,
}

/// A tournament in a list: what of it is in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedTournament {
    pub(crate) id: TournamentId,
    pub(crate) state: TournamentState,
}

/// A change of a tournament other than a result.
#[derive(Debug, Clone)]
pub(crate) struct TournamentChange {
    pub(crate) id: TournamentId,
    /// The new state.
    pub(crate) state: TournamentState,
    /// The new status, as JSON.
    pub(crate) status: String,
    /// What is added in the same transaction.
    pub(crate) additions: TournamentAdditions,
}

/// What a change adds to a tournament.
#[derive(Debug, Clone, Default)]
pub(crate) struct TournamentAdditions {
    /// Set if the tournament is extended.
    pub(crate) extension: Option<StoredExtension>,
    /// Set if a round of a league is paired. Rejected if the round exists already.
    pub(crate) round: Option<LeagueRoundRow>,
    /// Set if a season of a league has ended. Rejected if the season has a table already.
    pub(crate) season_table: Option<SeasonTableRow>,
    /// Set if the ratings of a league are kept as they are at this time.
    pub(crate) ratings: Option<RatingSnapshotRow>,
}

/// The configuration of an extended tournament.
#[derive(Debug, Clone)]
pub(crate) struct StoredExtension {
    /// The configuration, as JSON.
    pub(crate) configuration: String,
    /// The request, if it has an id.
    pub(crate) request: Option<TournamentRequest>,
}

/// One attempt at a match of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AttemptKey {
    pub(crate) tournament: TournamentId,
    /// The index of the pairing.
    pub(crate) pairing: u64,
    /// The number of the attempt, from 1.
    pub(crate) attempt: u32,
}

/// An attempt with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScoredAttempt {
    pub(crate) attempt: AttemptKey,
    pub(crate) result: MatchResult,
}

/// The match of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlayedMatch {
    pub(crate) id: MatchId,
    pub(crate) state: MatchState,
    /// The running hash of the record's last line, once the match has ended.
    pub(crate) head: Option<String>,
    /// The time of the end in microseconds since 1970; `None` before it, and if a former version has played the match.
    pub(crate) ended_micros: Option<i64>,
}

/// A stored attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttemptRow {
    pub(crate) pairing: u64,
    pub(crate) attempt: u32,
    /// The match; `None` for a forfeit.
    pub(crate) played: Option<PlayedMatch>,
    /// The result; `None` while the match is unfinished, and if it was aborted.
    pub(crate) result: Option<MatchResult>,
}
