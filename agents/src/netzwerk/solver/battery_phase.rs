//! The battery phase of a placement, for all sets of batteries at once.

use botwerk_engine::netzwerk::Fields;

use super::battery_sets::BatterySets;
use super::need::choose;

/// The most batteries: 10 have 252 subsets of five, so that a byte numbers those of one size.
pub(super) const MOST_BATTERIES: usize = 10;

/// Bytes from the first subset of a set that a number can reach.
const ROW: usize = 256;

/// The best that White can make of the battery phase.
///
/// Inside of the phase a position is a set of batteries and those of them that White may still
/// move, *free* ones: he controls them and they have not moved (NW-14, NW-17). What it is worth is
/// the best of ending the turn, and of every move of a free battery, behind which there is one free
/// battery less. So the positions are solved by the number of free batteries, none first.
#[derive(Debug)]
pub(super) struct BatteryPhase<'a> {
    sets: &'a BatterySets,
    subsets: &'a Subsets,
    /// The moves of controlled batteries, and where those of each set begin.
    steps: Vec<Step>,
    begins: Vec<u32>,
    /// How many batteries of each set are controlled.
    controlled: Vec<u8>,
    /// Positions with one free battery less, and with the number at hand: set by set, in each the
    /// subsets of its controlled batteries.
    before: Vec<u8>,
    now: Vec<u8>,
}

/// A move of a controlled battery.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The set behind it.
    target: u32,
    /// How the numbers of subsets change: [`Subsets::change`].
    change: u16,
}

impl<'a> BatteryPhase<'a> {
    pub(super) fn new(sets: &'a BatterySets, subsets: &'a Subsets) -> Self {
        Self {
            sets,
            subsets,
            steps: Vec::new(),
            begins: Vec::new(),
            controlled: Vec::new(),
            before: Vec::new(),
            now: Vec::new(),
        }
    }

    /// Writes into `best`, for every set of batteries at the start of the phase, the greatest of
    /// the bytes `ends` of the sets with which White can end the turn, if he controls the
    /// batteries on these fields.
    pub(super) fn solve(&mut self, control: Fields, ends: &[u8], best: &mut [u8]) {
        if ends.iter().all(|end| *end == ends[0]) {
            best.fill(ends[0]);
            return;
        }
        self.list_steps(control);
        best.copy_from_slice(ends);
        self.now.clear();
        self.now.extend_from_slice(ends);
        self.now.resize(ends.len() + ROW, 0);
        let most = self.controlled.iter().copied().max().unwrap_or(0);
        for free in 1..=usize::from(most) {
            std::mem::swap(&mut self.before, &mut self.now);
            self.solve_free(free, ends, best);
        }
    }

    fn list_steps(&mut self, control: Fields) {
        self.steps.clear();
        self.begins.clear();
        self.controlled.clear();
        let control = control.bits();
        for (number, set) in self.sets.as_slice().iter().enumerate() {
            let free = set.bits() & control;
            self.begins.push(self.steps.len() as u32);
            self.controlled.push(free.count_ones() as u8);
            for step in self.sets.moves(number) {
                if free >> step.from & 1 == 0 {
                    continue;
                }
                let others = free & !(1 << step.from);
                let below = |bit: u8| (others & ((1 << bit) - 1)).count_ones() as usize;
                // Above all others it does not change their numbers, as if it were not there.
                let arrives = if control >> step.to & 1 == 1 {
                    below(step.to)
                } else {
                    others.count_ones() as usize
                };
                self.steps.push(Step {
                    target: step.target,
                    change: self.subsets.change(below(step.from), arrives),
                });
            }
        }
        self.begins.push(self.steps.len() as u32);
    }

    /// Solves the positions with so many free batteries by those with one less.
    fn solve_free(&mut self, free: usize, ends: &[u8], best: &mut [u8]) {
        let size = self.sets.size();
        let (width, width_before) = (
            self.subsets.count(size, free),
            self.subsets.count(size, free - 1),
        );
        self.now.resize(width * ends.len() + ROW, 0);
        for (number, end) in ends.iter().enumerate() {
            let controlled = usize::from(self.controlled[number]);
            if controlled < free {
                continue;
            }
            let here = &mut self.now[number * width..];
            here[..self.subsets.count(controlled, free)].fill(*end);
            let Some(here) = here.first_chunk_mut::<ROW>() else {
                continue;
            };
            let changes = self.subsets.changes(controlled, free);
            let steps = self.begins[number] as usize..self.begins[number + 1] as usize;
            for step in &self.steps[steps] {
                let there = &self.before[step.target as usize * width_before..];
                let Some(there) = there.first_chunk::<ROW>() else {
                    continue;
                };
                for [subset, rest] in changes.of(step.change) {
                    let value = there[usize::from(*rest)];
                    let here = &mut here[usize::from(*subset)];
                    *here = value.max(*here);
                }
            }
            if controlled == free {
                best[number] = here[0];
            }
        }
    }
}

/// Subsets of a set's controlled batteries, numbered among those of the same size.
///
/// The number is that of the combinatorial number system, so it does not depend on how many
/// controlled batteries there are above the subset's own.
#[derive(Debug)]
pub(super) struct Subsets {
    size: usize,
    /// By controlled and free batteries.
    counts: Vec<usize>,
    /// The numbers of subsets that hold the battery that leaves, and of the rests of them behind
    /// the move: by controlled and free batteries and by change.
    pairs: Vec<[u8; 2]>,
    begins: Vec<u32>,
}

/// The changes of subsets' numbers for some number of controlled and free batteries.
#[derive(Clone, Copy)]
struct Changes<'a> {
    pairs: &'a [[u8; 2]],
    begins: &'a [u32],
}

impl Changes<'_> {
    fn of(&self, change: u16) -> &[[u8; 2]] {
        let change = usize::from(change);
        &self.pairs[self.begins[change] as usize..self.begins[change + 1] as usize]
    }
}

impl Subsets {
    /// The subsets of up to `size` batteries, [`MOST_BATTERIES`] at the most.
    pub(super) fn new(size: usize) -> Self {
        let mut subsets = Self {
            size,
            counts: Vec::new(),
            pairs: Vec::new(),
            begins: vec![0],
        };
        for controlled in 0..=size {
            for free in 0..=size {
                subsets.counts.push(choose(controlled, free) as usize);
                for leaves in 0..=size {
                    for arrives in 0..=size {
                        subsets.list_pairs(controlled, free, leaves, arrives);
                        subsets.begins.push(subsets.pairs.len() as u32);
                    }
                }
            }
        }
        subsets
    }

    fn list_pairs(&mut self, controlled: usize, free: usize, leaves: usize, arrives: usize) {
        if leaves >= controlled || arrives >= controlled {
            return;
        }
        for subset in 0u32..1 << controlled {
            if subset.count_ones() as usize != free || subset >> leaves & 1 == 0 {
                continue;
            }
            let low = |bits: u32, count: usize| bits & ((1 << count) - 1);
            let rest = low(subset, leaves) | (subset >> (leaves + 1)) << leaves;
            let rest = low(rest, arrives) | (rest >> arrives) << (arrives + 1);
            self.pairs.push([number(subset), number(rest)]);
        }
    }

    /// How many subsets of so many free ones there are.
    fn count(&self, controlled: usize, free: usize) -> usize {
        self.counts[controlled * (self.size + 1) + free]
    }

    /// The change by a move of the battery that has so many controlled ones below it before the
    /// move and behind it.
    fn change(&self, leaves: usize, arrives: usize) -> u16 {
        (leaves * (self.size + 1) + arrives) as u16
    }

    fn changes(&self, controlled: usize, free: usize) -> Changes<'_> {
        let changes = (self.size + 1) * (self.size + 1);
        let begin = (controlled * (self.size + 1) + free) * changes;
        Changes {
            pairs: &self.pairs,
            begins: &self.begins[begin..=begin + changes],
        }
    }
}

/// A subset's number among those of its size.
fn number(subset: u32) -> u8 {
    let bits = (0..32usize).filter(|bit| subset >> bit & 1 == 1);
    let below = bits.zip(1..).map(|(bit, size)| choose(bit, size));
    below.sum::<u128>() as u8
}
