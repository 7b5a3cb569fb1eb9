//! A remote seat: it plays and logs every frame that it receives.

use std::time::Duration;

use botwerk_client::proto;
use botwerk_engine::StableRng;
use proto::MatchState;
use proto::play_response::Kind;
use tokio::sync::oneshot;

use super::seat_log::{FrameEffect, PartKey, SeatLog};
use super::strategy::Strategy;
use super::violation::Violation;

/// A remote seat with its strategy and its log.
pub(super) struct ChaosClient {
    pub(super) log: SeatLog,
    strategy: Box<dyn Strategy>,
    pub(super) token: String,
    rng: StableRng,
    /// Receives the log once the match has ended.
    done: oneshot::Sender<SeatLog>,
}

/// A submission that is sent after a delay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScheduledSubmission {
    pub(super) delay: Duration,
    pub(super) key: PartKey,
}

impl ScheduledSubmission {
    fn now(key: PartKey) -> Self {
        Self {
            delay: Duration::ZERO,
            key,
        }
    }
}

impl ChaosClient {
    pub(super) fn new(
        log: SeatLog,
        strategy: Box<dyn Strategy>,
        token: String,
        rng: StableRng,
        done: oneshot::Sender<SeatLog>,
    ) -> Self {
        Self {
            log,
            strategy,
            token,
            rng,
            done,
        }
    }

    /// Returns the message that takes the seat: mostly for the missed frames, sometimes for all of
    /// them or for some that were received before. After a power cut that may have undone frames it is for
    /// all of them.
    pub(super) fn join(&mut self) -> proto::Join {
        let last = self.log.last();
        let after = match self.rng.below(6) {
            _ if self.log.must_reconcile() => 0,
            0 => 0,
            1 => self.rng.below(last + 1),
            _ => last,
        };
        self.log.join(after);
        proto::Join {
            r#match: self.log.name().into(),
            seat_token: self.token.clone(),
            resume_after_seq: after,
            view_options: Some(proto::ViewOptions {
                include_legal_actions: false,
                include_text: true,
                ..Default::default()
            }),
            ..Default::default()
        }
    }

    /// Handles a frame and returns the submissions that it causes.
    pub(super) fn handle_frame(
        &mut self,
        frame: Kind,
        in_order: bool,
    ) -> Result<Vec<ScheduledSubmission>, Violation> {
        match self.log.handle_frame(frame, in_order)? {
            FrameEffect::Nothing | FrameEffect::Over => Ok(Vec::new()),
            FrameEffect::Joined(joined) => self.joined(&joined),
            FrameEffect::Requested(request) => self.requested(&request),
            FrameEffect::Accepted => Ok(self.repeat(8)),
        }
    }

    fn joined(&mut self, joined: &proto::Joined) -> Result<Vec<ScheduledSubmission>, Violation> {
        let ends = self.strategy.joined(joined);
        let ends = ends.map_err(|what| self.log.violation(joined.seq, what))?;
        if let Some(ends) = ends
            && joined.state() == MatchState::Suspended
            && !joined.uses_virtual_time
        {
            self.log.expect_first(ends);
        }
        let mut due = self.repeat(2);
        if self.log.must_reconcile() {
            // Not known before all frames are compared.
            due.clear();
        } else if self.rng.below(2) == 0 {
            // The server knows the results of these submissions without a new request for them.
            due.extend(
                self.log
                    .unanswered()
                    .into_iter()
                    .map(ScheduledSubmission::now),
            );
        }
        Ok(due)
    }

    fn requested(
        &mut self,
        request: &proto::ActionRequest,
    ) -> Result<Vec<ScheduledSubmission>, Violation> {
        let key = (request.turn, request.part);
        let mut due: Vec<_> = self
            .log
            .unanswered()
            .into_iter()
            .map(ScheduledSubmission::now)
            .collect();
        due.retain(|due| due.key != key);
        let mut delay = Duration::ZERO;
        if self.log.take_undone_turn() {
            self.strategy.forget_plan();
        }
        if !self.log.submissions().contains_key(&key) {
            let decided = self.strategy.decide(request, &mut self.rng);
            let (planned, after) = decided.map_err(|what| self.log.violation(request.seq, what))?;
            self.log.decide(key, planned);
            delay = after;
        }
        due.push(ScheduledSubmission { delay, key });
        Ok(due)
    }

    /// Returns the latest accepted submission again in one of `out_of` calls.
    fn repeat(&mut self, out_of: u64) -> Vec<ScheduledSubmission> {
        let latest = self.log.latest_accepted();
        let latest = latest.filter(|_| self.rng.below(out_of) == 0);
        latest.map(ScheduledSubmission::now).into_iter().collect()
    }

    /// Hands the log over once the match has ended.
    pub(super) fn finish(self) {
        // The receiver is gone only if it has found a violation in the meantime.
        let _ = self.done.send(self.log);
    }
}
