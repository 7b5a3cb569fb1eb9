//! The agents of Ricochet Robots.

pub mod solver;

use botwerk_engine::ricochet::Ricochet;

use crate::random::Random;
use crate::roster::{AgentEntry, Roster};
use crate::spec::AgentSpec;

impl Roster for Ricochet {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<Ricochet>; 1] = [Random::entry()];
        &ROSTER
    }

    fn casual_opponent() -> AgentSpec {
        AgentSpec {
            name: "random".to_owned(),
            settings: Vec::new(),
        }
    }
}
