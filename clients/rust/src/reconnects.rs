//! How a client reconnects after lost connections.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::Duration;

use crate::bot_log;
use crate::client::{Client, ConnectOptions};
use crate::error::ClientError;

/// Delay before the first attempt. It doubles with every further one.
const MIN_DELAY: Duration = Duration::from_millis(100);

/// Maximum delay before an attempt.
const MAX_DELAY: Duration = Duration::from_secs(2);

/// Number of failures between two lines of the log about the same outage.
const FAILURES_PER_LINE: u32 = 15;

/// Counts consecutive failures, and waits before each reconnect.
#[derive(Debug)]
pub struct Reconnects {
    failures: u32,
    /// `None` without a limit.
    max_failures: Option<u32>,
    min_delay: Duration,
    max_delay: Duration,
    /// What connects, for the log.
    subject: String,
}

/// Attempts without a limit, the first after 0.1 s, later ones every 2 s, with random parts so that bots do not connect
/// all at once.
impl Default for Reconnects {
    fn default() -> Self {
        Self {
            failures: 0,
            max_failures: None,
            min_delay: MIN_DELAY,
            max_delay: MAX_DELAY,
            subject: "connection".into(),
        }
    }
}

impl Reconnects {
    /// Creates a limit of consecutive attempts, with the delay before each.
    pub fn new(max_failures: u32, delay: Duration) -> Self {
        Self {
            max_failures: Some(max_failures),
            min_delay: delay,
            max_delay: delay,
            ..Self::default()
        }
    }

    /// Names what connects, such as a match, in the log of [`reconnect`](Self::reconnect).
    pub fn with_subject(self, subject: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            ..self
        }
    }

    /// Waits before the next attempt. `has_progressed` is whether the failed attempt received anything.
    ///
    /// ```
    /// use botwerk_client::{ClientError, Reconnects};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let mut reconnects = Reconnects::default();
    /// let lost = ClientError::Unreachable("connection refused".into());
    /// assert!(reconnects.wait(lost, true).await.is_ok());
    /// let illegal = ClientError::Protocol("no such message".into());
    /// assert!(reconnects.wait(illegal, true).await.is_err());
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns the error if another attempt is useless, or the limit of attempts in a row is reached.
    pub async fn wait(
        &mut self,
        error: ClientError,
        has_progressed: bool,
    ) -> Result<(), ClientError> {
        if has_progressed {
            self.reset();
        }
        let is_exhausted = self.max_failures.is_some_and(|max| self.failures >= max);
        if !error.is_transient() || is_exhausted {
            return Err(error);
        }
        self.pause().await;
        Ok(())
    }

    /// Waits before the next attempt like [`wait`](Self::wait), and returns the connection for it: a player follows its match
    /// to another server of the same database. Writes a line about the failure to standard error.
    ///
    /// ```
    /// use botwerk_client::{Client, ClientError, Reconnects};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ClientError> {
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let address = server.address();
    /// let client = Client::connect(&address).await?;
    /// let mut reconnects = Reconnects::default();
    /// let lost = ClientError::Unreachable("connection refused".into());
    /// let client = reconnects.reconnect(&client, lost, true).await?;
    /// # drop(client);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns the error as [`wait`](Self::wait) does.
    pub async fn reconnect(
        &mut self,
        client: &Client,
        error: ClientError,
        has_progressed: bool,
    ) -> Result<Client, ClientError> {
        if has_progressed {
            self.reset();
        }
        self.log(&client.server(), &error);
        let next = client.after(&error).await;
        self.wait(error, has_progressed).await?;
        Ok(next.unwrap_or_else(|_| client.clone()))
    }

    /// Waits before the next attempt to connect to a server that has not answered yet.
    ///
    /// # Errors
    /// Returns the error as [`wait`](Self::wait) does.
    pub(crate) async fn wait_for_server(
        &mut self,
        server: &str,
        error: ClientError,
    ) -> Result<(), ClientError> {
        self.log(server, &error);
        self.wait(error, false).await
    }

    /// Writes a line about a failure, unless one was written for the same outage a short time ago.
    fn log(&self, server: &str, error: &ClientError) {
        if error.is_transient() && self.failures.is_multiple_of(FAILURES_PER_LINE) {
            let message = format!("connecting again to {server}: {error}");
            bot_log::write_line(&self.subject, message);
        }
    }

    /// Forgets earlier failures, after an attempt that has succeeded.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    /// Waits before the next attempt.
    pub(crate) async fn pause(&mut self) {
        let doubled = self.min_delay * 2_u32.pow(self.failures.min(10));
        let delay = doubled.min(self.max_delay);
        self.failures = self.failures.saturating_add(1);
        tokio::time::sleep(delay.mul_f64(0.75 + random_fraction() / 2.0)).await;
    }
}

impl Client {
    /// Connects like [`connect_with`](Self::connect_with), and waits for a server that does not answer yet, as bots do.
    ///
    /// ```
    /// use botwerk_client::{Client, ConnectOptions};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), botwerk_client::ClientError> {
    /// # let server = botwerk_tests::TestServer::in_memory().await;
    /// # let address = server.address();
    /// let options = ConnectOptions::from_environment()?;
    /// let client = Client::connect_when_reachable(&address, &options).await?;
    /// # drop(client);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error as [`connect_with`](Self::connect_with) does, but not while no server answers.
    pub async fn connect_when_reachable(
        server: &str,
        options: &ConnectOptions,
    ) -> Result<Self, ClientError> {
        let mut reconnects = Reconnects::default();
        loop {
            match Self::connect_with(server, options).await {
                Ok(client) => return Ok(client),
                Err(error) => reconnects.wait_for_server(server, error).await?,
            }
        }
    }
}

/// Returns a random number from 0 to 1.
fn random_fraction() -> f64 {
    // Every state has random keys.
    RandomState::new().hash_one(0) as f64 / u64::MAX as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn delays_double_up_to_two_seconds_and_never_end() {
        let mut reconnects = Reconnects::default();
        let lost = ClientError::Unreachable("connection refused".into());
        let mut delays = Vec::new();
        for _ in 0..200 {
            let start = tokio::time::Instant::now();
            reconnects.wait(lost.clone(), false).await.unwrap();
            delays.push(start.elapsed().as_secs_f64());
        }
        for (delay, expected) in delays.iter().zip([0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]) {
            assert!(
                (expected * 0.74..expected * 1.27).contains(delay),
                "{delays:?}"
            );
        }
        assert!(delays.iter().all(|delay| *delay < 2.6), "{delays:?}");
        let last = &delays[190..];
        assert!(
            last.iter().any(|delay| (delay - last[0]).abs() > 1e-6),
            "no random part: {last:?}"
        );
        // What has worked in between starts the delays again.
        let start = tokio::time::Instant::now();
        reconnects.wait(lost, true).await.unwrap();
        assert!(start.elapsed() < Duration::from_millis(130));
    }
}
