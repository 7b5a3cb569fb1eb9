//! The race that games share: announcements, passes, and which seat was earliest.
//!
//! Nothing here reads a clock. Times are numbers that the caller has measured, or computed from
//! declared effort. Nor does anything here name a game: a game passes the ids of its own rules as
//! [`RaceRuleIds`].

mod options;
mod announcements;
mod rule_ids;

pub use options::{RaceOptions, race_options};
pub(crate) use announcements::winner_index;
pub use announcements::{Announcement, HeldAnnouncements};
pub use rule_ids::RaceRuleIds;

use crate::chance::ChanceKey;
use crate::game::IllegalAction;
use crate::seat::{Seat, Seats};

/// Returns the usual key of the chance outcome that decides between equal times in a round.
pub(crate) const fn tie_break_key(round: u32) -> ChanceKey {
    ChanceKey {
        kind: "tie",
        seat: None,
        round,
        index: 0,
    }
}

/// The seats that have passed in the current race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Race {
    passed: Seats,
}

impl Race {
    /// Creates a race in which the given seats have passed.
    pub const fn with_passed(passed: Seats) -> Self {
        Self { passed }
    }

    /// Returns the seats that have passed.
    pub const fn passed(self) -> Seats {
        self.passed
    }

    /// Returns the seats of `playing` that may still announce.
    pub const fn open_seats(self, playing: Seats) -> Seats {
        playing.difference(self.passed)
    }

    /// Returns `true` if every seat of `playing` has passed, which ends the round.
    pub const fn have_all_passed(self, playing: Seats) -> bool {
        self.open_seats(playing).is_empty()
    }

    /// Checks that a seat may still announce or pass.
    ///
    /// # Errors
    /// Returns an error if the seat has passed: a pass is final.
    pub fn check_open(self, seat: Seat, rules: &RaceRuleIds) -> Result<(), IllegalAction> {
        if self.passed.contains(seat) {
            return Err(IllegalAction::new(
                rules.pass,
                "the seat has passed this round",
            ));
        }
        Ok(())
    }

    /// Records that a seat passes.
    ///
    /// # Errors
    /// Returns an error if the seat has passed before.
    pub fn pass(&mut self, seat: Seat, rules: &RaceRuleIds) -> Result<(), IllegalAction> {
        self.check_open(seat, rules)?;
        self.passed = self.passed.with(seat);
        Ok(())
    }
}
