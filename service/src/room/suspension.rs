//! A match that stands still: the store fails, the server stops, or seats have not come back after
//! its restart. Clocks stand as long, and nothing that the match has seen is lost.

use crate::match_state::MatchState;
use botwerk_engine::Termination;
use botwerk_engine::{Event, Referee};
use botwerk_proto::v1 as proto;

use super::clock::Stamp;
use super::conduct::{RETRY, Room};
use super::frame::Frame;
use super::seat::Post;
use crate::error::{Error, Reason};
use crate::store::StoreError;
use crate::wire::Wire;

/// Why a match stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// Nothing can be stored.
    Store,
    /// After a restart seats have to come back; those that have not by then never will.
    Return { until: Stamp },
    /// The server is about to stop.
    Stop,
}

impl Cause {
    fn words(self) -> &'static str {
        match self {
            Self::Store => "nothing can be stored, so nothing is accepted; clocks stand",
            Self::Return { .. } => "the server was started again and seats are not back yet",
            Self::Stop => "the server stops; the match goes on once it is back",
        }
    }
}

/// Since when a match stands still, and why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    pub(super) since: Stamp,
    pub(super) cause: Cause,
}

impl Standing {
    /// Whether seats that have not come back by now are not waited for any longer.
    pub(super) fn gives_up(self, now: Stamp) -> bool {
        self.gives_up_at().is_some_and(|until| until <= now)
    }

    /// Until when seats are waited for; `None` if nobody is.
    pub(super) fn gives_up_at(self) -> Option<Stamp> {
        match self.cause {
            Cause::Return { until } => Some(until),
            Cause::Store | Cause::Stop => None,
        }
    }
}

impl<G: Wire> Room<G> {
    /// Lets the match stand still from now on.
    pub(super) fn suspend(&mut self, cause: Cause) {
        let since = self
            .standing
            .map_or_else(Stamp::now, |standing| standing.since);
        self.standing = Some(Standing { since, cause });
        self.state = MatchState::Suspended;
        tracing::warn!(why = cause.words(), "match suspended");
        self.tell_state(cause.words());
    }

    /// Takes notice that the store has refused something: tries again later, and lets a match that
    /// goes on stand still until then.
    pub(super) fn store_failed(&mut self, error: &StoreError) {
        tracing::warn!(%error, "nothing is accepted until the store is back");
        // For what nobody will repeat.
        self.retry = Some(Stamp::now().after(RETRY));
        if self.state == MatchState::Running {
            self.suspend(Cause::Store);
        }
    }

    /// Why acts are not taken now, if they are not.
    pub(super) fn check_not_standing(&self) -> Result<(), Error> {
        let Some(Standing { cause, .. }) = self.standing else {
            return Ok(());
        };
        let reason = match cause {
            Cause::Store => Reason::StoreUnavailable,
            Cause::Return { .. } => Reason::Suspended,
            Cause::Stop => Reason::Draining,
        };
        let message = format!("{}; what is open will be asked again", cause.words());
        Err(Error::new(reason, message))
    }

    /// Lets a match go on that waited for seats, if all are back.
    pub(super) async fn go_on_if_all_are_back(&mut self) {
        let waits = matches!(
            self.standing,
            Some(Standing {
                cause: Cause::Return { .. },
                ..
            })
        );
        if waits && !self.posts.iter().any(Post::is_missing) {
            self.go_on().await;
        }
    }

    /// Lets the match go on where it stood still, if that can be stored.
    pub(super) async fn go_on(&mut self) {
        // A commit of a state that is stored already would not write anything.
        if self.row.state == MatchState::Running {
            if let Err(error) = self.surroundings.store.probe().await {
                return self.store_failed(&error);
            }
        } else {
            let stored = self.commit(Vec::new(), Vec::new(), MatchState::Running, None);
            if stored.await.is_err() {
                return;
            }
        }
        let now = self.inbox.stamp();
        if let Some(Standing { since, .. }) = self.standing.take() {
            self.since = self.since.shifted(since, now);
            for post in &mut self.posts {
                post.shift(since, now);
            }
        }
        self.state = MatchState::Running;
        self.went_on = Some(now);
        if self.race_lost && self.break_race().await.is_err() {
            // The store has failed again meanwhile.
            return;
        }
        self.race_lost = false;
        self.tell_state("the match goes on");
        let told: Vec<_> = self.told_requests();
        self.publish();
        self.ask_again(&told);
    }

    /// Breaks off a race that was open when the server ended: nobody knows any more who has searched
    /// for how long.
    async fn break_race(&mut self) -> Result<(), Error> {
        let Some(deadline) = self.referee.deadline() else {
            return Ok(());
        };
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            // Only a race can be broken off, and this is one.
            referee.intervene(deadline.action, events)?;
            referee.advance(events);
            Ok::<_, Error>(())
        };
        self.store(change, None, Vec::new()).await
    }

    /// Calls off a match whose seats have not come back in time: it is nobody's fault, so it has no
    /// result.
    pub(super) async fn give_up_waiting(&mut self) {
        let why = |post: &Post| match post.termination {
            None if post.is_missing() => Some(Termination::Infra),
            other => other,
        };
        // If it cannot be stored now it is tried again.
        let _ = self.call_off("infra", why).await;
    }

    /// Stores that the match stands still because the server is about to stop. Should that fail, it
    /// is found running, and goes on just the same.
    pub(super) async fn stand_for_stop(&mut self) {
        if self.state == MatchState::Running {
            self.suspend(Cause::Stop);
            let _ = self
                .commit(Vec::new(), Vec::new(), MatchState::Suspended, None)
                .await;
        }
    }

    /// Tells everybody that the match stands still or goes on.
    fn tell_state(&mut self, why: &str) {
        for listener in self.listeners() {
            let frame = Frame::StateChanged(proto::StateChanged {
                handle: 0,
                state: self.state as i32,
                why: why.into(),
                clocks: Some(self.clocks(listener)),
            });
            self.send(listener, frame);
        }
    }
}
