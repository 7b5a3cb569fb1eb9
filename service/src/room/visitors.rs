//! Who comes into a room and leaves it: players, spectators, and those who ask about it.

use crate::match_state::MatchState;
use botwerk_agents::Subject;
use botwerk_engine::RootSeed;
use botwerk_engine::Termination;
use botwerk_engine::record::ruleset_sha256;
use botwerk_proto::v1 as proto;

use super::command::JoinedSeat;
use super::conduct::Room;
use super::frame::Frame;
use super::link::{LinkId, Sink};
use super::narrator::Listener;
use super::setup::message_of;
use super::suspension::Cause;
use crate::analysis_job::AnalysisJob;
use crate::error::{Error, Reason};
use crate::wire::{Wire, termination_message, time_control_message};

impl<G: Wire> Room<G> {
    /// Takes a seat for a stream.
    pub(super) async fn join(
        &mut self,
        token: &str,
        after_seq: u64,
        rules: &str,
        sink: Sink,
    ) -> Result<JoinedSeat, Error> {
        let seat = self.seat_of(token)?;
        check_rules::<G>(rules)?;
        let link = sink.id();
        for older in self.posts[seat].audience.take() {
            older.replace();
        }
        let frames = self.first_frames(Some(seat), after_seq, &sink);
        let post = &mut self.posts[seat];
        post.audience.add(sink, frames);
        post.joined = true;
        post.away = None;
        tracing::debug!(seat, "joined");
        self.begin_if_complete().await;
        self.go_on_if_all_are_back().await;
        Ok(JoinedSeat {
            seat,
            link,
            wants_pings: self.setup.time_control.has_clock() && self.lag_cap_millis() > 0,
        })
    }

    /// Lets a spectator look on.
    pub(super) fn watch(&mut self, after_seq: u64, sink: Sink) {
        let frames = self.first_frames(None, after_seq, &sink);
        self.spectators.add(sink, frames);
    }

    /// What a stream is sent when it comes.
    fn first_frames(&self, listener: Listener, after_seq: u64, sink: &Sink) -> Vec<Frame> {
        let mut frames = vec![self.joined_frame(listener, sink)];
        frames.extend(self.missed(listener, after_seq, sink));
        frames
    }

    /// Forgets a stream that has ended.
    pub(super) fn forget(&mut self, link: LinkId) {
        let seats = self.posts.iter_mut().map(|post| &mut post.audience);
        let found = seats
            .chain([&mut self.spectators])
            .any(|audience| audience.remove(link));
        if found {
            tracing::debug!("a viewer has gone");
            self.note_absence(self.heard);
        }
    }

    /// The seat that a token opens.
    pub(super) fn seat_of(&self, token: &str) -> Result<usize, Error> {
        let opens = |post: &super::seat::Post| post.token.is_some_and(|hash| hash.admits(token));
        self.posts.iter().position(opens).ok_or_else(|| {
            Error::new(
                Reason::BadToken,
                "seat_token: it opens no seat of this match",
            )
        })
    }

    /// A player in front of what a seat may know, which must be asked.
    pub(super) fn hint(
        &self,
        token: &str,
        agent: Option<&proto::AgentSpec>,
    ) -> Result<AnalysisJob, Error> {
        let seat = self.seat_of(token)?;
        if !self.setup.allow_hints {
            let message = "the match was made without hints; find it out yourself, or make one \
                           with allow_hints";
            return Err(Error::new(Reason::NoHints, message));
        }
        self.check_plays_now(seat)?;
        let seat = self.posts[seat].seat;
        if !self.referee.owing().contains(seat) {
            let message = "nothing is asked of the seat now; ask again when it is its turn";
            return Err(Error::new(Reason::NotYourTurn, message));
        }
        // Not the match's own seed, of which nobody may learn anything.
        let seed = RootSeed::new([0; 32]);
        let subject = Subject::new(self.narrator.shown(), Some(seat), seed)?;
        AnalysisJob::new(subject, agent)
    }

    /// A seat leaves of its own will.
    pub(super) async fn resign(&mut self, token: &str) -> Result<(), Error> {
        let seat = self.seat_of(token)?;
        self.check_going_on()?;
        if self.state == MatchState::Waiting {
            let message = "the match has not begun; do not join it, or let its owner call it off";
            return Err(Error::new(Reason::NotYourTurn, message));
        }
        self.posts[seat].check_plays()?;
        let seat = self.posts[seat].seat;
        self.try_take_out(seat, Termination::Resigned).await?;
        // It is not waited for any more.
        self.go_on_if_all_are_back().await;
        Ok(())
    }

    /// The owner calls the match off.
    pub(super) async fn abort(&mut self, token: &str) -> Result<(), Error> {
        if !self.setup.owner.admits(token) {
            let message = "owner_token: not that of this match's creator";
            return Err(Error::new(Reason::BadToken, message));
        }
        self.check_going_on()?;
        self.call_off("aborted", |post| post.termination).await
    }

    fn check_going_on(&self) -> Result<(), Error> {
        if self.is_finished() {
            return Err(Error::new(Reason::MatchOver, "the match has ended"));
        }
        match self.standing.map(|standing| standing.cause) {
            // Whoever waits for others may leave.
            None | Some(Cause::Return { .. }) => Ok(()),
            Some(Cause::Store | Cause::Stop) => self.check_not_standing(),
        }
    }

    /// What everybody may know of the match.
    pub(super) fn describe(&self) -> proto::Match {
        let mut message = message_of(&self.row, &self.setup);
        message.state = self.state as i32;
        for (seat, post) in message.seats.iter_mut().zip(&self.posts) {
            seat.connected = post.is_bundled() || !post.audience.is_empty();
            seat.termination = termination_message(post.termination) as i32;
        }
        message
    }

    /// Ends every stream because the server is about to stop.
    pub(super) fn drain(&mut self) {
        let seats = self.posts.iter_mut().map(|post| &mut post.audience);
        for audience in seats.chain([&mut self.spectators]) {
            for sink in audience.take() {
                let message = "the server stops; join again once it is back, nothing is lost";
                sink.end(Error::new(Reason::Draining, message));
            }
        }
    }

    fn joined_frame(&self, listener: Listener, sink: &Sink) -> Frame {
        Frame::Joined(Box::new(proto::Joined {
            handle: 0,
            seq: self.seq(listener),
            r#match: self.row.id.name(),
            seat: listener.unwrap_or(0) as u32,
            setup: Some(self.setup.game_setup()),
            ruleset_sha256: ruleset_sha256(G::spec().id),
            time_control: time_control_message(self.setup.time_control),
            virtual_time: self.setup.is_virtual(),
            view: Some(self.view_message(listener, sink.options())),
            state: self.state as i32,
            allow_hints: self.setup.allow_hints,
        }))
    }
}

/// Checks that a client knows the ruleset that is played, if it says which one it knows.
fn check_rules<G: Wire>(sha256: &str) -> Result<(), Error> {
    let played = ruleset_sha256(G::spec().id);
    if sha256.is_empty() || sha256 == played {
        return Ok(());
    }
    let message =
        format!("ruleset_sha256: the match is played by {played}; bring the client up to date");
    Err(Error::new(Reason::RulesMismatch, message))
}
