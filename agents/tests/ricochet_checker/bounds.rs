//! The bounds `robot` and `blocker`.

use super::board::Instance;

/// No number of moves.
const NONE: u32 = u32::MAX;

type Distances = Vec<u32>;

/// The bounds of an instance.
pub(crate) struct Bounds {
    /// For each robot that may fulfil the target, the moves from each cell if it may stop anywhere.
    robots: Vec<(usize, Distances)>,
    /// The moves of the robot of the target without helpers.
    lone: Distances,
    /// For each cell of that robot and of a helper, the moves of both.
    with_helper: Vec<Distances>,
}

impl Bounds {
    /// Computes the bounds; `blocker` only if a certificate needs it, since it takes long.
    pub(crate) fn new(instance: &Instance, has_blocker: bool) -> Self {
        let robots: Vec<usize> = match instance.target_robot {
            Some(robot) => vec![robot],
            None => (0..instance.robots.len()).collect(),
        };
        let distances = |robot: usize| {
            let goals = vec![(instance.target, 0)];
            (robot, relaxed(&moves(instance, robot), &goals))
        };
        let (lone, with_helper) = match instance.target_robot {
            Some(robot) if has_blocker => blocker(instance, robot),
            _ => (Vec::new(), Vec::new()),
        };
        Self {
            robots: robots.into_iter().map(distances).collect(),
            lone,
            with_helper,
        }
    }

    /// Returns the bound `robot`.
    pub(crate) fn robot(&self, cells: &[usize]) -> Option<u32> {
        let all = self
            .robots
            .iter()
            .map(|(robot, moves)| moves[cells[*robot]]);
        all.min().filter(|moves| *moves != NONE)
    }

    /// Returns the bound `blocker`.
    pub(crate) fn blocker(&self, cells: &[usize]) -> Option<u32> {
        let robot = self.robots[0].0;
        let helpers = (0..cells.len()).filter(|other| *other != robot);
        let with = helpers.map(|other| self.with_helper[cells[robot]][cells[other]]);
        let least = with.fold(self.lone[cells[robot]], u32::min);
        Some(least).filter(|moves| *moves != NONE)
    }
}

/// Returns, for each cell, where one move of a robot can end if other robots may stand anywhere. The moves of
/// the transparent robot are the parts of its slides that cost one move.
fn moves(instance: &Instance, robot: usize) -> Vec<Vec<usize>> {
    let from = |cell: usize| {
        let mut ends = Vec::new();
        for direction in 0..4 {
            stops(instance, robot, cell, direction, |end, _| ends.push(end));
            if instance.transparent == Some(robot) && instance.is_crossable(cell, direction) {
                let next = instance.neighbour(cell, direction).unwrap();
                let heading = instance.turned(robot, next, direction).unwrap_or(direction);
                ends.push(next);
                stops(instance, robot, next, heading, |end, _| ends.push(end));
            }
        }
        ends
    };
    (0..instance.cells()).map(from).collect()
}

/// Calls `visit` with every cell at which a robot may be stopped, and the cell behind it.
fn stops(
    instance: &Instance,
    robot: usize,
    from: usize,
    direction: usize,
    mut visit: impl FnMut(usize, Option<usize>),
) {
    let open = |cell: usize, direction: usize| {
        let next = instance.neighbour(cell, direction);
        next.filter(|_| !instance.has_wall(cell, direction))
    };
    let (mut cell, mut heading) = (from, direction);
    for _ in 0..4 * instance.cells() {
        let Some(next) = open(cell, heading) else {
            return;
        };
        cell = next;
        heading = instance.turned(robot, cell, heading).unwrap_or(heading);
        // The transparent robot passes a diagonal as if it stopped there.
        if !instance.has_diagonal(cell) || instance.transparent == Some(robot) {
            visit(cell, open(cell, heading));
        }
    }
}

/// Returns, for each cell, the least sum of moves to a goal and its own number.
fn relaxed(moves: &[Vec<usize>], goals: &[(usize, u32)]) -> Distances {
    let mut distances = vec![NONE; moves.len()];
    for (cell, number) in goals {
        distances[*cell] = distances[*cell].min(*number);
    }
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (cell, ends) in moves.iter().enumerate() {
            let least = ends.iter().map(|end| distances[*end]).min().unwrap_or(NONE);
            if least != NONE && least + 1 < distances[cell] {
                distances[cell] = least + 1;
                is_changed = true;
            }
        }
    }
    distances
}

/// Returns the moves without helpers, and for each pair of cells those with a helper.
fn blocker(instance: &Instance, robot: usize) -> (Distances, Vec<Distances>) {
    let cells = instance.cells();
    let alone: Vec<Vec<usize>> = (0..cells)
        .map(|cell| alone_slides(instance, robot, cell))
        .collect();
    let lone = relaxed(&alone, &[(instance.target, 0)]);
    let own = moves(instance, robot);
    let mut helper_moves = vec![Vec::new(); cells];
    for helper in (0..instance.robots.len()).filter(|helper| *helper != robot) {
        for (all, own) in helper_moves.iter_mut().zip(moves(instance, helper)) {
            all.extend(own);
        }
    }
    let mut goals = vec![Vec::new(); cells];
    for from in 0..cells {
        for direction in 0..4 {
            stops(instance, robot, from, direction, |end, behind| {
                if let Some(behind) = behind.filter(|_| lone[end] != NONE) {
                    goals[behind].push((from, lone[end] + 1));
                }
            });
        }
    }
    let mut with_helper = vec![vec![NONE; cells]; cells];
    for (cell, goals) in goals.iter().enumerate() {
        if goals.is_empty() {
            continue;
        }
        let robot = relaxed(&own, goals);
        let helper = relaxed(&helper_moves, &[(cell, 0)]);
        for (row, robot) in with_helper.iter_mut().zip(robot) {
            for (least, helper) in row.iter_mut().zip(&helper) {
                if robot != NONE && *helper != NONE {
                    *least = (*least).min(robot + helper);
                }
            }
        }
    }
    (lone, with_helper)
}

/// Returns where a robot's slides end if it is alone on the board.
fn alone_slides(instance: &Instance, robot: usize, from: usize) -> Vec<usize> {
    let slide = |direction: usize| {
        let (mut cell, mut heading) = (from, direction);
        // A slide of more steps never ends.
        for _ in 0..4 * instance.cells() {
            let next = instance.neighbour(cell, heading);
            let Some(next) = next.filter(|_| !instance.has_wall(cell, heading)) else {
                return (!instance.has_diagonal(cell)).then_some(cell);
            };
            cell = next;
            heading = instance.turned(robot, cell, heading).unwrap_or(heading);
        }
        None
    };
    (0..4).filter_map(slide).collect()
}
