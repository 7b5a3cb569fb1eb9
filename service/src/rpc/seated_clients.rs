//! The clients that play: the server searches nothing for them as long as a match of theirs excludes hints.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::requester::Requester;

/// Number of matches of one client from which on those that have closed are forgotten.
const MANY_MATCHES: usize = 64;

/// The addresses from which seats were joined or played, with their matches. Clones share it.
#[derive(Clone)]
pub(super) struct SeatedClients {
    registry: Arc<MatchRegistry>,
    clients: Arc<Mutex<HashMap<IpAddr, SeatedMatches>>>,
    /// Whether players may search nevertheless.
    may_search: bool,
}

#[derive(Debug)]
struct SeatedMatches {
    ids: BTreeSet<MatchId>,
    /// Number of matches at which the closed ones are forgotten.
    max: usize,
}

impl SeatedClients {
    pub(super) fn new(registry: Arc<MatchRegistry>, may_search: bool) -> Self {
        Self {
            registry,
            clients: Arc::default(),
            may_search,
        }
    }

    /// Records that the client of the current call has shown the token of a seat of a match.
    pub(super) fn add(&self, id: &MatchId) {
        let (Requester::Player(client) | Requester::Address(client)) = Requester::current() else {
            return;
        };
        let mut clients = self.clients();
        let matches = clients.entry(client).or_insert_with(|| SeatedMatches {
            ids: BTreeSet::new(),
            max: MANY_MATCHES,
        });
        matches.ids.insert(id.clone());
        if matches.ids.len() >= matches.max {
            matches.ids.retain(|id| self.registry.is_open(id));
            matches.max = MANY_MATCHES.max(2 * matches.ids.len());
        }
        if clients.len() >= MANY_MATCHES {
            clients.retain(|_, matches| matches.ids.iter().any(|id| self.registry.is_open(id)));
        }
    }

    /// Checks that the client of the current call may have the server search. The operator always may.
    ///
    /// # Errors
    /// Returns an error if a seat of a match without hints, which has not ended, is played from its address.
    pub(super) async fn check_search(&self) -> Result<(), Error> {
        let Requester::Address(client) = Requester::current() else {
            return Ok(());
        };
        if self.may_search {
            return Ok(());
        }
        let ids = self.clients().get(&client).map(|it| it.ids.clone());
        for id in ids.into_iter().flatten() {
            // The room of a match stays open until some time after its end.
            let described = if self.registry.is_open(&id) {
                self.registry.describe(&id).await.ok()
            } else {
                None
            };
            match described.filter(|described| !described.state.has_ended()) {
                Some(described) if !described.allow_hints => return Err(hints_disabled(&id)),
                Some(_) => {}
                None => self.forget(client, &id),
            }
        }
        Ok(())
    }

    fn forget(&self, client: IpAddr, id: &MatchId) {
        let mut clients = self.clients();
        if let Some(matches) = clients.get_mut(&client) {
            matches.ids.remove(id);
            if matches.ids.is_empty() {
                clients.remove(&client);
            }
        }
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, SeatedMatches>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hints_disabled(id: &MatchId) -> Error {
    let message = format!(
        "a seat of {} is played from your address, and that match excludes hints; search on your own machine, \
         wait for its end, create it with allow_hints, present the admin token, or let the operator set \
         allow_player_searches",
        id.name()
    );
    Error::new(Reason::HintsDisabled, message)
}
