//! The slides of one robot over a board without other robots.

use botwerk_engine::ricochet::{Board, CELLS, Cell, Direction, Robot};

/// A set of cells: bit `i % 64` of word `i / 64` is the cell with index `i`.
pub(super) type CellSet = [u64; CELLS / 64];

/// Adds a cell to a set.
pub(super) fn insert(set: &mut CellSet, cell: u8) {
    set[usize::from(cell) / 64] |= 1 << (cell % 64);
}

/// For each cell, those from which a move can end there.
pub(super) type Sources = [CellSet; CELLS];

/// Returns `true` if a cell is in a set.
#[inline]
pub(super) fn contains(set: &CellSet, cell: u8) -> bool {
    set[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
}

/// Walls, diagonals and neighbours in the form that is followed cell by cell.
#[derive(Clone)]
pub(super) struct Steps {
    /// For each direction and cell, whether the robot leaves the cell.
    is_open: [[bool; CELLS]; 4],
    /// For each cell, the diagonal that turns the robot: 0 none, 1 rising, 2 falling.
    turning: [u8; CELLS],
    /// For each cell, whether the robot may stop on it.
    can_stop: [bool; CELLS],
}

/// For rising and falling diagonals, the direction after each direction: north, east, south, west.
const TURNED: [[usize; 4]; 2] = [[1, 0, 3, 2], [3, 2, 1, 0]];

/// The difference of the cell index in each direction.
pub(super) const OFFSETS: [u8; 4] = [240, 1, 16, 255];

impl Steps {
    /// Prepares the board for a robot.
    pub(super) fn new(board: &Board, robot: Robot, stop_on_diagonal: bool) -> Self {
        let mut steps = Self {
            is_open: [[false; CELLS]; 4],
            turning: [0; CELLS],
            can_stop: [true; CELLS],
        };
        for cell in Cell::all() {
            let walls = board.walls(cell);
            for (direction, open) in steps.is_open.iter_mut().enumerate() {
                open[cell.index()] = walls >> direction & 1 == 0;
            }
        }
        for (cell, diagonal) in board.diagonals() {
            steps.can_stop[cell.index()] = stop_on_diagonal;
            if diagonal.robot != robot {
                steps.turning[cell.index()] = 1 + diagonal.slope as u8;
            }
        }
        steps
    }

    /// Returns the cell and direction after one step, or `None` if a wall stops the robot.
    #[inline]
    pub(super) fn step(&self, cell: u8, direction: usize) -> Option<(u8, usize)> {
        if !self.is_open[direction][usize::from(cell)] {
            return None;
        }
        let next = cell.wrapping_add(OFFSETS[direction]);
        Some(match self.turning[usize::from(next)] {
            0 => (next, direction),
            slope => (next, TURNED[usize::from(slope) - 1][direction]),
        })
    }

    /// Returns `true` if the robot may stop on a cell.
    pub(super) fn can_stop(&self, cell: u8) -> bool {
        self.can_stop[usize::from(cell)]
    }

    /// Returns the cells on the way of a robot that nothing but walls stops.
    fn way(&self, from: u8, direction: usize) -> CellSet {
        let mut way = [0; CELLS / 64];
        let (mut cell, mut heading) = (from, direction);
        for _ in 0..4 * CELLS {
            let Some(next) = self.step(cell, heading) else {
                break;
            };
            (cell, heading) = next;
            insert(&mut way, cell);
        }
        way
    }

    /// Returns where the robot stops if `is_occupied` cells block it, or its own cell if the slide is
    /// illegal or does not leave the cell.
    pub(super) fn stop(&self, from: u8, direction: usize, is_occupied: impl Fn(u8) -> bool) -> u8 {
        let (mut cell, mut heading) = (from, direction);
        // A slide of more steps has come to a cell twice in the same direction, so it never ends.
        for _ in 0..4 * CELLS {
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
pub(super) struct Paths {
    pub(super) steps: Steps,
    /// For each cell and direction, where the slide ends; the cell itself if there is no slide.
    pub(super) stops: [[u8; 4]; CELLS],
    /// For each cell, the directions in which the slide passes a diagonal: bit `i` is direction `i`.
    pub(super) bent: [u8; CELLS],
    /// For each of these slides, in the order of directions and cells, the cells on its way.
    bent_ways: Vec<CellSet>,
    /// For each direction and cell, the index of its way, if the slide passes a diagonal.
    way: [[u16; CELLS]; 4],
}

impl Paths {
    /// Follows all slides of a robot.
    pub(super) fn new(board: &Board, robot: Robot, stop_on_diagonal: bool) -> Self {
        let steps = Steps::new(board, robot, stop_on_diagonal);
        let mut paths = Self {
            steps,
            stops: [[0; 4]; CELLS],
            bent: [0; CELLS],
            bent_ways: Vec::new(),
            way: [[0; CELLS]; 4],
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
                let next = usize::from((cell as u8).wrapping_add(OFFSETS[direction]));
                stops[cell][direction] = if is_open[cell] {
                    stops[next][direction]
                } else {
                    cell as u8
                };
            };
            if is_backward {
                (0..CELLS).rev().for_each(&mut follow);
            } else {
                (0..CELLS).for_each(&mut follow);
            }
        }
    }

    /// Follows the slides that pass a diagonal: those from the cells of the lines that lead to one.
    fn follow_diagonals(&mut self, board: &Board) {
        for (diagonal, _) in board.diagonals() {
            for (direction, offset) in OFFSETS.into_iter().enumerate() {
                let mut from = diagonal.index() as u8;
                // The frame is closed, so the neighbour exists if it opens towards the diagonal.
                loop {
                    from = from.wrapping_sub(offset);
                    if !self.steps.is_open[direction][usize::from(from)] {
                        break;
                    }
                    self.bent[usize::from(from)] |= 1 << direction;
                    let stop = self.steps.stop(from, direction, |_| false);
                    self.stops[usize::from(from)][direction] = stop;
                    self.way[direction][usize::from(from)] = self.bent_ways.len() as u16;
                    self.bent_ways.push(self.steps.way(from, direction));
                }
            }
        }
    }

    /// Returns where the robot stops on a slide that passes a diagonal, if other robots stand on the cells of
    /// `others`.
    #[inline]
    pub(super) fn bent_stop(&self, from: u8, direction: usize, others: &CellSet) -> u8 {
        let way = &self.bent_ways[usize::from(self.way[direction][usize::from(from)])];
        let is_blocked = way
            .iter()
            .zip(others)
            .any(|(way, others)| way & others != 0);
        if is_blocked {
            return self
                .steps
                .stop(from, direction, |cell| contains(others, cell));
        }
        self.stops[usize::from(from)][direction]
    }

    /// Calls `visit` with every cell of a slide on which the robot may stop, its direction there, and the
    /// cell behind it that would have to be occupied, or `None` at the end of the slide.
    pub(super) fn for_each_stop(
        &self,
        from: u8,
        direction: usize,
        mut visit: impl FnMut(u8, Option<u8>),
    ) {
        let (mut cell, mut heading) = (from, direction);
        for _ in 0..4 * CELLS {
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
    pub(super) fn sources(&self) -> Sources {
        let mut sources = [[0; CELLS / 64]; CELLS];
        for from in 0..=u8::MAX {
            for (direction, offset) in OFFSETS.into_iter().enumerate() {
                if self.bent[usize::from(from)] >> direction & 1 == 1 {
                    self.for_each_stop(from, direction, |cell, _| {
                        insert(&mut sources[usize::from(cell)], from);
                    });
                } else {
                    let end = self.stops[usize::from(from)][direction];
                    let mut cell = from;
                    while cell != end {
                        cell = cell.wrapping_add(offset);
                        insert(&mut sources[usize::from(cell)], from);
                    }
                }
            }
        }
        sources
    }
}
