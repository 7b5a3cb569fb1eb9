//! The race to announce, which games share: announcements, passes, and who was first.
//!
//! Nothing here knows a clock. Times are numbers that whoever conducts the match has measured, or
//! computed from declared effort (MR-25).

mod options;
mod photo_finish;

pub use options::{RACE_OPTIONS, RaceOptions};
pub(crate) use photo_finish::first;
pub use photo_finish::{Finish, PhotoFinish};

use crate::chance::ChanceKey;
use crate::game::IllegalAction;
use crate::seat::{Seat, Seats};

/// The draw that decides between equal times of a round (MR-24).
pub(crate) const fn tie(round: u32) -> ChanceKey {
    ChanceKey {
        what: "tie",
        seat: None,
        round,
        count: 0,
    }
}

/// The open part of a round: who has said that he will not announce (MR-12, MR-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Race {
    passed: Seats,
}

impl Race {
    /// The race in which these seats have passed already.
    pub const fn with_passed(passed: Seats) -> Self {
        Self { passed }
    }

    /// The seats that have passed.
    pub const fn passed(self) -> Seats {
        self.passed
    }

    /// The seats that may still announce, of those that are in the match.
    pub const fn open(self, playing: Seats) -> Seats {
        playing.difference(self.passed)
    }

    /// Whether nobody can announce any more, so that the round is broken off (MR-22).
    pub const fn is_dead(self, playing: Seats) -> bool {
        self.open(playing).is_empty()
    }

    /// Checks that a seat may still announce or pass.
    ///
    /// # Errors
    /// If it has passed: a pass cannot be taken back (MR-23).
    pub fn check_open(self, seat: Seat) -> Result<(), IllegalAction> {
        if self.passed.contains(seat) {
            return Err(IllegalAction::new(
                "MR-23",
                "the seat has passed this round",
            ));
        }
        Ok(())
    }

    /// Notes a pass.
    ///
    /// # Errors
    /// If the seat has passed before (MR-23).
    pub fn pass(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        self.check_open(seat)?;
        self.passed = self.passed.with(seat);
        Ok(())
    }
}
