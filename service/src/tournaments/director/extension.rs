//! Extends tournaments in progress.

use std::sync::Arc;
use std::thread;

use botwerk_tournament::check_extension;
use botwerk_tournament::configuration::Configuration;

use super::Director;
use crate::error::{Error, Reason};
use crate::store::{StoredExtension, TournamentAdditions, to_json};

impl Director {
    /// Continues with more blocks, rounds or entrants, or other limits of a league.
    ///
    /// # Errors
    /// Returns an error if all matches have been played, the configuration is no extension, or the store
    /// rejects it.
    pub(super) async fn extend(
        &mut self,
        configuration: Configuration,
        request_id: Option<String>,
    ) -> Result<(), Error> {
        let name = self.tournament.id.name();
        if self.progress.is_over() {
            let message = format!("{name}: all matches have been played; create a new tournament");
            return Err(Error::new(Reason::TournamentOver, message));
        }
        let configuration = configuration.with_default_turn_limit();
        let extent = check_extension(&self.tournament.configuration, &configuration);
        let extent = extent.map_err(|error| {
            let message = format!(
                "{name} cannot be extended: {}: {}",
                error.field, error.message
            );
            Error::new(Reason::BadRequest, message)
        })?;
        // Another request finds the tournament then.
        let finds_by_new_id = request_id.is_some();
        let extension = StoredExtension {
            configuration: to_json(&configuration),
            request_id: request_id.clone(),
        };
        let additions = TournamentAdditions {
            extension: Some(extension),
            ..TournamentAdditions::default()
        };
        let mut status = self.status.clone();
        if finds_by_new_id {
            status.request_sha256 = None;
        }
        if configuration.format.is_league() {
            // Its rounds are stored. The first bot of a league brings a clock, whose matches share no core.
            if configuration.is_timed() && !self.tournament.configuration.is_timed() {
                let cores = thread::available_parallelism().map_or(1, usize::from) as u32;
                status.concurrency = status.concurrency.min(cores);
            }
        } else {
            status.earlier_extents.push(extent);
        }
        let (tournament, schedule) =
            self.tournament
                .extended(configuration, request_id, &status)?;
        let status = std::mem::replace(&mut self.status, status);
        let tournament = std::mem::replace(&mut self.tournament, Arc::new(tournament));
        let stored = self.store_state(self.state, additions);
        if let Err(error) = stored.await {
            (self.status, self.tournament) = (status, tournament);
            return Err(error.into());
        }
        let entrants = self.tournament.configuration.entrants.len();
        self.progress.extend(schedule);
        self.results.extend(entrants);
        if let Some(recount) = &mut self.recount {
            recount.extend(entrants);
        }
        self.context.register_launched_bots(&self.tournament);
        tracing::info!(entrants, "tournament extended");
        Ok(())
    }
}
