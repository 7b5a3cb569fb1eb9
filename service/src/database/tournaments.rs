//! The tournaments of a database file.

use std::sync::Arc;

use super::{Database, DatabaseError, KnownPairings};
use crate::error::Error;
use crate::ids::TournamentId;
use crate::tournaments::{
    PairingsPage, RESULTS_PER_PAGE, ResultSums, StoredState, SumsReader, Tournament,
    TournamentDescription, TournamentStandings, missing_season,
};
use botwerk_engine::RootSeed;
use botwerk_tournament::Progress;
use botwerk_tournament::format::PairingTable;

impl Database {
    /// Returns the names of all tournaments, the newest first.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn tournament_names(&self) -> Result<Vec<String>, DatabaseError> {
        let listed = self.listed_tournaments()?;
        Ok(listed.iter().map(|listed| listed.id.name()).collect())
    }

    /// Returns `true` if a tournament has this seed, also while it is secret to clients.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub fn has_seed(&self, name: &str, seed: RootSeed) -> Result<bool, DatabaseError> {
        let (tournament, _) = self.read_tournament(name)?;
        Ok(tournament.seeds.root() == seed)
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
        let sums = self.read_sums(&tournament, &stored, None)?;
        let tournament = Arc::new(tournament);
        Ok(TournamentDescription::from_sums(tournament, &stored, &sums))
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
        let sums = self.read_sums(&tournament, &stored, None)?;
        let tournament = Arc::new(tournament);
        let description = TournamentDescription::from_sums(tournament, &stored, &sums);
        Ok(TournamentStandings::compute(description, sums.into_tally()))
    }

    /// Compares the checkpoint of a tournament with the sums of its results, counted one by one. Returns what differs, as
    /// text; nothing if there is no checkpoint.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub fn checkpoint_faults(&self, name: &str) -> Result<Vec<String>, DatabaseError> {
        let (tournament, stored) = self.read_tournament(name)?;
        let rounds = self.league_rounds(&tournament.id)?;
        let saved = self.checkpoint(&tournament.id)?;
        let mut counts = Vec::new();
        for checkpoint in [saved.as_deref(), None] {
            let rounds = rounds.clone();
            let progress = tournament.progress(&stored.status, rounds);
            let mut progress = progress.map_err(corrupt)?;
            let sums = self.count_results(&tournament, &stored, checkpoint, Some(&mut progress))?;
            counts.push((sums, progress));
        }
        let [(saved, resumed), (counted, progress)] = &counts[..] else {
            return Ok(Vec::new());
        };
        let mut faults = saved.differences(counted);
        if resumed.half_points() != progress.half_points() {
            faults.push("the half points of its batches differ".to_owned());
        }
        Ok(faults)
    }

    /// Reads the sums of all results: the checkpoint, and page by page what is not part of it. A progress is that before
    /// the first result, and continued.
    fn read_sums(
        &self,
        tournament: &Tournament,
        stored: &StoredState,
        progress: Option<&mut Progress>,
    ) -> Result<ResultSums, DatabaseError> {
        let checkpoint = self.checkpoint(&tournament.id)?;
        self.count_results(tournament, stored, checkpoint.as_deref(), progress)
    }

    /// Counts the results that are not part of a checkpoint.
    fn count_results(
        &self,
        tournament: &Tournament,
        stored: &StoredState,
        checkpoint: Option<&str>,
        progress: Option<&mut Progress>,
    ) -> Result<ResultSums, DatabaseError> {
        let mut reader = SumsReader::new(tournament, &stored.status, checkpoint, progress);
        while let Some(pairings) = reader.next() {
            let page = self.results(&tournament.id, &pairings, RESULTS_PER_PAGE)?;
            reader.count(&page);
        }
        Ok(reader.finish())
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
        if progress.match_count() < matches {
            // Later rounds depend on the results of earlier ones.
            self.read_sums(tournament, stored, Some(&mut progress))?;
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
