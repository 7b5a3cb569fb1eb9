//! Notifications between the servers of a database. They have ids only: everything else is read from the tables.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio_postgres::{AsyncMessage, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::lease::LeaseState;
use super::pool;
use crate::ids::TournamentId;
use crate::lasting_task::await_step;
use crate::store::{SharedChange, StoreError};

/// The channel of all servers.
const CHANNEL: &str = "botwerk";

/// Number of changes that a slow receiver may fall behind.
const CAPACITY: usize = 1024;

/// Time before the listener connects again.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// What a transaction notifies the other servers of.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Notifications {
    has_new_chunk: bool,
    has_changed_accounts: bool,
    /// The tournaments of other servers that have new results.
    results: BTreeSet<TournamentId>,
}

impl Notifications {
    /// Adds that a chunk can be leased.
    pub(super) fn add_chunk(&mut self) {
        self.has_new_chunk = true;
    }

    /// Adds that owners, bots or tokens have changed, so that a token may be revoked.
    pub(super) fn add_accounts(&mut self) {
        self.has_changed_accounts = true;
    }

    /// Adds that a tournament of another server has new results.
    pub(super) fn add_results(&mut self, id: &TournamentId) {
        // Other text, which only a copied database can have as an id, is not part of a statement.
        if id
            .as_str()
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            self.results.insert(id.clone());
        }
    }

    /// Returns the statements that commit a transaction. The notifications follow the commit in the same message: within the
    /// transaction they would keep all other servers from committing until the disk is synced.
    pub(super) fn commit(&self, epoch: i64) -> String {
        let mut sql = String::from("COMMIT");
        if self.has_new_chunk {
            // Writing to a string never fails.
            let _ = write!(sql, "; NOTIFY {CHANNEL}, '{epoch} chunk'");
        }
        if self.has_changed_accounts {
            let _ = write!(sql, "; NOTIFY {CHANNEL}, '{epoch} bot'");
        }
        for id in &self.results {
            let _ = write!(sql, "; NOTIFY {CHANNEL}, '{epoch} results {id}'");
        }
        sql
    }
}

/// Returns the change of a notification, or `None` if it is this server's own or not understood.
fn parse(payload: &str, own_epoch: i64) -> Option<SharedChange> {
    let (epoch, change) = payload.split_once(' ')?;
    if epoch.parse() == Ok(own_epoch) {
        return None;
    }
    match change {
        "chunk" => return Some(SharedChange::ChunkAdded),
        "bot" => return Some(SharedChange::AccountsChanged),
        _ => {}
    }
    let id = change.strip_prefix("results ")?;
    Some(SharedChange::ResultsStored(id.into()))
}

/// The connection that receives the notifications of other servers.
pub(super) struct NotificationListener {
    config: Config,
    tls: MakeRustlsConnect,
    lease: Arc<LeaseState>,
    changes: broadcast::Sender<SharedChange>,
}

impl NotificationListener {
    /// Returns a listener that is not connected yet.
    pub(super) fn new(config: Config, tls: MakeRustlsConnect, lease: Arc<LeaseState>) -> Self {
        Self {
            config,
            tls,
            lease,
            changes: broadcast::Sender::new(CAPACITY),
        }
    }

    /// Returns the sender of the changes, to subscribe to them.
    pub(super) fn changes(&self) -> broadcast::Sender<SharedChange> {
        self.changes.clone()
    }

    /// Listens until the runtime ends.
    pub(super) async fn run(self) {
        loop {
            if let Some(Err(error)) = await_step("notifications", self.listen()).await {
                tracing::debug!(%error, "notifications of other servers lost");
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    async fn listen(&self) -> Result<(), StoreError> {
        let connected = self.config.connect(self.tls.clone()).await;
        let (client, mut connection) = connected.map_err(|error| pool::unavailable(&error))?;
        let received = async {
            while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message?
                    && let Some(change) = parse(notification.payload(), self.lease.epoch())
                {
                    self.send(change);
                }
            }
            Ok::<_, tokio_postgres::Error>(())
        };
        let subscribed = async {
            client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
            self.send(SharedChange::Unknown);
            // The connection is closed with its client.
            std::future::pending::<Result<(), tokio_postgres::Error>>().await
        };
        let ended = tokio::select! {
            ended = received => ended,
            ended = subscribed => ended,
        };
        ended.map_err(|error| pool::unavailable(&error))
    }

    fn send(&self, change: SharedChange) {
        // Without a receiver there is nothing to do.
        let _ = self.changes.send(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notifications_of_other_servers_are_understood() {
        let id = TournamentId::new();
        let mut notifications = Notifications::default();
        notifications.add_chunk();
        notifications.add_accounts();
        notifications.add_results(&id);
        notifications.add_results(&"'; DROP TABLE matches --".into());
        let sql = notifications.commit(7);
        let payloads: Vec<_> = sql.split('\'').skip(1).step_by(2).collect();
        let changes: Vec<_> = payloads.iter().map(|payload| parse(payload, 8)).collect();
        let expected = [
            SharedChange::ChunkAdded,
            SharedChange::AccountsChanged,
            SharedChange::ResultsStored(id),
        ];
        assert_eq!(changes, expected.map(Some), "{sql}");
        assert_eq!(parse(payloads[2], 7), None);
        assert_eq!(parse("", 7), None);
        assert_eq!(parse("8 unknown", 7), None);
        assert_eq!(Notifications::default().commit(7), "COMMIT");
    }
}
