//! The shutdown of a server.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tonic_health::server::HealthReporter;

use crate::bots::OnlineBots;
use crate::config::Config;
use crate::envs::Envs;
use crate::error::Error;
use crate::match_registry::MatchRegistry;
use crate::rpc::report_matches_draining;
use crate::tournaments::Tournaments;

/// Interval at which a draining server checks whether matches are still running.
const DRAIN_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The components that must come to rest before the server ends.
pub(crate) struct Draining {
    pub(crate) shutdown: CancellationToken,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) online_bots: Arc<OnlineBots>,
    pub(crate) tournaments: Tournaments,
    pub(crate) envs: Arc<Envs>,
}

impl Draining {
    /// Waits for `shutdown`; then rejects new matches, waits for running ones to end, and closes the
    /// streams.
    pub(crate) async fn drain(
        self,
        shutdown: impl Future<Output = ()>,
        reporter: HealthReporter,
        config: Config,
        draining: CancellationToken,
        stop: CancellationToken,
    ) {
        shutdown.await;
        tracing::info!("draining started");
        draining.cancel();
        self.reject_new();
        reporter
            .set_service_status("", tonic_health::ServingStatus::NotServing)
            .await;
        report_matches_draining(&reporter).await;
        let no_match_is_running = async {
            while self.registry.has_running_match().await {
                tokio::time::sleep(DRAIN_POLL_INTERVAL).await;
            }
        };
        if tokio::time::timeout(config.drain_limit(), no_match_is_running)
            .await
            .is_err()
        {
            if config.is_in_memory() {
                tracing::warn!(
                    "matches are still running; they end with the server, which has them in memory"
                );
            } else {
                tracing::warn!("matches are still running; they resume at the next start");
            }
        }
        self.end_all();
        stop.cancel();
    }

    fn reject_new(&self) {
        self.shutdown.cancel();
        self.registry.start_draining();
        self.tournaments.begin_drain();
        self.envs.start_draining();
    }

    fn end_all(&self) {
        self.registry.close_rooms();
        self.online_bots.close_streams(&Error::draining());
        self.envs.close_all();
    }

    /// Ends all matches and streams at once.
    pub(crate) fn end_now(&self) {
        self.reject_new();
        self.end_all();
    }
}
