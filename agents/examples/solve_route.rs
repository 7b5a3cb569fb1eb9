//! Finds a shortest route in Micro Robots, proves that no route is shorter, and checks the proof.
//!
//! Run it with `cargo run -p botwerk-agents --example solve_route`.

use std::error::Error;

use botwerk_agents::micro_robots::solver::{Instance, Solver, certify, check};
use botwerk_engine::micro_robots::Board;

/// A board in reading order: each space has a number and a colour.
const BOARD: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                     6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", describe_route("1P", "2W")?);
    Ok(())
}

/// Describes a shortest route between two spaces of the board.
///
/// # Errors
/// Returns an error if a space is not in the notation, the spaces are equal, or the proof is wrong.
pub(crate) fn describe_route(start: &str, target: &str) -> Result<String, Box<dyn Error>> {
    let board: Board = BOARD.parse()?;
    let solver = Solver::new(&board);
    let instance = Instance::new(start.parse()?, target.parse()?, None)?;
    let Some(solution) = solver.shortest(&instance) else {
        return Ok(format!("no route leads from {start} to {target}"));
    };

    // The checker shares no code with the search that found the route.
    check(&board, &instance, &certify(&board, &instance))?;

    let moves = solution.route.moves();
    let count = solver.count_shortest(&instance);
    let route = solution.route;
    Ok(format!(
        "{route}: {moves} moves, one of {count} shortest routes"
    ))
}
