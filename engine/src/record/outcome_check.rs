//! The check of a record's outcome.

use super::lines::OutcomeLine;
use super::replay::{Replay, VerifyError};
use crate::game::Game;
use crate::termination::Termination;

/// The outcome of a match that its owner ended, or that no seat joined.
const ABORTED: &str = "aborted";

/// The outcome of a match that was interrupted and whose seats did not rejoin.
const INFRA: &str = "infra";

impl<G: Game> Replay<'_, G> {
    /// Compares the outcome with the position after the last event.
    ///
    /// # Errors
    /// Returns an error if they differ.
    pub fn check_outcome(&self) -> Result<(), VerifyError> {
        let seq = self.record.events.len() as u64 + 1;
        let checked = match (
            &self.record.outcome,
            OutcomeLine::from_referee(&self.referee),
        ) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err("the match is over, but the record has no outcome".into()),
            // A match can be aborted at any position.
            (Some(recorded), None) if recorded.places.is_empty() && recorded.points.is_empty() => {
                self.check_aborted(recorded)
            }
            (Some(_), None) => Err("the record has an outcome, but the match is not over".into()),
            (Some(recorded), Some(expected)) if *recorded == expected => Ok(()),
            (Some(recorded), Some(expected)) if recorded.terminations != expected.terminations => {
                Err("terminations: expected those of the events that removed seats".into())
            }
            (Some(_), Some(_)) => Err("the outcome differs".into()),
        };
        checked.map_err(|message: String| VerifyError { seq, message })
    }

    /// Checks that a match without an outcome of the rules was aborted in one of the possible ways.
    fn check_aborted(&self, recorded: &OutcomeLine) -> Result<(), String> {
        let is_infra = match recorded.outcome.as_str() {
            ABORTED => false,
            INFRA => true,
            other => {
                return Err(format!(
                    "outcome: expected `{ABORTED}` or `{INFRA}` in a match that is not over, found \
                     `{other}`"
                ));
            }
        };
        let terminations = &recorded.terminations;
        let left = self.referee.terminations();
        if !is_infra && self.record.events.is_empty() && self.has_no_agents() {
            let is_absent = |it: &Option<Termination>| {
                matches!(it, Some(Termination::NoShow | Termination::Crashed))
            };
            if terminations.len() == left.len() && terminations.iter().all(is_absent) {
                return Ok(());
            }
        }
        let mut expected = left.to_vec();
        let seats = self.record.header.seats.iter().zip(&mut expected);
        for (index, (seat, termination)) in seats.enumerate() {
            let is_missing = terminations.get(index) == Some(&Some(Termination::Infra));
            if is_infra && is_missing && seat.agent.is_none() && termination.is_none() {
                *termination = Some(Termination::Infra);
            }
        }
        if is_infra && !expected.contains(&Some(Termination::Infra)) {
            return Err("terminations: expected INFRA for the seats that did not rejoin".into());
        }
        if *recorded == OutcomeLine::aborted(&recorded.outcome, &expected) {
            return Ok(());
        }
        Err("terminations: expected those of the events that removed seats".into())
    }

    fn has_no_agents(&self) -> bool {
        let mut seats = self.record.header.seats.iter();
        seats.all(|seat| seat.agent.is_none())
    }
}
