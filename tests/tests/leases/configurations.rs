//! The configurations that are explored: small, since the number of states grows exponentially with
//! each of their numbers.

use crate::faults::FaultKind;
use crate::model::LeaseModel;
use crate::rules::Rules;

/// A live match on two servers.
pub(crate) const LIVE_MATCH: LeaseModel = LeaseModel {
    servers: 2,
    workers: 0,
    chunks: 0,
    chunk_size: 0,
    submissions: 2,
    max_faults: 2,
    fault_kinds: &[FaultKind::Server, FaultKind::Database],
    rules: Rules::ALL,
};

/// Two workers and two chunks on a server without faults.
pub(crate) const TWO_WORKERS: LeaseModel = LeaseModel {
    servers: 1,
    workers: 2,
    chunks: 2,
    chunk_size: 1,
    submissions: 0,
    max_faults: 1,
    fault_kinds: &[FaultKind::Network, FaultKind::Worker],
    rules: Rules::ALL,
};

/// Two workers and one chunk of two pairings, so that workers report parts of a chunk.
pub(crate) const SHARED_CHUNK: LeaseModel = LeaseModel {
    chunks: 1,
    chunk_size: 2,
    ..TWO_WORKERS
};

/// One worker and one chunk of two pairings, with more faults.
pub(crate) const ONE_WORKER: LeaseModel = LeaseModel {
    workers: 1,
    max_faults: 2,
    ..SHARED_CHUNK
};

/// One worker that leases a second chunk after the first one, with more faults.
pub(crate) const NEXT_CHUNK: LeaseModel = LeaseModel {
    chunks: 2,
    ..ONE_WORKER
};

/// Two servers, two workers and two chunks, with a fault of any kind.
pub(crate) const TWO_OF_EACH: LeaseModel = LeaseModel {
    servers: 2,
    fault_kinds: &FaultKind::ALL,
    ..TWO_WORKERS
};

/// One worker and one pairing on two servers, with two faults of any kind.
pub(crate) const ONE_PAIRING: LeaseModel = LeaseModel {
    workers: 1,
    chunks: 1,
    max_faults: 2,
    ..TWO_OF_EACH
};

/// A live match and a tournament of one pairing, with a fault of any kind.
pub(crate) const MATCH_AND_TOURNAMENT: LeaseModel = LeaseModel {
    submissions: 1,
    max_faults: 1,
    ..ONE_PAIRING
};
