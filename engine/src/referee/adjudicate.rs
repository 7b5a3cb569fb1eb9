//! The referee's part in adjudication: which turns are complete, and that nothing follows the end.

use super::{Referee, SubmissionInfo};
use crate::game::{Game, IllegalAction, Turn};
use crate::outcome::Outcome;
use crate::seat::Seat;

impl<G: Game> Referee<G> {
    /// Returns the outcome by adjudication, or `None` while the match is not adjudicated.
    pub(super) fn adjudicated_outcome(&self) -> Option<&Outcome> {
        self.adjudicator.as_ref()?.outcome()
    }

    /// Returns an error if the match is adjudicated.
    pub(super) fn check_not_adjudicated(&self) -> Result<(), IllegalAction> {
        match self.adjudicated_outcome() {
            None => Ok(()),
            Some(outcome) => Err(IllegalAction::new(outcome.rule, "the match is over")),
        }
    }

    /// Ends the match if that is due with an applied submission, unless its seat's turn continues or the
    /// rules have ended the match.
    pub(super) fn adjudicate(&mut self, seat: Seat, info: SubmissionInfo) {
        let decision = self.decision;
        let is_open = decision.is_some_and(|decision| decision.seats.contains(seat))
            && self.progress[seat.index()].turn == info.turn;
        let is_over = matches!(self.game.turn(self.state()), Turn::Over(_));
        if let Some(adjudicator) = &mut self.adjudicator
            && !is_open
            && !is_over
        {
            adjudicator.record_turn(seat, info.turn, info.score);
            self.open_decision();
        }
    }
}
