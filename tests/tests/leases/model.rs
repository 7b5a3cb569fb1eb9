//! The whole system as a model for the checker: its states and their transitions.

use std::fmt;

use stateright::{Model, Property};

use crate::database::{Database, Epoch, LiveMatch, ServerRow, Tournament};
use crate::faults::{Fault, FaultKind};
use crate::messages::Message;
use crate::pairings::PairingSet;
use crate::properties;
use crate::rules::Rules;
use crate::servers::{Server, ServerStep};
use crate::transactions::Transaction;
use crate::workers::{Worker, WorkerStep};

/// A configuration of the system. All servers are registered at first, and the first one
/// directs the tournament.
#[derive(Clone, Debug)]
pub(crate) struct LeaseModel {
    /// Number of servers, at least one.
    pub(crate) servers: u8,
    /// Number of workers; 0 without a tournament.
    pub(crate) workers: u8,
    /// Number of chunks of the tournament; 0 without a tournament.
    pub(crate) chunks: u8,
    /// Number of pairings of every chunk.
    pub(crate) chunk_size: u8,
    /// Number of submissions that end the live match; 0 without a live match.
    pub(crate) submissions: u8,
    /// Maximum number of faults.
    pub(crate) max_faults: u8,
    /// The kinds of faults that occur.
    pub(crate) fault_kinds: &'static [FaultKind],
    pub(crate) rules: Rules,
}

/// A state of the system.
#[derive(Clone, Eq, Hash, PartialEq)]
pub(crate) struct SystemState {
    pub(crate) database: Database,
    /// The servers by their addresses.
    pub(crate) servers: Vec<Server>,
    pub(crate) workers: Vec<Worker>,
    /// Transactions that are in flight, in ascending order.
    pub(crate) transactions: Vec<Transaction>,
    /// Messages between workers and servers, in ascending order.
    pub(crate) messages: Vec<Message>,
    /// Number of submissions that were answered to the client of the live match.
    pub(crate) answered: u8,
    /// Number of faults that occurred.
    pub(crate) faults: u8,
}

impl fmt::Debug for SystemState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "database: {:?}", self.database)?;
        writeln!(formatter, "servers: {:?}", self.servers)?;
        writeln!(formatter, "workers: {:?}", self.workers)?;
        writeln!(formatter, "transactions: {:?}", self.transactions)?;
        writeln!(formatter, "messages: {:?}", self.messages)?;
        write!(
            formatter,
            "answered: {}, faults: {}",
            self.answered, self.faults
        )
    }
}

/// A transition of the system.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Transition {
    /// A step of a server, of the database, or of the client of the live match.
    Server(ServerStep),
    /// A step of a worker, or the delivery of a message from or to it.
    Worker(WorkerStep),
    /// A fault.
    Fault(Fault),
}

impl SystemState {
    /// Adds a message to the network.
    pub(crate) fn send(&mut self, message: Message) {
        let index = self.messages.partition_point(|other| *other < message);
        self.messages.insert(index, message);
    }

    /// Removes one copy of a message from the network.
    pub(crate) fn remove_message(&mut self, message: Message) {
        if let Ok(index) = self.messages.binary_search(&message) {
            self.messages.remove(index);
        }
    }

    /// Adds a transaction that is in flight.
    pub(crate) fn add_transaction(&mut self, transaction: Transaction) {
        let index = self
            .transactions
            .partition_point(|other| *other < transaction);
        self.transactions.insert(index, transaction);
    }

    /// Removes one copy of a transaction that is in flight.
    pub(crate) fn remove_transaction(&mut self, transaction: Transaction) {
        if let Ok(index) = self.transactions.binary_search(&transaction) {
            self.transactions.remove(index);
        }
    }

    /// Returns whether a server can execute a request of a worker or a client.
    pub(crate) fn has_reachable_server(&self) -> bool {
        self.servers.iter().any(|server| {
            server.is_running()
                && server
                    .epoch
                    .is_some_and(|epoch| self.database.server(epoch).is_some())
        })
    }
}

impl LeaseModel {
    /// Returns whether the tournament has ended with all results, and the live match with all
    /// submissions answered.
    pub(crate) fn is_complete(&self, state: &SystemState) -> bool {
        let has_match_ended = state
            .database
            .live_match
            .as_ref()
            .is_some_and(LiveMatch::has_ended);
        state.database.tournament.is_complete()
            && state.database.tournament.has_ended
            && (self.submissions == 0 || has_match_ended)
            && state.answered == self.submissions
    }

    /// Returns whether no step follows a state unless there is a fault.
    pub(crate) fn is_quiescent(&self, state: &SystemState) -> bool {
        let mut steps = Vec::new();
        self.push_server_steps(state, &mut steps);
        self.push_worker_steps(state, &mut steps);
        steps.is_empty()
    }

    /// Maximum number of leases: every chunk is leased once, and once more for every fault.
    pub(crate) fn max_leases(&self) -> u8 {
        self.chunks + self.max_faults
    }

    /// Maximum number of registrations: one per server, and at most two for every fault, since a
    /// repeated registration ends the epoch of the first one.
    pub(crate) fn max_epoch(&self) -> Epoch {
        self.servers + 2 * self.max_faults
    }

    /// Maximum number of requests of a worker: one for every lease of any worker, and one for
    /// every fault, since a request can be lost or find no free chunk.
    pub(crate) fn max_requests(&self) -> u8 {
        self.max_leases() + self.max_faults
    }

    fn pairings(&self) -> u8 {
        self.chunks * self.chunk_size
    }
}

impl Model for LeaseModel {
    type State = SystemState;
    type Action = Transition;

    fn init_states(&self) -> Vec<SystemState> {
        let rows = (0..self.servers).map(|address| ServerRow {
            epoch: address + 1,
            address,
            is_expired: false,
        });
        let database = Database {
            servers: rows.collect(),
            next_epoch: self.servers + 1,
            live_match: None,
            tournament: Tournament {
                owner_epoch: 1,
                has_ended: self.chunks == 0,
                schedule: PairingSet::range(0, self.pairings()),
                chunks: Vec::new(),
                results: vec![0; usize::from(self.pairings())],
                sum: 0,
                leases: 0,
            },
        };
        let mut servers: Vec<_> = (1..=self.servers).map(Server::registered).collect();
        servers[0].has_director = self.chunks > 0;
        vec![SystemState {
            database,
            servers,
            workers: vec![Worker::default(); usize::from(self.workers)],
            transactions: Vec::new(),
            messages: Vec::new(),
            answered: 0,
            faults: 0,
        }]
    }

    fn actions(&self, state: &SystemState, actions: &mut Vec<Transition>) {
        self.push_server_steps(state, actions);
        self.push_worker_steps(state, actions);
        if state.faults < self.max_faults {
            self.push_faults(state, actions);
        }
    }

    fn next_state(&self, state: &SystemState, transition: Transition) -> Option<SystemState> {
        let mut next = state.clone();
        match transition {
            Transition::Server(step) => self.apply_server_step(&mut next, step),
            Transition::Worker(step) => self.apply_worker_step(&mut next, step),
            Transition::Fault(fault) => {
                next.faults += 1;
                self.apply_fault(&mut next, fault);
            }
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<LeaseModel>> {
        properties::all()
    }

    /// Keeps models with a broken rule finite, in which leases or registrations repeat for ever. The
    /// limits are loose enough that `BOUNDED` is violated before they are reached.
    fn within_boundary(&self, state: &SystemState) -> bool {
        state.database.tournament.leases <= self.max_leases() + 1
            && state.database.next_epoch <= self.max_epoch() + 2
            && (state.workers.iter()).all(|worker| worker.request <= self.max_requests() + 2)
    }
}
