//! Who sits where.

use serde::{Deserialize, Serialize};

/// A match to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// Its number among all matches of the tournament, from 0.
    pub index: u64,
    /// The round, from 1.
    pub round: u32,
    /// The block, from 0: its matches have the same start and the same draws, with changed seats.
    pub block: u64,
    /// The entrant on each seat.
    pub seats: Vec<usize>,
}

/// How entrants change seats within a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    /// Everybody moves on by one seat: as many matches as there are seats.
    #[default]
    Cyclic,
    /// Every order there is.
    All,
}

impl Rotation {
    /// Matches of a block.
    pub fn matches(self, seats: usize) -> u64 {
        match self {
            Self::Cyclic => seats as u64,
            Self::All => (1..=seats as u64).product(),
        }
    }

    /// The entrants of a block as they sit in one of its matches.
    pub fn seat(self, entrants: &[usize], game: u64) -> Vec<usize> {
        match self {
            Self::Cyclic => {
                let by = game as usize % entrants.len();
                let mut seats = entrants.to_vec();
                seats.rotate_left(by);
                seats
            }
            Self::All => permutation(entrants, game),
        }
    }
}

/// The order with this number, in the order of their first differing entrant.
fn permutation(entrants: &[usize], mut number: u64) -> Vec<usize> {
    let mut left = entrants.to_vec();
    let mut seats = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let orders_of_the_rest: u64 = (1..left.len() as u64).product();
        let picked = (number / orders_of_the_rest) as usize % left.len();
        number %= orders_of_the_rest;
        seats.push(left.remove(picked));
    }
    seats
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        for seats in 2..5 {
            let entrants: Vec<usize> = (10..10 + seats).collect();
            for rotation in [Rotation::Cyclic, Rotation::All] {
                let matches = rotation.matches(seats);
                let seatings: Vec<_> = (0..matches)
                    .map(|game| rotation.seat(&entrants, game))
                    .collect();
                assert_eq!(seatings[0], entrants);
                let distinct: BTreeSet<_> = seatings.iter().collect();
                assert_eq!(distinct.len() as u64, matches);
                for entrant in &entrants {
                    for seat in 0..seats {
                        let there = seatings.iter().filter(|seating| seating[seat] == *entrant);
                        assert_eq!(there.count() as u64, matches / seats as u64);
                    }
                }
            }
        }
        assert_eq!(Rotation::All.matches(4), 24);
    }
}
