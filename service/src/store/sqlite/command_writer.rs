//! The statements of the commands of a transaction.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::command_result::CommandResult;
use super::match_writer::MatchWriter;
use super::tournament_writer::{TournamentWriter, add_differing_record};
use super::{change_writer, seat_log_writer, worker_writer};
use crate::store::sql::{
    account_statements, deletion_statements, packing_statements, version_statements,
};
use crate::store::{StoreError, WriteCommand};

/// The result of one command.
pub(super) type WriteResult = Result<(), StoreError>;

/// Carries out commands, and caches what it has written. The cache must be cleared if a transaction fails.
#[derive(Debug, Default)]
pub(super) struct CommandWriter {
    matches: MatchWriter,
}

impl CommandWriter {
    /// Clears the cache after a transaction that failed.
    pub(super) fn clear_cache(&mut self) {
        self.matches.clear_cache();
    }

    /// Carries out commands as one transaction. Returns the result of each.
    pub(super) fn write<'c>(
        &mut self,
        connection: &Connection,
        commands: impl Iterator<Item = &'c WriteCommand>,
    ) -> rusqlite::Result<Vec<WriteResult>> {
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let mut results = Vec::new();
        for command in commands {
            #[cfg(test)]
            command.panic_if_planted();
            results.push(match command {
                WriteCommand::Create(row) => self.matches.create(&transaction, row)?,
                WriteCommand::Commit(commit) => self.matches.append(&transaction, commit)?,
                WriteCommand::StartAttempt(row, attempt) => {
                    self.matches.start_attempt(&transaction, row, attempt)?
                }
                WriteCommand::InsertFinished(row, commit) => {
                    self.matches
                        .insert_finished_match(&transaction, row, commit)?
                }
                WriteCommand::Forfeit(scored) => {
                    self.matches.tournaments.forfeit(&transaction, scored)?
                }
                WriteCommand::CreateTournament(row) => TournamentWriter::create(&transaction, row)?,
                WriteCommand::ChangeTournament(change) => {
                    TournamentWriter::change(&transaction, change)?
                }
                WriteCommand::RemoveForfeits(forfeits) => self
                    .matches
                    .tournaments
                    .remove_forfeits(&transaction, forfeits)?,
                WriteCommand::SaveCheckpoint(checkpoint) => {
                    TournamentWriter::save_checkpoint(&transaction, checkpoint)?
                }
                WriteCommand::ChangeAccounts(change, entry) => {
                    change_writer::change(&transaction, account_statements(change, entry))?
                }
                WriteCommand::ChangeVersions(change) => {
                    change_writer::change(&transaction, version_statements(change))?
                }
                WriteCommand::DeleteRecords(deletion) => {
                    change_writer::change(&transaction, deletion_statements(deletion))?
                }
                WriteCommand::PackRecords(pack) => {
                    change_writer::change(&transaction, packing_statements(pack))?
                }
                WriteCommand::AddDifferingRecord(record) => {
                    add_differing_record(&transaction, record)?
                }
                WriteCommand::ChangeWorkers(change) => worker_writer::change(&transaction, change)?,
                WriteCommand::AppendSeatLog(append) => {
                    seat_log_writer::append(&transaction, append)?
                }
                WriteCommand::Probe => probe(&transaction)?,
            });
        }
        transaction.commit()?;
        Ok(results)
    }
}

/// Writes a page of the file without changing it, so that the transaction fails if the file cannot
/// be written.
fn probe(transaction: &Transaction<'_>) -> CommandResult {
    transaction.pragma_update(None, "user_version", 0)?;
    Ok(Ok(()))
}
