//! Races, shared by all games that have one: announcements, passes, and the earliest seat.
//!
//! This module reads no clock; the caller measures times or computes them from declared effort. It
//! is independent of any game: a game passes the ids of its rules as [`RaceRuleIds`].

mod announcements;
mod hints;
pub(crate) mod notation;
mod options;
mod overtime;

pub(crate) use announcements::winner_index;
pub use announcements::{Announcement, HeldAnnouncements};
pub(crate) use hints::{RoutePart, planned_route, route_hints};
pub use options::{RaceOptions, race_options};
pub(crate) use overtime::AppliedAnnouncements;
pub use overtime::Overtime;

use crate::chance::{ChanceKey, StableRng};
use crate::game::{IllegalAction, Viewer};
use crate::seat::{Seat, Seats};

/// Returns the default key of the chance outcome that decides between equal times in a round.
pub(crate) const fn tie_break_key(round: u32) -> ChanceKey {
    ChanceKey {
        kind: "tie",
        seat: None,
        round,
        index: 0,
    }
}

/// The seats that have passed in the current race.
///
/// ```
/// use botwerk_engine::race::Race;
/// use botwerk_engine::{Seat, Seats};
///
/// let race = Race::with_passed(Seats::one(Seat::FIRST));
/// assert_eq!(race.open_seats(Seats::all(3)), Seats::all(3).without(Seat::FIRST));
/// assert!(!race.have_all_passed(Seats::all(3)));
/// ```
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

    /// Samples which other seats of `playing` have passed, all of which a viewer cannot know: never
    /// every seat, which would have ended the round.
    pub(crate) fn sample_passed(
        self,
        viewer: Viewer,
        playing: Seats,
        generator: &mut StableRng,
    ) -> Self {
        let mut sampled = self;
        let hidden = self.open_seats(playing);
        for seat in hidden.filter(|seat| viewer != Viewer::Seat(*seat)) {
            if generator.below(2) == 0 && sampled.open_seats(playing).len() > 1 {
                sampled = Self::with_passed(sampled.passed.with(seat));
            }
        }
        sampled
    }
}

/// The ids under which the rules document of a game has the rules of its race.
///
/// Errors, options and the documentation of a game name these ids, so that two games with a race
/// can number their rules independently.
///
/// ```
/// use botwerk_engine::GameRace;
/// use botwerk_engine::micro_robots::MicroRobots;
///
/// assert_eq!(MicroRobots::race_rules().map(|rules| rules.pass), Some("MR-23"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceRuleIds {
    /// What an announcement is, and which numbers may be announced.
    pub announcement: &'static str,
    /// The time limit for the show of an announced route.
    pub show_limit: &'static str,
    /// The time limit of a race without an announcement.
    pub race_limit: &'static str,
    /// A pass and its finality.
    pub pass: &'static str,
    /// Which announcement was earliest, and what decides between equal times.
    pub tie_break: &'static str,
    /// The virtual time of a choice, computed from search nodes and pauses.
    pub virtual_time: &'static str,
}
