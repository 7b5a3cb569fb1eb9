//! The agents of Micro Robots.

mod first_found;
mod human;
mod solve;
pub mod solver;

use botwerk_engine::micro_robots::MicroRobots;

use crate::random::Random;
use crate::roster::{Entry, Roster};

impl Roster for MicroRobots {
    fn roster() -> &'static [Entry<Self>] {
        static ROSTER: [Entry<MicroRobots>; 4] = [
            solve::ENTRY,
            first_found::ENTRY,
            human::ENTRY,
            Random::entry(),
        ];
        &ROSTER
    }
}
