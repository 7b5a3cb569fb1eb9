//! What the robots of one turn can still spend, for every way to have spent energy (NW-13).
//!
//! Batteries and start squares stay the same through a robot phase, so what is left depends on
//! nothing but how much each robot has spent. There are 5 to the power of 6 ways at most, of
//! which an enumeration meets some hundred, most of them again and again.

use super::lattice::{Fields, Square};
use super::position::MAX_ROBOTS;

/// Energy of up to six robots, four bits each, the first robot lowest.
pub(super) type Energies = u32;

/// The energy of one robot.
pub(super) const fn energy_of(energies: Energies, robot: usize) -> u8 {
    (energies >> (4 * robot)) as u8 & 15
}

/// So much energy of one robot.
pub(super) const fn energy_for(robot: usize, energy: u8) -> Energies {
    (energy as Energies) << (4 * robot)
}

/// Whether no robot has more than in the other: nothing is borrowed from the marks above.
pub(super) const fn none_exceeds(energies: Energies, other: Energies) -> bool {
    const MARKS: Energies = 0x0088_8888;
    ((other | MARKS) - energies) & MARKS == MARKS
}

/// Sets of robots, by their bits.
pub(super) const SETS: usize = 1 << MAX_ROBOTS;

/// Ways to have spent energy: from 0 to 4 each.
const WAYS: usize = 5usize.pow(MAX_ROBOTS as u32);

/// The robots of one turn by their start squares, and what they can spend.
#[derive(Debug, Clone)]
pub(super) struct EnergyTable {
    robots: usize,
    /// Batteries beside each set of robots.
    beside: [u8; SETS],
    /// What is left, with the generation in which it was computed above it.
    left: Vec<u32>,
    generation: u32,
}

/// Generations are counted in the eight bits above the energies.
const GENERATION: u32 = 24;

impl EnergyTable {
    pub(super) fn new() -> Self {
        Self {
            robots: 0,
            beside: [0; SETS],
            left: vec![0; WAYS],
            generation: 0,
        }
    }

    /// Prepares for a turn of robots that start on these squares, at most six.
    pub(super) fn prepare(&mut self, batteries: Fields, starts: &[Square]) {
        self.generation = (self.generation + 1) % (1 << (32 - GENERATION));
        if self.generation == 0 {
            self.left.fill(0);
            self.generation = 1;
        }
        self.robots = starts.len();
        self.beside = [0; SETS];
        let mut fields = [Fields::EMPTY; SETS];
        for (robot, start) in starts.iter().enumerate() {
            let own = start.fields().intersection(batteries);
            for set in 0..1 << robot {
                let together = fields[set].union(own);
                fields[set + (1 << robot)] = together;
                self.beside[set + (1 << robot)] = together.len() as u8;
            }
        }
    }

    /// What every robot can still spend, after so much was spent.
    #[inline]
    pub(super) fn left(&mut self, spent: Energies) -> Energies {
        let way = (0..MAX_ROBOTS).rev().fold(0, |way, robot| {
            5 * way + usize::from(energy_of(spent, robot))
        });
        let known = self.left[way];
        if known >> GENERATION == self.generation {
            return known & ((1 << GENERATION) - 1);
        }
        let left = self.compute(spent);
        self.left[way] = left | self.generation << GENERATION;
        left
    }

    /// What is left of the batteries beside each set of robots once the set has paid for what it
    /// has spent; sets by their bits.
    #[inline]
    pub(super) fn left_of_sets(&self, spent: Energies) -> [u8; SETS] {
        let mut left = self.beside;
        for robot in 0..self.robots {
            let own = energy_of(spent, robot);
            if own == 0 {
                continue;
            }
            for (set, left) in left.iter_mut().enumerate().take(1 << self.robots) {
                *left -= if set >> robot & 1 == 1 { own } else { 0 };
            }
        }
        left
    }

    /// The least, over all sets that a robot belongs to, of what is left.
    fn compute(&self, spent: Energies) -> Energies {
        let left = self.left_of_sets(spent);
        let mut energies = 0;
        for robot in 0..self.robots {
            let mut least = u8::MAX;
            for (set, left) in left.iter().enumerate().take(1 << self.robots) {
                let counts = set >> robot & 1 == 1;
                least = least.min(if counts { *left } else { u8::MAX });
            }
            energies |= energy_for(robot, least);
        }
        energies
    }
}
