//! The commands of the writer of a store.

use tokio::sync::oneshot;

use super::{
    AccountChange, AttemptKey, AuditRow, CheckpointRow, Commit, DifferingRecord, MatchRow,
    PendingWrite, RecordDeletion, RecordPack, RemovedForfeits, ScoredAttempt, SeatLogAppend,
    StoreError, TournamentChange, TournamentRow, VersionChange, WorkerChange,
};
use crate::ids::MatchId;

/// The sender of a command's result.
pub(crate) type WriteReply = oneshot::Sender<Result<(), StoreError>>;

/// The id of a match that no writer can write.
#[cfg(test)]
pub(super) const PLANTED_PANIC: &str = "planted-panic";

/// A change of what is stored. Each is stored as a whole or not at all.
#[derive(Debug)]
pub(crate) enum WriteCommand {
    /// Stores a new match; rejected if its `request_id` is stored already.
    Create(MatchRow),
    /// Stores a commit; rejected if the match has changed since it was read.
    Commit(Commit),
    /// Stores a new match of a tournament.
    StartAttempt(MatchRow, AttemptKey),
    /// Stores a finished match of a tournament: the commit has all its events, its outcome and its result.
    InsertFinished(MatchRow, Commit),
    /// Stores the result of a pairing that is not played.
    Forfeit(ScoredAttempt),
    /// Removes forfeits, so that their pairings have no result.
    RemoveForfeits(RemovedForfeits),
    /// Stores what was computed from the first results of a tournament, in place of the previous checkpoint.
    SaveCheckpoint(CheckpointRow),
    /// Stores a new tournament; rejected if the id of its request or its seed is stored already.
    CreateTournament(TournamentRow),
    /// Changes a tournament; an extension is rejected if the id of its request is stored already.
    ChangeTournament(TournamentChange),
    /// Changes who may use the server; stored with an entry of the audit log.
    ChangeAccounts(AccountChange, AuditRow),
    /// Changes uploaded versions of bots.
    ChangeVersions(VersionChange),
    /// Stores a play that differs from the stored match; one for each pairing and worker.
    AddDifferingRecord(DifferingRecord),
    /// Changes what is stored of workers.
    ChangeWorkers(WorkerChange),
    /// Deletes the records of matches whose time is over.
    DeleteRecords(RecordDeletion),
    /// Puts a pack in the place of commits; rejected if they are packed or deleted already.
    PackRecords(RecordPack),
    /// Appends to the log of a seat; rejected if the match does not exist.
    AppendSeatLog(SeatLogAppend),
    /// Changes nothing; succeeds if the store accepts writes.
    Probe,
}

impl WriteCommand {
    /// Returns `true` if the command is synced to the disk with any durability.
    pub(super) const fn must_sync(&self) -> bool {
        match self {
            Self::Commit(commit) => commit.outcome.is_some(),
            Self::ChangeVersions(change) => change.must_sync(),
            Self::Create(..)
            | Self::StartAttempt(..)
            | Self::AppendSeatLog(..)
            // What it contains is computed again.
            | Self::SaveCheckpoint(..)
            // They are deleted or packed again.
            | Self::DeleteRecords(..)
            | Self::PackRecords(..)
            | Self::Probe => false,
            Self::InsertFinished(..)
            | Self::Forfeit(..)
            | Self::RemoveForfeits(..)
            | Self::CreateTournament(..)
            | Self::ChangeTournament(..)
            | Self::ChangeAccounts(..)
            | Self::AddDifferingRecord(..)
            | Self::ChangeWorkers(..) => true,
        }
    }

    /// Returns `true` if a player may wait for the command: it continues a match that is no result of a
    /// tournament, whose other changes it must not overtake.
    pub(super) const fn is_prompt(&self) -> bool {
        matches!(self, Self::Commit(commit) if commit.scored.is_none())
    }

    /// Returns the match that the command is about, if it is about one.
    pub(super) const fn match_id(&self) -> Option<&MatchId> {
        match self {
            Self::Create(row) | Self::StartAttempt(row, _) | Self::InsertFinished(row, _) => {
                Some(&row.id)
            }
            Self::Commit(commit) => Some(&commit.id),
            Self::AppendSeatLog(append) => Some(&append.id),
            Self::Forfeit(..)
            | Self::CreateTournament(..)
            | Self::ChangeTournament(..)
            | Self::RemoveForfeits(..)
            | Self::SaveCheckpoint(..)
            | Self::DeleteRecords(..)
            | Self::PackRecords(..)
            | Self::ChangeAccounts(..)
            | Self::ChangeVersions(..)
            | Self::ChangeWorkers(..)
            | Self::AddDifferingRecord(..)
            | Self::Probe => None,
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
}

/// A command that waits for the writer, with the sender of its result.
#[derive(Debug)]
pub(super) struct QueuedWrite {
    pub(super) command: WriteCommand,
    reply: WriteReply,
}

impl QueuedWrite {
    /// Returns a command for the queue, and its result.
    pub(super) fn new(command: WriteCommand) -> (Self, PendingWrite) {
        let (reply, receiver) = oneshot::channel();
        (Self { command, reply }, PendingWrite::waiting(receiver))
    }

    /// Sends the result to the caller, which may be gone.
    pub(super) fn send_reply(self, result: Result<(), StoreError>) {
        let _ = self.reply.send(result);
    }
}

/// A store that is changed by commands.
pub(crate) trait WriteStore: Send + Sync + 'static {
    /// Carries out a command. Does not block: its result is awaited.
    fn write(&self, command: WriteCommand) -> PendingWrite;
}
