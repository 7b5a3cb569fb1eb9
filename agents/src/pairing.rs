//! Pairings as pure functions of a format and an index: asked for one at a time, in any order.

/// One match to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// Its number among all pairings, from 0.
    pub index: u64,
    /// The block it belongs to: matches of one block have the same seed and swapped seats.
    pub block: u64,
    /// The entrant on each seat.
    pub entrants: Vec<usize>,
}

/// Everybody meets everybody, in pairs of matches with swapped seats.
///
/// Blocks follow the circle method (Kirkman 1847): entrant 0 stays, the others go round, so that
/// in each round everybody plays once, or has a bye if they are odd in number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundRobin {
    entrants: usize,
    cycles: u64,
}

/// Matches of a block: the second one with swapped seats.
const BLOCK: u64 = 2;

impl RoundRobin {
    /// A round robin of so many entrants; each pair meets in `cycles` blocks.
    pub const fn new(entrants: usize, cycles: u64) -> Self {
        Self { entrants, cycles }
    }

    /// Number of pairings.
    pub const fn total(&self) -> u64 {
        let entrants = self.entrants as u64;
        entrants * entrants.saturating_sub(1) / 2 * self.cycles * BLOCK
    }

    /// The pairing with this number, from 0; `None` after the last.
    pub fn pairing(&self, index: u64) -> Option<Pairing> {
        if index >= self.total() {
            return None;
        }
        let block = index / BLOCK;
        let blocks_per_cycle = self.total() / BLOCK / self.cycles;
        let (first, second) = self.block((block % blocks_per_cycle) as usize);
        let entrants = if index.is_multiple_of(BLOCK) {
            vec![first, second]
        } else {
            vec![second, first]
        };
        Some(Pairing {
            index,
            block,
            entrants,
        })
    }

    /// All pairings in order.
    pub fn pairings(self) -> impl Iterator<Item = Pairing> {
        (0..self.total()).filter_map(move |index| self.pairing(index))
    }

    /// The two entrants of a block of one cycle.
    fn block(&self, block: usize) -> (usize, usize) {
        // With an odd number one place at the table stays empty.
        let places = self.entrants + self.entrants % 2;
        let tables = self.entrants / 2;
        let (round, mut table) = (block / tables, block % tables);
        if self.entrants % 2 == 1 {
            // Table 0 holds the empty place.
            table += 1;
        }
        let others = places - 1;
        let seat = |place: usize| {
            if place == 0 {
                others
            } else {
                (round + place - 1) % others
            }
        };
        let (a, b) = (seat(table), seat(places - 1 - table));
        if round.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn everybody_meets_everybody_on_both_seats_equally_often() {
        for entrants in 2..9 {
            for cycles in 1..4 {
                let format = RoundRobin::new(entrants, cycles);
                let mut meetings = BTreeMap::new();
                for (i, pairing) in format.pairings().enumerate() {
                    assert_eq!(pairing.index, i as u64);
                    let [a, b] = pairing.entrants[..] else {
                        panic!("two seats")
                    };
                    assert!(a != b && a.max(b) < entrants, "{pairing:?}");
                    *meetings.entry((a, b)).or_insert(0) += 1;
                }
                assert_eq!(meetings.len(), entrants * (entrants - 1));
                assert!(
                    meetings.values().all(|count| *count == cycles),
                    "{meetings:?}"
                );
            }
        }
    }

    #[test]
    fn in_a_round_everybody_plays_at_most_once() {
        for entrants in 2..9 {
            let format = RoundRobin::new(entrants, 1);
            let blocks: Vec<_> = format.pairings().step_by(2).map(|p| p.entrants).collect();
            for round in blocks.chunks(entrants / 2) {
                let mut seen: Vec<_> = round.iter().flatten().collect();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), entrants / 2 * 2, "{round:?}");
            }
        }
    }

    #[test]
    fn a_pairing_is_a_function_of_its_number() {
        let format = RoundRobin::new(5, 2);
        let all: Vec<_> = format.pairings().collect();
        assert_eq!(format.pairing(17).as_ref(), Some(&all[17]));
        assert_eq!(format.pairing(format.total()), None);
        assert_eq!(RoundRobin::new(1, 3).total(), 0);
    }
}
