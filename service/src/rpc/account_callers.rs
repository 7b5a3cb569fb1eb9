//! Who calls about owners and bots: the operator, an owner, or a bot about itself.

use std::sync::Arc;

use tonic::Request;

use crate::accounts::Actor;
use crate::edge::{Admission, bearer_of};
use crate::error::{Error, Reason};
use crate::owners::Owners;
use crate::store::{OwnerRow, StoredBot};
use crate::token::token_sha256;

/// Finds out who sends a request.
#[derive(Clone)]
pub(super) struct AccountCallers {
    pub(super) admission: Admission,
    pub(super) owners: Arc<Owners>,
}

/// The sender of a request.
pub(super) enum AccountCaller {
    Operator(Actor),
    Owner(OwnerRow),
}

impl AccountCaller {
    /// Returns how the audit log names the sender.
    pub(super) fn actor(&self) -> Actor {
        match self {
            Self::Operator(actor) => actor.clone(),
            Self::Owner(owner) => Actor::Owner(owner.name.clone()),
        }
    }

    /// Returns the owner that a request is about, given the id in the request: an owner may omit its own.
    ///
    /// # Errors
    /// Returns an error if an owner names another one, or the operator none.
    pub(super) fn owner_id(&self, requested: Option<String>) -> Result<String, Error> {
        match (self, requested) {
            (Self::Owner(owner), None) => Ok(owner.name.clone()),
            (Self::Owner(owner), Some(id)) if id != owner.name => Err(foreign_token()),
            (_, Some(id)) => Ok(id),
            (Self::Operator(_), None) => {
                let message = "name: required, since the token is not that of an owner";
                Err(Error::new(Reason::BadRequest, message))
            }
        }
    }
}

impl AccountCallers {
    /// Returns the operator or the owner whose token a request presents.
    ///
    /// # Errors
    /// Returns an error if the token belongs to neither, or grants nothing any more.
    pub(super) async fn caller<T>(&self, request: &Request<T>) -> Result<AccountCaller, Error> {
        let token = bearer_of(request);
        if !token.is_empty()
            && !self.admission.presents_operator_token(request)
            && let Some(owner) = self.owners.find_by_token(&token).await?
        {
            return Ok(AccountCaller::Owner(owner));
        }
        match self.admission.operator_actor(request) {
            Ok(actor) => Ok(AccountCaller::Operator(actor)),
            Err(_) if token.is_empty() => {
                let message = "authorization: the token is missing; send `Bearer TOKEN`, or set BOTWERK_ADMIN_TOKEN or \
                               BOTWERK_OWNER_TOKEN for `botwerk`";
                Err(Error::new(Reason::BadToken, message))
            }
            Err(_) => Err(foreign_token()),
        }
    }

    /// Returns the owner whose token a request presents, or `None` if it presents none that grants anything.
    ///
    /// # Errors
    /// Returns an error if the owner is banned.
    pub(super) async fn presented_owner<T>(
        &self,
        request: &Request<T>,
    ) -> Result<Option<OwnerRow>, Error> {
        let token = bearer_of(request);
        if token.is_empty() || self.admission.presents_operator_token(request) {
            return Ok(None);
        }
        match self.owners.find_by_token(&token).await {
            // As that of a session which a page has kept for too long.
            Err(error) if error.reason == Reason::BadToken => Ok(None),
            found => found,
        }
    }

    /// Returns who changes a bot: the operator, its owner, or the bot itself.
    ///
    /// # Errors
    /// Returns an error if the request presents none of their tokens.
    pub(super) async fn caller_of_bot<T>(
        &self,
        request: &Request<T>,
        bot: &StoredBot,
    ) -> Result<Actor, Error> {
        let token = bearer_of(request);
        if !token.is_empty() && token_sha256(&token) == bot.row.token_sha256 {
            bot.check_usable()?;
            return Ok(Actor::Bot(bot.row.name.clone()));
        }
        self.owner_of_bot(request, bot).await
    }

    /// Returns who owns a bot: the operator or its owner.
    ///
    /// # Errors
    /// Returns an error if the request presents neither token.
    pub(super) async fn owner_of_bot<T>(
        &self,
        request: &Request<T>,
        bot: &StoredBot,
    ) -> Result<Actor, Error> {
        let caller = self.caller(request).await?;
        match &caller {
            AccountCaller::Owner(owner) if bot.row.owner.as_ref() != Some(&owner.name) => {
                Err(foreign_token())
            }
            _ => Ok(caller.actor()),
        }
    }
}

fn foreign_token() -> Error {
    let message = "authorization: the token grants nothing here: it belongs to another, was replaced or revoked";
    Error::new(Reason::BadToken, message)
}
