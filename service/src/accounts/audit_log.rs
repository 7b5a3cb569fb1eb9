//! The audit log: what operators, organisers and owners have done.

use std::sync::Arc;

use super::Actor;
use crate::error::Error;
use crate::store::{
    AccountChange, AccountStore, AuditFilter, AuditRow, StoreError, WriteCommand, now_micros,
};

/// Stores acts in the audit log.
#[derive(Clone)]
pub(crate) struct AuditLog {
    store: Arc<dyn AccountStore>,
}

impl AuditLog {
    pub(crate) fn new(store: Arc<dyn AccountStore>) -> Self {
        Self { store }
    }

    /// Stores a change together with its entry.
    ///
    /// # Errors
    /// Returns an error if the change is rejected, or the store accepts no writes.
    pub(crate) async fn store(
        &self,
        change: AccountChange,
        actor: &Actor,
        act: &str,
        subject: String,
        detail: impl Into<String>,
    ) -> Result<(), StoreError> {
        let entry = AuditRow {
            number: 0,
            at_micros: now_micros(),
            actor: actor.to_string(),
            act: act.to_owned(),
            subject,
            detail: detail.into(),
        };
        let stored = self
            .store
            .write(WriteCommand::ChangeAccounts(change, entry));
        stored.await
    }

    /// Records an act whose effect is stored elsewhere. It is called before the act, so that there is no act without an
    /// entry; the act may be rejected afterwards.
    ///
    /// # Errors
    /// Returns an error if the store accepts no writes.
    pub(crate) async fn record(
        &self,
        actor: &Actor,
        act: &str,
        subject: String,
        detail: impl Into<String>,
    ) -> Result<(), Error> {
        let stored = self.store(AccountChange::None, actor, act, subject, detail);
        Ok(stored.await?)
    }

    /// Returns at most `limit` entries, the newest first, and whether there are more.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn entries(
        &self,
        filter: &AuditFilter,
        limit: usize,
    ) -> Result<(Vec<AuditRow>, bool), Error> {
        let mut entries = self.store.audit_entries(filter, limit + 1).await?;
        let has_more = entries.len() > limit;
        entries.truncate(limit);
        Ok((entries, has_more))
    }
}
