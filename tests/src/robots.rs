//! Races of Micro Robots, answered with the solver's routes on the printed example's board.

use botwerk_agents::micro_robots::solver::{Instance, Solver};
use botwerk_client::proto;
use botwerk_engine::micro_robots::{MicroRobots, Route};
use botwerk_engine::{GameNotation, GameType, Options};

/// The board of the printed example (MR-30).
pub const BOARD: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                         6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// A shortest answer to a race.
#[derive(Debug, Clone)]
pub struct RaceSolution {
    /// A shortest route from the start to the target.
    pub route: Route,
}

/// Solves the race that a view shows.
///
/// # Panics
/// Panics if the text of the view is not a position with a target.
pub fn solve_race(view: &proto::View) -> RaceSolution {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let seats = MicroRobots::seats_of_position(&view.text).unwrap();
    let game = MicroRobots::new(seats, options).unwrap();
    let state = game.parse_position(&view.text).unwrap();
    let table = state.table();
    let instance = Instance::new(
        table.start.unwrap(),
        table.target.unwrap(),
        table.intermediate,
    )
    .unwrap();
    let route = Solver::new(&table.board).shortest(&instance).unwrap().route;
    RaceSolution { route }
}

impl RaceSolution {
    /// Returns the correct announcement, such as `say 5`.
    pub fn say(&self) -> String {
        format!("say {}", self.route.moves())
    }

    /// Returns the correct demonstration, such as `show 1P-1W-2W`.
    pub fn show(&self) -> String {
        format!("show {}", self.route)
    }
}
