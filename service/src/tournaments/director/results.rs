//! Hearing of results: adding them up, and what they mean for those who take part.

use botwerk_engine::Termination;
use botwerk_proto::v1 as proto;
use botwerk_tournament::MatchResult;
use botwerk_tournament::format::Pairing;
use proto::stream_invitations_response::Kind as BotKind;

use super::{ActiveMatch, Director, MAX_ATTEMPTS, MAX_FAILURES, QueuedMatch, WorkerEvent};
use crate::room::AttemptEnded;
use crate::store::tournaments::ScoredAttempt;
use crate::tournaments::status::Withdrawal;

impl Director {
    pub(super) async fn handle_worker_event(&mut self, news: WorkerEvent) {
        match news {
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
                        tracing::warn!(pairing = pairing.index, %error, "a result is not stored");
                        // The same match is played again, and comes out the same.
                        self.queue.push_back(QueuedMatch { pairing, attempt });
                        self.back_off();
                    }
                }
            }
            WorkerEvent::Failed {
                pairing,
                attempt,
                why,
            } => {
                self.storing -= 1;
                self.running.remove(&pairing.index);
                tracing::error!(pairing = pairing.index, why, "a match could not be played");
                let attempt = attempt + 1;
                self.queue.push_back(QueuedMatch { pairing, attempt });
            }
        }
    }

    pub(super) async fn handle_attempt_ended(&mut self, ended: AttemptEnded) {
        let index = ended.attempt.pairing;
        let is_it = |running: &ActiveMatch| running.attempt == ended.attempt.attempt;
        if !self.running.get(&index).is_some_and(is_it) {
            return;
        }
        let Some(ActiveMatch {
            pairing,
            attempt,
            room,
        }) = self.running.remove(&index)
        else {
            return;
        };
        let name = room.map(|id| id.name()).unwrap_or_default();
        for entrant in &pairing.seats {
            if let Some(bot) = self.tournament.bot(*entrant) {
                self.context.online_bots.forget_match(&bot, &name);
            }
        }
        match ended.result {
            Some(result) => self.add(index, result).await,
            None => {
                let attempt = attempt + 1;
                self.queue.push_back(QueuedMatch { pairing, attempt });
            }
        }
    }

    /// Adds a result that is stored.
    async fn add(&mut self, index: u64, result: MatchResult) {
        self.progress.add(index, &result);
        self.live.add(&result.seats, &result.places);
        let failed = self.entrants_over_failure_limit(&result);
        self.results.add(index, result);
        if self.results.tally.sprt_decision.is_some() && !self.progress.is_over() {
            self.progress.stop();
            self.queue.clear();
        }
        for (entrant, why) in failed {
            self.withdraw(entrant, why).await;
        }
    }

    /// Entrants who have failed as often in a row as ends their part in the tournament.
    fn entrants_over_failure_limit(&mut self, result: &MatchResult) -> Vec<(usize, String)> {
        let mut failed = Vec::new();
        for (entrant, conduct) in result.seats.iter().zip(&result.seat_stats) {
            let failures = &mut self.failures[*entrant];
            let word = match conduct.termination {
                Some(Termination::NoShow) => "did not join",
                Some(Termination::Disconnected) => "was not connected",
                Some(Termination::Crashed) => "crashed",
                Some(Termination::Illegal) => "played illegally",
                Some(Termination::Flagged) if conduct.turns == 0 => "answered nothing",
                _ => {
                    *failures = 0;
                    continue;
                }
            };
            *failures += 1;
            if *failures >= MAX_FAILURES && !self.status.has_withdrawn(*entrant) {
                let why = format!("failed {MAX_FAILURES} times in a row; the last time it {word}");
                failed.push((*entrant, why));
            }
        }
        failed
    }

    pub(super) async fn withdraw(&mut self, entrant: usize, why: String) {
        let from_stage = self.progress.withdraw(entrant);
        let played = self.results.tally.entrants[entrant].matches;
        let planned = self.progress.planned_matches(entrant);
        let annulled = planned.is_some_and(|planned| played * 2 < planned);
        tracing::warn!(
            entrant = self.tournament.entrant_name(entrant),
            why,
            "withdrawn"
        );
        self.status.withdrawals.push(Withdrawal {
            entrant,
            from_stage,
            why: why.clone(),
            annulled,
        });
        if self.results.tally.entrants.len() == 2 && self.tournament.configuration.sprt().is_some()
        {
            // There is nobody left to test against.
            self.progress.stop();
            self.queue.clear();
        }
        self.needs_recount |= annulled;
        self.save(self.state).await;
        if let Some(bot) = self.tournament.bot(entrant) {
            let withdrawn = proto::EntrantWithdrawn {
                tournament: self.tournament.name(),
                message: why,
            };
            self.context
                .online_bots
                .send(&bot, BotKind::EntrantWithdrawn(withdrawn));
        }
    }

    /// Gives a match its result without playing it.
    pub(super) async fn forfeit(&mut self, pairing: Pairing, attempt: u32, result: MatchResult) {
        let scored = ScoredAttempt {
            attempt: self.key(pairing.index, attempt),
            result: result.clone(),
        };
        match self.context.store.forfeit(scored).await {
            Ok(()) => {
                // No failure of anybody's bot.
                self.progress.add(pairing.index, &result);
                self.results.add(pairing.index, result);
            }
            Err(error) => {
                tracing::warn!(pairing = pairing.index, %error, "a forfeit is not stored");
                self.queue.push_back(QueuedMatch { pairing, attempt });
                self.back_off();
            }
        }
    }

    /// A match that could not be played as often as it is tried brings nobody anything.
    pub(super) async fn void_match(&mut self, due: QueuedMatch) {
        tracing::error!(
            pairing = due.pairing.index,
            "given up after {MAX_ATTEMPTS} attempts"
        );
        let result = MatchResult {
            places: vec![1; due.pairing.seats.len()],
            seats: due.pairing.seats.clone(),
            is_rated: false,
            is_voided: true,
            seat_stats: Vec::new(),
        };
        self.forfeit(due.pairing, due.attempt, result).await;
    }
}
