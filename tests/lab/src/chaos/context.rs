//! What all parts of the trials share: the server's address, its current run, and violations.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use proto::MatchState;
use tokio::sync::watch;

use super::durability_promise::DurabilityPromise;
use super::violation::Violations;

/// Delay before a failed call is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(3);

/// One run of the server, from its start to its kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ServerRun {
    pub(super) number: u64,
    /// Whether the server is accepting connections.
    pub(super) is_up: bool,
}

/// The shared state of all trials.
pub(super) struct TrialContext {
    pub(super) address: String,
    server_run: watch::Sender<ServerRun>,
    pub(super) violations: Violations,
    pub(super) promise: Arc<DurabilityPromise>,
    /// The last known state of each match, with the number of the server run in which it was read.
    match_states: Mutex<BTreeMap<String, (u64, MatchState)>>,
}

impl TrialContext {
    pub(super) fn new(address: String, promise: DurabilityPromise) -> Self {
        Self {
            address,
            server_run: watch::Sender::new(ServerRun::default()),
            violations: Violations::default(),
            promise: Arc::new(promise),
            match_states: Mutex::default(),
        }
    }

    /// Sets the current server run.
    pub(super) fn set_server_run(&self, server_run: ServerRun) {
        self.server_run.send_replace(server_run);
    }

    /// Waits until the server is up.
    pub(super) async fn wait_until_up(&self) {
        // The sender lives as long as the context.
        let _ = self.server_run.subscribe().wait_for(|run| run.is_up).await;
    }

    /// Returns the current run of the server, or the last one while it is down.
    pub(super) fn server_run(&self) -> ServerRun {
        *self.server_run.borrow()
    }

    /// Records the state of a match in the current server run.
    pub(super) fn record_state(&self, name: &str, state: MatchState) {
        let run = self.server_run();
        if run.is_up {
            let mut states = self
                .match_states
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            states.insert(name.into(), (run.number, state));
        }
    }

    /// Removes a match that is finished and compared.
    pub(super) fn forget(&self, name: &str) {
        let mut states = self
            .match_states
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        states.remove(name);
    }

    /// Returns the number of matches known to be running in the current server run.
    pub(super) fn running(&self) -> usize {
        let states = self
            .match_states
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let running = (self.server_run().number, MatchState::Running);
        states.values().filter(|state| **state == running).count()
    }

    /// Lists the open matches with their states, for the message about a stall.
    pub(super) fn open_matches(&self) -> Vec<String> {
        let states = self
            .match_states
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let line = |(name, (_, state)): (&String, &(u64, MatchState))| {
            format!("{name} {}", state.as_str_name())
        };
        states.iter().map(line).collect()
    }

    /// Calls the server, again after every kill, until it answers.
    pub(super) async fn call<T, F: Future<Output = Result<T, ClientError>>>(
        &self,
        request: impl Fn(Client) -> F,
    ) -> Result<T, ClientError> {
        loop {
            self.wait_until_up().await;
            let response = match Client::connect(&self.address).await {
                Ok(client) => request(client).await,
                Err(error) => Err(error),
            };
            match response {
                Err(error) if is_kill_related(&error) => tokio::time::sleep(RETRY_DELAY).await,
                response => return response,
            }
        }
    }
}

/// Returns `true` if the server does not know the match.
pub(super) fn is_not_found(error: &ClientError) -> bool {
    matches!(error, ClientError::Rejected { reason, .. } if reason.name() == "NOT_FOUND")
}

/// Returns `true` if the error can be the effect of a killed server.
pub(super) fn is_kill_related(error: &ClientError) -> bool {
    match error {
        // The connection broke in the middle of a frame.
        ClientError::Rejected { reason, .. } if reason.name() == "INTERNAL" => true,
        // The room closed at this moment.
        ClientError::Rejected { message, .. } if message.contains("just closed") => true,
        error => error.is_transient(),
    }
}
