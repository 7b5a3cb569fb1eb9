//! How a client reconnects after lost connections.

use std::time::Duration;

use crate::client::Client;
use crate::error::ClientError;

/// Counts consecutive failures, and waits before each reconnect.
#[derive(Debug)]
pub struct Reconnects {
    failures: u32,
    max_failures: u32,
    delay: Duration,
}

/// At most 50 attempts in a row, 200 ms apart: ten seconds.
impl Default for Reconnects {
    fn default() -> Self {
        Self::new(50, Duration::from_millis(200))
    }
}

impl Reconnects {
    /// Creates a limit of consecutive attempts, with the delay before each.
    pub const fn new(max_failures: u32, delay: Duration) -> Self {
        Self {
            failures: 0,
            max_failures,
            delay,
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
        self.failures = if has_progressed { 0 } else { self.failures + 1 };
        if !error.is_transient() || self.failures > self.max_failures {
            return Err(error);
        }
        self.pause().await;
        Ok(())
    }

    /// Waits before the next attempt like [`wait`](Self::wait), and returns the connection for it: a player follows its match
    /// to another server of the same database.
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
        let next = client.after(&error).await;
        self.wait(error, has_progressed).await?;
        Ok(next.unwrap_or_else(|_| client.clone()))
    }

    /// Forgets earlier failures, after an attempt that has succeeded.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    /// Waits before the next attempt.
    pub(crate) async fn pause(&self) {
        tokio::time::sleep(self.delay).await;
    }
}
