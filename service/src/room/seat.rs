//! A seat of a room: what it may see, what it has answered, how it ended.

use botwerk_engine::Termination;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use botwerk_engine::Seat;
use botwerk_proto::v1 as proto;

use super::audience::Audience;
use super::clock::Stamp;
use super::seat_clock::SeatClock;
use crate::error::{Error, Reason};
use crate::token::TokenHash;

/// An act that was accepted, so that the same act gets the same answer again.
#[derive(Debug, Clone)]
pub(super) struct Answered {
    /// What was done, as it was written.
    pub(super) content: String,
    /// Declared search nodes.
    pub(super) effort: u64,
    /// The answer.
    pub(super) accepted: proto::Accepted,
}

/// A request that a seat has not answered yet.
#[derive(Debug)]
pub(super) struct OpenRequest {
    /// The seat's number of the request.
    pub(super) turn: u32,
    /// The seat's acts in that turn so far; each one that leaves the turn open is asked for anew.
    pub(super) act: u32,
    /// When the seat's time began: a remote player's with the turn, a bundled player's as it
    /// searches; `None` while it waits for a thread.
    pub(super) start: Option<Stamp>,
    /// A bundled player's search, once it was asked.
    pub(super) search: Option<Search>,
}

/// A search of a bundled player. It is told to stop when nobody waits for it any more.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// Set once its time is being measured.
    pub(super) finishing: Arc<AtomicBool>,
    pub(super) stop: Arc<AtomicBool>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl OpenRequest {
    /// A request whose time began at `start`, of a bundled player one that it was not asked yet.
    pub(super) fn new(turn: u32, act: u32, start: Option<Stamp>) -> Self {
        Self {
            turn,
            act,
            start,
            search: None,
        }
    }

    /// Whether a bundled player's time is being measured, so that it may be any.
    fn is_measured(&self) -> bool {
        let measured = |search: &Search| search.finishing.load(Ordering::SeqCst);
        self.search.as_ref().is_some_and(measured)
    }

    /// When the seat's answer will have taken longer than `nanos`; `None` if time cannot tell.
    pub(super) fn slower_than(&self, nanos: u64) -> Option<Stamp> {
        let start = self.start?;
        (!self.is_measured()).then(|| start.after_nanos(nanos.saturating_add(1)))
    }

    /// The least nanoseconds that the answer can be found to have taken, if none was given before
    /// `heard`.
    pub(super) fn soonest(&self, heard: Stamp) -> u64 {
        match self.start {
            Some(start) if !self.is_measured() => heard.next().nanos_since(start),
            _ => 0,
        }
    }
}

/// One seat of a room.
#[derive(Debug)]
pub(super) struct Post {
    pub(super) seat: Seat,
    /// The hash of the seat's token; `None` for a bundled player.
    pub(super) token: Option<TokenHash>,
    /// The streams that play the seat: one, or none.
    pub(super) audience: Audience,
    pub(super) open: Option<OpenRequest>,
    /// The latest turn that a remote player was asked, and when its time began.
    pub(super) begun: Option<(u32, Stamp)>,
    pub(super) clock: SeatClock,
    /// Accepted acts by turn and act.
    pub(super) answered: BTreeMap<(u32, u32), Answered>,
    /// Whether anybody has ever joined.
    pub(super) joined: bool,
    /// Since when nobody plays the seat over a stream.
    pub(super) away: Option<Stamp>,
    /// Illegal acts so far.
    pub(super) illegal: u32,
    /// Why the seat left before the end, if it did.
    pub(super) termination: Option<Termination>,
}

impl Post {
    pub(super) fn new(seat: Seat, token: Option<TokenHash>) -> Self {
        Self {
            seat,
            token,
            audience: Audience::default(),
            open: None,
            begun: None,
            clock: SeatClock::default(),
            answered: BTreeMap::new(),
            joined: false,
            away: None,
            illegal: 0,
            termination: None,
        }
    }

    /// Whether a bundled player sits here.
    pub(super) fn is_bundled(&self) -> bool {
        self.token.is_none()
    }

    /// Whether the seat has not left the match.
    pub(super) fn plays(&self) -> bool {
        self.termination.is_none()
    }

    /// Refuses what a seat may not do any more that has left.
    pub(super) fn check_plays(&self) -> Result<(), Error> {
        let Some(termination) = self.termination else {
            return Ok(());
        };
        let reason = match termination {
            Termination::Flagged => Reason::Flagged,
            Termination::NoShow => Reason::NoShow,
            _ => Reason::NotYourTurn,
        };
        Err(Error::new(
            reason,
            format!("the seat has left: {termination}"),
        ))
    }

    /// Whether somebody is to play the seat over a stream, and nobody does.
    pub(super) fn is_missing(&self) -> bool {
        !self.is_bundled() && self.plays() && self.audience.is_empty()
    }

    /// The request that the seat owes an answer to; a remote player's time began with its turn.
    pub(super) fn ask(&mut self, turn: u32, act: u32, now: Stamp) {
        let known = |open: &OpenRequest| (open.turn, open.act) == (turn, act);
        if self.open.as_ref().is_some_and(known) {
            return;
        }
        if self.begun.is_none_or(|(begun, _)| begun != turn) {
            self.begun = Some((turn, now));
        }
        let start = self.begun.map(|(_, at)| at).filter(|_| !self.is_bundled());
        self.open = Some(OpenRequest::new(turn, act, start));
    }

    /// Lets all that began before the match stood still begin so much later.
    pub(super) fn shift(&mut self, standing: Stamp, now: Stamp) {
        if let Some(start) = self.open.as_mut().and_then(|open| open.start.as_mut()) {
            *start = start.shifted(standing, now);
        }
        if let Some((_, begun)) = &mut self.begun {
            *begun = begun.shifted(standing, now);
        }
        if let Some(away) = &mut self.away {
            *away = away.shifted(standing, now);
        }
    }
}
