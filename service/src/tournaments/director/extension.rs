//! Extends tournaments in progress.

use std::sync::Arc;
use std::thread;

use botwerk_tournament::check_extension;

use super::Director;
use crate::error::{Error, Reason};
use crate::store::{StoredExtension, TournamentAdditions, to_json};
use crate::tournaments::extension::TournamentExtension;

impl Director {
    /// Continues with more blocks, rounds or entrants, or other limits of a league. Does nothing if the tournament has
    /// all of them.
    ///
    /// # Errors
    /// Returns an error if all matches have been played, the configuration is no extension, or the store
    /// rejects it.
    pub(super) async fn extend(&mut self, extension: TournamentExtension) -> Result<(), Error> {
        let name = self.tournament.id.name();
        if self.progress.is_over() {
            let message = format!("{name}: all matches have been played; create a new tournament");
            return Err(Error::new(Reason::TournamentOver, message));
        }
        let existing = &self.tournament.configuration;
        let configuration = extension.applied_to(existing)?;
        let configuration = configuration.with_defaults_beside(existing);
        let request = extension.request;
        if configuration == *existing {
            return Ok(());
        }
        let additions = TournamentAdditions {
            extension: Some(StoredExtension {
                configuration: to_json(&configuration),
                request: request.clone(),
            }),
            ..TournamentAdditions::default()
        };
        let extent = check_extension(&self.tournament.configuration, &configuration);
        let extent = extent.map_err(|error| {
            Error::new(
                Reason::BadRequest,
                format!("{name} cannot be extended: {error}"),
            )
        })?;
        let mut status = self.status.clone();
        if configuration.format.is_league() {
            // Its rounds are stored. The first bot of a league brings a clock, whose matches share no core.
            if configuration.is_timed() && !self.tournament.configuration.is_timed() {
                let cores = thread::available_parallelism().map_or(1, usize::from) as u32;
                status.concurrency = status.concurrency.min(cores);
            }
        } else {
            status.earlier_extents.push(extent);
        }
        let request_id = request.map(|request| request.id);
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
