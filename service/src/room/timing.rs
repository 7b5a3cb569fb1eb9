//! Limits: what happens although nobody says anything.

use botwerk_engine::{Act, Deadline, Event, Referee, Refusal, Seat, Seats};
use botwerk_proto::v1 as proto;
use proto::{MatchState, Termination};

use super::clock::Stamp;
use super::conduct::Room;
use crate::error::{Error, Reason};
use crate::wire::Wire;

/// A limit of the present request and what follows once it has passed.
enum Limit<A> {
    /// The rules' own: the referee acts.
    Rule(Stamp, A),
    /// The match's: the seat loses on time.
    Flag(Stamp, Seat),
}

impl<A> Limit<A> {
    fn at(&self) -> Stamp {
        match self {
            Self::Rule(at, _) | Self::Flag(at, _) => *at,
        }
    }
}

impl<G: Wire> Room<G> {
    /// Lets time pass up to `now`, before which everything has been heard.
    pub(super) async fn pass_time(&mut self, now: Stamp) {
        self.heard = self.heard.max(now);
        if self.retry.is_some_and(|retry| retry <= now) {
            self.retry = None;
            self.catch_up().await;
        }
        match self.state {
            MatchState::Waiting if now >= self.since.after(self.surroundings.join_limit) => {
                self.begin().await;
            }
            MatchState::Running => self.pass_limits(now).await,
            _ => {}
        }
    }

    pub(super) async fn pass_limits(&mut self, now: Stamp) {
        loop {
            if self.retry.is_some() {
                return;
            }
            if self.referee.is_undecided() && self.decide().await {
                continue;
            }
            if self.referee.is_undecided() && !self.setup.is_virtual() {
                return;
            }
            let Some(limit) = self.limit().filter(|limit| limit.at() <= now) else {
                return;
            };
            match limit {
                Limit::Flag(_, seat) => self.take_out(seat, Termination::Flagged).await,
                Limit::Rule(_, action) => self.enforce(action).await,
            }
        }
    }

    /// Decides the race if it can be decided; whether it was.
    async fn decide(&mut self) -> bool {
        let soonest = self.soonest();
        let mut decided = false;
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            decided = referee.decide(soonest, events);
            referee.advance(events);
            Ok::<_, Refusal>(())
        };
        if let Err(error) = self.change(change, Vec::new()).await {
            tracing::debug!(%error, "the decision waits");
            self.try_later();
            return false;
        }
        decided
    }

    /// The least nanoseconds that each seat's answer can still be found to have taken.
    pub(super) fn soonest(&self) -> impl Fn(Seat) -> u64 + use<G> {
        // On virtual time everybody is waited for (MR-25).
        let bound = |post: &super::seat::Post| match &post.open {
            Some(open) if !self.setup.is_virtual() => open.soonest(self.heard),
            _ => 0,
        };
        let bounds: Vec<u64> = self.posts.iter().map(bound).collect();
        move |seat| bounds[seat.index()]
    }

    /// The real or virtual nanoseconds of an answer that arrived at `stamp`.
    pub(super) fn elapsed(&self, seat: Seat, stamp: Stamp) -> u64 {
        let open = self.posts[seat.index()].open.as_ref();
        open.and_then(|open| open.start)
            .map_or(0, |start| stamp.nanos_since(start))
    }

    /// The seats whose answer the clock limits: on virtual time a bundled player is always waited
    /// for, since its choice must not depend on how busy the server is (MR-25).
    fn under_the_clock(&self) -> Seats {
        let bundled = |seat: &Seat| self.posts[seat.index()].is_bundled();
        let owing = self.referee.owing();
        if self.setup.is_virtual() {
            owing.filter(|seat| !bundled(seat)).collect()
        } else {
            owing
        }
    }

    /// The limit that passes first.
    fn limit(&self) -> Option<Limit<G::Action>> {
        let clocked = self.under_the_clock();
        if clocked.is_empty() {
            return None;
        }
        let ask = self.referee.ask()?;
        let rule = self.rule_deadline().map(|deadline| {
            let at = self.since.after_nanos(deadline.milliseconds * 1_000_000);
            Limit::Rule(at, deadline.action)
        });
        let flag = self
            .setup
            .time_control
            .turn_millis
            .filter(|_| !ask.simultaneous);
        let posts = self.posts.iter().filter(|post| clocked.contains(post.seat));
        let flags = posts.filter_map(|post| {
            let start = post.open.as_ref()?.start?;
            Some(Limit::Flag(start.after_nanos(flag? * 1_000_000), post.seat))
        });
        rule.into_iter().chain(flags).min_by_key(Limit::at)
    }

    /// The rules' limit, in a race not longer than the match's own.
    fn rule_deadline(&self) -> Option<Deadline<G::Action>> {
        let ask = self.referee.ask()?;
        let deadline = self.referee.deadline()?;
        let round = self
            .setup
            .time_control
            .round_millis
            .filter(|_| ask.simultaneous);
        let milliseconds = round.map_or(deadline.milliseconds, |r| r.min(deadline.milliseconds));
        Some(Deadline {
            milliseconds,
            ..deadline
        })
    }

    /// When something may happen although nobody says anything.
    pub(super) fn next_limit(&self) -> Option<Stamp> {
        if !self.referee.is_undecided() {
            return self.limit().map(|limit| limit.at());
        }
        if self.setup.is_virtual() {
            // Nobody is waited for longer than the rules' limit (MR-25).
            return self.limit().map(|limit| limit.at());
        }
        // Whoever is not waited for any more by then is a bundled player, and says when it is done.
        let best = self.referee.fastest()?;
        let open = self.posts.iter().filter_map(|post| post.open.as_ref());
        open.filter_map(|open| open.slower_than(best))
            .filter(|at| *at > self.heard)
            .max()
    }

    /// The rules' word for silence, if an answer after so long would come after the race's end.
    pub(super) fn silence_after(&self, nanos: u64) -> Option<G::Action> {
        let limit = self.rule_deadline()?.milliseconds * 1_000_000;
        let silence = self.referee.game().silence(self.referee.state())?;
        (nanos > limit).then_some(silence)
    }

    /// Nanoseconds until the present request runs out, as far as a viewer is concerned.
    pub(super) fn clocks(&self, viewer: Option<usize>) -> proto::Clocks {
        let own = viewer.is_none_or(|post| self.posts[post].open.is_some());
        let limit = self
            .limit()
            .filter(|_| own && self.state == MatchState::Running);
        let now = Stamp::now();
        proto::Clocks {
            remaining_nanos: limit.map(|limit| limit.at().nanos_since(now)),
            ..Default::default()
        }
    }

    /// Carries out what the rules say about a limit that has passed.
    async fn enforce(&mut self, action: G::Action) {
        let silent: Vec<Seat> = if self.setup.is_virtual() {
            self.under_the_clock().collect()
        } else {
            Vec::new()
        };
        let silence = self.referee.game().silence(self.referee.state());
        let soonest = self.soonest();
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            match silence {
                // On virtual time silence is a pass of those who are silent (MR-25).
                Some(pass) if !silent.is_empty() => {
                    for seat in silent {
                        let act = Act {
                            seat,
                            actions: &[pass],
                            nanos: u64::MAX,
                            effort: 0,
                        };
                        // The last pass of all breaks the round off for the rest.
                        let _ = referee.act(act, events);
                    }
                    referee.decide(soonest, events);
                }
                _ => referee.intervene(action, events)?,
            }
            referee.advance(events);
            Ok::<_, Error>(())
        };
        if let Err(error) = self.change(change, Vec::new()).await {
            tracing::debug!(%error, "a limit has passed, but nothing could be stored");
            self.try_later();
        }
    }

    /// Takes a seat out of the match; if it cannot be stored now, tries again later.
    pub(super) async fn take_out(&mut self, seat: Seat, termination: Termination) {
        if let Err(error) = self.try_take_out(seat, termination).await
            && error.reason == Reason::StoreUnavailable
        {
            self.owed.push((seat, termination));
            self.try_later();
        }
    }

    /// Takes a seat out of the match.
    pub(super) async fn try_take_out(
        &mut self,
        seat: Seat,
        termination: Termination,
    ) -> Result<(), Error> {
        let leave = self.referee.game().leave(seat);
        let soonest = self.soonest();
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            referee.intervene(leave, events)?;
            referee.decide(soonest, events);
            referee.advance(events);
            Ok::<_, Error>(())
        };
        self.change(change, vec![(seat, termination)]).await
    }
}
