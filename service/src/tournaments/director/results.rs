//! Handles results: adds them up and withdraws entrants that fail repeatedly.

use std::sync::Arc;

use botwerk_tournament::MatchResult;
use botwerk_tournament::format::Pairing;
use tokio::time::Instant;

use super::{ActiveMatch, Director, MAX_ATTEMPTS, MAX_FAILURES, QueuedMatch, WorkerEvent};
use crate::room::{AttemptEnd, AttemptEnded};
use crate::store::{ScoredAttempt, WriteCommand};

impl Director {
    pub(super) async fn handle_worker_event(&mut self, event: WorkerEvent) {
        match event {
            WorkerEvent::Finished { pairing } => drop(self.running.remove(&pairing)),
            WorkerEvent::Committed {
                pairing,
                attempt,
                result,
                written,
            } => {
                self.storing -= 1;
                match written {
                    Ok(()) => self.add(pairing.index, result).await,
                    Err(error) => {
                        tracing::warn!(pairing = pairing.index, %error, "result not stored");
                        if self.add_result_of_another(&pairing).await {
                            return;
                        }
                        self.stall
                            .record_failed_match(pairing.index, error.to_string());
                        // The match is played again, with the same result.
                        self.queue.push_back(QueuedMatch { pairing, attempt });
                        self.back_off();
                    }
                }
            }
            WorkerEvent::Abandoned => self.storing -= 1,
            WorkerEvent::Failed {
                pairing,
                attempt,
                message,
            } => {
                self.storing -= 1;
                self.running.remove(&pairing.index);
                tracing::error!(pairing = pairing.index, message, "match failed");
                self.stall.record_failed_match(pairing.index, message);
                let attempt = attempt + 1;
                self.queue.push_back(QueuedMatch { pairing, attempt });
            }
        }
    }

    /// Adds the result of a match that was stored although its write has failed: the answer was lost, or another server
    /// has stored a result. Returns `false` if none is stored.
    async fn add_result_of_another(&mut self, pairing: &Pairing) -> bool {
        let attempts = self
            .context
            .store
            .attempts(&self.tournament.id, pairing.index, 1);
        let attempts = attempts.await.unwrap_or_default();
        let result = attempts.into_iter().find_map(|row| row.result);
        let Some(result) = result else { return false };
        Box::pin(self.add(pairing.index, result)).await;
        true
    }

    pub(super) async fn handle_attempt_ended(&mut self, ended: AttemptEnded) {
        let index = ended.attempt.pairing;
        let is_current = |running: &ActiveMatch| running.attempt == ended.attempt.attempt;
        if !self.running.get(&index).is_some_and(is_current) {
            return;
        }
        if let AttemptEnd::Suspended(message) = ended.end {
            return self.pause_with_failure(message).await;
        }
        let Some(ActiveMatch {
            pairing,
            attempt,
            room,
        }) = self.running.remove(&index)
        else {
            return;
        };
        for entrant in &pairing.seats {
            if let (Some(bot), Some(id)) = (self.tournament.bot(*entrant), &room) {
                self.context.online_bots.remove_invitations(&bot, id);
            }
        }
        match ended.end {
            AttemptEnd::Scored(result) => self.add(index, result).await,
            AttemptEnd::Aborted | AttemptEnd::Suspended(_) => {
                self.stall
                    .record_failed_match(index, "it was aborted without an outcome");
                let attempt = attempt + 1;
                self.queue.push_back(QueuedMatch { pairing, attempt });
            }
        }
    }

    /// Adds a stored result, unless it was added before.
    pub(super) async fn add(&mut self, index: u64, result: MatchResult) {
        if !self.count(index, &result) {
            return;
        }
        self.stall.record_progress();
        self.pace.record(Instant::now());
        let failed = self.entrants_over_failure_limit(&result);
        if self.results.tally.sprt_verdict.is_some() && !self.progress.is_over() {
            self.end_test();
        }
        for (entrant, message) in failed {
            self.withdraw(entrant, message).await;
        }
    }

    /// Ends a sequential test that is decided. Matches in progress are played to their end, but count for nothing.
    pub(super) fn end_test(&mut self) {
        self.progress.stop();
        self.queue.clear();
        if self.results.tally.is_beyond_verdict && self.recount.is_none() {
            self.start_recount();
        }
    }

    /// Counts a stored result. Returns `false` if it is counted already.
    pub(super) fn count(&mut self, index: u64, result: &MatchResult) -> bool {
        if !self.results.mark(index, result) {
            return false;
        }
        self.progress.add(index, result);
        let sprt = self.sprt.as_ref();
        match &mut self.recount {
            Some(recount) => recount.count_new(index, result, sprt),
            None => drop(Arc::make_mut(&mut self.results.tally).add(index, result, sprt)),
        }
        true
    }

    /// Returns the entrants that have failed `MAX_FAILURES` times in a row, with a message.
    fn entrants_over_failure_limit(&mut self, result: &MatchResult) -> Vec<(usize, String)> {
        let failed = self.results.record_failures(result).into_iter();
        let failed = failed.filter(|(_, failures, _)| *failures >= MAX_FAILURES);
        let message =
            |failure| format!("failed {MAX_FAILURES} times in a row; the last time it {failure}");
        failed
            .map(|(entrant, _, failure)| (entrant, message(failure)))
            .collect()
    }

    /// Stores the results of matches that are not played, all together.
    pub(super) async fn store_forfeits(&mut self) {
        let forfeits = std::mem::take(&mut self.forfeits);
        let store = |(queued, result): (QueuedMatch, MatchResult)| {
            let scored = ScoredAttempt {
                attempt: self.key(queued.pairing.index, queued.attempt),
                result: result.clone(),
            };
            (
                self.context.store.write(WriteCommand::Forfeit(scored)),
                queued,
                result,
            )
        };
        let writes: Vec<_> = forfeits.into_iter().map(store).collect();
        self.has_forfeited |= !writes.is_empty();
        for (written, queued, result) in writes {
            let index = queued.pairing.index;
            match written.await {
                // A forfeit is not a failure of a bot.
                Ok(()) => drop(self.count(index, &result)),
                Err(error) => {
                    tracing::warn!(pairing = index, %error, "forfeit not stored");
                    if !self.add_result_of_another(&queued.pairing).await {
                        self.queue.push_back(queued);
                        self.back_off();
                    }
                }
            }
        }
    }

    /// Voids a match of a league whose bot is offline.
    pub(super) async fn cancel_match(&mut self, queued: QueuedMatch) {
        tracing::info!(
            pairing = queued.pairing.index,
            "match cancelled because a bot is offline"
        );
        let result = voided(&queued.pairing);
        self.forfeits.push((queued, result));
        self.store_forfeits().await;
    }

    /// Voids a match that could not be played in `MAX_ATTEMPTS` attempts.
    pub(super) async fn void_match(&mut self, queued: QueuedMatch) {
        tracing::error!(
            pairing = queued.pairing.index,
            attempts = MAX_ATTEMPTS,
            "match voided"
        );
        let result = voided(&queued.pairing);
        let pairing = queued.pairing.index;
        self.forfeits.push((queued, result));
        self.store_forfeits().await;
        if self.stall.record_voided() {
            let failures = self.stall.failure_text();
            let message =
                format!("match {pairing} and those before could not be played: {failures}");
            self.pause_with_failure(message).await;
        }
    }
}

/// Returns the result of a match that counts for no entrant.
fn voided(pairing: &Pairing) -> MatchResult {
    MatchResult {
        places: vec![1; pairing.seats.len()],
        seats: pairing.seats.clone(),
        is_rated: false,
        is_voided: true,
        is_adjudicated: false,
        fingerprint: None,
        seat_stats: Vec::new(),
    }
}
