//! Applies the events of a record or a store again.

use super::{Event, Referee};
use crate::game::{Actor, Game, IllegalAction};
use crate::race::Announcement;
use crate::seat::Seat;

impl<G: Game> Referee<G> {
    /// Applies an event of a record or a store, without sampling anything.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the action.
    pub fn replay(&mut self, event: &Event<G::Action>) -> Result<(), IllegalAction> {
        self.check_not_adjudicated()?;
        let is_overtime = self.overtime_end_nanos().is_some();
        self.history.apply(&self.game, event.actor, event.action)?;
        match (event.actor, event.submission) {
            (Actor::Seat(seat), Some(info)) => {
                self.progress[seat.index()].parts = info.part.saturating_add(1);
                let own = event.announcements.iter().find(|own| own.seat == seat);
                if let Some(own) = own {
                    self.applied.record(own.nanos, is_overtime);
                }
                self.restore_announcements(seat, &event.announcements);
            }
            (Actor::Referee, _) => {
                self.restore_removal(event);
                self.discard_stale();
            }
            (Actor::Seat(_) | Actor::Chance, _) => {}
        }
        self.open_decision();
        if let (Actor::Seat(seat), Some(info)) = (event.actor, event.submission) {
            self.adjudicate(seat, info);
        }
        Ok(())
    }

    /// Restores why a seat left with a replayed event, if one did.
    fn restore_removal(&mut self, event: &Event<G::Action>) {
        let Some(removal) = event.removal else { return };
        if let Some(seat) = self.game.leaving_seat(event.action) {
            self.terminations[seat.index()] = Some(removal.termination);
        }
    }

    /// Holds and counts the announcements that a replayed one was compared with, and drops those that
    /// the rules no longer allow.
    fn restore_announcements(&mut self, winner: Seat, compared: &[Announcement<G::Action>]) {
        for other in compared.iter().filter(|other| other.seat != winner) {
            if self.announcements.hold(*other) {
                let parts = &mut self.progress[other.seat.index()].parts;
                *parts = parts.saturating_add(1);
            }
        }
        self.announcements.remove(winner);
        if !compared.is_empty() {
            self.drop_stale();
        }
    }
}
