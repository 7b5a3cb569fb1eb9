//! Leagues that bots with uploaded programs enter by themselves.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use botwerk_archive::Manifest;
use botwerk_tournament::configuration::{Configuration, Entrant, Player};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::lasting_task::await_step;
use crate::store::{VersionRow, VersionStore};
use crate::tournaments::{TournamentExtension, Tournaments};

/// Time between two looks at the versions that hosts of other servers may have checked.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// Maximum number of versions that are looked at.
const MAX_VERSIONS: usize = 4_000;

/// The task that enters bots whose programs were uploaded and checked into the open leagues that this server directs.
pub(crate) struct OpenLeagues {
    pub(crate) tournaments: Tournaments,
    pub(crate) versions: Arc<dyn VersionStore>,
    /// Notified when a version was checked.
    pub(crate) checked: Arc<Notify>,
}

impl OpenLeagues {
    /// Runs until the server is shutting down.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        while await_step("open leagues", self.follow(&shutdown))
            .await
            .is_none()
        {}
    }

    async fn follow(&self, shutdown: &CancellationToken) {
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = self.checked.notified() => {}
                () = tokio::time::sleep(LOOK_INTERVAL) => {}
            }
            if let Err(error) = self.enter().await {
                tracing::warn!(%error, "bots not entered into open leagues");
            }
        }
    }

    async fn enter(&self) -> Result<(), Error> {
        let leagues = self.tournaments.open_leagues();
        if leagues.is_empty() {
            return Ok(());
        }
        let versions = self.versions.usable_versions(MAX_VERSIONS).await?;
        for (id, configuration) in leagues {
            let entrants = new_entrants(&configuration, &versions);
            if entrants.is_empty() {
                continue;
            }
            let extension = TournamentExtension {
                entrants,
                ..TournamentExtension::default()
            };
            // A league that is full or ends just now keeps no bot from the others.
            if let Err(error) = self.tournaments.extend(&id, extension).await {
                tracing::warn!(%id, %error, "bots not entered into an open league");
            }
        }
        Ok(())
    }
}

/// Returns the entrants of bots with a usable version for the game of a league that are not in it, by name.
fn new_entrants(league: &Configuration, versions: &[VersionRow]) -> Vec<Entrant> {
    let present = league
        .entrants
        .iter()
        .filter_map(|entrant| match &entrant.player {
            Player::Bot(name) => Some(name.as_str()),
            _ => None,
        });
    let present: BTreeSet<&str> = present.collect();
    let plays = |row: &&VersionRow| {
        let manifest = serde_json::from_str::<Manifest>(&row.manifest);
        manifest.is_ok_and(|manifest| manifest.game == league.game.name())
    };
    let bots = versions.iter().filter(plays).map(|row| row.bot.as_str());
    let missing: BTreeSet<&str> = bots.filter(|bot| !present.contains(bot)).collect();
    let entrant = |bot: &str| Entrant::new(bot.to_owned(), Player::Bot(bot.to_owned()));
    missing.into_iter().map(entrant).collect()
}
