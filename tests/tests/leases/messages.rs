//! Messages between workers and servers, which can be lost, duplicated, delayed and reordered.

use crate::pairings::PairingSet;

/// A lease of a chunk by a worker, as reports name it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct ChunkLease {
    pub(crate) worker: u8,
    /// First pairing of the chunk.
    pub(crate) chunk: u8,
    pub(crate) lease_epoch: u8,
}

/// A message in the network. A request goes to any server that is reachable, which executes the whole
/// transaction when the request is delivered.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Message {
    /// A request for a lease of any chunk.
    LeaseRequest { worker: u8, request: u8 },
    /// An answer: a chunk was leased, of which the given pairings have no result.
    Grant {
        lease: ChunkLease,
        request: u8,
        pairings: PairingSet,
    },
    /// A request to store all results that are not acknowledged.
    Report {
        lease: ChunkLease,
        seq: u8,
        results: PairingSet,
    },
    /// A report that has passed the checks and is not stored. Exists only if the rule is broken that
    /// makes both one transaction.
    CheckedReport {
        lease: ChunkLease,
        seq: u8,
        results: PairingSet,
    },
    /// An answer: the results of the report are stored.
    Acknowledgement {
        lease: ChunkLease,
        results: PairingSet,
    },
    /// An answer: the chunk does not exist, since all its results are stored.
    Finished {
        lease: ChunkLease,
        results: PairingSet,
    },
    /// An answer: the chunk was leased again, so the report is refused.
    Refusal { lease: ChunkLease },
}

impl Message {
    /// Returns the worker that sent the message or is to receive it.
    pub(crate) fn worker(self) -> u8 {
        match self {
            Message::LeaseRequest { worker, .. } => worker,
            Message::Grant { lease, .. }
            | Message::Report { lease, .. }
            | Message::CheckedReport { lease, .. }
            | Message::Acknowledgement { lease, .. }
            | Message::Finished { lease, .. }
            | Message::Refusal { lease } => lease.worker,
        }
    }
}
