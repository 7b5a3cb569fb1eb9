//! Positions without the transparent robot and the ricochet rule, in one byte a robot.

use botwerk_engine::ricochet::{Attempt, CELLS, Cell, Direction, Robot};

use super::bounds::{BlockerBound, Distances, UNREACHABLE, relaxed_distances};
use super::instance::Instance;
use super::paths::{Paths, insert};
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

/// Which robot is in which slot of a code, and which slots are interchangeable.
///
/// The robot of the target is in the first slot. Then come the robots that pass a diagonal of their colour,
/// and then the others, sorted by their cells. All robots may fulfil the vortex, so none of them is special.
#[derive(Debug, Clone)]
struct Slots<const N: usize> {
    robots: [Robot; N],
    /// The first of the interchangeable slots, which are the last ones.
    first_equal: usize,
}

impl<const N: usize> Slots<N> {
    fn new(instance: &Instance) -> Self {
        let owns_diagonal = |robot: Robot| {
            instance
                .board()
                .diagonals()
                .any(|(_, it)| it.robot == robot)
        };
        let rank = |robot: Robot| match () {
            () if instance.target().robot == Some(robot) => 0,
            () if owns_diagonal(robot) => 1,
            () => 2,
        };
        let mut robots: Vec<Robot> = instance.robots().iter().map(|it| it.0).collect();
        robots.sort_by_key(|robot| (rank(*robot), *robot));
        let first_equal = robots.iter().filter(|robot| rank(**robot) < 2).count();
        Self {
            robots: std::array::from_fn(|slot| robots[slot]),
            first_equal,
        }
    }

    /// Sorts the interchangeable slots after one of them has changed.
    #[inline]
    fn sort(&self, cells: &mut [u8; N]) {
        let mut order = |slot: usize| {
            let (a, b) = (cells[slot], cells[slot + 1]);
            cells[slot] = a.min(b);
            cells[slot + 1] = a.max(b);
        };
        for slot in self.first_equal..N.saturating_sub(1) {
            order(slot);
        }
        for slot in (self.first_equal..N.saturating_sub(2)).rev() {
            order(slot);
        }
    }
}

/// The lower bound of a position.
enum Bound {
    /// The distance of the robot of the target.
    Robot(Distances),
    /// The distance of the robot of the target, or that with a helper.
    Blocker(BlockerBound),
    /// The least distance of any robot, for the vortex.
    Any(Vec<Distances>),
}

/// The positions of `N` robots of which none is transparent, without the ricochet rule.
pub(super) struct CompactSpace<K, const N: usize> {
    slots: Slots<N>,
    target: u8,
    /// The slides of the robot in each slot.
    paths: [Box<Paths>; N],
    /// The slots whose robots may fulfil the target.
    goal_slots: usize,
    bound: Bound,
    key: std::marker::PhantomData<fn() -> K>,
}

/// For each slot, where its robot stops in each direction; its own cell if there is no move.
type Ends<const N: usize> = [[u8; 4]; N];

impl<K, const N: usize> CompactSpace<K, N> {
    /// Prepares an instance with `N` robots.
    pub(super) fn new(instance: &Instance) -> Self {
        let slots = Slots::<N>::new(instance);
        let target = instance.target();
        let paths = paths_of_robots(instance, &slots);
        let mut goal = [0; CELLS / 64];
        insert(&mut goal, target.cell.index() as u8);
        let distances = |slot: usize| relaxed_distances(&paths[slot].reach(), &goal);
        let bound = match target.robot {
            Some(_) => Bound::Robot(distances(0)),
            None => Bound::Any((0..N).map(distances).collect()),
        };
        Self {
            target: target.cell.index() as u8,
            goal_slots: if target.robot.is_some() { 1 } else { N },
            slots,
            paths,
            bound,
            key: std::marker::PhantomData,
        }
    }

    /// Returns where each robot stops in each direction.
    #[inline]
    fn ends(&self, cells: &[u8; N]) -> Ends<N> {
        let mut ends: Ends<N> =
            std::array::from_fn(|slot| self.paths[slot].stops[usize::from(cells[slot])]);
        for a in 0..N {
            for b in a + 1..N {
                let (low, high) = if cells[a] < cells[b] { (a, b) } else { (b, a) };
                let differing = cells[a] ^ cells[b];
                if differing & 15 == 0 {
                    let south = &mut ends[low][SOUTH];
                    *south = (*south).min(cells[high] - 16);
                    let north = &mut ends[high][NORTH];
                    *north = (*north).max(cells[low] + 16);
                } else if differing < 16 {
                    let east = &mut ends[low][EAST];
                    *east = (*east).min(cells[high] - 1);
                    let west = &mut ends[high][WEST];
                    *west = (*west).max(cells[low] + 1);
                }
            }
        }
        for slot in 0..N {
            let bent = self.paths[slot].bent[usize::from(cells[slot])];
            if bent != 0 {
                self.follow_bent(cells, slot, bent, &mut ends[slot]);
            }
        }
        ends
    }

    /// Follows the slides of a robot that pass a diagonal.
    fn follow_bent(&self, cells: &[u8; N], slot: usize, bent: u8, ends: &mut [u8; 4]) {
        let is_occupied = |cell: u8| {
            let mut others = cells.iter().enumerate();
            others.any(|(other, it)| other != slot && *it == cell)
        };
        for (direction, end) in ends.iter_mut().enumerate() {
            if bent >> direction & 1 == 1 {
                *end = self.paths[slot]
                    .steps
                    .stop(cells[slot], direction, is_occupied);
            }
        }
    }

    /// Returns the bound of a position, or [`UNREACHABLE`].
    fn bound_of(&self, cells: &[u8; N]) -> u8 {
        match &self.bound {
            Bound::Robot(distances) => distances[usize::from(cells[0])],
            Bound::Blocker(bound) => bound.of(cells[0], &cells[1..]),
            Bound::Any(distances) => {
                let distances = distances.iter().zip(cells);
                let least = distances.map(|(distances, cell)| distances[usize::from(*cell)]);
                least.min().unwrap_or(UNREACHABLE)
            }
        }
    }
}

const NORTH: usize = Direction::North.index();
const EAST: usize = Direction::East.index();
const SOUTH: usize = Direction::South.index();
const WEST: usize = Direction::West.index();

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
        let is_goal = end == self.space.target && slot < self.space.goal_slots;
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

/// Returns the slides of the robot in each slot; robots without a diagonal of their own share theirs.
fn paths_of_robots<const N: usize>(instance: &Instance, slots: &Slots<N>) -> [Box<Paths>; N] {
    let board = instance.board();
    let stop_on_diagonal = instance.slide_rules().stop_on_diagonal;
    let new = |robot| Box::new(Paths::new(board, robot, stop_on_diagonal));
    let owns_diagonal = |robot: Robot| board.diagonals().any(|(_, it)| it.robot == robot);
    // The transparent robot owns no diagonal, so its slides without choices are those of all others.
    let shared = new(Robot::Transparent);
    slots.robots.map(|robot| {
        if owns_diagonal(robot) {
            new(robot)
        } else {
            shared.clone()
        }
    })
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
        let bound = self.bound_of(&key.cells());
        (bound != UNREACHABLE).then_some(bound.into())
    }

    #[inline]
    fn expand(&self, key: K, wanted: u16, push: impl FnMut(K, u16, bool)) -> u16 {
        let cells = key.cells();
        let Some(wanted) = wanted.checked_sub(1) else {
            return 1;
        };
        let mut expansion = Expansion {
            space: self,
            ends: self.ends(&cells),
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

    fn predecessors(&self, key: K, found: &mut Vec<(K, u16)>) {
        let after = key.cells();
        for slot in 0..N {
            let paths = &self.paths[slot];
            for from in 0..=u8::MAX {
                let stops = paths.stops[usize::from(from)];
                let is_near = paths.bent[usize::from(from)] != 0
                    || (from ^ after[slot]) & 15 == 0
                    || (from ^ after[slot]) < 16;
                if !is_near || stops == [from; 4] || after.contains(&from) {
                    continue;
                }
                let mut before = after;
                before[slot] = from;
                if self.ends(&before)[slot].contains(&after[slot]) {
                    before[self.slots.first_equal..].sort_unstable();
                    found.push((K::pack(before), 1));
                }
            }
        }
    }

    fn strengthen(&mut self) -> bool {
        if N == 1 || !matches!(self.bound, Bound::Robot(_)) {
            return false;
        }
        let mut helpers = [[0; CELLS / 64]; CELLS];
        for paths in &self.paths[1..] {
            for (all, own) in helpers.iter_mut().zip(paths.reach()) {
                for (all, own) in all.iter_mut().zip(own) {
                    *all |= own;
                }
            }
        }
        let robot = &self.paths[0];
        let blocker = BlockerBound::new(robot, &robot.reach(), &helpers, self.target);
        self.bound = Bound::Blocker(blocker);
        true
    }
}
