//! Whose work is queued: the fair queues serve requesters in turn.

use std::future::Future;
use std::net::IpAddr;

use crate::ids::{MatchId, TournamentId};

/// The origin of a piece of work.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Requester {
    /// The server itself: its rooms, directors and endpoints for operators.
    Server,
    /// The built-in agents of a match.
    Match(MatchId),
    /// Who watches a match that has ended.
    EndedMatch(MatchId),
    /// The matches that a tournament plays within the server, and the rounds that it pairs.
    Tournament(TournamentId),
    /// A client at this address that plays. An IPv6 address stands for its network.
    Player(IpAddr),
    /// The bearer of a seat token of this match.
    Seat(MatchId),
    /// The matches of this worker that are played again.
    Checks(String),
    /// The bearer of the admin token or the worker token, or this process.
    Operator,
    /// The bearer of the token of this environment.
    Environment(String),
    /// Any other client at this address. An IPv6 address stands for its network.
    Address(IpAddr),
}

/// A share of the threads that the requesters of other shares cannot take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// Who plays: joins, missed frames, hints, agents of matches.
    Players,
    /// What the server does of its own accord.
    Server,
    /// Matches of workers that are played again.
    Checks,
    /// Everything else that clients request.
    Public,
}

impl Share {
    /// Number of shares.
    pub(crate) const COUNT: usize = 4;
}

impl Requester {
    /// Returns the share from which the work is served.
    pub(crate) fn share(&self) -> Share {
        match self {
            Self::Match(_) | Self::Player(_) | Self::Seat(_) => Share::Players,
            Self::Server | Self::Tournament(_) => Share::Server,
            Self::Checks(_) => Share::Checks,
            Self::EndedMatch(_) | Self::Operator | Self::Environment(_) | Self::Address(_) => {
                Share::Public
            }
        }
    }

    /// Returns `true` if the server limits its own work otherwise, so that queues accept all of it.
    pub(crate) fn is_trusted(&self) -> bool {
        matches!(self, Self::Server | Self::Match(_) | Self::Tournament(_))
    }

    /// Returns the requester for which the current task works: the server itself, unless the task belongs to
    /// a call.
    pub(crate) fn current() -> Self {
        CURRENT.try_with(Self::clone).unwrap_or(Self::Server)
    }

    /// Runs a future on behalf of this requester.
    pub(crate) fn scope<F: Future>(self, work: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, work)
    }
}

tokio::task_local! {
    /// The requester of the call that a task handles.
    static CURRENT: Requester;
}
