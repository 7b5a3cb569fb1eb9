//! The agents of Netzwerk.

mod greedy;
mod mcts;
pub mod minimax;
mod occurrences;
pub mod solver;
mod standing;
mod winning_turn;

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
