//! The commands of the writer of a store.

use tokio::sync::oneshot;

use super::{
    AttemptKey, BotRow, CheckpointRow, Commit, DifferingRecord, MatchRow, RemovedForfeits,
    ScoredAttempt, SeatLogAppend, StoreError, TournamentChange, TournamentRow,
};

/// The sender of a command's result.
pub(crate) type WriteReply = oneshot::Sender<Result<(), StoreError>>;

/// A command for the writer, with the sender of its result.
#[derive(Debug)]
pub(crate) enum WriteCommand {
    Create(MatchRow, WriteReply),
    Commit(Commit, WriteReply),
    StartAttempt(MatchRow, AttemptKey, WriteReply),
    InsertFinished(MatchRow, Commit, WriteReply),
    Forfeit(ScoredAttempt, WriteReply),
    RemoveForfeits(RemovedForfeits, WriteReply),
    SaveCheckpoint(CheckpointRow, WriteReply),
    CreateTournament(TournamentRow, WriteReply),
    ChangeTournament(TournamentChange, WriteReply),
    UpsertBot(BotRow, WriteReply),
    AddDifferingRecord(DifferingRecord, WriteReply),
    AppendSeatLog(SeatLogAppend, WriteReply),
    Probe(WriteReply),
}

impl WriteCommand {
    /// Returns `true` if the command is synced to the disk with any durability.
    pub(super) const fn must_sync(&self) -> bool {
        match self {
            Self::Commit(commit, _) => commit.outcome.is_some(),
            Self::Create(..)
            | Self::StartAttempt(..)
            | Self::AppendSeatLog(..)
            // What it contains is computed again.
            | Self::SaveCheckpoint(..)
            | Self::Probe(..) => false,
            Self::InsertFinished(..)
            | Self::Forfeit(..)
            | Self::RemoveForfeits(..)
            | Self::CreateTournament(..)
            | Self::ChangeTournament(..)
            | Self::UpsertBot(..)
            | Self::AddDifferingRecord(..) => true,
        }
    }

    /// Sends the result to the caller, which may be gone.
    pub(super) fn send_reply(self, result: Result<(), StoreError>) {
        let (Self::Create(_, reply)
        | Self::Commit(_, reply)
        | Self::StartAttempt(_, _, reply)
        | Self::InsertFinished(_, _, reply)
        | Self::Forfeit(_, reply)
        | Self::RemoveForfeits(_, reply)
        | Self::SaveCheckpoint(_, reply)
        | Self::CreateTournament(_, reply)
        | Self::ChangeTournament(_, reply)
        | Self::UpsertBot(_, reply)
        | Self::AddDifferingRecord(_, reply)
        | Self::AppendSeatLog(_, reply)
        | Self::Probe(reply)) = self;
        let _ = reply.send(result);
    }
}
