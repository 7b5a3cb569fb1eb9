//! The owners of the matches and tournaments of a PostgreSQL database.

use tokio::sync::{broadcast, oneshot, watch};

use super::PostgresStore;
use super::takeover::{self, FormerOwners};
use crate::ids::{MatchId, TournamentId};
use crate::store::{
    Owner, PendingRead, PendingWrite, SharedChange, SharedStore, TournamentElsewhere,
};

impl SharedStore for PostgresStore {
    fn match_owner(&self, id: &MatchId) -> PendingRead<Owner> {
        let (epoch, id) = (self.lease.epoch(), id.clone());
        self.readers.find(id.to_string(), move |object| {
            takeover::match_owner(object, epoch, id)
        })
    }

    fn tournament_owner(&self, id: &TournamentId) -> PendingRead<Owner> {
        let (epoch, id) = (self.lease.epoch(), id.clone());
        self.readers.find(id.to_string(), move |object| {
            takeover::tournament_owner(object, epoch, id)
        })
    }

    fn tournaments_elsewhere(&self) -> PendingRead<Vec<TournamentElsewhere>> {
        let epoch = self.lease.epoch();
        self.readers
            .read(move |object| takeover::elsewhere(object, epoch))
    }

    fn take_over(&self) -> PendingRead<bool> {
        let epoch = self.lease.epoch();
        self.readers
            .run(move |object| takeover::take_over(object, epoch, FormerOwners::Expired))
    }

    fn is_lease_lost(&self) -> watch::Receiver<bool> {
        self.lease.is_lost()
    }

    fn changes(&self) -> broadcast::Receiver<SharedChange> {
        self.changes.subscribe()
    }

    fn register_again(&self) -> PendingWrite {
        let (reply, receiver) = oneshot::channel();
        // If the writer has ended, the reply is dropped and the request fails.
        let _ = self.registrations.send(reply);
        PendingWrite::waiting(receiver)
    }
}
