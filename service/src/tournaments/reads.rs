//! Reading tournaments: what a call reads is what it shows, and a call that many make at a time is answered once.

use std::sync::Arc;

use botwerk_tournament::format::PairingTable;

use super::Tournaments;
use super::directors::TournamentWatch;
use super::pairings::{PairingFilter, PairingsPage, by_pairing, pairings_of_entrants};
use super::standings::{TournamentDescription, TournamentStandings};
use super::tournament::Tournament;
use crate::background;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{AttemptKey, AttemptRow, ListedTournament, TournamentStore};
use crate::tournament_state::TournamentState;
use crate::work_guard::{Work, fault_point};

/// Maximum number of pairings whose attempts are read to find those that a filter admits. A page may have fewer than asked
/// for.
const MAX_FILTERED: usize = 1000;

/// Number of pairings whose attempts are read at a time for a filter.
const FILTERED_PER_READ: usize = 64;

impl Tournaments {
    /// Describes a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn describe(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<TournamentDescription>, Error> {
        let Some(director) = self.context.directors.get(id) else {
            return self.stored.describe(id).await;
        };
        let (stored, requested) = (Arc::clone(&self.stored), id.clone());
        let describe = || async move {
            match director.describe().await {
                Some(description) => Ok(Arc::new(description)),
                // The director has ended in the meantime.
                None => stored.describe(&requested).await,
            }
        };
        self.descriptions.get(id, self.tasks(), describe).await
    }

    /// Starts watching a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn watch(&self, id: &TournamentId) -> Result<TournamentWatch, Error> {
        let director = self.context.directors.get(id);
        // Subscribed before the first snapshot is requested, so that no change is missed.
        let snapshots = director.map(|director| director.snapshots.subscribe());
        let description = self.describe(id).await?;
        if snapshots.is_none() {
            self.context.registry.check_tournament_owner(id).await?;
        }
        Ok(TournamentWatch {
            description,
            snapshots,
        })
    }

    /// Returns the number of the entrant with a name.
    pub(super) async fn find_entrant(&self, id: &TournamentId, name: &str) -> Result<usize, Error> {
        let description = self.describe(id).await?;
        let mut entrants = description.tournament.configuration.entrants.iter();
        let entrant = entrants.position(|entrant| entrant.name == name);
        entrant.ok_or_else(|| {
            let message = format!("entrant: the tournament has no entrant `{name}`");
            Error::new(Reason::NotFound, message)
        })
    }

    /// Returns the ids and states of at most `limit` tournaments with ids below `before`, the newest first, and whether
    /// there are more. `None` stands for any id or any state.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> Result<(Vec<ListedTournament>, bool), Error> {
        let listed = self.context.store.tournaments(before, state, limit + 1);
        let mut listed = listed.await?;
        let has_more = listed.len() > limit;
        listed.truncate(limit);
        Ok((listed, has_more))
    }

    /// Computes the standings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(crate) async fn standings(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<TournamentStandings>, Error> {
        let (tournaments, requested) = (self.clone(), id.clone());
        let compute = || async move { tournaments.compute_standings(&requested).await };
        self.standings.get(id, self.tasks(), compute).await
    }

    async fn compute_standings(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<TournamentStandings>, Error> {
        let guard = Arc::clone(self.context.registry.guard());
        if let Some(suspended) = guard.suspension(&id.name()) {
            return Err(suspended.tournament_error());
        }
        let directed = match self.context.directors.get(id) {
            Some(director) => director.tally().await,
            None => None,
        };
        let (description, tally) = match directed {
            Some(directed) => directed,
            None => self.stored.read_sums(id).await?,
        };
        // Strengths of many entrants are a thousand small optimisations.
        let work = Work::of_tournament(id, "computing its standings");
        let compute = move || {
            let _mark = guard.enter(&work, guard.search_limit(None));
            fault_point("standings");
            let standings = TournamentStandings::compute(description, tally);
            Ok(Arc::new(standings))
        };
        background::compute(compute).await
    }

    /// Starts reading the pairings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament or an entrant does not exist or cannot be read.
    pub(crate) async fn pairings(
        &self,
        id: &TournamentId,
        filter: PairingFilter,
    ) -> Result<PairingsReader, Error> {
        let description = self.describe(id).await?;
        let mut entrants = Vec::new();
        for name in [&filter.entrant, &filter.opponent].into_iter().flatten() {
            entrants.push(self.find_entrant(id, name).await?);
        }
        Ok(PairingsReader {
            entrants,
            store: Arc::clone(&self.context.store),
            table: self.stored.pairings(&description).await?,
            tournament: Arc::clone(&description.tournament),
            filter,
            remaining: MAX_FILTERED,
        })
    }

    /// Reads all attempts at some pairings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn attempts_at(
        &self,
        id: &TournamentId,
        pairings: Vec<u64>,
    ) -> Result<Vec<AttemptRow>, Error> {
        Ok(self.context.store.attempts_at(id, pairings).await?)
    }

    /// Checks that the seed of a match may be known: all matches of its block share it.
    ///
    /// # Errors
    /// Returns an error until all matches of the block have a result, or the tournament has ended.
    pub(crate) async fn check_block_over(&self, attempt: &AttemptKey) -> Result<(), Error> {
        let id = &attempt.tournament;
        let director = self.context.directors.get(id);
        let per_block = match director.map(|director| director.snapshots.borrow().clone()) {
            // The number of matches of a block never changes.
            Some(snapshot) => snapshot.tournament.configuration.matches_per_block(),
            None => {
                let stored = self.stored.describe(id).await?;
                if stored.snapshot.state.has_ended() {
                    return Ok(());
                }
                stored.tournament.configuration.matches_per_block()
            }
        };
        let first = attempt.pairing / per_block * per_block;
        let attempts = self.context.store.attempts(id, first, per_block).await?;
        let results = attempts.iter().filter(|row| row.result.is_some()).count();
        if results as u64 == per_block {
            return Ok(());
        }
        let message = format!(
            "the record reveals the seed of {per_block} matches, of which {} have no result yet; read it \
             when they have ended",
            per_block - results as u64
        );
        Err(Error::new(Reason::BlockNotOver, message))
    }
}

/// Reads pairings of a tournament, page by page.
pub(crate) struct PairingsReader {
    store: Arc<dyn TournamentStore>,
    tournament: Arc<Tournament>,
    table: Arc<PairingTable>,
    filter: PairingFilter,
    /// The entrants of the filter.
    entrants: Vec<usize>,
    /// Number of pairings whose attempts may still be read to find out which the filter admits.
    remaining: usize,
}

impl PairingsReader {
    /// Returns at most `limit` pairings, starting with index `from`; fewer, unless they are the last, if enough was looked
    /// at for one call.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn page(&mut self, from: u64, limit: u64) -> Result<PairingsPage, Error> {
        if !self.entrants.is_empty() || self.filter.needs_attempts() {
            return self.filtered_page(from, limit as usize).await;
        }
        let id = &self.tournament.id;
        let attempts = self.store.attempts(id, from, limit).await?;
        let tournament = Arc::clone(&self.tournament);
        Ok(PairingsPage::new(
            tournament,
            &self.table,
            attempts,
            from,
            limit,
        ))
    }

    /// Returns at most `limit` pairings that the filter admits.
    async fn filtered_page(&mut self, from: u64, limit: usize) -> Result<PairingsPage, Error> {
        let mut pairings = Vec::new();
        let mut next = Some(from);
        while let Some(first) = next
            && pairings.len() < limit
        {
            let wanted = limit - pairings.len();
            let size = if self.filter.needs_attempts() {
                // Most of them may not be admitted.
                self.remaining.min(FILTERED_PER_READ)
            } else {
                wanted
            };
            if size == 0 {
                break;
            }
            let (table, entrants) = (Arc::clone(&self.table), self.entrants.clone());
            let find = move || Ok::<_, Error>(pairings_of_entrants(&table, &entrants, first, size));
            let (found, after) = background::compute(find).await?;
            next = after;
            let is_sparse = found.len() < size;
            let indexes = found.iter().map(|pairing| pairing.index).collect();
            let attempts = self.store.attempts_at(&self.tournament.id, indexes).await?;
            let mut attempts = by_pairing(attempts);
            for pairing in found {
                if pairings.len() == limit {
                    next = Some(pairing.index);
                    break;
                }
                self.remaining = self.remaining.saturating_sub(1);
                let attempts = attempts.remove(&pairing.index).unwrap_or_default();
                let entrant = self.entrants.first().copied();
                if self.filter.admits(&pairing, entrant, &attempts) {
                    pairings.push((pairing, attempts));
                }
            }
            if is_sparse {
                break;
            }
        }
        Ok(PairingsPage {
            tournament: Arc::clone(&self.tournament),
            pairings,
            next,
        })
    }
}
