//! Servers, their transactions, and the client of the live match.

use crate::database::{Epoch, LiveMatch, UnfinishedWork};
use crate::model::{LeaseModel, SystemState, Transition};
use crate::rules::Rule;

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

impl Transaction {
    /// Returns the transaction as it is sent once more.
    pub(crate) fn sent_again(self) -> Transaction {
        Transaction {
            stage: Stage::Sent,
            ..self
        }
    }
}

impl Room {
    /// Returns the room that continues from the stored events.
    fn from_store(live_match: &LiveMatch, recognizes_submissions: bool) -> Room {
        let events = live_match.events.len() as u8;
        Room {
            events,
            submissions: if recognizes_submissions { events } else { 0 },
        }
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
        let is_locked = state.transactions.iter().any(
            |other| matches!(other.stage, Stage::Open { lock, .. } if lock == Some(exclusive(epoch))),
        );
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

    fn can_begin(&self, state: &SystemState, transaction: Transaction) -> bool {
        transaction.stage == Stage::Sent
            && transaction.operation != Operation::Register
            && self
                .first_lock(state, transaction)
                .is_none_or(|lock| can_lock(state, transaction, lock))
    }

    fn can_abort(&self, state: &SystemState, transaction: Transaction) -> bool {
        let is_idle = !state.servers[usize::from(transaction.server)].is_running()
            && self.rules.has(Rule::AbortIdleTransactions);
        transaction.stage != Stage::Sent && (transaction.is_orphaned || is_idle)
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

    fn begin(&self, state: &mut SystemState, transaction: Transaction) {
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

    /// Opens the room and starts the director of what the server owns.
    fn adopt(&self, state: &mut SystemState, server: u8) {
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

/// Drops everything that a server knows, after a kill or the loss of its lease.
pub(crate) fn restart(state: &mut SystemState, server: u8) {
    state.servers[usize::from(server)] = Server::started();
    for transaction in &mut state.transactions {
        transaction.is_orphaned |= transaction.server == server;
    }
    state.transactions.sort_unstable();
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
