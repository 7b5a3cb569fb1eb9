//! Sending registered bots to the servers that direct their tournaments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::Tournaments;
use super::tournament::Tournament;
use crate::bots::BotId;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::lasting_task::await_step;
use crate::store::{SharedStore, TournamentElsewhere};

/// Time between two looks at the tournaments of other servers.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The task that sends registered bots to the servers that direct their tournaments. A bot stays while a running tournament of this server has it as an entrant, and while it has
/// an open invitation.
pub(crate) struct BotRedirection {
    tournaments: Tournaments,
    store: Arc<dyn SharedStore>,
    /// What was read of the running tournaments of other servers.
    known: BTreeMap<TournamentId, KnownTournament>,
}

/// The bots of a tournament that another server directs.
struct KnownTournament {
    version: String,
    bots: BTreeSet<BotId>,
}

impl BotRedirection {
    pub(crate) fn new(tournaments: Tournaments, store: Arc<dyn SharedStore>) -> Self {
        Self {
            tournaments,
            store,
            known: BTreeMap::new(),
        }
    }

    /// Runs until the server is shutting down.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        while await_step("bot redirection", self.follow_changes(&shutdown))
            .await
            .is_none()
        {}
    }

    async fn follow_changes(&mut self, shutdown: &CancellationToken) {
        let mut check_at = Instant::now() + CHECK_INTERVAL;
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = tokio::time::sleep_until(check_at) => check_at = Instant::now() + CHECK_INTERVAL,
            }
            if let Err(error) = self.redirect_bots().await {
                tracing::debug!(%error, "tournaments of other servers not read");
            }
        }
    }

    async fn redirect_bots(&mut self) -> Result<(), Error> {
        let online_bots = Arc::clone(&self.tournaments.context.online_bots);
        let mut idle = online_bots.idle_registered();
        for bot in self.tournaments.context.directors.running_bots() {
            idle.remove(&bot);
        }
        if idle.is_empty() {
            return Ok(());
        }
        let elsewhere = self.store.tournaments_elsewhere().await?;
        let ids: BTreeSet<_> = elsewhere.iter().map(|other| &other.id).collect();
        self.known.retain(|id, _| ids.contains(id));
        for other in &elsewhere {
            let known = self.known(other).await?;
            for bot in &known.bots {
                if idle.remove(bot) {
                    online_bots.redirect(bot, &other.address);
                }
            }
        }
        Ok(())
    }

    /// Returns what is known of a tournament, which is read if it has changed.
    async fn known(&mut self, other: &TournamentElsewhere) -> Result<&KnownTournament, Error> {
        let known = self.known.get(&other.id);
        if known.is_none_or(|known| known.version != other.version) {
            let stored = self.tournaments.context.store.tournament(&other.id).await?;
            let bots = match Tournament::read(stored) {
                Ok((tournament, stored)) => tournament.registered_bots(&stored.status).collect(),
                // One corrupt tournament keeps no bot from the others.
                Err(error) => {
                    tracing::error!(id = %other.id, %error, "bots of a tournament not read");
                    BTreeSet::new()
                }
            };
            let known = KnownTournament {
                version: other.version.clone(),
                bots,
            };
            self.known.insert(other.id.clone(), known);
        }
        Ok(&self.known[&other.id])
    }
}
