//! Cache of the energy that the robots of one turn can still spend (NW-13).
//!
//! Batteries and start squares do not change during a robot phase, so the remaining energy depends
//! only on how much each robot has spent: at most 5^6 combinations, of which an enumeration visits
//! a few hundred, most of them repeatedly.

use super::lattice::{Fields, Square};
use super::position::MAX_ROBOTS;

/// Energy of up to six robots, four bits each, the first robot lowest.
pub(super) type Energies = u32;

/// Returns the energy of one robot.
pub(super) const fn energy_of(energies: Energies, robot: usize) -> u8 {
    (energies >> (4 * robot)) as u8 & 15
}

/// Returns the given energy for one robot, and 0 for the others.
pub(super) const fn energy_for(robot: usize, energy: u8) -> Energies {
    (energy as Energies) << (4 * robot)
}

/// Returns `true` if no robot has more energy than in `other`: the subtraction then borrows from none
/// of the marker bits.
pub(super) const fn none_exceeds(energies: Energies, other: Energies) -> bool {
    const MARKS: Energies = 0x0088_8888;
    ((other | MARKS) - energies) & MARKS == MARKS
}

/// Number of sets of robots.
pub(super) const SETS: usize = 1 << MAX_ROBOTS;

/// Number of combinations of spent energy: 0 to 4 for each robot.
const COMBINATIONS: usize = 5usize.pow(MAX_ROBOTS as u32);

/// The energy that the robots of one turn can spend, for all combinations of spent energy.
#[derive(Debug, Clone)]
pub(super) struct EnergyTable {
    robots: usize,
    /// Number of batteries next to the start squares of each set of robots.
    adjacent: [u8; SETS],
    /// Remaining energy of each combination, with the generation of the entry in the high bits.
    remaining: Vec<u32>,
    generation: u32,
}

/// Offset of the generation, which occupies the eight bits above the energies.
const GENERATION_SHIFT: u32 = 24;

impl EnergyTable {
    pub(super) fn new() -> Self {
        Self {
            robots: 0,
            adjacent: [0; SETS],
            remaining: vec![0; COMBINATIONS],
            generation: 0,
        }
    }

    /// Prepares the table for a turn of at most six robots with these start squares.
    pub(super) fn prepare(&mut self, batteries: Fields, starts: &[Square]) {
        self.generation = (self.generation + 1) % (1 << (32 - GENERATION_SHIFT));
        if self.generation == 0 {
            self.remaining.fill(0);
            self.generation = 1;
        }
        self.robots = starts.len();
        self.adjacent = [0; SETS];
        let mut fields = [Fields::EMPTY; SETS];
        for (robot, start) in starts.iter().enumerate() {
            let own = start.fields().intersection(batteries);
            for set in 0..1 << robot {
                let union = fields[set].union(own);
                fields[set + (1 << robot)] = union;
                self.adjacent[set + (1 << robot)] = union.len() as u8;
            }
        }
    }

    /// Returns the energy that every robot can still spend, given the energy spent.
    #[inline]
    pub(super) fn remaining(&mut self, spent: Energies) -> Energies {
        let index = (0..MAX_ROBOTS).rev().fold(0, |index, robot| {
            5 * index + usize::from(energy_of(spent, robot))
        });
        let entry = self.remaining[index];
        if entry >> GENERATION_SHIFT == self.generation {
            return entry & ((1 << GENERATION_SHIFT) - 1);
        }
        let remaining = self.compute(spent);
        self.remaining[index] = remaining | self.generation << GENERATION_SHIFT;
        remaining
    }

    /// Returns the number of batteries that each set of robots, by its bits, has left after paying
    /// for the energy spent.
    #[inline]
    pub(super) fn remaining_of_sets(&self, spent: Energies) -> [u8; SETS] {
        let mut remaining = self.adjacent;
        for robot in 0..self.robots {
            let own = energy_of(spent, robot);
            if own == 0 {
                continue;
            }
            for (set, remaining) in remaining.iter_mut().enumerate().take(1 << self.robots) {
                *remaining -= if set >> robot & 1 == 1 { own } else { 0 };
            }
        }
        remaining
    }

    /// Computes the remaining energy of each robot: the minimum over all sets that contain it.
    fn compute(&self, spent: Energies) -> Energies {
        let remaining = self.remaining_of_sets(spent);
        let mut energies = 0;
        for robot in 0..self.robots {
            let mut min = u8::MAX;
            for (set, remaining) in remaining.iter().enumerate().take(1 << self.robots) {
                let is_member = set >> robot & 1 == 1;
                min = min.min(if is_member { *remaining } else { u8::MAX });
            }
            energies |= energy_for(robot, min);
        }
        energies
    }
}
