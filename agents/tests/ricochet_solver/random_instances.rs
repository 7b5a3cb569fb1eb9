//! Random instances on small walled-in parts of boards.

use botwerk_agents::ricochet::solver::Instance;
use botwerk_engine::ricochet::{
    Board, BoardSize, Cell, CrossingCost, Diagonal, Direction, MAX_CELLS, Robot, Robots,
    SlideRules, Slope, Target,
};
use botwerk_engine::{RootSeed, StableRng};

/// Returns a random instance with up to `max_robots` robots in a part of at most 6x6 cells, of a board of 16x16 cells
/// or of a larger one, in which the part is where its quarters meet.
pub(crate) fn random_instance(seed: &str, max_robots: usize) -> Instance {
    let mut rng = RootSeed::from_text(seed).rng();
    loop {
        if let Some(instance) = sample(&mut rng, max_robots) {
            return instance;
        }
    }
}

fn sample(rng: &mut StableRng, max_robots: usize) -> Option<Instance> {
    let (width, height) = (3 + rng.below(4) as usize, 3 + rng.below(4) as usize);
    let large = ["18x17", "22x32", "32x20", "32x32"][rng.below(4) as usize];
    let large = (rng.below(2) == 0).then(|| large.parse::<BoardSize>().unwrap());
    let size = large.unwrap_or(BoardSize::PRINTED);
    let mut first = |side: usize, len: usize| match large {
        None => 0,
        Some(_) => rng.below(5).min((side - len) as u64 - 11) as usize + 11,
    };
    let first_row = first(size.height(), height);
    let rows = first_row..first_row + height;
    let first_column = first(size.width(), width);
    let columns = first_column..first_column + width;
    let is_inside = |cell: Cell| rows.contains(&cell.row()) && columns.contains(&cell.column());
    let mut walls = [0; MAX_CELLS];
    for cell in size.cells() {
        for side in Direction::ALL {
            let next = size.neighbour(cell, side);
            let is_border = next.is_none_or(|next| is_inside(next) != is_inside(cell));
            let is_random = is_inside(cell) && rng.below(8) == 0;
            let is_centre = large.is_none() && cell.is_centre();
            if is_border || is_centre || is_random {
                walls[cell.index()] |= 1 << side.index();
                if let Some(next) = next {
                    walls[next.index()] |= 1 << side.opposite().index();
                }
            }
        }
    }
    let mut cells: Vec<Cell> = size.cells().filter(|cell| is_inside(*cell)).collect();
    rng.shuffle(&mut cells);
    let mut diagonals = Vec::new();
    if rng.below(2) == 0 {
        for _ in 0..=rng.below(3) {
            let slope = [Slope::Rising, Slope::Falling][rng.below(2) as usize];
            let robot = Robot::ALL[rng.below(5) as usize];
            diagonals.push((cells.pop()?, Diagonal { slope, robot }));
        }
    }
    let walls: Vec<u8> = size.cells().map(|cell| walls[cell.index()]).collect();
    let board = Board::from_walls(large, &walls, diagonals).ok()?;
    let rules = SlideRules {
        stop_on_diagonal: rng.below(4) == 0,
        crossing_cost: [CrossingCost::Replaces, CrossingCost::Surcharge][rng.below(2) as usize],
        ..SlideRules::default()
    };
    let mut names = Robot::ALL.to_vec();
    rng.shuffle(&mut names);
    names.truncate(1 + rng.below(max_robots as u64) as usize);
    let mut robots = Robots::EMPTY;
    for robot in &names {
        robots = robots.with(*robot, cells.pop()?);
    }
    let target = Target {
        // The target may be under a robot.
        cell: if rng.below(10) == 0 {
            robots.cell(names[0])?
        } else {
            cells.pop()?
        },
        robot: (rng.below(4) > 0).then_some(names[0]),
    };
    let instance = Instance::with_rules(board, robots, target, rules).ok()?;
    Some(instance.with_ricochet_rule(rng.below(3) == 0))
}
