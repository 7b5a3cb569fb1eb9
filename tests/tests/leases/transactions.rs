//! Transactions of servers: how they lock rows, commit and abort.

use crate::database::{Epoch, UnfinishedWork};
use crate::model::{LeaseModel, SystemState};
use crate::rules::Rule;
use crate::servers::{Room, restart};

/// A transaction of a server that is in flight.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct Transaction {
    pub(crate) server: u8,
    /// The epoch of the server when it sent the transaction; 0 before its first registration.
    pub(crate) epoch: Epoch,
    pub(crate) operation: Operation,
    pub(crate) stage: Stage,
    /// Whether the process that sent the transaction was killed, or has lost its lease.
    pub(crate) is_orphaned: bool,
}

/// The operation of a transaction.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Operation {
    Register,
    TakeOver { expired: Epoch },
    CreateMatch,
    Append { expected: u8, submission: u8 },
    CreateChunk { first: u8 },
    EndTournament,
}

/// The progress of a transaction.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Stage {
    /// Not received by the database.
    Sent,
    /// The checks have passed, and the commit is not received.
    Open {
        lock: Option<RowLock>,
        /// The work that a takeover moves; `None` if the takeover reads it after it has all locks.
        work: Option<UnfinishedWork>,
    },
}

/// A lock of a server's row.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct RowLock {
    pub(crate) epoch: Epoch,
    /// Whether the lock excludes every other one, as a deletion needs it.
    pub(crate) is_exclusive: bool,
}

impl Transaction {
    /// Returns the transaction as it is sent once more.
    pub(crate) fn sent_again(self) -> Transaction {
        Transaction {
            stage: Stage::Sent,
            ..self
        }
    }

    /// Returns whether the transaction holds a lock that excludes every other one of a server's row.
    pub(crate) fn excludes_others_from(self, epoch: Epoch) -> bool {
        matches!(self.stage, Stage::Open { lock, .. } if lock == Some(exclusive(epoch)))
    }
}

/// Returns whether a transaction can lock a row now; otherwise it waits.
fn can_lock(state: &SystemState, transaction: Transaction, lock: RowLock) -> bool {
    state.transactions.iter().all(|other| match other.stage {
        Stage::Open {
            lock: Some(held), ..
        } if *other != transaction && held.epoch == lock.epoch => {
            !held.is_exclusive && !lock.is_exclusive
        }
        _ => true,
    })
}

fn shared(epoch: Epoch) -> RowLock {
    RowLock {
        epoch,
        is_exclusive: false,
    }
}

fn exclusive(epoch: Epoch) -> RowLock {
    RowLock {
        epoch,
        is_exclusive: true,
    }
}

impl LeaseModel {
    /// Returns the lock that a transaction takes when it begins, or `None` if it takes none.
    fn first_lock(&self, state: &SystemState, transaction: Transaction) -> Option<RowLock> {
        match transaction.operation {
            Operation::TakeOver { expired }
                if self.rules.has(Rule::LockRowsInOrder) && expired < transaction.epoch =>
            {
                Some(exclusive(expired))
            }
            _ => (self.rules.has(Rule::LockServerRow)
                && state.database.server(transaction.epoch).is_some())
            .then_some(shared(transaction.epoch)),
        }
    }

    /// Returns whether the database can receive a transaction now.
    pub(crate) fn can_begin(&self, state: &SystemState, transaction: Transaction) -> bool {
        transaction.stage == Stage::Sent
            && transaction.operation != Operation::Register
            && self
                .first_lock(state, transaction)
                .is_none_or(|lock| can_lock(state, transaction, lock))
    }

    /// Returns whether the database aborts a transaction whose server does not send its commit.
    pub(crate) fn can_abort(&self, state: &SystemState, transaction: Transaction) -> bool {
        let is_idle = !state.servers[usize::from(transaction.server)].is_running()
            && self.rules.has(Rule::AbortIdleTransactions);
        transaction.stage != Stage::Sent && (transaction.is_orphaned || is_idle)
    }

    /// Receives a transaction: checks the server's row and locks it.
    pub(crate) fn begin(&self, state: &mut SystemState, transaction: Transaction) {
        let lock = self.first_lock(state, transaction);
        state.remove_transaction(transaction);
        if let Some(lock) = lock
            && state.database.server(lock.epoch).is_none()
        {
            // Another server has deleted the expired row.
            return;
        }
        if state.database.server(transaction.epoch).is_none()
            && self.rules.has(Rule::CheckServerRow)
        {
            lose_lease(state, transaction);
            return;
        }
        let work = match transaction.operation {
            Operation::TakeOver { expired } if !self.rules.has(Rule::ReadAfterLock) => {
                Some(state.database.unfinished_work(expired))
            }
            _ => None,
        };
        state.add_transaction(Transaction {
            stage: Stage::Open { lock, work },
            ..transaction
        });
    }

    /// Commits a transaction, the answer to which arrives or is lost.
    pub(crate) fn commit(
        &self,
        state: &mut SystemState,
        transaction: Transaction,
        is_answered: bool,
    ) {
        state.remove_transaction(transaction);
        let epoch = transaction.epoch;
        let database = &mut state.database;
        let mut registered = None;
        match transaction.operation {
            Operation::Register => {
                registered = Some(database.register(transaction.server, self.rules));
            }
            Operation::TakeOver { expired } => {
                let is_free = database
                    .server(expired)
                    .is_some_and(|row| row.can_be_taken_over(transaction.server));
                if database.server(epoch).is_some() && is_free {
                    let work = match transaction.stage {
                        Stage::Open { work, .. } => work,
                        Stage::Sent => None,
                    };
                    let work = work.unwrap_or_else(|| database.unfinished_work(expired));
                    database.take_over(expired, epoch, work, self.rules);
                }
            }
            Operation::CreateMatch => database.create_match(epoch, self.submissions),
            Operation::Append {
                expected,
                submission,
            } => database.append(epoch, expected, submission, self.rules),
            Operation::CreateChunk { first } => {
                let count = self.chunk_size;
                database
                    .tournament
                    .create_chunk(epoch, first, count, self.rules);
            }
            Operation::EndTournament => database.tournament.end(epoch),
        }
        if is_answered && !transaction.is_orphaned {
            self.receive_answer(state, transaction, registered);
        }
    }

    fn receive_answer(
        &self,
        state: &mut SystemState,
        transaction: Transaction,
        registered: Option<Epoch>,
    ) {
        let server = &mut state.servers[usize::from(transaction.server)];
        if server.epoch.is_none() {
            server.epoch = registered;
        } else if server.epoch != Some(transaction.epoch) {
            return;
        }
        match transaction.operation {
            Operation::Append {
                expected,
                submission,
            } => {
                let Some(live_match) = &state.database.live_match else {
                    return;
                };
                let is_accepted = live_match.events.len() == usize::from(expected) + 1
                    && live_match.events.last() == Some(&submission);
                // A room whose append was refused as stale reads the stored events again.
                let mut room =
                    Room::from_store(live_match, self.rules.has(Rule::RecognizeStoredSubmissions));
                if is_accepted {
                    room.submissions = submission + 1;
                }
                server.room = Some(room);
            }
            Operation::CreateMatch | Operation::TakeOver { .. } | Operation::Register
                if !self.rules.has(Rule::AdoptByReading) =>
            {
                self.adopt(state, transaction.server);
            }
            _ => {}
        }
    }
}

/// Returns whether a commit arrives, and waits for no lock.
pub(crate) fn can_commit(state: &SystemState, transaction: Transaction) -> bool {
    if transaction.operation == Operation::Register {
        let previous = state.database.servers.iter();
        return previous
            .filter(|row| row.address == transaction.server)
            .all(|row| can_lock(state, transaction, exclusive(row.epoch)));
    }
    // A killed process can have sent its commit; a stopped one sends it when it continues.
    let is_sent =
        transaction.is_orphaned || state.servers[usize::from(transaction.server)].is_running();
    let can_take_over = match transaction.operation {
        Operation::TakeOver { expired } => {
            can_lock(state, transaction, exclusive(expired))
                && can_lock(state, transaction, shared(transaction.epoch))
        }
        _ => true,
    };
    transaction.stage != Stage::Sent && is_sent && can_take_over
}

/// Drops the lease of the server whose transaction was refused, unless it is registered again.
fn lose_lease(state: &mut SystemState, transaction: Transaction) {
    let server = &mut state.servers[usize::from(transaction.server)];
    if !transaction.is_orphaned && server.epoch == Some(transaction.epoch) {
        let process = server.process;
        restart(state, transaction.server);
        state.servers[usize::from(transaction.server)].process = process;
    }
}
