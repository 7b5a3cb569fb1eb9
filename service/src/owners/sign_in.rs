//! Owners sign in with the provider, and out.

use std::time::Duration;

use super::{OwnerDescription, Owners, new_row};
use crate::accounts::{Actor, SignUpPolicy, issue_token};
use crate::error::{Error, Reason};
use crate::identities::SignInTicket;
use crate::store::{AccountChange, IdentityRow, OwnerRow, SessionRow, now_micros};
use crate::token::token_sha256;

/// Time until a session expires.
const SESSION_LIFETIME: Duration = Duration::from_secs(12 * 3600);

/// How owners sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignInOptions {
    pub(crate) policy: SignUpPolicy,
    /// Name of the provider for people; `None` if there is none.
    pub(crate) provider: Option<String>,
}

/// A sign-in of a page that has a ticket.
#[derive(Debug, Clone)]
pub(crate) struct NewSignIn {
    pub(crate) ticket: String,
    /// The secret of the page.
    pub(crate) binding: String,
    /// The name of a new owner; may be empty.
    pub(crate) name: String,
    /// The sign-up code; may be empty.
    pub(crate) code: String,
    /// The owner to which the identity is to be linked; `None` for a person without a token.
    pub(crate) owner: Option<OwnerRow>,
}

/// What a sign-in results in.
#[derive(Debug, Clone)]
pub(crate) enum SignInOutcome {
    SignedIn {
        owner: OwnerDescription,
        session_token: String,
        /// When it expires, in microseconds since 1970.
        expires_micros: i64,
    },
    /// The identity is linked to the owner whose token was presented.
    Linked(OwnerDescription),
    /// No owner is linked to the identity, and the request names no new one.
    Unknown {
        /// A name for a new owner; may be empty.
        suggested_name: String,
    },
}

impl Owners {
    /// Returns how owners sign in.
    pub(crate) fn sign_in_options(&self) -> SignInOptions {
        let sign_ins = self.sign_ins.as_ref();
        SignInOptions {
            policy: self.policy,
            provider: sign_ins.map(|sign_ins| sign_ins.provider_name().to_owned()),
        }
    }

    /// Signs in the owner of an identity, links the identity to an owner, or signs a new owner up with it. The actor is
    /// who signs a new owner up.
    ///
    /// # Errors
    /// Returns an error if the ticket is not valid for the page, the owner is banned or has too many identities, the identity
    /// is linked to another owner, or the server allows no such new owner.
    pub(crate) async fn sign_in(
        &self,
        new: NewSignIn,
        actor: &Actor,
    ) -> Result<SignInOutcome, Error> {
        let NewSignIn {
            ticket,
            binding,
            name,
            code,
            owner,
        } = new;
        let sign_ins = self.sign_ins.as_ref().ok_or_else(|| {
            let message = "ticket: this server has no OpenID provider; sign in with an owner token";
            Error::new(Reason::BadToken, message)
        })?;
        let ticket = sign_ins.open_ticket(&ticket, &binding)?;
        let linked = self.store.identity(&ticket.issuer, &ticket.subject).await?;
        match (owner, linked) {
            (Some(owner), Some(linked)) if linked.owner == owner.name => {
                Ok(SignInOutcome::Linked(self.get(&owner.name).await?))
            }
            // The store rejects an identity of another owner.
            (Some(owner), _) => self.link(ticket, owner).await,
            (None, Some(linked)) => self.start_session(linked).await,
            (None, None) if name.is_empty() => Ok(SignInOutcome::Unknown {
                suggested_name: ticket.suggested_name,
            }),
            (None, None) => self.sign_up_with(ticket, name, &code, actor).await,
        }
    }

    /// Ends the session of an owner with this token.
    ///
    /// # Errors
    /// Returns an error if the token is not that of a session, or the store accepts no writes.
    pub(crate) async fn sign_out(&self, token: &str) -> Result<(), Error> {
        // A token that grants nothing belongs to no owner whom the audit log could name.
        let owner = self.find_by_token(token).await?;
        let owner = owner.map(|owner| owner.name).unwrap_or_default();
        let (actor, subject) = by_itself(&owner);
        let change = AccountChange::DeleteSession(token_sha256(token));
        let stored = self
            .audit_log
            .store(change, &actor, "owner.sign-out", subject, "");
        Ok(stored.await?)
    }

    async fn start_session(&self, linked: IdentityRow) -> Result<SignInOutcome, Error> {
        let owner = self.get(&linked.owner).await?;
        owner.row.check_not_banned()?;
        let (session, token) = new_session(linked.owner)?;
        let (actor, subject) = by_itself(&session.owner);
        let change = AccountChange::AddSession(session.clone());
        let stored = self
            .audit_log
            .store(change, &actor, "owner.sign-in", subject, "");
        stored.await?;
        self.signed_in(session, token).await
    }

    async fn link(&self, ticket: SignInTicket, owner: OwnerRow) -> Result<SignInOutcome, Error> {
        let (actor, subject) = by_itself(&owner.name);
        let change = AccountChange::LinkIdentity(identity_row(ticket, owner.name.clone()));
        let stored = self
            .audit_log
            .store(change, &actor, "owner.link-identity", subject, "");
        stored.await?;
        Ok(SignInOutcome::Linked(self.get(&owner.name).await?))
    }

    async fn sign_up_with(
        &self,
        ticket: SignInTicket,
        name: String,
        code: &str,
        actor: &Actor,
    ) -> Result<SignInOutcome, Error> {
        let permission = self.permission(code, true)?;
        // Its owner has it replaced when it needs one.
        let (row, _) = new_row(name)?;
        let (session, token) = new_session(row.name.clone())?;
        let (subject, detail) = (format!("owners/{}", row.name), "with an identity");
        let identity = identity_row(ticket, row.name.clone());
        let change = AccountChange::SignUpWithIdentity(row, permission, identity, session.clone());
        let stored = self
            .audit_log
            .store(change, actor, "owner.sign-up", subject, detail);
        stored.await?;
        self.signed_in(session, token).await
    }

    async fn signed_in(&self, session: SessionRow, token: String) -> Result<SignInOutcome, Error> {
        Ok(SignInOutcome::SignedIn {
            owner: self.get(&session.owner).await?,
            session_token: token,
            expires_micros: session.expires_micros,
        })
    }
}

/// Returns the actor and the subject of an act of an owner about itself.
fn by_itself(owner: &str) -> (Actor, String) {
    (Actor::Owner(owner.to_owned()), format!("owners/{owner}"))
}

/// Returns a new session and its token.
fn new_session(owner: String) -> Result<(SessionRow, String), Error> {
    let (token, stored) = issue_token(Some(SESSION_LIFETIME))?;
    let created_micros = now_micros();
    let lifetime = SESSION_LIFETIME.as_micros() as i64;
    let session = SessionRow {
        token_sha256: stored.sha256,
        owner,
        created_micros,
        expires_micros: created_micros + lifetime,
    };
    Ok((session, token))
}

fn identity_row(ticket: SignInTicket, owner: String) -> IdentityRow {
    IdentityRow {
        issuer: ticket.issuer,
        subject: ticket.subject,
        owner,
        created_micros: now_micros(),
    }
}
