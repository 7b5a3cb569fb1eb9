//! The stages of a tournament.

use std::collections::BTreeSet;

use botwerk_engine::RootSeed;

use super::batch::{Batch, Matchup, PlayedBatch};
use super::seating::{Pairing, Rotation};
use super::{Format, FormatError, MOST_MATCHES, gauntlet, knockout, round_robin, swiss};

/// Who meets whom when.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    format: Format,
    entrants: usize,
    seats: usize,
    rotation: Rotation,
    seed: RootSeed,
}

impl Schedule {
    /// The schedule of so many entrants at tables of so many seats. The seed decides between
    /// pairings that are equally good.
    ///
    /// # Errors
    /// If they cannot play that, or it would be too many matches.
    pub fn new(
        format: Format,
        entrants: usize,
        seats: usize,
        rotation: Rotation,
        seed: RootSeed,
    ) -> Result<Self, FormatError> {
        format.check(entrants, seats)?;
        let schedule = Self {
            format,
            entrants,
            seats,
            rotation,
            seed,
        };
        let matches = schedule.max_matches();
        if matches > u128::from(MOST_MATCHES) {
            return Err(FormatError::TooManyMatches {
                matches,
                max: MOST_MATCHES,
            });
        }
        Ok(schedule)
    }

    /// Matches of a block.
    pub fn matches_per_block(&self) -> u64 {
        self.rotation.matches(self.seats)
    }

    /// The stage after these; `None` after the last. Those who are out, having withdrawn, are given
    /// no opponents where opponents are chosen by results.
    pub fn next(&self, played: &[PlayedBatch], out: &BTreeSet<usize>) -> Option<Batch> {
        match self.format {
            Format::Swiss { rounds, pairs } => {
                let round = played.len() as u32 + 1;
                (round <= rounds)
                    .then(|| swiss::round(round, pairs, self.entrants, played, out, self.seed))
            }
            Format::Knockout { pairs, tie_pairs } => {
                knockout::after(self.entrants, pairs, tie_pairs, played).next
            }
            _ => played.is_empty().then(|| self.only_stage()),
        }
    }

    /// In a knockout, rounds that each entrant has survived.
    pub fn rounds_survived(&self, played: &[PlayedBatch]) -> Option<Vec<u32>> {
        let Format::Knockout { pairs, tie_pairs } = self.format else {
            return None;
        };
        Some(knockout::after(self.entrants, pairs, tie_pairs, played).survived)
    }

    /// Whether those meet who stand nearly alike.
    pub const fn is_swiss(&self) -> bool {
        matches!(self.format, Format::Swiss { .. })
    }

    /// Matches that an entrant will play if he stays; `None` where results decide about that.
    pub fn matches_of(&self, entrant: usize) -> Option<u64> {
        let blocks = match self.format {
            Format::Knockout { .. } => return None,
            Format::Swiss { rounds, pairs } => u64::from(rounds) * u64::from(pairs),
            Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Sprt { .. } => {
                let stage = self.only_stage();
                let meetings = stage.matchups.iter();
                let own = meetings.filter(|meeting| meeting.entrants.contains(&entrant));
                own.count() as u64 * u64::from(stage.cycles)
            }
        };
        Some(blocks * self.matches_per_block())
    }

    /// The first stage.
    pub fn first(&self) -> Batch {
        let first = self.next(&[], &BTreeSet::new());
        first.expect("what was checked has a first stage")
    }

    /// The matches of the first stage.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> {
        let stage = self.first();
        (0..).map_while(move |index| self.pairing(&stage, 0, index))
    }

    /// The stage of a format that does not look at results.
    fn only_stage(&self) -> Batch {
        let in_round = |round, entrants| Matchup { round, entrants };
        let (meetings, cycles) = match self.format {
            Format::RoundRobin { cycles } => {
                let tables = round_robin::tables(self.entrants, self.seats).into_iter();
                let meetings = tables.map(|(round, table)| in_round(round, table));
                (meetings.collect(), cycles)
            }
            Format::Gauntlet {
                challengers,
                cycles,
            } => {
                let tables = gauntlet::tables(challengers as usize, self.entrants, self.seats);
                let meetings = tables.into_iter().map(|table| in_round(1, table));
                (meetings.collect(), cycles)
            }
            Format::Sprt { most_pairs, .. } => (vec![in_round(1, vec![0, 1])], most_pairs),
            Format::Swiss { .. } | Format::Knockout { .. } => (Vec::new(), 0),
        };
        Batch {
            matchups: meetings,
            cycles,
            byes: Vec::new(),
        }
    }

    /// As many matches as it can become.
    pub fn max_matches(&self) -> u128 {
        let entrants = self.entrants as u128;
        let blocks = match self.format {
            Format::RoundRobin { cycles } => {
                binomial(entrants, self.seats as u128) * u128::from(cycles)
            }
            Format::Gauntlet {
                challengers,
                cycles,
            } => {
                let others = entrants - u128::from(challengers);
                let tables = binomial(others, self.seats as u128 - 1) * u128::from(challengers);
                tables * u128::from(cycles)
            }
            Format::Swiss { rounds, pairs } => {
                entrants / 2 * u128::from(rounds) * u128::from(pairs)
            }
            Format::Knockout { pairs, tie_pairs } => {
                (entrants - 1) * (u128::from(pairs) + u128::from(tie_pairs))
            }
            Format::Sprt { most_pairs, .. } => u128::from(most_pairs),
        };
        blocks * u128::from(self.matches_per_block())
    }

    /// Matches of a stage.
    pub fn matches(&self, stage: &Batch) -> u64 {
        stage.blocks() * self.matches_per_block()
    }

    /// A match of a stage that begins with match `first` and block `first / matches_a_block`;
    /// `None` after its last.
    pub fn pairing(&self, stage: &Batch, first: u64, index: u64) -> Option<Pairing> {
        let a_block = self.matches_per_block();
        let (block, game) = ((index - first) / a_block, (index - first) % a_block);
        if block >= stage.blocks() {
            return None;
        }
        let meeting = &stage.matchups[(block % stage.matchups.len() as u64) as usize];
        Some(Pairing {
            index,
            round: meeting.round,
            block: index / a_block,
            seats: self.rotation.seat(&meeting.entrants, game),
        })
    }
}

/// How many choices of `k` of `n` there are; saturates.
fn binomial(n: u128, k: u128) -> u128 {
    (0..k.min(n)).fold(1_u128, |choices, i| choices.saturating_mul(n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(format: Format, entrants: usize, seats: usize) -> Result<Schedule, FormatError> {
        let seed = RootSeed::from_text("7");
        Schedule::new(format, entrants, seats, Rotation::Cyclic, seed)
    }

    #[test]
    fn a_round_robin_is_one_stage_of_blocks_with_changed_seats() {
        let schedule = schedule(Format::RoundRobin { cycles: 2 }, 4, 2).unwrap();
        let stage = schedule.first();
        assert_eq!(u128::from(schedule.matches(&stage)), schedule.max_matches());
        let pairings: Vec<_> = schedule.pairings().collect();
        assert_eq!(pairings.len(), 24);
        for block in pairings.chunks(2) {
            let [one, other] = block else {
                panic!("a block is two matches")
            };
            assert_eq!(one.block, other.block);
            assert_eq!(one.seats[0], other.seats[1]);
            assert_eq!(one.seats[1], other.seats[0]);
        }
        let played = PlayedBatch {
            stage,
            half_points: Vec::new(),
        };
        assert_eq!(schedule.next(&[played], &BTreeSet::new()), None);
    }

    #[test]
    fn what_cannot_be_played_is_refused_in_words() {
        let refused =
            |format, entrants, seats| schedule(format, entrants, seats).unwrap_err().to_string();
        let robin = Format::RoundRobin { cycles: 1 };
        assert_eq!(
            refused(robin, 2, 3),
            "2 entrants: round-robin needs at least 3"
        );
        assert_eq!(
            refused(Format::RoundRobin { cycles: 0 }, 2, 2),
            "cycles: must be 1 at least"
        );
        let swiss = Format::Swiss {
            rounds: 3,
            pairs: 1,
        };
        assert!(refused(swiss, 9, 3).starts_with("3 seats: swiss is for matches of two"));
        assert!(
            refused(swiss, 4, 2).starts_with("3 rounds: 4 entrants can meet in at most 2 rounds")
        );
        let many = Format::RoundRobin { cycles: u32::MAX };
        assert!(refused(many, 1000, 4).contains("more than 100000000"));
    }
}
