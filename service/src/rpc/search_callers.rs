//! Who requests searches: their owners have quotas.

use std::sync::Arc;

use tonic::Request;

use crate::accounts::SearchPolicy;
use crate::bots::Bots;
use crate::edge::{Admission, bearer_of};
use crate::error::{Error, Reason};
use crate::owners::Owners;

/// Counts the searches that clients request.
#[derive(Clone)]
pub(super) struct SearchCallers {
    pub(super) admission: Admission,
    pub(super) owners: Arc<Owners>,
    pub(super) bots: Arc<Bots>,
    pub(super) policy: SearchPolicy,
}

impl SearchCallers {
    /// Counts a search for the owner whose token, or whose bot's token, a request presents. The operator has no quota.
    ///
    /// # Errors
    /// Returns an error if the owner has used up its quota or is banned, the client must present a token, or the store cannot
    /// be read.
    pub(super) async fn count<T>(&self, request: &Request<T>) -> Result<(), Error> {
        if self.admission.presents_operator_token(request) {
            return Ok(());
        }
        let token = bearer_of(request);
        let owner = match token.as_str() {
            "" => None,
            token => self.owners.find_by_any_token(token).await?,
        };
        match owner {
            Some(owner) => self.owners.count_search(&owner),
            None if self.policy == SearchPolicy::Public => Ok(()),
            None => {
                let message = "authorization: this server searches only for owners; present the token of an owner or of its bot";
                Err(Error::new(Reason::BadToken, message))
            }
        }
    }

    /// Counts a hint for the owner of the bot that plays the seat, if it has one.
    ///
    /// # Errors
    /// Returns an error if the owner has used up its quota, or the store cannot be read.
    pub(super) async fn count_hint(&self, bot: Option<&str>) -> Result<(), Error> {
        let Some(bot) = bot else {
            return Ok(());
        };
        // A bot that was deleted may still play.
        let owner = match self.bots.find(bot).await {
            Ok(bot) => bot.owner,
            Err(error) if error.reason == Reason::NotFound => None,
            Err(error) => return Err(error),
        };
        owner.map_or(Ok(()), |owner| self.owners.count_search(&owner))
    }
}
