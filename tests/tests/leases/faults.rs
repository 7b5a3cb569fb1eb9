//! The faults of processes, the database, the network and clocks.

use crate::database::Epoch;
use crate::messages::Message;
use crate::model::{LeaseModel, SystemState, Transition};
use crate::servers::{self, Process};
use crate::transactions::{self, Transaction};
use crate::workers::{Task, is_held};

/// A group of faults that a configuration can have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum FaultKind {
    /// Servers are killed, stopped, or too slow to renew their leases.
    Server,
    /// The database restarts, answers of transactions are lost, transactions arrive twice.
    Database,
    /// Messages between workers and servers are lost or duplicated.
    Network,
    /// Workers crash, or are too slow to renew their leases.
    Worker,
}

impl FaultKind {
    /// All kinds of faults.
    pub(crate) const ALL: [FaultKind; 4] = [
        FaultKind::Server,
        FaultKind::Database,
        FaultKind::Network,
        FaultKind::Worker,
    ];
}

/// A fault. Delayed and reordered messages are not faults: without one, messages arrive in any order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Fault {
    /// A server's process is killed and started again.
    KillServer { server: u8 },
    /// A server's process is stopped, and continues at some time or never.
    StopServer { server: u8, continues: bool },
    /// The lease of a server that runs expires.
    ExpireServer { epoch: Epoch },
    /// A transaction is committed, but its server receives no answer.
    LoseAnswer(Transaction),
    /// A server sends a transaction again while the first one is in flight.
    RepeatTransaction(Transaction),
    /// The database restarts: all transactions that are not committed are aborted.
    RestartDatabase,
    /// A message is lost.
    LoseMessage(Message),
    /// A message arrives once more.
    DuplicateMessage(Message),
    /// A worker's process is killed and started again.
    CrashWorker { worker: u8 },
    /// The lease of a worker that plays the chunk expires, or the grant arrives too late.
    ExpireLease { chunk: u8 },
}

impl LeaseModel {
    /// Adds the faults that can occur in the state.
    pub(crate) fn push_faults(&self, state: &SystemState, transitions: &mut Vec<Transition>) {
        let mut push = |fault| transitions.push(Transition::Fault(fault));
        for kind in self.fault_kinds {
            match kind {
                FaultKind::Server => push_server_faults(state, &mut push),
                FaultKind::Database => push_database_faults(state, &mut push),
                FaultKind::Network => {
                    for (index, &message) in state.messages.iter().enumerate() {
                        if index == 0 || state.messages[index - 1] != message {
                            push(Fault::LoseMessage(message));
                            push(Fault::DuplicateMessage(message));
                        }
                    }
                }
                FaultKind::Worker => {
                    for (worker, index) in state.workers.iter().zip(0..) {
                        if worker.task != Task::Idle {
                            push(Fault::CrashWorker { worker: index });
                        }
                    }
                    for chunk in &state.database.tournament.chunks {
                        if chunk.is_leased && is_held(state, chunk.first) {
                            push(Fault::ExpireLease { chunk: chunk.first });
                        }
                    }
                }
            }
        }
    }

    /// Applies a fault.
    pub(crate) fn apply_fault(&self, state: &mut SystemState, fault: Fault) {
        match fault {
            Fault::KillServer { server } => servers::restart(state, server),
            Fault::StopServer { server, continues } => {
                state.servers[usize::from(server)].process = Process::Stopped { continues };
            }
            Fault::ExpireServer { epoch } => {
                if let Some(row) = state.database.server_mut(epoch) {
                    row.is_expired = true;
                }
            }
            Fault::LoseAnswer(transaction) => self.commit(state, transaction, false),
            Fault::RepeatTransaction(transaction) => {
                state.add_transaction(transaction.sent_again());
            }
            Fault::RestartDatabase => state.transactions.clear(),
            Fault::LoseMessage(message) => state.remove_message(message),
            Fault::DuplicateMessage(message) => state.send(message),
            Fault::CrashWorker { worker } => {
                state.workers[usize::from(worker)].task = Task::Idle;
            }
            Fault::ExpireLease { chunk } => {
                if let Some(chunk) = state.database.tournament.chunk_mut(chunk) {
                    chunk.is_leased = false;
                }
            }
        }
    }
}

fn push_server_faults(state: &SystemState, push: &mut impl FnMut(Fault)) {
    let remaining = state
        .servers
        .iter()
        .filter(|server| server.process != Process::Stopped { continues: false })
        .count();
    for (server, index) in state.servers.iter().zip(0..) {
        if !server.is_running() {
            continue;
        }
        push(Fault::KillServer { server: index });
        push(Fault::StopServer {
            server: index,
            continues: true,
        });
        // One server must remain that can take over.
        if remaining > 1 {
            push(Fault::StopServer {
                server: index,
                continues: false,
            });
        }
        let row = server.epoch.and_then(|epoch| state.database.server(epoch));
        if let Some(row) = row
            && !row.is_expired
        {
            push(Fault::ExpireServer { epoch: row.epoch });
        }
    }
}

fn push_database_faults(state: &SystemState, push: &mut impl FnMut(Fault)) {
    for (index, &transaction) in state.transactions.iter().enumerate() {
        if index > 0 && state.transactions[index - 1] == transaction || transaction.is_orphaned {
            continue;
        }
        if transactions::can_commit(state, transaction) {
            push(Fault::LoseAnswer(transaction));
        }
        if state.servers[usize::from(transaction.server)].is_running() {
            push(Fault::RepeatTransaction(transaction));
        }
    }
    if !state.transactions.is_empty() {
        push(Fault::RestartDatabase);
    }
}
