//! Positions with the transparent robot or the ricochet rule.

use botwerk_engine::ricochet::{
    Attempt, Board, Direction, Move, Robot, Robots, Slide, SlideRules, Turning, slides,
};

use super::bounds::{Bound, UNREACHABLE, distances_to};
use super::grid::{CellGrid, CellNumber, insert};
use super::instance::Instance;
use super::paths::{Paths, Sources};
use super::slide_table::{Ends, SlideTable};
use super::slots::Slots;
use super::space::{NO_MORE, Space};

/// A position: cells, and under the ricochet rule how far the robots that may fulfil the target have turned,
/// and the last move.
#[derive(Clone, Copy)]
struct Position<G: CellGrid, const N: usize> {
    cells: [G::Number; N],
    turnings: [Turning; N],
    last: Option<(usize, Direction)>,
}

/// The first bit of the turnings in a code, and of the last move.
const TURNINGS: usize = 64;
const LAST: usize = TURNINGS + 16;

impl<G: CellGrid, const N: usize> Position<G, N> {
    fn pack(&self) -> u128 {
        let mut code = u128::from(G::pack(self.cells));
        for (slot, turning) in self.turnings.iter().enumerate() {
            code |= (*turning as u128) << (TURNINGS + 2 * slot);
        }
        if let Some((slot, direction)) = self.last {
            code |= (1 + 4 * slot as u128 + direction as u128) << LAST;
        }
        code
    }

    fn unpack(code: u128) -> Self {
        let turning = |slot: usize| match code >> (TURNINGS + 2 * slot) & 3 {
            0 => Turning::Unmoved,
            1 => Turning::Horizontal,
            2 => Turning::Vertical,
            _ => Turning::Turned,
        };
        let last = (code >> LAST) as usize;
        Self {
            cells: G::unpack(code as u64),
            turnings: std::array::from_fn(turning),
            last: last
                .checked_sub(1)
                .map(|last| (last / 4, Direction::ALL[last % 4])),
        }
    }

    /// Sorts the slots from `first` on by their cells, together with what belongs to them.
    fn sort(&mut self, first: usize) {
        let moved = self
            .last
            .map(|(slot, direction)| (self.cells[slot], direction));
        let mut order: [(G::Number, Turning); N] =
            std::array::from_fn(|slot| (self.cells[slot], self.turnings[slot]));
        order[first..].sort_unstable();
        self.cells = order.map(|it| it.0);
        self.turnings = order.map(|it| it.1);
        self.last = moved.and_then(|(cell, direction)| {
            let slot = self.cells.iter().position(|it| *it == cell)?;
            Some((slot, direction))
        });
    }
}

/// The positions of `N` robots under all rules.
pub(super) struct FullSpace<G: CellGrid, const N: usize> {
    slots: Slots<N>,
    board: Board,
    rules: SlideRules,
    ricochet_rule: bool,
    target: G::Number,
    table: SlideTable<G, N>,
    bound: Bound<G>,
}

impl<G: CellGrid, const N: usize> FullSpace<G, N> {
    /// Prepares an instance with `N` robots.
    pub(super) fn new(instance: &Instance) -> Self {
        let slots = Slots::new(instance);
        let table = SlideTable::new(instance, &slots);
        let board = instance.board().clone();
        let target = G::number(instance.target().cell);
        let distances = |slot| distances_to::<G>(&sources(&board, &slots, &table, slot), target);
        let bound = Bound::new(slots.goals, N, distances);
        Self {
            board,
            rules: instance.slide_rules(),
            ricochet_rule: instance.ricochet_rule(),
            target,
            bound,
            slots,
            table,
        }
    }

    /// Calls `visit` with every legal move of a robot.
    fn for_each_slide(
        &self,
        position: &Position<G, N>,
        ends: &Ends<G, N>,
        slot: usize,
        mut visit: impl FnMut(Move, Slide),
    ) {
        let robot = self.slots.robots[slot];
        let cell = position.cells[slot];
        let bent = self.table.paths[slot].bent[cell.index()];
        let mut found = Vec::new();
        for direction in Direction::ALL {
            if robot == Robot::Transparent || bent >> direction.index() & 1 == 1 {
                found.clear();
                let robots = self.robots(&position.cells);
                slides(
                    &self.board,
                    &robots,
                    robot,
                    direction,
                    self.rules,
                    &mut found,
                );
                for (step, slide) in &found {
                    visit(*step, *slide);
                }
                continue;
            }
            let end = ends[slot][direction.index()];
            if end != cell {
                let slide = Slide {
                    end: G::cell(end),
                    cost: 1,
                    is_turned: false,
                    arrival: direction,
                };
                visit(Move::new(robot, direction), slide);
            }
        }
    }

    /// Calls `visit` with the unsorted position after every legal move that can lead to a solution, its bound,
    /// the cost, and whether the move fulfils the target.
    fn for_each_move(&self, key: u128, mut visit: impl FnMut(Position<G, N>, u16, u16, bool)) {
        let position = Position::<G, N>::unpack(key);
        let ends = self.table.ends(&position.cells);
        for slot in 0..N {
            self.for_each_slide(&position, &ends, slot, |step, slide| {
                let Some(after) = self.after(&position, slot, step, &slide) else {
                    return;
                };
                let bound = self.bound.of(&after.cells);
                if bound != UNREACHABLE {
                    let is_goal = slot < self.slots.goals && after.cells[slot] == self.target;
                    visit(after, bound.into(), slide.cost, is_goal);
                }
            });
        }
    }

    fn robots(&self, cells: &[G::Number; N]) -> Robots {
        let slots = self.slots.robots.iter().zip(cells);
        slots.fold(Robots::EMPTY, |robots, (robot, cell)| {
            robots.with(*robot, G::cell(*cell))
        })
    }

    /// Returns the position after a move, or `None` if the ricochet rule forbids it (RR-6).
    fn after(
        &self,
        position: &Position<G, N>,
        slot: usize,
        step: Move,
        slide: &Slide,
    ) -> Option<Position<G, N>> {
        let mut after = *position;
        after.cells[slot] = G::number(slide.end);
        if self.ricochet_rule {
            if position.last == Some((slot, step.direction.opposite())) {
                return None;
            }
            if slot < self.slots.goals {
                let turning = &mut after.turnings[slot];
                *turning = turning.after(step.direction, slide.is_turned);
                if after.cells[slot] == self.target && *turning != Turning::Turned {
                    return None;
                }
            }
            after.last = Some((slot, slide.arrival));
        }
        Some(after)
    }
}

/// Returns, for each cell, those from which one move of a robot can lead there.
fn sources<G: CellGrid, const N: usize>(
    board: &Board,
    slots: &Slots<N>,
    table: &SlideTable<G, N>,
    slot: usize,
) -> Sources<G> {
    if slots.robots[slot] == Robot::Transparent {
        transparent_sources::<G>(board)
    } else {
        table.paths[slot].sources()
    }
}

/// Returns, for each cell, those from which the transparent robot can reach it at the cost of one move:
/// by a slide up to a wall or a diagonal, or by going through the wall where it stands and sliding on.
///
/// A longer slide costs at least as much as these parts of it. A diagonal is where a part may end, because
/// passing it is the next part.
fn transparent_sources<G: CellGrid>(board: &Board) -> Sources<G> {
    let paths = Paths::<G>::new(board, Robot::Transparent, true);
    let mut sources = paths.sources();
    for cell in board.size().cells() {
        for direction in Direction::ALL {
            let next = board.neighbour(cell, direction);
            let Some(next) = next.filter(|_| board.can_be_crossed(cell, direction)) else {
                continue;
            };
            let from = G::number(cell);
            insert::<G>(&mut sources[G::number(next).index()], from);
            let diagonal = board.diagonal(next);
            let heading = diagonal.map_or(direction, |diagonal| diagonal.turn(direction));
            paths.for_each_stop(G::number(next), heading.index(), |cell, _| {
                insert::<G>(&mut sources[cell.index()], from);
            });
        }
    }
    sources
}

impl<G: CellGrid, const N: usize> Space for FullSpace<G, N> {
    type Key = u128;

    const STRENGTHEN_AFTER: usize = G::STRENGTHEN_AFTER;

    fn key(&self, attempt: &Attempt) -> u128 {
        let robots = attempt.robots();
        let none = G::Number::from_index(0);
        let cell = |robot: Robot| robots.cell(robot).map_or(none, G::number);
        let turning = |slot: usize| {
            if self.ricochet_rule && slot < self.slots.goals {
                // Interchangeable robots are distinguished by their present cells.
                attempt.turning(self.slots.robots[slot])
            } else {
                Turning::Unmoved
            }
        };
        let slot = |robot: Robot| self.slots.robots.iter().position(|it| *it == robot);
        let last = attempt.last().filter(|_| self.ricochet_rule);
        let mut position = Position::<G, N> {
            cells: self.slots.robots.map(cell),
            turnings: std::array::from_fn(turning),
            last: last.and_then(|(robot, arrival)| Some((slot(robot)?, arrival))),
        };
        position.sort(self.slots.first_equal);
        position.pack()
    }

    fn bound(&self, key: u128) -> Option<u16> {
        let bound = self.bound.of(&Position::<G, N>::unpack(key).cells);
        (bound != UNREACHABLE).then_some(bound.into())
    }

    fn expand(&self, key: u128, wanted: u16, mut push: impl FnMut(u128, u16, bool)) -> u16 {
        let mut next = NO_MORE;
        self.for_each_move(key, |mut after, bound, cost, is_goal| {
            let total = cost + bound;
            if total == wanted {
                after.sort(self.slots.first_equal);
                push(after.pack(), cost, is_goal);
            } else if total > wanted {
                next = next.min(total);
            }
        });
        next
    }

    fn successors(&self, key: u128, mut visit: impl FnMut(u128, u16, bool)) {
        self.for_each_move(key, |mut after, _, cost, is_goal| {
            after.sort(self.slots.first_equal);
            visit(after.pack(), cost, is_goal);
        });
    }

    fn max_cost(&self) -> u16 {
        if self.slots.robots.contains(&Robot::Transparent) {
            // The eight choices with signs are made within two laps of a loop, after which the slide comes to no
            // cell twice in the same direction.
            3 * 4 * G::CELLS as u16
        } else {
            1
        }
    }

    fn is_near(&self, before: u128, after: u128) -> bool {
        let cells = |key| Position::<G, N>::unpack(key).cells;
        self.slots.is_one_move(&cells(before), &cells(after))
    }

    fn strengthen(&mut self) -> bool {
        if self.slots.robots[0] == Robot::Transparent {
            return false;
        }
        let of = |slot| sources(&self.board, &self.slots, &self.table, slot);
        self.bound
            .strengthen(&self.table.paths[0], (1..N).map(of), self.target)
    }
}
