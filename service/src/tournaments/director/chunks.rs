//! Offers the matches of a tournament to workers, in chunks of whole blocks.

use std::collections::BTreeSet;
use std::time::Duration;

use botwerk_tournament::format::Pairing;
use botwerk_tournament::{MatchResult, NextStep};
use tokio::time::Instant;

use super::{Director, MAX_FORFEITS, QueuedMatch};
use crate::store::{ChunkMatch, ChunkRow, LeasedChunk, MAX_CHUNK_MATCHES};
use crate::tournaments::result_sums::{RESULTS_PER_PAGE, ResultPages};

/// The shortest time that a worker should need for a chunk.
const MIN_CHUNK_TIME: Duration = Duration::from_secs(1);

/// The time that each slot of all workers adds: leases are the transactions that many workers need most of.
const CHUNK_TIME_PER_SLOT: Duration = Duration::from_micros(600);

/// Number of chunks that are free while all slots of workers have one to play and the next one.
const FREE_CHUNKS: usize = 2;

/// Interval at which results are looked for that another server has stored, and chunks that no worker has.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The shortest interval, while other servers store results.
const MIN_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Number of lease times without a result of workers that hold no lease, after which this server plays as well.
const LEASES_WITHOUT_RESULT: u32 = 4;

/// How often a match may be lost by workers before this server plays it. Workers of another server may have failed to
/// play it, which only that server has logged.
const MAX_LOSSES: u32 = 3;

impl Director {
    /// Returns `true` if there are workers to which matches can be offered.
    pub(super) fn has_workers(&self) -> bool {
        self.tournament.runs_in_process && self.context.workers.count_slots() > 0
    }

    /// Returns `true` if the workers have reported nothing for long and hold no lease: they do nothing but be online, and
    /// this server plays as well.
    pub(super) fn workers_are_idle(&self) -> bool {
        let limit = LEASES_WITHOUT_RESULT * self.context.chunk_lease;
        let progress_at = self.offered.progress_at;
        progress_at.is_some_and(|at| at.elapsed() > limit) && !self.context.workers.hold_leases()
    }

    /// Continues with the chunks that were offered before the director was opened.
    pub(super) fn resume_chunks(&mut self, chunks: &[LeasedChunk]) {
        for chunk in chunks {
            let open = chunk.open_matches().map(|one| one.pairing);
            let open: Vec<Pairing> = open
                .filter(|index| !self.results.counted.contains(*index))
                .filter_map(|index| self.progress.pairing(index))
                .collect();
            for pairing in &open {
                self.progress.mark_started(pairing.index);
            }
            self.offered.add(open);
        }
    }

    /// Offers chunks until all workers have enough to play, or a few if they are idle. They are stored together.
    pub(super) async fn offer_chunks(&mut self) {
        let slots = if self.workers_are_idle() {
            0
        } else {
            self.context.workers.count_slots() as usize
        };
        let wanted = 2 * slots + FREE_CHUNKS;
        let mut added = Vec::new();
        while self.offered.chunk_count() + added.len() < wanted && self.retry_at.is_none() {
            let pairings = self.next_chunk().await;
            if pairings.is_empty() {
                break;
            }
            let chunk = ChunkRow {
                tournament: self.tournament.id.clone(),
                matches: pairings.iter().map(chunk_match).collect(),
            };
            added.push((pairings, self.context.chunks.add_chunk(chunk)));
        }
        let mut rejected = Vec::new();
        for (pairings, stored) in added {
            match stored.await {
                Ok(()) => {
                    self.offered.add(pairings);
                    self.context.workers.record_added_chunk();
                }
                Err(error) => {
                    tracing::warn!(pairing = pairings[0].index, %error, "chunk not stored");
                    rejected.extend(pairings);
                }
            }
        }
        if !rejected.is_empty() {
            for pairing in rejected.into_iter().rev() {
                let attempt = 1;
                self.queue.push_front(QueuedMatch { pairing, attempt });
            }
            self.back_off();
        }
    }

    /// Returns the consecutive pairings of the next chunk. Matches that were not played in their first attempt are played
    /// by this server.
    async fn next_chunk(&mut self) -> Vec<Pairing> {
        let size = self.chunk_size();
        let mut pairings: Vec<Pairing> = Vec::new();
        while pairings.len() < size && self.forfeits.len() < MAX_FORFEITS {
            let Some(queued) = self.next_queued(0) else {
                break;
            };
            match self.progress.step_for(queued.pairing) {
                NextStep::Forfeit(pairing, result) => {
                    let queued = QueuedMatch { pairing, ..queued };
                    self.forfeits.push((queued, result));
                }
                NextStep::Play(pairing) if queued.attempt > 1 => {
                    self.start_attempt(QueuedMatch { pairing, ..queued }).await;
                }
                NextStep::Play(pairing) => {
                    if pairings
                        .last()
                        .is_some_and(|last| last.index + 1 != pairing.index)
                    {
                        self.queue.push_front(QueuedMatch { pairing, ..queued });
                        break;
                    }
                    pairings.push(pairing);
                }
            }
            if self.retry_at.is_some() {
                break;
            }
        }
        pairings
    }

    /// Returns the number of matches of the next chunk: whole blocks for a second or more, and fewer at the end, so that no
    /// worker plays alone.
    fn chunk_size(&self) -> usize {
        let configuration = &self.tournament.configuration;
        let block = configuration
            .rotation
            .matches_per_block(configuration.seats);
        let block = usize::try_from(block).unwrap_or(usize::MAX).max(1);
        let mean = self.context.workers.mean_match_time(&self.tournament.id);
        let time = MIN_CHUNK_TIME + CHUNK_TIME_PER_SLOT * self.context.workers.count_slots();
        let matches = mean.map_or(1, |mean| time.as_nanos() / mean.as_nanos().max(1));
        let blocks = usize::try_from(matches).unwrap_or(usize::MAX) / block;
        let blocks = blocks.min(self.fair_share() / block);
        let size = block.saturating_mul(blocks.clamp(1, MAX_CHUNK_MATCHES));
        if size <= MAX_CHUNK_MATCHES {
            return size;
        }
        (MAX_CHUNK_MATCHES / block * block).max(block.min(MAX_CHUNK_MATCHES))
    }

    /// Returns the number of matches after which each slot can still have another chunk of this size.
    fn fair_share(&self) -> usize {
        let results = self.results.counted.len();
        let started = results + (self.offered.len() + self.running.len()) as u64;
        let left = self.progress.match_count().saturating_sub(started);
        let slots = self.context.workers.count_slots().max(1) as usize;
        usize::try_from(left).unwrap_or(usize::MAX) / (2 * slots)
    }

    /// Adds results that a worker has reported. They are stored already.
    pub(super) async fn add_worker_results(
        &mut self,
        results: Vec<(u64, MatchResult)>,
        failures: Vec<(u64, String)>,
    ) {
        for (index, result) in results {
            if self.offered.remove(index).is_some() {
                self.offered.progress_at = Some(Instant::now());
                self.add(index, result).await;
            }
        }
        for (index, message) in failures {
            if let Some(pairing) = self.offered.remove(index) {
                tracing::error!(pairing = index, message, "match failed at a worker");
                self.stall.record_failed_match(index, message);
                self.queue.push_back(QueuedMatch {
                    pairing,
                    attempt: 2,
                });
            }
        }
    }

    /// Returns when the offered chunks are checked.
    pub(super) fn next_chunk_check(&self) -> Option<Instant> {
        let checked_at = self.offered.checked_at.unwrap_or_else(Instant::now);
        let interval = if self.offered.has_unread_results {
            MIN_CHECK_INTERVAL
        } else {
            CHECK_INTERVAL
        };
        (!self.offered.is_empty()).then_some(checked_at + interval)
    }

    /// Adds results that another server has stored, and takes back chunks that no worker plays.
    pub(super) async fn check_chunks(&mut self) {
        if self.next_chunk_check().is_none_or(|at| at > Instant::now()) {
            if self.offered.checked_at.is_none() && !self.offered.is_empty() {
                self.offered.checked_at = Some(Instant::now());
            }
            return;
        }
        self.offered.checked_at = Some(Instant::now());
        self.offered.has_unread_results = false;
        if self.is_unattended() || self.progress.is_stopped() {
            self.take_back_chunks(false).await;
        } else {
            self.find_lost_matches().await;
        }
        if self.offered.is_empty() {
            self.offered.checked_at = None;
        }
    }

    /// Returns `true` if no worker plays what is offered, or this server has threads for it while the workers are idle.
    fn is_unattended(&self) -> bool {
        if self.context.workers.count_slots() == 0 {
            return true;
        }
        let has_threads = self.running.len() < self.status.concurrency as usize;
        self.workers_are_idle() && (has_threads || self.offered.chunk_count() > FREE_CHUNKS)
    }

    /// Removes chunks that are free or whose lease has ended, or all. Their matches are found like those of a removal whose
    /// answer was lost.
    pub(super) async fn take_back_chunks(&mut self, all: bool) {
        let removed = self.context.chunks.remove_chunks(&self.tournament.id, all);
        if let Err(error) = removed.await {
            tracing::warn!(%error, "chunks not removed");
        }
        self.find_lost_matches().await;
    }

    /// Adds the results that other servers have stored, and queues matches that are offered but part of no chunk, unless the
    /// tournament was stopped.
    async fn find_lost_matches(&mut self) {
        // Before the results: a chunk that is completed in the meantime has its results there.
        let chunks = match self.context.chunks.chunks(&self.tournament.id).await {
            Ok(chunks) => chunks,
            Err(error) => {
                tracing::warn!(%error, "chunks not read");
                return;
            }
        };
        if !self.add_stored_results().await {
            return;
        }
        let open = chunks.iter().flat_map(LeasedChunk::open_matches);
        let open: BTreeSet<u64> = open.map(|one| one.pairing).collect();
        for index in self.offered.pairings_outside(&open) {
            if let Some((pairing, losses)) = self.offered.remove_lost(index)
                && !self.progress.is_stopped()
            {
                // Matches of a further attempt are played by this server.
                let attempt = if losses < MAX_LOSSES { 1 } else { 2 };
                self.queue.push_back(QueuedMatch { pairing, attempt });
            }
        }
    }

    /// Adds results that are stored already. Returns `false` if they cannot be read.
    async fn add_stored_results(&mut self) -> bool {
        let Some((first, last)) = self.offered.range() else {
            return true;
        };
        let mut pages = ResultPages::uncounted(&self.results.counted, first..last + 1);
        while let Some(pairings) = pages.next() {
            let (store, id) = (&self.context.store, &self.tournament.id);
            let page = match store.results(id, pairings, RESULTS_PER_PAGE).await {
                Ok(page) => page,
                Err(error) => {
                    tracing::warn!(%error, "results of workers not read");
                    return false;
                }
            };
            pages.advance(&page);
            let results = page.into_iter().map(|row| (row.pairing, row.result));
            self.add_worker_results(results.collect(), Vec::new()).await;
        }
        true
    }
}

fn chunk_match(pairing: &Pairing) -> ChunkMatch {
    ChunkMatch {
        pairing: pairing.index,
        block: pairing.block,
        seats: pairing.seats.clone(),
    }
}
