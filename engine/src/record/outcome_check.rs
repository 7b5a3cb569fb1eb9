//! Checking how a record ends.

use super::lines::OutcomeLine;
use super::replay::{Replay, VerifyError};
use crate::game::Game;
use crate::seat::Seat;

impl<G: Game> Replay<'_, G> {
    /// Compares the outcome with the position after the last event.
    ///
    /// # Errors
    /// If they differ.
    pub fn check_outcome(&self) -> Result<(), VerifyError> {
        let seq = self.record.events.len() as u64 + 1;
        let wrong = |why: String| Err(VerifyError { seq, message: why });
        let reached = self
            .referee
            .outcome()
            .map(|outcome| OutcomeLine::from(&outcome));
        match (&self.record.outcome, reached) {
            (None, None) => Ok(()),
            (None, Some(_)) => wrong("the match is over, but the record has no outcome".into()),
            // A match may be called off at any position.
            (Some(said), None) if said.places.is_empty() && said.points.is_empty() => {
                self.check_terminations(said).or_else(wrong)
            }
            (Some(_), None) => wrong("the record has an outcome, but the match goes on".into()),
            (Some(said), Some(reached)) => {
                let reached = OutcomeLine {
                    terminations: said.terminations.clone(),
                    ..reached
                };
                if *said != reached {
                    return wrong("the outcome differs".into());
                }
                self.check_terminations(said).or_else(wrong)
            }
        }
    }

    /// Why seats ended agrees with why the referee took them out.
    fn check_terminations(&self, said: &OutcomeLine) -> Result<(), String> {
        let game = self.referee.game();
        let terminations = &said.terminations;
        if terminations.is_empty() {
            return Ok(());
        }
        if terminations.len() != game.seats() {
            return Err("terminations: one for each seat, or none".into());
        }
        for (seat, said) in Seat::all(game.seats()).zip(terminations) {
            let leave = game.format_action(game.leave_action(seat));
            let mut events = self.record.events.iter();
            let left = events.find(|line| line.actor == "referee" && line.action == leave);
            let why = left.and_then(|line| line.termination);
            if why.is_some() && why != *said {
                return Err(format!("seat {seat} did not end as its leaving says"));
            }
        }
        Ok(())
    }
}
