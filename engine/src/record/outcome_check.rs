//! The check of a record's outcome.

use super::lines::OutcomeLine;
use super::replay::{Replay, VerifyError};
use crate::game::Game;
use crate::seat::Seat;

impl<G: Game> Replay<'_, G> {
    /// Compares the outcome with the position after the last event.
    ///
    /// # Errors
    /// Returns an error if they differ.
    pub fn check_outcome(&self) -> Result<(), VerifyError> {
        let seq = self.record.events.len() as u64 + 1;
        let error = |message: String| Err(VerifyError { seq, message });
        let reached = self
            .referee
            .outcome()
            .map(|outcome| OutcomeLine::from(&outcome));
        match (&self.record.outcome, reached) {
            (None, None) => Ok(()),
            (None, Some(_)) => error("the match is over, but the record has no outcome".into()),
            // A match can be aborted at any position.
            (Some(recorded), None) if recorded.places.is_empty() && recorded.points.is_empty() => {
                self.check_terminations(recorded).or_else(error)
            }
            (Some(_), None) => error("the record has an outcome, but the match is not over".into()),
            (Some(recorded), Some(reached)) => {
                let reached = OutcomeLine {
                    terminations: recorded.terminations.clone(),
                    ..reached
                };
                if *recorded != reached {
                    return error("the outcome differs".into());
                }
                self.check_terminations(recorded).or_else(error)
            }
        }
    }

    /// Checks that the terminations agree with the referee actions that removed the seats.
    fn check_terminations(&self, outcome: &OutcomeLine) -> Result<(), String> {
        let game = self.referee.game();
        let terminations = &outcome.terminations;
        if terminations.is_empty() {
            return Ok(());
        }
        if terminations.len() != game.seats() {
            return Err("terminations: expected one for each seat, or an empty list".into());
        }
        for (seat, recorded) in Seat::all(game.seats()).zip(terminations) {
            let leave = game.format_action(game.leave_action(seat));
            let mut events = self.record.events.iter();
            let departure = events.find(|line| line.actor == "referee" && line.action == leave);
            let termination = departure.and_then(|line| line.termination);
            if termination.is_some() && termination != *recorded {
                return Err(format!(
                    "terminations: seat {seat} differs from the event that removed it"
                ));
            }
        }
        Ok(())
    }
}
