//! A store that records what is read and can be disturbed, for tests.

use std::ops::Range;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use tokio::sync::{Semaphore, oneshot};

use crate::ids::TournamentId;
use crate::store::{
    AttemptRow, DifferingRecord, LeagueRoundRow, ListedTournament, MemoryStore, PendingRead,
    PendingWrite, RatingSnapshotRow, RecordRetention, ResultRow, RetainedAttempt, SeasonTableRow,
    StoredTournament, TournamentRow, TournamentStore, UnpackedRecords, WriteCommand, WriteStore,
};
use crate::tournament_state::TournamentState;

/// A read of a [`RecordingStore`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoreRead {
    /// Results of a range of pairings.
    Results(Range<u64>),
    /// All attempts at a number of pairings.
    Attempts(u64),
    /// A tournament with everything that is stored of it.
    Tournament,
    Other,
}

type Hook = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A store in memory that records what is read. It can hold back pages of results, call what happens between a write and
/// its answer, and answer with an old list.
pub(crate) struct RecordingStore {
    pub(crate) store: Arc<MemoryStore>,
    reads: Mutex<Vec<StoreRead>>,
    /// One permit for each page of results that is not held back.
    pages: Arc<Semaphore>,
    after_creation: Mutex<Option<Hook>>,
    old_list: Mutex<Option<Vec<StoredTournament>>>,
}

/// More pages than any test reads.
const ALL_PAGES: usize = 1 << 20;

impl Default for RecordingStore {
    fn default() -> Self {
        Self {
            store: Arc::default(),
            reads: Mutex::default(),
            pages: Arc::new(Semaphore::new(ALL_PAGES)),
            after_creation: Mutex::default(),
            old_list: Mutex::default(),
        }
    }
}

impl RecordingStore {
    /// Removes and returns the reads so far.
    pub(crate) fn take_reads(&self) -> Vec<StoreRead> {
        std::mem::take(&mut *self.reads.lock().unwrap())
    }

    /// Returns the number of tournaments that were read with everything that is stored of them.
    pub(crate) fn tournament_reads(&self) -> usize {
        let reads = self.reads.lock().unwrap();
        let tournaments = reads.iter().filter(|read| **read == StoreRead::Tournament);
        tournaments.count()
    }

    /// Returns the number of pairings whose attempts were read.
    pub(crate) fn attempt_reads(&self) -> u64 {
        let reads = self.reads.lock().unwrap();
        let pairings = reads.iter().map(|read| match read {
            StoreRead::Attempts(pairings) => *pairings,
            StoreRead::Results(_) | StoreRead::Tournament | StoreRead::Other => 0,
        });
        pairings.sum()
    }

    /// Holds back all further pages of results.
    pub(crate) fn hold_pages(&self) {
        self.pages.forget_permits(ALL_PAGES);
    }

    /// Returns the pages that were held back, and all further ones at once.
    pub(crate) fn release_pages(&self) {
        self.pages.add_permits(ALL_PAGES);
    }

    /// Awaits a future after the next tournament was stored, before the answer.
    pub(crate) fn call_after_creation(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.after_creation.lock().unwrap() = Some(Box::pin(hook));
    }

    /// Answers the next read of unfinished tournaments with a list.
    pub(crate) fn answer_with_list(&self, list: Vec<StoredTournament>) {
        *self.old_list.lock().unwrap() = Some(list);
    }

    fn record(&self, read: StoreRead) -> &MemoryStore {
        self.reads.lock().unwrap().push(read);
        &self.store
    }
}

impl WriteStore for RecordingStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        let is_creation = matches!(command, WriteCommand::CreateTournament(_));
        let write = self.store.write(command);
        let hook = is_creation.then(|| self.after_creation.lock().unwrap().take());
        let Some(hook) = hook.flatten() else {
            return write;
        };
        let (sender, receiver) = oneshot::channel();
        tokio::spawn(async move {
            let written = write.await;
            hook.await;
            // The caller may be gone.
            let _ = sender.send(written);
        });
        PendingWrite::waiting(receiver)
    }
}

impl TournamentStore for RecordingStore {
    fn checkpoint(&self, id: &TournamentId) -> PendingRead<Option<String>> {
        self.record(StoreRead::Other).checkpoint(id)
    }

    fn results(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<ResultRow>> {
        // What is stored while the page is held back is not part of it.
        let read = StoreRead::Results(pairings.clone());
        let page = self.record(read).results(id, pairings, limit);
        let pages = Arc::clone(&self.pages);
        if let Ok(permit) = pages.try_acquire() {
            permit.forget();
            return page;
        }
        let (answer, receiver) = oneshot::channel();
        tokio::spawn(async move {
            pages.acquire_owned().await.unwrap().forget();
            // The reader may be gone.
            let _ = answer.send(page.await);
        });
        PendingRead::waiting(receiver)
    }

    fn open_attempts(
        &self,
        id: &TournamentId,
        pairings: Range<u64>,
        limit: usize,
    ) -> PendingRead<Vec<AttemptRow>> {
        self.record(StoreRead::Other)
            .open_attempts(id, pairings, limit)
    }

    fn tournament(&self, id: &TournamentId) -> PendingRead<StoredTournament> {
        self.record(StoreRead::Tournament).tournament(id)
    }

    fn unfinished_tournaments(&self) -> PendingRead<Vec<StoredTournament>> {
        match self.old_list.lock().unwrap().take() {
            Some(list) => PendingRead::ready(Ok(list)),
            None => self.record(StoreRead::Other).unfinished_tournaments(),
        }
    }

    fn tournament_by_request_id(&self, request_id: &str) -> PendingRead<Option<TournamentRow>> {
        self.record(StoreRead::Other)
            .tournament_by_request_id(request_id)
    }

    fn tournaments(
        &self,
        before: Option<&TournamentId>,
        state: Option<TournamentState>,
        limit: usize,
    ) -> PendingRead<Vec<ListedTournament>> {
        self.record(StoreRead::Other)
            .tournaments(before, state, limit)
    }

    fn attempts(&self, id: &TournamentId, from: u64, limit: u64) -> PendingRead<Vec<AttemptRow>> {
        self.record(StoreRead::Attempts(limit))
            .attempts(id, from, limit)
    }

    fn attempts_at(&self, id: &TournamentId, pairings: Vec<u64>) -> PendingRead<Vec<AttemptRow>> {
        self.record(StoreRead::Attempts(pairings.len() as u64))
            .attempts_at(id, pairings)
    }

    fn retentions(&self, after: &str, limit: usize) -> PendingRead<Vec<RecordRetention>> {
        self.record(StoreRead::Other).retentions(after, limit)
    }

    fn retained_attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: usize,
    ) -> PendingRead<Vec<RetainedAttempt>> {
        self.record(StoreRead::Other)
            .retained_attempts(id, from, limit)
    }

    fn unpacked_records(&self, before_micros: i64) -> PendingRead<Option<UnpackedRecords>> {
        self.record(StoreRead::Other)
            .unpacked_records(before_micros)
    }

    fn league_rounds(&self, id: &TournamentId) -> PendingRead<Vec<LeagueRoundRow>> {
        self.record(StoreRead::Other).league_rounds(id)
    }

    fn rating_snapshots(&self, id: &TournamentId) -> PendingRead<Vec<RatingSnapshotRow>> {
        self.record(StoreRead::Other).rating_snapshots(id)
    }

    fn season_table(&self, id: &TournamentId, season: u32) -> PendingRead<Option<SeasonTableRow>> {
        self.record(StoreRead::Other).season_table(id, season)
    }

    fn differing_records(
        &self,
        id: &TournamentId,
        after: Option<(u64, String)>,
        limit: usize,
    ) -> PendingRead<Vec<DifferingRecord>> {
        self.record(StoreRead::Other)
            .differing_records(id, after, limit)
    }
}
