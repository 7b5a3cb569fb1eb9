//! Checking one event of a record before it is carried out.

use super::lines::EventLine;
use super::replay::Replay;
use crate::chance::ChanceKey;
use crate::game::{Actor, Game, Turn};
use crate::referee::{Event, SubmissionInfo};
use crate::seat::Seat;

impl<G: Game> Replay<'_, G> {
    /// Checks the next event as far as that can be done before it is carried out; gives it with
    /// the key of its draw.
    pub(super) fn check(
        &self,
        line: &EventLine,
        event: Event<G::Action>,
    ) -> Result<Event<G::Action>, String> {
        let turn = self.referee.game().turn(self.referee.state());
        let mut event = event;
        match (event.actor, turn) {
            (_, Turn::Over(_)) => return Err("the match was over before".into()),
            (Actor::Referee, _) => {}
            (Actor::Chance, Turn::Chance(key)) => {
                self.check_draw(event.action, key)?;
                event.key = Some(key);
            }
            (Actor::Seat(seat), Turn::Decision(ask)) if ask.seats.contains(seat) => {
                self.check_answer(seat, &event)?;
                self.check_race(seat, &event, ask)?;
            }
            (Actor::Chance, Turn::Decision(_)) => return Err("chance does not act now".into()),
            (Actor::Seat(_), _) => return Err("it is not this seat's turn".into()),
        }
        self.check_form(line, &event)?;
        Ok(event)
    }

    fn check_draw(&self, action: G::Action, key: ChanceKey) -> Result<(), String> {
        let game = self.referee.game();
        let drawn = game.sample_outcome(self.referee.state(), &mut self.seed.rng_for_chance(key));
        if drawn != action {
            return Err(format!("the seed draws `{}`", game.format_action(drawn)));
        }
        Ok(())
    }

    /// An answer belongs to the seat's open request, and is its next act or goes on with the one
    /// just before.
    fn check_answer(&self, seat: Seat, event: &Event<G::Action>) -> Result<(), String> {
        let turn = self.referee.turn(seat);
        let Some(answer) = event.submission.filter(|answer| answer.turn == turn) else {
            return Err(format!("seat {seat} answers its request {turn}"));
        };
        self.check_time(seat, event.action, answer.elapsed_nanos, answer.effort)?;
        if let Some(begun) = self.act_before(seat, answer) {
            if begun != answer || !event.announcements.is_empty() {
                return Err("the actions of one act have one time and one effort".into());
            }
            return Ok(());
        }
        let acts = self.referee.parts(seat);
        // An announcement that was held over has been counted already.
        let act = if self.referee.awaited_seats().contains(seat) {
            acts
        } else {
            acts.saturating_sub(1)
        };
        if answer.part != act {
            return Err(format!(
                "the seat's next act in its turn {turn} is number {act}"
            ));
        }
        Ok(())
    }

    /// The answer of the event just before, if it belongs to the same act.
    fn act_before(&self, seat: Seat, answer: SubmissionInfo) -> Option<SubmissionInfo> {
        let latest = self.latest.as_ref()?;
        let before = latest.submission?;
        let is_same = latest.actor == Actor::Seat(seat)
            && latest.announcements.is_empty()
            && (before.turn, before.part) == (answer.turn, answer.part);
        is_same.then_some(before)
    }

    /// A line says what its event is made of, in the one way in which it is written, and nothing
    /// else.
    fn check_form(&self, line: &EventLine, event: &Event<G::Action>) -> Result<(), String> {
        let game = self.referee.game();
        let is_seat = matches!(event.actor, Actor::Seat(_));
        let mut plain = event.clone();
        if !is_seat {
            plain.submission = None;
            plain.announcements.clear();
        }
        let leaves = |seat| game.leave_action(seat) == event.action;
        let may_say_why = event.actor == Actor::Referee && Seat::all(game.seats()).any(leaves);
        // What a clock charged is not the rules' business; it is written where it is not `nanos`.
        let may_be_charged = |charged: &u64| is_seat && line.elapsed_nanos != Some(*charged);
        let expected = EventLine {
            charged_nanos: line.charged_nanos.filter(may_be_charged),
            termination: line.termination.filter(|_| may_say_why),
            ..EventLine::new(game, self.seq(), &plain)
        };
        if expected == *line {
            return Ok(());
        }
        let expected = serde_json::to_string(&expected).map_err(|error| error.to_string())?;
        Err(format!("such an event is written {expected}"))
    }
}
