//! The commands of the writer.

use tokio::sync::oneshot;

use crate::store::write_command::WriteReply;
use crate::store::{ChunkReport, ChunkRow, QueuedWrite, ReportOutcome, StoreError, WriteCommand};

/// The sender of the outcome of a report.
pub(super) type ReportReply = oneshot::Sender<Result<ReportOutcome, StoreError>>;

/// A command for the writer, with the sender of its result.
#[derive(Debug)]
pub(super) enum PostgresCommand {
    /// A command that every store has.
    Write(Box<QueuedWrite>),
    AddChunk(ChunkRow, WriteReply),
    Report(ChunkReport, ReportReply),
}

/// What a command has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Written {
    Done,
    /// The outcome of a report.
    Reported(ReportOutcome),
}

impl PostgresCommand {
    /// Returns `true` if the command is planned in a batch; the others are transactions of their own.
    pub(super) fn is_batched(&self) -> bool {
        match self {
            Self::Write(write) => match &write.command {
                WriteCommand::Create(..)
                | WriteCommand::Commit(..)
                | WriteCommand::StartAttempt(..)
                | WriteCommand::InsertFinished(..)
                | WriteCommand::Forfeit(..)
                | WriteCommand::Probe => true,
                WriteCommand::CreateTournament(..)
                | WriteCommand::ChangeTournament(..)
                | WriteCommand::ChangeAccounts(..)
                | WriteCommand::ChangeVersions(..)
                | WriteCommand::RemoveForfeits(..)
                | WriteCommand::SaveCheckpoint(..)
                | WriteCommand::DeleteRecords(..)
                | WriteCommand::PackRecords(..)
                | WriteCommand::AddDifferingRecord(..)
                | WriteCommand::ChangeWorkers(..)
                | WriteCommand::AppendSeatLog(..) => false,
            },
            Self::AddChunk(..) | Self::Report(..) => true,
        }
    }

    /// Panics if a test has planted that.
    #[cfg(test)]
    pub(super) fn panic_if_planted(&self) {
        if let Self::Write(write) = self {
            write.command.panic_if_planted();
        }
    }

    /// Sends the result to the caller, which may be gone.
    pub(super) fn send_reply(self, result: Result<Written, StoreError>) {
        match self {
            Self::Write(write) => write.send_reply(result.map(drop)),
            Self::AddChunk(_, reply) => drop(reply.send(result.map(drop))),
            Self::Report(_, reply) => {
                drop(reply.send(result.map(|written| match written {
                    Written::Reported(outcome) => outcome,
                    Written::Done => ReportOutcome::Superseded,
                })));
            }
        }
    }
}
