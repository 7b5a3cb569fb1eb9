//! The agents of Ricochet Robots.

mod lead;
mod puzzles;
mod route_search;
pub mod solver;

pub use puzzles::{Puzzle, PuzzleOptions, Puzzles};

use botwerk_engine::ricochet::Ricochet;

use crate::race::{Anytime, Human, ShortestRoute};
use crate::random::Random;
use crate::roster::{AgentEntry, Roster};

impl Roster for Ricochet {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<Ricochet>; 4] = [
            ShortestRoute::entry("finds a solution of minimum cost, with proof"),
            Anytime::entry(),
            Human::entry(),
            Random::entry(),
        ];
        &ROSTER
    }
}
