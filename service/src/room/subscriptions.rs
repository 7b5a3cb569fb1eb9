//! Clients that join, watch, ask about or leave a match.

use botwerk_agents::{AgentSpec, AnalysisPosition};
use botwerk_engine::{RootSeed, Seat, Termination, Viewer};
use botwerk_wire::AnalysisJob;

use super::command::SeatSearch;
use super::frame::{Frame, Joined, ViewOptions};
use super::match_room::Room;
use super::seat::SeatState;
use super::subscriber::{Subscriber, SubscriberId};
use crate::error::{Error, Reason};
use crate::match_description::MatchDescription;
use crate::requester::Requester;
use crate::wire::EncodedRules;

impl Room {
    /// Joins the seat of a token for a stream, which replaces any earlier stream of the seat.
    ///
    /// # Errors
    /// Returns an error if the token is not valid or the client knows another ruleset.
    pub(super) async fn join(
        &mut self,
        token: &str,
        resume_after_seq: u64,
        ruleset: &str,
        subscriber: Subscriber,
    ) -> Result<(), Error> {
        let seat = self.seats.by_token(token)?;
        check_ruleset(&self.core.setup().header.ruleset_sha256, ruleset)?;
        self.publisher.replace_subscribers(seat);
        let viewer = Viewer::Seat(seat);
        let options = subscriber.options();
        let missed = self
            .missed_updates(viewer, resume_after_seq, options)
            .await?;
        let frames = self.initial_frames(viewer, resume_after_seq, missed, &subscriber);
        self.publisher.subscribe(viewer, subscriber, frames);
        self.seats[seat].join();
        tracing::debug!(%seat, "seat joined");
        self.start_if_complete().await;
        self.resume_if_rejoined().await;
        Ok(())
    }

    /// Subscribes a spectator.
    pub(super) async fn watch(&mut self, resume_after_seq: u64, subscriber: Subscriber) {
        let viewer = Viewer::Spectator;
        let options = subscriber.options();
        match self.missed_updates(viewer, resume_after_seq, options).await {
            Ok(missed) => {
                let frames = self.initial_frames(viewer, resume_after_seq, missed, &subscriber);
                self.publisher.subscribe(viewer, subscriber, frames);
            }
            Err(error) => subscriber.end(error),
        }
    }

    /// Returns every update after `resume_after_seq`.
    ///
    /// # Errors
    /// Returns an error if computing them panics.
    async fn missed_updates(
        &mut self,
        viewer: Viewer,
        resume_after_seq: u64,
        options: ViewOptions,
    ) -> Result<Vec<Frame>, Error> {
        let start = || self.core.start();
        match self
            .publisher
            .missed_updates(viewer, resume_after_seq, options, start)
        {
            // The seats of the match wait for it, unless the match has ended.
            Some(missed) => {
                let id = self.core.row().id.clone();
                let requester = if self.life.is_over() {
                    Requester::EndedMatch(id)
                } else {
                    Requester::Match(id)
                };
                requester.scope(missed.frames()).await
            }
            None => Ok(Vec::new()),
        }
    }

    /// Returns the frames that a new subscriber receives first: the state of the match, the updates
    /// that it missed, the open request whatever its number, and the end.
    fn initial_frames(
        &self,
        viewer: Viewer,
        resume_after_seq: u64,
        missed: Vec<Frame>,
        subscriber: &Subscriber,
    ) -> Vec<Frame> {
        let mut frames = missed;
        if let Some(request) = self.open_request_frame(viewer, subscriber) {
            let is_before = |frame: &&Frame| frame.seq() < request.seq();
            let index = frames.iter().take_while(is_before).count();
            frames.insert(index, request);
        }
        frames.insert(0, self.joined_frame(viewer, subscriber));
        let end = self.published_end_frame(viewer);
        // The end has the last number. A client that names a later one knows frames that a power failure has
        // undone, and not this end.
        let end = end.filter(|end| end.seq != resume_after_seq);
        frames.extend(end.map(Frame::MatchOver));
        frames
    }

    fn open_request_frame(&self, viewer: Viewer, subscriber: &Subscriber) -> Option<Frame> {
        let Viewer::Seat(seat) = viewer else {
            return None;
        };
        let request = self.open_request(seat)?;
        let clocks = self.clocks(viewer);
        let frame = self
            .publisher
            .request_frame(seat, request, subscriber.options(), clocks);
        Some(frame)
    }

    fn joined_frame(&self, viewer: Viewer, subscriber: &Subscriber) -> Frame {
        let setup = self.core.setup();
        Frame::Joined(Box::new(Joined {
            seq: self.seq(viewer),
            match_id: self.core.row().id.clone(),
            viewer,
            game: setup.game(),
            ruleset_sha256: setup.header.ruleset_sha256.clone(),
            time_control: setup.time_control,
            is_virtual: setup.is_virtual(),
            view: self
                .publisher
                .sequencer()
                .view(viewer, subscriber.options()),
            state: self.life.state(),
            allow_hints: setup.allow_hints,
            rules: EncodedRules::new(self.referee().game()),
            join_id: subscriber.join_id(),
        }))
    }

    /// Removes a subscriber whose stream has ended.
    pub(super) fn unsubscribe(&mut self, subscriber: SubscriberId) {
        if self.publisher.unsubscribe(subscriber) {
            tracing::debug!("subscriber disconnected");
            self.update_presence(self.clock.processed_until());
        }
    }

    /// Prepares a search of what an agent would do in a seat's place, from what the seat may know.
    ///
    /// # Errors
    /// Returns an error if hints are disabled or the seat need not act now.
    pub(super) fn hint(&self, token: &str, agent: Option<&AgentSpec>) -> Result<SeatSearch, Error> {
        let seat = self.seats.by_token(token)?;
        if !self.core.setup().allow_hints {
            let message = "hints are disabled for this match; create it with allow_hints";
            return Err(Error::new(Reason::HintsDisabled, message));
        }
        self.check_can_act(seat)?;
        if !self.referee().awaited_seats().contains(seat) {
            let message = "the seat need not act now; ask again when it is its turn";
            return Err(Error::new(Reason::NotYourTurn, message));
        }
        // Another seed than the match's own, of which no client may learn anything.
        let seed = RootSeed::new([0; 32]);
        let published = self.publisher.sequencer().published();
        Ok(SeatSearch {
            job: AnalysisJob::new(AnalysisPosition::new(published, Some(seat), seed)?, agent)?,
            bot: self.core.setup().seats[seat.index()].bot.clone(),
        })
    }

    /// Resigns for the seat of a token, or removes it because its program has failed.
    ///
    /// # Errors
    /// Returns an error if the seat cannot leave now.
    pub(super) async fn resign(&mut self, token: &str, has_crashed: bool) -> Result<(), Error> {
        let seat = self.seats.by_token(token)?;
        if has_crashed && self.life.is_waiting() {
            self.seats[seat].record_failed_start();
            self.start_if_complete().await;
            return Ok(());
        }
        self.check_can_resign(seat)?;
        let termination = if has_crashed {
            Termination::Crashed
        } else {
            Termination::Resigned
        };
        self.try_remove_seat(seat, termination.into()).await?;
        // The match does not wait for this seat any longer.
        self.resume_if_rejoined().await;
        Ok(())
    }

    fn check_can_resign(&self, seat: Seat) -> Result<(), Error> {
        self.life.check_in_progress()?;
        if self.life.is_waiting() {
            let message = "the match has not started; do not join it, or let its owner abort it";
            return Err(Error::new(Reason::NotYourTurn, message));
        }
        self.seats[seat].check_active()
    }

    /// Aborts the match for its owner.
    ///
    /// # Errors
    /// Returns an error if the token is not the owner's or the match cannot end now.
    pub(super) async fn abort(&mut self, token: &str) -> Result<(), Error> {
        self.core.setup().check_owner(token)?;
        self.life.check_in_progress()?;
        let terminations = self.seats.iter().map(SeatState::termination).collect();
        self.abort_match("aborted", terminations).await
    }

    /// Describes the match with its connected clients.
    pub(super) fn describe(&self) -> MatchDescription {
        let mut description = self.core.describe();
        description.state = self.life.state();
        for (seat, state) in description.seats.iter_mut().zip(self.seats.iter()) {
            seat.is_connected = state.is_agent() || self.publisher.is_connected(state.seat());
            seat.termination = state.termination();
        }
        description
    }
}

/// Returns an error if a client knows another ruleset than the match's. An empty hash stands for any.
fn check_ruleset(sha256: &str, known: &str) -> Result<(), Error> {
    if known.is_empty() || known == sha256 {
        return Ok(());
    }
    let message = format!("ruleset_sha256: expected {sha256}, found {known}; update the client");
    Err(Error::new(Reason::RulesetMismatch, message))
}
