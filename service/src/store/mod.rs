//! Storage of matches, tournaments and accounts: traits that SQLite, in a file or in memory, and PostgreSQL implement.
//!
//! A commit completes before any frame derived from it is sent.

#[cfg(any(test, not(feature = "postgres")))]
#[cfg_attr(feature = "postgres", expect(unreachable_pub))]
mod absent_postgres;
#[cfg(test)]
mod account_contract_tests;
mod account_rows;
mod account_store;
#[cfg(test)]
mod chunk_contract_tests;
mod chunk_rows;
mod chunk_store;
mod commit_content;
mod compressed_text;
#[cfg(test)]
mod contract_tests;
mod differing_record;
mod league_rows;
mod local_chunks;
mod match_players;
mod match_rows;
mod match_store;
mod migrations;
#[cfg(test)]
mod packing_contract_tests;
mod pending_read;
mod pending_write;
#[cfg(feature = "postgres")]
pub(crate) mod postgres;
mod record_pack;
mod record_retention;
#[cfg(test)]
mod retention_contract_tests;
mod seat_log;
#[cfg(test)]
mod seat_log_contract_tests;
mod seat_log_store;
mod shared_change;
mod shared_store;
pub(crate) mod sql;
pub(crate) mod sqlite;
mod store_activity;
mod store_error;
#[cfg(test)]
pub(crate) mod test_stores;
#[cfg(test)]
mod throughput;
mod timestamps;
#[cfg(test)]
mod tournament_contract_tests;
mod tournament_rows;
mod tournament_store;
#[cfg(test)]
mod version_contract_tests;
mod version_rows;
mod version_store;
mod worker_rows;
mod worker_store;
mod write_command;

#[cfg(not(feature = "postgres"))]
pub use absent_postgres::{InvalidPostgresUrl, PostgresUrl};
pub(crate) use account_rows::{
    AccountChange, AuditFilter, AuditRow, BotRow, IdentityRow, NewToken, OwnerRow, QuotaChange,
    SessionRow, SignUpCodeRow, SignUpPermission, StoredBot, TokenRow, has_expired,
};
pub(crate) use account_store::{AccountStore, MAX_CODES_AND_TOKENS, MAX_IDENTITIES};
pub(crate) use chunk_rows::{
    ChunkLease, ChunkMatch, ChunkReport, ChunkRow, LeaseRenewal, LeasedChunk, MAX_CHUNK_MATCHES,
    ReportOutcome,
};
pub(crate) use chunk_store::ChunkStore;
pub use compressed_text::decompress_text;
pub(crate) use differing_record::DifferingRecord;
pub(crate) use league_rows::{LeagueRoundRow, RatingSnapshotRow, SeasonTableRow};
pub(crate) use local_chunks::LocalChunks;
pub(crate) use match_rows::{
    Commit, EventPage, MatchFilter, MatchPage, MatchRow, PlayerFilter, StoredMatch, SubmissionRow,
};
pub(crate) use match_store::Store;
pub(crate) use pending_read::PendingRead;
pub(crate) use pending_write::PendingWrite;
#[cfg(feature = "postgres")]
pub use postgres::{InvalidPostgresUrl, PostgresUrl};
#[cfg(feature = "postgres")]
pub(crate) use postgres::{PostgresStore, ServerRegistration};
pub(crate) use record_pack::{RecordPack, UnpackedRecords};
pub(crate) use record_retention::{RecordDeletion, RecordRetention, RetainedAttempt};
pub(crate) use seat_log::{SeatLog, SeatLogAppend};
pub(crate) use seat_log_store::SeatLogStore;
pub(crate) use shared_change::SharedChange;
#[cfg(feature = "postgres")]
pub(crate) use shared_store::Owner;
pub(crate) use shared_store::{SharedStore, TournamentElsewhere};
pub(crate) use sql::ColumnValue;
pub use sqlite::Durability;
pub(crate) use sqlite::{MemoryStore, SqliteStore};
pub(crate) use store_activity::{StoreActivity, WriterActivity};
pub(crate) use store_error::StoreError;
pub(crate) use timestamps::now_micros;
pub(crate) use tournament_rows::{
    AttemptKey, AttemptRow, CheckpointRow, ListedTournament, PlayedMatch, RemovedForfeits,
    ResultRow, ScoredAttempt, StoredExtension, StoredTournament, TournamentAdditions,
    TournamentChange, TournamentRequest, TournamentRow,
};
pub(crate) use tournament_store::TournamentStore;
pub(crate) use version_rows::{
    CONTENT_PART_BYTES, ProcessorQuota, VersionChange, VersionCount, VersionKey, VersionQuotas,
    VersionRow, VersionState,
};
pub(crate) use version_store::VersionStore;
pub(crate) use worker_rows::{
    ExcludedWorker, MAX_WORKER_RESULTS, RemovedResults, WorkerChange, WorkerPlay, WorkerResultRow,
    WorkerResults,
};
pub(crate) use worker_store::WorkerStore;
#[cfg(test)]
use write_command::PLANTED_PANIC;
use write_command::QueuedWrite;
pub(crate) use write_command::{WriteCommand, WriteStore};

/// A part of a record as it is stored.
pub(crate) fn to_json<T: serde::Serialize>(part: &T) -> String {
    serde_json::to_string(part).expect("parts of records are plain JSON")
}
