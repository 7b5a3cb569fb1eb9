//! Pairings and the rotation of seats.

use serde::{Deserialize, Serialize};

/// A scheduled match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// The index among all matches of the tournament, from 0.
    pub index: u64,
    /// The round, from 1.
    pub round: u32,
    /// The block, from 0. The matches of a block have the same start and the same chance outcomes.
    pub block: u64,
    /// The entrant on each seat.
    pub seats: Vec<usize>,
}

/// How entrants change seats within a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    /// Every entrant moves by one seat from match to match: one match per seat.
    #[default]
    Cyclic,
    /// One match per permutation of the entrants.
    All,
}

impl Rotation {
    /// Returns the number of matches of a block.
    pub fn matches_per_block(self, seats: usize) -> u64 {
        match self {
            Self::Cyclic => seats as u64,
            Self::All => (1..=seats as u64).product(),
        }
    }

    /// Returns the entrant on each seat in one match of a block, given by its index in the block.
    pub fn seats(self, entrants: &[usize], match_index: u64) -> Vec<usize> {
        match self {
            Self::Cyclic => {
                let shift = match_index as usize % entrants.len();
                let mut seats = entrants.to_vec();
                seats.rotate_left(shift);
                seats
            }
            Self::All => permutation(entrants, match_index),
        }
    }
}

/// Returns the permutation with this index in lexicographic order.
fn permutation(entrants: &[usize], mut index: u64) -> Vec<usize> {
    let mut remaining = entrants.to_vec();
    let mut seats = Vec::with_capacity(remaining.len());
    while !remaining.is_empty() {
        let orders_of_the_rest: u64 = (1..remaining.len() as u64).product();
        let position = (index / orders_of_the_rest) as usize % remaining.len();
        index %= orders_of_the_rest;
        seats.push(remaining.remove(position));
    }
    seats
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_entrant_has_every_seat_equally_often() {
        for seats in 2..5 {
            let entrants: Vec<usize> = (10..10 + seats).collect();
            for rotation in [Rotation::Cyclic, Rotation::All] {
                let matches = rotation.matches_per_block(seats);
                let seatings: Vec<_> = (0..matches)
                    .map(|index| rotation.seats(&entrants, index))
                    .collect();
                assert_eq!(seatings[0], entrants);
                let distinct: BTreeSet<_> = seatings.iter().collect();
                assert_eq!(distinct.len() as u64, matches);
                for entrant in &entrants {
                    for seat in 0..seats {
                        let count = seatings.iter().filter(|seats| seats[seat] == *entrant);
                        assert_eq!(count.count() as u64, matches / seats as u64);
                    }
                }
            }
        }
        assert_eq!(Rotation::All.matches_per_block(4), 24);
    }

    #[test]
    fn permutations_are_in_lexicographic_order() {
        let seatings: Vec<_> = (0..6).map(|i| Rotation::All.seats(&[7, 8, 9], i)).collect();
        let expected = [
            [7, 8, 9],
            [7, 9, 8],
            [8, 7, 9],
            [8, 9, 7],
            [9, 7, 8],
            [9, 8, 7],
        ];
        assert_eq!(seatings, expected);
        let cyclic: Vec<_> = (0..4)
            .map(|i| Rotation::Cyclic.seats(&[7, 8, 9], i))
            .collect();
        assert_eq!(cyclic, [[7, 8, 9], [8, 9, 7], [9, 7, 8], [7, 8, 9]]);
    }
}
