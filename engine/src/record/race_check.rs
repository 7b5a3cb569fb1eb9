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
        if !game.is_contested(state, event.action) {
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
        let missing = decision.seats.difference(compared);
        if self.record.header.clock == ClockKind::Virtual && !missing.is_empty() {
            let rule = G::race_rules().map_or("race", |rules| rules.virtual_time);
            return Err(format!(
                "the race must wait for {missing:?}, which have neither announced nor passed ({rule})"
            ));
        }
        let sample = |n| {
            self.seed
                .rng_for_chance(game.tie_break_key(&decision))
                .below(n)
        };
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
