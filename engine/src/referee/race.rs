//! The referee's part in a race: which announcement is next, and when the race ends.

use super::{Event, Referee, SubmissionInfo};
use crate::chance::ChanceKey;
use crate::game::{Actor, Decision, Game, Turn};
use crate::race::Announcement;
use crate::seat::{Seat, Seats};

impl<G: Game> Referee<G> {
    /// Returns `true` if announcements of the open race are held.
    pub fn has_held_announcements(&self) -> bool {
        !self.announcements.held().is_empty()
    }

    /// Returns the minimum time of the held announcements, or `None` if none are held.
    pub fn earliest_held_nanos(&self) -> Option<u64> {
        self.held_announcements()
            .iter()
            .map(|announcement| announcement.nanos)
            .min()
    }

    /// Returns the held announcements of the open race in order of arrival.
    pub fn held_announcements(&self) -> &[Announcement<G::Action>] {
        self.announcements.held()
    }

    /// Returns the latest time of an announcement that counts, or `None` if the open decision is not a
    /// race in overtime.
    pub fn overtime_end_nanos(&self) -> Option<u64> {
        self.decision?;
        let overtime = self.game.overtime(self.state())?;
        Some(overtime.end_nanos(self.applied.first_nanos()))
    }

    /// Returns the time of the latest announcement that was applied in the open race, or `None` if the
    /// open decision is not a race in overtime. No announcement of the race can be earlier.
    pub fn latest_applied_nanos(&self) -> Option<u64> {
        let is_overtime = self.overtime_end_nanos().is_some();
        is_overtime.then(|| self.applied.latest_nanos())
    }

    /// Returns the time by which no seat must be able to announce for the open race to continue: that of
    /// the earliest held announcement or the end of overtime, or `None` if the race waits for an
    /// announcement.
    pub fn next_race_nanos(&self) -> Option<u64> {
        let held = self.earliest_held_nanos();
        held.into_iter().chain(self.overtime_end_nanos()).min()
    }

    /// Resolves the open race as far as no other seat can be found earlier, and ends its overtime if no
    /// seat can announce within it. Returns `true` if an announcement was applied or the race ended.
    ///
    /// `earliest_possible(seat)` is the minimum time in nanoseconds that a seat without a held
    /// announcement can still achieve.
    pub fn resolve_race(
        &mut self,
        earliest_possible: impl Fn(Seat) -> u64,
        events: &mut Vec<Event<G::Action>>,
    ) -> bool {
        self.resolve_race_in_order(earliest_possible, &[], events)
    }

    /// Resolves the open race like [`Self::resolve_race`], but equal times are decided by `order`, in which
    /// the seat that is first of them comes before the others. Chance decides between seats that it does not
    /// contain.
    pub fn resolve_race_in_order(
        &mut self,
        earliest_possible: impl Fn(Seat) -> u64,
        order: &[Seat],
        events: &mut Vec<Event<G::Action>>,
    ) -> bool {
        let mut is_resolved = false;
        while let Some(decision) = self.decision
            && (self.apply_earliest(decision, &earliest_possible, order, events)
                || self.end_overtime(&earliest_possible, events))
        {
            is_resolved = true;
        }
        is_resolved
    }

    /// Applies the earliest held announcement that counts, unless another seat can be found earlier.
    /// Returns `true` if it was applied.
    fn apply_earliest(
        &mut self,
        decision: Decision,
        earliest_possible: &impl Fn(Seat) -> u64,
        order: &[Seat],
        events: &mut Vec<Event<G::Action>>,
    ) -> bool {
        if self.next_race_nanos() != self.earliest_held_nanos() {
            return false;
        }
        let compared = self.announcements.held().to_vec();
        let key = self.next_tie_break_key(&decision);
        let sample = |n| {
            let earliest = compared.iter().map(|held| held.nanos).min();
            let tied = compared.iter().filter(|held| Some(held.nanos) == earliest);
            let mut tied: Seats = tied.map(|held| held.seat).collect();
            let first = order.iter().find(|seat| tied.contains(**seat));
            match first.and_then(|first| tied.position(|seat| seat == *first)) {
                Some(index) => index as u64,
                None => self.seed.rng_for_chance(key).below(n),
            }
        };
        let open = decision.seats.difference(self.announced_once());
        let winner = self
            .announcements
            .take_winner(open, earliest_possible, sample);
        let Some(first) = winner else {
            return false;
        };
        let progress = self.progress[first.seat.index()];
        let info = SubmissionInfo {
            turn: progress.turn,
            part: progress.parts.saturating_sub(1),
            elapsed_nanos: Some(first.nanos),
            effort: first.effort,
            score: None,
        };
        let actor = Actor::Seat(first.seat);
        let is_overtime = self.overtime_end_nanos().is_some();
        self.apply_checked(actor, first.action, Some(info), compared, events);
        self.applied.record(first.nanos, is_overtime);
        self.drop_stale();
        self.open_decision();
        self.adjudicate(first.seat, info);
        true
    }

    /// Ends the race in overtime once no seat can announce within it. Returns `true` if it was ended.
    fn end_overtime(
        &mut self,
        earliest_possible: &impl Fn(Seat) -> u64,
        events: &mut Vec<Event<G::Action>>,
    ) -> bool {
        let (Some(overtime), Some(end)) =
            (self.game.overtime(self.state()), self.overtime_end_nanos())
        else {
            return false;
        };
        let mut waiting = self.awaited_seats();
        let can_continue = self.earliest_held_nanos().is_some_and(|nanos| nanos <= end)
            || waiting.any(|seat| earliest_possible(seat) <= end);
        !can_continue && self.apply_as_referee(overtime.close, None, events).is_ok()
    }

    /// Returns the seats of a race in overtime that have announced, if each seat announces only once.
    pub(super) fn announced_once(&self) -> Seats {
        let decision = self.decision.filter(|_| self.is_virtual);
        let race = decision.filter(|_| self.overtime_end_nanos().is_some());
        let seats = race.map_or(Seats::EMPTY, |decision| decision.seats);
        seats.filter(|seat| self.parts(*seat) > 0).collect()
    }

    /// Returns the key of the chance outcome that decides between equal times of the next announcement.
    pub(crate) fn next_tie_break_key(&self, decision: &Decision) -> ChanceKey {
        let key = self.game.tie_break_key(decision);
        ChanceKey {
            index: key.index.saturating_add(self.applied.count()),
            ..key
        }
    }

    /// Drops held announcements that a referee action has made illegal. They do not count as submissions:
    /// they are in a record only if an earlier one of a race that has ended was compared with them.
    pub(super) fn discard_stale(&mut self) {
        for seat in self.drop_stale() {
            let parts = &mut self.progress[seat.index()].parts;
            *parts = parts.saturating_sub(1);
        }
    }

    /// Drops held announcements that the rules no longer allow, and returns their seats.
    pub(super) fn drop_stale(&mut self) -> Seats {
        let mut dropped = Seats::EMPTY;
        // A race may follow another at once, in which the action would be legal.
        let is_over = match self.game.turn(self.state()) {
            Turn::Decision(now) => !self.decision.is_some_and(|race| race.is_same(&now)),
            Turn::Chance(_) | Turn::Over(_) => true,
        };
        for held in self.announcements.held().to_vec() {
            let mut state = self.state().clone();
            let actor = Actor::Seat(held.seat);
            if is_over || self.game.apply(&mut state, actor, held.action).is_err() {
                self.announcements.remove(held.seat);
                dropped = dropped.with(held.seat);
            }
        }
        dropped
    }
}
