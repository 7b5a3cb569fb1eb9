//! Who comes into a room and leaves it: players, spectators, and those who ask about it.

use botwerk_engine::Viewer;
use botwerk_engine::record::{OutcomeLine, ruleset_sha256};
use botwerk_proto::v1 as proto;
use proto::{MatchState, Termination};

use super::command::JoinedSeat;
use super::conduct::Room;
use super::frame::Frame;
use super::link::{LinkId, Sink};
use super::setup::match_message;
use crate::error::{Error, Reason};
use crate::wire::Wire;

impl<G: Wire> Room<G> {
    /// Takes a seat for a stream.
    pub(super) async fn join(
        &mut self,
        token: &str,
        after_seq: u64,
        sink: Sink,
    ) -> Result<JoinedSeat, Error> {
        let seat = self.seat_of(token)?;
        let link = sink.id();
        for older in self.posts[seat].reports.take_sinks() {
            older.replace();
        }
        let viewer = Viewer::Seat(self.posts[seat].seat);
        let joined = self.joined_frame(viewer, self.posts[seat].reports.seq(), &sink);
        let request = self.open_request(seat, &sink);
        self.posts[seat]
            .reports
            .add(sink, joined, after_seq, request);
        self.posts[seat].joined = true;
        tracing::debug!(seat, "joined");
        self.begin_if_complete().await;
        Ok(JoinedSeat { seat, link })
    }

    /// Lets a spectator look on.
    pub(super) fn watch(&mut self, after_seq: u64, sink: Sink) {
        let joined = self.joined_frame(Viewer::Spectator, self.public.seq(), &sink);
        self.public.add(sink, joined, after_seq, None);
    }

    /// Forgets a stream that has ended.
    pub(super) fn forget(&mut self, link: LinkId) {
        let seats = self.posts.iter_mut().map(|post| &mut post.reports);
        let found = seats
            .chain([&mut self.public])
            .any(|reports| reports.remove(link));
        if found {
            tracing::debug!("a viewer has gone");
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

    /// A seat leaves of its own will.
    pub(super) async fn resign(&mut self, token: &str) -> Result<(), Error> {
        let seat = self.seat_of(token)?;
        self.check_going_on()?;
        let seat = self.posts[seat].seat;
        if self.state == MatchState::Waiting {
            let message = "the match has not begun; do not join it, or let its owner call it off";
            return Err(Error::new(Reason::NotYourTurn, message));
        }
        self.try_take_out(seat, Termination::Resigned).await
    }

    /// The owner calls the match off.
    pub(super) async fn abort(&mut self, token: &str) -> Result<(), Error> {
        if !self.setup.owner.admits(token) {
            let message = "owner_token: not that of this match's creator";
            return Err(Error::new(Reason::BadToken, message));
        }
        self.check_going_on()?;
        let line = OutcomeLine {
            outcome: "aborted".into(),
            places: Vec::new(),
            points: Vec::new(),
            terminations: Vec::new(),
        };
        self.call_off(line, Termination::Unspecified).await
    }

    fn check_going_on(&self) -> Result<(), Error> {
        if self.is_finished() {
            return Err(Error::new(Reason::MatchOver, "the match has ended"));
        }
        Ok(())
    }

    /// What everybody may know of the match.
    pub(super) fn describe(&self) -> proto::Match {
        // The set-up was read from this very row, so it can be read again.
        let mut message = match_message(&self.row).unwrap_or_default();
        message.state = self.state as i32;
        for (seat, post) in message.seats.iter_mut().zip(&self.posts) {
            seat.connected = post.is_bundled() || post.is_connected();
            seat.termination = post.termination as i32;
        }
        message
    }

    /// Ends every stream because the server is about to stop.
    pub(super) fn drain(&mut self) {
        let seats = self.posts.iter_mut().map(|post| &mut post.reports);
        for reports in seats.chain([&mut self.public]) {
            for sink in reports.take_sinks() {
                let message = "the server stops; join again once it is back, nothing is lost";
                sink.end(Error::new(Reason::Draining, message));
            }
        }
    }

    fn joined_frame(&self, viewer: Viewer, seq: u64, sink: &Sink) -> Frame {
        let seat = match viewer {
            Viewer::Seat(seat) => seat.index() as u32,
            Viewer::Spectator => 0,
        };
        Frame::Joined(Box::new(proto::Joined {
            handle: 0,
            seq,
            r#match: format!("matches/{}", self.row.id),
            seat,
            setup: Some(self.setup.game_setup()),
            ruleset_sha256: ruleset_sha256(G::spec().id),
            time_control: self.setup.time_control.message(),
            virtual_time: self.setup.is_virtual(),
            view: Some(self.view_message(viewer, sink.options)),
        }))
    }
}
