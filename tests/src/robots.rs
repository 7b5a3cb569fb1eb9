//! Micro Robots as the tests play it: on the printed example's board, with the solver's routes.

use botwerk_agents::micro_robots::solver::{Instance, Solver};
use botwerk_client::proto;
use botwerk_engine::micro_robots::{MicroRobots, Route};
use botwerk_engine::{GameNotation, GameRules, Options};

/// The board of the printed example (MR-30).
pub const BOARD: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                         6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";

/// What a race asks for, and a shortest answer to it.
#[derive(Debug, Clone)]
pub struct Task {
    /// A shortest route.
    pub route: Route,
}

/// The task of a view that has a target.
///
/// # Panics
/// If the view's text is no position with a target.
pub fn task(view: &proto::View) -> Task {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let seats = MicroRobots::seats_of_position(&view.text).unwrap();
    let game = MicroRobots::new(seats, options).unwrap();
    let state = game.parse_position(&view.text).unwrap();
    let table = state.table();
    let instance = Instance::new(table.start.unwrap(), table.target.unwrap(), table.via).unwrap();
    let route = Solver::new(&table.board).shortest(&instance).unwrap().route;
    Task { route }
}

impl Task {
    /// The right announcement.
    pub fn say(&self) -> String {
        format!("say {}", self.route.moves())
    }

    /// The right show.
    pub fn show(&self) -> String {
        format!("show {}", self.route)
    }
}
