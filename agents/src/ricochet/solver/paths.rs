//! The slides of one robot over a board without other robots.

use botwerk_engine::ricochet::{Board, Direction, Robot};

use super::grid::{CellGrid, CellNumber, contains, insert};

/// For each cell, those from which a move can end there.
pub(super) type Sources<G> = <G as CellGrid>::PerCell<<G as CellGrid>::Set>;

/// Walls, diagonals and neighbours in the form that is followed cell by cell.
#[derive(Clone)]
pub(super) struct Steps<G: CellGrid> {
    /// For each direction and cell, whether the robot leaves the cell.
    is_open: [G::PerCell<bool>; 4],
    /// For each cell, the diagonal that turns the robot: 0 none, 1 rising, 2 falling.
    turning: G::PerCell<u8>,
    /// For each cell, whether the robot may stop on it.
    can_stop: G::PerCell<bool>,
}

/// For rising and falling diagonals, the direction after each direction: north, east, south, west.
const TURNED: [[usize; 4]; 2] = [[1, 0, 3, 2], [3, 2, 1, 0]];

impl<G: CellGrid> Steps<G> {
    /// Prepares the board for a robot.
    pub(super) fn new(board: &Board, robot: Robot, stop_on_diagonal: bool) -> Self {
        let mut steps = Self {
            is_open: [(); 4].map(|()| G::per_cell(false)),
            turning: G::per_cell(0),
            can_stop: G::per_cell(true),
        };
        for cell in board.size().cells() {
            let walls = board.walls(cell);
            for (direction, open) in steps.is_open.iter_mut().enumerate() {
                open[G::number(cell).index()] = walls >> direction & 1 == 0;
            }
        }
        for (cell, diagonal) in board.diagonals() {
            let cell = G::number(cell).index();
            steps.can_stop[cell] = stop_on_diagonal;
            if diagonal.robot != robot {
                steps.turning[cell] = 1 + diagonal.slope as u8;
            }
        }
        steps
    }

    /// Returns the cell and direction after one step, or `None` if a wall stops the robot.
    #[inline]
    pub(super) fn step(&self, cell: G::Number, direction: usize) -> Option<(G::Number, usize)> {
        if !self.is_open[direction][cell.index()] {
            return None;
        }
        let next = G::next(cell, direction);
        Some(match self.turning[next.index()] {
            0 => (next, direction),
            slope => (next, TURNED[usize::from(slope) - 1][direction]),
        })
    }

    /// Returns `true` if the robot may stop on a cell.
    pub(super) fn can_stop(&self, cell: G::Number) -> bool {
        self.can_stop[cell.index()]
    }

    /// Returns the cells on the way of a robot that nothing but walls stops.
    fn way(&self, from: G::Number, direction: usize) -> G::Set {
        let mut way = G::empty_set();
        let (mut cell, mut heading) = (from, direction);
        for _ in 0..4 * G::CELLS {
            let Some(next) = self.step(cell, heading) else {
                break;
            };
            (cell, heading) = next;
            insert::<G>(&mut way, cell);
        }
        way
    }

    /// Returns where the robot stops if `is_occupied` cells block it, or its own cell if the slide is
    /// illegal or does not leave the cell.
    pub(super) fn stop(
        &self,
        from: G::Number,
        direction: usize,
        is_occupied: impl Fn(G::Number) -> bool,
    ) -> G::Number {
        let (mut cell, mut heading) = (from, direction);
        // A slide of more steps has come to a cell twice in the same direction, so it never ends.
        for _ in 0..4 * G::CELLS {
            let next = self.step(cell, heading);
            let next = next.filter(|(next, _)| !is_occupied(*next));
            match next {
                Some(next) => (cell, heading) = next,
                None if self.can_stop(cell) => return cell,
                None => return from,
            }
        }
        from
    }
}

/// The slides of a robot from every cell in every direction, without other robots.
#[derive(Clone)]
pub(super) struct Paths<G: CellGrid> {
    pub(super) steps: Steps<G>,
    /// For each cell and direction, where the slide ends; the cell itself if there is no slide.
    pub(super) stops: G::PerCell<[G::Number; 4]>,
    /// For each cell, the directions in which the slide passes a diagonal: bit `i` is direction `i`.
    pub(super) bent: G::PerCell<u8>,
    /// For each of these slides, in the order of directions and cells, the cells on its way.
    bent_ways: Vec<G::Set>,
    /// For each direction and cell, the index of its way, if the slide passes a diagonal.
    way: [G::PerCell<u16>; 4],
}

impl<G: CellGrid> Paths<G> {
    /// Follows all slides of a robot.
    pub(super) fn new(board: &Board, robot: Robot, stop_on_diagonal: bool) -> Self {
        let steps = Steps::new(board, robot, stop_on_diagonal);
        let mut paths = Self {
            steps,
            stops: G::per_cell([G::Number::from_index(0); 4]),
            bent: G::per_cell(0),
            bent_ways: Vec::new(),
            way: [(); 4].map(|()| G::per_cell(0)),
        };
        paths.follow_lines();
        paths.follow_diagonals(board);
        paths
    }

    /// Computes all slides as if there were no diagonals, each from that of the next cell.
    fn follow_lines(&mut self) {
        for direction in Direction::ALL {
            let is_backward = matches!(direction, Direction::East | Direction::South);
            let direction = direction.index();
            let (stops, is_open) = (&mut self.stops, &self.steps.is_open[direction]);
            let mut follow = |cell: usize| {
                let own = G::Number::from_index(cell);
                stops[cell][direction] = if is_open[cell] {
                    stops[G::next(own, direction).index()][direction]
                } else {
                    own
                };
            };
            if is_backward {
                (0..G::CELLS).rev().for_each(&mut follow);
            } else {
                (0..G::CELLS).for_each(&mut follow);
            }
        }
    }

    /// Follows the slides that pass a diagonal: those from the cells of the lines that lead to one.
    fn follow_diagonals(&mut self, board: &Board) {
        for (diagonal, _) in board.diagonals() {
            for direction in Direction::ALL {
                let (direction, backward) = (direction.index(), direction.opposite().index());
                let mut from = G::number(diagonal);
                // The frame is closed, so the neighbour exists if it opens towards the diagonal.
                loop {
                    from = G::next(from, backward);
                    let cell = from.index();
                    if !self.steps.is_open[direction][cell] {
                        break;
                    }
                    self.bent[cell] |= 1 << direction;
                    self.stops[cell][direction] = self.steps.stop(from, direction, |_| false);
                    self.way[direction][cell] = self.bent_ways.len() as u16;
                    self.bent_ways.push(self.steps.way(from, direction));
                }
            }
        }
    }

    /// Returns where the robot stops on a slide that passes a diagonal, if other robots stand on the cells of
    /// `others`.
    #[inline]
    pub(super) fn bent_stop(
        &self,
        from: G::Number,
        direction: usize,
        others: &G::Set,
    ) -> G::Number {
        let way = &self.bent_ways[usize::from(self.way[direction][from.index()])];
        let is_blocked = way
            .as_ref()
            .iter()
            .zip(others.as_ref())
            .any(|(way, others)| way & others != 0);
        if is_blocked {
            return self
                .steps
                .stop(from, direction, |cell| contains::<G>(others, cell));
        }
        self.stops[from.index()][direction]
    }

    /// Calls `visit` with every cell of a slide on which the robot may stop, its direction there, and the
    /// cell behind it that would have to be occupied, or `None` at the end of the slide.
    pub(super) fn for_each_stop(
        &self,
        from: G::Number,
        direction: usize,
        mut visit: impl FnMut(G::Number, Option<G::Number>),
    ) {
        let (mut cell, mut heading) = (from, direction);
        for _ in 0..4 * G::CELLS {
            let Some(next) = self.steps.step(cell, heading) else {
                return;
            };
            (cell, heading) = next;
            if self.steps.can_stop(cell) {
                visit(cell, self.steps.step(cell, heading).map(|next| next.0));
            }
        }
    }

    /// Returns, for each cell, all cells from which a move of the robot can end there if other robots may
    /// stand anywhere.
    pub(super) fn sources(&self) -> Sources<G> {
        let mut sources = G::per_cell(G::empty_set());
        for from in (0..G::CELLS).map(G::Number::from_index) {
            for direction in 0..4 {
                if self.bent[from.index()] >> direction & 1 == 1 {
                    self.for_each_stop(from, direction, |cell, _| {
                        insert::<G>(&mut sources[cell.index()], from);
                    });
                } else {
                    let end = self.stops[from.index()][direction];
                    let mut cell = from;
                    while cell != end {
                        cell = G::next(cell, direction);
                        insert::<G>(&mut sources[cell.index()], from);
                    }
                }
            }
        }
        sources
    }
}
