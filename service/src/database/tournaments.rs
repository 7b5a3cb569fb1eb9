//! The tournaments of a database file.

use std::sync::Arc;

use botwerk_tournament::format::PairingTable;

use super::{Database, DatabaseError, KnownPairings};
use crate::error::Error;
use crate::ids::TournamentId;
use crate::tournaments::{
    PairingsPage, StoredState, Tournament, TournamentDescription, TournamentStandings, add_results,
    missing_season,
};

/// Number of pairings whose results are read at a time.
const PAIRINGS_PER_READ: u64 = 500;

impl Database {
    /// Returns the names of all tournaments, the newest first.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn tournament_names(&self) -> Result<Vec<String>, DatabaseError> {
        let listed = self.listed_tournaments()?;
        Ok(listed.iter().map(|listed| listed.id.name()).collect())
    }

    /// Describes a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) fn describe_tournament(
        &self,
        name: &str,
    ) -> Result<TournamentDescription, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        Ok(TournamentDescription::from_stored(tournament, &stored))
    }

    /// Computes the standings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) fn tournament_standings(
        &self,
        name: &str,
    ) -> Result<TournamentStandings, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        let description = TournamentDescription::from_stored(tournament, &stored);
        Ok(TournamentStandings::compute(description, stored))
    }

    /// Returns at most `limit` pairings of a tournament, starting with index `from`.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) fn tournament_pairings(
        &self,
        name: &str,
        from: u64,
        limit: u64,
    ) -> Result<PairingsPage, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        let table = self.pairing_table(&tournament, &stored)?;
        let attempts = self.attempts(&tournament.id, from, limit)?;
        let tournament = Arc::new(tournament);
        Ok(PairingsPage::new(tournament, &table, attempts, from, limit))
    }

    /// Returns the pairings of all batches of a tournament so far.
    fn pairing_table(
        &self,
        tournament: &Tournament,
        stored: &StoredState,
    ) -> Result<Arc<PairingTable>, DatabaseError> {
        let matches = stored.status.matches;
        if let Some(known) = &*self.pairings.borrow()
            && (&known.tournament, known.matches) == (&tournament.id, matches)
        {
            return Ok(Arc::clone(&known.table));
        }
        let rounds = self.league_rounds(&tournament.id)?;
        let progress = tournament.progress(&stored.status, rounds);
        let mut progress = progress.map_err(corrupt)?;
        let mut first = 0;
        // Later rounds depend on the results of earlier ones.
        while progress.match_count() < matches && first < matches {
            let rows = self.attempts(&tournament.id, first, PAIRINGS_PER_READ)?;
            add_results(&mut progress, &rows);
            first += PAIRINGS_PER_READ;
        }
        let table = Arc::new(progress.pairing_table());
        self.pairings.replace(Some(KnownPairings {
            tournament: tournament.id.clone(),
            matches,
            table: Arc::clone(&table),
        }));
        Ok(table)
    }

    /// Reads the final table of a season of a league, as it is sent.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or is no league, or the season has not ended.
    pub(crate) fn tournament_season_table(
        &self,
        name: &str,
        season: u32,
    ) -> Result<Vec<u8>, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        match self.season_table(&tournament.id, season)? {
            Some(table) => Ok(table.standings),
            None => {
                let error = missing_season(&tournament, &stored.status, season);
                Err(DatabaseError::Unusable(error.message))
            }
        }
    }

    fn read_tournament(&self, name: &str) -> Result<(Tournament, StoredState), DatabaseError> {
        let id = TournamentId::from_name(name).map_err(corrupt)?;
        let stored = self.stored_tournament(&id)?;
        let stored = stored.ok_or_else(|| {
            DatabaseError::Unusable(format!("there is no {name} in the database"))
        })?;
        Tournament::read(stored).map_err(corrupt)
    }
}

fn corrupt(error: Error) -> DatabaseError {
    DatabaseError::Corrupt(error.message)
}
