//! The checks of one event of a record before it is applied.

use super::header::ClockKind;
use super::lines::{EventLine, FORMER_MISSING_TIME};
use super::replay::Replay;
use crate::chance::ChanceKey;
use crate::game::{Actor, Game, Turn};
use crate::referee::{Event, SubmissionInfo};
use crate::seat::Seat;

impl<G: Game> Replay<'_, G> {
    /// Checks the next event before it is applied, and returns it with its chance key, if any.
    pub(super) fn check_event(
        &self,
        line: &EventLine,
        event: Event<G::Action>,
    ) -> Result<Event<G::Action>, String> {
        let turn = self.referee.game().turn(self.referee.state());
        let mut event = event;
        match (event.actor, turn) {
            _ if self.referee.outcome().is_some() => {
                return Err("the match is already over".into());
            }
            (Actor::Referee, _) => {
                self.check_removal(&event)?;
                self.check_race_end(&event)?;
            }
            (Actor::Chance, Turn::Chance(key)) => {
                self.check_chance_outcome(event.action, key)?;
                event.key = Some(key);
            }
            (Actor::Seat(seat), Turn::Decision(decision)) if decision.seats.contains(seat) => {
                self.check_submission(seat, line, &event)?;
                self.check_race(seat, &event, decision)?;
            }
            (Actor::Chance, Turn::Decision(_)) => return Err("chance is not to act".into()),
            (Actor::Chance, Turn::Over(_)) => return Err("the match is already over".into()),
            (Actor::Seat(_), _) => return Err("it is not this seat's turn".into()),
        }
        self.check_form(line, &event)?;
        Ok(event)
    }

    fn check_chance_outcome(&self, action: G::Action, key: ChanceKey) -> Result<(), String> {
        let game = self.referee.game();
        let sampled = game.sample_outcome(self.referee.state(), &mut self.seed.rng_for_chance(key));
        if sampled != action {
            let expected = game.format_action(sampled);
            return Err(format!("the outcome of the seed is `{expected}`"));
        }
        Ok(())
    }

    /// Checks that a submission belongs to the seat's open turn, and is its next one or continues the
    /// previous one.
    fn check_submission(
        &self,
        seat: Seat,
        line: &EventLine,
        event: &Event<G::Action>,
    ) -> Result<(), String> {
        let turn = self.referee.turn(seat);
        let Some(info) = event.submission.filter(|info| info.turn == turn) else {
            return Err(format!("turn: expected turn {turn} of seat {seat}"));
        };
        self.check_time(seat, event.action, info.elapsed_nanos, info.effort)?;
        self.check_score(seat, info)?;
        if let Some(previous) = self.continued_submission(seat, info) {
            if previous != info || !event.announcements.is_empty() {
                return Err(
                    "all actions of a submission must have the same time and effort".into(),
                );
            }
            return self.check_same_times(line);
        }
        self.check_charge(seat, line, info)?;
        let parts = self.referee.parts(seat);
        // An announcement that is still held has been counted already.
        let part = if self.is_held(seat) {
            parts.saturating_sub(1)
        } else {
            parts
        };
        if info.part != part {
            let found = info.part;
            return Err(format!("part: expected {part}, found {found}"));
        }
        Ok(())
    }

    /// Checks that a built-in agent declares a score only if the match is adjudicated.
    fn check_score(&self, seat: Seat, info: SubmissionInfo) -> Result<(), String> {
        let header = &self.record.header;
        let has_agent = header.seats[seat.index()].agent.is_some();
        if has_agent && header.adjudication.is_none() && info.score.is_some() {
            return Err("score: no built-in agent declares one without adjudication".into());
        }
        Ok(())
    }

    /// Checks that all actions of a submission were charged the same.
    fn check_same_times(&self, line: &EventLine) -> Result<(), String> {
        let previous = self.replayed.checked_sub(1);
        let previous = previous.and_then(|index| self.record.events.get(index));
        let times = |line: &EventLine| (line.charged_nanos, line.stalled_nanos);
        if previous.map(times) == Some(times(line)) {
            return Ok(());
        }
        Err(
            "charged_nanos, stalled_nanos: expected the same for all actions of a submission"
                .into(),
        )
    }

    /// Returns the submission of the previous event if this one continues it, otherwise `None`.
    pub(super) fn continued_submission(
        &self,
        seat: Seat,
        info: SubmissionInfo,
    ) -> Option<SubmissionInfo> {
        let latest = self.latest.as_ref()?;
        let previous = latest.submission?;
        let is_same = latest.actor == Actor::Seat(seat)
            && latest.announcements.is_empty()
            && (previous.turn, previous.part) == (info.turn, info.part);
        is_same.then_some(previous)
    }

    /// Checks that a line has exactly the fields of its event, in canonical form.
    fn check_form(&self, line: &EventLine, event: &Event<G::Action>) -> Result<(), String> {
        let game = self.referee.game();
        let is_seat = matches!(event.actor, Actor::Seat(_));
        let mut plain = event.clone();
        if !is_seat {
            plain.submission = None;
            plain.announcements.clear();
        }
        if !plain.announcements.is_empty() {
            plain.submission = plain.submission.map(|info| SubmissionInfo {
                score: None,
                ..info
            });
        }
        plain.removal = plain.removal.filter(|_| self.leaving_seat(event).is_some());
        // The charged and stalled times do not depend on the rules; they are present only if they differ
        // from the elapsed time and from zero.
        let is_valid_charge = |charged: &u64| is_seat && line.elapsed_nanos != Some(*charged);
        let is_measured = is_seat && self.record.header.clock == ClockKind::Wall;
        let is_former = is_seat && line.elapsed_nanos == Some(FORMER_MISSING_TIME);
        let canonical = EventLine::new(game, self.seq(), &plain);
        let expected = EventLine {
            elapsed_nanos: canonical
                .elapsed_nanos
                .or(is_former.then_some(FORMER_MISSING_TIME)),
            charged_nanos: line.charged_nanos.filter(is_valid_charge),
            stalled_nanos: line.stalled_nanos.filter(|nanos| is_measured && *nanos > 0),
            ..canonical
        };
        if expected == *line {
            return Ok(());
        }
        let expected = serde_json::to_string(&expected).map_err(|error| error.to_string())?;
        Err(format!(
            "expected the event in its canonical form, {expected}"
        ))
    }
}
