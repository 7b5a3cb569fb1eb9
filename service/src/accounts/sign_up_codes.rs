//! Codes with which owners sign up.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::{Actor, AuditLog};
use crate::error::{Error, Reason};
use crate::store::{AccountChange, AccountStore, SignUpCodeRow, now_micros};
use crate::token::{new_token, token_sha256};

/// Seconds of a day.
const DAY_SECS: u64 = 24 * 3600;

/// Time until a code expires for which none is given.
const DEFAULT_LIFETIME: Duration = Duration::from_secs(30 * DAY_SECS);

/// Maximum time until a code expires.
const MAX_LIFETIME: Duration = Duration::from_secs(366 * DAY_SECS);

/// Maximum number of owners that sign up with one code.
const MAX_USES: u32 = 100_000;

/// A sign-up code to be created.
#[derive(Debug, Clone)]
pub(crate) struct NewSignUpCode {
    /// Whom it is for.
    pub(crate) description: String,
    /// Number of owners that may sign up with it; 0 for one.
    pub(crate) uses: u32,
    /// Time until it expires; 0 for 30 days.
    pub(crate) lifetime: Duration,
}

/// The sign-up codes of the operator.
pub(crate) struct SignUpCodes {
    store: Arc<dyn AccountStore>,
    audit_log: AuditLog,
}

impl SignUpCodes {
    pub(crate) fn new(store: Arc<dyn AccountStore>, audit_log: AuditLog) -> Self {
        Self { store, audit_log }
    }

    /// Creates a code; returns it with what is stored of it.
    ///
    /// # Errors
    /// Returns an error if a limit is too large, there are too many codes, or the store accepts no writes.
    pub(crate) async fn create(
        &self,
        actor: &Actor,
        new: NewSignUpCode,
    ) -> Result<(SignUpCodeRow, String), Error> {
        if new.uses > MAX_USES {
            let message = format!("uses: expected at most {MAX_USES}, found {}", new.uses);
            return Err(Error::new(Reason::BadRequest, message));
        }
        if new.lifetime > MAX_LIFETIME {
            let message = "lifetime_secs: expected at most a year";
            return Err(Error::new(Reason::BadRequest, message));
        }
        let lifetime = match new.lifetime {
            Duration::ZERO => DEFAULT_LIFETIME,
            lifetime => lifetime,
        };
        let (code, _) = new_token()?;
        let created_micros = now_micros();
        let row = SignUpCodeRow {
            id: Uuid::now_v7().simple().to_string(),
            code_sha256: token_sha256(&code),
            description: new.description,
            remaining_uses: new.uses.max(1),
            created_micros,
            expires_micros: created_micros + lifetime.as_micros() as i64,
        };
        let detail = match row.description.as_str() {
            "" => format!("{} uses", row.remaining_uses),
            description => format!("{} uses: {description}", row.remaining_uses),
        };
        let change = AccountChange::AddCode(row.clone());
        let subject = format!("signUpCodes/{}", row.id);
        let stored = self
            .audit_log
            .store(change, actor, "sign-up-code.create", subject, detail);
        stored.await?;
        Ok((row, code))
    }

    /// Returns all codes, the newest first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<SignUpCodeRow>, Error> {
        Ok(self.store.sign_up_codes().await?)
    }

    /// Deletes a code.
    ///
    /// # Errors
    /// Returns an error if there is no such code, or the store accepts no writes.
    pub(crate) async fn delete(&self, actor: &Actor, id: &str) -> Result<(), Error> {
        let change = AccountChange::DeleteCode(id.to_owned());
        let subject = format!("signUpCodes/{id}");
        let stored = self
            .audit_log
            .store(change, actor, "sign-up-code.delete", subject, "");
        Ok(stored.await?)
    }
}
