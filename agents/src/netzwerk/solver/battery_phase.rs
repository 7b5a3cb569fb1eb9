//! The battery phase of a placement, solved for all sets of batteries at once.

use botwerk_engine::netzwerk::Fields;

use super::battery_sets::BatterySets;
use super::estimate::binomial;

/// Maximum number of batteries: 10 batteries have 252 subsets of five, so the index of a subset
/// among those of its size fits into a byte.
pub(super) const MAX_BATTERIES: usize = 10;

/// Number of bytes after the first subset of a set that an index can reach.
const ROW: usize = 256;

/// Computes White's best result of a battery phase.
///
/// A position within the phase is a set of batteries and a subset of *free* ones that White may
/// still move: it controls them and they have not moved (NW-14, NW-17). Its value is the best of
/// ending the turn and of every move of a free battery, after which there is one free battery less.
/// The positions are therefore solved by increasing number of free batteries.
#[derive(Debug)]
pub(super) struct BatteryPhase<'a> {
    sets: &'a BatterySets,
    subsets: &'a Subsets,
    /// Moves of controlled batteries, grouped by set, and the first index of each group.
    steps: Vec<Step>,
    offsets: Vec<u32>,
    /// Number of controlled batteries of each set.
    controlled: Vec<u8>,
    /// Scores of the positions with one free battery less and with the current number, grouped by
    /// set; within a set by the subset of its controlled batteries.
    previous: Vec<u8>,
    current: Vec<u8>,
}

/// A move of a controlled battery.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// Index of the set after the move.
    target: u32,
    /// Change of the subsets' indices: [`Subsets::change`].
    change: u16,
}

impl<'a> BatteryPhase<'a> {
    pub(super) fn new(sets: &'a BatterySets, subsets: &'a Subsets) -> Self {
        Self {
            sets,
            subsets,
            steps: Vec::new(),
            offsets: Vec::new(),
            controlled: Vec::new(),
            previous: Vec::new(),
            current: Vec::new(),
        }
    }

    /// Writes into `best`, for every set of batteries at the start of the phase, the maximum of the
    /// bytes `ends` of the sets with which White can end the turn, if it controls the batteries on
    /// these fields.
    pub(super) fn solve(&mut self, control: Fields, ends: &[u8], best: &mut [u8]) {
        if ends.iter().all(|end| *end == ends[0]) {
            best.fill(ends[0]);
            return;
        }
        self.list_steps(control);
        best.copy_from_slice(ends);
        self.current.clear();
        self.current.extend_from_slice(ends);
        self.current.resize(ends.len() + ROW, 0);
        let max_free = self.controlled.iter().copied().max().unwrap_or(0);
        for free in 1..=usize::from(max_free) {
            std::mem::swap(&mut self.previous, &mut self.current);
            self.solve_free(free, ends, best);
        }
    }

    fn list_steps(&mut self, control: Fields) {
        self.steps.clear();
        self.offsets.clear();
        self.controlled.clear();
        let control = control.bits();
        for (index, set) in self.sets.as_slice().iter().enumerate() {
            let free = set.bits() & control;
            self.offsets.push(self.steps.len() as u32);
            self.controlled.push(free.count_ones() as u8);
            for step in self.sets.moves(index) {
                if free >> step.from & 1 == 0 {
                    continue;
                }
                let others = free & !(1 << step.from);
                let below = |bit: u8| (others & ((1 << bit) - 1)).count_ones() as usize;
                // Above all others it does not change their indices, as if it were not there.
                let target_rank = if control >> step.to & 1 == 1 {
                    below(step.to)
                } else {
                    others.count_ones() as usize
                };
                self.steps.push(Step {
                    target: step.target,
                    change: self.subsets.change(below(step.from), target_rank),
                });
            }
        }
        self.offsets.push(self.steps.len() as u32);
    }

    /// Solves the positions with this number of free batteries from those with one less.
    fn solve_free(&mut self, free: usize, ends: &[u8], best: &mut [u8]) {
        let size = self.sets.size();
        let (width, previous_width) = (
            self.subsets.count(size, free),
            self.subsets.count(size, free - 1),
        );
        self.current.resize(width * ends.len() + ROW, 0);
        for (index, end) in ends.iter().enumerate() {
            let controlled = usize::from(self.controlled[index]);
            if controlled < free {
                continue;
            }
            let scores = &mut self.current[index * width..];
            scores[..self.subsets.count(controlled, free)].fill(*end);
            let Some(scores) = scores.first_chunk_mut::<ROW>() else {
                continue;
            };
            let changes = self.subsets.changes(controlled, free);
            let steps = self.offsets[index] as usize..self.offsets[index + 1] as usize;
            for step in &self.steps[steps] {
                let previous_scores = &self.previous[step.target as usize * previous_width..];
                let Some(previous_scores) = previous_scores.first_chunk::<ROW>() else {
                    continue;
                };
                for [subset, remaining] in changes.pairs(step.change) {
                    let value = previous_scores[usize::from(*remaining)];
                    let score = &mut scores[usize::from(*subset)];
                    *score = value.max(*score);
                }
            }
            if controlled == free {
                best[index] = scores[0];
            }
        }
    }
}

/// Subsets of a set's controlled batteries, indexed among those of the same size.
///
/// The index is that of the combinatorial number system, so it does not depend on the number of
/// controlled batteries above those of the subset.
#[derive(Debug)]
pub(super) struct Subsets {
    size: usize,
    /// Numbers of subsets, by controlled and free batteries.
    counts: Vec<usize>,
    /// Indices of the subsets that contain the moving battery, and of their remainders after the
    /// move, grouped by controlled and free batteries and by change.
    pairs: Vec<[u8; 2]>,
    offsets: Vec<u32>,
}

/// The changes of subset indices for one number of controlled and of free batteries.
#[derive(Clone, Copy)]
struct Changes<'a> {
    pairs: &'a [[u8; 2]],
    offsets: &'a [u32],
}

impl Changes<'_> {
    fn pairs(&self, change: u16) -> &[[u8; 2]] {
        let change = usize::from(change);
        &self.pairs[self.offsets[change] as usize..self.offsets[change + 1] as usize]
    }
}

impl Subsets {
    /// Creates the subsets of up to `size` batteries, at most [`MAX_BATTERIES`].
    pub(super) fn new(size: usize) -> Self {
        let mut subsets = Self {
            size,
            counts: Vec::new(),
            pairs: Vec::new(),
            offsets: vec![0],
        };
        for controlled in 0..=size {
            for free in 0..=size {
                subsets.counts.push(binomial(controlled, free) as usize);
                for source_rank in 0..=size {
                    for target_rank in 0..=size {
                        subsets.list_pairs(controlled, free, source_rank, target_rank);
                        subsets.offsets.push(subsets.pairs.len() as u32);
                    }
                }
            }
        }
        subsets
    }

    fn list_pairs(
        &mut self,
        controlled: usize,
        free: usize,
        source_rank: usize,
        target_rank: usize,
    ) {
        if source_rank >= controlled || target_rank >= controlled {
            return;
        }
        for subset in 0u32..1 << controlled {
            if subset.count_ones() as usize != free || subset >> source_rank & 1 == 0 {
                continue;
            }
            let low_bits = |bits: u32, count: usize| bits & ((1 << count) - 1);
            let remaining =
                low_bits(subset, source_rank) | (subset >> (source_rank + 1)) << source_rank;
            let remaining =
                low_bits(remaining, target_rank) | (remaining >> target_rank) << (target_rank + 1);
            self.pairs
                .push([subset_index(subset), subset_index(remaining)]);
        }
    }

    /// Returns the number of subsets with `free` of `controlled` batteries.
    fn count(&self, controlled: usize, free: usize) -> usize {
        self.counts[controlled * (self.size + 1) + free]
    }

    /// Returns the change by a move of a battery, given the numbers of controlled batteries below
    /// it before and after the move.
    fn change(&self, source_rank: usize, target_rank: usize) -> u16 {
        (source_rank * (self.size + 1) + target_rank) as u16
    }

    fn changes(&self, controlled: usize, free: usize) -> Changes<'_> {
        let change_count = (self.size + 1) * (self.size + 1);
        let start = (controlled * (self.size + 1) + free) * change_count;
        Changes {
            pairs: &self.pairs,
            offsets: &self.offsets[start..=start + change_count],
        }
    }
}

/// Returns a subset's index among those of its size.
fn subset_index(subset: u32) -> u8 {
    let bits = (0..32usize).filter(|bit| subset >> bit & 1 == 1);
    let terms = bits.zip(1..).map(|(bit, size)| binomial(bit, size));
    terms.sum::<u128>() as u8
}
