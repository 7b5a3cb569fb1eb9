//! What a store that several servers share has in addition.

use tokio::sync::{broadcast, watch};

use super::{PendingRead, PendingWrite, SharedChange};
use crate::error::{Error, Reason};
use crate::ids::{MatchId, TournamentId};

/// The server that plays a match or directs a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "postgres"),
    allow(dead_code, reason = "created by servers that share a database")
)]
pub(crate) enum Owner {
    /// This server.
    This,
    /// The server that clients reach at an address.
    Other(String),
    /// A server whose lease has expired, so that another one is about to take over.
    Expired,
    /// No server, since the match or tournament has ended.
    None,
}

impl Owner {
    /// Checks that this server may serve what it owns, or what has ended.
    ///
    /// # Errors
    /// Returns an error with the address of the owner, or one that says that the owner no longer answers.
    pub(crate) fn check(self) -> Result<(), Error> {
        match self {
            Self::This | Self::None => Ok(()),
            Self::Other(address) => Err(Error::wrong_server(address)),
            Self::Expired => {
                let message = "its server no longer answers and another one is about to take over; try again, \
                               nothing is lost";
                Err(Error::new(Reason::Draining, message))
            }
        }
    }
}

/// A running tournament that another server directs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "postgres"),
    allow(dead_code, reason = "created by servers that share a database")
)]
pub(crate) struct TournamentElsewhere {
    pub(crate) id: TournamentId,
    /// The address at which clients reach its server.
    pub(crate) address: String,
    /// Another text after each change of the configuration or the status.
    pub(crate) version: String,
}

/// A store that several servers share. Each match and tournament that has not ended has one owner, which holds a lease:
/// the store refuses the writes of all others, and those of an owner whose lease another server has taken over.
pub(crate) trait SharedStore: Send + Sync + 'static {
    /// Reads the owner of a match; fails if the match does not exist.
    fn match_owner(&self, id: &MatchId) -> PendingRead<Owner>;

    /// Reads the owner of a tournament; fails if the tournament does not exist.
    fn tournament_owner(&self, id: &TournamentId) -> PendingRead<Owner>;

    /// Reads the running tournaments that other servers direct whose leases have not expired.
    fn tournaments_elsewhere(&self) -> PendingRead<Vec<TournamentElsewhere>>;

    /// Takes over what servers own whose lease has expired. Returns `true` if there were any.
    fn take_over(&self) -> PendingRead<bool>;

    /// Returns whether the lease of this server is lost. Then the store refuses all its writes.
    fn is_lease_lost(&self) -> watch::Receiver<bool>;

    /// Returns the notifications of other servers from now on.
    fn changes(&self) -> broadcast::Receiver<SharedChange>;

    /// Starts over after the lease was lost, as a server that owns nothing but what it then takes over. The caller has
    /// ended everything that writes.
    fn register_again(&self) -> PendingWrite;
}
