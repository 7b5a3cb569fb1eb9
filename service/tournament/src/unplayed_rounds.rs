//! What entrants have not played.

use std::collections::BTreeSet;

use crate::format::Schedule;

/// The byes of a tournament, and what its rounds are worth.
#[derive(Debug, Clone, Default)]
pub struct UnplayedRounds {
    /// The entrants that had a bye, once for each bye.
    pub byes: Vec<usize>,
    /// The half points of a bye.
    pub bye_half_points: u64,
    /// The half points of all matches of an entrant's round of a Swiss tournament that are won; 0 in other formats, in
    /// which matches that are not played have the same tie-breaks as others.
    pub round_half_points: u64,
    /// The entrants that have withdrawn.
    pub withdrawn: BTreeSet<usize>,
}

impl UnplayedRounds {
    /// Returns those of a tournament with this schedule.
    pub fn new(schedule: &Schedule, byes: Vec<usize>, withdrawn: BTreeSet<usize>) -> Self {
        Self {
            byes,
            bye_half_points: schedule.bye_half_points(),
            round_half_points: schedule.round_half_points(),
            withdrawn,
        }
    }

    /// Returns the points of the byes of an entrant.
    pub fn bye_points(&self, entrant: usize) -> f64 {
        self.points_of(self.byes_of(entrant))
    }

    /// Returns the points of a number of byes.
    pub fn points_of(&self, byes: u32) -> f64 {
        (u64::from(byes) * self.bye_half_points) as f64 / 2.0
    }

    /// Returns the number of byes of an entrant.
    pub(crate) fn byes_of(&self, entrant: usize) -> u32 {
        self.byes.iter().filter(|other| **other == entrant).count() as u32
    }
}
