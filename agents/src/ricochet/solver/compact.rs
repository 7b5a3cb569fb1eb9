//! Positions without the transparent robot and the ricochet rule, in the cells of their robots.

use botwerk_engine::ricochet::{Attempt, Robot};

use super::bounds::{Bound, Distances, UNREACHABLE, distances_to};
use super::grid::{CellGrid, CellNumber, Grid16, Grid32};
use super::instance::Instance;
use super::slide_table::{Ends, SlideTable};
use super::slots::Slots;
use super::space::{NO_MORE, Space};
use super::visited::Key;

/// A code of `N` cells of a grid.
pub(super) trait CellsKey<G: CellGrid, const N: usize>: Key {
    /// Packs the cells, the first one lowest.
    fn pack(cells: [G::Number; N]) -> Self;

    /// Returns the packed cells.
    fn cells(self) -> [G::Number; N];
}

/// The four lowest bytes suffice for four robots.
impl<const N: usize> CellsKey<Grid16, N> for u32 {
    #[inline]
    fn pack(cells: [u8; N]) -> Self {
        Grid16::pack(cells) as Self
    }

    #[inline]
    fn cells(self) -> [u8; N] {
        Grid16::unpack(self.into())
    }
}

macro_rules! cells_key {
    ($grid:ty) => {
        impl<const N: usize> CellsKey<$grid, N> for u64 {
            #[inline]
            fn pack(cells: [<$grid as CellGrid>::Number; N]) -> Self {
                <$grid>::pack(cells)
            }

            #[inline]
            fn cells(self) -> [<$grid as CellGrid>::Number; N] {
                <$grid>::unpack(self)
            }
        }
    };
}

cells_key!(Grid16);
cells_key!(Grid32);

/// The positions of `N` robots of which none is transparent, without the ricochet rule.
pub(super) struct CompactSpace<G: CellGrid, K, const N: usize> {
    slots: Slots<N>,
    target: G::Number,
    table: SlideTable<G, N>,
    bound: Bound<G>,
    key: std::marker::PhantomData<fn() -> K>,
}

impl<G: CellGrid, K, const N: usize> CompactSpace<G, K, N> {
    /// Prepares an instance with `N` robots.
    pub(super) fn new(instance: &Instance) -> Self {
        let slots = Slots::new(instance);
        let table = SlideTable::<G, N>::new(instance, &slots);
        let target = G::number(instance.target().cell);
        let distances = |slot: usize| distances_to::<G>(&table.paths[slot].sources(), target);
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
struct Expansion<'a, G: CellGrid, K, F, const N: usize> {
    space: &'a CompactSpace<G, K, N>,
    cells: [G::Number; N],
    ends: Ends<G, N>,
    /// The bound that is wanted after a move.
    wanted: u8,
    /// The least bound above `wanted` that was found.
    next: u8,
    push: F,
}

impl<G: CellGrid, K: CellsKey<G, N>, F: FnMut(K, u16, bool), const N: usize>
    Expansion<'_, G, K, F, N>
{
    /// Considers the moves of a robot; `bound` returns the bound after a move to the given cell.
    #[inline]
    fn moves(&mut self, slot: usize, bound: impl Fn(G::Number) -> u8) {
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
    fn moves_below(&mut self, slot: usize, max: u8, distances: &Distances<G>) {
        if max >= self.wanted {
            self.moves(slot, |end| max.min(distances[end.index()]));
        }
    }

    #[inline]
    fn accept(&mut self, slot: usize, end: G::Number) {
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
                self.moves(0, |end| distances[end.index()]);
                let bound = distances[self.cells[0].index()];
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
                let row = &blocker.with_helper[cells[0].index()];
                for slot in 1..N {
                    let lone = blocker.lone[cells[0].index()];
                    let others = (1..N).filter(|other| *other != slot);
                    let bounds = others.map(|other| row[cells[other].index()]);
                    self.moves_below(slot, bounds.fold(lone, u8::min), row);
                }
            }
            Bound::Any(distances) => {
                for slot in 0..N {
                    let others = (0..N).filter(|other| *other != slot);
                    let cells = self.cells;
                    let bounds = others.map(|it| distances[it][cells[it].index()]);
                    self.moves_below(slot, bounds.fold(UNREACHABLE, u8::min), &distances[slot]);
                }
            }
        }
    }
}

impl<G: CellGrid, K: CellsKey<G, N>, const N: usize> Space for CompactSpace<G, K, N> {
    type Key = K;

    const STRENGTHEN_AFTER: usize = G::STRENGTHEN_AFTER;

    fn key(&self, attempt: &Attempt) -> K {
        let cell = |robot: Robot| attempt.robots().cell(robot).map(G::number);
        let none = G::Number::from_index(0);
        let mut cells = self.slots.robots.map(|robot| cell(robot).unwrap_or(none));
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
