//! The tournaments of a store's file seen from outside, also while a server writes it.

use botwerk_proto::v1 as proto;

use super::tournament::{Stored, Tournament};
use super::{add_results, messages, pairings_range, standings};
use crate::error::Error;
use crate::ids::TournamentId;
use crate::store::{Database, DatabaseError};

impl Database {
    /// The names of all tournaments, the newest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tournament_names(&self) -> Result<Vec<String>, DatabaseError> {
        let stored = self.stored_tournaments()?;
        Ok(stored.iter().map(|stored| stored.row.id.name()).collect())
    }

    /// What everybody may know of a tournament.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub fn tournament(&self, name: &str) -> Result<proto::Tournament, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        Ok(messages::tournament(&tournament, &stored.snapshot()))
    }

    /// The table of a tournament, with all figures.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub fn standings(&self, name: &str) -> Result<proto::GetStandingsResponse, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        let message = messages::tournament(&tournament, &stored.snapshot());
        Ok(standings::message(&tournament, &stored, message))
    }

    /// The matches of a tournament by number, and where to go on.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub fn pairings(
        &self,
        request: &proto::ListPairingsRequest,
    ) -> Result<proto::ListPairingsResponse, DatabaseError> {
        let (from, limit) = pairings_range(request).map_err(unreadable)?;
        let (tournament, stored) = self.read_tournament(&request.tournament)?;
        let id = &tournament.id;
        let mut progress = tournament.progress(&stored.status).map_err(unreadable)?;
        if stored.status.matches > progress.match_count() {
            // Later rounds depend on the results of earlier ones.
            add_results(&mut progress, &self.attempts(id, 0, u64::MAX)?);
        }
        let attempts = self.attempts(id, from, limit)?;
        Ok(messages::pairings(
            &tournament,
            &progress,
            attempts,
            from,
            limit,
        ))
    }

    fn read_tournament(&self, name: &str) -> Result<(Tournament, Stored), DatabaseError> {
        let id = TournamentId::from_name(name).map_err(unreadable)?;
        let stored = self.stored_tournament(&id)?;
        let stored = stored.ok_or_else(|| {
            DatabaseError::Unusable(format!("there is no {name} in the database"))
        })?;
        Tournament::read(stored).map_err(unreadable)
    }
}

fn unreadable(error: Error) -> DatabaseError {
    DatabaseError::Corrupt(error.message)
}
