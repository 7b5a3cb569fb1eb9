//! A seat of a room: what it may see, what it has answered, how it ended.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use botwerk_engine::Seat;
use botwerk_proto::v1 as proto;

use super::clock::Stamp;
use super::viewer::Reports;
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
#[derive(Debug, Clone)]
pub(super) struct OpenRequest {
    /// The seat's number of the request.
    pub(super) turn: u32,
    /// The seat's acts in that turn so far; each one that leaves the turn open is asked for anew.
    pub(super) act: u32,
    /// The number of the report with the request.
    pub(super) seq: u64,
    /// When the seat's time began; `None` while a bundled player waits for a thread.
    pub(super) start: Option<Stamp>,
    /// Set once a bundled player's time is being measured.
    pub(super) finishing: Option<Arc<AtomicBool>>,
}

impl OpenRequest {
    /// A request that nobody was told of yet.
    pub(super) fn new(turn: u32, act: u32) -> Self {
        Self {
            turn,
            act,
            seq: 0,
            start: None,
            finishing: None,
        }
    }

    /// Whether a bundled player's time is being measured, so that it may be any.
    fn is_measured(&self) -> bool {
        let measured = |flag: &Arc<AtomicBool>| flag.load(Ordering::SeqCst);
        self.finishing.as_ref().is_some_and(measured)
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
    pub(super) reports: Reports,
    /// The number of the latest request that the seat was told of.
    pub(super) asked: u32,
    pub(super) open: Option<OpenRequest>,
    /// Accepted acts by turn and act.
    pub(super) answered: BTreeMap<(u32, u32), Answered>,
    /// Whether anybody has ever joined.
    pub(super) joined: bool,
    /// Illegal acts so far.
    pub(super) illegal: u32,
    /// Why the seat ended before the match did.
    pub(super) termination: proto::Termination,
}

impl Post {
    pub(super) fn new(seat: Seat, token: Option<TokenHash>) -> Self {
        Self {
            seat,
            token,
            reports: Reports::default(),
            asked: 0,
            open: None,
            answered: BTreeMap::new(),
            joined: false,
            illegal: 0,
            termination: proto::Termination::Unspecified,
        }
    }

    /// Whether a bundled player sits here.
    pub(super) fn is_bundled(&self) -> bool {
        self.token.is_none()
    }

    /// Whether somebody plays the seat over a stream now.
    pub(super) fn is_connected(&self) -> bool {
        !self.reports.sinks().is_empty()
    }
}

/// The termination's name without its prefix; empty for a seat that played to the end.
pub(super) fn termination_name(termination: proto::Termination) -> &'static str {
    match termination {
        proto::Termination::Unspecified => "",
        other => other.as_str_name().trim_start_matches("TERMINATION_"),
    }
}
