//! The store as the rest of the server sees it: measured, and with a limit to what is unfinished.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use botwerk_engine::Termination;
use botwerk_engine::record::OutcomeLine;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::metrics::Metrics;
use crate::store::{Commit, MatchRow, PendingWrite, Store, StoreError, StoredMatch};

/// How long one failed write counts, if none succeeds meanwhile: with nobody sent here any more
/// there may be none that could.
const FAILURE_COUNTS: Duration = Duration::from_secs(30);

/// A store that knows which matches have not ended, how long writes take and whether they fail.
pub(crate) struct Ledger {
    store: Arc<dyn Store>,
    /// Shared with the tasks that wait for writes.
    book: Arc<Book>,
    /// Unfinished matches at most.
    most: usize,
}

struct Book {
    metrics: Arc<Metrics>,
    // A mutex of the standard library: touched once a write, never across an await.
    page: Mutex<Page>,
}

#[derive(Default)]
struct Page {
    /// The state of each match that has not ended.
    unfinished: HashMap<MatchId, MatchState>,
    /// Places of matches that are being made.
    reserved: usize,
    /// The last write that failed, unless one has succeeded since.
    failed: Option<Instant>,
}

/// The place of a match that is being made.
pub(crate) struct Place {
    book: Arc<Book>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.book.page().reserved -= 1;
    }
}

impl Ledger {
    /// Reads what is unfinished.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
        most: usize,
    ) -> Result<Self, StoreError> {
        let page = Mutex::default();
        let book = Arc::new(Book { metrics, page });
        for state in [
            MatchState::Waiting,
            MatchState::Running,
            MatchState::Suspended,
        ] {
            for row in store.list(None, Some(state), usize::MAX >> 1)? {
                book.move_to(&row.id, state);
            }
        }
        Ok(Self { store, book, most })
    }

    /// The ids of the matches that have not ended, the newest first.
    pub(crate) fn unfinished(&self) -> Vec<MatchId> {
        let mut ids: Vec<_> = self.book.page().unfinished.keys().cloned().collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids
    }

    /// A place for one more match; an error if as many are unfinished as may be.
    pub(crate) fn reserve(&self) -> Result<Place, Error> {
        let mut page = self.book.page();
        if page.unfinished.len() + page.reserved >= self.most {
            let message = format!(
                "{} matches have not ended, and no more may be open; wait until some end or abort \
                 them",
                self.most
            );
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        page.reserved += 1;
        let book = Arc::clone(&self.book);
        Ok(Place { book })
    }

    /// Whether nothing could be written lately, or nothing can be read now.
    pub(crate) fn is_failing(&self) -> bool {
        let failed = self.book.page().failed;
        let lately = failed.is_some_and(|at| at.elapsed() < FAILURE_COUNTS);
        lately || self.store.list(None, None, 1).is_err()
    }

    /// Notes a match that is being made beside the others.
    pub(crate) fn note_created(&self, id: &MatchId, receipt: PendingWrite) -> PendingWrite {
        let id = id.clone();
        self.noted(receipt, move |book| {
            book.move_to(&id, MatchState::Waiting);
        })
    }

    /// Notes a match that is stored from its beginning to its end.
    pub(crate) fn note_whole(&self, events: usize, receipt: PendingWrite) -> PendingWrite {
        self.noted(receipt, move |book| book.metrics.events(events))
    }

    /// Notes how a write goes; `note` what it has changed, once it is done.
    fn noted(
        &self,
        receipt: PendingWrite,
        note: impl FnOnce(&Book) + Send + 'static,
    ) -> PendingWrite {
        let (book, begun) = (Arc::clone(&self.book), Instant::now());
        receipt.noted(move |result| {
            book.settle(result, begun.elapsed());
            if result.is_ok() {
                note(&book);
            }
        })
    }
}

impl Book {
    fn page(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how a write went.
    fn settle(&self, result: &Result<(), StoreError>, took: Duration) {
        match result {
            Ok(()) => {
                self.metrics.commit(took);
                self.page().failed = None;
            }
            Err(StoreError::Unavailable(_)) => {
                self.metrics.commit_failed();
                self.page().failed = Some(Instant::now());
            }
            // The store works; somebody else was wrong.
            Err(
                StoreError::Stale { .. } | StoreError::NotFound(_) | StoreError::AlreadyExists(_),
            ) => {
                self.metrics.commit_failed();
            }
        }
    }

    /// Notes the state of a match.
    fn move_to(&self, id: &MatchId, state: MatchState) {
        let has_ended = state.has_ended();
        let mut page = self.page();
        let before = if has_ended {
            page.unfinished.remove(id)
        } else if let Some(known) = page.unfinished.get_mut(id) {
            Some(std::mem::replace(known, state))
        } else {
            page.unfinished.insert(id.clone(), state)
        };
        drop(page);
        if before == Some(state) {
            return;
        }
        if let Some(before) = before {
            self.metrics.match_left(before.label());
        }
        if !has_ended {
            self.metrics.match_entered(state.label());
        }
    }
}

impl Store for Ledger {
    fn create(&self, row: MatchRow) -> PendingWrite {
        let id = row.id.clone();
        self.note_created(&id, self.store.create(row))
    }

    fn commit(&self, commit: Commit) -> PendingWrite {
        let (acts, events) = (commit.submissions.len(), commit.events.len());
        let state = commit.state;
        let flags = commit.outcome.as_ref().map_or(0, flagged_seats);
        let id = commit.id.clone();
        let receipt = self.store.commit(commit);
        self.noted(receipt, move |book| {
            book.metrics.actions(acts);
            book.metrics.events(events);
            book.metrics.flags(flags);
            book.move_to(&id, state);
        })
    }

    fn load(&self, id: &MatchId) -> Result<StoredMatch, StoreError> {
        self.store.load(id)
    }

    fn match_by_request_id(&self, request_id: &str) -> Result<Option<MatchRow>, StoreError> {
        self.store.match_by_request_id(request_id)
    }

    fn list(
        &self,
        before: Option<&MatchId>,
        state: Option<MatchState>,
        limit: usize,
    ) -> Result<Vec<MatchRow>, StoreError> {
        self.store.list(before, state, limit)
    }
}

/// Returns the number of seats that were flagged in a match that has ended.
fn flagged_seats(outcome: &OutcomeLine) -> usize {
    let flagged = |seat: &&Option<Termination>| **seat == Some(Termination::Flagged);
    outcome.terminations.iter().filter(flagged).count()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::store::MemoryStore;

    /// A store of which the disk is full now and then, and which answers later.
    #[derive(Default)]
    struct Shaky {
        store: MemoryStore,
        full: AtomicBool,
    }

    impl Store for Shaky {
        fn create(&self, row: MatchRow) -> PendingWrite {
            self.store.create(row)
        }

        fn commit(&self, commit: Commit) -> PendingWrite {
            let full = || StoreError::Unavailable("the disk is full".into());
            let inner = self.store.commit(commit);
            let is_full = self.full.load(Ordering::Relaxed);
            let (sender, receiver) = tokio::sync::oneshot::channel();
            tokio::spawn(async move {
                let result = inner.await;
                let _ = sender.send(if is_full { Err(full()) } else { result });
            });
            PendingWrite::waiting(receiver)
        }

        fn load(&self, id: &MatchId) -> Result<StoredMatch, StoreError> {
            self.store.load(id)
        }

        fn match_by_request_id(&self, request_id: &str) -> Result<Option<MatchRow>, StoreError> {
            self.store.match_by_request_id(request_id)
        }

        fn list(
            &self,
            before: Option<&MatchId>,
            state: Option<MatchState>,
            limit: usize,
        ) -> Result<Vec<MatchRow>, StoreError> {
            self.store.list(before, state, limit)
        }
    }

    fn row(id: &str) -> MatchRow {
        MatchRow {
            id: id.into(),
            request_id: None,
            state: MatchState::Waiting,
            created_micros: 0,
            setup: String::new(),
            events: 0,
            outcome: None,
        }
    }

    fn commit(id: &str, after: u64, state: MatchState) -> Commit {
        Commit {
            events: vec!["{}".into()],
            ..Commit::new(id.into(), after, state)
        }
    }

    #[tokio::test]
    async fn matches_that_have_ended_make_room_and_failures_pass() {
        let shaky = Arc::new(Shaky::default());
        let store: Arc<dyn Store> = Arc::clone(&shaky) as _;
        let ledger = Ledger::open(store, Arc::default(), 2).unwrap();
        let place = ledger.reserve().unwrap();
        ledger.create(row("a")).await.unwrap();
        assert_eq!(
            ledger.reserve().map(drop).unwrap_err().reason,
            Reason::LimitExceeded
        );
        drop(place);
        assert!(ledger.reserve().is_ok());
        ledger.create(row("b")).await.unwrap();
        assert!(ledger.reserve().is_err());

        assert!(!ledger.is_failing());
        shaky.full.store(true, Ordering::Relaxed);
        let failed = ledger.commit(commit("a", 0, MatchState::Over)).await;
        assert!(matches!(failed, Err(StoreError::Unavailable(_))));
        assert!(ledger.is_failing() && ledger.reserve().is_err());
        shaky.full.store(false, Ordering::Relaxed);
        let running = commit("b", 0, MatchState::Running);
        ledger.commit(running).await.unwrap();
        assert!(!ledger.is_failing());
        ledger
            .commit(commit("b", 1, MatchState::Aborted))
            .await
            .unwrap();
        assert!(ledger.reserve().is_ok());
    }

    #[test]
    fn flagged_seats_are_counted_in_the_outcome() {
        let outcome =
            r#"{"outcome":"MR-23","places":[1,2,3],"terminations":["FLAGGED","","FLAGGED"]}"#;
        let mut outcome: OutcomeLine = serde_json::from_str(outcome).unwrap();
        assert_eq!(flagged_seats(&outcome), 2);
        outcome.terminations.clear();
        assert_eq!(flagged_seats(&outcome), 0);
    }
}
