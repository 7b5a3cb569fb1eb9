//! The agents of Netzwerk.

mod greedy;
mod mcts;
pub mod minimax;
mod repetition;
pub mod solver;
mod static_evaluation;

use botwerk_engine::netzwerk::Netzwerk;

use crate::random::Random;
use crate::roster::{AgentEntry, Roster};

impl Roster for Netzwerk {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<Netzwerk>; 4] = [
            minimax::entry(),
            mcts::entry(),
            greedy::entry(),
            Random::entry(),
        ];
        &ROSTER
    }
}
