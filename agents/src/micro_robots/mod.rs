//! The agents of Micro Robots.

mod route_search;
pub mod solver;

use botwerk_engine::micro_robots::MicroRobots;

use crate::race::{FirstFound, Human, ShortestRoute};
use crate::random::Random;
use crate::roster::{Entry, Roster};

impl Roster for MicroRobots {
    fn roster() -> &'static [Entry<Self>] {
        static ROSTER: [Entry<MicroRobots>; 4] = [
            ShortestRoute::entry("finds a shortest route by breadth-first search"),
            FirstFound::entry(),
            Human::entry(),
            Random::entry(),
        ];
        &ROSTER
    }
}
