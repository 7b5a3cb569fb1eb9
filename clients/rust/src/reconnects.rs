//! How a client reconnects after lost connections.

use std::time::Duration;

use crate::error::ClientError;

/// Maximum number of consecutive reconnects.
const MAX_RECONNECTS: u32 = 50;

/// Delay before each reconnect.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Counts consecutive failures, and waits before each reconnect.
#[derive(Debug, Default)]
pub struct Reconnects {
    failures: u32,
}

impl Reconnects {
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
    /// Returns the error if another attempt is useless, or 50 attempts in a row, in ten seconds, have failed.
    pub async fn wait(
        &mut self,
        error: ClientError,
        has_progressed: bool,
    ) -> Result<(), ClientError> {
        self.failures = if has_progressed { 0 } else { self.failures + 1 };
        if !error.is_transient() || self.failures > MAX_RECONNECTS {
            return Err(error);
        }
        self.pause().await;
        Ok(())
    }

    /// Waits before the next attempt after one that has succeeded and ended.
    pub(crate) async fn pause(&self) {
        tokio::time::sleep(RETRY_DELAY).await;
    }
}
