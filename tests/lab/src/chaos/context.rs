//! What everybody in the trials shares: where the server is, whether it is up, what was found.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use proto::MatchState;
use tokio::sync::watch;

use super::fault::Faults;

/// How long a call waits before it is tried again.
const PAUSE: Duration = Duration::from_millis(3);

/// One life of the server, from its start to its kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Life {
    pub(super) number: u64,
    /// Whether it serves now.
    pub(super) serves: bool,
}

/// The hall in which all matches are played.
pub(super) struct Hall {
    pub(super) address: String,
    life: watch::Sender<Life>,
    pub(super) faults: Faults,
    /// Where each match stood when it was seen last, and in which of the server's lives.
    seen: Mutex<BTreeMap<String, (u64, MatchState)>>,
}

impl Hall {
    pub(super) fn new(address: String) -> Self {
        Self {
            address,
            life: watch::Sender::new(Life::default()),
            faults: Faults::default(),
            seen: Mutex::default(),
        }
    }

    /// Says that the server serves, or does so no more.
    pub(super) fn set_life(&self, life: Life) {
        self.life.send_replace(life);
    }

    /// Waits until the server serves.
    pub(super) async fn up(&self) {
        // The sender lives as long as the hall.
        let _ = self.life.subscribe().wait_for(|life| life.serves).await;
    }

    /// The server's present life, or its last one.
    pub(super) fn life(&self) -> Life {
        *self.life.borrow()
    }

    /// Notes where a match stands.
    pub(super) fn saw(&self, name: &str, state: MatchState) {
        let life = self.life();
        if life.serves {
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
            self.up().await;
            let answer = match Client::connect(&self.address).await {
                Ok(client) => request(client).await,
                Err(error) => Err(error),
            };
            match answer {
                Err(error) if may_pass(&error) => tokio::time::sleep(PAUSE).await,
                answer => return answer,
            }
        }
    }
}

/// Whether an error comes of a server that was killed.
pub(super) fn may_pass(error: &ClientError) -> bool {
    match error {
        // A connection that breaks in the middle of a frame.
        ClientError::Refused { reason, .. } if reason == "INTERNAL" => true,
        // A room that closes at this very moment.
        ClientError::Refused { message, .. } if message.contains("just closed") => true,
        error => error.is_passing(),
    }
}
