//! Workers of tests.

use botwerk_client::worker_proto as proto;
use botwerk_service::worker_id;

/// Returns a worker with one slot, whose id follows from its secret.
pub fn worker(secret: &str) -> proto::WorkerInfo {
    proto::WorkerInfo {
        id: worker_id(secret),
        host: "a host".into(),
        slots: 1,
        cores: 4,
        version: "1".into(),
        load_percent: 0,
        secret: secret.into(),
        protocol: proto::PROTOCOL,
    }
}
