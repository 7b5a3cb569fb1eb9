//! The checks of a race: the earliest announcement, and the times of all announcements.

use super::header::ClockKind;
use super::replay::Replay;
use crate::game::{Actor, Decision, Game};
use crate::race::{self, Announcement};
use crate::referee::Event;
use crate::seat::{Seat, Seats};

impl<G: Game> Replay<'_, G> {
    /// Checks that an announcement is listed with all that it was compared with and was the earliest
    /// of them, and that no other action has a list.
    pub(super) fn check_race(
        &self,
        seat: Seat,
        event: &Event<G::Action>,
        decision: Decision,
    ) -> Result<(), String> {
        let (game, state) = (self.referee.game(), self.referee.state());
        self.check_can_act_in_overtime(seat)?;
        if !game.is_contested(state, event.action) {
            if self.is_held(seat) {
                return Err(format!(
                    "seat {seat} has announced, so it cannot act otherwise"
                ));
            }
            return match event.announcements[..] {
                [] => Ok(()),
                [..] => Err("announcements: only an announcement has this field".into()),
            };
        }
        let compared: Seats = event
            .announcements
            .iter()
            .map(|announcement| announcement.seat)
            .collect();
        if compared.len() != event.announcements.len()
            || !compared.difference(decision.seats).is_empty()
        {
            return Err(
                "announcements: expected at most one of each seat that can announce".into(),
            );
        }
        for announcement in &event.announcements {
            self.check_announcement(announcement)?;
        }
        let is_listed = |held| event.announcements.contains(held);
        if !self.referee.held_announcements().iter().all(is_listed) {
            return Err("announcements: expected all that wait since an earlier one".into());
        }
        let missing: Seats = decision
            .seats
            .difference(compared)
            .filter(|seat| !self.has_announced_in_overtime(*seat))
            .collect();
        if self.record.header.clock == ClockKind::Virtual && !missing.is_empty() {
            return Err(missing_error(self.referee.game(), missing));
        }
        let key = self.referee.next_tie_break_key(&decision);
        let sample = |n| self.seed.rng_for_chance(key).below(n);
        let first = race::winner_index(&event.announcements, sample)
            .map(|index| event.announcements[index]);
        let first = first
            .ok_or("announcements: expected all announcements of the race with their times")?;
        if first.seat != seat || first.action != event.action {
            return Err("another announcement of the race was earlier".into());
        }
        let time = event
            .submission
            .map(|info| (info.elapsed_nanos, info.effort));
        if time != Some((Some(first.nanos), first.effort)) {
            return Err("the time of the announcement differs from that in its race".into());
        }
        self.check_within_overtime(first.nanos)
    }

    /// Checks that an announcement after the first one of a race is not earlier than the previous one and
    /// not later than the end of overtime.
    fn check_within_overtime(&self, nanos: u64) -> Result<(), String> {
        let latest = self.referee.latest_applied_nanos();
        if latest.is_some_and(|latest| nanos < latest) {
            return Err("an earlier announcement of the race must come first".into());
        }
        let end = self.referee.overtime_end_nanos();
        match end.filter(|end| nanos > *end) {
            Some(end) => Err(format!(
                "elapsed_nanos: expected at most {end}, the end of overtime, found {nanos}"
            )),
            None => Ok(()),
        }
    }

    /// Checks that no seat acts in overtime after its announcement, if on virtual time.
    fn check_can_act_in_overtime(&self, seat: Seat) -> Result<(), String> {
        if self.record.header.clock == ClockKind::Wall
            || self.is_held(seat)
            || !self.has_announced_in_overtime(seat)
        {
            return Ok(());
        }
        let rule = self
            .referee
            .game()
            .id()
            .spec()
            .race_rules
            .map_or("race", |rules| rules.virtual_time);
        Err(format!(
            "seat {seat} has announced, and each seat announces once on virtual time ({rule})"
        ))
    }

    /// Returns `true` if an announcement of the seat is held in the open race.
    pub(super) fn is_held(&self, seat: Seat) -> bool {
        let held = self.referee.held_announcements();
        held.iter().any(|announcement| announcement.seat == seat)
    }

    /// Returns `true` if the seat has announced in the open race and the race is in overtime.
    fn has_announced_in_overtime(&self, seat: Seat) -> bool {
        self.referee.overtime_end_nanos().is_some() && self.referee.parts(seat) > 0
    }

    /// Checks that the referee ends the overtime of a race only when no announcement can follow that
    /// counts, as far as the record shows.
    pub(super) fn check_race_end(&self, event: &Event<G::Action>) -> Result<(), String> {
        let game = self.referee.game();
        let overtime = game.overtime(self.referee.state());
        let (Some(overtime), Some(end)) = (overtime, self.referee.overtime_end_nanos()) else {
            return Ok(());
        };
        if event.action != overtime.close {
            return Ok(());
        }
        let held = self.referee.earliest_held_nanos();
        if held.is_some_and(|nanos| nanos <= end) {
            return Err("the race must wait for announcements that were compared before".into());
        }
        let missing = self.referee.awaited_seats();
        if self.record.header.clock == ClockKind::Virtual && !missing.is_empty() {
            return Err(missing_error(self.referee.game(), missing));
        }
        Ok(())
    }

    /// Checks that an announcement of a race is legal, even if it was not the earliest.
    fn check_announcement(&self, announcement: &Announcement<G::Action>) -> Result<(), String> {
        let (game, state) = (self.referee.game(), self.referee.state());
        let Announcement { seat, action, .. } = *announcement;
        if !game.is_contested(state, action) {
            let text = game.format_action(action);
            return Err(format!("`{text}` of seat {seat} is not an announcement"));
        }
        game.apply(&mut state.clone(), Actor::Seat(seat), action)
            .map_err(|error| format!("the announcement of seat {seat}: {error}"))?;
        self.check_time(seat, action, Some(announcement.nanos), announcement.effort)
    }

    /// Checks that on virtual time the nanoseconds of a submission equal those of its effort, plus a
    /// pause if a built-in agent acts.
    pub(super) fn check_time(
        &self,
        seat: Seat,
        action: G::Action,
        nanos: Option<u64>,
        effort: u64,
    ) -> Result<(), String> {
        let header = &self.record.header;
        if header.clock == ClockKind::Wall {
            return match nanos {
                Some(_) => Ok(()),
                None => Err("elapsed_nanos: expected the time that was measured".into()),
            };
        }
        let (game, state) = (self.referee.game(), self.referee.state());
        let can_pause = header.seats[seat.index()].agent.is_some();
        let search_time = game.virtual_time(effort, 0);
        let with_pause = |search_time: u64| {
            let pause = nanos?.checked_sub(search_time)? / 1000;
            game.virtual_time(effort, pause)
        };
        let pass = game.pass_action(state);
        let is_valid = if nanos.is_none() {
            // Too late, or no submission until the limit, which is a pass in a race.
            let is_missing = effort == 0 && pass.is_some();
            (search_time.is_none() || can_pause || is_missing)
                && pass.is_none_or(|pass| pass == action)
        } else {
            search_time == nanos || can_pause && search_time.and_then(with_pause) == nanos
        };
        if is_valid {
            return Ok(());
        }
        let text =
            |time: Option<u64>| time.map_or("no time".to_owned(), |time| format!("{time} ns"));
        let (expected, found) = (text(search_time), text(nanos));
        Err(format!(
            "elapsed_nanos: expected {expected} for the effort {effort}, found {found}"
        ))
    }
}

/// Returns the error for seats that a race on virtual time has not waited for.
fn missing_error<G: Game>(game: &G, missing: Seats) -> String {
    let rule = game
        .id()
        .spec()
        .race_rules
        .map_or("race", |rules| rules.virtual_time);
    format!("the race must wait for {missing:?}, which have neither announced nor passed ({rule})")
}
