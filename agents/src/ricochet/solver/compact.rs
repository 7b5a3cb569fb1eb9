//! Positions without the transparent robot and the ricochet rule, in one byte a robot.

use botwerk_engine::ricochet::{Attempt, Cell, Robot};

use super::bounds::{Bound, Distances, UNREACHABLE, distances_to};
use super::instance::Instance;
use super::slide_table::{Ends, SlideTable};
use super::slots::Slots;
use super::space::{NO_MORE, Space};
use super::visited::Key;

/// A code of up to `N` cells.
pub(super) trait CellsKey<const N: usize>: Key {
    /// Packs the cells, the first one lowest.
    fn pack(cells: [u8; N]) -> Self;

    /// Returns the packed cells.
    fn cells(self) -> [u8; N];
}

macro_rules! cells_key {
    ($key:ty: $($robots:literal)*) => {$(
        impl CellsKey<$robots> for $key {
            #[inline]
            fn pack(cells: [u8; $robots]) -> Self {
                // The unused bytes are not zero, so that no position has the code zero.
                let mut bytes = [u8::MAX; size_of::<Self>()];
                bytes[..$robots].copy_from_slice(&cells);
                Self::from_le_bytes(bytes)
            }

            #[inline]
            fn cells(self) -> [u8; $robots] {
                let bytes = self.to_le_bytes();
                std::array::from_fn(|slot| bytes[slot])
            }
        }
    )*};
}

cells_key!(u32: 1 2 3 4);
cells_key!(u64: 5 6);

/// The positions of `N` robots of which none is transparent, without the ricochet rule.
pub(super) struct CompactSpace<K, const N: usize> {
    slots: Slots<N>,
    target: u8,
    table: SlideTable<N>,
    bound: Bound,
    key: std::marker::PhantomData<fn() -> K>,
}

impl<K, const N: usize> CompactSpace<K, N> {
    /// Prepares an instance with `N` robots.
    pub(super) fn new(instance: &Instance) -> Self {
        let slots = Slots::new(instance);
        let table = SlideTable::new(instance, &slots);
        let target = instance.target().cell.index() as u8;
        let distances = |slot: usize| distances_to(&table.paths[slot].sources(), target);
        let bound = Bound::new(slots.goals, N, distances);
        Self {
            slots,
            target,
            table,
            bound,
            key: std::marker::PhantomData,
        }
    }
}

/// The moves of one position, as they are compared with the wanted bound.
struct Expansion<'a, K, F, const N: usize> {
    space: &'a CompactSpace<K, N>,
    cells: [u8; N],
    ends: Ends<N>,
    /// The bound that is wanted after a move.
    wanted: u8,
    /// The least bound above `wanted` that was found.
    next: u8,
    push: F,
}

impl<K: CellsKey<N>, F: FnMut(K, u16, bool), const N: usize> Expansion<'_, K, F, N> {
    /// Considers the moves of a robot; `bound` returns the bound after a move to the given cell.
    #[inline]
    fn moves(&mut self, slot: usize, bound: impl Fn(u8) -> u8) {
        for end in self.ends[slot] {
            if end == self.cells[slot] {
                continue;
            }
            let bound = bound(end);
            if bound == self.wanted {
                self.accept(slot, end);
            } else if bound > self.wanted {
                self.next = self.next.min(bound);
            }
        }
    }

    /// Considers the moves of a robot after which the bound is at most `max`.
    #[inline]
    fn moves_below(&mut self, slot: usize, max: u8, distances: &Distances) {
        if max >= self.wanted {
            self.moves(slot, |end| max.min(distances[usize::from(end)]));
        }
    }

    #[inline]
    fn accept(&mut self, slot: usize, end: u8) {
        let mut after = self.cells;
        after[slot] = end;
        if slot >= self.space.slots.first_equal {
            self.space.slots.sort(&mut after);
        }
        let is_goal = end == self.space.target && slot < self.space.slots.goals;
        (self.push)(K::pack(after), 1, is_goal);
    }

    /// Considers all moves.
    #[inline]
    fn run(&mut self) {
        let space = self.space;
        match &space.bound {
            Bound::Robot(distances) => {
                self.moves(0, |end| distances[usize::from(end)]);
                let bound = distances[usize::from(self.cells[0])];
                if bound > self.wanted {
                    self.next = self.next.min(bound);
                } else if bound == self.wanted {
                    for slot in 1..N {
                        self.moves(slot, |_| bound);
                    }
                }
            }
            Bound::Blocker(blocker) => {
                let cells = self.cells;
                self.moves(0, |end| blocker.of(end, &cells[1..]));
                let row = &blocker.with_helper[usize::from(cells[0])];
                for slot in 1..N {
                    let lone = blocker.lone[usize::from(cells[0])];
                    let others = (1..N).filter(|other| *other != slot);
                    let bounds = others.map(|other| row[usize::from(cells[other])]);
                    self.moves_below(slot, bounds.fold(lone, u8::min), row);
                }
            }
            Bound::Any(distances) => {
                for slot in 0..N {
                    let others = (0..N).filter(|other| *other != slot);
                    let cells = self.cells;
                    let bounds = others.map(|it| distances[it][usize::from(cells[it])]);
                    self.moves_below(slot, bounds.fold(UNREACHABLE, u8::min), &distances[slot]);
                }
            }
        }
    }
}

impl<K: CellsKey<N>, const N: usize> Space for CompactSpace<K, N> {
    type Key = K;

    fn key(&self, attempt: &Attempt) -> K {
        let cell = |robot: Robot| attempt.robots().cell(robot).map_or(0, Cell::index) as u8;
        let mut cells = self.slots.robots.map(cell);
        cells[self.slots.first_equal..].sort_unstable();
        K::pack(cells)
    }

    fn bound(&self, key: K) -> Option<u16> {
        let bound = self.bound.of(&key.cells());
        (bound != UNREACHABLE).then_some(bound.into())
    }

    fn successors(&self, key: K, mut visit: impl FnMut(K, u16, bool)) {
        let cells = key.cells();
        let ends = self.table.ends(&cells);
        for slot in 0..N {
            for end in ends[slot] {
                let mut after = cells;
                after[slot] = end;
                if end == cells[slot] || self.bound.of(&after) == UNREACHABLE {
                    continue;
                }
                self.slots.sort(&mut after);
                visit(
                    K::pack(after),
                    1,
                    end == self.target && slot < self.slots.goals,
                );
            }
        }
    }

    fn max_cost(&self) -> u16 {
        1
    }

    #[inline]
    fn is_near(&self, before: K, after: K) -> bool {
        self.slots.is_one_move(&before.cells(), &after.cells())
    }

    #[inline]
    fn expand(&self, key: K, wanted: u16, push: impl FnMut(K, u16, bool)) -> u16 {
        let cells = key.cells();
        let Some(wanted) = wanted.checked_sub(1) else {
            return 1;
        };
        let mut expansion = Expansion {
            space: self,
            ends: self.table.ends(&cells),
            cells,
            wanted: wanted as u8,
            next: UNREACHABLE,
            push,
        };
        expansion.run();
        match expansion.next {
            UNREACHABLE => NO_MORE,
            next => u16::from(next) + 1,
        }
    }

    fn strengthen(&mut self) -> bool {
        let sources = self.table.paths[1..].iter().map(|paths| paths.sources());
        self.bound
            .strengthen(&self.table.paths[0], sources, self.target)
    }
}
