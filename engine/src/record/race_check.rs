//! Checks which seat of a race was earliest, and the time of its announcement.

use super::header::ClockKind;
use super::replay::Replay;
use crate::game::{Actor, Decision, Game};
use crate::race::{self, Announcement};
use crate::referee::Event;
use crate::seat::{Seat, Seats};

impl<G: Game> Replay<'_, G> {
    /// An announcement stands with all that it was compared with, and was first among them; no
    /// other action has a race.
    pub(super) fn check_race(
        &self,
        seat: Seat,
        event: &Event<G::Action>,
        ask: Decision,
    ) -> Result<(), String> {
        let (game, state) = (self.referee.game(), self.referee.state());
        if !game.is_contested(state, event.action) {
            return match event.announcements[..] {
                [] => Ok(()),
                [..] => Err("only an announcement has a race".into()),
            };
        }
        let compared: Seats = event
            .announcements
            .iter()
            .map(|finish| finish.seat)
            .collect();
        if compared.len() != event.announcements.len() || !compared.difference(ask.seats).is_empty()
        {
            return Err(
                "a race has at most one announcement of each seat that may announce".into(),
            );
        }
        for finish in &event.announcements {
            self.check_finish(finish)?;
        }
        let missing = ask.seats.difference(compared);
        if self.record.header.clock == ClockKind::Virtual && !missing.is_empty() {
            let rule = G::race_rules().map_or("race", |rules| rules.virtual_time);
            return Err(format!(
                "{missing:?} have neither announced nor passed, and are waited for ({rule})"
            ));
        }
        let draw = |n| self.seed.rng_for_chance(game.tie_break_key(&ask)).below(n);
        let first =
            race::winner_index(&event.announcements, draw).map(|at| event.announcements[at]);
        let first = first.ok_or("an announcement needs its race: all announcements with times")?;
        if first.seat != seat || first.action != event.action {
            return Err("by the times of its race another announcement was first".into());
        }
        let time = event
            .submission
            .map(|answer| (answer.elapsed_nanos, answer.effort));
        if time != Some((first.nanos, first.effort)) {
            return Err("the announcement has another time than in its race".into());
        }
        Ok(())
    }

    /// An announcement was a legal one, also if it lost.
    fn check_finish(&self, finish: &Announcement<G::Action>) -> Result<(), String> {
        let (game, state) = (self.referee.game(), self.referee.state());
        let Announcement { seat, action, .. } = *finish;
        if !game.is_contested(state, action) {
            let text = game.format_action(action);
            return Err(format!("`{text}` of seat {seat} is no announcement"));
        }
        game.apply(&mut state.clone(), Actor::Seat(seat), action)
            .map_err(|why| format!("the announcement of seat {seat}: {why}"))?;
        self.check_time(seat, action, finish.nanos, finish.effort)
    }

    /// On virtual time the nanoseconds of an answer are what its effort makes, for a
    /// bundled player with some pause.
    pub(super) fn check_time(
        &self,
        seat: Seat,
        action: G::Action,
        nanos: u64,
        effort: u64,
    ) -> Result<(), String> {
        let header = &self.record.header;
        if header.clock == ClockKind::Wall {
            return Ok(());
        }
        let (game, state) = (self.referee.game(), self.referee.state());
        let may_pause = header.seats[seat.index()].agent.is_some();
        let own = game.virtual_time(effort, 0);
        let paused = |own: u64| {
            let pause = nanos.checked_sub(own)? / 1000;
            game.virtual_time(effort, pause)
        };
        let silence = game.pass_action(state);
        let fits = if nanos == u64::MAX {
            // Too late, or silent until the limit, which is a pass where seats race.
            let is_silent = effort == 0 && silence.is_some();
            (own.is_none() || may_pause || is_silent) && silence.is_none_or(|pass| pass == action)
        } else {
            own == Some(nanos) || may_pause && own.and_then(paused) == Some(nanos)
        };
        if fits {
            return Ok(());
        }
        let own = own.map_or("too much".to_owned(), |own| format!("{own} ns"));
        Err(format!("the effort {effort} is {own}, not {nanos} ns"))
    }
}
