//! The sums of a tournament's results, and which results they contain.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use botwerk_engine::Termination;
use botwerk_tournament::configuration::Configuration;
use botwerk_tournament::statistics::{LiveRatings, Sprt};
use botwerk_tournament::{BatchHalfPoints, MatchResult, PairingRanges, Progress, TournamentTally};
use serde::{Deserialize, Serialize};

use super::status::TournamentStatus;
use super::tournament::Tournament;
use crate::ids::TournamentId;
use crate::store::{CheckpointRow, ResultRow, StoreError, TournamentStore, to_json};

/// Maximum number of results that are read at a time.
pub(crate) const RESULTS_PER_PAGE: usize = 1000;

/// Number of counted results that are read again rather than that two reads are needed.
const NEAR: u64 = 256;

/// The sums of a tournament's results, and which results they contain, so that each is counted once whatever the order in
/// which results are stored and found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ResultSums {
    /// How often all results were to be counted again before these were.
    recounts: u64,
    /// The pairings whose results are counted.
    pub(super) counted: PairingRanges,
    #[serde(with = "shared_tally")]
    pub(super) tally: Arc<TournamentTally>,
    pub(super) live: LiveRatings,
    /// The number of failures in a row of each entrant.
    pub(super) failures: Vec<u32>,
    /// The half points of the batches so far, as far as later batches depend on them.
    half_points: Vec<BatchHalfPoints>,
    /// Number of results in the checkpoint from which these sums were restored.
    #[serde(skip)]
    pub(super) restored: u64,
}

impl ResultSums {
    /// Returns the sums before the first result.
    fn new(configuration: &Configuration, status: &TournamentStatus) -> Self {
        let entrants = configuration.entrants.len();
        Self {
            recounts: status.recounts,
            counted: PairingRanges::default(),
            tally: Arc::new(empty_tally(configuration, status)),
            live: LiveRatings::new(entrants),
            failures: vec![0; entrants],
            half_points: Vec::new(),
            restored: 0,
        }
    }

    /// Returns the sums of a checkpoint, or those before the first result if the checkpoint is none of this version or was
    /// saved before results were to be counted again.
    fn restore(
        configuration: &Configuration,
        status: &TournamentStatus,
        checkpoint: Option<&str>,
    ) -> Self {
        let saved = checkpoint.and_then(|content| serde_json::from_str::<Self>(content).ok());
        let Some(mut saved) = saved.filter(|saved| saved.recounts == status.recounts) else {
            return Self::new(configuration, status);
        };
        saved.extend(configuration.entrants.len());
        saved.restored = saved.counted.len();
        saved
    }

    /// Adds entrants, up to this number of all.
    pub(super) fn extend(&mut self, entrants: usize) {
        Arc::make_mut(&mut self.tally).extend(entrants);
        self.live.extend(entrants);
        self.failures.resize(entrants, 0);
    }

    /// Counts the result of a pairing. Returns `false` if it is counted already.
    pub(super) fn count(
        &mut self,
        pairing: u64,
        result: &MatchResult,
        sprt: Option<&Sprt>,
    ) -> bool {
        if !self.mark(pairing, result) {
            return false;
        }
        drop(Arc::make_mut(&mut self.tally).add(pairing, result, sprt));
        true
    }

    /// Counts the result of a pairing but in the tally. Returns `false` if it is counted already.
    pub(super) fn mark(&mut self, pairing: u64, result: &MatchResult) -> bool {
        let is_new = self.counted.insert(pairing);
        if is_new {
            // Forfeits say nothing about strength.
            if result.is_rated {
                self.live.add(&result.seats, &result.places);
            }
        }
        is_new
    }

    /// Counts the failures of the entrants in a match that was played. Returns those that failed, with how often in a row
    /// and how.
    pub(super) fn record_failures(
        &mut self,
        result: &MatchResult,
    ) -> Vec<(usize, u32, &'static str)> {
        let mut failed = Vec::new();
        for (entrant, stats) in result.seats.iter().zip(&result.seat_stats) {
            let failures = &mut self.failures[*entrant];
            let failure = match stats.termination {
                Some(Termination::NoShow) => "did not join",
                Some(Termination::Disconnected) => "disconnected",
                Some(Termination::Crashed) => "crashed",
                Some(Termination::Illegal) => "submitted an illegal action",
                Some(Termination::Flagged) if stats.turn_times.turns() == 0 => "submitted nothing",
                _ => {
                    *failures = 0;
                    continue;
                }
            };
            *failures = failures.saturating_add(1);
            failed.push((*entrant, *failures, failure));
        }
        failed
    }

    /// Returns what differs from other sums of the same results, as text.
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        let (own, others) = (&*self.tally, &*other.tally);
        let is_different = [
            (self.counted != other.counted, "other results are counted"),
            (
                own.entrants != others.entrants,
                "the sums of entrants differ",
            ),
            (
                own.result_counts() != others.result_counts(),
                "other results are counted for ratings",
            ),
            (own.pairs != others.pairs, "counted pairs differ"),
            (own != others, "the tally differs"),
        ];
        let different = is_different.into_iter().filter(|(differs, _)| *differs);
        different.map(|(_, text)| text.to_owned()).collect()
    }

    /// Returns the tally.
    pub(crate) fn into_tally(self) -> Arc<TournamentTally> {
        self.tally
    }

    /// Returns the checkpoint of a tournament with this progress.
    pub(super) fn checkpoint(
        &mut self,
        tournament: &TournamentId,
        status: &TournamentStatus,
        progress: &Progress,
    ) -> CheckpointRow {
        self.recounts = status.recounts;
        self.half_points = progress.half_points();
        CheckpointRow {
            tournament: tournament.clone(),
            results: self.counted.len(),
            content: to_json(self),
        }
    }
}

/// Returns the tally of a tournament before its first result.
pub(super) fn empty_tally(
    configuration: &Configuration,
    status: &TournamentStatus,
) -> TournamentTally {
    let block = configuration.matches_per_block();
    TournamentTally::new(configuration.entrants.len(), block, status.annulled())
}

/// The pairings whose results are still to be read, page by page.
#[derive(Debug)]
pub(super) struct ResultPages {
    ranges: VecDeque<Range<u64>>,
}

impl ResultPages {
    /// Returns the pairings of a range that are not counted, and some that lie between them.
    pub(super) fn uncounted(counted: &PairingRanges, range: Range<u64>) -> Self {
        Self {
            ranges: counted.gaps(range, NEAR).into(),
        }
    }

    /// Returns the pairings of the next page, or `None` after the last one.
    pub(super) fn next(&self) -> Option<Range<u64>> {
        self.ranges.front().cloned()
    }

    /// Continues after a page.
    pub(super) fn advance(&mut self, page: &[ResultRow]) {
        let Some(range) = self.ranges.front_mut() else {
            return;
        };
        match page.last() {
            Some(last) if page.len() >= RESULTS_PER_PAGE => range.start = last.pairing + 1,
            _ => drop(self.ranges.pop_front()),
        }
    }
}

/// The checkpoint of a tournament while the results after it are counted.
pub(crate) struct SumsReader<'a> {
    sums: ResultSums,
    sprt: Option<Sprt>,
    pages: ResultPages,
    /// The tally before the first result.
    empty: TournamentTally,
    /// The tally of a test that was decided after results of later blocks were added: all are added again in order.
    in_order: Option<TournamentTally>,
    /// Continued with the results, if it is needed.
    progress: Option<&'a mut Progress>,
}

impl<'a> SumsReader<'a> {
    /// Starts with a checkpoint. The progress is the one before the first result.
    pub(crate) fn new(
        tournament: &Tournament,
        status: &TournamentStatus,
        checkpoint: Option<&str>,
        mut progress: Option<&'a mut Progress>,
    ) -> Self {
        let configuration = &tournament.configuration;
        let mut sums = ResultSums::restore(configuration, status, checkpoint);
        if let Some(progress) = &mut progress {
            progress.restore(&sums.counted, std::mem::take(&mut sums.half_points));
        }
        Self {
            pages: ResultPages::uncounted(&sums.counted, 0..u64::MAX),
            empty: empty_tally(configuration, status),
            in_order: None,
            sprt: configuration.sprt(),
            sums,
            progress,
        }
    }

    /// Returns the pairings of the next page of results, or `None` if all are counted.
    pub(crate) fn next(&mut self) -> Option<Range<u64>> {
        let next = self.pages.next();
        let is_at_end = next.is_none() && self.in_order.is_none();
        if is_at_end && self.sums.tally.is_beyond_verdict {
            self.in_order = Some(self.empty.clone());
            self.pages = ResultPages::uncounted(&PairingRanges::default(), 0..u64::MAX);
            return self.pages.next();
        }
        next
    }

    /// Counts a page of results.
    pub(crate) fn count(&mut self, page: &[ResultRow]) {
        for row in page {
            if let Some(tally) = &mut self.in_order {
                if self.sums.counted.contains(row.pairing) {
                    drop(tally.add(row.pairing, &row.result, self.sprt.as_ref()));
                }
                continue;
            }
            if !self
                .sums
                .count(row.pairing, &row.result, self.sprt.as_ref())
            {
                continue;
            }
            if !row.is_forfeit {
                self.sums.record_failures(&row.result);
            }
            if let Some(progress) = &mut self.progress {
                progress.add(row.pairing, &row.result);
            }
        }
        self.pages.advance(page);
    }

    /// Returns the sums of all results that were read.
    pub(crate) fn finish(mut self) -> ResultSums {
        if let Some(tally) = self.in_order {
            self.sums.tally = Arc::new(tally);
        }
        self.sums
    }
}

/// Reads the sums of all stored results: the checkpoint, and page by page what is not part of it. A progress is that before
/// the first result, and continued.
///
/// # Errors
/// Returns an error if the store cannot be read.
pub(super) async fn read_sums(
    store: &dyn TournamentStore,
    tournament: &Tournament,
    status: &TournamentStatus,
    progress: Option<&mut Progress>,
) -> Result<ResultSums, StoreError> {
    let checkpoint = store.checkpoint(&tournament.id).await?;
    let mut reader = SumsReader::new(tournament, status, checkpoint.as_deref(), progress);
    while let Some(pairings) = reader.next() {
        let page = store.results(&tournament.id, pairings, RESULTS_PER_PAGE);
        reader.count(&page.await?);
        // A page takes about a millisecond.
        tokio::task::yield_now().await;
    }
    Ok(reader.finish())
}

/// Serializes a shared tally.
mod shared_tally {
    use std::sync::Arc;

    use botwerk_tournament::TournamentTally;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        tally: &Arc<TournamentTally>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (**tally).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<TournamentTally>, D::Error> {
        TournamentTally::deserialize(deserializer).map(Arc::new)
    }
}
