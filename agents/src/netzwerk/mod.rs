//! The agents of Netzwerk.

mod greedy;
mod lead;
pub mod minimax;
mod repetition;
pub mod solver;
mod static_evaluation;
mod turn_value;

use botwerk_engine::netzwerk::Netzwerk;

use crate::random::Random;
use crate::roster::{AgentEntry, Roster};

impl Roster for Netzwerk {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<Netzwerk>; 3] =
            [minimax::entry(), greedy::entry(), Random::entry()];
        &ROSTER
    }
}
