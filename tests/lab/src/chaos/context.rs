//! What everybody in the trials shares: where the server is, whether it is up, what was found.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use proto::MatchState;
use tokio::sync::watch;

use super::fault::Violations;

/// How long a call waits before it is tried again.
const PAUSE: Duration = Duration::from_millis(3);

/// One life of the server, from its start to its kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ServerRun {
    pub(super) number: u64,
    /// Whether it serves now.
    pub(super) is_up: bool,
}

/// The hall in which all matches are played.
pub(super) struct TrialContext {
    pub(super) address: String,
    life: watch::Sender<ServerRun>,
    pub(super) faults: Violations,
    /// Where each match stood when it was seen last, and in which of the server's lives.
    seen: Mutex<BTreeMap<String, (u64, MatchState)>>,
}

impl TrialContext {
    pub(super) fn new(address: String) -> Self {
        Self {
            address,
            life: watch::Sender::new(ServerRun::default()),
            faults: Violations::default(),
            seen: Mutex::default(),
        }
    }

    /// Says that the server serves, or does so no more.
    pub(super) fn set_server_run(&self, life: ServerRun) {
        self.life.send_replace(life);
    }

    /// Waits until the server serves.
    pub(super) async fn wait_until_up(&self) {
        // The sender lives as long as the hall.
        let _ = self.life.subscribe().wait_for(|life| life.is_up).await;
    }

    /// The server's present life, or its last one.
    pub(super) fn life(&self) -> ServerRun {
        *self.life.borrow()
    }

    /// Notes where a match stands.
    pub(super) fn record_state(&self, name: &str, state: MatchState) {
        let life = self.life();
        if life.is_up {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.insert(name.into(), (life.number, state));
        }
    }

    /// Forgets a match that is done with.
    pub(super) fn forget(&self, name: &str) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.remove(name);
    }

    /// How many matches are known to be running in this life of the server.
    pub(super) fn running(&self) -> usize {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let here = (self.life().number, MatchState::Running);
        let runs = |place: &&(u64, MatchState)| **place == here;
        seen.values().filter(runs).count()
    }

    /// Matches that are being played, for whoever asks why nothing goes on.
    pub(super) fn open_matches(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |(name, (_, state)): (&String, &(u64, MatchState))| {
            format!("{name} {}", state.as_str_name())
        };
        seen.iter().map(line).collect()
    }

    /// Calls the server until it has answered, however often it is killed meanwhile.
    pub(super) async fn call<T, F: Future<Output = Result<T, ClientError>>>(
        &self,
        request: impl Fn(Client) -> F,
    ) -> Result<T, ClientError> {
        loop {
            self.wait_until_up().await;
            let answer = match Client::connect(&self.address).await {
                Ok(client) => request(client).await,
                Err(error) => Err(error),
            };
            match answer {
                Err(error) if is_kill_related(&error) => tokio::time::sleep(PAUSE).await,
                answer => return answer,
            }
        }
    }
}

/// Whether an error comes of a server that was killed.
pub(super) fn is_kill_related(error: &ClientError) -> bool {
    match error {
        // A connection that breaks in the middle of a frame.
        ClientError::Rejected { reason, .. } if reason == "INTERNAL" => true,
        // A room that closes at this very moment.
        ClientError::Rejected { message, .. } if message.contains("just closed") => true,
        error => error.is_transient(),
    }
}
