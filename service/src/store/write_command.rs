//! The commands of the writer of a store.

use tokio::sync::oneshot;

use super::{
    AttemptKey, BotClaim, BotRow, CheckpointRow, Commit, DifferingRecord, MatchRow,
    RemovedForfeits, ScoredAttempt, SeatLogAppend, StoreError, TournamentChange, TournamentRow,
    WorkerChange,
};
use crate::ids::MatchId;

/// The sender of a command's result.
pub(crate) type WriteReply = oneshot::Sender<Result<(), StoreError>>;

/// The id of a match that no writer can write.
#[cfg(test)]
pub(super) const PLANTED_PANIC: &str = "planted-panic";

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
    RegisterBot(BotRow, BotClaim, WriteReply),
    AddDifferingRecord(DifferingRecord, WriteReply),
    ChangeWorkers(WorkerChange, WriteReply),
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
            | Self::RegisterBot(..)
            | Self::AddDifferingRecord(..)
            | Self::ChangeWorkers(..) => true,
        }
    }

    /// Returns `true` if a player may wait for the command: it continues a match that is no result of a
    /// tournament, whose other changes it must not overtake.
    pub(super) const fn is_prompt(&self) -> bool {
        matches!(self, Self::Commit(commit, _) if commit.scored.is_none())
    }

    /// Returns the match that the command is about, if it is about one.
    pub(super) const fn match_id(&self) -> Option<&MatchId> {
        match self {
            Self::Create(row, _) | Self::StartAttempt(row, ..) | Self::InsertFinished(row, ..) => {
                Some(&row.id)
            }
            Self::Commit(commit, _) => Some(&commit.id),
            Self::AppendSeatLog(append, _) => Some(&append.id),
            Self::Forfeit(..)
            | Self::CreateTournament(..)
            | Self::ChangeTournament(..)
            | Self::RemoveForfeits(..)
            | Self::SaveCheckpoint(..)
            | Self::RegisterBot(..)
            | Self::ChangeWorkers(..)
            | Self::AddDifferingRecord(..)
            | Self::Probe(..) => None,
        }
    }

    /// Panics if a test has planted that.
    #[cfg(test)]
    pub(super) fn panic_if_planted(&self) {
        let is_planted = self
            .match_id()
            .is_some_and(|id| id.as_str() == PLANTED_PANIC);
        assert!(!is_planted, "planted");
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
        | Self::RegisterBot(_, _, reply)
        | Self::AddDifferingRecord(_, reply)
        | Self::ChangeWorkers(_, reply)
        | Self::AppendSeatLog(_, reply)
        | Self::Probe(reply)) = self;
        let _ = reply.send(result);
    }
}
