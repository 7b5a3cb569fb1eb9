//! Tokens of operators, workers and organisers that the operator has issued.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use super::{Actor, AuditLog, TokenScope, check_account_id, issue_token};
use crate::error::Error;
use crate::store::{AccountChange, AccountStore, TokenRow, has_expired, now_micros, to_json};
use crate::token::token_sha256;

/// A token that the operator has issued, without the token itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IssuedToken {
    pub(crate) id: String,
    pub(crate) scope: TokenScope,
    /// The time of creation in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// When it expires, in microseconds since 1970; `None` for never.
    pub(crate) expires_micros: Option<i64>,
}

/// A token to be issued.
#[derive(Debug, Clone)]
pub(crate) struct NewIssuedToken {
    pub(crate) id: String,
    pub(crate) scope: TokenScope,
    /// Time until it expires; `None` for never.
    pub(crate) lifetime: Option<Duration>,
}

/// The issued tokens. All of them are kept in memory, since every call may present one; their number is limited.
pub(crate) struct IssuedTokens {
    store: Arc<dyn AccountStore>,
    audit_log: AuditLog,
    /// By hash.
    by_sha256: RwLock<BTreeMap<String, IssuedToken>>,
}

impl fmt::Debug for IssuedTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IssuedTokens(..)")
    }
}

impl IssuedTokens {
    /// Reads the tokens of a store.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn open(
        store: Arc<dyn AccountStore>,
        audit_log: AuditLog,
    ) -> Result<Self, Error> {
        let tokens = Self {
            store,
            audit_log,
            by_sha256: RwLock::default(),
        };
        tokens.reload().await?;
        Ok(tokens)
    }

    /// Returns a store without tokens, for tests.
    #[cfg(test)]
    pub(crate) fn of_test() -> Arc<Self> {
        let store: Arc<dyn AccountStore> = Arc::<crate::store::MemoryStore>::default();
        Arc::new(Self {
            audit_log: AuditLog::new(Arc::clone(&store)),
            store,
            by_sha256: RwLock::default(),
        })
    }

    /// Reads the tokens again, which other servers may have issued and revoked.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn reload(&self) -> Result<(), Error> {
        let rows = self.store.tokens().await?;
        let tokens = rows.into_iter().filter_map(|row| {
            let sha256 = row.token_sha256.clone();
            Some((sha256, issued_token(row)?))
        });
        let tokens: BTreeMap<_, _> = tokens.collect();
        *self
            .by_sha256
            .write()
            .unwrap_or_else(PoisonError::into_inner) = tokens;
        Ok(())
    }

    /// Returns the issued token with this text, unless it has expired or was revoked.
    pub(crate) fn find(&self, token: &str) -> Option<IssuedToken> {
        let tokens = self
            .by_sha256
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if tokens.is_empty() {
            return None;
        }
        let found = tokens.get(&token_sha256(token)).cloned();
        found.filter(|found| !has_expired(found.expires_micros))
    }

    /// Issues a token; returns it with what is stored of it.
    ///
    /// # Errors
    /// Returns an error if the id is taken or cannot be one, there are too many tokens, or the store accepts no writes.
    pub(crate) async fn issue(
        &self,
        actor: &Actor,
        new: NewIssuedToken,
    ) -> Result<(IssuedToken, String), Error> {
        check_account_id("token_id", &new.id)?;
        let (token, stored) = issue_token(new.lifetime)?;
        let scope = to_json(&new.scope);
        let row = TokenRow {
            id: new.id.clone(),
            token_sha256: stored.sha256,
            scope: scope.clone(),
            created_micros: now_micros(),
            expires_micros: stored.expires_micros,
        };
        let issued = IssuedToken {
            id: new.id,
            scope: new.scope,
            created_micros: row.created_micros,
            expires_micros: row.expires_micros,
        };
        let subject = format!("tokens/{}", issued.id);
        let change = AccountChange::AddToken(row);
        let stored = self
            .audit_log
            .store(change, actor, "token.create", subject, scope);
        stored.await?;
        self.reload().await?;
        Ok((issued, token))
    }

    /// Returns all issued tokens, by id.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<IssuedToken>, Error> {
        let rows = self.store.tokens().await?;
        Ok(rows.into_iter().filter_map(issued_token).collect())
    }

    /// Revokes a token.
    ///
    /// # Errors
    /// Returns an error if there is no such token, or the store accepts no writes.
    pub(crate) async fn revoke(&self, actor: &Actor, id: &str) -> Result<(), Error> {
        let change = AccountChange::DeleteToken(id.to_owned());
        let subject = format!("tokens/{id}");
        let stored = self
            .audit_log
            .store(change, actor, "token.delete", subject, "");
        stored.await?;
        self.reload().await
    }
}

/// Reads a row; `None` if its scope is one of a later version, which this server cannot grant.
fn issued_token(row: TokenRow) -> Option<IssuedToken> {
    let TokenRow {
        id,
        token_sha256: _,
        scope,
        created_micros,
        expires_micros,
    } = row;
    let Ok(scope) = serde_json::from_str(&scope) else {
        tracing::warn!(token = id, "token with an unknown scope ignored");
        return None;
    };
    Some(IssuedToken {
        id,
        scope,
        created_micros,
        expires_micros,
    })
}
