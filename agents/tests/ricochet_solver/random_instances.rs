//! Random instances on small walled-in parts of the board.

use botwerk_agents::ricochet::solver::Instance;
use botwerk_engine::ricochet::{
    Board, CELLS, Cell, CrossingCost, Diagonal, Direction, Robot, Robots, SlideRules, Slope, Target,
};
use botwerk_engine::{RootSeed, StableRng};

/// Returns a random instance with up to `max_robots` robots in a part of at most 6x6 cells.
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
    let mut walls = [0; CELLS];
    for cell in Cell::all() {
        for side in Direction::ALL {
            let next = cell.neighbour(side);
            let is_inside = |cell: Cell| cell.row() < height && cell.column() < width;
            let is_border = next.is_none_or(|next| is_inside(next) != is_inside(cell));
            let is_random = is_inside(cell) && rng.below(8) == 0;
            if is_border || cell.is_centre() || is_random {
                walls[cell.index()] |= 1 << side.index();
                if let Some(next) = next {
                    walls[next.index()] |= 1 << side.opposite().index();
                }
            }
        }
    }
    let mut cells: Vec<Cell> = Cell::all()
        .filter(|cell| cell.row() < height && cell.column() < width)
        .collect();
    rng.shuffle(&mut cells);
    let mut diagonals = Vec::new();
    if rng.below(2) == 0 {
        for _ in 0..=rng.below(3) {
            let slope = [Slope::Rising, Slope::Falling][rng.below(2) as usize];
            let robot = Robot::ALL[rng.below(5) as usize];
            diagonals.push((cells.pop()?, Diagonal { slope, robot }));
        }
    }
    let board = Board::new(&walls, diagonals).unwrap();
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
