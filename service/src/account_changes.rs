//! Changes of owners, bots and tokens that other servers of a database have stored.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::accounts::IssuedTokens;
use crate::bots::Bots;
use crate::error::Error;
use crate::lasting_task::await_step;
use crate::store::{SharedChange, SharedStore};

/// Time between two looks at the store, for notifications that were lost.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The task that applies what other servers have changed: revoked tokens grant nothing any more, and their streams end.
pub(crate) struct AccountChanges {
    pub(crate) bots: Arc<Bots>,
    pub(crate) issued_tokens: Arc<IssuedTokens>,
    pub(crate) store: Arc<dyn SharedStore>,
}

impl AccountChanges {
    /// Runs until the server is shutting down.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        while await_step("account changes", self.follow(&shutdown))
            .await
            .is_none()
        {}
    }

    async fn follow(&self, shutdown: &CancellationToken) {
        let mut changes = self.store.changes();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = tokio::time::sleep(CHECK_INTERVAL) => {}
                change = changes.recv() => match change {
                    Ok(SharedChange::AccountsChanged) | Err(RecvError::Lagged(_)) => {}
                    Ok(_) => continue,
                    // The store is being closed.
                    Err(RecvError::Closed) => return,
                }
            }
            if let Err(error) = self.apply().await {
                tracing::debug!(%error, "changes of accounts not read");
            }
        }
    }

    async fn apply(&self) -> Result<(), Error> {
        self.issued_tokens.reload().await?;
        self.bots.apply_account_changes().await
    }
}
