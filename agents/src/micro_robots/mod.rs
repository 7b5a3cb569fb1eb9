//! The agents of Micro Robots.

mod lead;
mod puzzles;
mod route_search;
pub mod solver;

pub use puzzles::{Puzzle, PuzzleOptions, Puzzles};

use botwerk_engine::micro_robots::MicroRobots;

use crate::race::{FirstFound, Human, ShortestRoute};
use crate::random::Random;
use crate::roster::{AgentEntry, Roster};

impl Roster for MicroRobots {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<MicroRobots>; 4] = [
            ShortestRoute::entry("finds a shortest route by breadth-first search"),
            FirstFound::entry(),
            Human::entry(),
            Random::entry(),
        ];
        &ROSTER
    }
}
