//! The tables of the database, and the changes of transactions.

use crate::messages::{ChunkLease, Message};
use crate::pairings::PairingSet;
use crate::rules::{Rule, Rules};

/// The number of a server's registration; never used twice.
pub(crate) type Epoch = u8;

/// The unfinished work of an epoch.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct UnfinishedWork {
    pub(crate) live_match: bool,
    pub(crate) tournament: bool,
}

/// The committed contents of all tables.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Database {
    /// The leases of the servers, in ascending order of epochs.
    pub(crate) servers: Vec<ServerRow>,
    /// The epoch of the next registration.
    pub(crate) next_epoch: Epoch,
    /// The live match; `None` before it is created.
    pub(crate) live_match: Option<LiveMatch>,
    /// The tournament.
    pub(crate) tournament: Tournament,
}

/// The lease of a server.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct ServerRow {
    pub(crate) epoch: Epoch,
    /// The server that registered, by its address.
    pub(crate) address: u8,
    /// Whether the lease has expired by the clock of the database.
    pub(crate) is_expired: bool,
}

/// A match that is played in a room.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct LiveMatch {
    pub(crate) owner_epoch: Epoch,
    /// The submission of which each event is the result.
    pub(crate) events: Vec<u8>,
    /// Number of events with which the match ends.
    pub(crate) length: u8,
    /// Whether an append of another epoch than the owner was committed.
    pub(crate) has_foreign_event: bool,
}

impl LiveMatch {
    /// Returns whether the match has all its events.
    pub(crate) fn has_ended(&self) -> bool {
        self.events.len() >= usize::from(self.length)
    }
}

/// A tournament with its chunks and results.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Tournament {
    pub(crate) owner_epoch: Epoch,
    pub(crate) has_ended: bool,
    /// Pairings of the schedule.
    pub(crate) schedule: PairingSet,
    /// The chunks that have a pairing without a result, in ascending order of first pairings.
    pub(crate) chunks: Vec<Chunk>,
    /// Number of counted results of every pairing.
    pub(crate) results: Vec<u8>,
    /// Sum of the points of all counted results.
    pub(crate) sum: u32,
    /// Number of leases that were granted.
    pub(crate) leases: u8,
}

/// A range of consecutive pairings that are leased together.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Chunk {
    pub(crate) first: u8,
    pub(crate) count: u8,
    /// Number of leases that were granted of this chunk; 0 while it was never leased.
    pub(crate) lease_epoch: u8,
    /// Whether the chunk is leased to a worker and the lease has not expired.
    pub(crate) is_leased: bool,
    /// Number of the last report that was committed under the current lease.
    pub(crate) report_seq: u8,
}

impl Chunk {
    /// Returns the pairings of the chunk.
    pub(crate) fn pairings(&self) -> PairingSet {
        PairingSet::range(self.first, self.count)
    }

    /// Returns whether the chunk can be leased.
    pub(crate) fn can_be_leased(&self, rules: Rules) -> bool {
        !self.is_leased && (self.lease_epoch == 0 || rules.has(Rule::LeaseExpiredChunks))
    }
}

/// Returns the points of a pairing's result: powers of four, so that each sum has one explanation.
pub(crate) fn points(pairing: u8) -> u32 {
    1 << (2 * u32::from(pairing))
}

impl ServerRow {
    /// Returns whether the server at the address may take over: from expired epochs, and at once from
    /// its own previous epochs.
    pub(crate) fn can_be_taken_over(&self, address: u8) -> bool {
        self.is_expired || self.address == address
    }
}

impl Database {
    /// Returns the row of an epoch, or `None` if it does not exist.
    pub(crate) fn server(&self, epoch: Epoch) -> Option<&ServerRow> {
        self.servers.iter().find(|row| row.epoch == epoch)
    }

    /// Returns the row of an epoch for a change, or `None` if it does not exist.
    pub(crate) fn server_mut(&mut self, epoch: Epoch) -> Option<&mut ServerRow> {
        self.servers.iter_mut().find(|row| row.epoch == epoch)
    }

    /// Registers the server at the address, and takes over its previous epoch.
    pub(crate) fn register(&mut self, address: u8, rules: Rules) -> Epoch {
        let epoch = self.next_epoch;
        self.next_epoch += 1;
        while rules.has(Rule::TakeOverAtRegistration)
            && let Some(previous) = self.servers.iter().find(|row| row.address == address)
        {
            let previous = previous.epoch;
            let work = self.unfinished_work(previous);
            self.take_over(previous, epoch, work, rules);
        }
        self.servers.push(ServerRow {
            epoch,
            address,
            is_expired: false,
        });
        epoch
    }

    /// Returns the unfinished work of an epoch.
    pub(crate) fn unfinished_work(&self, epoch: Epoch) -> UnfinishedWork {
        let is_owned =
            |live_match: &LiveMatch| live_match.owner_epoch == epoch && !live_match.has_ended();
        UnfinishedWork {
            live_match: self.live_match.as_ref().is_some_and(is_owned),
            tournament: self.tournament.owner_epoch == epoch && !self.tournament.has_ended,
        }
    }

    /// Deletes the row of an epoch, and moves its unfinished work to another epoch.
    pub(crate) fn take_over(&mut self, from: Epoch, to: Epoch, work: UnfinishedWork, rules: Rules) {
        self.servers.retain(|row| row.epoch != from);
        if !rules.has(Rule::TakeOverUnfinished) {
            return;
        }
        if let Some(live_match) = &mut self.live_match
            && work.live_match
        {
            live_match.owner_epoch = to;
        }
        if work.tournament {
            self.tournament.owner_epoch = to;
        }
    }

    /// Creates the live match, unless its request created it before.
    pub(crate) fn create_match(&mut self, owner_epoch: Epoch, length: u8) {
        self.live_match.get_or_insert(LiveMatch {
            owner_epoch,
            events: Vec::new(),
            length,
            has_foreign_event: false,
        });
    }

    /// Appends the event of a submission, unless the checks of the owner or of the number of events
    /// refuse it.
    pub(crate) fn append(&mut self, epoch: Epoch, expected: u8, submission: u8, rules: Rules) {
        let Some(live_match) = &mut self.live_match else {
            return;
        };
        let is_owner = live_match.owner_epoch == epoch;
        let is_stale = live_match.events.len() != usize::from(expected);
        if live_match.has_ended()
            || !is_owner && rules.has(Rule::CheckOwner)
            || is_stale && rules.has(Rule::CheckExpectedEvents)
        {
            return;
        }
        live_match.events.push(submission);
        live_match.has_foreign_event |= !is_owner;
    }
}

impl Tournament {
    /// Returns the pairings that have a result.
    pub(crate) fn pairings_with_result(&self) -> PairingSet {
        let counted = |&pairing: &u8| self.results[usize::from(pairing)] > 0;
        (0..self.results.len() as u8)
            .filter(counted)
            .fold(PairingSet::EMPTY, PairingSet::with)
    }

    /// Returns the pairings that have neither a result nor a chunk.
    pub(crate) fn missing_pairings(&self) -> PairingSet {
        self.chunks.iter().fold(
            self.schedule.minus(self.pairings_with_result()),
            |missing, chunk| missing.minus(chunk.pairings()),
        )
    }

    /// Returns whether every pairing has a result.
    pub(crate) fn is_complete(&self) -> bool {
        self.pairings_with_result() == self.schedule
    }

    /// Returns the chunk that starts with the pairing, or `None` if it does not exist.
    pub(crate) fn chunk(&self, first: u8) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| chunk.first == first)
    }

    /// Returns the chunk of a lease for a change, or `None` if it does not exist.
    pub(crate) fn chunk_mut(&mut self, first: u8) -> Option<&mut Chunk> {
        self.chunks.iter_mut().find(|chunk| chunk.first == first)
    }

    /// Stores a chunk. A chunk with the same first pairing conflicts with it by the table's key.
    pub(crate) fn create_chunk(&mut self, epoch: Epoch, first: u8, count: u8, rules: Rules) {
        let is_missing = PairingSet::range(first, count).is_subset(self.missing_pairings());
        if self.owner_epoch != epoch
            || self.chunk(first).is_some()
            || !is_missing && rules.has(Rule::CreateOnlyMissingChunks)
        {
            return;
        }
        self.chunks.push(Chunk {
            first,
            count,
            lease_epoch: 0,
            is_leased: false,
            report_seq: 0,
        });
        self.chunks.sort_by_key(|chunk| chunk.first);
    }

    /// Ends the tournament if every pairing has a result.
    pub(crate) fn end(&mut self, epoch: Epoch) {
        if self.owner_epoch == epoch && self.is_complete() && self.chunks.is_empty() {
            self.has_ended = true;
        }
    }

    /// Leases the first free or expired chunk and returns the grant, or `None` without such a chunk.
    pub(crate) fn lease_chunk(&mut self, worker: u8, request: u8, rules: Rules) -> Option<Message> {
        let counted = self.pairings_with_result();
        let chunk = self
            .chunks
            .iter_mut()
            .find(|chunk| chunk.can_be_leased(rules))?;
        chunk.lease_epoch += 1;
        chunk.is_leased = true;
        if rules.has(Rule::ResetReportSeq) {
            chunk.report_seq = 0;
        }
        self.leases += 1;
        Some(Message::Grant {
            lease: ChunkLease {
                worker,
                chunk: chunk.first,
                lease_epoch: chunk.lease_epoch,
            },
            request,
            pairings: chunk.pairings().minus(counted),
        })
    }

    /// Returns the answer to a report that changes nothing, or `None` if the report is to be stored.
    pub(crate) fn answer_without_change(
        &self,
        lease: ChunkLease,
        seq: u8,
        results: PairingSet,
        rules: Rules,
    ) -> Option<Message> {
        let Some(chunk) = self.chunk(lease.chunk) else {
            return Some(Message::Finished { lease, results });
        };
        if chunk.lease_epoch != lease.lease_epoch && rules.has(Rule::CheckLeaseEpoch) {
            return Some(Message::Refusal { lease });
        }
        (seq <= chunk.report_seq && rules.has(Rule::CheckReportSeq))
            .then_some(Message::Acknowledgement { lease, results })
    }

    /// Stores the results of a report that passed the checks, and returns its answer.
    pub(crate) fn store_report(
        &mut self,
        lease: ChunkLease,
        seq: u8,
        results: PairingSet,
        rules: Rules,
    ) -> Message {
        for pairing in results.iter() {
            let rows = &mut self.results[usize::from(pairing)];
            let is_inserted = *rows == 0 || !rules.has(Rule::UniqueResults);
            if is_inserted {
                *rows += 1;
            }
            if is_inserted || !rules.has(Rule::AbsoluteResults) {
                self.sum += points(pairing);
            }
        }
        let counted = self.pairings_with_result();
        if let Some(chunk) = self.chunk_mut(lease.chunk) {
            chunk.report_seq = seq;
        }
        self.chunks
            .retain(|chunk| !chunk.pairings().is_subset(counted));
        Message::Acknowledgement { lease, results }
    }
}
