//! A remote seat: it plays, and is witness to all that it is told.

use std::time::Duration;

use botwerk_client::proto;
use botwerk_engine::StableRng;
use proto::MatchState;
use proto::play_response::Kind;
use tokio::sync::oneshot;

use super::fault::Violation;
use super::seat_log::{FrameEffect, PartKey, SeatLog};
use super::strategy::Strategy;

/// A seat, whoever decides for it, and its memory.
pub(super) struct ChaosClient {
    pub(super) log: SeatLog,
    mover: Box<dyn Strategy>,
    pub(super) token: String,
    dice: StableRng,
    /// Who is told of the end.
    done: oneshot::Sender<SeatLog>,
}

/// An act that is to be sent after a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScheduledSubmission {
    pub(super) pause: Duration,
    pub(super) key: PartKey,
}

impl ScheduledSubmission {
    fn now(key: PartKey) -> Self {
        Self {
            pause: Duration::ZERO,
            key,
        }
    }
}

impl ChaosClient {
    pub(super) fn new(
        log: SeatLog,
        mover: Box<dyn Strategy>,
        token: String,
        dice: StableRng,
        done: oneshot::Sender<SeatLog>,
    ) -> Self {
        Self {
            log,
            mover,
            token,
            dice,
            done,
        }
    }

    /// Asks for the seat: mostly for what was missed, sometimes for everything, or for some of what
    /// was told before.
    pub(super) fn join(&mut self) -> proto::Join {
        let last = self.log.last();
        let after = match self.dice.below(6) {
            0 => 0,
            1 => self.dice.below(last + 1),
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
            }),
            ..Default::default()
        }
    }

    /// Takes a frame; gives the acts that it makes the seat send.
    pub(super) fn handle_frame(
        &mut self,
        frame: Kind,
        in_order: bool,
    ) -> Result<Vec<ScheduledSubmission>, Violation> {
        match self.log.handle_frame(frame, in_order)? {
            FrameEffect::Nothing | FrameEffect::Over => Ok(Vec::new()),
            FrameEffect::Joined(joined) => self.joined(&joined),
            FrameEffect::RequestLog(request) => self.asked(&request),
            FrameEffect::Accepted => Ok(self.repeat(8)),
        }
    }

    fn joined(&mut self, joined: &proto::Joined) -> Result<Vec<ScheduledSubmission>, Violation> {
        let ends = self.mover.joined(joined);
        let ends = ends.map_err(|what| self.log.fault(joined.seq, what))?;
        if let Some(ends) = ends
            && joined.state() == MatchState::Suspended
            && !joined.virtual_time
        {
            self.log.expect_first(ends);
        }
        let mut due = self.repeat(2);
        if self.dice.below(2) == 0 {
            // What became of these acts the server knows without being asked for them again.
            due.extend(
                self.log
                    .unanswered()
                    .into_iter()
                    .map(ScheduledSubmission::now),
            );
        }
        Ok(due)
    }

    fn asked(
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
        let mut pause = Duration::ZERO;
        if !self.log.acts().contains_key(&key) {
            let decided = self.mover.decide(request, &mut self.dice);
            let (deed, after) = decided.map_err(|what| self.log.fault(request.seq, what))?;
            self.log.decide(key, deed);
            pause = after;
        }
        due.push(ScheduledSubmission { pause, key });
        Ok(due)
    }

    /// Now and then, one time out of so many, the latest accepted act once more.
    fn repeat(&mut self, out_of: u64) -> Vec<ScheduledSubmission> {
        let latest = self.log.latest_accepted();
        let latest = latest.filter(|_| self.dice.below(out_of) == 0);
        latest.map(ScheduledSubmission::now).into_iter().collect()
    }

    /// Hands the memory over once the match has ended.
    pub(super) fn finish(self) {
        // Whoever waited has found a fault meanwhile.
        let _ = self.done.send(self.log);
    }
}
