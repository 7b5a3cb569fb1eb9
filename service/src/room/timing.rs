//! Limits: what happens although nobody says anything.

use crate::match_state::MatchState;
use botwerk_engine::Termination;
use botwerk_engine::{Act, Deadline, Event, Referee, Refusal, Seat, Seats};
use botwerk_proto::v1 as proto;

use super::clock::Stamp;
use super::conduct::Room;
use super::players::Allotment;
use super::seat::Post;
use crate::error::{Error, Reason};
use crate::wire::Wire;

/// A limit of the present request and what follows once it has passed.
enum Limit<A> {
    /// The rules' own: the referee acts.
    Rule(Stamp, A),
    /// The match's: the seat leaves.
    Leave(Stamp, Seat, Termination),
}

impl<A> Limit<A> {
    fn at(&self) -> Stamp {
        match self {
            Self::Rule(at, _) | Self::Leave(at, ..) => *at,
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
        if self.retry.is_some() {
            return;
        }
        match (self.state, self.standing) {
            (MatchState::Waiting, _) if now >= self.since.after(self.surroundings.limits.join) => {
                self.begin().await;
            }
            (MatchState::Running, _) => self.pass_limits(now).await,
            (MatchState::Suspended, Some(standing)) if standing.gives_up(now) => {
                self.give_up_waiting().await;
            }
            _ => {}
        }
    }

    pub(super) async fn pass_limits(&mut self, now: Stamp) {
        loop {
            if self.state != MatchState::Running || self.retry.is_some() {
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
                Limit::Leave(_, seat, why) => self.take_out(seat, why).await,
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
        let absent = self.posts.iter().filter_map(|post| {
            let at = self.absence_limit(post)?;
            Some(Limit::Leave(at, post.seat, Termination::Disconnected))
        });
        self.rule_limit()
            .into_iter()
            .chain(self.flags(|post| self.allowance(post)))
            .chain(absent)
            .min_by_key(Limit::at)
    }

    /// The rules' limit, as long as anybody is under the clock.
    fn rule_limit(&self) -> Option<Limit<G::Action>> {
        let deadline = self.rule_deadline()?;
        let at = self.since.after_nanos(deadline.milliseconds * 1_000_000);
        (!self.under_the_clock().is_empty()).then_some(Limit::Rule(at, deadline.action))
    }

    /// When the clocks of seats run out that owe an answer, `allowance` later than they say, and what
    /// follows from it.
    fn flags(&self, allowance: impl Fn(&Post) -> u64) -> impl Iterator<Item = Limit<G::Action>> {
        let clocked = self.under_the_clock();
        let deadline = self
            .referee
            .deadline()
            .filter(|deadline| deadline.replaces_flagging);
        let gentle = deadline.map(|deadline| deadline.action);
        let posts = self.posts.iter();
        posts.filter_map(move |post| {
            let left = self
                .time_left(post)
                .filter(|_| clocked.contains(post.seat))?;
            let open = post.open.as_ref()?;
            let used = if post.is_bundled() {
                0
            } else {
                post.clock.elapsed(open.turn)
            };
            let limit = used.saturating_add(left).saturating_add(allowance(post));
            let at = open.start?.after_nanos(limit);
            Some(match gentle {
                Some(action) => Limit::Rule(at, action),
                None => Limit::Leave(at, post.seat, Termination::Flagged),
            })
        })
    }

    /// Nanoseconds that a seat had left with its latest act; `None` where no clock runs against it.
    pub(super) fn time_left(&self, post: &Post) -> Option<u64> {
        if self.referee.ask().is_none_or(|ask| ask.simultaneous) {
            return None;
        }
        let turn = post.open.as_ref()?.turn;
        post.clock.left(self.setup.time_control, turn)
    }

    /// What a bundled player may spend on its decision. Its time is a share of its clock's that
    /// leaves enough for the rest of the match; on virtual time only nodes are limited, since its
    /// choice must not depend on how busy the server is (MR-25), unless its own settings limit its
    /// time.
    pub(super) fn allotment(&self, seat: usize) -> Allotment {
        let (post, control) = (&self.posts[seat], self.setup.time_control);
        let left = self.time_left(post).filter(|_| !self.setup.is_virtual());
        let nanos = left.map(|left| match control.bank {
            Some(bank) => {
                let increment = bank.increment_millis.saturating_mul(1_000_000);
                (left / 20 + increment / 4 * 3).min(left / 10 * 9)
            }
            None => left / 10 * 9,
        });
        Allotment {
            nodes: control.budget_nodes,
            nanos,
        }
    }

    /// Nanoseconds of transport that a seat's act is forgiven at most.
    pub(super) fn allowance(&self, post: &Post) -> u64 {
        let Some(sink) = post.audience.sinks().first() else {
            return 0;
        };
        post.clock
            .allowance(sink.round_trip(), self.lag_cap_millis())
    }

    /// Milliseconds of transport that an act of this match is forgiven at most.
    pub(super) fn lag_cap_millis(&self) -> u32 {
        let own = self.setup.time_control.lag_cap_millis;
        own.unwrap_or(self.surroundings.limits.lag_cap_millis)
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
        let silence = self.referee.game().pass_action(self.referee.state())?;
        (nanos > limit).then_some(silence)
    }

    /// Nanoseconds until the present request runs out, as far as a viewer is concerned.
    pub(super) fn clocks(&self, viewer: Option<usize>) -> proto::Clocks {
        let own = viewer.is_none_or(|post| self.posts[post].open.is_some());
        // What the transport is forgiven is nothing to plan with.
        let limits = self.rule_limit().into_iter().chain(self.flags(|_| 0));
        let limit = limits
            .map(|limit| limit.at())
            .min()
            .filter(|_| own && !self.is_finished());
        let now = self
            .standing
            .map_or_else(Stamp::now, |standing| standing.since);
        proto::Clocks {
            remaining_nanos: limit.map(|limit| limit.nanos_since(now)),
            bank_nanos: self.banks(now),
            standing: self.standing.is_some(),
        }
    }

    /// What is in each seat's bank; nothing without banks.
    fn banks(&self, now: Stamp) -> Vec<u64> {
        let control = self.setup.time_control;
        if control.bank.is_none() {
            return Vec::new();
        }
        let left = |post: &Post| {
            let open = post
                .open
                .as_ref()
                .filter(|_| self.time_left(post).is_some());
            let turn = open.map_or(0, |open| open.turn);
            let left = post.clock.left(control, turn).unwrap_or(0);
            let begun = open.and_then(|open| open.start);
            let runs = begun.map_or(0, |start| {
                let used = post.clock.elapsed(turn);
                now.nanos_since(start).saturating_sub(used)
            });
            left.saturating_sub(runs)
        };
        self.posts.iter().map(left).collect()
    }

    /// Carries out what the rules say about a limit that has passed.
    async fn enforce(&mut self, action: G::Action) {
        let silent: Vec<Seat> = if self.setup.is_virtual() {
            self.under_the_clock().collect()
        } else {
            Vec::new()
        };
        let silence = self.referee.game().pass_action(self.referee.state());
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
        }
    }

    /// Takes a seat out of the match; if it cannot be stored now, tries again later.
    pub(super) async fn take_out(&mut self, seat: Seat, termination: Termination) {
        if let Err(error) = self.try_take_out(seat, termination).await
            && error.reason == Reason::StoreUnavailable
        {
            self.owed.push((seat, termination));
        }
    }

    /// Takes a seat out of the match.
    pub(super) async fn try_take_out(
        &mut self,
        seat: Seat,
        termination: Termination,
    ) -> Result<(), Error> {
        let leave = self.referee.game().leave_action(seat);
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
