//! Tournaments without a director, as they are stored: read and parsed once for all requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use botwerk_tournament::TournamentTally;
use botwerk_tournament::format::PairingTable;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::directors::DirectorChanges;
use super::result_sums::read_sums;
use super::standings::TournamentDescription;
use super::tournament::Tournament;
use crate::background;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::store::{StoredTournament, TournamentStore};
use crate::weighted_cache::WeightedCache;

/// Maximum weight of all descriptions that are kept, in bytes.
const MAX_WEIGHT: usize = 16 << 20;

/// Weight of a description in addition to that of what is stored.
const DESCRIPTION_WEIGHT: usize = 1024;

/// Number of tournaments that are read at a time: their results may be many, and requests that wait find what others have
/// read.
const MAX_READS: usize = 1;

/// How long what was read of a tournament in progress is used: another server directs it.
const REREAD_AFTER: Duration = Duration::from_millis(500);

/// The tournaments that have no director here: those that have ended, and those of other servers.
pub(super) struct StoredTournaments {
    store: Arc<dyn TournamentStore>,
    directors: DirectorChanges,
    reads: Semaphore,
    /// Pairings of one tournament are computed at a time.
    pairing_reads: Semaphore,
    descriptions: Mutex<WeightedCache<TournamentId, CachedDescription>>,
}

#[derive(Clone)]
struct CachedDescription {
    description: Arc<TournamentDescription>,
    /// `None` if the tournament has ended, after which nothing changes.
    validity: Option<Validity>,
}

/// How long the description of a tournament in progress is the present one.
#[derive(Clone, Copy)]
struct Validity {
    expires_at: Instant,
    /// Number of changes of directors before it was read: one of them may have directed the tournament since then.
    directors: u64,
}

impl StoredTournaments {
    pub(super) fn new(store: Arc<dyn TournamentStore>, directors: DirectorChanges) -> Self {
        Self {
            store,
            directors,
            reads: Semaphore::new(MAX_READS),
            pairing_reads: Semaphore::new(1),
            descriptions: Mutex::new(WeightedCache::new(MAX_WEIGHT)),
        }
    }

    /// Describes a tournament, with the sums of its results.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(super) async fn read_sums(
        &self,
        id: &TournamentId,
    ) -> Result<(TournamentDescription, Arc<TournamentTally>), Error> {
        let _turn = self.reads.acquire().await;
        self.sum_up(self.store.tournament(id).await?).await
    }

    async fn sum_up(
        &self,
        stored: StoredTournament,
    ) -> Result<(TournamentDescription, Arc<TournamentTally>), Error> {
        let (tournament, stored) = background::compute(|| Tournament::read(stored)).await?;
        let tournament = Arc::new(tournament);
        let sums = read_sums(&*self.store, &tournament, &stored.status, None).await?;
        let description = TournamentDescription::from_sums(tournament, &stored, &sums);
        Ok((description, sums.into_tally()))
    }

    /// Describes a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub(super) async fn describe(
        &self,
        id: &TournamentId,
    ) -> Result<Arc<TournamentDescription>, Error> {
        if let Some(known) = self.known(id) {
            return Ok(known);
        }
        let _turn = self.reads.acquire().await;
        // It may have been read while this request waited.
        if let Some(known) = self.known(id) {
            return Ok(known);
        }
        let directors = self.directors.count();
        let stored = self.store.tournament(id).await?;
        let weight = weight(&stored);
        let (description, _) = self.sum_up(stored).await?;
        let description = Arc::new(description);
        let validity = (!description.snapshot.state.has_ended()).then(|| Validity {
            expires_at: Instant::now() + REREAD_AFTER,
            directors,
        });
        self.insert(id, &description, validity, weight);
        Ok(description)
    }

    fn known(&self, id: &TournamentId) -> Option<Arc<TournamentDescription>> {
        let cached = self.lock().get(id)?;
        let is_present = cached.validity.is_none_or(|validity| {
            Instant::now() < validity.expires_at && self.directors.count() == validity.directors
        });
        is_present.then_some(cached.description)
    }

    fn insert(
        &self,
        id: &TournamentId,
        description: &Arc<TournamentDescription>,
        validity: Option<Validity>,
        weight: usize,
    ) {
        let snapshot = &description.snapshot;
        let mut descriptions = self.lock();
        if let Some(before) = descriptions.get(id)
            && let Some(pairings) = before.description.pairings.get()
            && pairings.match_count() == snapshot.status.matches
        {
            // No batch was opened in the meantime.
            let _ = description.pairings.set(Arc::clone(pairings));
        }
        let cached = CachedDescription {
            description: Arc::clone(description),
            validity,
        };
        descriptions.insert(id.clone(), cached, weight);
    }

    /// Returns the pairings of all batches of a tournament so far. They follow from its results, which are read once
    /// and by pages.
    ///
    /// # Errors
    /// Returns an error if the tournament cannot be read.
    pub(super) async fn pairings(
        &self,
        description: &TournamentDescription,
    ) -> Result<Arc<PairingTable>, Error> {
        if let Some(pairings) = &description.snapshot.pairings {
            return Ok(Arc::clone(pairings));
        }
        let pairings = description
            .pairings
            .get_or_try_init(|| self.read_pairings(description));
        Ok(Arc::clone(pairings.await?))
    }

    async fn read_pairings(
        &self,
        description: &TournamentDescription,
    ) -> Result<Arc<PairingTable>, Error> {
        let _turn = self.pairing_reads.acquire().await;
        let tournament = Arc::clone(&description.tournament);
        let snapshot = Arc::clone(&description.snapshot);
        let matches = snapshot.status.matches;
        let rounds = tournament.read_rounds(&*self.store).await?;
        let progress = move || tournament.progress(&snapshot.status, rounds);
        let mut progress = background::compute(progress).await?;
        if progress.match_count() < matches {
            // Later rounds depend on the results of earlier ones.
            let status = &description.snapshot.status;
            read_sums(
                &*self.store,
                &description.tournament,
                status,
                Some(&mut progress),
            )
            .await?;
        }
        let table = background::compute(move || Ok(Arc::new(progress.pairing_table()))).await?;
        let id = &description.tournament.id;
        self.lock().add_weight(id, table.size_bytes());
        Ok(table)
    }

    fn lock(&self) -> MutexGuard<'_, WeightedCache<TournamentId, CachedDescription>> {
        self.descriptions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns about as many bytes as the description and the pairings of a tournament take.
fn weight(stored: &StoredTournament) -> usize {
    let texts = stored.row.configuration.len() + stored.row.status.len();
    // Parsed, 25 KB of JSON take about 200.
    DESCRIPTION_WEIGHT + 8 * texts
}
