//! The renewal of the leases of a worker.

use std::sync::Arc;
use std::time::Duration;

use botwerk_client::worker_proto as proto;

use super::server_calls::CallError;
use super::state::WorkerState;

/// Renews all leases until the worker ends.
pub(super) async fn renew_leases(state: Arc<WorkerState>) {
    loop {
        tokio::time::sleep(state.lease_time() / 3).await;
        let request = proto::RenewLeasesRequest {
            worker: Some(state.info()),
            leases: state.leases().list(),
        };
        let renewed = state.calls().call(Duration::ZERO, async |mut client| {
            client.renew_leases(request).await
        });
        match renewed.await {
            Ok(renewed) => renewed
                .ended
                .iter()
                .for_each(|lease| state.leases().end(lease)),
            Err(CallError::Unavailable(message)) => {
                tracing::warn!(message, "leases not renewed");
            }
            Err(CallError::Rejected(status)) => state.reject(status),
        }
    }
}
