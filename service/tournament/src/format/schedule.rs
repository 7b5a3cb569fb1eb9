//! The schedule of a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_engine::RootSeed;

use super::batch::{Batch, Matchup, ONE_POINT, PlayedBatch};
use super::extent::Extent;
use super::pairing_table::PairingTable;
use super::seating::{Pairing, Rotation};
use super::{
    ByePoints, Format, FormatError, MAX_MATCHES, MAX_MATCHUPS, gauntlet, knockout, round_robin,
    swiss,
};
use crate::entrant_pair::entrant_pair;

/// The matches of a tournament, as a function of its configuration and previous results.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    format: Format,
    entrants: usize,
    seats: usize,
    rotation: Rotation,
    seed: RootSeed,
    /// The sizes before each extension, in order.
    earlier: Vec<Extent>,
    /// The rounds of a league that were paired, which are millions of matchups after years.
    rounds: PairingTable,
    /// The number of blocks of every two entrants in them; the smaller number first.
    meetings: Arc<BTreeMap<(usize, usize), u64>>,
}

impl Schedule {
    /// Creates the schedule for the given numbers of entrants and seats. The seed decides between
    /// equally good pairings.
    ///
    /// # Errors
    /// Returns an error if the format does not fit these numbers, or may need more than
    /// [`MAX_MATCHES`] matches or [`MAX_MATCHUPS`] matchups at a time.
    pub fn new(
        format: Format,
        entrants: usize,
        seats: usize,
        rotation: Rotation,
        seed: RootSeed,
    ) -> Result<Self, FormatError> {
        if let Some(error) = format.errors(entrants, seats).into_iter().next() {
            return Err(error);
        }
        let schedule = Self {
            format,
            entrants,
            seats,
            rotation,
            seed,
            earlier: Vec::new(),
            rounds: PairingTable::new(rotation, rotation.matches_per_block(seats)),
            meetings: Arc::default(),
        };
        if let Format::League(limits) = format
            && let Some(error) = limits
                .errors(entrants, schedule.matches_per_block())
                .into_iter()
                .next()
        {
            return Err(error);
        }
        let matches = schedule.max_matches();
        if matches > u128::from(MAX_MATCHES) {
            return Err(FormatError::TooManyMatches {
                matches,
                max: MAX_MATCHES,
            });
        }
        let matchups = schedule.max_matchups();
        if matchups > u128::from(MAX_MATCHUPS) {
            return Err(FormatError::TooManyMatchups {
                matchups,
                max: MAX_MATCHUPS,
            });
        }
        Ok(schedule)
    }

    /// Returns the schedule of a tournament that had these sizes before each extension.
    pub fn with_earlier_extents(self, earlier: Vec<Extent>) -> Self {
        Self { earlier, ..self }
    }

    /// Adds a round that was paired in a league.
    pub fn add_round(&mut self, round: Batch) {
        // No round is being paired from them.
        let meetings = Arc::make_mut(&mut self.meetings);
        for matchup in &round.matchups {
            for (index, one) in matchup.entrants.iter().enumerate() {
                for other in &matchup.entrants[..index] {
                    *meetings.entry(entrant_pair(*one, *other)).or_default() +=
                        u64::from(round.cycles);
                }
            }
        }
        self.rounds.push(&round);
    }

    /// Returns the schedule of an extended league with the rounds that were paired before.
    pub(crate) fn with_rounds_of(self, before: &mut Self) -> Self {
        Self {
            rounds: before.rounds.clone(),
            meetings: std::mem::take(&mut before.meetings),
            ..self
        }
    }

    /// Returns the number of blocks of every two entrants of a league so far; the smaller number first.
    pub(crate) fn meetings(&self) -> &Arc<BTreeMap<(usize, usize), u64>> {
        &self.meetings
    }

    /// Returns `true` if the results of a batch decide who meets in the next one.
    pub(crate) const fn depends_on_results(&self) -> bool {
        matches!(self.format, Format::Swiss { .. } | Format::Knockout { .. })
    }

    /// Returns `true` for a league, whose rounds are added one by one.
    pub(crate) const fn is_league(&self) -> bool {
        self.format.is_league()
    }

    /// Returns the number of seats of a match.
    pub(crate) const fn seats(&self) -> usize {
        self.seats
    }

    /// Returns the seed that decides between equally good pairings.
    pub(crate) const fn seed(&self) -> RootSeed {
        self.seed
    }

    /// Returns the number of matches of a block.
    pub fn matches_per_block(&self) -> u64 {
        self.rotation.matches_per_block(self.seats)
    }

    /// Returns the batch after the given ones, or `None` after the last and before the next round of a league. A
    /// Swiss round leaves out the withdrawn entrants.
    pub fn next_batch(&self, played: &[PlayedBatch], withdrawn: &BTreeSet<usize>) -> Option<Batch> {
        match self.format {
            Format::Swiss { rounds, pairs, .. } => {
                let round = played.len() as u32 + 1;
                let next = swiss::NextRound {
                    round,
                    pairs,
                    bye_half_points: self.bye_half_points(),
                };
                (round <= rounds).then(|| next.batch(self.entrants, played, withdrawn, self.seed))
            }
            Format::Knockout {
                pairs,
                tiebreak_pairs,
            } => knockout::bracket_after(self.entrants, pairs, tiebreak_pairs, played).next,
            Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Sprt { .. } => {
                self.fixed_batches().into_iter().nth(played.len())
            }
            Format::League(_) => self.rounds.batch(played.len()),
        }
    }

    /// Returns the number of rounds that each entrant has survived in a knockout, or `None` for the
    /// other formats.
    pub fn rounds_survived(&self, played: &[PlayedBatch]) -> Option<Vec<u32>> {
        let Format::Knockout {
            pairs,
            tiebreak_pairs,
        } = self.format
        else {
            return None;
        };
        Some(knockout::bracket_after(self.entrants, pairs, tiebreak_pairs, played).survived)
    }

    /// Returns `true` for a Swiss tournament.
    pub const fn is_swiss(&self) -> bool {
        matches!(self.format, Format::Swiss { .. })
    }

    /// Returns the half points of all matches of an entrant's round of a Swiss tournament that are won; 0 for the other
    /// formats.
    pub fn round_half_points(&self) -> u64 {
        match self.format {
            Format::Swiss { pairs, .. } => 2 * self.matches_per_block() * u64::from(pairs),
            _ => 0,
        }
    }

    /// Returns the half points of a bye.
    pub fn bye_half_points(&self) -> u64 {
        match self.format {
            Format::Swiss {
                bye: ByePoints::Round,
                ..
            } => self.round_half_points(),
            _ => ONE_POINT,
        }
    }

    /// Returns the number of matches of an entrant that does not withdraw. Returns `None` in a knockout or league,
    /// where it depends on the results, and in a Swiss tournament.
    pub fn planned_matches(&self, entrant: usize) -> Option<u64> {
        let blocks = match self.format {
            // In a Swiss tournament, what an entrant has played counts after its withdrawal, as by FIDE's rules.
            Format::Knockout { .. } | Format::League(_) | Format::Swiss { .. } => return None,
            Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Sprt { .. } => {
                let batches = self.fixed_batches();
                let blocks = batches.iter().map(|batch| {
                    let matchups = batch.matchups.iter();
                    let own = matchups.filter(|matchup| matchup.entrants.contains(&entrant));
                    own.count() as u64 * u64::from(batch.cycles)
                });
                blocks.sum::<u64>()
            }
        };
        Some(blocks * self.matches_per_block())
    }

    /// Returns the first batch, which is empty in a league: its rounds are paired when they start.
    pub fn first_batch(&self) -> Batch {
        let first = self.next_batch(&[], &BTreeSet::new());
        first.unwrap_or_default()
    }

    /// Returns the batches of a format whose pairings do not depend on results: one, and one or two for each
    /// extension.
    fn fixed_batches(&self) -> Vec<Batch> {
        let mut batches = Vec::new();
        let mut before = Extent::default();
        for extent in self.earlier.iter().copied().chain([self.extent()]) {
            let matchups = self.matchups(extent.entrants).into_iter();
            let (old, new): (Vec<_>, Vec<_>) = matchups.partition(|matchup| {
                let mut entrants = matchup.entrants.iter();
                entrants.all(|entrant| *entrant < before.entrants)
            });
            let more = extent.cycles.saturating_sub(before.cycles);
            for (matchups, cycles) in [(old, more), (new, extent.cycles)] {
                batches.push(Batch {
                    matchups,
                    cycles,
                    byes: Vec::new(),
                });
            }
            before = extent;
        }
        batches.retain(|batch| batch.blocks() > 0);
        batches
    }

    /// Returns the size of a tournament whose pairings do not depend on results.
    fn extent(&self) -> Extent {
        let cycles = match self.format {
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } => cycles,
            Format::Sprt { max_pairs, .. } => max_pairs,
            Format::Swiss { .. } | Format::Knockout { .. } | Format::League(_) => 0,
        };
        Extent {
            entrants: self.entrants,
            cycles,
        }
    }

    /// Returns the matchups of the first entrants in a format whose pairings do not depend on results.
    fn matchups(&self, entrants: usize) -> Vec<Matchup> {
        let matchup = |(round, entrants)| Matchup { round, entrants };
        let in_round_1 = |entrants| matchup((1, entrants));
        match self.format {
            Format::RoundRobin { .. } => {
                let matchups = round_robin::matchups(entrants, self.seats).into_iter();
                matchups.map(matchup).collect()
            }
            Format::Gauntlet { challengers, .. } => {
                let matchups = gauntlet::matchups(challengers as usize, entrants, self.seats);
                matchups.into_iter().map(in_round_1).collect()
            }
            Format::Sprt { .. } => vec![in_round_1(vec![0, 1])],
            Format::Swiss { .. } | Format::Knockout { .. } | Format::League(_) => Vec::new(),
        }
    }

    /// Returns the maximum number of matches of the tournament; [`MAX_MATCHES`] for a league whose seasons or
    /// matches are not limited.
    pub fn max_matches(&self) -> u128 {
        let entrants = self.entrants as u128;
        let blocks = match self.format {
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } => {
                self.max_matchups() * u128::from(cycles)
            }
            Format::Swiss { rounds, pairs, .. } => {
                entrants / 2 * u128::from(rounds) * u128::from(pairs)
            }
            Format::Knockout {
                pairs,
                tiebreak_pairs,
            } => (entrants - 1) * (u128::from(pairs) + u128::from(tiebreak_pairs)),
            Format::Sprt { max_pairs, .. } => u128::from(max_pairs),
            Format::League(limits) => {
                return limits.max_matches().unwrap_or(u128::from(MAX_MATCHES));
            }
        };
        blocks * u128::from(self.matches_per_block())
    }

    /// Returns the number of matches of all rounds: in a knockout without tie-break pairs, in a sequential
    /// test the maximum, in a league without an end 0.
    pub fn expected_matches(&self) -> u64 {
        let matches = match self.format {
            Format::Knockout { pairs, .. } => {
                (self.entrants as u128 - 1)
                    * u128::from(pairs)
                    * u128::from(self.matches_per_block())
            }
            Format::League(limits) => limits.max_matches().unwrap_or(0),
            Format::RoundRobin { .. }
            | Format::Gauntlet { .. }
            | Format::Swiss { .. }
            | Format::Sprt { .. } => self.max_matches(),
        };
        // At most `MAX_MATCHES`.
        matches as u64
    }

    /// Returns the maximum number of matchups of a batch.
    fn max_matchups(&self) -> u128 {
        let (entrants, seats) = (self.entrants as u128, self.seats as u128);
        match self.format {
            Format::RoundRobin { .. } => binomial(entrants, seats),
            Format::Gauntlet { challengers, .. } => {
                let others = entrants - u128::from(challengers);
                binomial(others, seats - 1) * u128::from(challengers)
            }
            Format::Swiss { .. } | Format::Knockout { .. } => entrants / 2,
            // At most 256 in a round.
            Format::League(_) => 0,
            Format::Sprt { .. } => 1,
        }
    }

    /// Returns a table of pairings without batches.
    pub(crate) fn empty_table(&self) -> PairingTable {
        PairingTable::new(self.rotation, self.matches_per_block())
    }

    /// Adds the batch with this index to a table of those before.
    pub(crate) fn extend_table(&self, table: &mut PairingTable, index: usize, batch: &Batch) {
        if self.is_league() {
            table.push_shared(&self.rounds, index);
        } else {
            table.push(batch);
        }
    }

    /// Returns the number of matches of a batch.
    pub fn match_count(&self, batch: &Batch) -> u64 {
        batch.blocks() * self.matches_per_block()
    }

    /// Returns the match with this index in the tournament, given the batch that contains it and the
    /// index of the batch's first match; `None` after the last match of the batch.
    pub fn pairing(&self, batch: &Batch, first: u64, index: u64) -> Option<Pairing> {
        let per_block = self.matches_per_block();
        let (block, match_index) = ((index - first) / per_block, (index - first) % per_block);
        if block >= batch.blocks() {
            return None;
        }
        let matchup = &batch.matchups[(block % batch.matchups.len() as u64) as usize];
        Some(Pairing {
            index,
            round: matchup.round,
            block: index / per_block,
            seats: self.rotation.seats(&matchup.entrants, match_index),
        })
    }
}

/// Returns the binomial coefficient; saturates.
fn binomial(n: u128, k: u128) -> u128 {
    (0..k.min(n)).fold(1_u128, |product, i| product.saturating_mul(n - i) / (i + 1))
}

#[cfg(test)]
mod tests;
