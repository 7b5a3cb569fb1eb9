//! Boards, robots and slides, as an instance line gives them.

use serde_json::Value;

/// North, east, south, west.
pub(crate) const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// An instance.
pub(crate) struct Instance {
    /// Number of columns and rows of the square in which the board is in the north-west: 16, or 32 for a board with
    /// more of them.
    pub(crate) side: usize,
    walls: Vec<u8>,
    /// For each cell, whether a diagonal rises, and its colour.
    diagonals: Vec<Option<(bool, usize)>>,
    pub(crate) robots: Vec<usize>,
    pub(crate) target: usize,
    /// The robot that must reach the target, or any.
    pub(crate) target_robot: Option<usize>,
    pub(crate) ricochet_rule: bool,
    pub(crate) transparent: Option<usize>,
    is_surcharge: bool,
    /// Whether the board has a size of its own, without a centre block.
    is_sized: bool,
}

/// The end of a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slide {
    pub(crate) end: usize,
    pub(crate) cost: u32,
    pub(crate) is_turned: bool,
    pub(crate) arrival: usize,
}

/// A robot on its way.
#[derive(Clone)]
struct Walker {
    robot: usize,
    cell: usize,
    direction: usize,
    has_moved: bool,
    is_turned: bool,
    cost: u32,
    choices: u32,
    visited: Vec<(usize, usize)>,
}

impl Instance {
    pub(crate) fn new(line: &Value) -> Self {
        let number = |value: &Value| value.as_i64().unwrap();
        let index = |value: &Value| usize::try_from(number(value)).ok();
        let size = line["size"].as_str().and_then(|size| size.split_once('x'));
        let parse = |text: &str| text.parse::<usize>().unwrap();
        let (width, height) = size.map_or((16, 16), |size| (parse(size.0), parse(size.1)));
        let side = if width.max(height) > 16 { 32 } else { 16 };
        let cell = |value: &Value| index(value).map(|cell| cell / width * side + cell % width);
        let mut diagonals = vec![None; side * side];
        for diagonal in line["diagonals"].as_array().unwrap() {
            let colour = index(&diagonal[2]).unwrap();
            diagonals[cell(&diagonal[0]).unwrap()] = Some((diagonal[1] == "/", colour));
        }
        let mut walls = vec![15; side * side];
        for (index, digit) in line["walls"].as_str().unwrap().chars().enumerate() {
            walls[index / width * side + index % width] = digit.to_digit(16).unwrap() as u8;
        }
        let robots = line["robots"].as_array().unwrap();
        Self {
            side,
            walls,
            diagonals,
            robots: robots.iter().map(|it| cell(it).unwrap()).collect(),
            target: cell(&line["target"]["pos"]).unwrap(),
            target_robot: index(&line["target"]["robot"]),
            ricochet_rule: line["ricochet_rule"] == true,
            transparent: line["transparent"].as_u64().map(|index| index as usize),
            is_surcharge: line["crossing_cost"] == "surcharge",
            is_sized: size.is_some(),
        }
    }

    /// Returns `true` if a diagonal has the colour of the robot.
    pub(crate) fn owns_diagonal(&self, robot: usize) -> bool {
        let mut diagonals = self.diagonals.iter().flatten();
        self.transparent != Some(robot) && diagonals.any(|(_, colour)| *colour == robot)
    }

    pub(crate) fn has_diagonal(&self, cell: usize) -> bool {
        self.diagonals[cell].is_some()
    }

    /// Returns the number of cells of the square.
    pub(crate) fn cells(&self) -> usize {
        self.side * self.side
    }

    pub(crate) fn neighbour(&self, cell: usize, direction: usize) -> Option<usize> {
        let side = self.side as i32;
        let x = cell as i32 % side + STEPS[direction].0;
        let y = cell as i32 / side + STEPS[direction].1;
        let is_inside = (0..side).contains(&x) && (0..side).contains(&y);
        is_inside.then(|| (y * side + x) as usize)
    }

    pub(crate) fn has_wall(&self, cell: usize, direction: usize) -> bool {
        self.walls[cell] >> direction & 1 == 1
    }

    /// Returns `true` if the transparent robot can go through the wall.
    pub(crate) fn is_crossable(&self, cell: usize, direction: usize) -> bool {
        let is_closed = |cell: usize| {
            if self.is_sized {
                self.walls[cell] == 15
            } else {
                [119, 120, 135, 136].contains(&cell)
            }
        };
        let next = self.neighbour(cell, direction);
        next.is_some_and(|next| !is_closed(cell) && !is_closed(next))
            && self.has_wall(cell, direction)
    }

    /// Returns the direction after the diagonal of a cell, if it turns the robot.
    pub(crate) fn turned(&self, robot: usize, cell: usize, direction: usize) -> Option<usize> {
        let (rises, colour) = self.diagonals[cell]?;
        if colour == robot && self.transparent != Some(robot) {
            return None;
        }
        // East to north, north to east, west to south, south to west; or east to south and so on.
        let turned = if rises { [1, 0, 3, 2] } else { [3, 2, 1, 0] };
        Some(turned[direction])
    }

    /// Returns every slide of a robot, with one entry for each choice of the transparent robot.
    pub(crate) fn slides(&self, cells: &[usize], robot: usize, direction: usize) -> Vec<Slide> {
        let mut found = Vec::new();
        let walker = Walker {
            robot,
            cell: cells[robot],
            direction,
            has_moved: false,
            is_turned: false,
            cost: 1,
            choices: 0,
            visited: Vec::new(),
        };
        self.walk(cells, walker, &mut found);
        found
    }

    /// Follows a robot to the next choice or to its end.
    fn walk(&self, cells: &[usize], mut walker: Walker, found: &mut Vec<Slide>) {
        loop {
            let place = (walker.cell, walker.direction);
            let next = self.neighbour(walker.cell, walker.direction);
            let next = next.filter(|next| {
                let mut others = cells.iter().enumerate();
                !others.any(|(other, cell)| other != walker.robot && cell == next)
            });
            let Some(next) = next else {
                return self.stop(&walker, found);
            };
            if self.has_wall(walker.cell, walker.direction) {
                let is_transparent = self.transparent == Some(walker.robot);
                if !is_transparent || !self.is_crossable(walker.cell, walker.direction) {
                    return self.stop(&walker, found);
                }
                if walker.has_moved {
                    if !self.has_diagonal(walker.cell) {
                        self.stop(&walker, found);
                        walker.choices += 1;
                        if walker.choices > 8 {
                            return;
                        }
                    }
                    walker.cost += 1;
                } else {
                    walker.cost = if self.is_surcharge { 2 } else { 1 };
                }
            }
            // As long as signs can follow, a later lap of a loop can end elsewhere.
            let can_differ = self.transparent == Some(walker.robot) && walker.choices < 8;
            if !can_differ {
                if walker.visited.contains(&place) {
                    return;
                }
                walker.visited.push(place);
            }
            walker.cell = next;
            walker.has_moved = true;
            let Some(turned) = self.turned(walker.robot, next, walker.direction) else {
                continue;
            };
            if self.transparent == Some(walker.robot) {
                walker.choices += 1;
                if walker.choices <= 8 {
                    let mut passing = walker.clone();
                    passing.cost += 1;
                    self.walk(cells, passing, found);
                }
            }
            walker.direction = turned;
            walker.is_turned = true;
        }
    }

    fn stop(&self, walker: &Walker, found: &mut Vec<Slide>) {
        if walker.has_moved && !self.has_diagonal(walker.cell) {
            found.push(Slide {
                end: walker.cell,
                cost: walker.cost,
                is_turned: walker.is_turned,
                arrival: walker.direction,
            });
        }
    }
}
