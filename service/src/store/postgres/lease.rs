//! The lease of this server on the matches and tournaments that it owns.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use deadpool_postgres::{ClientWrapper, Object};
use tokio::sync::watch;

use super::pool::{Parameters, execute, query_opt, unavailable};
use super::registration::ServerRegistration;
use super::schema::own_version;
use super::takeover::{self, FormerOwners};
use super::write_failure::WriteFailure;
use crate::store::StoreError;

/// Condition that this program can use the tables; the version that it writes and a parenthesis follow.
const IS_USABLE: &str = "NOT EXISTS (SELECT FROM schema_compatibility WHERE compatible_from >";

/// The state of the lease, as those who do not write see it.
#[derive(Debug)]
pub(super) struct LeaseState {
    epoch: AtomicI64,
    is_lost: watch::Sender<bool>,
}

impl LeaseState {
    /// Returns the number under which the server is registered.
    pub(super) fn epoch(&self) -> i64 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Returns whether the lease is lost.
    pub(super) fn is_lost(&self) -> watch::Receiver<bool> {
        self.is_lost.subscribe()
    }
}

/// The lease of this server.
#[derive(Debug)]
pub(super) struct ServerLease {
    registration: ServerRegistration,
    epoch: i64,
    /// The number of the last transaction that was started.
    transaction: i64,
    state: Arc<LeaseState>,
}

impl ServerLease {
    /// Registers a server, which takes over what an earlier process of it has left.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub(super) async fn register(
        object: Object,
        registration: ServerRegistration,
    ) -> Result<Self, StoreError> {
        let epoch = register(&object, &registration).await?;
        let former = FormerOwners::SameServer(registration.identity.clone());
        takeover::take_over(object, epoch, former).await?;
        Ok(Self {
            registration,
            epoch,
            transaction: 0,
            state: Arc::new(LeaseState {
                epoch: AtomicI64::new(epoch),
                is_lost: watch::Sender::new(false),
            }),
        })
    }

    /// Registers the server under another epoch after its lease was lost. It owns nothing.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub(super) async fn register_again(
        &mut self,
        client: &ClientWrapper,
    ) -> Result<(), StoreError> {
        self.epoch = register(client, &self.registration).await?;
        self.transaction = 0;
        self.state.epoch.store(self.epoch, Ordering::SeqCst);
        self.state.is_lost.send_replace(false);
        tracing::info!(epoch = self.epoch, "registered again");
        Ok(())
    }

    /// Returns the state, which follows this lease.
    pub(super) fn state(&self) -> Arc<LeaseState> {
        Arc::clone(&self.state)
    }

    /// Returns the number under which the server is registered.
    pub(super) fn epoch(&self) -> i64 {
        self.epoch
    }

    /// Returns the time after which another server may take over unless the lease is renewed.
    pub(super) fn duration(&self) -> Duration {
        self.registration.lease
    }

    /// Records that the lease is lost.
    pub(super) fn record_loss(&self) {
        if !self.state.is_lost.send_replace(true) {
            tracing::warn!(
                epoch = self.epoch,
                "lease lost: another server has taken over"
            );
        }
    }

    /// Returns `true` if the lease is lost.
    pub(super) fn is_lost(&self) -> bool {
        *self.state.is_lost.borrow()
    }

    /// Returns how often the lease is renewed.
    pub(super) fn renewal_interval(&self) -> Duration {
        self.duration() / 4
    }

    /// Starts the next transaction: renews the lease and locks it against a takeover. Whether the transaction was
    /// committed can be found out by its number.
    ///
    /// # Errors
    /// Returns an error if the lease is gone or the statement fails.
    pub(super) async fn renew(&mut self, client: &ClientWrapper) -> Result<(), WriteFailure> {
        self.transaction += 1;
        // A server that was suspended finds the tables as a newer program may have left them.
        let sql = format!(
            "UPDATE servers SET transaction = $2,
                    expires_at = clock_timestamp() + $3 * INTERVAL '1 millisecond'
             WHERE epoch = $1 AND {IS_USABLE} $4)"
        );
        let duration = milliseconds(self.duration());
        let values: Parameters<'_> = &[&self.epoch, &self.transaction, &duration, &own_version()];
        let renewed = execute(client, &sql, values).await?;
        if renewed == 0 {
            return Err(WriteFailure::LeaseLost);
        }
        Ok(())
    }

    /// Ends the lease.
    ///
    /// # Errors
    /// Returns an error if the statement fails.
    pub(super) async fn release(
        &self,
        client: &ClientWrapper,
    ) -> Result<(), tokio_postgres::Error> {
        let sql = "UPDATE servers SET expires_at = clock_timestamp() WHERE epoch = $1";
        client.execute(sql, &[&self.epoch]).await.map(drop)
    }

    /// Returns `true` if the last transaction that was started was committed.
    ///
    /// # Errors
    /// Returns an error if the lease is gone, so that this cannot be found out, or the statement fails.
    pub(super) async fn was_committed(&self, client: &ClientWrapper) -> Result<bool, WriteFailure> {
        // The lock waits for a transaction whose connection the database has not given up yet.
        let sql = "SELECT transaction FROM servers WHERE epoch = $1 FOR UPDATE";
        match query_opt(client, sql, &[&self.epoch]).await? {
            Some(row) => Ok(row.try_get::<_, i64>(0)? == self.transaction),
            None => Err(WriteFailure::LeaseLost),
        }
    }
}

async fn register(
    client: &ClientWrapper,
    registration: &ServerRegistration,
) -> Result<i64, StoreError> {
    let ServerRegistration {
        address,
        identity,
        lease,
    } = registration;
    let sql = format!(
        "INSERT INTO servers (address, identity, expires_at, schema_version)
         SELECT $1::TEXT, $2::TEXT, clock_timestamp() + $3 * INTERVAL '1 millisecond', $4::INTEGER
         WHERE {IS_USABLE} $4) RETURNING epoch"
    );
    let values: Parameters<'_> = &[address, identity, &milliseconds(*lease), &own_version()];
    let registered = client.query_opt(&sql, values).await;
    match registered.map_err(|error| unavailable(&error))? {
        Some(row) => row.try_get(0).map_err(|error| unavailable(&error)),
        None => Err(StoreError::Unavailable(
            "a newer `botwerk` has migrated the database, and this one cannot use the tables any more; use the newer one"
                .into(),
        )),
    }
}

/// Returns a duration as a value of a statement.
pub(super) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
