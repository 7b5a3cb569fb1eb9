//! Servers, and the client of the live match.

use crate::database::{Epoch, LiveMatch};
use crate::model::{LeaseModel, SystemState, Transition};
use crate::rules::Rule;
use crate::transactions::{Operation, Stage, Transaction, can_commit};

/// A server process. After a kill, a supervisor starts it again at the same address.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Server {
    pub(crate) process: Process,
    /// The epoch that the server believes to be its own; `None` before it is registered.
    pub(crate) epoch: Option<Epoch>,
    /// The room of the live match; `None` unless the server conducts the match.
    pub(crate) room: Option<Room>,
    /// Whether the server directs the tournament.
    pub(crate) has_director: bool,
}

/// The state of a server's process.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Process {
    Running,
    /// Stopped, but still connected to the database.
    Stopped {
        /// Whether the process continues at some time, or never.
        continues: bool,
    },
}

/// The live match as its room knows it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Room {
    /// Number of events.
    pub(crate) events: u8,
    /// Number of submissions that the room recognises as accepted.
    pub(crate) submissions: u8,
}

/// A step of a server, of the database, or of the client of the live match.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ServerStep {
    /// A server sends a transaction.
    Send(Transaction),
    /// The database receives a transaction, checks the server's row and locks it.
    Begin(Transaction),
    /// The database commits a transaction, and its server receives the answer.
    Commit(Transaction),
    /// The database aborts a transaction whose server does not send its commit.
    Abort(Transaction),
    /// A server finds that its row does not exist.
    LoseLease { server: u8 },
    /// A server renews its lease after it has expired.
    RenewLease { server: u8 },
    /// The lease of a server expires that does not renew it.
    ExpireLease { epoch: Epoch },
    /// A stopped server continues.
    Continue { server: u8 },
    /// A server opens the room of the live match that it owns.
    OpenRoom { server: u8 },
    /// A server starts the director of the tournament that it owns.
    StartDirector { server: u8 },
    /// A room answers a submission that is among its events.
    AnswerFromRoom { server: u8 },
    /// A server answers a submission to an ended match from the stored events.
    AnswerFromStore,
}

impl Server {
    /// Returns a server that is registered under the epoch, and owns nothing that it knows of.
    pub(crate) fn registered(epoch: Epoch) -> Server {
        Server {
            epoch: Some(epoch),
            ..Server::started()
        }
    }

    /// Returns a server that has started, but has not registered.
    pub(crate) fn started() -> Server {
        Server {
            process: Process::Running,
            epoch: None,
            room: None,
            has_director: false,
        }
    }

    /// Returns whether the process runs.
    pub(crate) fn is_running(&self) -> bool {
        self.process == Process::Running
    }
}

impl Room {
    /// Returns the room that continues from the stored events.
    pub(crate) fn from_store(live_match: &LiveMatch, recognizes_submissions: bool) -> Room {
        let events = live_match.events.len() as u8;
        Room {
            events,
            submissions: if recognizes_submissions { events } else { 0 },
        }
    }
}

impl LeaseModel {
    /// Adds the steps that servers, database and client can take in the state.
    pub(crate) fn push_server_steps(&self, state: &SystemState, steps: &mut Vec<Transition>) {
        let mut push = |step| steps.push(Transition::Server(step));
        for (index, &transaction) in state.transactions.iter().enumerate() {
            if index > 0 && state.transactions[index - 1] == transaction {
                continue;
            }
            if self.can_begin(state, transaction) {
                push(ServerStep::Begin(transaction));
            }
            if can_commit(state, transaction) {
                push(ServerStep::Commit(transaction));
            }
            if self.can_abort(state, transaction) {
                push(ServerStep::Abort(transaction));
            }
        }
        for row in &state.database.servers {
            // Time passes while the process that could renew the lease does not run.
            let server = &state.servers[usize::from(row.address)];
            let is_renewed = server.is_running() && server.epoch == Some(row.epoch);
            if !row.is_expired && !is_renewed {
                push(ServerStep::ExpireLease { epoch: row.epoch });
            }
        }
        for server in 0..self.servers {
            self.push_steps_of_server(state, server, &mut push);
        }
        let has_match_ended = state
            .database
            .live_match
            .as_ref()
            .is_some_and(LiveMatch::has_ended);
        if has_match_ended
            && state.answered < self.submissions
            && state.has_reachable_server()
            && self.rules.has(Rule::AnswerFromStore)
        {
            push(ServerStep::AnswerFromStore);
        }
    }

    fn push_steps_of_server(
        &self,
        state: &SystemState,
        index: u8,
        push: &mut impl FnMut(ServerStep),
    ) {
        let server = &state.servers[usize::from(index)];
        if server.process == (Process::Stopped { continues: true }) {
            push(ServerStep::Continue { server: index });
        }
        if !server.is_running() {
            return;
        }
        // A server waits for the answer to its transaction before it sends the next one.
        let is_waiting = state
            .transactions
            .iter()
            .any(|transaction| transaction.server == index && !transaction.is_orphaned);
        let mut send = |operation| {
            if !is_waiting {
                push(ServerStep::Send(Transaction {
                    server: index,
                    epoch: server.epoch.unwrap_or(0),
                    operation,
                    stage: Stage::Sent,
                    is_orphaned: false,
                }));
            }
        };
        let Some(epoch) = server.epoch else {
            send(Operation::Register);
            return;
        };
        if state.database.live_match.is_none() && self.submissions > 0 {
            send(Operation::CreateMatch);
        }
        if let Some(room) = server.room
            && state.answered < self.submissions
            && room.submissions <= state.answered
        {
            send(Operation::Append {
                expected: room.events,
                submission: state.answered,
            });
        }
        if server.has_director {
            let tournament = &state.database.tournament;
            if let Some(first) = tournament.missing_pairings().first() {
                send(Operation::CreateChunk { first });
            }
            if tournament.is_complete() && !tournament.has_ended {
                send(Operation::EndTournament);
            }
        }
        let Some(own_row) = state.database.server(epoch) else {
            push(ServerStep::LoseLease { server: index });
            return;
        };
        for row in &state.database.servers {
            if row.can_be_taken_over(index) && row.epoch != epoch {
                send(Operation::TakeOver { expired: row.epoch });
            }
        }
        let is_locked = state
            .transactions
            .iter()
            .any(|other| other.excludes_others_from(epoch));
        if own_row.is_expired && !is_locked {
            push(ServerStep::RenewLease { server: index });
        }
        if self.rules.has(Rule::AdoptByReading) {
            let work = state.database.unfinished_work(epoch);
            if server.room.is_none() && work.live_match {
                push(ServerStep::OpenRoom { server: index });
            }
            if !server.has_director && work.tournament {
                push(ServerStep::StartDirector { server: index });
            }
        }
        if server
            .room
            .is_some_and(|room| room.submissions > state.answered)
        {
            push(ServerStep::AnswerFromRoom { server: index });
        }
    }

    /// Applies a step of a server, the database or the client.
    pub(crate) fn apply_server_step(&self, state: &mut SystemState, step: ServerStep) {
        match step {
            ServerStep::Send(transaction) => state.add_transaction(transaction),
            ServerStep::Begin(transaction) => self.begin(state, transaction),
            ServerStep::Commit(transaction) => {
                self.commit(state, transaction, true);
            }
            ServerStep::Abort(transaction) => state.remove_transaction(transaction),
            ServerStep::LoseLease { server } => restart(state, server),
            ServerStep::RenewLease { server } => {
                let epoch = state.servers[usize::from(server)].epoch;
                if let Some(row) = epoch.and_then(|epoch| state.database.server_mut(epoch)) {
                    row.is_expired = false;
                }
            }
            ServerStep::ExpireLease { epoch } => {
                if let Some(row) = state.database.server_mut(epoch) {
                    row.is_expired = true;
                }
            }
            ServerStep::Continue { server } => {
                state.servers[usize::from(server)].process = Process::Running;
            }
            ServerStep::OpenRoom { server } | ServerStep::StartDirector { server } => {
                self.adopt(state, server);
            }
            ServerStep::AnswerFromRoom { .. } | ServerStep::AnswerFromStore => {
                state.answered += 1;
            }
        }
    }

    /// Opens the room and starts the director of what the server owns.
    pub(crate) fn adopt(&self, state: &mut SystemState, server: u8) {
        let database = &state.database;
        let server = &mut state.servers[usize::from(server)];
        let Some(epoch) = server.epoch else {
            return;
        };
        let work = database.unfinished_work(epoch);
        if let Some(live_match) = &database.live_match
            && work.live_match
        {
            let recognizes_submissions = self.rules.has(Rule::RecognizeStoredSubmissions);
            server
                .room
                .get_or_insert(Room::from_store(live_match, recognizes_submissions));
        }
        server.has_director |= work.tournament;
    }
}

/// Drops everything that a server knows, after a kill or the loss of its lease.
pub(crate) fn restart(state: &mut SystemState, server: u8) {
    state.servers[usize::from(server)] = Server::started();
    for transaction in &mut state.transactions {
        transaction.is_orphaned |= transaction.server == server;
    }
    state.transactions.sort_unstable();
}
